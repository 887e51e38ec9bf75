import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { unzipSync } from 'fflate';
import { json, plain } from '../../sandbox/exchange.ts';
import { type Behaviour, behaviourNamed, type Fault } from '../../sandbox/faults.ts';
import { runtimeToken } from '../../sandbox/results.ts';
import { type SandboxOptions, startSandbox } from '../../sandbox/server.ts';
import { systemClock } from '../../src/clock.ts';
import { annotations, type StepOptions } from '../helpers/action-environment.ts';
import { removeMainDirectory, runMain } from '../helpers/run-main.ts';
import { opening } from '../helpers/servers.ts';

afterAll(removeMainDirectory);

const RUN = 'https://github.com/acme/product/actions/runs/4711/artifacts';
const NAME = 'docs-page-views';
const INPUTS = { mode: 'analytics', compare: 'none', 'max-requests': '1', 'artifact-name': NAME };
const sandboxWith = async (...faults: Fault[]) => opening(await startSandbox({ faults, pages: 10 }));

/** A report with an artifact. The outputs, what the log was told of uploads, and the report's files, by their names. */
async function upload({ env, inputs, ...step }: StepOptions, signal?: AbortSignal, clock = systemClock) {
  const service = { ACTIONS_RESULTS_URL: `${step.sandbox?.url}/`, ACTIONS_RUNTIME_TOKEN: runtimeToken() };
  const options = { ...step, inputs: { ...INPUTS, ...inputs }, env: { ...service, ...env } };
  const result = await runMain(options, signal, { clock });
  const {
    'artifact-url': artifactUrl,
    'report-url': reportUrl,
    'report-path': directory = '',
  } = result.outputs;
  const files = Object.entries(result.files).filter(([file]) => file.startsWith(`temp${path.sep}`));
  return {
    ...{ urls: [artifactUrl, reportUrl], log: result.log, groups: annotations(result, 'group') },
    told: result.lines.filter((line) => line.startsWith('Upload the report')),
    warnings: annotations(result, 'warning').filter((text) => text.includes('uploaded')),
    files: files.map(([file, content]) => [path.basename(file), content]).sort(),
    notUploaded: (why: string) =>
      `The report wasn't uploaded: ${why} The report's files are in ${directory}.`,
  };
}

test.each(['4711', ''])(
  'all files are uploaded, and the page again as it is, in the run "%s"',
  async (run) => {
    const sandbox = await sandboxWith();
    const { urls, told, groups, files } = await upload({ sandbox, env: { GITHUB_RUN_ID: run } });
    const [archive, page] = ['', '.html'].map((end) => sandbox.artifacts.get(`${NAME}${end}`));
    const ids = [archive, page].map((artifact) => artifact?.id);
    expect(urls).toEqual(ids.map((id) => (run ? `${RUN}/${id}` : '')));
    expect(groups).toEqual(['Upload the report', 'Upload the report page']);
    const places = ids.map((id) => (run ? `${RUN}/${id}` : `artifact ${id}`));
    expect(told).toEqual(groups.map((title, index) => `${title}: ${places[index]}`));
    expect(files.map(([name]) => name)).toEqual([
      'page-views.csv',
      'page-views.json',
      'report.html',
      'report.md',
    ]);
    const contents = Object.entries(unzipSync(archive?.content ?? Buffer.alloc(0)));
    const latin1 = contents.map(([name, bytes]) => [name, Buffer.from(bytes).toString('latin1')]);
    // The client puts them into the archive in the order in which it comes to read them.
    expect(latin1.sort()).toEqual(files);
    expect([page?.mimeType, page?.content.toString('latin1')]).toEqual(['text/html', files[2]?.[1]]);
  },
);

test('what another job of the run has uploaded under the name is left alone', async () => {
  const sandbox = await sandboxWith();
  await upload({ sandbox });
  const before = [...sandbox.artifacts.all];
  const { urls, warnings, notUploaded } = await upload({ sandbox });
  const advice = 'Give each workflow job its own `artifact-name`.';
  const warning = notUploaded(`the run already has an artifact with this name. ${advice}`);
  expect([urls, warnings, sandbox.artifacts.all]).toEqual([['', ''], [warning], before]);
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
  const { urls, warnings, notUploaded } = await upload({ sandbox: await sandboxWith({ on, behaviour }) });
  const [start = '', end] = notUploaded('|').split('|');
  expect([urls, warnings.length]).toEqual([['', ''], 1]);
  expect([warnings[0]?.startsWith(start), warnings[0]?.endsWith(`${why}${end}`)]).toEqual([true, true]);
});

test('the artifact is kept when only the page fails', async () => {
  const sandbox = await sandboxWith({ on: 'artifact-create', only: [2], behaviour: FULL });
  const { urls, warnings, notUploaded } = await upload({ sandbox });
  expect(urls).toEqual([`${RUN}/${sandbox.artifacts.get(NAME)?.id}`, '']);
  expect(warnings).toEqual([notUploaded(QUOTA).replace('report', 'report page')]);
});

const sleep: typeof systemClock.sleep = (ms, signal) => systemClock.sleep(ms === 300_000 ? 300 : ms, signal);
const HASTY = { ...systemClock, sleep };

test.each([
  ['five minutes', 'it took longer than 300 seconds.', HASTY],
  ['an interruption', 'AbortError: This operation was aborted.', systemClock],
])('an upload that hangs is waited for until %s', async (what, why, clock) => {
  const interruption = new AbortController();
  const faultFor: SandboxOptions['faultFor'] = ({ operation }) => {
    if (operation !== 'artifact-create') return undefined;
    if (what === 'an interruption') interruption.abort();
    return behaviourNamed('hang');
  };
  const sandbox = opening(await startSandbox({ faultFor }));
  const { urls, warnings, notUploaded } = await upload({ sandbox }, interruption.signal, clock);
  expect([urls, warnings]).toEqual([['', ''], [notUploaded(why)]]);
});

test('what the client prints is no command of a name', async () => {
  const inputs = { 'artifact-name': '#[add-mask]x %0Anotice' };
  const { log, groups } = await upload({ sandbox: await sandboxWith(), inputs });
  expect(groups).toHaveLength(2);
  expect(log).not.toMatch(/##\[|^::(?!(debug|add-mask|group|endgroup)::)/m);
});

const GHES = { ACTIONS_RESULTS_URL: 'http://127.0.0.1:9', GITHUB_SERVER_URL: 'https://git.example.com' };

test.each([
  [{ ACTIONS_RUNTIME_TOKEN: '' }, 'Unable to get the ACTIONS_RUNTIME_TOKEN env variable.'],
  [{ ACTIONS_RESULTS_URL: '' }, 'Unable to get the ACTIONS_RESULTS_URL env variable.'],
  [GHES, "GitHub Enterprise Server doesn't support artifacts of this kind."],
])('where nothing can be uploaded, nothing is tried: %j', async (env, why) => {
  const sandbox = await sandboxWith();
  const { urls, warnings, notUploaded } = await upload({ sandbox, env });
  expect([urls, warnings]).toEqual([['', ''], [notUploaded(why)]]);
  expect(sandbox.ledger.of('artifact-create')).toEqual([]);
});
