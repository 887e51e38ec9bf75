import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@jest/globals';
import { MemoryDispatcher } from '../../campaign/network.ts';
import { behaviourNamed } from '../../sandbox/faults.ts';
import { isTerminal, waitForJob } from '../../src/agent/wait.ts';
import { PlatformClient } from '../../src/platform/client.ts';
import { PlatformError } from '../../src/platform/errors.ts';
import { endsPolling, isNotFound } from '../../src/platform/failures.ts';
import type { Job } from '../../src/platform/schemas.ts';
import { Transport } from '../../src/platform/transport.ts';
import fc from '../helpers/fast-check.ts';
import { World } from './world.ts';

// How waits end is told by stories (send.txt). Here stands what holds of every wait.

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const TRANSIENT =
  '408 429 429-retry-after.1 429-retry-after.2 429-retry-after.3 500 502 503 504 reset-after hang html empty ECONNREFUSED';
const OTHERS = 'redirect 400 401 403 404 410 413 422 PROXY_407 CERT_HAS_EXPIRED';

const oneOf = (words: string) => fc.constantFrom(...words.split(' '));
const seconds = (...numbers: readonly number[]) => fc.constantFrom<number[]>(...numbers);
/** What matters happens early, around 30 s and 60 s, or late. */
const moment = fc.oneof(fc.nat(12), fc.nat(100), fc.nat(1800));
const phase = fc.record({
  shows: oneOf('active completed failed archived queued odd hidden'),
  lasts: moment,
});
const trouble = fc.oneof(
  { weight: 12, arbitrary: fc.constant('') },
  { weight: 5, arbitrary: oneOf(TRANSIENT) },
  { weight: 2, arbitrary: oneOf(OTHERS) },
);

/** Everything that can happen during one wait. Times are seconds. */
const history = fc.record({
  // The POST before the wait, and the status in the answer to it.
  after: fc.constantFrom('start', 'message', 'nothing'),
  answered: oneOf('active active completed failed queued'),
  settle: fc.constantFrom('immediate', 'after-active', 'after-stable'),
  // As of a request that was accepted a while before.
  settledIn: fc.option(seconds(0, 12, 45)),
  // What the job shows before it completes for good.
  phases: fc.array(phase, { maxLength: 5 }),
  // What befalls the nth poll: a fault of the sandbox, or in capitals why there is no connection.
  troubles: fc.array(trouble, { maxLength: 12 }),
  // What the nth poll takes; repeats from the start.
  latencies: fc.array(seconds(0, 0.1, 0.2, 1, 3, 19, 60), { minLength: 1, maxLength: 4 }),
  timeout: seconds(1, 2, 5, 20, 60, 90, 300, 1800),
  interval: seconds(1, 2, 5, 30, 120),
  interruptedAt: fc.option(moment, { freq: 3 }),
});
type History = typeof history extends fc.Arbitrary<infer Given> ? Given : never;

/** One poll, with the times of the simulated clock. */
interface Poll {
  readonly startMs: number;
  readonly timeoutMs: number;
  readonly endMs: number;
  readonly saw: Job | PlatformError;
}

/** What a job shows: a completed one its link, unless it is `linkless`. */
function shown({ id, status }: { readonly id: string; readonly status: string }): Job {
  if (status === 'linkless') return { id, status: 'completed' };
  return { id, status, ...(status === 'completed' && { prLink: 'https://github.com/acme/docs/pull/7' }) };
}

/** A job of the sandbox, read by the real client. */
function platformOf({ phases, troubles, latencies }: History, polls: Poll[]) {
  const troubleNow = () => troubles[polls.length] ?? '';
  const isUnreached = () => /^[A-Z]/.test(troubleNow());
  const faultFor = () => (troubleNow() === '' ? undefined : behaviourNamed(troubleNow()));
  const { clock, log, sandbox } = new World({ jobMs: SECOND, faultFor });
  sandbox.platform.scenario = { lifecycle: { first: phases }, shape: shown };
  const dispatcher = new MemoryDispatcher({
    exchange: (sent) => sandbox.exchange(sent),
    async connect() {
      await clock.sleep((latencies[polls.length % latencies.length] ?? 0) * SECOND);
      if (isUnreached()) throw Object.assign(new Error('No connection'), { code: troubleNow() });
    },
  });
  const place = { baseUrl: new URL('http://127.0.0.1'), apiKey: sandbox.apiKey };
  const client = new PlatformClient(new Transport({ ...place, clock, dispatcher: () => dispatcher }), 'p1');
  const getJob: PlatformClient['getJob'] = async (id, { timeoutMs = 0, signal } = {}) => {
    const startMs = clock.now();
    const saw = await client.getJob(id, { timeoutMs, signal }).catch((error: PlatformError) => error);
    polls.push({ startMs, timeoutMs, endMs: clock.now(), saw });
    if (saw instanceof Error) throw saw;
    return saw;
  };
  return { clock, log, platform: { getJob }, jobId: sandbox.platform.startJob('p1', 'Look').id };
}

/** Plays `history` with the real wait loop. */
async function play(history: History, onJob = (_: AbortController) => {}) {
  const { interruptedAt, after, answered, settle, settledIn, timeout, interval } = history;
  const polls: Poll[] = [];
  const { clock, log, platform, jobId } = platformOf(history, polls);
  const interruption = new AbortController();
  if (interruptedAt === 0) interruption.abort();
  else if (interruptedAt !== null) clock.at(interruptedAt * SECOND, () => interruption.abort());
  const reported: string[] = [];
  const inputs = { pollIntervalMs: interval * SECOND };
  const end = await waitForJob(
    {
      ...{ jobId, settle, timeoutMs: timeout * SECOND },
      ...(settledIn !== null && { settledInMs: settledIn * SECOND }),
      sent: after === 'nothing' ? undefined : { does: after, job: shown({ id: jobId, status: answered }) },
      onJob({ status }) {
        reported.push(status);
        onJob(interruption);
      },
      onPoll() {},
    },
    { clock, log, signal: interruption.signal, platform: platform as never, inputs: inputs as never },
  );
  return { end, polls, endMs: clock.now(), log, reported };
}

const statusOf = ({ saw }: Poll) => (saw instanceof PlatformError ? undefined : saw.status);
const isAnswer = (poll: Poll) => statusOf(poll) !== undefined || isNotFound(poll.saw);

/** What the contract takes for the end of a job, judged by what the polls saw alone. */
function isEnd({ settle, settledIn }: History, poll: Poll, before: readonly Poll[]): boolean {
  const status = statusOf(poll);
  if (!isTerminal(status ?? '')) return false;
  if (settle === 'immediate') return true;
  const reads = before.filter((each) => statusOf(each) !== undefined);
  if (settle === 'after-active')
    return reads.some((each) => statusOf(each) === 'active') || poll.endMs >= (settledIn ?? 60) * SECOND;
  const since = reads[reads.findLastIndex((each) => statusOf(each) !== status) + 1] ?? poll;
  return poll.endMs - since.endMs >= MINUTE;
}

/** Whether more polls cannot mend what this one met: a 404 is final 60 s after a POST, without one the second time. */
function isFinal({ after }: History, { saw, endMs }: Poll, before: readonly Poll[]): boolean {
  if (!(saw instanceof PlatformError)) return false;
  if (!isNotFound(saw)) return endsPolling(saw);
  return after === 'nothing' ? isNotFound(before.findLast(isAnswer)?.saw) : endMs >= MINUTE;
}

/** Sums of floating-point milliseconds. */
const EPSILON_MS = 0.01;
const about = (a: number, b: number) => Math.abs(a - b) <= EPSILON_MS;

type Simulation = Awaited<ReturnType<typeof play>>;

/** What holds of every wait. */
const PROMISES: Record<string, (given: History, simulation: Simulation) => boolean> = {
  'is finished by the first finished status that counts, and by nothing else': (given, { end, polls }) => {
    const isTrusted = given.after === 'start' && isTerminal(given.answered);
    if (isTrusted) return end.kind === 'finished' && polls.length === 0 && end.job.status === given.answered;
    const first = polls.findIndex((poll, index) => isEnd(given, poll, polls.slice(0, index)));
    if (first < 0) return end.kind !== 'finished';
    return end.kind === 'finished' && first === polls.length - 1 && end.job === polls[first]?.saw;
  },

  'gives each poll at most 20 s and no more than is left, and ends by the deadline': (
    { timeout },
    { polls, endMs, end },
  ) => {
    const deadlineMs = timeout * SECOND + EPSILON_MS;
    const isInTime = ({ startMs, timeoutMs }: Poll) =>
      timeoutMs > 0 && timeoutMs <= 20 * SECOND && startMs + timeoutMs <= deadlineMs;
    return polls.every(isInTime) && endMs <= deadlineMs && about(end.waitedMs, endMs);
  },

  'gives up only after a last poll within 2 s of the deadline, and polls once then': (
    { timeout },
    { polls, end },
  ) => {
    const lastPollMs = timeout * SECOND - Math.min(2 * SECOND, (timeout * SECOND) / 4);
    const late = polls.filter(({ endMs }) => endMs >= lastPollMs - EPSILON_MS);
    return end.kind === 'timeout' ? late.length === 1 && late[0] === polls.at(-1) : late.length <= 1;
  },

  'pauses as the schedule says, longer only for Retry-After, shorter only for the last poll': (
    { after, interval },
    { polls },
  ) =>
    polls.every(({ startMs }, index) => {
      const previous = polls[index - 1];
      if (!previous && after === 'nothing') return startMs === 0;
      const { endMs: fromMs, saw } = previous ?? { endMs: 0 };
      const askedMs = saw instanceof PlatformError ? Math.min(saw.retryAfterMs ?? 0, MINUTE) : 0;
      const usualMs = Math.min(Math.max(2 * SECOND, fromMs / 10), interval * SECOND);
      const isMissing = after === 'nothing' && isNotFound(polls.slice(0, index).findLast(isAnswer)?.saw);
      const dueMs = fromMs + (isMissing ? 5 * SECOND : Math.max(usualMs, askedMs));
      return about(startMs, dueMs) || (index === polls.length - 1 && startMs <= dueMs);
    }),

  'continues after a transient failure, and stops at once after any other': (given, { end, polls }) => {
    const first = polls.findIndex((poll, index) => isFinal(given, poll, polls.slice(0, index)));
    if (first < 0) return end.kind !== 'broken';
    const isLast = first === polls.length - 1;
    return isLast && (end.kind === 'broken' ? end.error === polls[first]?.saw : end.kind === 'interrupted');
  },

  'ends the moment it is interrupted, unless it was over before': (
    { interruptedAt },
    { end, endMs, polls },
  ) => {
    const interruptedMs = interruptedAt === null ? Number.POSITIVE_INFINITY : interruptedAt * SECOND;
    if (polls.some(({ startMs }) => startMs >= interruptedMs)) return false;
    return end.kind === 'interrupted' ? about(endMs, interruptedMs) : endMs <= interruptedMs + EPSILON_MS;
  },

  'keeps the last job it saw, says each change of status once, and counts its polls': (
    { after, answered },
    { end, polls, reported },
  ) => {
    const seen = [
      after === 'nothing' ? undefined : answered,
      ...polls.flatMap((poll) => statusOf(poll) ?? []),
    ];
    const changes = seen.filter((status, index) => index > 0 && status !== seen[index - 1]);
    const isTold = isDeepStrictEqual(reported, changes);
    return isTold && end.polls === polls.length && end.job?.status === seen.at(-1);
  },

  'warns of each unknown status once, and never logs a line twice in a row': (
    { after, answered },
    { polls, log },
  ) => {
    const seen = [after === 'nothing' ? undefined : answered, ...polls.map(statusOf)];
    const unknown = [...new Set(seen)].filter((shown) => shown === 'queued' || shown === 'odd');
    const warned = log.texts('warning').flatMap((line) => /documented: (\w+)\./.exec(line)?.[1] ?? []);
    const lines = log.texts().map((line) => line.replace(/ Waited .* so far\.$/, ''));
    return isDeepStrictEqual(warned, unknown) && lines.every((line, index) => line !== lines[index - 1]);
  },
};

test('whatever happens, the wait keeps all of its promises', async () => {
  const property = fc.asyncProperty(history, async (given) => {
    const simulation = await play(given);
    const broken = Object.entries(PROMISES).find(([, isKept]) => !isKept(given, simulation));
    // When each poll was made and answered, and with what.
    const seen = simulation.polls.map((poll) => [poll.startMs, poll.endMs, statusOf(poll) ?? `${poll.saw}`]);
    if (broken) throw new Error(`the wait ${broken[0]}: not so for ${JSON.stringify(seen)}`);
  });
  await fc.assert(property, { numRuns: 1500 });
});

/** A job that is created, and completes when these phases are over. */
const created = (...phases: History['phases']): History => ({
  ...{ after: 'start', answered: 'active', settle: 'immediate', settledIn: null, phases },
  ...{ troubles: [], latencies: [0], timeout: 1800, interval: 30, interruptedAt: null },
});

test('the default schedule costs what bench/RESULTS.md says', async () => {
  const table = readFileSync('bench/RESULTS.md', 'utf8');
  const rows = [...table.matchAll(/^\| (\d+) (s|min|h) \| (\d+) \| ([\d.]+) s \|/gm)];
  expect(rows).toHaveLength(8);
  for (const [, duration, unit, polls, late] of rows) {
    const lasts = Number(duration) * ({ s: 1, min: 60 }[unit ?? ''] ?? 3600);
    const { end, endMs } = await play({ ...created({ shows: 'active', lasts }), timeout: 86_400 });
    expect(end.polls).toBe(Number(polls));
    expect(endMs / SECOND - lasts).toBeLessThanOrEqual(Number(late));
  }
});

test('a job that is completed at once without a link is read once more after 5 s, if there is time', async () => {
  const { end, endMs } = await play({ ...created(), answered: 'linkless' });
  expect([end.polls, end.job?.prLink !== undefined, endMs]).toEqual([1, true, 5000]);
  expect((await play({ ...created(), answered: 'linkless', timeout: 0 })).polls).toEqual([]);
});

const NEWS: History = { ...created({ shows: 'queued', lasts: 60 }), timeout: 1 };

test('a wait that is interrupted when its last poll was answered is interrupted', async () => {
  const { end } = await play(NEWS, (run) => run.abort());
  expect(end.kind).toBe('interrupted');
});

test('a wait does not hide a bug', async () => {
  const wrong = () => {
    throw new TypeError('x is not a function');
  };
  await expect(play(NEWS, wrong)).rejects.toThrow(TypeError);
});
