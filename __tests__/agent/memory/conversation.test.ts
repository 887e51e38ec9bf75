import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Behaviour, refuse } from '../../../sandbox/faults.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/server.ts';
import { type Clock, systemClock } from '../../../src/clock.ts';
import { annotations } from '../../helpers/action-environment.ts';
import { commentPayload, labeledPayload, type Payload, REPOSITORY } from '../../helpers/payloads.ts';
import { type MainResult, removeMainDirectory, runMain } from '../../helpers/run-main.ts';
import { type AgentRun, stepOf } from './agent-run.ts';

/** What whole runs leave in the status comment, where others write and GitHub is in trouble. */

const ISSUE = 1;
let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ jobMs: 5, permissions: { Codertocat: 'write' } });
});
afterEach(() => sandbox.close());
afterAll(removeMainDirectory);

function label(run: string, others: Partial<AgentRun> = {}, clock?: Clock): Promise<MainResult> {
  const step = stepOf(sandbox, { name: 'issues', payload: labeledPayload('docs'), run, ...others });
  return runMain(step, others.signal, clock);
}

function comment(run: string, payload: Payload): Promise<MainResult> {
  return runMain(stepOf(sandbox, { name: 'issue_comment', payload, run }));
}

/** The comment is on GitHub, too. */
function asking(body: string): Payload {
  const payload = commentPayload(body);
  payload.comment.id = addComment('Codertocat', body);
  return payload;
}

function addComment(user: string, body: string, issue = ISSUE): number {
  return sandbox.github.addComment({ repository: REPOSITORY, issue, user, body }).id;
}

/** The one status comment. */
function own(): { readonly id: number; readonly body: string } {
  const all = sandbox.github.comments.filter(
    ({ user, repository }) => user === 'github-actions[bot]' && repository === REPOSITORY,
  );
  expect(all.length).toBeLessThan(2);
  return all[0] ?? { id: 0, body: '' };
}

function prompts(): string[] {
  return sandbox.ledger.jobs.flatMap(({ prompts }) => [...prompts]);
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('strangers', () => {
  test('a comment that is not for the action leads to no request at all', async () => {
    expect((await comment('100', asking('LGTM'))).outputs['outcome']).toBe('skipped');
    const other = { given: { 'trigger-label': 'other' } };
    expect((await label('100', other)).outputs['outcome']).toBe('skipped');
    expect(sandbox.ledger.requests).toEqual([]);
  });

  test('a copied marker is ignored, on this issue and on others, before the real one and when that is gone', async () => {
    await label('100');
    const { id, body } = own();
    const copies = [ISSUE, 5].map((issue) => addComment('mallory', body, issue));
    await comment('101', asking('/docs more'));
    expect(sandbox.ledger.jobs).toHaveLength(1);
    sandbox.github.deleteComment(id);
    await comment('102', asking('/docs even more'));
    expect(sandbox.ledger.jobs).toHaveLength(2);
    const elsewhere = commentPayload('/docs there');
    elsewhere.issue.number = 5;
    await comment('103', elsewhere);
    expect(sandbox.ledger.jobs).toHaveLength(3);
    const left = copies.map((copy) => sandbox.github.comments.find((one) => one.id === copy)?.body);
    expect(left).toEqual([body, body]);
  });

  test('what is edited after the event changes nothing', async () => {
    const payload = asking('/docs mention the proxy');
    sandbox.github.editComment(payload.comment.id, '/docs delete all pages');
    await comment('100', payload);
    expect(prompts()).toEqual([expect.stringMatching(/^mention the proxy\n/)]);
    expect(own().body).toContain('`mention the proxy`');
  });

  test('a status comment that somebody rewrote is put right; without its marker the run at hand still knows', async () => {
    const edit = (value: Record<string, unknown>) => {
      sandbox.github.editComment(own().id, '@team look at https://evil.example');
      return value;
    };
    sandbox.setFaults([{ on: 'comment-update', only: [1], behaviour: { kind: 'edit', edit } }]);
    await label('100');
    sandbox.setFaults([]);
    expect(own().body).toMatch(/^\*\*✅ The docs pull request is ready/);
    sandbox.github.editComment(own().id, own().body.replace(/^.*/, 'Buy shoes'));
    await comment('101', asking('/docs more'));
    expect(own().body).not.toContain('shoes');
    expect(sandbox.ledger.jobs).toHaveLength(1);
  });
});

test('the comment is found among two hundred with at most three requests', async () => {
  for (let index = 0; index < 198; index += 1) addComment('bob', `comment ${index}`);
  await label('100');
  addComment('bob', 'the last one');
  const before = sandbox.ledger.of('comment-list').length;
  await comment('101', asking('/docs more'));
  expect(sandbox.ledger.jobs).toHaveLength(1);
  expect(sandbox.ledger.of('comment-list').length - before).toBeLessThanOrEqual(3);
});

describe('an interrupted run', () => {
  /** A label run that is interrupted as soon as something is so. */
  async function interruptedWhen(isSo: () => boolean): Promise<MainResult> {
    const controller = new AbortController();
    const running = label('100', { signal: controller.signal });
    await until(isSo);
    controller.abort(new Error('interrupted'));
    return running;
  }

  test('says that the job goes on', async () => {
    await sandbox.close();
    sandbox = await startSandbox({ jobMs: 3_600_000, permissions: { Codertocat: 'write' } });
    const result = await interruptedWhen(() => own().body.includes('at work'));
    expect(result.outputs['outcome']).toBe('cancelled');
    expect(annotations(result, 'warning')).toEqual([]);
    expect(own().body).toMatch(/^\*\*✋ The run was interrupted/);
    expect(own().body).toContain('· job `');
  });

  test('does not wait for GitHub to take how it ended', async () => {
    sandbox.setFaults([
      { on: 'create', behaviour: refuse(403, 'Forbidden') },
      { on: 'comment-get', behaviour: { kind: 'hang', effect: false } },
    ]);
    const { outputs, succeeded } = await interruptedWhen(() => sandbox.ledger.of('comment-get').length > 0);
    expect([outputs['outcome'], succeeded]).toEqual(['error', false]);
  });
});

describe('trouble with comments is one warning, and the job’s outcome is its own', () => {
  const COMMENTS = ['comment-list', 'comment-get', 'comment-create', 'comment-update', 'reaction'] as const;
  const html = { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>' };
  const NEEDED =
    '`issues: write` (on pull requests `pull-requests: write`), and the issue must not be locked';

  /** A clock on which pauses and limits take a hundredth of their time. */
  const fastClock: Clock = {
    now: () => performance.now() * 100,
    date: () => new Date(),
    sleep: (ms, signal) => systemClock.sleep(ms / 100, signal),
  };

  test.each<[string, Behaviour]>([
    ...[401, 403, 404, 410, 422, 500, 503].map((code): [string, Behaviour] => [
      `${code}`,
      refuse(code, 'No'),
    ]),
    ['reset', { kind: 'reset', effect: false }],
    ['HTML', { kind: 'answer', effect: false, reply: html }],
    ['no answer', { kind: 'hang', effect: false }],
  ])('%s to every one of them', async (name, behaviour) => {
    sandbox.setFaults([{ on: COMMENTS, behaviour }]);
    const isFinal = name.startsWith('4');
    const result = await label('100', {}, isFinal ? systemClock : fastClock);
    expect(result.outputs).toMatchObject({ outcome: 'pull-request', 'comment-url': '' });
    const warnings = annotations(result, 'warning');
    expect(warnings).toEqual([
      expect.stringMatching(
        /^The status comment is not kept up to date: .*A re-run of this workflow run would send the request again\./,
      ),
    ]);
    expect(sandbox.ledger.jobs).toHaveLength(1);
    expect(sandbox.ledger.of('comment-create', 'comment-update')).toEqual([]);
    expect(warnings[0]?.includes(NEEDED)).toBe(isFinal);
    expect(warnings[0]?.includes('did not answer in time')).toBe(name === 'no answer');
  });
});
