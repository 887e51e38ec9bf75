import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { unzipSync } from 'fflate';
import { json, plain } from '../../sandbox/exchange.ts';
import { runtimeToken } from '../../sandbox/results.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { systemClock } from '../../src/clock.ts';
import { type ReportUpload, uploadReport } from '../../src/github/artifact.ts';
import { CollectedLog } from '../helpers/collected-log.ts';

const RUN = 'https://github.com/octo-org/docs/actions/runs/42/artifacts';
const NAMES = ['page-views.csv', 'page-views.json', 'report.md', 'report.html'];

const temp = mkdtempSync(path.join(tmpdir(), 'upload-report-'));
const directory = path.join(temp, 'report');
for (const each of ['report', 'runner']) mkdirSync(path.join(temp, each));
for (const name of NAMES) writeFileSync(path.join(directory, name), `content of ${name}`);
const [csv = '', json_ = '', markdown = '', html = ''] = NAMES.map((name) => path.join(directory, name));
const files = { directory, csv, json: json_, markdown, html };
afterAll(() => rmSync(temp, { recursive: true }));

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(async () => {
  await sandbox.close();
  // The copy of the page is gone.
  expect(readdirSync(directory).sort()).toEqual(NAMES.toSorted());
});

/**
 * @param env variables on top of the runner's; GitHub's client reads the process's own
 * @returns also what the log was told, each line behind its kind, and what GitHub's client printed
 */
async function upload(env: Record<string, string> = {}, given: Partial<ReportUpload> = {}) {
  const variables = {
    RUNNER_TEMP: path.join(temp, 'runner'),
    ACTIONS_RESULTS_URL: `${sandbox.url}/`,
    ACTIONS_RUNTIME_TOKEN: runtimeToken(),
    ...{ GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'octo-org/docs', GITHUB_RUN_ID: '42' },
    ...env,
  };
  const log = new CollectedLog();
  let printed = '';
  Object.assign(process.env, variables);
  const stdout = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  try {
    const { signal } = new AbortController();
    const what = { files, artifactName: 'docs-page-views', signal, clock: systemClock, ...given };
    const uploaded = await uploadReport({ ...what, log, env: process.env });
    const told = log.lines.filter(({ kind }) => kind !== 'group').map(({ kind, text }) => `${kind}: ${text}`);
    return { uploaded, told, printed, groups: log.texts('group') };
  } finally {
    stdout.mockRestore();
    for (const name of Object.keys(variables)) delete process.env[name];
  }
}

const notUploaded = (why: string) =>
  `warning: The report wasn't uploaded: ${why} The report's files are in ${directory}.`;

test('all files are uploaded, and the page again as it is', async () => {
  const { uploaded, told, groups } = await upload();
  const [archive, page] = ['', '.html'].map((end) => sandbox.artifacts.get(`docs-page-views${end}`));
  const [artifactUrl, reportUrl] = [archive, page].map((artifact) => `${RUN}/${artifact?.id}`);
  expect(uploaded).toEqual({ artifactUrl, reportUrl });
  expect(groups).toEqual(['Upload the report', 'Upload the report page']);
  const urls = [artifactUrl, reportUrl];
  expect(told).toEqual(groups.map((title, index) => `info: ${title}: ${urls[index]}`));
  const contents = Object.entries(unzipSync(archive?.content ?? Buffer.alloc(0)));
  // The client puts them into the archive in the order in which it comes to read them.
  expect(contents.map(([name, bytes]) => [name, String(Buffer.from(bytes))]).toSorted()).toEqual(
    NAMES.map((name) => [name, `content of ${name}`]).toSorted(),
  );
  expect(page).toMatchObject({ mimeType: 'text/html', content: Buffer.from('content of report.html') });
});

test('what another job of the run has uploaded under the name is left alone', async () => {
  await upload();
  const before = sandbox.artifacts.all.map(({ name, id }) => [name, id]);
  const advice = 'Give each workflow job its own `artifact-name`.';
  const told = [notUploaded(`the run already has an artifact with this name. ${advice}`)];
  expect(await upload()).toMatchObject({ uploaded: {}, told });
  expect(sandbox.artifacts.all.map(({ name, id }) => [name, id])).toEqual(before);
});

const denied = (code: string, msg: string) => json(403, { code, msg });
const QUOTA = 'artifact storage is full. GitHub recalculates the usage every 6 to 12 hours.';

test.each([
  ['artifact-create', denied('resource_exhausted', 'insufficient usage'), QUOTA],
  ['artifact-create', denied('permission_denied', 'permission denied'), 'permission denied.'],
  ['blob', plain(403, 'AuthenticationFailed'), 'AuthenticationFailed.'],
] as const)('a service that refuses (%s: %j) is a warning that says why', async (on, reply, why) => {
  sandbox.setFaults([{ on, behaviour: { kind: 'answer', reply, effect: false } }]);
  const [start = '', end] = notUploaded('|').split('|');
  const { uploaded, told } = await upload();
  expect([uploaded, told.length]).toEqual([{}, 1]);
  expect([told[0]?.startsWith(start), told[0]?.endsWith(`${why}${end}`)]).toEqual([true, true]);
});

test('the artifact is kept when only the page fails', async () => {
  const behaviour = { kind: 'answer', reply: denied('permission_denied', 'no'), effect: false } as const;
  sandbox.setFaults([{ on: 'artifact-create', only: [2], behaviour }]);
  const { uploaded, told } = await upload();
  expect(uploaded).toEqual({ artifactUrl: `${RUN}/${sandbox.artifacts.get('docs-page-views')?.id}` });
  expect(told[1]).toMatch(/^warning: The report page wasn't uploaded: .* The report's files are in .*\.$/);
});

test('without the run there is no address', async () => {
  const { uploaded, told } = await upload({ GITHUB_RUN_ID: '' });
  const [archive, page] = sandbox.artifacts.all.map(({ id }) => id);
  expect(uploaded).toEqual({ artifactUrl: undefined, reportUrl: undefined });
  const info = [`Upload the report: artifact ${archive}`, `Upload the report page: artifact ${page}`];
  expect(told).toEqual(info.map((text) => `info: ${text}`));
});

const short = { ...systemClock, sleep: () => systemClock.sleep(300) };
test.each([
  ['five minutes', 'it took longer than 300 seconds.', short],
  ['an interruption', 'TimeoutError: The operation was aborted due to timeout.', systemClock],
])('an upload that hangs is waited for until %s', async (what, why, clock) => {
  sandbox.setFaults([{ on: 'artifact-create', behaviour: { kind: 'hang', effect: false } }]);
  const { signal } = what === 'five minutes' ? new AbortController() : { signal: AbortSignal.timeout(300) };
  const { uploaded, told } = await upload({}, { signal, clock });
  expect([uploaded, told]).toEqual([{}, [notUploaded(why)]]);
});

test('what the client prints is no command of a name', async () => {
  const { printed } = await upload({}, { artifactName: '#[add-mask]x %0Anotice' });
  expect(printed).not.toMatch(/##\[|^::(?!(debug|add-mask)::)/m);
});

const GHES = { ACTIONS_RESULTS_URL: 'http://127.0.0.1:9', GITHUB_SERVER_URL: 'https://git.example.com' };

test.each([
  [{ ACTIONS_RUNTIME_TOKEN: '' }, 'Unable to get the ACTIONS_RUNTIME_TOKEN env variable.'],
  [{ ACTIONS_RESULTS_URL: '' }, 'Unable to get the ACTIONS_RESULTS_URL env variable.'],
  [GHES, "GitHub Enterprise Server doesn't support artifacts of this kind."],
])('where nothing can be uploaded, nothing is tried: %j', async (env, why) => {
  expect(await upload(env)).toMatchObject({ uploaded: {}, told: [notUploaded(why)] });
  expect(sandbox.ledger.requests).toEqual([]);
});
