import { afterAll, expect, test } from '@jest/globals';
import { type SandboxOptions, startSandbox } from '../sandbox/server.ts';
import { main } from '../src/main.ts';
import { annotations, leaksOf, type StepOptions, visibleText } from './helpers/action-environment.ts';
import { removeMainDirectory, runMain } from './helpers/run-main.ts';
import { stdoutOf } from './helpers/runner-commands.ts';
import { opening } from './helpers/servers.ts';

afterAll(removeMainDirectory);

type Given = Record<string, string>;
const QUICK = { prompt: 'Write about proxies', 'poll-interval-seconds': '0.1' };
const REPORT = { mode: 'analytics', 'artifact-name': '' };

const sandboxWith = async (options: SandboxOptions = {}) =>
  opening(await startSandbox({ jobMs: 100, ...options }));

async function run(options: StepOptions) {
  const inputs = options.inputs?.['mode'] ? options.inputs : { ...QUICK, ...options.inputs };
  const result = await runMain({ ...options, inputs });
  expect(leaksOf(options.sandbox?.apiKey ?? '', result)).toEqual([]);
  expect(result.log.startsWith('::add-mask::')).toBe(true);
  return result;
}

test('outside of a repository, makes the request without a reply', async () => {
  const env = { GITHUB_REPOSITORY: '' };
  const result = await run({ sandbox: await sandboxWith(), inputs: { 'issue-number': '12' }, env });
  expect([result.outputs['outcome'], result.outputs['comment-url']]).toEqual(['pull-request', '']);
});

test('tells every wrong input at once, in the log, the outputs and the summary', async () => {
  const sandbox = await sandboxWith();
  const inputs = { wait: 'maybe', 'project-id': '', 'timeout-minutes': '`0`' };
  const result = await run({ sandbox, inputs, env: { INPUT_JOBID: 'job_1' } });
  const reason = 'Invalid inputs: `jobid`, `project-id`, `wait`, `timeout-minutes`.';
  expect([result.succeeded, result.outputs]).toEqual([false, { outcome: 'error', reason }]);
  const lines = [
    "jobid: the action doesn't read INPUT_JOBID. Did you mean `job-id`?",
    'project-id: missing. Copy it from the API keys page of the Mintlify dashboard.',
    'wait: got "maybe". Accepted: true or false (also True, TRUE, False, FALSE).',
    'timeout-minutes: got "`0`". Accepted: a number above 0, up to 7200, such as 30 or 0.5.',
  ];
  expect(annotations(result, 'error')).toEqual([[reason, ...lines].join('\n')]);
  expect(result.summary).toContain('- wait: got "maybe".');
  expect(result.summary).not.toContain('`0`');
  expect(sandbox.ledger.requests).toEqual([]);
});

const USUAL = { compare: 'Previous', 'max-requests': '90', 'site-url': ' ' };
const ODD = { period: '30d', compare: 'x', 'site-url': 'x', 'artifact-name': '' };
const ASKED = { prompt: 'x', wait: 'false', 'commit-status': 'x', 'skip-label': 'x', 'allowed-bots': 'a' };
test.each<[Given, other: string, unused: string]>([
  [{ ...QUICK, ...USUAL, period: 'last-week' }, 'analytics', 'period'],
  [{ ...QUICK, ...ODD }, 'analytics', 'period, compare, site-url, artifact-name'],
  [{ ...REPORT, ...ASKED }, 'agent', 'prompt, wait, commit-status, skip-label, allowed-bots'],
])(
  '%j: inputs of the other mode that are not at their default are a warning',
  async (inputs, other, unused) => {
    const result = await run({ sandbox: await sandboxWith(), inputs });
    const [warning] = annotations(result, 'warning');
    expect(warning).toMatch(new RegExp(`don't have an effect: ${unused}\\. .*\`mode: ${other}\``));
    expect(result.succeeded).toBe(true);
  },
);

test('cannot be tricked by the key that it is given into showing it', async () => {
  const inputs = { 'api-key': 'mint_hunter2\nmint_hunter3' };
  const result = await run({ sandbox: await sandboxWith(), inputs });
  expect(result.succeeded).toBe(false);
  const shown = [visibleText(result), result.summary, JSON.stringify(result.outputs)].join();
  expect(shown).not.toMatch(/hunter[23]/);
});

const BUG = new TypeError('cannot read mint_hunter2.');
test.each([
  [BUG, 'cannot read ***', /::debug::TypeError: cannot read .*%0A {4}at /],
  ['a text', 'a text', /::debug::$/m],
])('a mistake in the action itself asks for a report, without the key: %s', async (problem, shown, stack) => {
  const get = () => {
    throw problem;
  };
  const env = Object.defineProperty({ 'INPUT_API-KEY': 'mint_hunter2' }, 'INPUT_PROMPT', { get });
  const log = await stdoutOf(async () => {
    expect(await main(env, new AbortController().signal)).toBe(false);
  });
  expect(log).toContain(`::error::The action itself failed: ${shown}. This is a bug. Please report it`);
  expect(log).toMatch(stack);
  expect(log.replace('::add-mask::mint_hunter2', '')).not.toContain('hunter2');
});
