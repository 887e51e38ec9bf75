import { beforeEach, describe, expect, test } from '@jest/globals';
import { notify as sendNotification } from '../../../src/agent/notify.ts';
import type { ReplyRecord } from '../../../src/agent/replies/record.ts';
import type { AgentResult } from '../../../src/agent/result.ts';
import type { TriggerEvent } from '../../../src/github/event.ts';
import {
  AgentWorld,
  type Asking,
  comment,
  ISSUE,
  labeled,
  onPullRequest,
  type Played,
  PULL_REQUEST,
  SECRET,
} from '../../helpers/agent-world.ts';
import { commentPayload, event, REPOSITORY } from '../../helpers/payloads.ts';
import { type GithubFault, recordOf } from '../../helpers/simulated-github.ts';
import { jobOf } from '../../helpers/wait-world.ts';

/** Whole requests, from what they decide to their end, in simulated time. */

let world: AgentWorld;
beforeEach(() => {
  world = new AgentWorld();
});

const AGAIN = { attempt: 2 };
const MORE = { at: comment, run: '43' };
const STALE = 'The reply is not kept up to date: ';
const REPEATS = 'A re-run of this workflow run would send the request again.';
const trouble: GithubFault = { status: 502 };
const PUSH = event('push', {});

/** What is asked of GitHub for the comment on the pull request, which is in another repository. */
const THERE = ['list 41', 'create 41'];

function warnings({ log }: Played): string[] {
  return log.texts('warning');
}

/** A reply that another run has left on the issue. */
function leave(others: Partial<ReplyRecord> = {}): number {
  return world.github.leave(ISSUE, recordOf(others)).id;
}

function requestId(asking: Asking = {}): string {
  return world.agent(asking).agent.request.id;
}

/** How the whole run ends, as `AgentWorld.story` tells it. */
async function story(asking?: Asking): Promise<string> {
  return world.story(await world.run(asking));
}

const DONE = 'pull-request | create | start pull-request job_1';
const UNSENT = { accepted: false, job: undefined } as const;
const SENDING = { ...UNSENT, state: 'sending' } as const;
const WATCH = { given: { 'job-id': 'job_1' } };
/** What is asked of GitHub while a job is at work and when it has ended. */
const TWICE = ['update 500', 'update 500'];

describe('a reply', () => {
  test('is complete and signed before anything is sent, then says that the agent is at work, then how it ended', async () => {
    const seen: string[][] = [];
    const { platform, github } = world;
    platform.onPost = () => seen.push([...world.states, String(github.store.comments.length)]);
    world.clock.at(2_000, () => seen.push(world.states));
    const run = await world.run();
    const { calls, outputs, succeeded } = run;
    expect(seen).toEqual([['start sending -', '1'], ['start working job_1']]);
    expect([world.story(run), calls, succeeded]).toEqual([DONE, ['create 1', ...TWICE, ...THERE], true]);
    expect(outputs).toMatchObject({
      ...{ outcome: 'pull-request', 'job-id': 'job_1', 'pr-link': PULL_REQUEST },
      'comment-url': `https://github.com/${REPOSITORY}/issues/1#issuecomment-500`,
    });
    const [body = ''] = github.on(ISSUE).map((stored) => stored.body);
    expect(body).toContain('**✅ The docs pull request is ready**');
    expect(body).toContain(`[run](<https://github.com/${REPOSITORY}/actions/runs/42>)`);
  });

  /** Who asks, what was there before, and what a run asks of GitHub besides the permission. */
  test.each<[string, Asking, Partial<ReplyRecord>[], string[]]>([
    ['a follow-up', MORE, [{}], ['list 1', 'create 1', 'update 501', 'update 501', ...THERE]],
    ['a first comment', MORE, [], ['list 1', 'create 1', 'list 1', ...TWICE, ...THERE]],
    ['a watch', WATCH, [], ['create 1', ...THERE]],
    ['a re-run of a watch', { ...WATCH, ...AGAIN }, [], ['list 1', 'create 1', ...THERE]],
    ['a run that does not wait', { given: { wait: 'false' } }, [], ['create 1', ...TWICE]],
    ['on another issue', { given: { 'issue-number': '7' } }, [], ['create 7', ...TWICE, ...THERE]],
  ])('asks no more of GitHub than it must: %s', async (_, asking, before, calls) => {
    world.platform.add('job_1');
    for (const record of before) leave(record);
    expect((await world.run(asking)).calls).toEqual(calls);
  });

  test('of a watch is written once, also by a re-run, which edits it', async () => {
    world.platform.add('job_1', 'completed', 20_000);
    expect(await story(WATCH)).toBe('pull-request |  | watch pull-request job_1');
    expect((await world.run({ ...WATCH, ...AGAIN })).calls).toEqual(['list 1', 'update 500', 'list 41']);
    expect(world.github.records(ISSUE)).toMatchObject([{ attempt: 2, write: 1, completed: true }]);
  });

  test('of a re-run that watches is the one of the attempt before, and what people wrote there goes', async () => {
    await world.run();
    world.github.edit(500, `Thanks!\n${world.github.on(ISSUE)[0]?.body}`);
    const again = await world.run({ ...AGAIN, given: { 'timeout-minutes': '5' } });
    expect([world.story(again), again.calls]).toEqual([DONE, ['list 1', 'update 500', 'list 41']]);
    expect(world.github.on(ISSUE)[0]?.body).not.toContain('Thanks!');
    expect(world.github.records(ISSUE)).toMatchObject([{ attempt: 2, write: 1 }]);
  });

  test('is written by no other request, and nothing of a run is lost by others', async () => {
    leave({ request: 'a', does: 'watch', job: 'job_0' });
    world.github.add(ISSUE, 'LGTM');
    const before = world.github.on(ISSUE).map(({ body }) => body);
    await Promise.all(['1', '2', '3'].map((run) => world.run({ at: comment, run })));
    const after = world.github.on(ISSUE).map(({ body }) => body);
    expect(after.slice(0, 2)).toEqual(before);
    expect(after).toHaveLength(5);
    expect(world.states.slice(1).every((state) => state.endsWith('pull-request job_1'))).toBe(true);
  });

  test('shows no secret', async () => {
    const at = event('issue_comment', commentPayload(`/docs use ${SECRET}`));
    await world.run({ at });
    expect(world.github.store.comments.map(({ body }) => body.includes(SECRET))).toEqual([false, false]);
    expect(world.github.on(ISSUE)[0]?.body).toContain('use ***');
  });

  test('of a watch is not gone on with where a job was started here', async () => {
    for (const id of ['job_1', 'job_2']) world.platform.add(id);
    leave({ request: 'first' });
    leave({ request: 'second', does: 'watch', job: 'job_2' });
    await world.run(MORE);
    expect(world.platform.posts).toEqual(['message job_1']);
  });

  test('of a request that is not sent says why', async () => {
    const at = onPullRequest(7, 'docs[bot]');
    const { outputs, calls } = await world.run({ at });
    expect([outputs['outcome'], calls, world.platform.posts]).toEqual(['error', ['list 7', 'create 7'], []]);
    expect(world.github.records(7)).toMatchObject([{ does: 'nothing', state: 'error', accepted: false }]);
    expect(world.github.on(7)[0]?.body).toContain('with its job-id');
  });

  test('shows what led to it', async () => {
    world.platform.add('job_1', 'failed');
    leave();
    const { log } = await world.run(MORE);
    const note = 'The earlier job has failed, so this request starts a new one.';
    expect(log.texts('info')).toContain(note);
    expect(world.github.on(ISSUE)[1]?.body).toContain(`\n\n${note}\n\n`);
  });

  test.each<[string, Asking, string]>([
    [
      'an issue',
      { at: PUSH, given: { prompt: 'x' } },
      'the event has no issue or pull request, and issue-number is not given',
    ],
    ['a token', { withoutGithub: true }, 'that needs github-token, and a repository'],
  ])('cannot be written without %s, which is a warning', async (_, asking, why) => {
    const run = await world.run(asking);
    expect(warnings(run)).toEqual([`This run writes no reply: ${why}.`]);
    expect([world.story(run), run.outputs['comment-url'], run.calls]).toEqual([
      'pull-request | create | ',
      '',
      [],
    ]);
  });

  test('is not written where none is wanted', async () => {
    const run = await world.run({ at: comment, given: { comment: 'false' } });
    expect([world.story(run), run.calls, warnings(run)]).toEqual(['pull-request | create | ', [], []]);
    const again = await world.run({ ...AGAIN, given: { comment: 'false' } });
    expect(warnings(again)).toEqual([expect.stringContaining('no reply is kept')]);
  });
});

describe('a reply that cannot be created', () => {
  test.each([
    ['found again if it was done', { status: 502, done: true }],
    ['found again if nobody knows', { done: true }],
    ['created again if it was not', { status: 502 }],
    ['created again if it is not known', {}],
  ])('is %s: one reply and one job, also in a re-run', async (_, fault) => {
    world.github.fail(/^create 1/, fault, 1);
    for (const run of [await world.run(), await world.run(AGAIN)]) {
      expect([world.story(run), warnings(run)]).toEqual([DONE, []]);
    }
  });

  test.each<[string, GithubFault]>([
    ['trouble', trouble],
    ['no answer', {}],
    ['a limit that lasts', { status: 403, retryAfterMs: 40_000 }],
    ['a refusal that is none of the thread', { status: 401 }],
  ])('for 30 s leads to nothing but an error, and a re-run sends: %s', async (_, fault) => {
    world.github.fail(/^create/, fault);
    const run = await world.run();
    expect([run.succeeded, run.outputs['outcome'], world.platform.posts]).toEqual([false, 'error', []]);
    expect(run.outputs['reason']).toMatch(/^The reply could not be written: create 1 failed: GitHub /);
    expect(run.log.texts('error')[0]).toMatch(/Nothing was sent.* Run the workflow again\./);
    expect(run.tookMs).toBeLessThanOrEqual(30_000 + 65_000 + 500);
    world.github.recover();
    expect(await story(AGAIN)).toBe(DONE);
  });

  test('is told in the reply if that can be written at the end', async () => {
    world.github.fail(/^create/);
    world.clock.at(40_000, () => world.github.recover());
    expect(await story()).toBe('error |  | start error -');
    expect(world.github.on(ISSUE)[0]?.body).toContain('**❌ Nothing was started**');
  });

  test('for less than 30 s only takes longer', async () => {
    world.github.fail(/^create/, { status: 429, retryAfterMs: 25_000 }, 1);
    expect(await story()).toBe(DONE);
    expect(world.clock.now()).toBeGreaterThan(25_000);
  });

  test.each([403, 404, 410, 422])(
    'since GitHub refuses it (%d) is done without, with a warning',
    async (status) => {
      world.github.fail(/^create/, { status });
      const run = await world.run({ given: { notify: 'false' } });
      expect([run.outputs['outcome'], run.outputs['comment-url']]).toEqual(['pull-request', '']);
      expect(run.calls).toEqual(['create 1']);
      expect(warnings(run)).toEqual([
        `${STALE}create 1 failed: GitHub answered ${status}. The job goes on. ${REPEATS} The token needs \`issues: write\`.`,
      ]);
      const again = await world.run(AGAIN);
      expect(again.log.texts('notice')).toHaveLength(1);
      expect(world.platform.posts).toEqual(['create', 'create']);
    },
  );

  test('and is refused asks nobody to wait for anybody', async () => {
    world.github.fail(/^create/, { status: 403 });
    leave({ ...SENDING, request: 'before' });
    const { calls, tookMs } = await world.run(MORE);
    expect(calls).toEqual(['list 1', 'create 1']);
    expect(tookMs).toBeLessThan(10_000);
  });
});

describe('trouble with later writes', () => {
  test.each([404, 410])('makes the reply anew where it is gone (%d)', async (status) => {
    world.github.fail(/^update 500/, { status });
    const run = await world.run();
    expect(run.calls.slice(0, 4)).toEqual(['create 1', 'update 500', 'create 1', 'update 501']);
    expect(run.outputs['comment-url']).toContain('#issuecomment-501');
    world.github.delete(500);
    expect(await story(AGAIN)).toBe(DONE);
  });

  test('is one warning after 10 s, and made good at the end', async () => {
    world.platform.jobMs = 60_000;
    world.github.fail(/^update/);
    world.clock.at(30_000, () => world.github.recover());
    const run = await world.run();
    expect(warnings(run)).toEqual([`${STALE}update 500 failed: GitHub answered 502. The job goes on.`]);
    expect(world.story(run)).toBe(DONE);
  });

  test('that lasts is one warning, and 65 s at the end', async () => {
    world.github.fail(/^update/);
    const run = await world.run();
    expect([world.story(run), warnings(run).length]).toEqual(['pull-request | create | start sending -', 1]);
    expect(run.tookMs).toBeGreaterThan(70_000);
    expect(run.tookMs).toBeLessThan(95_000);
  });

  test('that is a limit of a minute is waited out at the end', async () => {
    world.github.fail(/^update/, { status: 403, retryAfterMs: 60_000 }, 2);
    const run = await world.run();
    expect([world.story(run), warnings(run).length]).toEqual([DONE, 1]);
  });

  test('does not hide a mistake in the program', async () => {
    world.github.store.befall = () => {
      throw new TypeError('oops');
    };
    await expect(world.run()).rejects.toThrow('oops');
  });
});

describe('a memory that cannot be read', () => {
  test('is read again for 30 s; then a re-run sends nothing, and its reply is left alone', async () => {
    await world.run();
    const [own] = world.github.on(ISSUE);
    const before = own?.body;
    world.github.fail(/^list 1/);
    const run = await world.run(AGAIN);
    expect([run.outputs['outcome'], world.platform.posts]).toEqual(['error', ['create']]);
    expect(new Set(run.calls)).toEqual(new Set(['list 1']));
    expect(run.tookMs).toBeGreaterThan(25_000);
    expect(run.tookMs).toBeLessThanOrEqual(30_100);
    expect(own?.body).toBe(before);
    expect(warnings(run)).toEqual([]);
    world.github.fail(/^list 1/, trouble, 5);
    expect(await story({ attempt: 3 })).toBe(DONE);
  });

  test('sends nothing for a comment either, and the reply says so', async () => {
    world.github.fail(/^list 1/, { status: 403 });
    const run = await world.run(MORE);
    expect(world.story(run)).toBe('error |  | nothing error -');
    expect(run.calls).toEqual(['list 1', 'create 1']);
  });

  test.each([{ given: { 'api-key': 'mint_rotated_0123' } }, {}])(
    'since there is none under this key is none: %j',
    async (others) => {
      await world.run();
      if (!('given' in others)) world.github.delete(500);
      const run = await world.run({ ...AGAIN, ...others });
      expect(run.log.texts('notice')).toEqual([
        'This is a re-run, and no reply of an earlier attempt stands: this attempt sends the request.',
      ]);
      expect(world.platform.posts).toEqual(['create', 'create']);
    },
  );

  test('holds what is written around the marker, and no copy from another place or of an old state', async () => {
    await world.run();
    const old = world.github.bodyOf(ISSUE, { ...SENDING, request: requestId(), write: 1 });
    world.github.add(ISSUE, old);
    world.github.add(ISSUE, world.github.bodyOf(7, { job: 'job_9' }));
    const [own] = world.github.on(ISSUE);
    world.github.edit(500, `> quoted\n\n${own?.body}\n\nThanks!`);
    await world.run(AGAIN);
    await world.run(MORE);
    expect(world.platform.posts).toEqual(['create', 'message job_1']);
    expect(world.github.on(ISSUE)[1]?.body).toBe(old);
  });
});

/** What an earlier attempt has left of its job, if there is one, and how the re-run ends. */
test.each<[string, Partial<ReplyRecord>, string, string]>([
  ['accepted', { state: 'working' }, 'completed', 'pull-request |  | start pull-request job_1'],
  ['accepted, and failed', { state: 'failed' }, 'failed', 'pull-request | create | start pull-request job_2'],
  ['failed after it was seen to complete', { completed: true }, 'failed', 'failed |  | start failed job_1'],
  ['a watch', { does: 'watch', state: 'timeout' }, 'completed', 'pull-request |  | watch pull-request job_1'],
  ['refused', { ...UNSENT, state: 'error' }, '', DONE],
  ['stopped before', { ...UNSENT, state: 'cancelled' }, '', DONE],
  ['cut off', SENDING, '', 'unknown |  | start unknown -'],
  ['told as unknown', { ...UNSENT, state: 'unknown' }, '', DONE],
])('a re-run after an attempt that was %s', async (_, left, job, expected) => {
  if (job) world.platform.add('job_1', job);
  leave({ request: requestId(), ...left });
  expect(await story(AGAIN)).toBe(expected);
});

describe('one attempt after the other', () => {
  test('a cut is told, then sent again, and the reply says that there may be two', async () => {
    leave({ request: requestId(), ...SENDING });
    const told = await world.run(AGAIN);
    expect([told.succeeded, world.story(told)]).toEqual([false, 'unknown |  | start unknown -']);
    expect(await story({ attempt: 3 })).toBe(DONE);
    expect(world.github.on(ISSUE)[0]?.body).toContain('so there may be two jobs');
  });

  test('an answer that is lost ends as unknown, and the attempt after it sends', async () => {
    world.platform.troubles.push({ kind: 'network', code: 'ECONNRESET', sent: true, done: true });
    expect(await story()).toBe('unknown | create | start unknown -');
    await world.run(AGAIN);
    expect(world.platform.posts).toEqual(['create', 'create']);
  });

  test('a pull request that was seen once is not worked on again, whatever the attempts between have seen', async () => {
    await world.run();
    await world.run({ ...AGAIN, given: { wait: 'false' } });
    const [job] = world.platform.jobs;
    if (job) job.end = 'archived';
    for (const attempt of [3, 4]) {
      expect(await story({ attempt })).toBe('archived | create | start archived job_1');
    }
  });

  test.each<[string, string | undefined, boolean]>([
    ['completed', PULL_REQUEST, true],
    ['completed', undefined, true],
    ['failed', undefined, false],
  ])(
    'a job that is %s, with %s as its pull request, was seen to complete: %s',
    async (end, prLink, completed) => {
      Object.assign(world.platform, { end, prLink });
      await world.run();
      expect(world.github.records(ISSUE)).toMatchObject([{ completed }]);
    },
  );

  test('a re-run of a follow-up trusts a finished status no more than its first attempt', async () => {
    world.platform.add('job_1', 'completed', 3_600_000);
    leave();
    world.platform.jobMs = 3_600_000;
    await world.run({ ...MORE, interruptedAtMs: 20_000 });
    for (const job of world.platform.jobs) job.activeUntilMs = 0;
    const { outputs, tookMs } = await world.run({ ...MORE, ...AGAIN });
    expect([outputs['outcome'], world.platform.posts]).toEqual(['pull-request', ['message job_1']]);
    expect(tookMs).toBeGreaterThan(60_000);
  });

  test('matrix jobs with prompts of their own are four requests, none sent again by a re-run', async () => {
    const prompts = ['a', 'b', 'c', 'd'];
    const all = (attempt: number) =>
      Promise.all(prompts.map((prompt) => world.run({ attempt, given: { prompt } })));
    await all(1);
    await all(2);
    expect([world.platform.posts.length, world.states.length]).toEqual([4, 4]);
    expect(new Set(world.states).size).toBe(4);
  });

  test('equal ones each send, and their re-runs watch the latest job', async () => {
    await Promise.all([1, 2, 3].map(() => world.run()));
    expect(world.states).toHaveLength(3);
    const again = await Promise.all([1, 2, 3].map(() => world.run(AGAIN)));
    expect(again.map(({ outputs }) => outputs['job-id'])).toEqual(['job_3', 'job_3', 'job_3']);
    expect(world.platform.posts).toHaveLength(3);
  });
});

describe('a request by comment', () => {
  /** A request of before, whose run goes on as given, in milliseconds from now. */
  function other(content: Partial<ReplyRecord>, then: Record<number, Partial<ReplyRecord>> = {}): number {
    const request = content.request === '' ? requestId(MORE) : (content.request ?? 'before');
    const id = leave({ ...SENDING, ...content, request });
    for (const [ms, next] of Object.entries(then)) {
      world.clock.at(world.clock.now() + Number(ms), () => {
        world.github.edit(id, world.github.bodyOf(ISSUE, { ...SENDING, ...content, request, ...next }));
      });
    }
    return id;
  }
  const accepted = { state: 'working', accepted: true, job: 'job_9' } as const;
  /** When something was sent, in seconds, and what. */
  async function sent(asking: Asking = MORE): Promise<[string, number, Played]> {
    const before = world.platform.posts.length;
    const startMs = world.clock.now();
    let atMs = Number.NaN;
    world.platform.onPost = () => {
      atMs = world.clock.now() - startMs;
    };
    const run = await world.run(asking);
    return [world.platform.posts.slice(before).join(), atMs / 1000, run];
  }

  const end = { ...accepted, job: 'job_7' } as const;

  /** The others, with what becomes of them after milliseconds; what this request sends, and when, in seconds. */
  test.each<[string, Parameters<typeof other>[], string, number]>([
    ['alone starts its job', [], 'create', 0.3],
    ['waits for one that starts a job', [[{}, { 7000: accepted }]], 'message job_9', 7.8],
    ['sees a job at once', [[{}, { 250: accepted }]], 'message job_9', 1.6],
    ['starts its own where that one is refused', [[{}, { 2000: { state: 'error' } }]], 'create', 3.5],
    ['starts its own where that job has failed', [[{}, { 2000: end }]], 'create', 3.7],
    ['goes on alone after a minute', [[{}]], 'create', 60.3],
    ['waits for no follow-up', [[{ does: 'message', job: 'job_8' }]], 'create', 0.3],
    ['nor for a watch', [[{ ...accepted, does: 'watch' }]], 'message job_9', 0.4],
    ['nor for itself', [[{ request: '', attempt: 0 }]], 'create', 0.3],
    [
      'waits for the last of several',
      [
        [{ request: 'a' }, { 1000: { ...accepted, job: 'job_8' } }],
        [{ request: 'b' }, { 5000: accepted }],
      ],
      ...(['message job_9', 7.8] as const),
    ],
    [
      'takes the job that is known then',
      [[{ request: 'a' }, { 1000: accepted }], [{}]],
      'message job_9',
      60.5,
    ],
  ])('%s', async (_, others, post, seconds) => {
    world.platform.add('job_7', 'failed');
    for (const id of ['job_8', 'job_9']) world.platform.add(id, 'completed', 3_600_000);
    for (const given of others) other(...given);
    const [what, at, { outputs }] = await sent();
    const prompts = world.platform.jobs.flatMap((job) => job.prompts);
    expect(prompts.map((prompt) => prompt.includes('Title:'))).toEqual([post === 'create']);
    expect([what, at, outputs['outcome']]).toEqual([
      post,
      expect.closeTo(seconds, 3),
      expect.not.stringMatching('error'),
    ]);
  });

  test.each([
    [119, 1, 'message job_9'],
    [120.5, 0, 'create'],
  ])('waits for one that was cut off %d s ago: %d', async (ago, waits, post) => {
    world.platform.add('job_9', 'completed', 3_600_000);
    const id = other({});
    await world.clock.sleep(ago * 1000);
    world.clock.at(world.clock.now() + 400, () =>
      world.github.edit(id, world.github.bodyOf(ISSUE, { request: 'before', ...accepted })),
    );
    const [what, at] = await sent();
    expect([what, at > 1]).toEqual([post, waits === 1]);
  });

  test('stops waiting when two minutes have passed for the one that it waits for', async () => {
    other({});
    await world.clock.sleep(100_000);
    const [what, at] = await sent();
    expect(what).toBe('create');
    expect(at).toBeGreaterThan(19);
    expect(at).toBeLessThan(32);
  });

  /** The other one's reply is created so many milliseconds before this run begins, and ids grow or fall. */
  test.each([
    ['a second before, though its id is higher', 1500, -1, 'message job_9'],
    ['in the same second, with a lower id', 10, 1, 'message job_9'],
    ['in the same second, with a higher id', 10, -1, 'create'],
  ])('goes by the time of creation, then the id: %s', async (_, agoMs, idStep, post) => {
    world.platform.add('job_9', 'completed', 3_600_000);
    world.github.store.idStep = idStep;
    await world.clock.sleep(5_000);
    other({}, { 3000: accepted });
    await world.clock.sleep(agoMs);
    const [what] = await sent();
    // A job that has begun elsewhere knows what the event is about.
    const isTold = world.platform.jobs.at(-1)?.prompts[0]?.includes('Title:');
    expect([what, isTold]).toEqual([post, post === 'create']);
  });

  test('whose first list shows that a job is being started waits also where an older job is known', async () => {
    for (const id of ['job_1', 'job_9']) world.platform.add(id, 'completed');
    leave({ request: 'first' });
    other({}, { 3000: accepted });
    const [what, , { outputs, log }] = await sent();
    expect([what, outputs['job-id']]).toEqual(['message job_9', 'job_9']);
    const note = 'Another request has started a job in the meantime, so this request goes on with that job.';
    expect(log.texts('info')).toContain(note);
    expect(world.github.on(ISSUE)[2]?.body).toContain(note);
    expect(world.github.records(ISSUE)[2]).toMatchObject({
      ...{ does: 'message', trust: 'once active', accepted: true, job: 'job_9' },
    });
    expect(world.platform.jobs[1]?.prompts[0]).not.toContain('Title:');
  });

  test('goes on with the older job, and says nothing of another, if that one starts none', async () => {
    world.platform.add('job_1');
    leave({ request: 'first' });
    other({}, { 3000: { state: 'error' } });
    const [what, , { log }] = await sent();
    expect([what, log.text.includes('in the meantime')]).toEqual(['message job_1', false]);
  });

  test.each([
    [
      'watches',
      { accepted: true, state: 'working', job: 'job_1' },
      ['list 1', 'update 501', 'list 41', 'create 41'],
    ],
    ['tells of a cut', {}, ['list 1', 'update 501']],
  ] as const)('waits for nobody in a re-run that %s', async (_, left, calls) => {
    world.platform.add('job_1');
    other({});
    leave({ ...SENDING, request: requestId(MORE), ...left });
    expect((await world.run({ ...MORE, ...AGAIN })).calls).toEqual(calls);
  });

  test('that has a job-id sends to that job, whoever starts another', async () => {
    world.platform.add('job_5');
    other({}, { 7000: accepted });
    const [what, at] = await sent({ ...MORE, given: { 'job-id': 'job_5' } });
    expect([what, at < 1]).toEqual(['message job_5', true]);
  });

  test('which nobody knows of has the job that it was for in its reply', async () => {
    world.platform.add('job_9', 'completed', 3_600_000);
    other({}, { 500: accepted });
    world.platform.troubles.push({ kind: 'network', code: 'ECONNRESET', sent: true });
    const [, , { outputs }] = await sent();
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
    const [what, , { outputs }] = await sent();
    expect([what, outputs['outcome']]).toEqual(['', 'error']);
    expect(outputs['reason']).toMatch(/^Whether another request has just started a job could not be read: /);
    expect(world.states).toEqual(['start error -']);
  });

  test.each([
    ['while it waits', 5_150],
    ['while it lists', 250],
  ])('that is interrupted %s is cancelled, and sends nothing', async (_, interruptedAtMs) => {
    other({});
    const [what, , { outputs, tookMs }] = await sent({ ...MORE, interruptedAtMs });
    expect([what, outputs['outcome'], world.states[1]]).toEqual(['', 'cancelled', 'start cancelled -']);
    expect(tookMs - interruptedAtMs).toBeLessThanOrEqual(2_000);
    expect(world.clock.sleepers).toBe(0);
  });

  test('beside others of the same moment makes one job; also beside a label', async () => {
    for (const events of [
      [labeled, comment, comment],
      [comment, comment],
    ]) {
      world = new AgentWorld();
      world.platform.jobMs = 120_000;
      await Promise.all(events.map((at, index) => world.run({ at, run: `${index}` })));
      expect(world.platform.posts.toSorted()).toEqual([
        'create',
        ...events.slice(1).map(() => 'message job_1'),
      ]);
    }
  });

  test('that a list shows too late makes two jobs: what GitHub does not show cannot be waited for', async () => {
    world.github.store.lateMs = 2_000;
    await Promise.all(['1', '2'].map((run) => world.run({ at: comment, run })));
    expect(world.platform.posts).toEqual(['create', 'create']);
  });
});

describe('an interruption', () => {
  test('is over within 5 s, and the reply has the job, and says that it goes on', async () => {
    world.platform.jobMs = 3_600_000;
    const run = await world.run({ interruptedAtMs: 60_000 });
    expect([world.story(run), warnings(run)]).toEqual(['cancelled | create | start cancelled job_1', []]);
    expect(run.outputs['job-id']).toBe('job_1');
    expect(world.github.on(ISSUE)[0]?.body).toContain('The job goes on. Re-run the workflow run');
    expect(run.tookMs).toBeLessThanOrEqual(65_000);
  });

  test('waits 1.5 s for GitHub to take it, and tells nobody else', async () => {
    world.platform.jobMs = 3_600_000;
    world.clock.at(30_000, () => world.github.fail(/^/, {}));
    const run = await world.run({ given: { notify: 'true' }, interruptedAtMs: 60_000 });
    expect([run.outputs['outcome'], warnings(run)]).toEqual(['cancelled', []]);
    expect(run.tookMs).toBe(61_500);
    expect(run.calls.filter((call) => call !== 'update 500')).toEqual(['create 1']);
    expect(world.clock.sleepers).toBe(0);
  });

  test('of the last write tells nobody else either, and is no trouble', async () => {
    const run = await world.run({ interruptedAtMs: 6_950 });
    expect([world.story(run), run.calls, run.log.text.includes('cannot')]).toEqual([
      DONE,
      ['create 1', ...TWICE],
      false,
    ]);
  });

  test('before anything is begun leaves nothing behind', async () => {
    const run = await world.run({ ...MORE, interruptedAtMs: 50 });
    expect([world.story(run), run.calls]).toEqual(['cancelled |  | ', ['list 1']]);
    expect(run.log.texts('notice')).toHaveLength(1);
  });

  /** While everything is asked and sent, and around the end. */
  const MOMENTS = [
    ...Array.from({ length: 30 }, (_, index) => 50 * index),
    ...Array.from({ length: 15 }, (_, index) => 6_050 + 100 * index),
  ];

  /** Interrupted at each of these moments, then run again until there is a pull request: nothing twice, nothing lost. */
  test.each<[string, TriggerEvent]>([
    ['a label', labeled],
    ['a comment', comment],
  ])('at any moment of %s costs no second job, and no request', async (_, at) => {
    for (const interruptedAtMs of MOMENTS) {
      world = new AgentWorld();
      const { outputs, tookMs } = await world.run({ at, interruptedAtMs });
      expect(tookMs - interruptedAtMs).toBeLessThanOrEqual(5_000);
      const outcomes = [outputs['outcome']];
      for (let attempt = 2; attempt < 5 && outcomes.at(-1) !== 'pull-request'; attempt += 1) {
        outcomes.push((await world.run({ at, attempt })).outputs['outcome']);
      }
      // Only a POST that was cut is not known, and somebody is told so before it is sent again.
      const most = outcomes.includes('unknown') ? 2 : 1;
      const isSound =
        world.platform.posts.length <= most && outcomes.length <= 2 && world.states.length === 1;
      expect([interruptedAtMs, outcomes, isSound]).toEqual([interruptedAtMs, expect.anything(), true]);
    }
  });
});

describe('the comment on the pull request', () => {
  const NOTE = 'People cannot go on with the job on the pull request itself: ';
  const there = () => world.github.of('acme/docs');

  test('is one for each job, signed, and names where it was asked for', async () => {
    await world.run();
    expect(there().records(41)).toEqual([{ kind: 'pull-request', job: 'job_1' }]);
    expect(there().on(41)[0]?.body).toContain(
      `(<https://github.com/${REPOSITORY}/issues/1#issuecomment-500>)`,
    );
    await world.run(MORE);
    await world.run({ run: '44' });
    expect(there().records(41)).toEqual([
      { kind: 'pull-request', job: 'job_1' },
      { kind: 'pull-request', job: 'job_2' },
    ]);
  });

  test('leads requests there to its job', async () => {
    world.platform.prLink = `https://github.com/${REPOSITORY}/pull/41`;
    await world.run();
    await world.run({ at: onPullRequest(41, 'docs[bot]'), run: '43' });
    expect(world.platform.posts).toEqual(['create', 'message job_1']);
    expect(world.github.records(41).map(({ kind }) => kind)).toEqual(['pull-request', 'reply']);
  });

  test.each<[string, string | undefined, Asking?]>([
    ['it is the thread itself', `https://github.com/${REPOSITORY.toLowerCase()}/pull/1`],
    ['it is on another server', 'https://gitlab.com/acme/docs/pull/41'],
    ['the job has none', undefined],
    ['no reply is wanted', PULL_REQUEST, { given: { comment: 'false' } }],
    ['the job is still at work', PULL_REQUEST, { given: { wait: 'false' } }],
  ])('is not written where %s', async (_, prLink, asking = {}) => {
    world.platform.prLink = prLink;
    const { calls } = await world.run(asking);
    expect(calls.filter((call) => !['create 1', 'update 500'].includes(call))).toEqual([]);
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
    const { log, succeeded, tookMs } = await world.run();
    expect(log.texts(kind)).toContain(`${NOTE}list 41 failed: GitHub answered ${text}`);
    expect(log.texts('warning')).toHaveLength(kind === 'warning' ? 1 : 0);
    expect([succeeded, tookMs < 20_000]).toEqual([true, true]);
  });

  test('names the thread where the reply could not be written, and comes after it was created anew', async () => {
    world.github.fail(/^update 500/, { status: 410 });
    await world.run();
    expect(there().on(41)[0]?.body).toContain('#issuecomment-501');
    world = new AgentWorld();
    world.platform.add('job_1');
    world.github.fail(/ 1$/);
    await world.run({ given: { 'job-id': 'job_1' } });
    expect(there().on(41)[0]?.body).toContain(`(<https://github.com/${REPOSITORY}/issues/1>)`);
  });
});

describe('a notification', () => {
  const notify = { notify: 'true', comment: 'false' };

  test.each<[AgentResult['outcome'], string | undefined, string | undefined]>([
    [
      'pull-request',
      PULL_REQUEST,
      `✅ The docs pull request is ready: [\`${PULL_REQUEST}\`](<${PULL_REQUEST}>)`,
    ],
    ['pull-request', undefined, '✅ The docs pull request is ready.'],
    ['timeout', PULL_REQUEST, '⏳ The docs agent takes longer than this run waited.'],
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

  test.each<[string, Asking]>([
    ['a run does not wait', { given: { ...notify, wait: 'false' } }],
    ['nobody wants it', { given: { comment: 'false' } }],
    ['there is no issue', { at: PUSH, given: { ...notify, prompt: 'x' } }],
    ['there is no token', { withoutGithub: true, given: notify }],
    [
      'nobody is known to have asked',
      { at: { ...labeled, sender: undefined }, env: { GITHUB_ACTOR: '' }, given: notify },
    ],
    ['the run is interrupted', { interruptedAtMs: 3_000, given: notify }],
  ])('is not written where %s', async (_, asking) => {
    await world.run(asking);
    expect(world.github.store.comments).toEqual([]);
  });

  test('is not written twice, and is one warning if it cannot be', async () => {
    world.github.fail(/^create/, { status: 502, done: true });
    const run = await world.run({ given: notify });
    expect(run.calls).toEqual(['create 1']);
    const why = 'create 1 failed: GitHub answered 502.';
    expect(warnings(run)).toEqual([`Codertocat was not notified: ${why}`]);
  });
});
