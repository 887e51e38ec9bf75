import { describe, expect, test } from '@jest/globals';
import { html, json } from '../../sandbox/exchange.ts';
import type { Behaviour, Fault } from '../../sandbox/faults.ts';
import { example, labeledPayload } from '../helpers/payloads.ts';
import { HURRIED } from '../helpers/preloaded.ts';
import { endOf } from './cases.ts';
import { github, type Issue, killed, onIssue, testOnIssue } from './issue.ts';

/** What happens between runs, each on the bundle: trouble with GitHub, what is remembered, and who may ask. */

const WELL = { exitCode: 0, outcome: 'pull-request' };

/** A rate limit, as GitHub may also tell it. */
const limited = (seconds: string) => github(403, { 'retry-after': seconds });

const TROUBLES: readonly (readonly [string, Behaviour])[] = [
  ['500', github(500)],
  ['502', github(502)],
  ['429', github(429)],
  ['a rate limit', limited('60')],
  ['nothing', { kind: 'hang', effect: false }],
  ['a reset', { kind: 'reset', effect: false }],
  ['HTML', { kind: 'answer', effect: false, reply: html(200, '<h1>Hello</h1>') }],
  ['another shape', { kind: 'answer', effect: false, reply: json(200, [{ id: 'one' }]) }],
];

describe('when GitHub answers with', () => {
  const label = labeledPayload('docs');
  const asks: readonly (readonly [string, Fault['on'], (issue: Issue) => ReturnType<Issue['label']>])[] = [
    ['a re-run', 'comment-list', (issue) => issue.label({ attempt: 2, env: HURRIED })],
    ['a comment', 'comment-list', (issue) => issue.ask('/docs more')],
    ['a label', 'permission', (issue) => issue.run('issues', label, { env: HURRIED })],
    ['a label', 'comment-create', (issue) => issue.run('issues', label, { env: HURRIED })],
  ];
  const rows = TROUBLES.flatMap(([name, behaviour]) =>
    asks.map(([who, on, ask]) => [name, on, who, { behaviour, ask }] as const),
  );
  test.concurrent.each(rows)('%s to %s, nothing is sent for %s, and the step fails', (...row) => {
    const [, on, , { behaviour, ask }] = row;
    return onIssue(
      async (issue) => {
        expect(endOf(await ask(issue))).toEqual({ exitCode: 1, outcome: 'error' });
        expect(issue.sent).toBe(0);
      },
      { faults: [{ on, behaviour }] },
    );
  });

  testOnIssue('trouble that passes, it is waited out', async (issue) => {
    await issue.label({ run: 1 });
    issue.sandbox.setFaults([{ on: 'comment-list', from: 1, to: 2, behaviour: limited('1') }]);
    expect(endOf(await issue.label({ run: 1, attempt: 2, env: HURRIED }))).toEqual(WELL);
    expect(issue.sent).toBe(1);
  });

  testOnIssue('a rate limit while a reply is written, it is written later', async (issue) => {
    issue.sandbox.setFaults([{ on: 'comment-update', only: [1, 2], behaviour: limited('1') }]);
    expect(endOf(await issue.label({ env: HURRIED }))).toEqual(WELL);
    expect(issue.replies[0]).toMatchObject({ state: 'pull-request' });
  });
});

describe('a request', () => {
  testOnIssue('that shares run, job and step with another one sends its own in attempt 2', async (issue) => {
    const a = await issue.label({ run: 1, given: { prompt: 'Do a.' } });
    const b = await issue.label({ run: 1, attempt: 2, given: { prompt: 'Do b.' } });
    expect(issue.sent).toBe(2);
    expect(b.outputs['job-id']).not.toBe(a.outputs['job-id']);
    const again = await issue.label({ run: 1, attempt: 3, given: { prompt: 'Do a.' } });
    expect(again.outputs['job-id']).toBe(a.outputs['job-id']);
    expect(issue.sent).toBe(2);
  });

  testOnIssue('by a label is one of its own, also while the job of another label works', async (issue) => {
    issue.sandbox.setScenario('slow');
    const first = await issue.label({ given: { wait: 'false' } });
    const second = await issue.label({ given: { wait: 'false' } });
    expect(second.outputs['job-id']).not.toBe(first.outputs['job-id']);
    expect([issue.sent, issue.replies.length]).toEqual([2, 2]);
  });

  testOnIssue('is found after a thousand comments, with text added under its reply', async (issue) => {
    for (let index = 0; index < 1000; index += 1) issue.write(`Comment ${index}`);
    await issue.label({ run: 1 });
    const [reply] = issue.replies;
    const { github } = issue.sandbox;
    github.editComment(reply?.id ?? 0, `${reply?.body}\n\nThanks, I will look at it tomorrow.`);
    expect(endOf(await issue.label({ run: 1, attempt: 2 }))).toEqual(WELL);
    expect(issue.sent).toBe(1);
  });

  testOnIssue('writes no reply but its own', async (issue) => {
    await issue.label();
    const [first] = issue.replies;
    const edited = `${first?.body}\n\nThanks!`;
    issue.sandbox.github.editComment(first?.id ?? 0, edited);
    await Promise.all([issue.ask('/docs one'), issue.ask('/docs two'), issue.label()]);
    expect(issue.replies.find(({ id }) => id === first?.id)?.body).toBe(edited);
    expect(issue.replies.filter((reply) => reply.issue === 1)).toHaveLength(4);
  });

  testOnIssue('that was cancelled does not report what was there before when it is re-run', async (issue) => {
    const { sandbox } = issue;
    await issue.label();
    sandbox.setScenario('stale-for-good');
    const asking = issue.comment('/docs more');
    const step = issue.start('issue_comment', asking, { run: 1 });
    await step.until(() => issue.replies.some(({ state }) => state === 'working'), 'the follow-up');
    step.kill('SIGINT');
    expect((await step.finished()).outputs['outcome']).toBe('cancelled');
    const given = { 'timeout-minutes': '0.5', 'poll-interval-seconds': '3' };
    const again = { run: 1, attempt: 2, given, env: HURRIED };
    expect((await issue.run('issue_comment', asking, again)).outputs['outcome']).toBe('timeout');
    expect(issue.sent).toBe(2);
  });

  testOnIssue('with `job-id` and `context: none` watches on a comment, and sends nothing', async (issue) => {
    const asking = issue.comment('/docs more');
    const { outputs } = await issue.run('issue_comment', asking, { given: { wait: 'false' } });
    const given = { 'job-id': outputs['job-id'] ?? '', context: 'none', 'trigger-label': 'docs' };
    const watched = await issue.run('issue_comment', asking, { given, env: { GITHUB_JOB: 'wait' } });
    expect(watched.outputs).toMatchObject({ outcome: 'pull-request', 'job-id': outputs['job-id'] });
    expect(issue.sent).toBe(1);
  });
});

describe('a comment', () => {
  testOnIssue(
    'waits a minute for one that was killed while it was sent, then goes on alone',
    async (issue) => {
      await killed(issue);
      const before = issue.sandbox.ledger.requests.length;
      expect(endOf(await issue.ask('/docs more'))).toEqual(WELL);
      const lists = issue.github(before).filter((name) => name === 'comment-list');
      expect(lists.length).toBeGreaterThan(4);
      expect(issue.sandbox.ledger.jobs).toHaveLength(1);
    },
  );

  testOnIssue('that comes while another one starts a job goes on with that job', async (issue) => {
    issue.sandbox.setFaults([{ on: 'create', only: [1], behaviour: { kind: 'delay', ms: 400 } }]);
    const first = issue.start('issue_comment', issue.comment('/docs one'));
    await first.until(() => issue.sent === 1, 'the request to the platform');
    const second = await issue.ask('/docs two');
    expect(endOf(second)).toEqual(WELL);
    expect(second.outputs['job-id']).toBe((await first.finished()).outputs['job-id']);
    expect(issue.sandbox.ledger.jobs).toHaveLength(1);
  });
});

describe('who may ask, and what asks', () => {
  test.concurrent.each(['watch', 'fork', 'gollum', 'workflow_run'])(
    'a stranger who causes %s asks for nothing',
    (name) =>
      onIssue(async (issue) => {
        const payload = { action: 'started', sender: { login: 'stranger', type: 'User' } };
        const result = await issue.run(name, payload, { given: { prompt: 'Update the docs.' } });
        expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'skipped' });
        expect(result.outputs['reason']).toContain('stranger has the permission read');
        expect([issue.sent, issue.replies]).toEqual([0, []]);
      }),
  );

  testOnIssue('other activities of an issue, and of a release, start nothing', async (issue) => {
    for (const action of ['edited', 'closed', 'deleted', 'transferred']) {
      const { outputs } = await issue.run('issues', { ...labeledPayload('docs'), action });
      expect([action, outputs['outcome']]).toEqual([action, 'skipped']);
    }
    for (const action of ['created', 'published', 'released']) {
      const payload = { ...example('release'), action };
      const { outputs } = await issue.run('release', payload, { given: { comment: 'false' } });
      const expected = action === 'published' ? 'pull-request' : 'skipped';
      expect([action, outputs['outcome']]).toEqual([action, expected]);
    }
    expect([issue.sent, issue.replies]).toEqual([1, []]);
  });
});
