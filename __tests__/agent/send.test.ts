import { getEventListeners } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import type { Action, Create, Message, Watch } from '../../src/agent/action.ts';
import { execute } from '../../src/agent/send.ts';
import type { AgentInputs } from '../../src/inputs.ts';
import type { Job } from '../../src/platform/schemas.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import { SETTLE_MS } from '../helpers/contract.ts';
import { agentInputs } from '../helpers/payloads.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';
import { type PlatformScript, type PostScript, SimulatedPlatform } from '../helpers/simulated-platform.ts';
import { JOB_ID, jobOf, type Trouble } from '../helpers/wait-world.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const LINK = { prLink: 'https://github.com/acme/docs/pull/7' };

const create: Create = { kind: 'create' };
const message: Message = {
  ...{ kind: 'message', jobId: 'job_7', isKnownHere: true, before: undefined },
  ...{ settle: 'after-active', acceptedAt: undefined },
};
const watch: Watch = { kind: 'watch', jobId: 'job_7', settle: 'immediate', acceptedAt: undefined };

interface Given extends PlatformScript {
  readonly settings?: Partial<Pick<AgentInputs, 'wait' | 'timeoutMs' | 'pollIntervalMs'>> | undefined;
  readonly interruptedAtMs?: number | undefined;
}

/** No clock begins with the run; the times of a story do. */
const START_MS = 5_000;

async function play(action: Action, { settings, interruptedAtMs, ...script }: Given = {}) {
  const clock = new SimulatedClock();
  clock.advance(START_MS);
  const interruption = new AbortController();
  const { signal } = interruption;
  if (interruptedAtMs === 0) interruption.abort();
  else if (interruptedAtMs) clock.at(START_MS + interruptedAtMs, () => interruption.abort());
  const platform = new SimulatedPlatform(clock, script);
  const log = new CollectedLog();
  // What was reported of the job, and how many polls were made by then.
  const reported: [Job, number][] = [];
  const onJob = (job: Job) => void reported.push([job, platform.polls.length]);
  const inputs = { ...agentInputs(), ...settings };
  const prompt = 'Write about proxies';
  const result = await execute(action, { inputs, platform, clock, log, signal, prompt, onJob });
  // No timer and no listener is left, save the interruption that is still to come.
  const isDue = interruptedAtMs !== undefined && !signal.aborted;
  expect([clock.sleepers, getEventListeners(signal, 'abort').length]).toEqual([isDue ? 1 : 0, 0]);
  const posts = platform.posts.map((call) => ({ ...call, startMs: call.startMs - START_MS }));
  return { result, posts, polls: platform.polls, log, reported, endMs: clock.now() - START_MS };
}

const refused: Trouble = { kind: 'network', code: 'ECONNREFUSED', sent: false };
const reset: Trouble = { kind: 'network', code: 'ECONNRESET', sent: true };
const http = (status: number, retryAfterMs?: number): Trouble => ({ kind: 'http', status, retryAfterMs });
const accepted = jobOf('active');

test('a create is sent once, reported before the wait, and waited for', async () => {
  const done = jobOf('completed', LINK);
  const { result, posts, reported } = await play(create, polls(accepted, done));
  expect(posts.map(({ what }) => what)).toEqual(['create: Write about proxies']);
  expect(reported).toEqual([
    [accepted, 0],
    [done, 2],
  ]);
  const ended = { outcome: 'pull-request', job: done, jobId: JOB_ID, polls: 2, durationMs: 4000 };
  expect(result).toMatchObject(ended);
});

test('a POST gets at least 10 s, and at most as long as the run has, within a minute', async () => {
  const timeouts = [1, 20, 3600].map(async (seconds) => {
    const { posts } = await play(create, { settings: { timeoutMs: seconds * SECOND } });
    return posts[0]?.timeoutMs;
  });
  expect(await Promise.all(timeouts)).toEqual([10_000, 20_000, 60_000]);
});

/** When something was sent, how many polls and reports there were, and how and when it ended; without what there was not. */
function storyOf({ posts: sent, polls, result, reported, endMs }: Awaited<ReturnType<typeof play>>): string {
  const [first] = sent.map(({ what }) => what.split(':')[0]);
  const parts = [
    first && `${first} ${sent.map(({ startMs }) => startMs / SECOND).join(', ')}`,
    polls.length > 0 && `${polls.length} polls`,
    reported.length > 0 && `${reported.length} reports`,
    [result.outcome, result.jobId, endMs / SECOND].filter((part) => part !== undefined).join(' '),
  ];
  return parts.filter(Boolean).join('; ');
}

/** Each row: what happens, what is given, the story, and the reason where it is made here. */
function stories(action: Action, rows: readonly (readonly [string, Given, string, ...string[]])[]): void {
  test.each(rows)('%s', async (_, given, story, ...reasons) => {
    const played = await play(action, given);
    expect(storyOf(played)).toBe(story);
    for (const reason of reasons) expect(played.result.reason).toBe(reason);
  });
}

/** The last one again and again. */
function polls(...all: readonly (Job | Trouble)[]) {
  return { poll: (nth: number) => all[Math.min(nth, all.length - 1)] ?? accepted };
}
const posts = (latencyMs: number, ...outcomes: PostScript['outcome'][]) => ({
  posts: outcomes.map((outcome) => ({ latencyMs, outcome })),
});
const active = polls(accepted);
const once = { settings: { wait: false } };
const quick = { settings: { pollIntervalMs: 2000 } };
const at = (seconds: number) => ({ interruptedAtMs: seconds * SECOND });

const UNSENT = 'The run was interrupted before anything was sent to Mintlify.';
const unknown = (what: string, why: string) =>
  `The request to ${what} was sent, but Mintlify may not have accepted it: ${why}.`;
const RESET = unknown('create the job', 'POST failed (ECONNRESET)');
const RESET_MESSAGE = unknown('send the follow-up', 'POST failed (ECONNRESET)');
const CUT = unknown('create the job', 'the run was interrupted while the request was under way');
const GONE = 'The job could not be read: GET was answered 404.';
const UNFINISHED = 'The job is not finished, and this run does not wait for it (wait: false).';
const SOON = 'The run was interrupted after waiting 0 s, and did not stop the job.';

describe('a create', () => {
  const thrice = [refused, refused, refused];
  const TIMES = 'create 0, 2, 6, 14';
  const again = { ...posts(0, ...thrice, accepted), ...once };
  const often = posts(0, ...thrice, http(401));
  const twice = [http(429, 20 * MINUTE), http(429, 20 * MINUTE)];
  const late = { ...posts(0, http(429, 29 * MINUTE), accepted), ...active };
  const slow = { ...posts(9000, accepted), ...active, settings: { timeoutMs: 5 * SECOND } };
  const unconnected = { posts: [{ latencyMs: 30_000, outcome: accepted, connects: false }] };

  stories(create, [
    ['that does not wait makes no poll', once, 'create 0; 1 reports; started job_1 0'],
    ['is sent again if it was not connected', again, `${TIMES}; 1 reports; started job_1 14`],
    ['at the same times however often it polls', { ...often, ...quick }, `${TIMES}; error 14`],
    ['is given up after four times', posts(0, ...thrice, refused), `${TIMES}; error 14`],
    ['spends its deadline on sending, too', late, 'create 0, 1740; 22 polls; 1 reports; timeout job_1 1798'],
    ['is not sent after it', posts(0, ...twice, accepted), 'create 0, 1200; error 1200'],
    ['that is accepted too late is not waited for', slow, 'create 0; 1 reports; timeout job_1 9'],
    ['is never sent again if it may have arrived', posts(0, reset), 'create 0; unknown 0', RESET],
  ]);

  describe('that is interrupted', () => {
    const soon = { ...posts(3000, accepted), ...at(1) };
    const asleep = { ...active, ...at(61.234) };
    const asked = { ...posts(0, http(429, 60_000)), ...at(5) };
    const last = { ...posts(1000, ...thrice, refused), ...at(17.5) };
    stories(create, [
      ['before it is sent leaves nothing behind', at(0), 'cancelled 0', UNSENT],
      ['waits 2.5 s for the answer', soon, 'create 0; 1 reports; cancelled job_1 3'],
      ['is unknown without one', { ...posts(30_000, accepted), ...at(1) }, 'create 0; unknown 3.5', CUT],
      ['is an error if it is refused', { ...posts(2000, http(401)), ...at(1) }, 'create 0; error 2'],
      ['before it is connected', { ...unconnected, ...at(1) }, 'create 0; cancelled 3.5', UNSENT],
      ['is not sent a second time', { ...posts(2000, refused), ...at(1) }, 'create 0; cancelled 2', UNSENT],
      ['while it is sent for the last time', last, 'create 0, 3, 8, 17; cancelled 18', UNSENT],
      ['before it is sent again leaves it unsent', asked, 'create 0; cancelled 5', UNSENT],
      ['while asleep ends at once', asleep, 'create 0; 21 polls; 1 reports; cancelled job_1 61.234'],
    ]);
  });
});

const CLEAR = SETTLE_MS / SECOND;

describe('a message', () => {
  const failing = polls(accepted, jobOf('failed'));
  stories(message, [
    ['goes to its job, and so do its polls', failing, 'message job_7 0; 2 polls; 2 reports; failed job_7 4'],
    ['that is refused has its job-id', posts(0, http(404)), 'message job_7 0; error job_7 0'],
    ['also when it is unknown', posts(0, reset), 'message job_7 0; unknown job_7 0', RESET_MESSAGE],
    ['and interrupted before it is sent', at(0), 'cancelled job_7 0', UNSENT],
    [
      'ends once that is clear',
      quick,
      `message job_7 0; 30 polls; 2 reports; no-pull-request job_7 ${CLEAR}`,
    ],
  ]);
});

describe('a watch', () => {
  const stuck = { ...at(1), ...once, pollLatencyMs: () => 5000 };
  const looking = { ...active, ...once };
  const young = { ...polls(http(404), http(404), accepted), ...once };
  const linked = jobOf('active', LINK);
  const news = polls(accepted, accepted, linked, linked, jobOf('completed', LINK));
  stories(watch, [
    ['sends nothing, polls at once', polls(jobOf('archived')), '1 polls; 1 reports; archived job_7 0'],
    ['and reports the job only with news', news, '5 polls; 3 reports; pull-request job_7 8'],
    ['that does not wait polls once', looking, '1 polls; 1 reports; started job_7 0', UNFINISHED],
    ['or sees the end', once, '1 polls; 1 reports; no-pull-request job_7 0'],
    ['or reports why it saw nothing', { ...polls(http(404)), ...once }, '16 polls; error job_7 30', GONE],
    ['unless the job is young', young, '3 polls; 1 reports; started job_7 4'],
    ['or cannot be read', { ...polls(http(401)), ...once }, '1 polls; error job_7 0'],
    ['or is interrupted', stuck, '1 polls; cancelled job_7 1', SOON],
    ['that is interrupted before it begins', at(0), 'cancelled job_7 0', UNSENT],
  ]);

  const settling = { ...watch, settle: 'after-stable' } as const;
  stories(settling, [
    ['of a follow-up that does not wait ends as started', once, '1 polls; 1 reports; started job_7 0'],
    ['and waits until that is clear', quick, `31 polls; 1 reports; no-pull-request job_7 ${CLEAR}`],
  ]);
});

/** Seconds before the run at which the job was accepted, what is sent or watched, and the story while it is not found. */
test.each<[number | undefined, Message | Watch, Given, string]>([
  [undefined, watch, quick, '16 polls; error job_7 30'],
  [20, watch, {}, '6 polls; error job_7 10'],
  [30, watch, {}, '1 polls; error job_7 0'],
  [20, watch, once, '6 polls; error job_7 10'],
  [-20, watch, once, '16 polls; error job_7 30'],
  [undefined, message, quick, 'message job_7 0; 15 polls; 1 reports; error job_7 30'],
  [26, message, {}, 'message job_7 0; 2 polls; 1 reports; error job_7 4'],
  [600, message, {}, 'message job_7 0; 1 polls; 1 reports; error job_7 2'],
])('a 404 of a job that was accepted %s s ago: %#', async (ago, action, given, story) => {
  const acceptedAt = ago && SimulatedClock.EPOCH_MS + START_MS - ago * SECOND;
  const played = await play({ ...action, acceptedAt }, { ...polls(http(404)), ...given });
  expect(storyOf(played)).toBe(story);
});

test('a watch is logged', async () => {
  const { log } = await play(watch);
  expect(log.text).toBe('Watching job-id job_7.\ngroup: Waiting for the job, at most 30 min');
});

test('what may not be sent ends with its result, without any request', async () => {
  const result = { outcome: 'error', reason: 'Because.' } as const;
  const played = await play({ kind: 'stop', result });
  expect([played.result, played.posts, played.polls]).toEqual([result, [], []]);
});

test('what is sent again is logged, and what is not comes with advice', async () => {
  const { result, log } = await play(create, posts(0, refused, reset));
  expect(log.texts('info')).toEqual([
    'POST failed (ECONNREFUSED). Nothing was started. Sending it again in 2 s.',
  ]);
  expect(result.advice).toMatch(
    /^Do something\. The action did not send it again, because a duplicate .* job-id /s,
  );
  const { result: never } = await play(create, posts(0, http(400)));
  expect(never).toMatchObject({
    reason: 'POST was answered 400.',
    advice: 'Do something. Nothing was started.',
  });
});

test('a bug is not taken for a failure of Mintlify', async () => {
  await expect(play(create, { posts: [] })).rejects.toThrow('There is no script');
  const poll = () => {
    throw new TypeError('x is not a function');
  };
  await expect(play(watch, { poll, ...once })).rejects.toThrow(TypeError);
});
