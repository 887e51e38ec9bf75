import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { unzipSync } from 'fflate';
import { json, plain } from '../../sandbox/exchange.ts';
import { runtimeToken } from '../../sandbox/results.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { type ReportUpload, uploadReport } from '../../src/github/artifact.ts';
import { CollectedLog } from '../helpers/collected-log.ts';

const RUN = 'https://github.com/octo-org/docs/actions/runs/42/artifacts';

const NAMES = ['page-views.csv', 'page-views.json', 'report.md', 'report.html'];

let temp: string;
let files: ReportUpload['files'];
beforeAll(() => {
  temp = mkdtempSync(path.join(tmpdir(), 'upload-report-'));
  const directory = path.join(temp, 'report');
  mkdirSync(directory);
  mkdirSync(path.join(temp, 'runner'));
  const file = (name: string) => {
    writeFileSync(path.join(directory, name), `content of ${name}`);
    return path.join(directory, name);
  };
  const [csv, json, markdown, html] = NAMES.map(file) as [string, string, string, string];
  files = { directory, csv, json, markdown, html };
});
afterAll(() => rmSync(temp, { recursive: true }));

type Given = Partial<Omit<ReportUpload, 'log' | 'env'>>;

/**
 * @param env variables on top of the runner's; GitHub's client reads the process's own
 * @returns also what the log was told, each line behind its kind, and what GitHub's client printed
 */
async function upload(given: Given = {}, env: Record<string, string> = {}) {
  const variables = {
    RUNNER_TEMP: path.join(temp, 'runner'),
    ACTIONS_RESULTS_URL: `${sandbox.url}/`,
    ACTIONS_RUNTIME_TOKEN: runtimeToken(),
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: 'octo-org/docs',
    GITHUB_RUN_ID: '42',
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
    const what = { files, artifactName: 'docs-page-views', signal, ...given };
    const uploaded = await uploadReport({ ...what, log, env: process.env });
    const told = log.lines.filter(({ kind }) => kind !== 'group').map(({ kind, text }) => `${kind}: ${text}`);
    return { uploaded, told, printed, groups: log.texts('group') };
  } finally {
    stdout.mockRestore();
    for (const name of Object.keys(variables)) delete process.env[name];
  }
}

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(async () => {
  await sandbox.close();
  // The copy of the page is gone.
  expect(readdirSync(files.directory).sort()).toEqual(NAMES.toSorted());
});

function notUploaded(why: string): string {
  return `warning: The report wasn't uploaded: ${why} The report's files are in ${files.directory}.`;
}

describe('uploadReport', () => {
  test('uploads all files, and the page again as it is', async () => {
    const { uploaded, told, groups } = await upload();
    expect(groups).toEqual(['Upload the report', 'Upload the report page']);
    const archive = sandbox.artifacts.get('docs-page-views');
    const page = sandbox.artifacts.get('docs-page-views.html');
    expect(uploaded).toEqual({
      artifactId: String(archive?.id),
      artifactUrl: `${RUN}/${archive?.id}`,
      reportUrl: `${RUN}/${page?.id}`,
    });
    const contents = Object.entries(unzipSync(archive?.content ?? Buffer.alloc(0)));
    // The client puts them into the archive in the order in which it comes to read them.
    expect(contents.map(([name, bytes]) => [name, String(Buffer.from(bytes))]).toSorted()).toEqual(
      NAMES.map((name) => [name, `content of ${name}`]).toSorted(),
    );
    expect(page).toMatchObject({ mimeType: 'text/html', content: Buffer.from('content of report.html') });
    expect(told).toEqual([
      `info: Artifact docs-page-views: ${RUN}/${archive?.id}`,
      `info: Report page: ${RUN}/${page?.id}`,
    ]);
  });

  test('leaves alone what another job of the run has uploaded under the name', async () => {
    await upload();
    const before = sandbox.artifacts.all.map(({ name, id }) => [name, id]);
    expect(before).toHaveLength(2);
    const why =
      'the run already has an artifact with this name. Give each workflow job its own `artifact-name`.';
    expect(await upload()).toMatchObject({ uploaded: {}, told: [notUploaded(why)] });
    expect(sandbox.artifacts.all.map(({ name, id }) => [name, id])).toEqual(before);
  });

  const QUOTA = 'artifact storage is full. GitHub recalculates the usage every 6 to 12 hours.';

  test.each([
    ['artifact-create', json(403, { code: 'resource_exhausted', msg: 'insufficient usage' }), QUOTA],
    [
      'artifact-create',
      json(403, { code: 'permission_denied', msg: 'permission denied' }),
      'permission denied.',
    ],
    ['blob', plain(403, 'AuthenticationFailed'), 'AuthenticationFailed.'],
  ] as const)('a service that refuses (%s: %j) is a warning that says why', async (on, reply, why) => {
    sandbox.setFaults([{ on, behaviour: { kind: 'answer', reply, effect: false } }]);
    const [start, end] = notUploaded('|').split('|');
    const { uploaded, told } = await upload();
    expect([uploaded, told.length]).toEqual([{}, 1]);
    expect(told[0]?.startsWith(`${start}`)).toBe(true);
    expect(told[0]?.endsWith(`${why}${end}`)).toBe(true);
  });

  test('keeps the artifact when only the page fails', async () => {
    const reply = json(403, { code: 'permission_denied', msg: 'no' });
    const behaviour = { kind: 'answer', reply, effect: false } as const;
    sandbox.setFaults([{ on: 'artifact-create', only: [2], behaviour }]);
    const { uploaded, told } = await upload();
    expect(uploaded).toMatchObject({ artifactId: String(sandbox.artifacts.get('docs-page-views')?.id) });
    expect(uploaded.reportUrl).toBeUndefined();
    expect(told[1]).toMatch(/^warning: The report page wasn't uploaded: .* The report's files are in .*\.$/);
  });

  test('has no address without the run', async () => {
    const { uploaded, told } = await upload({}, { GITHUB_RUN_ID: '' });
    const [archive, page] = sandbox.artifacts.all.map(({ id }) => id);
    expect(uploaded).toEqual({ artifactId: String(archive) });
    const info = [`Artifact docs-page-views: id ${archive}`, `Report page: artifact ${page}`];
    expect(told).toEqual(info.map((text) => `info: ${text}`));
  });

  test.each([
    ['for ever', 300, undefined, 'it took longer than 0.3 seconds.'],
    ['after an interruption', undefined, 300, 'interrupted by SIGTERM.'],
  ])('does not wait %s', async (_, timeLimitMs, interruptedMs, why) => {
    sandbox.setFaults([{ on: 'artifact-create', behaviour: { kind: 'hang', effect: false } }]);
    const interruption = new AbortController();
    const interrupt = () => interruption.abort(new Error('interrupted by SIGTERM'));
    if (interruptedMs) setTimeout(interrupt, interruptedMs);
    const { signal } = interruption;
    const { uploaded, told } = await upload({ signal, ...(timeLimitMs && { timeLimitMs }) });
    expect([uploaded, told]).toEqual([{}, [notUploaded(why)]]);
  });

  test('what the client prints is no command of a name', async () => {
    const { printed } = await upload({ artifactName: '#[add-mask]x %0Anotice' });
    expect(printed).not.toMatch(/##\[|^::(?!(debug|add-mask)::)/m);
  });
});

const TOKEN = { ACTIONS_RUNTIME_TOKEN: runtimeToken() };
const GHES = {
  ...TOKEN,
  ACTIONS_RESULTS_URL: 'http://127.0.0.1:9',
  GITHUB_SERVER_URL: 'https://git.example.com',
};

test.each([
  [{}, 'Unable to get the ACTIONS_RUNTIME_TOKEN env variable.'],
  [TOKEN, 'Unable to get the ACTIONS_RESULTS_URL env variable.'],
  [GHES, "GitHub Enterprise Server doesn't support artifacts of this kind."],
])('where nothing can be uploaded, nothing is tried: %#', async (env, why) => {
  const none = { ACTIONS_RUNTIME_TOKEN: '', ACTIONS_RESULTS_URL: '' };
  const { uploaded, told } = await upload({}, { ...none, ...env });
  expect([uploaded, told]).toEqual([{}, [notUploaded(why)]]);
});
