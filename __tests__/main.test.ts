import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { type SandboxOptions, startSandbox } from '../sandbox/server.ts';
import { main } from '../src/main.ts';
import { annotations, leaksOf, type StepOptions, visibleText } from './helpers/action-environment.ts';
import { removeMainDirectory, runMain } from './helpers/run-main.ts';
import { opening } from './helpers/servers.ts';

afterAll(removeMainDirectory);

const QUICK = { prompt: 'Write about proxies', 'poll-interval-seconds': '0.1' };

const sandboxWith = async (options: SandboxOptions = {}) =>
  opening(await startSandbox({ jobMs: 100, ...options }));

async function run(options: StepOptions, signal?: AbortSignal) {
  const result = await runMain({ ...options, inputs: { ...QUICK, ...options.inputs } }, signal);
  expect(leaksOf(options.sandbox?.apiKey ?? '', result)).toEqual([]);
  expect(result.log.startsWith('::add-mask::')).toBe(true);
  return result;
}

describe('main', () => {
  test('outside of a repository, makes the request without a reply, and warns', async () => {
    const inputs = { comment: 'true', 'issue-number': '12' };
    const env = { GITHUB_REPOSITORY: '' };
    const result = await run({ sandbox: await sandboxWith(), inputs, env });
    expect([result.outputs['outcome'], result.outputs['comment-url']]).toEqual(['pull-request', '']);
    expect(annotations(result, 'warning')).toHaveLength(1);
  });

  test('tells every wrong input at once, in the log, the outputs and the summary', async () => {
    const sandbox = await sandboxWith();
    const inputs = { wait: 'maybe', 'project-id': '', 'timeout-minutes': '`0`' };
    const result = await run({ sandbox, inputs });
    const reason = 'Invalid inputs: `project-id`, `wait`, `timeout-minutes`.';
    expect([result.succeeded, result.outputs]).toEqual([false, { outcome: 'error', reason }]);
    const lines = [
      'project-id: missing. Copy it from the API keys page of the Mintlify dashboard.',
      'wait: got "maybe". Accepted: true or false (also True, TRUE, False, FALSE).',
      'timeout-minutes: got "`0`". Accepted: a number above 0, up to 7200, such as 30 or 0.5.',
    ];
    expect(annotations(result, 'error')).toEqual([[reason, ...lines].join('\n')]);
    expect(result.summary).toContain('- wait: got "maybe".');
    expect(result.summary).not.toContain('`0`');
    expect(sandbox.ledger.requests).toEqual([]);
  });

  test('cannot be tricked by the key that it is given into showing it', async () => {
    const sandbox = await sandboxWith();
    const result = await run({ sandbox, inputs: { 'api-key': 'mint_hunter2\nmint_hunter3' } });
    expect(result.succeeded).toBe(false);
    const shown = [visibleText(result), result.summary, JSON.stringify(result.outputs)].join();
    expect(shown).not.toMatch(/hunter[23]/);
  });

  test('that is interrupted before it begins sends nothing, and is cancelled', async () => {
    const sandbox = await sandboxWith();
    const result = await run({ sandbox }, AbortSignal.abort());
    expect(result.succeeded).toBe(true);
    expect(result.outputs).toMatchObject({ outcome: 'cancelled', 'job-id': '' });
    expect(sandbox.ledger.requests).toEqual([]);
  });

  test.each([
    ['an event that it cannot read', { name: 'issues', payload: 'not an object' }],
    ['an event that has no prompt', { name: 'workflow_dispatch', payload: {} }],
  ])('tells %s', async (_, event) => {
    const sandbox = await sandboxWith();
    const result = await run({ sandbox, inputs: { prompt: '' }, event });
    expect([result.succeeded, result.outputs['outcome']]).toEqual([false, 'error']);
    expect(annotations(result, 'error')[0]).not.toContain('This is a bug');
    expect(sandbox.ledger.requests).toEqual([]);
  });
});

test.each([
  [
    new TypeError('cannot read mint_hunter2.'),
    'cannot read ***',
    /::debug::TypeError: cannot read .*%0A {4}at /,
  ],
  ['a text', 'a text', /::debug::$/m],
])(
  'a mistake in the action itself is an error that asks for a report, without the key: %s',
  async (problem, shown, stack) => {
    let log = '';
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      log += String(chunk);
      return true;
    });
    const get = () => {
      throw problem;
    };
    const env = Object.defineProperty({ 'INPUT_API-KEY': 'mint_hunter2' }, 'INPUT_PROMPT', { get });
    const succeeded = await main(env, new AbortController().signal);
    write.mockRestore();
    expect(succeeded).toBe(false);
    expect(log).toContain(`::error::The action itself failed: ${shown}. This is a bug. Please report it`);
    expect(log).toMatch(stack);
    expect(log.replace('::add-mask::mint_hunter2', '')).not.toContain('hunter2');
  },
);
