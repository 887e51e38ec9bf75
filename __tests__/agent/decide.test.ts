import { describe, expect, test } from '@jest/globals';
import { type Decision, decide, followUpTo, needsMemory } from '../../src/agent/decide.ts';
import {
  type Memory,
  type Remembered,
  type ReplyRecord,
  rememberedIn,
} from '../../src/agent/replies/record.ts';
import { GithubError } from '../../src/github/api.ts';
import type { TriggerEvent } from '../../src/github/event.ts';
import type { CallOptions, JobPlatform } from '../../src/platform/client.ts';
import { AgentWorld, type Asking, comment, labeled, onPullRequest } from '../helpers/agent-world.ts';
import { changed, event } from '../helpers/payloads.ts';
import { recordOf } from '../helpers/simulated-github.ts';
import { errorOf, jobOf } from '../helpers/wait-world.ts';

interface Given extends Asking {
  /** What the platform says of any job: a status, or trouble. */
  readonly answer?: string | Error;
  /** What an earlier attempt of the request has left, which comes first of all that is remembered. */
  readonly left?: Partial<ReplyRecord>;
  readonly memory?: Memory;
}

type Left = Remembered['record'];

/** What was decided, of which jobs the platform was asked, and what the log says. */
async function decided(at: TriggerEvent, others: readonly Left[], given: Given = {}) {
  const polls: [string, CallOptions][] = [];
  const { answer = 'completed', left } = given;
  const platform: Pick<JobPlatform, 'getJob'> = {
    async getJob(id, options = {}) {
      polls.push([id, options]);
      if (typeof answer !== 'string') throw answer;
      return jobOf(answer, { id });
    },
  };
  const world = new AgentWorld();
  const { agent } = world.agent({ at, ...given });
  const own = left ? [recordOf({ request: agent.request.id, job: 'job_2', ...left })] : [];
  const signed = [...own, ...others].map((content, id) => {
    return { id, url: '', body: '', createdAt: '2026-01-05', updatedAt: '', content };
  });
  const memory = given.memory ?? ({ kind: 'read', remembered: rememberedIn(signed) } as const);
  const decision = await decide({ ...agent, platform: Object.assign(world.platform, platform) }, memory);
  return { decision, polls, log: agent.log.text, signal: agent.signal };
}

const http = (status: number) => errorOf({ kind: 'http', status });
const down = errorOf({ kind: 'network', code: 'ECONNRESET', sent: true });
const create: Decision = { kind: 'create' };
const job9 = { 'job-id': 'job_9' };
const prompt = { prompt: 'x' };
const job1 = recordOf();
const unsent = { accepted: false, job: undefined } as const;
const unknown = { ...unsent, state: 'unknown' } as const;

/** Each row: what happens, the event, what is remembered, what else is given, and (part of) the decision. */
function decides(rows: readonly (readonly [string, TriggerEvent, readonly Left[], Given, object])[]): void {
  test.each(rows)('%s', async (_, at, others, given, expected) => {
    const { decision } = await decided(at, others, given);
    expect(decision).toMatchObject(expected);
    if (expected === create || 'result' in expected) expect(decision).toEqual(expected);
  });
}

describe('the first attempt', () => {
  const lgtm = event(
    'pull_request_review',
    changed('pull_request_review', 'submitted', { review: { body: 'LGTM' } }),
  );
  const message = { kind: 'message', jobId: 'job_1', knowsSubject: true, settle: 'after-active' };
  const to9 = { ...message, jobId: 'job_9' };
  const stranger = { ...to9, knowsSubject: false };
  const settled = { ...message, settle: 'after-stable' };
  const watch9 = { kind: 'watch', jobId: 'job_9', settle: 'immediate' };
  const own9 = { given: job9 };
  const never9 = recordOf({ ...unsent, job: 'job_9' });
  const gone = { answer: http(404) };
  const newJob = (end: string) => {
    return { kind: 'create', note: `The earlier job ${end}, so this request starts a new one.` };
  };

  decides([
    ['a label starts a job', labeled, [], {}, create],
    ['also where there was one', labeled, [job1], {}, create],
    ['a comment goes on with the job', comment, [job1], {}, message],
    ['or starts one', comment, [], {}, create],
    ['where nobody accepted another', comment, [recordOf(unknown)], {}, create],
    ['a failed job is not gone on with', comment, [job1], { answer: 'failed' }, newJob('has failed')],
    ['nor an archived one', comment, [job1], { answer: 'archived' }, newJob('is archived')],
    ['nor one that is gone', comment, [job1], gone, newJob('is gone')],
    ['the activity of one that is active proves nothing', comment, [job1], { answer: 'active' }, settled],
    ['nor does that of one that is paused', comment, [job1], { answer: 'paused' }, settled],
    ['nor of one that may not be read', comment, [job1], { answer: http(401) }, settled],
    ['nor of one of a platform that is down', comment, [job1], { answer: down }, settled],
    ['nor in a dry run', comment, [job1], { given: { 'dry-run': 'true' } }, settled],
    ['a pull request’s is gone on with', comment, [{ kind: 'pull-request', job: 'job_1' }], {}, message],
    ['job-id alone watches', labeled, [job1], own9, watch9],
    ['also on a comment, kept out', comment, [], { given: { ...job9, context: 'none' } }, watch9],
    ['job-id and a comment send to that job', comment, [job1], own9, stranger],
    ['which may know the subject', comment, [recordOf({ request: 'a', job: 'job_9' }), job1], own9, to9],
    ['but not if it never accepted it', comment, [never9], own9, stranger],
    ['job-id and a prompt send to that job', labeled, [], { given: { ...job9, ...prompt } }, stranger],
    ['also to one that is gone: the platform will say so', comment, [], { ...own9, ...gone }, stranger],
    ['what an earlier run left is not its own', labeled, [], { left: {} }, create],
    ['a review without the phrase is no follow-up', lgtm, [job1], { given: prompt }, create],
  ]);

  test('asks only for the job that it goes on with, for ten seconds, and nothing in a dry run', async () => {
    const { polls, signal } = await decided(comment, [job1]);
    expect(polls).toEqual([['job_1', { signal, timeoutMs: 10_000 }]]);
    expect((await decided(labeled, [job1])).polls).toEqual([]);
    expect((await decided(comment, [job1], { given: { 'dry-run': 'true' } })).polls).toEqual([]);
  });

  test('does not hide a mistake in the program', async () => {
    const answer = new TypeError('oops');
    await expect(decided(comment, [job1], { answer })).rejects.toBe(answer);
  });

  test.each([
    ['active', 'after-stable'],
    ['completed', 'after-active'],
    ['failed', undefined],
    ['gone', undefined],
  ])('joins a job that another request has started, and that is %s', async (end, trust) => {
    const world = new AgentWorld();
    world.platform.add('job_1', end);
    const note = 'Another request has started a job in the meantime, so this request goes on with that job.';
    expect(await followUpTo('job_1', world.agent().agent)).toEqual(trust && { ...message, trust, note });
  });
});

describe('a comment on the pull request of a bot', () => {
  const ofBot = onPullRequest(7, 'docs[bot]');
  const reason = 'docs[bot] opened this pull request, and this action does not know the job behind it.';
  const advice =
    'Nothing was sent. To go on with that job, run the workflow with its job-id. To start a job of its own for such pull requests, name the bot in allowed-bots.';
  const stop = { kind: 'stop', result: { outcome: 'error', reason, advice } };

  decides([
    ['goes on with the job if it is known', ofBot, [job1], {}, { kind: 'message', jobId: 'job_1' }],
    ['starts one if the bot is allowed', ofBot, [], { given: { 'allowed-bots': 'docs[bot]' } }, create],
    ['starts one if it is no bot', onPullRequest(7), [], {}, create],
    ['whose job is not known starts nothing', ofBot, [], {}, stop],
    ['and says nothing of an earlier attempt', ofBot, [], { attempt: 2, left: unknown }, stop],
  ]);
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
  const error = new GithubError('GitHub answered 502.', { status: 502, kind: 'transient', advice: 'Wait.' });
  const memory = { kind: 'unread', error } as const;
  const reason = expect.stringMatching(/^What this action remembers .* GitHub answered 502\.$/);
  const advice = expect.stringMatching(/^Nothing was sent.* Run the workflow again\..* Wait\.$/);
  const stop = { kind: 'stop', result: { outcome: 'error', reason, advice } };

  decides([
    ['ends a re-run without a word', labeled, [], { attempt: 2, memory }, stop],
    ['ends a comment, which has no reply yet', comment, [], { memory }, stop],
    ['does not matter to a watch', labeled, [], { memory, given: job9, attempt: 2 }, { kind: 'watch' }],
    ['is something else than none that is kept', comment, [], { memory: { kind: 'none' } }, create],
  ]);
});

describe('a re-run', () => {
  const failed = { answer: 'failed' };
  const followUp = { at: comment };
  const note = 'This is a re-run, and an earlier attempt has sent its request: it watches that job.';
  const watch = { kind: 'watch', jobId: 'job_2', settle: 'immediate', note };
  const anew = (end: string) => {
    return { kind: 'create', note: `This is a re-run, and its job ${end}: it sends the request anew.` };
  };
  const cut = { ...unsent, state: 'sending' } as const;
  const reason = expect.stringContaining('was cut off while it sent the request');
  const advice = expect.stringMatching(/^Nothing was sent now, .* the next attempt sends the request\.$/);
  const cutOff = (jobId?: string) => {
    return { kind: 'stop', result: { outcome: 'unknown', jobId, reason, advice } };
  };
  const said = (pattern: RegExp) => ({ kind: 'create', note: expect.stringMatching(pattern) });
  const twice = said(/^An earlier attempt .* may be two jobs: look .* dashboard\.$/);
  const twiceAnew = said(/^An earlier attempt .* dashboard\. The earlier job has failed, so /);
  const settled = { state: 'working', settle: 'after-stable' } as const;
  const active = { ...settled, settle: 'after-active' } as const;

  /** What the first attempt has left, how the second one differs, and what it comes to. */
  test.each<[string, Partial<ReplyRecord>, Given, object]>([
    ['watches the job it has started', {}, {}, watch],
    ['also under a longer timeout', {}, { given: { 'timeout-minutes': '5', notify: 'true' } }, watch],
    ['also with job-id', {}, { given: { ...job9, ...prompt } }, watch],
    ['trusts a follow-up as its first attempt did', settled, followUp, { ...watch, settle: 'after-stable' }],
    ['after-active', active, followUp, { ...watch, settle: 'after-active' }],
    ['at once after a pull request', { ...settled, state: 'pull-request' }, followUp, watch],
    ['or none', { ...settled, state: 'no-pull-request' }, followUp, watch],
    ['or a failure', { ...settled, state: 'failed' }, followUp, watch],
    ['or an end', { ...settled, state: 'archived' }, followUp, watch],
    ['watches whatever became of the watch', { state: 'error' }, {}, watch],
    ['or of its run', { state: 'working' }, {}, watch],
    ['sends anew if the job has failed', { state: 'failed' }, failed, anew('has failed')],
    ['or is archived', { state: 'timeout' }, { answer: 'archived' }, anew('is archived')],
    ['but not if that cannot be learned', {}, { answer: down }, watch],
    ['nor if the job is gone', {}, { answer: http(404) }, watch],
    ['nor once it was seen to complete', { completed: true }, { answer: 'archived' }, watch],
    ['also a follow-up, which then starts a job', {}, { ...followUp, ...failed }, { kind: 'create' }],
    ['sends nothing after a cut, and tells it', cut, {}, cutOff()],
    ['with the job that it was for', { ...cut, does: 'message', job: 'job_7' }, followUp, cutOff('job_7')],
    ['nor once it was accepted as nothing', { state: 'sending' }, {}, cutOff('job_2')],
    ['sends what was refused', { ...unsent, state: 'error' }, {}, create],
    ['or stopped before', { ...unsent, state: 'cancelled' }, {}, create],
    ['or accepted without a job', { job: undefined, state: 'working' }, {}, create],
    ['or told as unknown', unknown, {}, twice],
    ['for both reasons', unknown, { ...followUp, ...failed }, twiceAnew],
    ['of another run is a request of its own', { request: 'another' }, {}, create],
  ])('%s', async (_, left, { at = labeled, ...given }, expected) => {
    const others = [job1, recordOf({ request: 'third', job: 'job_3' })];
    const { decision } = await decided(at, others, { attempt: 2, left, ...given });
    expect(decision).toMatchObject(expected);
    if (expected === create) expect(decision).toEqual(create);
  });

  const again = { attempt: 2 };

  test('asks for no job that was seen to complete', async () => {
    expect((await decided(labeled, [], { ...again, left: { completed: true } })).polls).toEqual([]);
    expect((await decided(labeled, [], { ...again, left: {} })).polls).toHaveLength(1);
  });

  const NOTHING_KEPT =
    'warning: This is a re-run, and no reply is kept, so nothing is remembered of earlier attempts (set comment: true on an issue or pull request). If one of them sent the request, there are two now.';
  const NO_REPLY =
    'notice: This is a re-run, and no reply of an earlier attempt stands: this attempt sends the request.';

  test.each<[string, Given, string]>([
    ['its reply was deleted', again, NO_REPLY],
    ['no reply is kept', { ...again, memory: { kind: 'none' } }, NOTHING_KEPT],
    ['its reply stands', { ...again, left: {} }, ''],
    ['it is the first attempt', {}, ''],
    ['it is a dry run', { ...again, given: { 'dry-run': 'true' } }, ''],
    ['it watches', { ...again, given: job9 }, ''],
  ])('says in the log that it sends where %s', async (_, given, text) => {
    expect((await decided(labeled, [], given)).log).toBe(text);
  });
});
