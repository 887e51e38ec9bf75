import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { refuse } from '../../sandbox/faults.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { annotations } from '../helpers/action-environment.ts';
import { commentPayload, example, labeledPayload, type Payload } from '../helpers/payloads.ts';
import { type MainResult, removeMainDirectory, runMain } from '../helpers/run-main.ts';
import { type AgentRun, stepOf } from './memory/agent-run.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ jobMs: 5, permissions: { Codertocat: 'write', mallory: 'read' } });
});
afterEach(() => sandbox.close());
afterAll(removeMainDirectory);

function run(
  name: string,
  payload: Payload,
  { run = '100', signal, ...others }: Partial<AgentRun> = {},
): Promise<MainResult> {
  return runMain(stepOf(sandbox, { name, payload, run, ...others }), signal);
}

function label(others: Partial<AgentRun> = {}): Promise<MainResult> {
  return run('issues', labeledPayload('docs'), others);
}

function operations(): string[] {
  return sandbox.ledger.requests.map(({ operation }) => operation);
}

describe('an interruption', () => {
  const CANCELLED = 'The run was interrupted before anything was sent to the platform.';

  /** Aborts as soon as an operation is asked for, which never answers. */
  async function interruptedAt(
    operation: 'permission' | 'comment-list' | 'review-comments',
    start: (signal: AbortSignal) => Promise<MainResult>,
  ): Promise<MainResult> {
    sandbox.setFaults([{ on: operation, behaviour: { kind: 'hang', effect: false } }]);
    const controller = new AbortController();
    const running = start(controller.signal);
    while (sandbox.ledger.of(operation).length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    controller.abort(new Error('interrupted'));
    return running;
  }

  test('of the permission check ends as cancelled, and nothing was sent', async () => {
    const result = await interruptedAt('permission', (signal) =>
      label({ signal, given: { 'job-id': 'job_7', prompt: 'x' } }),
    );
    expect(result.succeeded).toBe(true);
    expect(result.outputs).toMatchObject({ outcome: 'cancelled', reason: CANCELLED, 'job-id': 'job_7' });
    expect(annotations(result, 'notice')).toEqual([CANCELLED]);
    expect(operations()).toEqual(['permission']);
  });

  test('of the look at a review ends as cancelled', async () => {
    const payload = example('pull_request_review', 'submitted');
    payload.review.body = '/docs x';
    const result = await interruptedAt('review-comments', (signal) =>
      run('pull_request_review', payload, { signal }),
    );
    expect(result.outputs).toMatchObject({ outcome: 'cancelled', reason: CANCELLED });
  });

  test('while the memory is read that decides ends as cancelled', async () => {
    const result = await interruptedAt('comment-list', (signal) =>
      run('issue_comment', commentPayload('/docs x'), { signal }),
    );
    expect(result.outputs).toMatchObject({ outcome: 'cancelled', reason: CANCELLED });
    expect(sandbox.ledger.of('create')).toEqual([]);
  });
});

test('what later steps read is written before the comment: a runner may be gone a moment later', async () => {
  const written: string[] = [];
  const edit = (value: Record<string, unknown>) => {
    written.push(readFileSync(process.env['GITHUB_OUTPUT'] ?? '', 'utf8'));
    return value;
  };
  sandbox.setFaults([{ on: 'comment-update', behaviour: { kind: 'edit', edit } }]);
  const { outputs } = await label();
  expect(outputs['outcome']).toBe('pull-request');
  expect(written).not.toEqual([]);
  expect(written[0]).toBe('');
  expect(written.at(-1)).toContain('pull-request');
  expect(written.at(-1)).toContain(outputs['job-id']);
});

describe('who may not ask', () => {
  test('starts nothing, and is told in the log', async () => {
    const payload = { ...labeledPayload('docs'), sender: { login: 'mallory', type: 'User' } };
    const result = await run('issues', payload);
    expect(result.succeeded).toBe(true);
    const reason = 'mallory has the permission read here, and minimum-permission is write.';
    expect(result.outputs).toMatchObject({ outcome: 'skipped', reason });
    expect(annotations(result, 'notice')).toEqual([`Skipped, and nothing was sent. ${reason}`]);
    expect(operations()).toEqual(['permission']);
  });

  test.each([
    ['OWNER', 1],
    ['MEMBER', 1],
    ['COLLABORATOR', 1],
    ['CONTRIBUTOR', 0],
    ['NONE', 0],
  ])('%s: %i reactions', async (association, count) => {
    const payload = commentPayload('/docs x');
    payload.sender = { login: 'mallory', type: 'User' };
    payload.comment.author_association = association;
    await run('issue_comment', payload);
    expect(sandbox.ledger.of('reaction')).toHaveLength(count);
  });

  test('gets no reaction as a bot, nor without `comment`; one that is refused changes nothing', async () => {
    const payload = commentPayload('/docs x');
    payload.comment.author_association = 'MEMBER';
    payload.sender = { login: 'helper[bot]', type: 'Bot' };
    await run('issue_comment', payload);
    payload.sender = { login: 'mallory', type: 'User' };
    await run('issue_comment', payload, { given: { comment: 'false' } });
    expect(sandbox.ledger.of('reaction')).toEqual([]);
    sandbox.setFaults([{ on: 'reaction', behaviour: refuse(500, 'No') }]);
    const result = await run('issue_comment', payload);
    expect(result.outputs['outcome']).toBe('skipped');
    expect(sandbox.ledger.of('reaction')).toHaveLength(1);
  });
});

describe('the log', () => {
  test('says who asked for what, how long the prompt is, and how it ended', async () => {
    const result = await run('issue_comment', commentPayload('/docs mention the proxy'));
    const [prompt = ''] = sandbox.ledger.jobs[0]?.prompts ?? [];
    expect(result.lines[0]).toMatch(
      /^Docs Agent \d+\.\d+\.\d+ · agent mode · project docs-project at http:\/\/127\.0\.0\.1:\d+$/,
    );
    expect(result.lines).toContain(
      `Asked for by Codertocat: mention the proxy. Length of the prompt: ${prompt.length}; dry-run: true shows it.`,
    );
    expect(result.log).toMatch(
      /The job completed, and its pull request is open \([^()]*, \d+ polls?\)\.\nhttps:\/\/\S+\n"Docs update.*": \d+ files?, \+\d+ −\d+\nTo go on with this job: job-id \S+/,
    );
  });

  test('warns that nothing is remembered of earlier attempts', async () => {
    const warning = expect.stringMatching(
      /^This is a re-run, and without a status comment this action remembers nothing /,
    );
    const given = { comment: 'false' };
    expect(annotations(await label({ given }), 'warning')).toEqual([]);
    expect(annotations(await label({ given, attempt: 2 }), 'warning')).toEqual([warning]);
    const watch = { ...given, 'job-id': sandbox.ledger.jobs[0]?.id ?? '' };
    expect(annotations(await label({ given: watch, attempt: 2 }), 'warning')).toEqual([]);
  });

  test('says why an earlier job is not gone on with, and what the platform says of an error', async () => {
    sandbox.setScenario('failed');
    const failed = await label();
    expect(failed.succeeded).toBe(false);
    expect(annotations(failed, 'error')).toHaveLength(1);
    sandbox.setScenario('happy');
    const next = await run('issue_comment', commentPayload('/docs again'), { run: '101' });
    expect(next.lines).toContain('The earlier job has failed, so this request starts a new one.');
    sandbox.setFaults([{ on: 'message', behaviour: refuse(400, 'The prompt is not good') }]);
    const refused = await run('issue_comment', commentPayload('/docs more'), { run: '102' });
    expect(annotations(refused, 'error')[0]).toContain('\nThe platform says: The prompt is not good\n');
  });
});

test('a dry run shows the prompt, asks nothing of the platform, and changes nothing on GitHub', async () => {
  const result = await label({ given: { 'dry-run': 'true' } });
  const reason = 'This is a dry run, so nothing was sent to the platform.';
  expect(result.succeeded).toBe(true);
  expect(result.outputs).toMatchObject({ outcome: 'skipped', reason });
  expect(annotations(result, 'group')).toEqual(['Dry run: what would be sent']);
  expect(annotations(result, 'notice')).toEqual([reason]);
  expect(result.log).toContain('> Title: Spelling error in the README file');
  expect(result.summary).toContain('Title: Spelling error in the README file');
  expect(operations()).toEqual(['permission', 'comment-list']);
});
