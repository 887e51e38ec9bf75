import { describe, expect, test } from '@jest/globals';
import { type Decision, decide, followUpTo, needsMemory } from '../../src/agent/decide.ts';
import type { Memory, Remembered, ReplyRecord } from '../../src/agent/replies/record.ts';
import { GithubError } from '../../src/github/api.ts';
import type { TriggerEvent } from '../../src/github/event.ts';
import type { CallOptions, JobPlatform } from '../../src/platform/client.ts';
import { AgentWorld, type Asking, comment, labeled, onPullRequest } from '../helpers/agent-world.ts';
import { event, example } from '../helpers/payloads.ts';
import { recordOf } from '../helpers/simulated-github.ts';
import { errorOf, jobOf } from '../helpers/wait-world.ts';

/** What the platform says of any job: a status, or trouble. */
type Answer = string | Error;

interface Given extends Asking {
  readonly answer?: Answer;
  readonly memory?: Memory;
}

function remembered(...records: readonly Remembered['record'][]): Remembered[] {
  return records.map((record, index) => {
    const at = `2026-01-05T12:00:0${index}Z`;
    const comment = { id: index, url: '', body: '', createdAt: at, updatedAt: at, content: record };
    return { comment, record };
  });
}

/** What was decided, of which jobs the platform was asked, and what the log says. */
async function decided(at: TriggerEvent, records: readonly Remembered['record'][], others: Given = {}) {
  const polls: [string, CallOptions][] = [];
  const { answer = 'completed', memory = { kind: 'read', remembered: remembered(...records) } } = others;
  const platform: Pick<JobPlatform, 'getJob'> = {
    async getJob(id, options = {}) {
      polls.push([id, options]);
      if (typeof answer !== 'string') throw answer;
      return jobOf(answer, { id });
    },
  };
  const world = new AgentWorld();
  const { agent } = world.agent({ at, ...others });
  const decision = await decide({ ...agent, platform: Object.assign(world.platform, platform) }, memory);
  return { decision, polls, log: agent.log, signal: agent.signal };
}

/** The record that an earlier attempt of the same request has left; of another, unless `given` are its inputs. */
function own(at: TriggerEvent, others: Partial<ReplyRecord> = {}, given: Asking['given'] = {}): ReplyRecord {
  return recordOf({ request: requestId(at, given), job: 'job_2', ...others });
}

function requestId(at: TriggerEvent, given: Asking['given'] = {}): string {
  return new AgentWorld().agent({ at, given }).agent.request.id;
}

const http = (status: number) => errorOf({ kind: 'http', status });
const down = errorOf({ kind: 'network', code: 'ECONNRESET', sent: true });
const create: Decision = { kind: 'create' };
const message = { kind: 'message', jobId: 'job_1', knowsSubject: true };
const job9 = { 'job-id': 'job_9' };
const prompt = { prompt: 'x' };
const unsent = { accepted: false, job: undefined } as const;
const unknown = { ...unsent, state: 'unknown' } as const;

type Row = readonly [string, TriggerEvent, readonly Remembered['record'][], Given, object];

/** Each row: what happens, the event, what is remembered, what else is given, and (part of) the decision. */
function decides(rows: readonly Row[]): void {
  test.each(rows)('%s', async (_, at, records, given, expected) => {
    const { decision } = await decided(at, records, given);
    expect(decision).toMatchObject(expected);
    if (expected === create) expect(decision).toEqual(create);
  });
}

describe('the first attempt', () => {
  const review = example('pull_request_review', 'submitted');
  review.review.body = 'LGTM';
  const lgtm = event('pull_request_review', review);
  const job1 = recordOf();
  const to9 = { ...message, jobId: 'job_9', trust: 'once active' };
  const stranger = { ...to9, knowsSubject: false };
  const pullRequest = { kind: 'pull-request', job: 'job_1' } as const;
  const watch9 = { kind: 'watch', jobId: 'job_9', trust: 'at once' };
  const own9 = { given: job9 };
  const aside = { given: { ...job9, context: 'none' } };
  const newJob = (end: string) => ({
    kind: 'create',
    note: `The earlier job ${end}, so this request starts a new one.`,
  });
  const said = (answer: Answer, trust: string, expected: object = message) =>
    [comment, [job1], { answer }, { ...expected, trust }] as const;

  decides([
    ['a label starts a job', labeled, [], {}, create],
    ['also where there was one', labeled, [job1], {}, create],
    ['a comment goes on with the job', comment, [job1], {}, message],
    ['or starts one', comment, [], {}, create],
    ['where nobody accepted another', comment, [recordOf(unknown)], {}, create],
    ['a failed job is not gone on with', comment, [job1], { answer: 'failed' }, newJob('has failed')],
    ['nor an archived one', comment, [job1], { answer: 'archived' }, newJob('is archived')],
    ['nor one that is gone', comment, [job1], { answer: http(404) }, newJob('is gone')],
    ['one that is completed is, whose activity will be its own', ...said('completed', 'once active')],
    ['one that is active is, whose activity proves nothing', ...said('active', 'once settled')],
    ['nor does that of one that is paused', ...said('paused', 'once settled')],
    ['nor of one that may not be read', ...said(http(401), 'once settled')],
    ['nor of one of a platform that is down', ...said(down, 'once settled')],
    ['that of a pull request is gone on with', comment, [pullRequest], {}, message],
    ['job-id alone watches', labeled, [job1], own9, watch9],
    ['also on a comment that counts for nothing', comment, [job1], aside, watch9],
    ['job-id and a comment send to that job', comment, [job1], own9, stranger],
    ['which may know the subject', comment, [recordOf({ job: 'job_9' }), job1], own9, to9],
    ['but not if it never accepted it', comment, [recordOf({ ...unsent, job: 'job_9' })], own9, stranger],
    ['job-id and a prompt send to that job', labeled, [], { given: { ...job9, ...prompt } }, stranger],
    [
      'also to one that is gone: the platform will say so',
      comment,
      [],
      { ...own9, answer: http(404) },
      stranger,
    ],
    ['what an earlier run left is not its own', labeled, [own(labeled)], { answer: 'active' }, create],
    ['a review without the phrase is no follow-up', lgtm, [job1], { given: prompt }, create],
  ]);

  test('asks only for the job that it goes on with, for ten seconds', async () => {
    const { polls, signal } = await decided(comment, [job1]);
    expect(polls).toEqual([['job_1', { signal, timeoutMs: 10_000 }]]);
    expect((await decided(labeled, [job1])).polls).toEqual([]);
  });

  test('asks nothing of the platform in a dry run', async () => {
    const { decision, polls } = await decided(comment, [job1], { given: { 'dry-run': 'true' } });
    expect([decision, polls]).toEqual([{ ...message, trust: 'once settled' }, []]);
  });

  test('does not hide a mistake in the program', async () => {
    const answer = new TypeError('oops');
    await expect(decided(comment, [job1], { answer })).rejects.toBe(answer);
  });
});

test.each([
  ['active', 'once settled'],
  ['completed', 'once active'],
  ['failed', undefined],
  ['gone', undefined],
])('a job that another request has started in the meantime, and that is %s', async (end, trust) => {
  const world = new AgentWorld();
  world.platform.add('job_3', end);
  expect(await followUpTo('job_3', world.agent().agent)).toEqual(
    trust && {
      ...{ kind: 'message', jobId: 'job_3', knowsSubject: true, trust },
      note: 'Another request has started a job in the meantime, so this request goes on with that job.',
    },
  );
});

describe('a comment on the pull request of a bot', () => {
  const ofBot = onPullRequest(7, 'docs[bot]');
  const reason = 'docs[bot] opened this pull request, and this action does not know the job behind it.';
  const stop = {
    kind: 'stop',
    result: {
      ...{ outcome: 'error', reason },
      advice:
        'Nothing was sent. To go on with that job, run the workflow with its job-id. To start a job of its own for such pull requests, name the bot in allowed-bots.',
    },
  };

  decides([
    ['goes on with the job if it is known', ofBot, [recordOf()], {}, message],
    ['starts one if the bot is allowed', ofBot, [], { given: { 'allowed-bots': 'docs[bot]' } }, create],
    ['starts one if it is no bot', onPullRequest(7), [], {}, create],
    ['whose job is not known starts nothing', ofBot, [], {}, stop],
    ['also in the next attempt', ofBot, [own(ofBot, unknown)], { attempt: 2 }, stop],
  ]);

  test('says nothing of an earlier attempt when it sends nothing', async () => {
    expect((await decided(ofBot, [own(ofBot, unknown)], { attempt: 2 })).decision).toEqual(stop);
  });
});

test.each([
  ['a first label', labeled, 1, {}, false],
  ['a re-run of it', labeled, 2, {}, true],
  ['a comment', comment, 1, {}, true],
  ['a comment with job-id', comment, 1, job9, true],
  ['a watch', labeled, 2, job9, false],
  ['a watch on a comment', comment, 2, { ...job9, context: 'none' }, false],
])('%s depends on the memory: %#', (_, at, attempt, given, needs) => {
  expect(needsMemory(new AgentWorld().agent({ at, attempt, given }).agent)).toBe(needs);
});

describe('a memory that cannot be read', () => {
  const error = new GithubError('GitHub answered 502.', { status: 502, kind: 'trouble', advice: 'Wait.' });
  const memory = { kind: 'unread', error } as const;
  const reason = expect.stringMatching(/^What this action remembers .* GitHub answered 502\.$/);
  const advice = expect.stringMatching(/^Nothing was sent.* Run the workflow again\..* Wait\.$/);
  const stop = { kind: 'stop', result: { outcome: 'error', reason, advice } };
  const [silent, told] = [true, false].map((isSilent) => ({ ...stop, isSilent }));

  decides([
    ['ends a re-run, whose reply is left alone', labeled, [], { attempt: 2, memory }, silent ?? stop],
    ['ends a request by comment, which has no reply yet', comment, [], { memory }, told ?? stop],
    ['does not matter to a watch', labeled, [], { memory, given: job9, attempt: 2 }, { kind: 'watch' }],
    ['is something else than none that is kept', comment, [], { memory: { kind: 'none' } }, create],
  ]);
});

describe('a re-run', () => {
  const failed = { answer: 'failed' };
  const archived = { answer: 'archived' };
  const followUp = { at: comment };
  const both = { ...job9, ...prompt };
  const completed = { completed: true } as const;
  const cut = { ...unsent, state: 'sending' } as const;
  const note = 'This is a re-run, and an earlier attempt has sent its request: it watches that job.';
  const watch = { kind: 'watch', jobId: 'job_2', trust: 'at once', note };
  const anew = (end: string) => ({
    kind: 'create',
    note: `This is a re-run, and its job ${end}: it sends the request anew.`,
  });
  const reason = expect.stringContaining('was cut off while it sent the request');
  const advice = expect.stringMatching(/^Nothing was sent now, .* the next attempt sends the request\.$/);
  const cutOff = (jobId?: string) => ({
    kind: 'stop',
    result: { outcome: 'unknown', jobId, reason, advice },
  });
  const said = (pattern: RegExp) => ({ kind: 'create', note: expect.stringMatching(pattern) });
  const twice = said(/^An earlier attempt .* may be two jobs: look .* dashboard\.$/);
  const twiceAnew = said(/^An earlier attempt .* dashboard\. The earlier job has failed, so /);
  const settled = { state: 'working', trust: 'once settled' } as const;

  /** What the first attempt has left, how the second one differs, and what it comes to; others came before and after. */
  test.each<[string, Partial<ReplyRecord>, Given, object]>([
    ['watches the job it has started', {}, {}, watch],
    ['also under a longer timeout', {}, { given: { 'timeout-minutes': '5', notify: 'true' } }, watch],
    ['also with job-id', {}, { given: both }, watch],
    ['trusts a follow-up as its first attempt did', settled, followUp, { ...watch, trust: 'once settled' }],
    ['once active', { ...settled, trust: 'once active' }, followUp, { ...watch, trust: 'once active' }],
    ...(['pull-request', 'no-pull-request', 'failed', 'archived'] as const).map(
      (state): [string, Partial<ReplyRecord>, Given, object] => [
        ...([
          `trusts at once what was seen to end: ${state}`,
          { ...settled, state },
          followUp,
          watch,
        ] as const),
      ],
    ),
    ['watches whatever became of the watch', { state: 'error' }, {}, watch],
    ['or of its run', { state: 'working' }, {}, watch],
    ['sends anew if the job has failed', { state: 'failed' }, failed, anew('has failed')],
    ['or is archived', { state: 'timeout' }, archived, anew('is archived')],
    ['but not if that cannot be learned', {}, { answer: down }, watch],
    ['nor if the job is gone', {}, { answer: http(404) }, watch],
    ['nor once it was seen to complete', completed, archived, watch],
    [
      'also a follow-up, which then starts a job',
      { state: 'timeout' },
      { ...followUp, ...failed },
      { kind: 'create' },
    ],
    ['sends nothing after a cut, and tells it', cut, {}, cutOff()],
    ['with the job that it was for', { ...cut, does: 'message', job: 'job_7' }, followUp, cutOff('job_7')],
    ['nor once it was accepted as nothing', { state: 'sending' }, {}, cutOff('job_2')],
    ['sends what was refused', { ...unsent, state: 'error' }, {}, create],
    ['or stopped before', { ...unsent, state: 'cancelled' }, {}, create],
    ['or accepted without a job', { job: undefined, state: 'working' }, {}, create],
    ['or told as unknown', unknown, {}, twice],
    ['for both reasons', unknown, { ...followUp, ...failed }, twiceAnew],
    ['of another run is a request of its own', { request: 'another' }, {}, create],
    ['with another prompt, too', { request: requestId(labeled) }, { given: prompt }, create],
    ['with another project, too', { request: requestId(labeled) }, { given: { 'project-id': 'p2' } }, create],
    [
      'with another key, too',
      { request: requestId(labeled) },
      { given: { 'api-key': 'mint_new_12345' } },
      create,
    ],
  ])('%s', async (_, left, { at = labeled, given = {}, ...others }, expected) => {
    const records = [recordOf(), own(at, left, given), recordOf({ request: 'third', job: 'job_3' })];
    const { decision } = await decided(at, records, { attempt: 2, given, ...others });
    expect(decision).toMatchObject(expected);
    if (expected === create) expect(decision).toEqual(create);
  });

  const again = { attempt: 2 };
  const of = (left: Partial<ReplyRecord>) => [own(labeled, left)];

  test('asks for no job that was seen to complete', async () => {
    expect((await decided(labeled, of(completed), again)).polls).toEqual([]);
    expect((await decided(labeled, of({}), again)).polls).toHaveLength(1);
  });

  const NOTHING_KEPT =
    'warning: This is a re-run, and no reply is kept, so nothing is remembered of earlier attempts (set comment: true on an issue or pull request). If one of them sent the request, there are two now.';
  const NO_REPLY =
    'notice: This is a re-run, and no reply of an earlier attempt stands: this attempt sends the request.';

  test.each<[string, readonly ReplyRecord[], Given, string]>([
    ['its reply was deleted', [], again, NO_REPLY],
    ['no reply is kept', [], { ...again, memory: { kind: 'none' } }, NOTHING_KEPT],
    ['its reply stands', of({}), again, ''],
    ['it is the first attempt', [], {}, ''],
    ['it is a dry run', [], { ...again, given: { 'dry-run': 'true' } }, ''],
    ['it watches', [], { ...again, given: job9 }, ''],
  ])('says in the log that it sends where %s', async (_, records, given, text) => {
    expect((await decided(labeled, records, given)).log.text).toBe(text);
  });
});
