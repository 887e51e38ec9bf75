import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { FINISHED, isPassingPoll, SETTLE_MS } from '../../campaign/contract.ts';
import { type SettlePolicy, type WaitOptions, waitForJob } from '../../src/agent/wait.ts';
import { type Progress, WaitLogger } from '../../src/agent/wait-logger.ts';
import { PlatformError } from '../../src/platform/errors.ts';
import type { Job } from '../../src/platform/schemas.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import fc from '../helpers/fast-check.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';
import { type Call, SimulatedPlatform } from '../helpers/simulated-platform.ts';
import { answerOf, JOB_ID, jobOf, type Trouble } from '../helpers/wait-world.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Everything that can happen during one wait. */
interface History {
  readonly after: WaitOptions['after'];
  readonly settle: SettlePolicy;
  /** Seconds after which `after-active` needs no `active`, as of a request that was accepted a while before. */
  readonly settledIn: number | null;
  /** Seconds that the job is known to have existed when the wait begins. */
  readonly age: number;
  /** The status in the answer to the create or message. */
  readonly answered: string;
  /** What the job shows from `at` seconds on: a status, or 404 while it is `hidden`. */
  readonly job: readonly { readonly at: number; readonly shows: string }[];
  /** What befalls the nth poll instead of an answer. */
  readonly troubles: readonly (Trouble | null)[];
  /** Seconds that the nth poll takes; repeats from the start. */
  readonly latencies: readonly number[];
  readonly timeout: number;
  readonly interval: number;
  /** Second at which the run is interrupted. */
  readonly interruptedAt: number | null;
}

/** Keeps what is logged, with the progress if it came with one. */
class RecordingLogger extends WaitLogger {
  readonly logged: { readonly what: string; readonly progress?: Progress }[] = [];
  readonly unknownStatuses: string[] = [];

  override polled({ status }: Job, progress: Progress): void {
    this.logged.push({ what: status, progress });
  }

  override failed({ name }: PlatformError, progress: Progress): void {
    this.logged.push({ what: name, progress });
  }

  override unsettled({ status }: Job): void {
    this.logged.push({ what: `unsettled ${status}` });
  }

  override unknownStatus(status: string): void {
    this.unknownStatuses.push(status);
  }
}

/** What a job shows: a completed one its link, unless it is `linkless`. */
function shown(status: string): Job {
  if (status === 'linkless') return jobOf('completed');
  return status === 'completed'
    ? jobOf(status, { prLink: 'https://github.com/acme/docs/pull/7' })
    : jobOf(status);
}

/** Plays `history` against the real wait loop. */
async function play(history: History, onPoll = (_: AbortController) => {}) {
  const clock = new SimulatedClock();
  const interruption = new AbortController();
  const { interruptedAt, after, settle, age, timeout, interval, latencies, troubles, answered } = history;
  if (interruptedAt === 0) interruption.abort();
  else if (interruptedAt !== null) clock.at(interruptedAt * SECOND, () => interruption.abort());
  const platform = new SimulatedPlatform(clock, {
    pollLatencyMs: (nth) => (latencies[nth % latencies.length] ?? 0) * SECOND,
    poll(nth, nowMs) {
      onPoll(interruption);
      const shows = history.job.findLast(({ at }) => at * SECOND <= nowMs)?.shows ?? 'active';
      return troubles[nth] ?? (shows === 'hidden' ? { kind: 'http', status: 404 } : shown(shows));
    },
  });
  const logger = new RecordingLogger(new CollectedLog());
  const end = await waitForJob({
    ...{ jobId: JOB_ID, after, settle, jobAgeMs: age * SECOND },
    settledInMs: history.settledIn === null ? undefined : history.settledIn * SECOND,
    ...{ timeoutMs: timeout * SECOND, pollIntervalMs: interval * SECOND },
    ...{ job: after === 'nothing' ? undefined : shown(answered), getJob: platform.getJob },
    ...{ clock, signal: interruption.signal, logger },
  });
  const { logged, unknownStatuses } = logger;
  return { end, polls: platform.polls, endMs: clock.now(), logged, unknownStatuses };
}

type Simulation = Awaited<ReturnType<typeof play>>;

const http = (...statuses: number[]): fc.Arbitrary<Trouble> =>
  fc.record({
    kind: fc.constant('http' as const),
    status: fc.constantFrom(...statuses),
    retryAfterMs: fc.constantFrom(undefined, 0, 500, 7_000, 90_000, 100 * MINUTE),
  });
const network = (sent: boolean, ...codes: string[]): fc.Arbitrary<Trouble> =>
  fc.constantFrom(...codes.map((code) => ({ kind: 'network', code, sent }) as const));

/** Seconds: what matters happens early, around 30 s and 60 s, or late. */
const moment = fc.oneof(fc.nat(12), fc.nat(100), fc.nat(1800));
const status = fc.constantFrom('active', 'completed', 'failed', 'archived', 'queued', 'Completed', 'hidden');

const history: fc.Arbitrary<History> = fc
  .record({
    after: fc.constantFrom('create' as const, 'message' as const, 'nothing' as const),
    answered: fc.constantFrom('active', 'active', 'completed', 'failed', 'queued'),
    job: fc.array(fc.record({ at: moment, shows: status }), { maxLength: 5 }),
    troubles: fc.array(
      fc.oneof(
        { weight: 12, arbitrary: fc.constant(null) },
        { weight: 3, arbitrary: http(408, 429, 500, 502, 503, 504) },
        { weight: 1, arbitrary: network(true, 'ECONNRESET', 'TIMEOUT', 'UND_ERR_SOCKET') },
        { weight: 1, arbitrary: network(false, 'ECONNREFUSED', 'ENOTFOUND', 'PROXY_502') },
        { weight: 1, arbitrary: fc.constant({ kind: 'shape' as const }) },
        { weight: 1, arbitrary: http(302, 400, 401, 403, 410, 413, 422) },
        { weight: 1, arbitrary: network(false, 'PROXY_407', 'PROXY_URL', 'CERT_HAS_EXPIRED') },
      ),
      { maxLength: 12 },
    ),
    latencies: fc.array(fc.constantFrom(0, 0.1, 0.2, 1, 3, 19, 60), { minLength: 1, maxLength: 4 }),
    timeout: fc.constantFrom(1, 2, 5, 20, 60, 90, 300, 1800),
    interval: fc.constantFrom(0.5, 1, 2, 5, 30, 120),
    settle: fc.constantFrom('immediate' as const, 'after-active' as const, 'after-stable' as const),
    settledIn: fc.constantFrom(null, null, null, 0, 12, 45),
    age: fc.constantFrom(0, 0, 12, 29, 30, 5000),
    interruptedAt: fc.option(moment, { freq: 3 }),
  })
  .map((raw) => ({ ...raw, job: raw.job.toSorted((a, b) => a.at - b.at) }))
  .filter(({ timeout, interval }) => timeout / interval <= 1000);

const statusOf = ({ saw }: Call) => (saw instanceof PlatformError ? undefined : saw.status);
const isFinished = (status = '') => FINISHED.includes(status);

/** What the contract takes for the end of a job, judged by what the polls saw alone. */
function isEnd({ settle, settledIn }: History, polls: readonly Call[], index: number): boolean {
  const answers = polls.slice(0, index + 1).filter((poll) => statusOf(poll) !== undefined);
  const statuses = answers.map(statusOf);
  const poll = polls[index];
  const status = statuses.at(-1);
  if (!poll || answers.at(-1) !== poll || !isFinished(status)) return false;
  if (settle === 'immediate') return true;
  const settledMs = settledIn === null ? SETTLE_MS : settledIn * SECOND;
  if (settle === 'after-active') return statuses.includes('active') || poll.endMs >= settledMs;
  const first = answers[statuses.findLastIndex((other) => other !== status) + 1];
  return poll.endMs - (first?.endMs ?? 0) >= SETTLE_MS;
}

/** Whether more polls cannot mend what `poll` met. */
function isFinal({ age }: History, { saw, endMs }: Call): boolean {
  return saw instanceof PlatformError && !isPassingPoll(answerOf(saw), age * SECOND + endMs);
}

function retryAfterOf({ saw }: Call): number {
  const askedMs = saw instanceof PlatformError && 'retryAfterMs' in saw ? Number(saw.retryAfterMs ?? 0) : 0;
  return Math.min(askedMs, MINUTE);
}

/** Floating-point sums of milliseconds. */
const EPSILON_MS = 0.01;
const about = (a: number, b: number) => Math.abs(a - b) <= EPSILON_MS;

/** What holds of every wait. */
const PROMISES: Record<string, (given: History, simulation: Simulation) => boolean> = {
  'is finished by the first finished status that counts, and by nothing else': (given, { end, polls }) => {
    const trusted = given.after === 'create' && isFinished(given.answered);
    if (trusted) return end.kind === 'finished' && polls.length === 0 && end.job?.status === given.answered;
    const first = polls.findIndex((_, index) => isEnd(given, polls, index));
    if (first < 0) return end.kind !== 'finished';
    return end.kind === 'finished' && first === polls.length - 1 && end.job === polls[first]?.saw;
  },

  'starts no poll at the deadline or past it, and ends by then': ({ timeout }, { polls, endMs, end }) => {
    const inTime = polls.every(({ startMs }) => startMs < timeout * SECOND);
    return inTime && endMs <= timeout * SECOND + EPSILON_MS && about(end.waitedMs, endMs);
  },

  'gives up only after a last poll within 2 s of the deadline, and polls once then': (
    given,
    { polls, end },
  ) => {
    const timeoutMs = given.timeout * SECOND;
    const lastPollMs = timeoutMs - Math.min(2 * SECOND, timeoutMs / 4);
    const isLate = ({ endMs }: Call) => endMs >= lastPollMs - EPSILON_MS;
    const late = polls.filter(isLate).length;
    const isLast = late === 1 && polls.findLastIndex(isLate) === polls.length - 1;
    return end.kind === 'timeout' ? isLast : late <= 1;
  },

  'gives each poll at most 20 s, and no more than is left': ({ timeout }, { polls }) =>
    polls.every(
      ({ startMs, timeoutMs }) =>
        timeoutMs > 0 && timeoutMs <= 20_000 && startMs + timeoutMs <= timeout * SECOND + EPSILON_MS,
    ),

  'pauses as the schedule says, longer only for Retry-After, shorter only for the last poll': (
    { after, interval },
    { polls },
  ) => {
    const scheduled = (waitedMs: number) => Math.min(Math.max(2 * SECOND, waitedMs / 10), interval * SECOND);
    return polls.every(({ startMs }, index) => {
      const previous = polls[index - 1];
      if (!previous && after === 'nothing') return startMs === 0;
      const due = previous
        ? previous.endMs + Math.max(scheduled(previous.endMs), retryAfterOf(previous))
        : scheduled(0);
      const isLast = index === polls.length - 1 && startMs <= due;
      return about(startMs, due) || isLast;
    });
  },

  'continues after a transient failure, and stops at once after any other': (given, { end, polls }) => {
    const first = polls.findIndex((poll) => isFinal(given, poll));
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

  'keeps the last job it saw, and counts its polls': ({ after, answered }, { end, polls }) => {
    const first = after === 'nothing' ? undefined : answered;
    const seen = polls.flatMap((poll) => statusOf(poll) ?? []);
    return end.polls === polls.length && end.job?.status === (seen.at(-1) ?? first);
  },

  'logs every poll but the last one, and when the next one really is': (_, { end, polls, logged }) => {
    const last = polls.at(-1)?.saw;
    const isInterrupted = last instanceof PlatformError && 'code' in last && last.code === 'INTERRUPTED';
    const isOver = end.kind === 'finished' || end.kind === 'broken' || isInterrupted;
    const worthLogging = (isOver ? polls.slice(0, -1) : polls).map(({ saw }) =>
      saw instanceof PlatformError ? saw.name : `${isFinished(saw.status) ? 'unsettled ' : ''}${saw.status}`,
    );
    if (JSON.stringify(logged.map(({ what }) => what)) !== JSON.stringify(worthLogging)) return false;
    return logged.every(({ progress }, index) => {
      const [poll, next, afterNext] = polls.slice(index);
      const isScheduled = progress !== undefined && poll !== undefined && afterNext !== undefined;
      return !isScheduled || about((next?.startMs ?? 0) - poll.endMs, progress.nextPauseMs);
    });
  },

  'warns of each unknown status once': ({ after, answered }, { polls, unknownStatuses }) => {
    const seen = [after === 'nothing' ? undefined : answered, ...polls.map(statusOf)];
    const unknown = [...new Set(seen)].filter((shown) => shown === 'queued' || shown === 'Completed');
    return JSON.stringify(unknownStatuses) === JSON.stringify(unknown);
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
  await fc.assert(property, { numRuns: 4000 });
});

const quiet: History = {
  ...{ after: 'create', answered: 'active', settle: 'immediate', settledIn: null, age: 0, job: [] },
  ...{ troubles: [], latencies: [0], timeout: 1800, interval: 30, interruptedAt: null },
};
const shows = (...changes: (readonly [at: number, status: string])[]) => ({
  job: changes.map(([at, status]) => ({ at, shows: status })),
});
const linkless = { after: 'nothing', ...shows([0, 'linkless'], [5, 'completed']) } as const;
const lost: Trouble = { kind: 'http', status: 404 };

const byCreate = { after: 'create', answered: 'linkless' } as const;
const WORKS_AGAIN = shows([0, 'linkless'], [1, 'active']);
const [NEVER, LATE] = [0, 2.5].map((at) => shows([at, 'linkless']));

/** The link comes after 5 s; each row says if it was seen. */
test.each<[string, Partial<History>, string]>([
  ['a watch', linkless, 'finished 5.0: 2 completed true'],
  ['a create', { ...byCreate, job: linkless.job }, 'finished 5.0: 1 completed true'],
  ['one that has none', { ...linkless, ...NEVER }, 'finished 5.0: 2 completed false'],
  ['one that fails then', { ...linkless, troubles: [null, lost] }, 'finished 5.0: 2 completed false'],
  ['a follow-up of another', { ...linkless, ...WORKS_AGAIN }, 'finished 5.0: 2 completed false'],
  ['a short time limit', { ...linkless, timeout: 4 }, 'finished 3.0: 2 completed false'],
  ['the last poll', { ...linkless, timeout: 4, ...LATE }, 'finished 3.0: 4 completed false'],
  ['no time', { ...byCreate, timeout: 0 }, 'finished 0.0: 0 completed false'],
  ['an interruption', { ...linkless, interruptedAt: 2 }, 'finished 2.0: 1 completed false'],
])('a completed job without a link is read once more after 5 s: %s', async (_, given, story) => {
  const { end, endMs } = await play({ ...quiet, ...given });
  const seen = `${end.job?.status} ${end.job?.prLink !== undefined}`;
  expect(`${end.kind} ${(endMs / SECOND).toFixed(1)}: ${end.polls} ${seen}`).toBe(story);
});

test('when interrupted in its last poll is interrupted, even if the poll ignores it', async () => {
  const { end } = await play({ ...quiet, timeout: 1 }, (interruption) => interruption.abort());
  expect(end.kind).toBe('interrupted');
});

test('does not hide a bug', async () => {
  const wrong = () => {
    throw new TypeError('x is not a function');
  };
  await expect(play(quiet, wrong)).rejects.toThrow(TypeError);
});

test('the default schedule costs what bench/RESULTS.md says', async () => {
  const table = readFileSync('bench/RESULTS.md', 'utf8');
  const rows = [...table.matchAll(/^\| (\d+) (s|min|h) \| (\d+) \| ([\d.]+) s \|/gm)];
  expect(rows).toHaveLength(8);
  for (const [, duration, unit, polls, late] of rows) {
    const seconds = Number(duration) * ({ s: 1, min: 60 }[unit ?? ''] ?? 3600);
    const { end, endMs } = await play({ ...quiet, timeout: 86_400, ...shows([seconds, 'completed']) });
    expect(end.polls).toBe(Number(polls));
    expect(endMs / SECOND - seconds).toBeLessThanOrEqual(Number(late));
  }
});
