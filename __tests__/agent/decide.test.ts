import { describe, expect, test } from '@jest/globals';
import { decide } from '../../src/agent/decide.ts';
import type { Remembered, ReplyRecord } from '../../src/agent/replies/record.ts';
import type { TriggerEvent } from '../../src/github/event.ts';
import type { CallOptions, JobPlatform } from '../../src/platform/client.ts';
import {
  AgentWorld,
  type Asking,
  comment,
  ISSUE,
  labeled,
  onPullRequest,
  PULL_REQUEST,
} from '../helpers/agent-world.ts';
import { changed, event } from '../helpers/payloads.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';
import { type GithubFault, recordOf } from '../helpers/simulated-github.ts';
import { errorOf, jobOf } from '../helpers/wait-world.ts';

interface Given extends Asking {
  /** What Mintlify answers for any job: a status, or an error. */
  readonly answer?: string | Error;
  /** What an earlier attempt of the request has left, before all that is remembered. */
  readonly left?: Partial<ReplyRecord>;
  /** The docs pull request, as GitHub gives it. */
  readonly pull?: object;
  /** GitHub does not give the comments. */
  readonly fault?: GithubFault;
}

type Left = Remembered['record'];

/** What was decided, which jobs were read, and what the log says. */
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
  const { github } = world;
  const { agent } = world.agent({ at, ...given });
  const own = left ? [recordOf({ request: agent.request.id, job: 'job_2', ...left })] : [];
  const { comment: made, subject } = at;
  const thread = made && subject ? subject.number : ISSUE;
  if (made) github.store.asking.set(made.id, thread);
  for (const record of [...own, ...others])
    github.add(thread, github.bodyOf(thread, record as Partial<ReplyRecord>));
  Object.assign(github.store.pull, given.pull);
  if (given.fault) github.fail(/^list/, given.fault);
  const decision = await decide({ ...agent, platform: Object.assign(world.platform, platform) });
  const action = decision.kind === 'skip' ? decision : decision.action;
  return { action, polls, log: agent.log.text, calls: github.store.calls, signal: agent.signal };
}

const http = (status: number) => errorOf({ kind: 'http', status });
const down = errorOf({ kind: 'network', code: 'ECONNRESET', sent: true });
const create = { kind: 'create' };
const job9 = { 'job-id': 'job_9' };
const latest = { 'job-id': 'latest' };
const prompt = { prompt: 'x' };
const job1 = recordOf();
const unsent = { accepted: false, job: undefined } as const;
const unknown = { ...unsent, state: 'unknown', wasUnknown: true } as const;
const noJobYet = { kind: 'create', note: 'No earlier job is known here, so this request starts one.' };

/** Each row: what happens, the event, what is remembered, what else is given, and (part of) the decision. */
function decides(rows: readonly (readonly [string, TriggerEvent, readonly Left[], Given, object])[]): void {
  test.each(rows)('%s', async (_, at, others, given, expected) => {
    const { action } = await decided(at, others, given);
    expect(action).toMatchObject(expected);
    if (expected === create || 'result' in expected) expect(action).toEqual(expected);
  });
}

describe('the first attempt', () => {
  const lgtm = event(
    'pull_request_review',
    changed('pull_request_review', 'submitted', { review: { body: 'LGTM' } }),
  );
  const message = { kind: 'message', jobId: 'job_1', isKnownHere: true, settle: 'after-active' };
  const to9 = { ...message, jobId: 'job_9' };
  const stranger = { ...to9, isKnownHere: false };
  const settled = { ...message, settle: 'after-stable' };
  const watch9 = { kind: 'watch', jobId: 'job_9', settle: 'immediate' };
  const own9 = { given: job9 };
  const never9 = recordOf({ ...unsent, job: 'job_9' });
  const gone = { answer: http(404) };
  const newJob = (end: string) => {
    return { kind: 'create', note: `The previous job ${end}, so this request starts a new job.` };
  };

  decides([
    ['a label starts a job', labeled, [], {}, create],
    ['also where there was one', labeled, [job1], {}, create],
    ['a comment goes on with the job', comment, [job1], {}, message],
    ['or starts one', comment, [], {}, noJobYet],
    ['where none was accepted', comment, [recordOf(unknown)], {}, noJobYet],
    ['a failed job is not gone on with', comment, [job1], { answer: 'failed' }, newJob('has failed')],
    ['nor an archived one', comment, [job1], { answer: 'archived' }, newJob('is archived')],
    ['nor one that is gone', comment, [job1], gone, newJob('no longer exists')],
    ['the activity of one that is active proves nothing', comment, [job1], { answer: 'active' }, settled],
    ['nor does that of one that is paused', comment, [job1], { answer: 'paused' }, settled],
    ['nor of one that may not be read', comment, [job1], { answer: http(401) }, settled],
    ['nor of one of a platform that is down', comment, [job1], { answer: down }, settled],
    ['nor in a dry run', comment, [job1], { given: { 'dry-run': 'true' } }, settled],
    ['a pull request’s is gone on with', comment, [{ kind: 'pull-request', job: 'job_1' }], {}, message],
    ['job-id alone watches', labeled, [job1], own9, watch9],
    ['also on a comment, kept out', comment, [], { given: { ...job9, include: 'none' } }, watch9],
    ['job-id and a comment send to that job', comment, [job1], own9, stranger],
    ['which may know the subject', comment, [recordOf({ request: 'a', job: 'job_9' }), job1], own9, to9],
    ['but not if it never accepted it', comment, [never9], own9, stranger],
    ['job-id and a prompt send to that job', labeled, [], { given: { ...job9, ...prompt } }, stranger],
    ['also to one that is gone: Mintlify will say so', comment, [], { ...own9, ...gone }, { jobId: 'job_9' }],
    ['what an earlier run left is not its own', labeled, [], { left: {} }, create],
    ['a review without the phrase is no follow-up', lgtm, [job1], { given: prompt }, create],
    ['latest sends a label to the latest job', labeled, [job1], { given: latest }, message],
    ['or starts one', labeled, [], { given: latest }, noJobYet],
    ['or where that has failed', labeled, [job1], { given: latest, answer: 'failed' }, newJob('has failed')],
    ['a status of that name is not one', comment, [job1], { answer: 'constructor' }, settled],
  ]);

  test('asks only for the job that it goes on with, for ten seconds, and nothing in a dry run', async () => {
    const { polls, signal } = await decided(comment, [job1]);
    // Once to decide, and again right before it is sent.
    expect(polls).toEqual(Array(2).fill(['job_1', { signal, timeoutMs: 10_000 }]));
    expect((await decided(labeled, [job1])).polls).toEqual([]);
    expect((await decided(comment, [job1], { given: { 'dry-run': 'true' } })).polls).toEqual([]);
  });

  test('does not hide a mistake in the program', async () => {
    const answer = new TypeError('oops');
    await expect(decided(comment, [job1], { answer })).rejects.toBe(answer);
  });
});

describe('the pull request of the job', () => {
  const seen = recordOf({ pullRequest: PULL_REQUEST });
  const message = { kind: 'message', jobId: 'job_1', pullRequest: PULL_REQUEST };
  const before = { url: PULL_REQUEST, head: 'a1', commits: 1 };
  const ended = (how: string) => {
    return {
      kind: 'create',
      note: `The previous job's pull request is ${how}, so this request starts a new job.`,
    };
  };
  const merged = { state: 'closed', merged: true };

  decides([
    ['is remembered as it was before', comment, [seen], {}, { ...message, before }],
    [
      'also with job-id and a prompt',
      labeled,
      [seen],
      { given: { 'job-id': 'job_1', prompt: 'x' } },
      { kind: 'message', before: undefined },
    ],
    ['is merged', comment, [seen], { pull: merged }, ended('merged')],
    ['is closed', comment, [seen], { pull: { state: 'closed' } }, ended('closed')],
    ['is merged, with latest', labeled, [seen], { given: latest, pull: merged }, ended('merged')],
    [
      'is merged, and the job is given',
      comment,
      [seen],
      { given: { 'job-id': 'job_1' }, pull: merged },
      message,
    ],
    [
      'is on another server',
      comment,
      [recordOf({ pullRequest: 'https://gitlab.com/a/b/pull/1' })],
      {},
      { kind: 'message', before: undefined },
    ],
  ]);

  test.each([
    [{}, ''],
    [
      { given: latest },
      'warning: The action could not check whether the docs pull request is still open. pull 41 failed: GitHub answered 403. The token needs `issues: write`.',
    ],
  ])('that cannot be read is nothing to report, but with latest: %#', async (given, warning) => {
    const world = new AgentWorld();
    world.github.add(ISSUE, world.github.bodyOf(ISSUE, seen));
    world.github.fail(/^pull/, { status: 403 });
    world.platform.add('job_1');
    const { agent } = world.agent({ at: labeled, ...given, ...(warning === '' && { at: comment }) });
    if (comment.comment) world.github.store.asking.set(comment.comment.id, ISSUE);
    const startMs = world.clock.now();
    expect(await decide(agent)).toMatchObject({ action: { kind: 'message', before: undefined } });
    expect(agent.log.texts('warning').join()).toBe(warning.replace('warning: ', ''));
    expect(world.clock.now() - startMs).toBeLessThanOrEqual(5_000);
  });
});

describe('a comment on the pull request of a bot', () => {
  const ofBot = onPullRequest(7, 'docs[bot]');
  const reason = 'docs[bot] opened this pull request, and the action does not know the job behind it.';
  const advice =
    'Nothing was sent. To send that job a follow-up, run the workflow with its job-id. To start new jobs from pull requests of this bot, add it to allowed-bots.';
  const stop = { kind: 'stop', result: { outcome: 'error', reason, advice } };

  decides([
    ['goes on with the job if it is known', ofBot, [job1], {}, { kind: 'message', jobId: 'job_1' }],
    ['starts one if the bot is allowed', ofBot, [], { given: { 'allowed-bots': 'docs[bot]' } }, noJobYet],
    ['starts one if it is a person’s', onPullRequest(7), [], {}, noJobYet],
    ['whose job is not known starts nothing', ofBot, [], {}, stop],
    ['and says nothing of an earlier attempt', ofBot, [], { attempt: 2, left: unknown }, stop],
  ]);
});

test.each([
  ['a first label', labeled, 1, {}, 0],
  ['a re-run of it', labeled, 2, {}, 2],
  ['a label with latest', labeled, 1, latest, 2],
  ['a comment', comment, 1, {}, 2],
  ['a comment with job-id', comment, 1, job9, 2],
  ['a watch', labeled, 2, job9, 0],
  ['a watch on a comment', comment, 2, { ...job9, include: 'none' }, 0],
  ['a comment without replies', comment, 1, { comment: 'false' }, 0],
])('%s reads the replies so many times: %#', async (_, at, attempt, given, times) => {
  const { calls } = await decided(at, [], { attempt, given });
  expect(calls.filter((call) => call.startsWith('list'))).toHaveLength(times);
});

describe('a memory that cannot be read', () => {
  const fault = { status: 403 };
  const reason = expect.stringMatching(/^What the action remembers .* GitHub answered 403\.$/);
  const advice = expect.stringMatching(/^Nothing was sent.* Run the workflow again\..* `issues: write`\.$/);
  const stop = { kind: 'stop', result: { outcome: 'error', reason, advice } };

  decides([
    ['ends a re-run', labeled, [], { attempt: 2, fault }, stop],
    ['ends a comment, which has no reply yet', comment, [], { fault }, stop],
    ['ends a label with latest', labeled, [], { given: latest, fault }, stop],
    ['does not matter to a watch', labeled, [], { fault, given: job9, attempt: 2 }, { kind: 'watch' }],
    ['nor where no reply is kept', comment, [], { fault, given: { comment: 'false' } }, noJobYet],
  ]);
});

describe('a re-run', () => {
  const failed = { answer: 'failed' };
  const followUp = { at: comment };
  const note = 'This is a re-run, and an earlier attempt has sent its request: it watches that job.';
  const watch = { kind: 'watch', jobId: 'job_2', settle: 'immediate', note };
  const anew = (end: string) => {
    return { kind: 'create', note: `This is a re-run, and its job ${end}: it sends the request again.` };
  };
  const cut = { ...unsent, state: 'sending' } as const;
  const reason = expect.stringContaining('was cut off while it sent the request');
  const advice = expect.stringMatching(
    /^This attempt sent nothing, .* the next attempt sends the request\.$/,
  );
  const cutOff = (jobId?: string) => {
    return { kind: 'stop', result: { outcome: 'unknown', jobId, reason, advice } };
  };
  const said = (pattern: RegExp) => ({ kind: 'create', note: expect.stringMatching(pattern) });
  const twice = said(/^An earlier attempt .* may be two jobs: check .* dashboard\.$/);
  const twiceAnew = said(/^An earlier attempt .* dashboard\. The previous job has failed, so /);
  const acceptedAt = SimulatedClock.EPOCH_MS;
  const settled = { state: 'working', settle: 'after-stable', acceptedAt } as const;
  const active = { ...settled, settle: 'after-active' } as const;

  /** What the first attempt has left, how the second one differs, and what it comes to. */
  test.each<[string, Partial<ReplyRecord>, Given, object]>([
    ['watches the job it has started', {}, {}, watch],
    ['also under a longer timeout', {}, { given: { 'timeout-minutes': '5', notify: 'true' } }, watch],
    ['also with job-id', {}, { given: { ...job9, ...prompt } }, watch],
    ['trusts a follow-up as its first attempt did', settled, followUp, { ...watch, settle: 'after-stable' }],
    ['after-active', active, followUp, { ...watch, settle: 'after-active' }],
    [
      'and at once a minute after it was accepted',
      { ...active, acceptedAt: acceptedAt - 60_000 },
      followUp,
      watch,
    ],
    [
      'also when the next attempt was refused: once unknown stays known',
      { ...unsent, state: 'error', wasUnknown: true },
      {},
      twice,
    ],
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
    const { action } = await decided(at, others, { attempt: 2, left, ...given });
    expect(action).toMatchObject(expected);
    if (expected === create) expect(action).toEqual(create);
  });

  const again = { attempt: 2 };

  test('asks for no job that was seen to complete', async () => {
    expect((await decided(labeled, [], { ...again, left: { completed: true } })).polls).toEqual([]);
    expect((await decided(labeled, [], { ...again, left: {} })).polls).toHaveLength(1);
  });

  const NOTHING_KEPT =
    'warning: This is a re-run, and no reply is kept, so nothing is remembered of earlier attempts (set comment: true on an issue or pull request). If one of them sent the request, there are two now.';
  const NO_REPLY =
    'notice: This is a re-run, and the thread has no reply of an earlier attempt: this attempt sends the request.';

  test.each<[string, Given, string]>([
    ['its reply was deleted', again, NO_REPLY],
    ['no reply is kept', { ...again, given: { comment: 'false' } }, NOTHING_KEPT],
    [
      'its reply exists',
      { ...again, left: {} },
      'info: This is a re-run, and an earlier attempt has sent its request: it watches that job.',
    ],
    ['it is the first attempt', {}, ''],
    ['it is a dry run', { ...again, given: { 'dry-run': 'true' } }, ''],
    ['it watches', { ...again, given: job9 }, ''],
  ])('says in the log that it sends where %s', async (_, given, text) => {
    const { log } = await decided(labeled, [], given);
    expect(log).toBe(text.replace('info: ', ''));
  });
});
