import { describe, expect, test } from '@jest/globals';
import { type Decision, decide, needsMemory } from '../../src/agent/decide.ts';
import type { Memory } from '../../src/agent/memory/conversation.ts';
import type { Turn } from '../../src/agent/memory/turn.ts';
import { requestOf } from '../../src/agent/request.ts';
import { GithubError } from '../../src/github/api.ts';
import type { TriggerEvent } from '../../src/github/event.ts';
import type { CallOptions } from '../../src/platform/client.ts';
import { HttpError, NetworkError } from '../../src/platform/errors.ts';
import type { Job } from '../../src/platform/schemas.ts';

import {
  agentInputs,
  commentPayload,
  event,
  example,
  labeledPayload,
  workflowRun,
} from '../helpers/payloads.ts';

const { signal } = new AbortController();
const labeled = event('issues', labeledPayload('docs'));
const comment = event('issue_comment', commentPayload('/docs also this'));
function turn(others: Partial<Turn> = {}): Turn {
  const base = { id: 'other', asks: 'other', run: '41', at: 1, by: 'alice', what: 'label docs' } as const;
  return { ...base, state: 'pull-request', accepted: true, followUp: false, job: 'job_1', ...others };
}

/** A platform whose jobs are all like this one; it keeps what it was asked. */
function platform(answer: string | Error) {
  return {
    asked: [] as string[],
    options: [] as CallOptions[],
    async getJob(id: string, options: CallOptions = {}): Promise<Job> {
      this.asked.push(id);
      this.options.push(options);
      if (typeof answer !== 'string') throw answer;
      return { id, status: answer };
    },
  };
}

interface Given {
  readonly given?: Record<string, string>;
  readonly attempt?: number;
  readonly api?: ReturnType<typeof platform>;
  readonly memory?: Memory;
}

function inputOf(at: TriggerEvent, turns: readonly Turn[], { given, attempt = 1, memory }: Given = {}) {
  const run = workflowRun({ GITHUB_RUN_ID: '42', GITHUB_RUN_ATTEMPT: String(attempt) });
  const inputs = agentInputs(given);
  const request = requestOf(at, inputs, run);
  return { event: at, inputs, run, request, memory: memory ?? { kind: 'read' as const, turns } };
}

function decided(at: TriggerEvent, turns: readonly Turn[], others: Given = {}): Promise<Decision> {
  return decide(inputOf(at, turns, others), others.api ?? platform('completed'), signal);
}

/** The turn that an earlier attempt of the same request left. */
function ownTurn(at: TriggerEvent, others: Partial<Turn> = {}, given: Record<string, string> = {}): Turn {
  const { id, asks } = inputOf(at, [], { given }).request;
  return turn({ id, asks, run: '42', job: 'job_2', ...others });
}

describe('the first attempt', () => {
  test('a label starts a job, also when there was one', async () => {
    expect(await decided(labeled, [])).toEqual({ kind: 'create' });
    expect(await decided(labeled, [turn()])).toEqual({ kind: 'create' });
  });

  test('a comment goes on with the job, or starts one', async () => {
    expect(await decided(comment, [turn()])).toEqual({ kind: 'message', jobId: 'job_1', knowsSubject: true });
    expect(await decided(comment, [])).toEqual({ kind: 'create' });
    expect(await decided(comment, [turn({ accepted: false, state: 'unknown', job: undefined })])).toEqual({
      kind: 'create',
    });
  });

  const problem = { method: 'GET', path: '/x', advice: '' };
  const gone = new HttpError('gone', { ...problem, status: 404, platformText: '', retryAfterMs: undefined });
  const denied = new HttpError('no', { ...problem, status: 401, platformText: '', retryAfterMs: undefined });
  const down = new NetworkError('down', { ...problem, code: 'ECONNRESET', sent: true });

  test.each([
    ['failed', /has failed/],
    ['archived', /is archived/],
    [gone, /is gone/],
  ])('a comment on a job that is %s starts a new one and says so', async (answer, note) => {
    const api = platform(answer);
    expect(await decided(comment, [turn()], { api })).toEqual({
      kind: 'create',
      note: expect.stringMatching(note),
    });
    expect(api.asked).toEqual(['job_1']);
    expect(api.options).toEqual([{ signal, timeoutMs: 10_000 }]);
  });

  test.each([['active'], ['completed'], ['paused'], [denied], [down]])(
    'on one that is %s it goes on',
    async (answer) => {
      expect(await decided(comment, [turn()], { api: platform(answer) })).toMatchObject({ kind: 'message' });
    },
  );

  test('a mistake in the program is not hidden', async () => {
    await expect(decided(comment, [turn()], { api: platform(new TypeError('oops')) })).rejects.toThrow(
      'oops',
    );
  });

  test('a dry run asks nobody', async () => {
    expect(await decide(inputOf(comment, [turn()]), undefined, signal)).toMatchObject({
      kind: 'message',
      jobId: 'job_1',
    });
  });

  test('job-id wins, with a prompt and without', async () => {
    const api = platform('failed');
    const given = { 'job-id': 'job_9' };
    expect(await decided(labeled, [turn()], { given, api })).toEqual({ kind: 'watch', jobId: 'job_9' });
    expect(await decided(comment, [turn()], { given: { ...given, context: 'none' }, api })).toEqual({
      kind: 'watch',
      jobId: 'job_9',
    });
    expect(await decided(comment, [turn()], { given, api })).toEqual({
      kind: 'message',
      jobId: 'job_9',
      knowsSubject: false,
    });
    for (const turns of [[turn({ job: 'job_9' })], [turn(), turn({ job: 'job_9' })]]) {
      expect(await decided(comment, turns, { given, api })).toMatchObject({ knowsSubject: true });
    }
    const refusedByPlatform = turn({ job: 'job_9', accepted: false });
    expect(await decided(comment, [refusedByPlatform], { given, api })).toMatchObject({
      knowsSubject: false,
    });
    expect(await decided(labeled, [], { given: { ...given, prompt: 'x' }, api })).toMatchObject({
      kind: 'message',
    });
    expect(api.asked).toEqual([]);
  });

  test('another request of the same run is another one: another prompt, leg or step', async () => {
    const own = ownTurn(labeled);
    for (const given of [{ prompt: 'x' }, { matrix: '{"page":2}' }, { 'project-id': 'p2' }]) {
      expect(await decided(labeled, [own], { given, attempt: 2 })).toEqual({ kind: 'create' });
    }
    // How long to wait is no part of what is asked.
    expect(await decided(labeled, [own], { given: { 'timeout-minutes': '5' }, attempt: 2 })).toMatchObject({
      kind: 'watch',
    });
  });

  test('is not taken for a re-run: its own turn is another run of the same step', async () => {
    const api = platform('active');
    expect(await decided(labeled, [ownTurn(labeled)], { api })).toEqual({ kind: 'create' });
  });

  test('a review without the phrase, which a prompt is for, is no follow-up', async () => {
    const payload = example('pull_request_review', 'submitted');
    payload.review.body = 'LGTM';
    const review = event('pull_request_review', payload);
    expect(await decided(review, [turn()], { given: { prompt: 'x' } })).toEqual({ kind: 'create' });
  });
});

describe('a comment on the pull request of a bot', () => {
  function onPullRequest(author: string): TriggerEvent {
    const payload = commentPayload('/docs shorten');
    payload.issue.pull_request = { html_url: 'https://github.com/acme/docs/pull/41' };
    payload.issue.user = { login: author, type: author.endsWith('[bot]') ? 'Bot' : 'User' };
    return event('issue_comment', payload);
  }
  const ofBot = onPullRequest('docs[bot]');

  test('whose job is not known starts nothing, and is told what to do', async () => {
    expect(await decided(ofBot, [])).toEqual({
      kind: 'stop',
      isTold: true,
      result: {
        outcome: 'error',
        reason: 'docs[bot] opened this pull request, and this action does not know the job behind it.',
        advice:
          'Nothing was sent. To go on with that job, run the workflow with its job-id. To start a job of its own for such pull requests, name the bot in allowed-bots.',
      },
    });
  });

  test('says nothing of an earlier attempt that sent nothing either', async () => {
    const own = ownTurn(ofBot, { state: 'unknown', accepted: false, job: undefined });
    const decision = await decided(ofBot, [own], { attempt: 2 });
    expect(decision).toMatchObject({ kind: 'stop', result: { outcome: 'error' } });
    expect(decision).not.toHaveProperty('note');
  });

  test('goes on with the job if it is known, or starts one if the bot is allowed, or no bot', async () => {
    expect(await decided(ofBot, [turn()])).toMatchObject({ kind: 'message', jobId: 'job_1' });
    const given = { 'allowed-bots': 'docs[bot]' };
    expect(await decided(ofBot, [], { given })).toEqual({ kind: 'create' });
    expect(await decided(onPullRequest('alice'), [])).toEqual({ kind: 'create' });
  });
});

describe('what is sent depends on the memory', () => {
  const needs = (at: TriggerEvent, attempt = 1, given: Record<string, string> = {}) =>
    needsMemory(inputOf(at, [], { attempt, given }));
  const job = { 'job-id': 'job_9' };

  test('in a re-run, and in a follow-up by comment without job-id', () => {
    expect(needs(labeled)).toBe(false);
    expect(needs(labeled, 2)).toBe(true);
    expect(needs(comment)).toBe(true);
    expect(needs(comment, 1, job)).toBe(false);
    expect(needs(comment, 2, job)).toBe(true);
  });

  test('and never when nothing is sent', () => {
    expect(needs(labeled, 2, job)).toBe(false);
    expect(needs(comment, 2, { ...job, context: 'none' })).toBe(false);
  });
});

describe('a label that another run was asked as well', () => {
  const { asks, where } = inputOf(labeled, []).request;
  const other = (others: Partial<Turn> = {}) => turn({ asks, where, state: 'working', ...others });

  test('watches the job while it is active, and says so', async () => {
    for (const state of ['working', 'timeout', 'cancelled', 'pull-request'] as const) {
      expect(await decided(labeled, [other({ state })], { api: platform('active') })).toMatchObject({
        kind: 'watch',
        jobId: 'job_1',
        note: expect.stringContaining('Another run has asked the same'),
      });
    }
  });

  test.each(['completed', 'failed', 'archived'])('starts a job when it is %s', async (status) => {
    expect(await decided(labeled, [other()], { api: platform(status) })).toEqual({ kind: 'create' });
  });

  test('starts a job when another issue got it, whose requests are told in the same comment', async () => {
    const elsewhere = other({ where: 'https://github.com/Codertocat/Hello-World/issues/2' });
    expect(await decided(labeled, [elsewhere], { api: platform('active') })).toEqual({ kind: 'create' });
  });

  test('starts a job of its own beside another step of the same run', async () => {
    const step = other({ id: 'another step', run: '42' });
    expect(await decided(labeled, [step], { api: platform('active') })).toEqual({ kind: 'create' });
  });

  test('believes the memory when the platform cannot tell', async () => {
    const down = new NetworkError('no', { method: 'GET', path: '/x', advice: '', code: 'X', sent: true });
    expect(await decided(labeled, [other()], { api: platform(down) })).toMatchObject({ kind: 'watch' });
    const ended = other({ state: 'pull-request' });
    expect(await decided(labeled, [ended], { api: platform(down) })).toEqual({ kind: 'create' });
  });

  test.each([
    [{ followUp: true }, true],
    [{ followUp: false }, false],
    [{ followUp: true, state: 'pull-request' }, false],
  ] as const)('after %j, a finished status may be the previous turn’s: %s', async (others, unsettled) => {
    expect(await decided(labeled, [other(others)], { api: platform('active') })).toMatchObject({
      kind: 'watch',
      unsettled,
    });
  });

  test('a discussion that got one is no issue', async () => {
    const payload = { action: 'labeled', label: { name: 'docs' } };
    const given = { prompt: 'x' };
    const discussion = event('discussion', payload);
    const same = turn({ asks: inputOf(discussion, [], { given }).request.asks, state: 'working' });
    expect(await decided(discussion, [same], { given, api: platform('active') })).toEqual({
      kind: 'create',
    });
  });

  test('is for labels alone, and for what the platform has accepted', async () => {
    const api = platform('active');
    const opened = event('issues', example('issues', 'opened'));
    expect(await decided(opened, [other()], { api })).toEqual({ kind: 'create' });
    expect(await decided(labeled, [other({ accepted: false })], { api })).toEqual({ kind: 'create' });
    expect(await decided(labeled, [turn({ state: 'working' })], { api })).toEqual({ kind: 'create' });
  });
});

describe('what cannot be read', () => {
  const error = new GithubError('GitHub answered 502.', { status: 502, kind: 'trouble' });
  const memory = { kind: 'unread', error } as const;

  test.each([
    ['a re-run', labeled, 2],
    ['a follow-up by comment', comment, 1],
  ])('%s sends nothing, and is told', async (_, at, attempt) => {
    expect(await decided(at, [], { attempt, memory })).toMatchObject({
      kind: 'stop',
      result: {
        outcome: 'error',
        reason: expect.stringContaining('GitHub answered 502.'),
        advice: 'Nothing was sent, since that could pay for the same work twice. Run the workflow again.',
      },
    });
  });

  test('does not matter to a first label, nor to a watch', async () => {
    expect(await decided(labeled, [], { memory })).toEqual({ kind: 'create' });
    const given = { 'job-id': 'job_9' };
    expect(await decided(labeled, [], { memory, given, attempt: 2 })).toMatchObject({ kind: 'watch' });
  });

  test('is something else than no memory at all', async () => {
    const none = { kind: 'none' } as const;
    expect(await decided(comment, [], { memory: none })).toEqual({ kind: 'create' });
    expect(await decided(labeled, [], { memory: none, attempt: 2 })).toEqual({ kind: 'create' });
  });
});

describe('a re-run', () => {
  test.each([labeled, comment])('watches the job that an earlier attempt has sent to', async (at) => {
    const api = platform('completed');
    const turns = [turn(), ownTurn(at), turn({ run: '43', job: 'job_3' })];
    expect(await decided(at, turns, { attempt: 2, api })).toMatchObject({
      kind: 'watch',
      jobId: 'job_2',
      note: 'This is a re-run, and an earlier attempt has sent its request: it watches that job.',
    });
    expect(api.asked).toEqual([]);
  });

  test('also with a prompt and job-id', async () => {
    const given = { prompt: 'x', 'job-id': 'job_2' };
    const turns = [ownTurn(labeled, {}, given)];
    expect(await decided(labeled, turns, { attempt: 3, given })).toMatchObject({ kind: 'watch' });
  });

  test.each([
    [{ followUp: true, state: 'working' }, true],
    [{ followUp: true, state: 'cancelled' }, true],
    [{ followUp: true, state: 'pull-request' }, false],
    [{ followUp: false, state: 'working' }, false],
  ] as const)('of %j: a finished status may be the previous turn’s: %s', async (others, unsettled) => {
    expect(await decided(comment, [ownTurn(comment, others)], { attempt: 2 })).toMatchObject({
      kind: 'watch',
      unsettled,
    });
  });

  test.each(['failed', 'archived'])('sends anew when the job is %s, and says so', async (status) => {
    const api = platform(status);
    expect(await decided(labeled, [ownTurn(labeled, { state: 'failed' })], { attempt: 2, api })).toEqual({
      kind: 'create',
      note: expect.stringMatching(/re-run, and its job .*: the request is sent anew/),
    });
    const followUp = ownTurn(comment, { state: 'timeout', followUp: true });
    expect(await decided(comment, [followUp], { attempt: 2, api })).toMatchObject({ kind: 'create' });
  });

  test.each(['pull-request', 'no-pull-request'] as const)(
    'but not of a request that had ended as %s',
    async (state) => {
      const api = platform('archived');
      expect(await decided(labeled, [ownTurn(labeled, { state })], { attempt: 2, api })).toMatchObject({
        kind: 'watch',
      });
    },
  );

  test('sends nothing when an attempt was cut off while it sent, and says so', async () => {
    const turns = [ownTurn(labeled, { state: 'sending', accepted: false, job: undefined })];
    expect(await decided(labeled, turns, { attempt: 2 })).toMatchObject({
      kind: 'stop',
      result: {
        outcome: 'unknown',
        reason: expect.stringContaining('cut off'),
        advice: expect.stringMatching(/^Nothing was sent now, .* the next attempt sends the request\.$/),
      },
    });
  });

  test('sends nothing when the job is known to exist, but not its id', async () => {
    const turns = [ownTurn(labeled, { state: 'working', job: undefined })];
    expect(await decided(labeled, turns, { attempt: 2 })).toMatchObject({ kind: 'stop' });
  });

  test.each(['unknown', 'error', 'cancelled'] as const)(
    'sends the request when the earlier attempt ended as %s: people have been told',
    async (state) => {
      const turns = [ownTurn(labeled, { state, accepted: false, job: undefined })];
      const decision = await decided(labeled, turns, { attempt: 2 });
      expect(decision).toMatchObject({ kind: 'create' });
      expect('note' in decision && decision.note?.includes('may be two jobs')).toBe(state === 'unknown');
    },
  );

  test('says both why it sends anew and why it starts another job', async () => {
    const own = ownTurn(comment, { state: 'unknown', accepted: false, job: undefined });
    expect(await decided(comment, [turn(), own], { attempt: 2, api: platform('failed') })).toEqual({
      kind: 'create',
      note: expect.stringMatching(/^An earlier attempt .* dashboard\. The earlier job has failed, so /),
    });
  });

  test('goes on from what version 1 wrote', async () => {
    const old = turn({ id: '', asks: '', run: '42', step: 'docs/__run', job: 'job_2' });
    expect(await decided(labeled, [old], { attempt: 2 })).toMatchObject({ kind: 'watch', jobId: 'job_2' });
    expect(await decided(labeled, [{ ...old, step: 'docs/b' }], { attempt: 2 })).toEqual({ kind: 'create' });
  });

  test('of another run is a request of its own', async () => {
    expect(await decided(labeled, [turn()], { attempt: 2 })).toEqual({ kind: 'create' });
  });
});
