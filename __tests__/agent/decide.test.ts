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
const opened = event('issues', example('issues', 'opened'));
const comment = event('issue_comment', commentPayload('/docs also this'));

function turn(others: Partial<Turn> = {}): Turn {
  const base = { id: 'other', asks: 'other', run: '41', at: 1, by: 'alice', what: 'label docs' } as const;
  return { ...base, state: 'pull-request', accepted: true, followUp: false, job: 'job_1', ...others };
}

/** What the platform says of any job: a status, or trouble. */
type Answer = string | Error;

interface Given {
  readonly given?: Record<string, string>;
  readonly attempt?: number;
  readonly answer?: Answer;
  readonly memory?: Memory;
}

function asked(at: TriggerEvent, { given, attempt = 1 }: Given = {}) {
  const run = workflowRun({ GITHUB_RUN_ID: '42', GITHUB_RUN_ATTEMPT: String(attempt) });
  const inputs = agentInputs(given);
  return { event: at, inputs, run, request: requestOf(at, inputs, run) };
}

/** What was decided, and of which jobs the platform was asked. */
async function decided(at: TriggerEvent, turns: readonly Turn[], others: Given = {}) {
  const looks: [string, CallOptions][] = [];
  const { answer = 'completed', memory = { kind: 'read', turns } } = others;
  const platform = {
    async getJob(id: string, options: CallOptions = {}): Promise<Job> {
      looks.push([id, options]);
      if (typeof answer !== 'string') throw answer;
      return { id, status: answer };
    },
  };
  return { decision: await decide(asked(at, others), memory, platform, signal), looks };
}

/** The turn that an earlier attempt of the same request left. */
function ownTurn(at: TriggerEvent, others: Partial<Turn> = {}, given: Record<string, string> = {}): Turn {
  const { id, asks } = asked(at, { given }).request;
  return turn({ id, asks, run: '42', job: 'job_2', ...others });
}

const problem = { method: 'GET', path: '/x', advice: '' };
const http = (status: number) =>
  new HttpError('no', { ...problem, status, platformText: '', retryAfterMs: undefined });
const down = new NetworkError('down', { ...problem, code: 'ECONNRESET', sent: true });

const create: Decision = { kind: 'create' };
const message = { kind: 'message', jobId: 'job_1', knowsSubject: true };
const job9 = { 'job-id': 'job_9' };
const prompt = { prompt: 'x' };
const notAccepted = { accepted: false, job: undefined } as const;
const unknown = { ...notAccepted, state: 'unknown' } as const;

type Row = readonly [string, TriggerEvent, readonly Turn[], Given, object];

/** Each row: what happens, the event, what is remembered, what else is given, and (part of) the decision. */
function decides(rows: readonly Row[]): void {
  test.each(rows)('%s', async (_, at, turns, given, expected) => {
    const { decision } = await decided(at, turns, given);
    expect(decision).toMatchObject(expected);
    if (expected === create) expect(decision).toEqual(create);
  });
}

describe('the first attempt', () => {
  const review = example('pull_request_review', 'submitted');
  review.review.body = 'LGTM';
  const lgtm = event('pull_request_review', review);
  const to9 = { ...message, jobId: 'job_9' };
  const watch9 = { kind: 'watch', jobId: 'job_9' };
  const own9 = { given: job9 };
  const aside = { given: { ...job9, context: 'none' } };
  const newJob = (why: string) => ({ kind: 'create', note: expect.stringContaining(why) });

  decides([
    ['a label starts a job', labeled, [], {}, create],
    ['also when there was one', labeled, [turn()], {}, create],
    ['a comment goes on with the job', comment, [turn()], {}, message],
    ['or starts one', comment, [], {}, create],
    ['which nobody accepted', comment, [turn(unknown)], {}, create],
    ['a failed job is not gone on with', comment, [turn()], { answer: 'failed' }, newJob('has failed')],
    ['nor an archived one', comment, [turn()], { answer: 'archived' }, newJob('is archived')],
    ['nor one that is gone', comment, [turn()], { answer: http(404) }, newJob('is gone')],
    ['one that is active is', comment, [turn()], { answer: 'active' }, message],
    ['one that is paused is', comment, [turn()], { answer: 'paused' }, message],
    ['one that may not be read is', comment, [turn()], { answer: http(401) }, message],
    ['one of a platform that is down is', comment, [turn()], { answer: down }, message],
    ['job-id alone watches', labeled, [turn()], own9, watch9],
    ['also on a comment that counts for nothing', comment, [turn()], aside, watch9],
    ['job-id and a comment send to that job', comment, [turn()], own9, { ...to9, knowsSubject: false }],
    ['which may know the subject', comment, [turn(), turn({ job: 'job_9' })], own9, to9],
    [
      'but not if it never accepted it',
      comment,
      [turn({ job: 'job_9', accepted: false })],
      own9,
      { ...to9, knowsSubject: false },
    ],
    [
      'job-id and a prompt send to that job',
      labeled,
      [],
      { given: { ...job9, ...prompt } },
      { ...to9, knowsSubject: false },
    ],
    ['its own turn is of another run', labeled, [ownTurn(labeled)], { answer: 'active' }, create],
    ['a review without the phrase is no follow-up', lgtm, [turn()], { given: prompt }, create],
  ]);

  test('only an earlier job is looked at, for ten seconds', async () => {
    const { looks } = await decided(comment, [turn()]);
    expect(looks).toEqual([['job_1', { signal, timeoutMs: 10_000 }]]);
    expect((await decided(comment, [turn()], { given: job9 })).looks).toEqual([]);
  });

  test('a mistake in the program is not hidden', async () => {
    const answer = new TypeError('oops');
    await expect(decided(comment, [turn()], { answer })).rejects.toBe(answer);
  });

  test('a dry run asks nobody', async () => {
    expect(await decide(asked(comment), { kind: 'read', turns: [turn()] }, undefined, signal)).toEqual(
      message,
    );
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
  const reason = 'docs[bot] opened this pull request, and this action does not know the job behind it.';

  decides([
    ['goes on with the job if it is known', ofBot, [turn()], {}, message],
    ['starts one if the bot is allowed', ofBot, [], { given: { 'allowed-bots': 'docs[bot]' } }, create],
    ['starts one if it is no bot', onPullRequest('alice'), [], {}, create],
  ]);

  test('whose job is not known starts nothing, and is told what to do', async () => {
    expect((await decided(ofBot, [])).decision).toEqual({
      kind: 'stop',
      isTold: true,
      result: {
        outcome: 'error',
        reason,
        advice:
          'Nothing was sent. To go on with that job, run the workflow with its job-id. To start a job of its own for such pull requests, name the bot in allowed-bots.',
      },
    });
  });

  test('says nothing of an earlier attempt that sent nothing either', async () => {
    const own = ownTurn(ofBot, unknown);
    const { decision } = await decided(ofBot, [own], { attempt: 2 });
    expect(decision).toMatchObject({ kind: 'stop', result: { reason } });
    expect(decision).not.toHaveProperty('note');
  });
});

test.each([
  ['a first label', labeled, 1, {}, false],
  ['a re-run of it', labeled, 2, {}, true],
  ['a comment', comment, 1, {}, true],
  ['a comment with job-id', comment, 1, job9, false],
  ['a re-run of it', comment, 2, job9, true],
  ['a watch', labeled, 2, job9, false],
  ['a watch on a comment', comment, 2, { ...job9, context: 'none' }, false],
])('row %# of what depends on the memory', (_, at, attempt, given, needs) => {
  expect(needsMemory(asked(at, { attempt, given }))).toBe(needs);
});

describe('a label that another run was asked as well', () => {
  const { asks, where } = asked(labeled).request;
  const other = (others: Partial<Turn> = {}) => turn({ asks, where, state: 'working', ...others });
  const active = { answer: 'active' };
  const ended = { state: 'pull-request' } as const;
  const watch = (unsettled: boolean) => ({
    ...{ kind: 'watch', jobId: 'job_1', unsettled },
    note: 'Another run has asked the same, and its job is still active: this run watches that job.',
  });
  const elsewhere = { where: 'https://github.com/Codertocat/Hello-World/issues/2' };
  const discussion = event('discussion', { action: 'labeled', label: { name: 'docs' } });
  const onDiscussion = { asks: asked(discussion, { given: prompt }).request.asks, where: undefined };

  decides([
    ['watches an active job', labeled, [other()], active, watch(false)],
    ['whose run has given up', labeled, [other({ state: 'timeout' })], active, watch(false)],
    ['whose run was cancelled', labeled, [other({ state: 'cancelled' })], active, watch(false)],
    ['whose turn has ended', labeled, [other(ended)], active, watch(false)],
    ['of a follow-up that has not', labeled, [other({ followUp: true })], active, watch(true)],
    ['of a follow-up that has', labeled, [other({ followUp: true, ...ended })], active, watch(false)],
    ['starts a job when it is completed', labeled, [other()], { answer: 'completed' }, create],
    ['when it has failed', labeled, [other()], { answer: 'failed' }, create],
    ['when it is archived', labeled, [other()], { answer: 'archived' }, create],
    ['when another issue got the label', labeled, [other(elsewhere)], active, create],
    ['beside another step of the same run', labeled, [other({ id: 'step', run: '42' })], active, create],
    ['when nobody accepted the other', labeled, [other({ accepted: false })], active, create],
    ['when the other asked something else', labeled, [turn({ state: 'working' })], active, create],
    ['when it is no label', opened, [other()], active, create],
    ['when it is no issue', discussion, [other(onDiscussion)], { ...active, given: prompt }, create],
    ['believes the memory when the platform is down', labeled, [other()], { answer: down }, watch(false)],
    ['also of an end', labeled, [other(ended)], { answer: down }, create],
  ]);
});

describe('what cannot be read', () => {
  const error = new GithubError('GitHub answered 502.', { status: 502, kind: 'trouble' });
  const memory = { kind: 'unread', error } as const;
  const none = { kind: 'none' } as const;
  const stop = {
    kind: 'stop',
    result: {
      outcome: 'error',
      reason: expect.stringContaining('GitHub answered 502.'),
      advice: 'Nothing was sent, since that could pay for the same work twice. Run the workflow again.',
    },
  };

  decides([
    ['ends a re-run', labeled, [], { attempt: 2, memory }, stop],
    ['ends a follow-up by comment', comment, [], { memory }, stop],
    ['does not matter to a first label', labeled, [], { memory }, create],
    ['nor to a watch', labeled, [], { memory, given: job9, attempt: 2 }, { kind: 'watch' }],
    ['is something else than no memory', comment, [], { memory: none }, create],
    ['also in a re-run', labeled, [], { memory: none, attempt: 2 }, create],
  ]);
});

describe('a re-run', () => {
  const again = { attempt: 2 };
  const failed = { ...again, answer: 'failed' };
  const archived = { ...again, answer: 'archived' };
  const longer = { ...again, given: { 'timeout-minutes': '5' } };
  const nameless = { state: 'working', job: undefined } as const;
  const twice = { kind: 'create', note: expect.stringContaining('may be two jobs') };
  const watch = (unsettled = false) => ({ kind: 'watch', jobId: 'job_2', unsettled });
  const anew = { kind: 'create', note: expect.stringMatching(/^This is a re-run, and its job .* anew\.$/) };
  const of = (at: TriggerEvent, others: Partial<Turn>) => [ownTurn(at, others)];
  const both = { ...job9, ...prompt };
  const old = turn({ id: '', asks: '', run: '42', step: 'docs/__run', job: 'job_2' });
  const leg = { matrix: '{"page":2}' };
  const cutOff = {
    kind: 'stop',
    result: {
      outcome: 'unknown',
      reason: expect.stringContaining('cut off'),
      advice: expect.stringMatching(/^Nothing was sent now, .* the next attempt sends the request\.$/),
    },
  };

  decides([
    [
      'watches the job it has sent to',
      labeled,
      [turn(), ownTurn(labeled), turn({ run: '43' })],
      again,
      {
        ...watch(),
        note: 'This is a re-run, and an earlier attempt has sent its request: it watches that job.',
      },
    ],
    ['of a follow-up as well', comment, of(comment, {}), again, watch()],
    ['with job-id as well', labeled, [ownTurn(labeled, {}, both)], { attempt: 3, given: both }, watch()],
    ['that waits longer as well', labeled, of(labeled, {}), longer, watch()],
    ['is settled if it was no follow-up', comment, of(comment, { state: 'working' }), again, watch()],
    ['else not', comment, of(comment, { followUp: true, state: 'working' }), again, watch(true)],
    ['also if cancelled', comment, of(comment, { followUp: true, state: 'cancelled' }), again, watch(true)],
    ['but after its end', comment, of(comment, { followUp: true }), again, watch()],
    ['sends anew if the job has failed', labeled, of(labeled, { state: 'failed' }), failed, anew],
    ['or is archived', labeled, of(labeled, { state: 'failed' }), archived, anew],
    ['also a follow-up', comment, of(comment, { state: 'timeout' }), failed, { kind: 'create' }],
    ['but not after a pull request', labeled, of(labeled, {}), archived, watch()],
    ['or none', labeled, of(labeled, { state: 'no-pull-request' }), archived, watch()],
    ['after a cut sends nothing', labeled, of(labeled, { ...notAccepted, state: 'sending' }), again, cutOff],
    ['nor without the id', labeled, of(labeled, nameless), again, { kind: 'stop' }],
    ['sends what was refused', labeled, of(labeled, { ...notAccepted, state: 'error' }), again, create],
    ['or cancelled', labeled, of(labeled, { ...notAccepted, state: 'cancelled' }), again, create],
    ['or was told to be unknown', labeled, of(labeled, unknown), again, twice],
    [
      'says both why it sends anew and why it starts another job',
      comment,
      [turn(), ownTurn(comment, unknown)],
      failed,
      { note: expect.stringMatching(/^An earlier attempt .* dashboard\. The earlier job has failed, so /) },
    ],
    ['goes on from what version 1 wrote', labeled, [old], again, watch()],
    ['but not of another step', labeled, [{ ...old, step: 'docs/b' }], again, create],
    ['of another run is a request of its own', labeled, [turn()], again, create],
    ['with another prompt, too', labeled, of(labeled, {}), { ...again, given: prompt }, create],
    ['another leg, too', labeled, of(labeled, {}), { ...again, given: leg }, create],
    ['another project, too', labeled, of(labeled, {}), { ...again, given: { 'project-id': 'p2' } }, create],
  ]);

  test('that watches what has ended does not look at it', async () => {
    expect((await decided(labeled, of(labeled, {}), again)).looks).toEqual([]);
  });
});
