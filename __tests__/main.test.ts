import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox/server.ts';
import { main } from '../src/main.ts';
import { annotations, leaksOf, visibleText } from './helpers/action-environment.ts';
import { hurriedClock, type MainResult, removeMainDirectory, runMain } from './helpers/run-main.ts';

afterAll(removeMainDirectory);

const opened: Sandbox[] = [];
afterEach(async () => {
  for (const sandbox of opened.splice(0)) await sandbox.close();
});

async function sandboxWith(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ jobMs: 100, ...options });
  opened.push(sandbox);
  return sandbox;
}

const FINISHED = '☑️ The docs agent has finished and reported no pull request';
const QUICK = { prompt: 'Write about proxies', 'poll-interval-seconds': '0.02' };

async function run(
  sandbox: Sandbox,
  inputs: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<MainResult> {
  const result = await runMain({ sandbox, inputs: { ...QUICK, ...inputs } }, signal);
  expect(leaksOf(sandbox.apiKey, result)).toEqual([]);
  return result;
}

describe('main', () => {
  test('masks the key before anything else', async () => {
    const sandbox = await sandboxWith();
    const { commands, log } = await run(sandbox, { 'api-key': ` ${sandbox.apiKey}\n` });
    expect(log.startsWith('::add-mask::')).toBe(true);
    expect(commands.filter(({ name }) => name === 'add-mask').map(({ data }) => data)).toContain(
      sandbox.apiKey,
    );
  });

  test('runs agent mode, and leaves outputs and a summary', async () => {
    const sandbox = await sandboxWith();
    const result = await run(sandbox);
    expect(result.succeeded).toBe(true);
    expect(result.outputs).toMatchObject({ outcome: 'pull-request', 'pr-number': '41', status: 'completed' });
    expect(result.summary).toContain('## ✅ The docs pull request is ready');
    expect(annotations(result, 'group')).toEqual(['Waiting for the job, at most 30 min']);
    expect(annotations(result, 'warning')).toEqual([]);
  });

  test.each([
    ['failed', 'failed, timeout', 'failed', false, '❌ The docs agent failed'],
    ['failed', 'none', 'failed', true, '❌ The docs agent failed'],
    ['failed', 'archived', 'failed', true, '❌ The docs agent failed'],
    ['archived', 'failed, timeout', 'archived', true, '🗄️ The job is archived'],
    ['archived', 'archived', 'archived', false, '🗄️ The job is archived'],
    ['no-pull-request', 'failed', 'no-pull-request', true, FINISHED],
    ['no-pull-request', 'no-pull-request', 'no-pull-request', false, FINISHED],
    ['bare-job', 'failed', 'no-pull-request', true, FINISHED],
    ['slow', 'failed', 'timeout', true, '⏳ The docs agent takes longer than this run waited'],
    ['flaky-polls', 'failed', 'pull-request', true, '✅ The docs pull request is ready'],
    ['early-404', 'failed', 'pull-request', true, '✅ The docs pull request is ready'],
    ['unknown-status', 'failed', 'pull-request', true, '✅ The docs pull request is ready'],
    ['create-500', 'none', 'unknown', false, '❓ Nobody knows whether the request arrived'],
    ['create-401', 'none', 'error', false, '❌ The run ended in an error'],
  ])(
    '%s with fail-on %s ends as %s: succeeds is %s',
    async (scenario, failOn, outcome, succeeded, heading) => {
      const inputs = { 'fail-on': failOn, 'timeout-minutes': scenario === 'slow' ? '0.005' : '1' };
      const result = await run(await sandboxWith({ scenario }), inputs);
      expect([result.outputs['outcome'], result.succeeded]).toEqual([outcome, succeeded]);
      expect(annotations(result, 'error')).toHaveLength(succeeded ? 0 : 1);
      expect(result.summary).toContain(`## ${heading}`);
    },
  );

  test('creates without waiting, watches without sending, and sends follow-ups', async () => {
    const sandbox = await sandboxWith();
    const created = await run(sandbox, { wait: 'false' });
    const id = created.outputs['job-id'] ?? '';
    expect(created.outputs).toMatchObject({ outcome: 'started', status: 'active' });
    expect(visibleText(created)).toContain(
      'To watch it, run this action with the same project-id and this job-id',
    );
    const watched = await run(sandbox, { prompt: '', 'job-id': id });
    expect(watched.outputs).toMatchObject({ outcome: 'pull-request', 'job-id': id });
    expect(sandbox.ledger.of('create', 'message')).toHaveLength(1);
    const followUp = { ...QUICK, prompt: 'Shorter', 'job-id': id };
    const followed = await runMain({ sandbox, inputs: followUp }, undefined, hurriedClock);
    expect(followed.outputs).toMatchObject({ outcome: 'pull-request', 'job-id': id });
    expect(sandbox.ledger.jobs.map(({ prompts }) => prompts)).toEqual([[QUICK.prompt, 'Shorter']]);
  });

  test('tells every wrong input at once, in the log, the outputs and the summary', async () => {
    const sandbox = await sandboxWith();
    const result = await run(sandbox, { wait: 'maybe', 'project-id': '', 'timeout-minutes': '`0`' });
    expect(result.succeeded).toBe(false);
    expect(result.outputs).toEqual({
      outcome: 'error',
      reason: 'The inputs cannot be used: project-id, wait, timeout-minutes.',
    });
    expect(annotations(result, 'error')).toEqual([
      [
        'The inputs cannot be used: project-id, wait, timeout-minutes.',
        'project-id: missing. Copy it from the API keys page of the dashboard.',
        'wait: got "maybe". Accepted: true or false (also True, TRUE, False, FALSE).',
        'timeout-minutes: got "`0`". Accepted: a number above 0 up to 7200, such as 30 or 0.5.',
      ].join('\n'),
    ]);
    expect(result.summary).toContain('- wait: got "maybe".');
    expect(result.summary).not.toContain('`0`');
    expect(sandbox.ledger.requests).toEqual([]);
  });

  test('cannot be tricked by the key that it is given into showing it', async () => {
    const sandbox = await sandboxWith();
    const result = await runMain({ sandbox, inputs: { ...QUICK, 'api-key': 'mint_hunter2\nmint_hunter3' } });
    expect(result.succeeded).toBe(false);
    expect(visibleText(result)).not.toMatch(/hunter[23]/);
    expect(`${result.summary}${JSON.stringify(result.outputs)}`).not.toMatch(/hunter[23]/);
  });

  test('that is interrupted before it begins sends nothing, and is cancelled', async () => {
    const sandbox = await sandboxWith();
    const result = await run(sandbox, {}, AbortSignal.abort());
    expect(result.succeeded).toBe(true);
    expect(result.outputs).toMatchObject({ outcome: 'cancelled', 'job-id': '' });
    expect(sandbox.ledger.requests).toEqual([]);
  });

  test.each([
    ['an event that it cannot read', { name: 'issues', payload: 'not an object' }],
    ['an event that has no prompt', { name: 'workflow_dispatch', payload: {} }],
  ])('tells %s', async (_, event) => {
    const sandbox = await sandboxWith();
    const result = await runMain({ sandbox, inputs: { ...QUICK, prompt: '' }, event });
    expect([result.succeeded, result.outputs['outcome']]).toEqual([false, 'error']);
    expect(annotations(result, 'error')[0]).not.toContain('This is a bug');
    expect(sandbox.ledger.requests).toEqual([]);
  });
});

describe('a mistake in the action itself', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  async function runBroken(problem: unknown): Promise<{ succeeded: boolean; log: string }> {
    let log = '';
    jest.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      log += String(chunk);
      return true;
    });
    const env = { 'INPUT_API-KEY': 'mint_hunter2' };
    Object.defineProperty(env, 'INPUT_PROMPT', {
      get() {
        throw problem;
      },
    });
    return { succeeded: await main(env, new AbortController().signal), log };
  }

  test('is an error that asks for a report, without the key', async () => {
    const { succeeded, log } = await runBroken(new TypeError('cannot read mint_hunter2'));
    expect(succeeded).toBe(false);
    expect(log).toContain(
      '::error::The action itself failed: cannot read ***. This is a bug. Please report it',
    );
    expect(log).toMatch(/::debug::TypeError: cannot read \*\*\*%0A {4}at /);
    expect(log.replace('::add-mask::mint_hunter2', '')).not.toContain('hunter2');
  });

  test('may be anything that can be thrown', async () => {
    expect((await runBroken('a text')).log).toContain('The action itself failed: a text.');
  });
});
