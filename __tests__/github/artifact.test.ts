import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, jest, test } from '@jest/globals';
import { unzipSync } from 'fflate';
import { json, plain } from '../../sandbox/exchange.ts';
import { type Behaviour, behaviourNamed, type Fault } from '../../sandbox/faults.ts';
import { runtimeToken } from '../../sandbox/results.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { systemClock } from '../../src/clock.ts';
import { type ReportUpload, uploadReport } from '../../src/github/artifact.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import { opening } from '../helpers/servers.ts';

const RUN = 'https://github.com/octo-org/docs/actions/runs/42/artifacts';
const NAMES = ['page-views.csv', 'page-views.json', 'report.html', 'report.md'];

const temp = mkdtempSync(path.join(tmpdir(), 'upload-report-'));
const directory = path.join(temp, 'report');
for (const each of ['report', 'runner']) mkdirSync(path.join(temp, each));
for (const name of NAMES) writeFileSync(path.join(directory, name), `content of ${name}`);
const [csv = '', json_ = '', html = '', markdown = ''] = NAMES.map((name) => path.join(directory, name));
const files = { directory, csv, json: json_, markdown, html };
afterAll(() => rmSync(temp, { recursive: true }));

const sandboxWith = async (...faults: Fault[]) => opening(await startSandbox({ faults }));
type Sandbox = Awaited<ReturnType<typeof sandboxWith>>;

/**
 * @param env variables on top of the runner's; GitHub's client reads the process's own
 * @returns also what the log was told, each line behind its kind, and what GitHub's client printed
 */
async function upload(sandbox: Sandbox, env: Record<string, string> = {}, given: Partial<ReportUpload> = {}) {
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
    // The copy of the page is gone.
    expect(readdirSync(directory).sort()).toEqual(NAMES);
    const told = log.lines.map(({ kind, text }) => `${kind}: ${text}`);
    return { uploaded, told, printed };
  } finally {
    stdout.mockRestore();
    for (const name of Object.keys(variables)) delete process.env[name];
  }
}

const [REPORT, PAGE] = ['Upload the report', 'Upload the report page'];
const notUploaded = (why: string) =>
  `warning: The report wasn't uploaded: ${why} The report's files are in ${directory}.`;

test.each([['42'], ['']])('all files are uploaded, and the page again as it is, in run "%s"', async (run) => {
  const sandbox = await sandboxWith();
  const { uploaded, told } = await upload(sandbox, { GITHUB_RUN_ID: run });
  const [archive, page] = ['', '.html'].map((end) => sandbox.artifacts.get(`docs-page-views${end}`));
  const ids = [archive, page].map((artifact) => artifact?.id);
  const [artifactUrl, reportUrl] = ids.map((id) => (run ? `${RUN}/${id}` : undefined));
  expect(uploaded).toEqual({ artifactUrl, reportUrl });
  const [first, second] = ids.map((id) => (run ? `${RUN}/${id}` : `artifact ${id}`));
  const groups = [`group: ${REPORT}`, `info: ${REPORT}: ${first}`];
  expect(told).toEqual([...groups, `group: ${PAGE}`, `info: ${PAGE}: ${second}`]);
  const contents = Object.entries(unzipSync(archive?.content ?? Buffer.alloc(0)));
  // The client puts them into the archive in the order in which it comes to read them.
  expect(contents.map(([name, bytes]) => [name, String(Buffer.from(bytes))]).sort()).toEqual(
    NAMES.map((name) => [name, `content of ${name}`]),
  );
  expect(page).toMatchObject({ mimeType: 'text/html', content: Buffer.from('content of report.html') });
});

test('what another job of the run has uploaded under the name is left alone', async () => {
  const sandbox = await sandboxWith();
  await upload(sandbox);
  const before = [...sandbox.artifacts.all];
  const advice = 'Give each workflow job its own `artifact-name`.';
  const why = `the run already has an artifact with this name. ${advice}`;
  expect(await upload(sandbox)).toMatchObject({ uploaded: {}, told: [`group: ${REPORT}`, notUploaded(why)] });
  expect(sandbox.artifacts.all).toEqual(before);
});

const instead = (reply: ReturnType<typeof json>): Behaviour => ({ kind: 'answer', reply, effect: false });
const denied = (code: string, msg: string) => instead(json(403, { code, msg }));
const FULL = denied('resource_exhausted', 'insufficient usage');
const QUOTA = 'artifact storage is full. GitHub recalculates the usage every 6 to 12 hours.';

test.each([
  ['artifact-create', FULL, QUOTA],
  ['artifact-create', denied('permission_denied', 'permission denied'), 'permission denied.'],
  ['blob', instead(plain(403, 'AuthenticationFailed')), 'AuthenticationFailed.'],
] as const)('a service that refuses (%s: %j) is a warning that says why', async (on, behaviour, why) => {
  const [start = '', end] = notUploaded('|').split('|');
  const { uploaded, told } = await upload(await sandboxWith({ on, behaviour }));
  expect([uploaded, told.length]).toEqual([{}, 2]);
  expect([told[1]?.startsWith(start), told[1]?.endsWith(`${why}${end}`)]).toEqual([true, true]);
});

test('the artifact is kept when only the page fails', async () => {
  const sandbox = await sandboxWith({ on: 'artifact-create', only: [2], behaviour: FULL });
  const { uploaded, told } = await upload(sandbox);
  expect(uploaded).toEqual({ artifactUrl: `${RUN}/${sandbox.artifacts.get('docs-page-views')?.id}` });
  expect(told.at(-1)).toBe(notUploaded(QUOTA).replace('report', 'report page'));
});

const short = { ...systemClock, sleep: () => systemClock.sleep(300) };
test.each([
  ['five minutes', 'it took longer than 300 seconds.', short],
  ['an interruption', 'TimeoutError: The operation was aborted due to timeout.', systemClock],
])('an upload that hangs is waited for until %s', async (what, why, clock) => {
  const sandbox = await sandboxWith({ on: 'artifact-create', behaviour: behaviourNamed('hang') });
  const { signal } = what === 'five minutes' ? new AbortController() : { signal: AbortSignal.timeout(300) };
  const { uploaded, told } = await upload(sandbox, {}, { signal, clock });
  expect([uploaded, told.slice(1)]).toEqual([{}, [notUploaded(why)]]);
});

test('what the client prints is no command of a name', async () => {
  const { printed } = await upload(await sandboxWith(), {}, { artifactName: '#[add-mask]x %0Anotice' });
  expect(printed).not.toMatch(/##\[|^::(?!(debug|add-mask)::)/m);
});

const GHES = { ACTIONS_RESULTS_URL: 'http://127.0.0.1:9', GITHUB_SERVER_URL: 'https://git.example.com' };

test.each([
  [{ ACTIONS_RUNTIME_TOKEN: '' }, 'Unable to get the ACTIONS_RUNTIME_TOKEN env variable.'],
  [{ ACTIONS_RESULTS_URL: '' }, 'Unable to get the ACTIONS_RESULTS_URL env variable.'],
  [GHES, "GitHub Enterprise Server doesn't support artifacts of this kind."],
])('where nothing can be uploaded, nothing is tried: %j', async (env, why) => {
  const sandbox = await sandboxWith();
  const { uploaded, told } = await upload(sandbox, env);
  expect([uploaded, told.slice(1)]).toEqual([{}, [notUploaded(why)]]);
  expect(sandbox.ledger.requests).toEqual([]);
});
