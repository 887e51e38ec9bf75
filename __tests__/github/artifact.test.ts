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

/** Runs a report that uploads its artifacts. `files` are the report's own, sorted by name. */
async function upload({ env, inputs, ...step }: StepOptions, signal?: AbortSignal, clock = systemClock) {
  const service = { ACTIONS_RESULTS_URL: `${step.sandbox?.url}/`, ACTIONS_RUNTIME_TOKEN: runtimeToken() };
  const options = { ...step, inputs: { ...INPUTS, ...inputs }, env: { ...service, ...env } };
  const result = await runMain(options, signal, { clock });
  const files = Object.entries(result.files).filter(([file]) => file.startsWith(`temp${path.sep}`));
  return {
    urls: [result.outputs['artifact-url'], result.outputs['report-url']],
    log: result.log,
    groups: annotations(result, 'group'),
    places: result.lines.filter((line) => line.startsWith('Upload the report')),
    warnings: annotations(result, 'warning').filter((text) => text.includes('uploaded')),
    files: files.map(([file, content]) => [path.basename(file), content]).sort(),
    filesAreIn: `The report's files are in ${result.outputs['report-path']}.`,
  };
}

test.each(['4711', ''])(
  'all files are uploaded, and the page again as it is, in the run "%s"',
  async (run) => {
    const sandbox = await sandboxWith();
    const { urls, places, groups, files } = await upload({ sandbox, env: { GITHUB_RUN_ID: run } });
    const [archive, page] = ['', '.html'].map((end) => sandbox.artifacts.get(`${NAME}${end}`));
    const ids = [archive, page].map((artifact) => artifact?.id);
    expect(urls).toEqual(ids.map((id) => (run ? `${RUN}/${id}` : '')));
    expect(groups).toEqual(['Upload the report', 'Upload the report page']);
    const shown = ids.map((id) => (run ? `${RUN}/${id}` : `artifact ${id}`));
    expect(places).toEqual(groups.map((title, index) => `${title}: ${shown[index]}`));
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

test('an artifact of this name by another job of the run is left alone', async () => {
  const sandbox = await sandboxWith();
  await upload({ sandbox });
  const before = [...sandbox.artifacts.all];
  const { urls, warnings, filesAreIn } = await upload({ sandbox });
  const why =
    'the run already has an artifact with this name. Give each workflow job its own `artifact-name`.';
  expect(warnings).toEqual([`The report wasn't uploaded: ${why} ${filesAreIn}`]);
  expect([urls, sandbox.artifacts.all]).toEqual([['', ''], before]);
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
  const { urls, warnings, filesAreIn } = await upload({ sandbox: await sandboxWith({ on, behaviour }) });
  expect([urls, warnings.length]).toEqual([['', ''], 1]);
  expect(warnings[0]).toMatch(/^The report wasn't uploaded: /);
  expect(warnings[0]).toContain(`${why} ${filesAreIn}`);
});

test('the artifact is kept when only the page fails', async () => {
  const sandbox = await sandboxWith({ on: 'artifact-create', only: [2], behaviour: FULL });
  const { urls, warnings, filesAreIn } = await upload({ sandbox });
  expect(urls).toEqual([`${RUN}/${sandbox.artifacts.get(NAME)?.id}`, '']);
  expect(warnings).toEqual([`The report page wasn't uploaded: ${QUOTA} ${filesAreIn}`]);
});

/** A clock on which five minutes take 300 ms. */
const HASTY: typeof systemClock = {
  ...systemClock,
  sleep: (ms, signal) => systemClock.sleep(ms === 300_000 ? 300 : ms, signal),
};

test.each([
  { until: 'five minutes', why: 'it took longer than 300 seconds.', clock: HASTY },
  { until: 'an interruption', why: 'AbortError: This operation was aborted.', clock: systemClock },
])('an upload that hangs is waited for until $until', async ({ why, clock }) => {
  const interruption = new AbortController();
  const faultFor: SandboxOptions['faultFor'] = ({ operation }) => {
    if (operation !== 'artifact-create') return undefined;
    if (clock === systemClock) interruption.abort();
    return behaviourNamed('hang');
  };
  const sandbox = opening(await startSandbox({ faultFor }));
  const { urls, warnings, filesAreIn } = await upload({ sandbox }, interruption.signal, clock);
  expect(urls).toEqual(['', '']);
  expect(warnings).toEqual([`The report wasn't uploaded: ${why} ${filesAreIn}`]);
});

test('a name that the client prints is no workflow command', async () => {
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
  const { urls, warnings, filesAreIn, log } = await upload({ sandbox, env });
  expect(log).not.toContain('try again');
  expect(urls).toEqual(['', '']);
  expect(warnings).toEqual([`The report wasn't uploaded: ${why} ${filesAreIn}`]);
  expect(sandbox.ledger.of('artifact-create')).toEqual([]);
});
