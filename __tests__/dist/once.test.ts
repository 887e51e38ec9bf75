import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { html, json, type Reply } from '../../sandbox/exchange.ts';
import { type Behaviour, type Fault, refuse } from '../../sandbox/faults.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { type AgentRun, stepOf } from '../agent/memory/agent-run.ts';
import { commentPayload, example, labeledPayload, type Payload, REPOSITORY } from '../helpers/payloads.ts';
import type { BundleResult } from '../helpers/run-bundle.ts';
import { bundle } from './cases.ts';

/** What happens between runs, each on the bundle: re-runs, legs, threads, limits, and who may ask. */

const LABEL = { name: 'issues', payload: labeledPayload('docs'), run: '100' };

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ jobMs: 100, permissions: { Codertocat: 'write', stranger: 'read' } });
});
afterEach(() => sandbox.close());

function run(others: Partial<AgentRun> = {}): Promise<BundleResult> {
  return bundle.run(stepOf(sandbox, { ...LABEL, ...others }));
}

function comment(id: string, body: string, others: Partial<AgentRun> = {}): Promise<BundleResult> {
  return run({ name: 'issue_comment', payload: askingComment(body), run: id, ...others });
}

function askingComment(body: string): Payload {
  const payload = commentPayload(body);
  const { id } = sandbox.github.addComment({ repository: REPOSITORY, issue: 1, user: 'Codertocat', body });
  return { ...payload, comment: { ...payload.comment, id } };
}

function sent(): number {
  return sandbox.ledger.of('create', 'message').length;
}

const answer = (reply: Reply): Behaviour => ({ kind: 'answer', effect: false, reply });

/** A rate limit, as GitHub may also tell it. */
const limited = (seconds: string) =>
  answer(json(403, { message: 'API rate limit exceeded' }, { 'retry-after': seconds }));

const LIST_TROUBLES: readonly Behaviour[] = [
  refuse(500, 'No'),
  refuse(502, 'No'),
  refuse(429, 'No'),
  limited('60'),
  { kind: 'hang', effect: false },
  { kind: 'reset', effect: false },
  answer(html(200, '<h1>Hello</h1>')),
  answer(json(200, [{ id: 'one' }])),
];

/** A step that meets trouble with GitHub in a sandbox of its own, so that many can wait at the same time. */
async function inTrouble(given: AgentRun, on: Fault['on'], behaviour: Behaviour) {
  const other = await startSandbox({ permissions: { Codertocat: 'write' }, faults: [{ on, behaviour }] });
  const { exitCode, outputs } = await bundle.run(stepOf(other, given));
  const requests = other.ledger.of('create', 'message').length;
  await other.close();
  return { exitCode, outcome: outputs['outcome'], requests };
}

describe('GitHub is in trouble', () => {
  test('nothing is sent without the memory or the permission, and the step fails', async () => {
    const comment = { name: 'issue_comment', payload: commentPayload('/docs more'), run: '101' };
    const ends = await Promise.all(
      LIST_TROUBLES.flatMap((behaviour) => [
        inTrouble({ ...LABEL, attempt: 2 }, 'comment-list', behaviour),
        inTrouble(comment, 'comment-list', behaviour),
        inTrouble(LABEL, 'permission', behaviour),
      ]),
    );
    expect(ends).toEqual(Array(24).fill({ exitCode: 1, outcome: 'error', requests: 0 }));
  });

  test('trouble that passes is waited out', async () => {
    await run();
    sandbox.setFaults([{ on: 'comment-list', from: 1, to: 2, behaviour: limited('1') }]);
    const { outputs, exitCode } = await run({ attempt: 2 });
    expect([outputs['outcome'], exitCode, sent()]).toEqual(['pull-request', 0, 1]);
  });
});

describe('requests that share run, job and step', () => {
  test.each([
    ['legs of a matrix', { matrix: '{"page":"a"}' }, { matrix: '{"page":"b"}' }],
    ['calls of a reusable workflow, or steps of a composite', { prompt: 'Do a.' }, { prompt: 'Do b.' }],
  ])('%s: one that runs in attempt 2 for the first time sends its own', async (_, first, second) => {
    const a = await run({ given: first });
    const b = await run({ given: second, attempt: 2 });
    expect(sent()).toBe(2);
    expect(b.outputs['job-id']).not.toBe(a.outputs['job-id']);
    expect(b.outputs['pr-link']).not.toBe(a.outputs['pr-link']);
    const again = await run({ given: first, attempt: 3 });
    expect(again.outputs['job-id']).toBe(a.outputs['job-id']);
    expect(sent()).toBe(2);
  });
});

test('`job-id` with `context: none` watches on a comment, and sends nothing', async () => {
  const { outputs } = await comment('100', '/docs more', { given: { wait: 'false' } });
  const given = { 'job-id': outputs['job-id'] ?? '', context: 'none', 'trigger-label': 'docs' };
  const watched = await comment('100', '/docs more', { given, env: { GITHUB_JOB: 'wait' } });
  expect(watched.outputs).toMatchObject({ outcome: 'pull-request', 'job-id': outputs['job-id'] });
  expect(sent()).toBe(1);
});

describe('what is remembered', () => {
  function status(): { id: number; body: string } {
    const own = sandbox.github.comments.find(({ user }) => user === 'github-actions[bot]');
    return own ?? { id: 0, body: '' };
  }

  test('is found with text added under it, after a thousand comments', async () => {
    for (let index = 0; index < 1000; index += 1) {
      sandbox.github.addComment({ repository: REPOSITORY, issue: 1, user: 'bob', body: `${index}` });
    }
    await run();
    sandbox.github.editComment(status().id, `${status().body}\n\nThanks, I will look at it tomorrow.`);
    expect((await run({ attempt: 2 })).outputs['outcome']).toBe('pull-request');
    expect(sent()).toBe(1);
  });

  test('stays when another run writes during a slow look at the platform', async () => {
    const first = await run();
    sandbox.setFaults([{ on: 'get', only: [1], behaviour: { kind: 'delay', ms: 3000 } }]);
    const slow = comment('101', '/docs slow');
    while (sandbox.ledger.of('get').at(-1)?.status !== null)
      await new Promise((done) => setTimeout(done, 20));
    const other = await run({ run: '102', given: { prompt: 'Something else.', wait: 'false' } });
    expect((await slow).outputs['job-id']).toBe(first.outputs['job-id']);
    sandbox.setFaults([]);
    const again = await run({ run: '102', attempt: 2, given: { prompt: 'Something else.' } });
    expect(again.outputs['job-id']).toBe(other.outputs['job-id']);
    expect(sent()).toBe(3);
  });

  test('is the turn: a re-run of a follow-up that was cancelled does not report the previous one', async () => {
    sandbox.setScenario('stale-after-message');
    await run();
    const asking = askingComment('/docs more');
    const step = bundle.start(
      stepOf(sandbox, {
        name: 'issue_comment',
        payload: asking,
        run: '101',
        given: { 'settle-seconds': '60' },
      }),
    );
    await step.until(() => status().body.includes('at work'), 'the follow-up was accepted');
    step.kill('SIGINT');
    expect((await step.finished()).outputs['outcome']).toBe('cancelled');
    sandbox.setScenario('stale-for-good');
    const given = { 'settle-seconds': '60', 'timeout-minutes': '0.05' };
    const again = await run({ name: 'issue_comment', payload: asking, run: '101', attempt: 2, given });
    expect(again.outputs['outcome']).not.toBe('pull-request');
    expect(sent()).toBe(2);
  });

  test('one 403 of a rate limit while a comment is written is made good', async () => {
    sandbox.setFaults([{ on: 'comment-update', only: [2, 3], behaviour: limited('1') }]);
    expect((await run()).exitCode).toBe(0);
    expect(status().body).toMatch(/^\*\*✅ The docs pull request is ready/);
  });

  test('a label run asks GitHub eight times, before there is a pull request to tell it on', async () => {
    sandbox.setScenario('no-pull-request');
    await run();
    const github = sandbox.ledger.requests.filter(({ path }) => path.startsWith('/github'));
    expect(github.map(({ operation }) => operation)).toEqual([
      ...['permission', 'comment-list', 'comment-create', 'comment-update'],
      ...['comment-get', 'comment-update', 'comment-get', 'comment-update'],
    ]);
  });
});

describe('jobs that failed, and jobs at work', () => {
  test('a job that failed is asked for anew by a re-run', async () => {
    sandbox.setScenario('failed');
    expect((await run()).outputs['outcome']).toBe('failed');
    sandbox.setScenario('happy');
    const again = await run({ attempt: 2 });
    expect(again.outputs['outcome']).toBe('pull-request');
    expect(again.log).toContain('This is a re-run, and its job has failed: it sends the request anew.');
    expect(sent()).toBe(2);
  });

  test('a label that is removed and added again while the job works is no second job', async () => {
    sandbox.setScenario('slow');
    const first = await run({ given: { wait: 'false' } });
    const second = await run({ run: '101', given: { wait: 'false' } });
    expect(second.outputs['job-id']).toBe(first.outputs['job-id']);
    expect(sent()).toBe(1);
  });
});

describe('who may ask, and what asks', () => {
  test.each(['watch', 'fork', 'gollum', 'workflow_run'])(
    'a stranger who causes %s asks for nothing',
    async (name) => {
      const payload = { action: 'started', sender: { login: 'stranger', type: 'User' } };
      const { exitCode, outputs } = await run({ name, payload, given: { prompt: 'Update the docs.' } });
      expect([exitCode, outputs['outcome'], sent()]).toEqual([0, 'skipped', 0]);
      expect(outputs['reason']).toContain('stranger has the permission read');
    },
  );

  test('other activities of an issue, and of a release, start nothing', async () => {
    for (const action of ['edited', 'closed', 'deleted', 'transferred']) {
      const { outputs } = await run({ payload: { ...labeledPayload('docs'), action } });
      expect([action, outputs['outcome']]).toEqual([action, 'skipped']);
    }
    for (const action of ['created', 'published', 'released']) {
      const payload = { ...example('release'), action };
      const { outputs } = await run({ name: 'release', payload, given: { comment: 'false' } });
      expect([action, outputs['outcome']]).toEqual([
        action,
        action === 'published' ? 'pull-request' : 'skipped',
      ]);
    }
    expect(sent()).toBe(1);
  });
});
