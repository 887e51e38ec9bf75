import { beforeEach, describe, expect, test } from '@jest/globals';
import { notify as sendNotification } from '../../src/agent/notify.ts';
import type { ReplyRecord } from '../../src/agent/replies/record.ts';
import type { AgentResult } from '../../src/agent/result.ts';
import {
  AgentWorld,
  type Asking,
  comment,
  ISSUE,
  labeled,
  PULL_REQUEST,
  SECRET,
} from '../helpers/agent-world.ts';
import { commentPayload, event, REPOSITORY } from '../helpers/payloads.ts';
import type { GithubFault } from '../helpers/simulated-github.ts';
import { jobOf } from '../helpers/wait-world.ts';

/** Whole requests, from what they decide to their end, in simulated time. */

let world: AgentWorld;
beforeEach(() => {
  world = new AgentWorld();
});

const AGAIN = { attempt: 2 };
const MORE = { at: comment, run: '43' };
const WATCH = { given: { 'job-id': 'job_1' } };
const REWATCH = { ...WATCH, ...AGAIN };
const SILENT = { at: comment, given: { comment: 'false' } };
const INTERRUPTED = { interruptedAtMs: 60_000 };
const UNWAITED = { given: { wait: 'false' } };
const PUSH = { at: event('push', {}), given: { prompt: 'x' } };
const HOUR = 3_600_000;
const OWN_MORE = { request: new AgentWorld().agent(MORE).agent.request.id };

const DONE = 'pull-request | create | start pull-request job_1 ✓';
const UNSENT = { accepted: false, job: undefined } as const;
const SENDING = { ...UNSENT, state: 'sending' } as const;
const trouble: GithubFault = { status: 502 };

/** A reply that another run has left on the issue. */
function leave(others: Partial<ReplyRecord> = {}): number {
  return world.github.add(ISSUE, world.github.bodyOf(ISSUE, others)).id;
}

type Before = () => unknown;
const nothing: Before = () => {};
const fails =
  (call: RegExp, fault = trouble, times?: number) =>
  () =>
    world.github.fail(call, fault, times);
const failsUntil = (ms: number, call: RegExp) => () => {
  const { github, clock } = world;
  github.fail(call);
  clock.at(ms, () => github.recover());
};
const silentLater = () => {
  world.platform.jobMs = HOUR;
  world.clock.at(30_000, fails(/^/, {}));
};
const jobsAre = (settings: Partial<AgentWorld['platform']>) => () => Object.assign(world.platform, settings);
test('a reply is there before anything is sent, then says that the agent is at work, then how it ended', async () => {
  const seen: string[][] = [];
  const { platform, github } = world;
  platform.onPost = () => seen.push([...world.states, String(github.store.comments.length)]);
  world.clock.at(2_000, () => seen.push(world.states));
  const { succeeded, story, outputs } = await world.run();
  expect([succeeded, story]).toEqual([true, DONE]);
  expect(seen).toEqual([['start sending -', '1'], ['start working job_1']]);
  expect(outputs).toMatchObject({
    ...{ outcome: 'pull-request', 'job-id': 'job_1', 'pr-link': PULL_REQUEST },
    'comment-url': `https://github.com/${REPOSITORY}/issues/1#issuecomment-500`,
  });
  const [body = ''] = github.on(ISSUE).map((stored) => stored.body);
  expect(body).toContain('**✅ The docs pull request is ready**');
  expect(body).toContain(`[run](<https://github.com/${REPOSITORY}/actions/runs/42>)`);
});

const UNWAITED_SAVES = 'create 1, update 500';
const THERE = 'pull 41, list 41, create 41';
const SAVES = `${UNWAITED_SAVES}, ${THERE}, update 500`;
const FOLLOW_UP = `list 1, pull 41, create 1, list 1, update 501, ${THERE}, update 501`;
const LINKED: Before = () => leave({ linked: true });

/** What is there before, how a run asks, and what it asks of GitHub besides the permission. */
test.each<[string, Before, Asking, string]>([
  ['a label', nothing, {}, SAVES],
  ['a follow-up', leave, MORE, FOLLOW_UP],
  ['whose pull request has its comment', LINKED, MORE, FOLLOW_UP.replace(', list 41, create 41', '')],
  ['a first comment', nothing, MORE, `list 1, create 1, list 1, update 500, ${THERE}, update 500`],
  ['whoever may not reply', fails(/^create/, { status: 403 }), MORE, 'list 1, create 1, pull 41'],
  ['a watch', nothing, WATCH, `${THERE}, create 1`],
  ['its re-run, without a reply', nothing, REWATCH, `${THERE}, list 1, create 1`],
  ['its re-run, with one', () => world.run(WATCH), REWATCH, 'pull 41, list 41, list 1, update 501'],
  ['a re-run that watches', () => world.run(), AGAIN, 'list 1, pull 41, update 500'],
  ['a run that does not wait', nothing, UNWAITED, `${UNWAITED_SAVES}, update 500`],
  ['on another issue', nothing, { given: { 'issue-number': '7' } }, SAVES.replace('1', '7')],
  ['a run that is interrupted at once', nothing, { ...MORE, interruptedAtMs: 50 }, 'list 1'],
  ['a memory that cannot be read', fails(/^list 1/, { status: 403 }), MORE, 'list 1, create 1'],
  ['without a reply', nothing, SILENT, 'pull 41'],
  ['without an issue', nothing, PUSH, 'pull 41'],
  ['without a token', nothing, { withoutGithub: true }, ''],
])('no more is asked of GitHub than must be: %s', async (_, before, asking, calls) => {
  world.platform.add('job_1');
  await before();
  expect((await world.run(asking)).calls.join(', ')).toBe(calls);
});

const STALE =
  /^The reply is not up to date: update 500 failed: GitHub answered \d+\. The job keeps running\.$/;
const WATCHED = DONE.replace('create', '');

/** What is there before, how a run asks, its end, how many warnings there are, and how many seconds it takes. */
test.each<[string, Before, Asking, string, number?, [number, number]?]>([
  ['no reply is wanted', nothing, SILENT, 'pull-request | create | '],
  ['a watch', () => world.platform.add('job_1'), WATCH, WATCHED.replace('start', 'watch')],
  ['a watch of nothing', nothing, WATCH, 'error |  | watch error job_1', 0, [30, 36]],
  ['the job has no pull request', jobsAre({ prLink: undefined }), {}, DONE.replaceAll('pull-', 'no-pull-')],
  ['the job fails', jobsAre({ end: 'failed' }), {}, 'failed | create | start failed job_1'],
  ['the run is interrupted at once', nothing, { ...MORE, interruptedAtMs: 50 }, 'cancelled |  | '],
  [
    'or while it waits',
    jobsAre({ jobMs: HOUR }),
    INTERRUPTED,
    'cancelled | create | start cancelled job_1',
    0,
    [60, 61],
  ],
  [
    'and GitHub is silent',
    silentLater,
    INTERRUPTED,
    'cancelled | create | start working job_1',
    0,
    [61.5, 61.5],
  ],
  ['as it ends', nothing, { interruptedAtMs: 6_950 }, DONE],
  // Before the platform is asked.
  ['memory that cannot be read', fails(/^list 1/, { status: 403 }), MORE, 'error |  | nothing error -'],
  ['nor at first', fails(/^list 1/, trouble, 5), MORE, DONE, 0, [10, 40]],
  ['no reply at first', failsUntil(35_000, /^create/), {}, 'error |  | start error -', 0, [35, 40]],
  ['nor for 25 s', fails(/^create/, { status: 429, retryAfterMs: 25_000 }, 1), {}, DONE, 0, [25, 40]],
  // Later.
  ['no update', fails(/^update/), {}, 'pull-request | create | start sending -', 1, [70, 95]],
  ['nor for 15 s', failsUntil(15_000, /^update/), {}, DONE, 1, [15, 25]],
  ['a late one', fails(/^update/, { status: 403, retryAfterMs: 9_000 }, 1), {}, DONE, 0, [9, 12]],
  ['nor for a minute', fails(/^update/, { status: 403, retryAfterMs: 60_000 }, 2), {}, DONE, 1, [60, 80]],
])('%s', async (_, before, asking, story, warned = 0, [least, most] = [0, 10]) => {
  await before();
  const run = await world.run(asking);
  expect([run.story, run.warnings]).toEqual([story, Array(warned).fill(expect.stringMatching(STALE))]);
  expect(run.log.text).not.toContain('cannot go on');
  expect(run.outputs['comment-url'] !== '').toBe(world.states.length > 0);
  expect(run.tookMs / 1000).toBeGreaterThanOrEqual(least);
  expect(run.tookMs / 1000).toBeLessThanOrEqual(most);
  expect(world.clock.sleepers).toBe(0);
});

test.each<[Asking, string]>([
  [PUSH, 'the event has no issue or pull request, and issue-number is not given'],
  [{ withoutGithub: true }, 'that is not possible without github-token, which was given empty'],
])('where no reply can be written, a warning says why: %#', async (asking, why) => {
  const { story, warnings } = await world.run(asking);
  expect([story, warnings]).toEqual(['pull-request | create | ', [`This run writes no reply: ${why}.`]]);
});

test.each([403, 404, 410, 422])('GitHub that refuses the reply (%d) holds nothing up', async (status) => {
  world.github.fail(/^create/, { status });
  const { story, warnings, outputs } = await world.run();
  expect([story, outputs['comment-url']]).toEqual(['pull-request | create | ', '']);
  expect(warnings).toEqual([
    `The reply is not up to date: create 1 failed: GitHub answered ${status}. The run continues without it. A re-run of this workflow run would send the request again. The token needs \`issues: write\`.`,
  ]);
  await world.run(AGAIN);
  expect(world.platform.posts).toEqual(['create', 'create']);
});

test.each<[Asking, string]>([
  [{}, ''],
  [{ given: { 'timeout-minutes': '1' } }, ' The job keeps running.'],
])('a last update that fails says what is so: %j', async (asking, consequence) => {
  world.platform.jobMs = 5 * 60_000;
  world.clock.at(30_000, () => world.github.fail(/^update/));
  const { warnings } = await world.run(asking);
  const why = 'update 500 failed: GitHub answered 502.';
  expect(warnings).toEqual([`The reply is not up to date: ${why}${consequence}`]);
});

const LASTING: GithubFault[] = [trouble, {}, { status: 403, retryAfterMs: 40_000 }, { status: 401 }];
test.each(LASTING)('no reply for 30 s is an error, and a re-run sends: %j', async (fault) => {
  world.github.fail(/^create/, fault);
  const { succeeded, story, outputs, log, warnings, tookMs } = await world.run();
  expect([succeeded, story]).toEqual([false, 'error |  | ']);
  expect(warnings).toEqual([expect.not.stringContaining('continues')]);
  expect(outputs['reason']).toMatch(/^The reply could not be created: create 1 failed: GitHub /);
  expect(log.texts('error')[0]).toMatch(/Nothing was sent.* Run the workflow again\./);
  expect(tookMs).toBeLessThanOrEqual(30_000 + 10_000 + 500);
  world.github.recover();
  expect((await world.run(AGAIN)).story).toBe(DONE);
});

test('what remembers nothing of a re-run is one notice, and the request is sent again', async () => {
  await world.run();
  const { log } = await world.run({ ...AGAIN, given: { 'api-key': 'mint_rotated_0123' } });
  expect([log.texts('notice').length, world.platform.posts]).toEqual([1, ['create', 'create']]);
});

test('a memory that cannot be read is read again for 30 s; then a re-run leaves its reply alone', async () => {
  await world.run();
  const before = world.github.on(ISSUE)[0]?.body;
  world.github.fail(/^list 1/);
  const { story, calls, tookMs, warnings } = await world.run(AGAIN);
  expect([story, new Set(calls), warnings]).toEqual([DONE.replace(/^\S+/, 'error'), new Set(['list 1']), []]);
  expect(tookMs).toBeGreaterThan(25_000);
  expect(tookMs).toBeLessThanOrEqual(30_100);
  expect(world.github.on(ISSUE)[0]?.body).toBe(before);
});

test.each([
  ['error', {}, undefined],
  ['cancelled', {}, 50],
  ['cancelled', { 'minimum-permission': 'write' }, 50],
])('a job that is given is an output also where nothing was sent: %s, %j', async (outcome, others, ms) => {
  world.github.fail(/^list 1/, { status: 403 });
  const given = { 'job-id': 'job_5', ...others };
  const { outputs, log } = await world.run({ ...MORE, given, ...(ms && { interruptedAtMs: ms }) });
  expect([outputs['outcome'], outputs['job-id']]).toEqual([outcome, 'job_5']);
  expect(log.texts(outcome === 'error' ? 'error' : 'notice')).toHaveLength(1);
});

describe('one attempt after the other', () => {
  test('whatever the attempts between have seen, a pull request is not worked on again', async () => {
    await world.run();
    await world.run({ ...AGAIN, ...UNWAITED });
    for (const job of world.platform.jobs) job.end = 'archived';
    for (const attempt of [3, 4]) {
      expect((await world.run({ attempt })).story).toBe('archived | create | start archived job_1 ✓');
    }
    expect(world.github.records(ISSUE)).toMatchObject([{ attempt: 4, write: 1 }]);
  });
});

test('what led to a request is told in its reply and in the log; a secret is shown in neither', async () => {
  world.platform.add('job_1', 'failed');
  leave();
  const at = event('issue_comment', commentPayload(`/docs use ${SECRET}`));
  const { log } = await world.run({ ...MORE, at });
  const note = 'The previous job has failed, so this request starts a new job.';
  expect(log.texts('info')).toContain(note);
  const [, body] = world.github.on(ISSUE).map((stored) => stored.body);
  expect(body).toContain(`\n\n${note}\n\n`);
  expect(body).toContain('use ***');
  expect(world.github.store.comments.filter((stored) => stored.body.includes(SECRET))).toEqual([]);
});

test('a mistake in the program is not taken for trouble with GitHub', async () => {
  world.github.store.befall = () => {
    throw new TypeError('oops');
  };
  await expect(world.run()).rejects.toThrow('oops');
});

describe('a request by comment', () => {
  type Other = [content?: Partial<ReplyRecord>, then?: Record<number, Partial<ReplyRecord>>];

  /** A request of before, whose run goes on as given, in milliseconds from now. */
  function other(content: Other[0] = {}, then: Other[1] = {}): void {
    const { github, clock } = world;
    const left = { ...SENDING, request: 'before', ...content };
    const id = leave(left);
    for (const [ms, next] of Object.entries(then)) {
      const body = github.bodyOf(ISSUE, { ...left, ...next });
      clock.at(clock.now() + Number(ms), () => github.edit(id, body));
    }
  }
  const works = (job: string) => ({ state: 'working', accepted: true, job }) as const;
  const accepted = works('job_9');
  const starts = (ms: number, job = 'job_9', request = 'before'): Other => [
    { request },
    { [ms]: works(job) },
  ];
  const older: Other = [{ request: 'older', does: 'message', ...works('job_1') }];

  beforeEach(() => {
    world.platform.add('job_1');
    world.platform.add('job_7', 'failed');
    for (const id of ['job_8', 'job_9']) world.platform.add(id, 'completed', HOUR);
  });

  interface Circumstances extends Asking {
    /** Seconds since the others have asked. */
    readonly ago?: number;
    readonly idStep?: number;
  }

  /** The others, with what becomes of them after milliseconds; what this request sends, and when, in seconds. */
  test.each<[string, Other[], string, number, Circumstances?]>([
    ['alone starts its job', [], 'create', 0.3],
    ['waits for one that starts a job', [starts(7000)], 'message job_9', 7.9],
    ['sees a job at once', [starts(250)], 'message job_9', 1.7],
    ['starts its own where that one is refused', [[{}, { 2000: { state: 'error' } }]], 'create', 3.5],
    ['starts its own where that job has failed', [starts(2000, 'job_7')], 'create', 3.7],
    ['goes on alone after a minute', [[]], 'create', 60.3],
    ['waits for no follow-up', [[{ does: 'message', job: 'job_8' }]], 'create', 0.3],
    ['nor for a watch', [[{ ...accepted, does: 'watch' }]], 'message job_9', 0.5],
    ['nor for itself', [[{ ...OWN_MORE, attempt: 0 }]], 'create', 0.3],
    ['nor for one that was cut off two minutes ago', [[]], 'create', 0.3, { ago: 120.5 }],
    ['but for a younger one', [starts(119_400)], 'message job_9', 1.7, { ago: 119 }],
    ['until it is two minutes old', [[]], 'create', 31.8, { ago: 100 }],
    ['waits for the last of several', [starts(1000, 'job_8', 'a'), starts(5000)], 'message job_9', 7.9],
    ['takes the job that is known then', [starts(1000, 'job_9', 'a'), []], 'message job_9', 60.6],
    ['also where an older job is known', [older, starts(3000)], 'message job_9', 4.1],
    ['else the older one', [older, [{}, { 3000: { state: 'error' } }]], 'message job_1', 3.8],
    ['with job-id waits for nobody', [starts(7000)], 'message job_8', 0.5, { given: { 'job-id': 'job_8' } }],
    ['goes by the time of creation', [starts(3000)], 'message job_9', 3.8, { ago: 1.5, idStep: -1 }],
    ['in the same second, by the id', [starts(3000)], 'message job_9', 3.8, { ago: 0.01 }],
    ['in the same second, by the id', [starts(3000)], 'create', 0.3, { ago: 0.01, idStep: -1 }],
  ])('%s', async (_, others, post, seconds, { ago = 0, idStep = 1, ...asking } = {}) => {
    world.github.store.idStep = idStep;
    for (const given of others) other(...given);
    await world.clock.sleep(ago * 1000);
    const startMs = world.clock.now();
    const sentMs: number[] = [];
    world.platform.onPost = () => sentMs.push(world.clock.now() - startMs);
    const { outputs } = await world.run({ ...MORE, ...asking });
    expect([world.platform.posts, sentMs]).toEqual([[post], [expect.closeTo(seconds * 1000)]]);
    expect(outputs['outcome']).not.toBe('error');
    // A job that is known here knows what the event is about.
    const prompts = world.platform.jobs.flatMap((job) => job.prompts).join();
    expect(prompts.includes('Title:')).toBe(post === 'create' || asking.given !== undefined);
  });

  test('of a re-run waits for one that began to send before it, though its reply is older', async () => {
    leave({ ...OWN_MORE, ...UNSENT, state: 'error' });
    await world.clock.sleep(5_000);
    other(...starts(3_000));
    await world.clock.sleep(1_000);
    await world.run({ ...MORE, ...AGAIN });
    expect(world.platform.posts).toEqual(['message job_9']);
  });

  test('that joins a job after an unknown attempt still says that there may be two', async () => {
    leave({ ...OWN_MORE, ...UNSENT, state: 'unknown', wasUnknown: true });
    other(...starts(3_000));
    await world.clock.sleep(1_000);
    await world.run({ ...MORE, ...AGAIN });
    expect(world.github.on(ISSUE)[0]?.body).toMatch(/may be two jobs.*so this request goes to that job\./);
  });

  test('that joins a job shows it before it is sent', async () => {
    other(...starts(3_000));
    const seen: object[] = [];
    world.platform.onPost = () => seen.push(...world.github.records(ISSUE).slice(1));
    await world.run(MORE);
    expect(seen).toMatchObject([{ does: 'message', state: 'sending', job: 'job_9', write: 2 }]);
  });

  test('that joins a job says so in the log and the reply, and remembers it', async () => {
    other(...starts(3000));
    const { outputs, log } = await world.run(MORE);
    expect(outputs['job-id']).toBe('job_9');
    const note = 'Another request has just started a job, so this request goes to that job.';
    expect(log.texts('info')).toContain(note);
    expect(world.github.on(ISSUE)[1]?.body).toContain(note);
    const joined = { does: 'message', settle: 'after-stable', accepted: true, job: 'job_9' };
    expect(world.github.records(ISSUE)[1]).toMatchObject(joined);
  });

  test.each([
    ['watches', works('job_1'), 'list 1, pull 41, list 41, create 41, update 501'],
    ['tells of a cut', {}, 'list 1, update 501'],
  ])('waits for nobody in a re-run that %s', async (_, left, calls) => {
    other({});
    leave({ ...SENDING, ...OWN_MORE, ...left });
    expect((await world.run({ ...MORE, ...AGAIN })).calls.join(', ')).toBe(calls);
  });

  test('which nobody knows of has the job that it was for in its reply', async () => {
    other(...starts(500));
    world.platform.troubles.push({ kind: 'network', code: 'ECONNRESET', sent: true });
    const { outputs } = await world.run(MORE);
    expect([outputs['outcome'], outputs['job-id']]).toEqual(['unknown', 'job_9']);
    expect(world.github.records(ISSUE)[1]).toMatchObject({ state: 'unknown', accepted: false, job: 'job_9' });
    expect(world.github.on(ISSUE)[1]?.body).toContain('job `job_9`');
  });

  test('that cannot learn whether another one starts a job sends nothing', async () => {
    let lists = 0;
    world.github.store.befall = (call) => {
      if (call === 'list 1') lists += 1;
      return lists > 1 ? trouble : undefined;
    };
    world.clock.at(40_000, () => world.github.recover());
    const { story, outputs } = await world.run(MORE);
    expect(story).toBe('error |  | start error -');
    expect(outputs['reason']).toMatch(/^Whether another request has just started a job could not be read: /);
  });

  test.each([5_150, 250])('that is interrupted as it waits is cancelled: %d', async (interruptedAtMs) => {
    other({});
    const { story, tookMs } = await world.run({ ...MORE, interruptedAtMs });
    expect(story).toBe('cancelled |  | start sending -, start cancelled -');
    expect(tookMs - interruptedAtMs).toBeLessThanOrEqual(2_000);
    expect(world.clock.sleepers).toBe(0);
  });

  test.each([labeled, comment])('beside others of the same moment makes one job: %#', async (first) => {
    world = new AgentWorld();
    world.platform.jobMs = 120_000;
    await Promise.all([first, comment, comment].map((at, index) => world.run({ at, run: `${index}` })));
    expect(world.platform.posts.toSorted()).toEqual(['create', 'message job_1', 'message job_1']);
    expect(world.states).toHaveLength(3);
  });
});

describe('lists that are out of date', () => {
  test.each([
    [1, 1.5],
    [2, 3.6],
    [3, 7.7],
    // Then it is taken as it is.
    [4, 7.7],
  ])('a comment that its list lacks %d times is read again', async (staleLists, seconds) => {
    world.platform.add('job_1');
    leave();
    world.github.store.staleLists = staleLists;
    const sentMs: number[] = [];
    world.platform.onPost = () => sentMs.push(world.clock.now());
    await world.run(MORE);
    // The last look at the others finds the job in any case.
    expect(world.platform.posts).toEqual(['message job_1']);
    expect((sentMs[0] ?? 0) / 1000).toBeGreaterThanOrEqual(seconds - 0.5);
    expect((sentMs[0] ?? 0) / 1000).toBeLessThanOrEqual(seconds + 0.7);
  });

  test('a re-run whose second list fails leaves its reply alone, so the next attempt sends nothing', async () => {
    await world.run();
    let lists = 0;
    world.github.store.staleLists = 1;
    world.github.store.befall = (call) => {
      if (call === 'list 1') lists += 1;
      return lists > 1 ? { status: 403 } : undefined;
    };
    expect((await world.run(AGAIN)).story).toBe(DONE.replace(/^\S+/, 'error'));
    world.github.recover();
    await world.run({ attempt: 3 });
    expect(world.platform.posts).toEqual(['create']);
  });
});

describe('what a follow-up changed', () => {
  const change = (how: object) => () => Object.assign(world.github.store.pull, how);

  test.each<[string, object, string]>([
    ['new commits', { commits: 3, head: { sha: 'b2' } }, '**✅ The docs pull request has 2 new commits**'],
    ['another head', { head: { sha: 'b2' } }, '**✅ The docs pull request was changed**'],
    ['nothing', {}, '**☑️ The docs agent finished, and the docs pull request has no new commit**'],
    ['a merge', { state: 'closed', merged: true }, '**✅ The docs pull request is merged**'],
  ])('%s is in its reply, and in the one of its re-run', async (_, how, words) => {
    await world.run();
    world.platform.onPost = change(how);
    const { log } = await world.run(MORE);
    const body = () => world.github.on(ISSUE)[1]?.body;
    expect(body()).toContain(words);
    expect(body()).toContain('`Document the limit` · 2 files changed, +10 −3');
    expect(log.text).toContain(words.replaceAll('**', ''));
    await world.run({ ...MORE, ...AGAIN });
    expect(body()).toContain(words);
  });

  test('is not known where the pull request could not be read before', async () => {
    await world.run();
    world.github.fail(/^pull/, { status: 404 }, 1);
    await world.run(MORE);
    expect(world.github.on(ISSUE)[1]?.body).toContain('**✅ The docs agent finished the follow-up**');
  });
});

test('GitHub that could not give the memory is not asked for another minute to take the reply', async () => {
  world.github.fail(/./);
  const { outputs, tookMs } = await world.run(MORE);
  expect(outputs['outcome']).toBe('error');
  expect(tookMs).toBeLessThanOrEqual(50_000);
});

describe('the comment on the pull request', () => {
  test('is one for each job, signed, and names the reply, also one that was created anew', async () => {
    world.github.fail(/^update 500/, { status: 410 });
    const { outputs } = await world.run();
    expect(outputs['comment-url']).toContain('#issuecomment-501');
    const there = world.github.of('acme/docs');
    expect(there.on(41)[0]?.body).toContain(`(<${outputs['comment-url']}>)`);
    await world.run(MORE);
    await world.run({ run: '44' });
    const [first, second] = ['job_1', 'job_2'].map((job) => ({ kind: 'pull-request', job }));
    expect(there.records(41)).toEqual([first, second]);
  });

  test('names the thread where there is no reply', async () => {
    world.platform.add('job_1');
    world.github.fail(/ 1$/);
    await world.run(WATCH);
    const [stored] = world.github.of('acme/docs').on(41);
    expect(stored?.body).toContain(`(<https://github.com/${REPOSITORY}/issues/1>)`);
  });

  test.each<[string, string | undefined, Asking?]>([
    ['it is the thread itself', `https://github.com/${REPOSITORY.toLowerCase()}/pull/1`],
    ['it is on another server', 'https://gitlab.com/acme/docs/pull/41'],
    ['the job has none', undefined],
    ['no reply is wanted', PULL_REQUEST, { given: SILENT.given }],
    ['the job is still at work', PULL_REQUEST, UNWAITED],
  ])('is not written where %s', async (_, prLink, asking = {}) => {
    world.platform.prLink = prLink;
    const { calls } = await world.run(asking);
    expect(calls.join(', ')).not.toMatch(/(list|create) 41/);
    const bodies = world.github.store.comments.map(({ body }) => body).join();
    expect(bodies).not.toContain('opened this pull request');
  });

  /** Who has the repository of the pull request, how GitHub fails, and what is told where. */
  test.each<[string, GithubFault, 'warning' | 'info', string]>([
    [REPOSITORY, { status: 403 }, 'warning', '403. The token needs `pull-requests: write`.'],
    [REPOSITORY.toUpperCase(), { status: 403 }, 'warning', '403. The token needs `pull-requests: write`.'],
    [REPOSITORY, trouble, 'info', '502.'],
    ['acme/docs', { status: 403 }, 'info', '403. The token needs `issues: write`.'],
    ['acme/docs', trouble, 'info', '502.'],
  ])('that cannot be written in %s (%j) is told as %s', async (repository, fault, kind, text) => {
    world.platform.prLink = `https://github.com/${repository}/pull/41`;
    world.github.fail(/ 41$/, fault);
    const { log, warnings, succeeded, tookMs } = await world.run();
    const why = 'People cannot send the job follow-ups on the pull request itself: ';
    expect(log.texts(kind)).toContain(`${why}list 41 failed: GitHub answered ${text}`);
    expect(warnings).toHaveLength(kind === 'warning' ? 1 : 0);
    expect([succeeded, tookMs < 20_000]).toEqual([true, true]);
  });
});

describe('a notification', () => {
  const notify = { notify: 'true', comment: 'false' };
  const READY = '✅ The docs pull request is ready';

  test.each<[AgentResult['outcome'], string | undefined, string | undefined]>([
    ['pull-request', PULL_REQUEST, `${READY}: [\`${PULL_REQUEST}\`](<${PULL_REQUEST}>)`],
    ['pull-request', undefined, `${READY}.`],
    ['timeout', PULL_REQUEST, '⏳ The docs agent needs longer than this run waited.'],
    ['started', PULL_REQUEST, undefined],
    ['skipped', undefined, undefined],
  ])('of %s with %s mentions the person who asked', async (outcome, prLink, words) => {
    const job = prLink === undefined ? undefined : jobOf('completed', { prLink });
    await sendNotification(world.agent({ given: notify }).agent, { outcome, reason: '', job });
    const bodies = world.github.on(ISSUE).map(({ body }) => body);
    expect(bodies).toEqual(words === undefined ? [] : [`@Codertocat ${words}\n\n<!-- docs-agent-action -->`]);
  });

  test('comes below the reply, and goes where that goes', async () => {
    await world.run({ given: { notify: 'true', 'issue-number': '7' } });
    expect(world.github.on(7).map(({ body }) => body.startsWith('@'))).toEqual([false, true]);
  });

  const nobody = { at: { ...labeled, sender: undefined }, env: { GITHUB_ACTOR: '' } };

  test.each<[string, Asking]>([
    ['a run does not wait', { given: { ...notify, wait: 'false' } }],
    ['nobody wants it', { given: { comment: 'false' } }],
    ['there is no issue', { ...PUSH, given: { ...notify, ...PUSH.given } }],
    ['there is no token', { withoutGithub: true, given: notify }],
    ['nobody is known to have asked', { ...nobody, given: notify }],
    ['the run is interrupted', { interruptedAtMs: 3_000, given: notify }],
  ])('is not written where %s', async (_, asking) => {
    const { warnings } = await world.run(asking);
    expect([warnings, world.github.store.comments]).toEqual([[], []]);
  });

  test('is not written twice, and is one warning if it cannot be', async () => {
    world.github.fail(/^create/, { status: 502, done: true });
    const { calls, warnings } = await world.run({ given: notify });
    expect(calls).toEqual(['pull 41', 'create 1']);
    expect(warnings).toEqual(['Codertocat was not notified: create 1 failed: GitHub answered 502.']);
  });
});
