import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type Awaited,
  isTerminal,
  TRUST,
  type Trust,
  type WaitEnd,
  waitForJob,
} from '../../src/agent/wait.ts';
import { type Progress, WaitLogger } from '../../src/agent/wait-logger.ts';
import { PlatformError } from '../../src/platform/errors.ts';
import { isPassing } from '../../src/platform/retry.ts';
import type { Job } from '../../src/platform/schemas.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';
import { errorOf, JOB_ID, jobOf, simulatedRequest, type Trouble } from '../helpers/wait-world.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** What a job shows from `at` seconds on: a status, or 404 while it is `hidden`. */
interface Change {
  readonly at: number;
  readonly shows: string;
}

/** Everything that can happen during one wait. */
interface History {
  readonly after: Awaited['after'];
  readonly trust: Trust;
  /** The status in the answer to the create or message. */
  readonly answered: string;
  readonly job: readonly Change[];
  /** What befalls the nth poll instead of an answer. */
  readonly troubles: readonly (Trouble | null)[];
  /** Seconds that the nth poll takes; repeats from the start. */
  readonly latencies: readonly number[];
  readonly timeout: number;
  readonly interval: number;
  /** Second at which the run is interrupted. */
  readonly interruptedAt: number | null;
}

interface Poll {
  readonly startMs: number;
  readonly endMs: number;
  readonly timeoutMs: number;
  readonly saw: Job | PlatformError;
}

/** What the log was told, with the progress if it came with one. */
class Told extends WaitLogger {
  readonly told: { readonly what: string; readonly progress?: Progress }[] = [];
  readonly unknownStatuses: string[] = [];

  override polled({ status }: Job, progress: Progress): void {
    this.told.push({ what: status, progress });
  }

  override failed({ name }: PlatformError, progress: Progress): void {
    this.told.push({ what: name, progress });
  }

  override unsettled({ status }: Job): void {
    this.told.push({ what: `unsettled ${status}` });
  }

  override unknownStatus(status: string): void {
    this.unknownStatuses.push(status);
  }
}

interface Simulation extends Pick<Told, 'told' | 'unknownStatuses'> {
  readonly end: WaitEnd;
  readonly polls: readonly Poll[];
  readonly endMs: number;
}

/** Plays `history` against the real wait loop. */
async function play(history: History): Promise<Simulation> {
  const clock = new SimulatedClock();
  const interruption = new AbortController();
  const { interruptedAt, after, trust, timeout, interval } = history;
  if (interruptedAt !== null) clock.at(interruptedAt * SECOND, () => interruption.abort());
  const polls: Poll[] = [];
  const awaited: Omit<Awaited, 'clock' | 'signal' | 'logger'> = {
    ...{ jobId: JOB_ID, after, trust, timeoutMs: timeout * SECOND, pollIntervalMs: interval * SECOND },
    job: after === 'nothing' ? undefined : jobOf(history.answered),
    async getJob(_id, options) {
      const startMs = clock.now();
      const nth = polls.length;
      const latency = history.latencies[nth % history.latencies.length] ?? 0;
      const record = (saw: Job | PlatformError) => {
        polls.push({ startMs, endMs: clock.now(), timeoutMs: options.timeoutMs ?? Number.NaN, saw });
      };
      try {
        const job = await simulatedRequest(clock, latency * SECOND, options, () =>
          answerTo(history, nth, clock.now()),
        );
        record(job);
        return job;
      } catch (error) {
        if (error instanceof PlatformError) record(error);
        throw error;
      }
    },
  };
  const observer = new Told(new CollectedLog());
  const end = await waitForJob({ ...awaited, clock, signal: interruption.signal, logger: observer });
  return { end, polls, endMs: clock.now(), told: observer.told, unknownStatuses: observer.unknownStatuses };
}

function answerTo({ job, troubles }: History, nth: number, nowMs: number): Job {
  const trouble = troubles[nth];
  if (trouble) throw errorOf(trouble);
  const shows = job.findLast(({ at }) => at * SECOND <= nowMs)?.shows ?? 'active';
  if (shows === 'hidden') throw errorOf({ kind: 'http', status: 404 });
  return jobOf(shows);
}

const status = fc.constantFrom('active', 'completed', 'failed', 'archived', 'queued', 'Completed', 'hidden');

const passingTrouble: fc.Arbitrary<Trouble> = fc.oneof(
  fc.record({
    kind: fc.constant('http' as const),
    status: fc.constantFrom(408, 429, 500, 502, 503, 504),
    retryAfterMs: fc.constantFrom(undefined, 0, 500, 7_000, 90_000, 100 * MINUTE),
  }),
  fc.record({
    kind: fc.constant('network' as const),
    code: fc.constantFrom(
      'ECONNREFUSED',
      'ECONNRESET',
      'ENOTFOUND',
      'TIMEOUT',
      'UND_ERR_SOCKET',
      'PROXY_502',
    ),
    sent: fc.boolean(),
  }),
  fc.constant({ kind: 'shape' as const }),
);

const finalTrouble: fc.Arbitrary<Trouble> = fc.oneof(
  fc.record({
    kind: fc.constant('http' as const),
    status: fc.constantFrom(302, 400, 401, 403, 410, 413, 422),
  }),
  fc.record({
    kind: fc.constant('network' as const),
    code: fc.constantFrom('PROXY_407', 'PROXY_URL', 'SELF_SIGNED_CERT_IN_CHAIN', 'CERT_HAS_EXPIRED'),
    sent: fc.constant(false),
  }),
);

/** Seconds: what matters happens early, around 30 s and 60 s, or late. */
const moment = fc.oneof(fc.nat(12), fc.nat(100), fc.nat(1800));

const history: fc.Arbitrary<History> = fc
  .record({
    after: fc.constantFrom('create' as const, 'message' as const, 'nothing' as const),
    answered: fc.constantFrom('active', 'active', 'completed', 'failed', 'queued'),
    job: fc.array(fc.record({ at: moment, shows: status }), { maxLength: 5 }),
    troubles: fc.array(
      fc.oneof(
        { weight: 6, arbitrary: fc.constant(null) },
        { weight: 3, arbitrary: passingTrouble },
        { weight: 1, arbitrary: finalTrouble },
      ),
      { maxLength: 12 },
    ),
    latencies: fc.array(fc.constantFrom(0, 0.1, 0.2, 1, 3, 19, 60), { minLength: 1, maxLength: 4 }),
    timeout: fc.constantFrom(1, 2, 5, 20, 60, 90, 300, 1800),
    interval: fc.constantFrom(0.5, 1, 2, 5, 30, 120),
    trust: fc.constantFrom(...TRUST),
    interruptedAt: fc.option(moment, { freq: 3 }),
  })
  .map((raw) => ({ ...raw, job: raw.job.toSorted((a, b) => a.at - b.at) }))
  .filter(({ timeout, interval }) => timeout / interval <= 1000);

/** What the contract takes for the end of a job, told from what the polls saw alone. */
function isEnd({ trust }: History, polls: readonly Poll[], index: number): boolean {
  const answers = polls.slice(0, index + 1).filter(({ saw }) => !(saw instanceof PlatformError));
  const statuses = answers.map(({ saw }) => (saw as Job).status);
  const poll = polls[index];
  const status = statuses.at(-1) ?? '';
  if (!poll || answers.at(-1) !== poll || !isTerminal(status)) return false;
  switch (trust) {
    case 'at once':
      return true;
    case 'once active':
      return statuses.includes('active') || poll.endMs >= 60 * SECOND;
    case 'once settled': {
      const first = answers[statuses.findLastIndex((other) => other !== status) + 1];
      return poll.endMs - (first?.endMs ?? 0) >= 60 * SECOND;
    }
  }
}

/** Whether more polls cannot mend what `poll` met; `retry.test.ts` holds the rule itself. */
function isFinal({ after }: History, { saw, endMs }: Poll): boolean {
  return saw instanceof PlatformError && !isPassing(saw, after === 'nothing' ? undefined : endMs);
}

function retryAfterOf({ saw }: Poll): number {
  const askedMs = saw instanceof PlatformError && 'retryAfterMs' in saw ? Number(saw.retryAfterMs ?? 0) : 0;
  return Math.min(askedMs, 60 * SECOND);
}

/** What a reader of a counterexample wants to see. */
function timeline({ end, polls, endMs }: Simulation): string {
  const lines = polls.map(({ startMs, endMs: answeredMs, saw }) => {
    const what = saw instanceof PlatformError ? saw.message : saw.status;
    return `  ${startMs / SECOND} s … ${answeredMs / SECOND} s: ${what}`;
  });
  return `\n${lines.join('\n')}\n  ${endMs / SECOND} s: ${end.kind} ${end.job?.status ?? ''}\n`;
}

/** Floating-point sums of milliseconds. */
const EPSILON_MS = 0.01;
const about = (a: number, b: number) => Math.abs(a - b) <= EPSILON_MS;

/** What holds of every wait. */
const PROMISES: Record<string, (given: History, simulation: Simulation) => boolean> = {
  'is finished by the first finished status that counts, and by nothing else': (given, { end, polls }) => {
    const trusted = given.after === 'create' && isTerminal(given.answered);
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
    { timeout },
    { polls, end },
  ) => {
    const lastPollMs = timeout * SECOND - Math.min(2 * SECOND, (timeout * SECOND) / 4);
    const isLate = ({ endMs }: Poll) => endMs >= lastPollMs - EPSILON_MS;
    const late = polls.filter(isLate).length;
    return end.kind === 'timeout'
      ? late === 1 && polls.findLastIndex(isLate) === polls.length - 1
      : late <= 1;
  },

  'gives each poll at most 20 s, and no more than is left': ({ timeout }, { polls }) =>
    polls.every(
      ({ startMs, timeoutMs }) =>
        timeoutMs > 0 && timeoutMs <= 20_000 && startMs + timeoutMs <= timeout * SECOND + EPSILON_MS,
    ),

  'pauses as the schedule says, longer only for Retry-After, shorter only for the last poll': (
    given,
    { polls },
  ) => {
    const scheduled = (waitedMs: number) =>
      Math.min(Math.max(2 * SECOND, waitedMs / 10), given.interval * SECOND);
    const before = [undefined, ...polls];
    return polls.every(({ startMs }, index) => {
      const previous = before[index];
      const isFirst = previous === undefined && given.after === 'nothing';
      const due = previous
        ? previous.endMs + Math.max(scheduled(previous.endMs), retryAfterOf(previous))
        : scheduled(0);
      const isLast = index === polls.length - 1 && startMs <= due;
      return isFirst ? startMs === 0 : about(startMs, due) || isLast;
    });
  },

  'goes on after trouble that passes, and stops at once at trouble that does not': (
    given,
    { end, polls },
  ) => {
    const first = polls.findIndex((poll) => isFinal(given, poll));
    if (first < 0) return end.kind !== 'broken';
    const isLast = first === polls.length - 1;
    return isLast && (end.kind === 'broken' ? end.error === polls[first]?.saw : end.kind === 'interrupted');
  },

  'ends the moment it is interrupted, unless it was over before': ({ interruptedAt }, { end, endMs }) => {
    const interruptedMs = interruptedAt === null ? Number.POSITIVE_INFINITY : interruptedAt * SECOND;
    return end.kind === 'interrupted' ? about(endMs, interruptedMs) : endMs <= interruptedMs + EPSILON_MS;
  },

  'keeps the last job it saw, and counts its polls': ({ after, answered }, { end, polls }) => {
    const seen = polls.flatMap(({ saw }) => (saw instanceof PlatformError ? [] : [saw.status]));
    const first = after === 'nothing' ? undefined : answered;
    return end.polls === polls.length && end.job?.status === (seen.at(-1) ?? first);
  },

  'tells of every poll but the last one, and truly when the next will be': (_, { end, polls, told }) => {
    const last = polls.at(-1)?.saw;
    const isInterrupted = last instanceof PlatformError && 'code' in last && last.code === 'INTERRUPTED';
    const isOver = end.kind === 'finished' || end.kind === 'broken' || isInterrupted;
    const worthTelling = (isOver ? polls.slice(0, -1) : polls).map(({ saw }) =>
      saw instanceof PlatformError ? saw.name : saw.status,
    );
    const whats = told.map(({ what }) => what.replace('unsettled ', ''));
    if (JSON.stringify(whats) !== JSON.stringify(worthTelling)) return false;
    return told.every(({ progress }, index) => {
      const [poll, next, afterNext] = polls.slice(index);
      const isScheduled = progress !== undefined && poll !== undefined && afterNext !== undefined;
      return !isScheduled || about((next?.startMs ?? 0) - poll.endMs, progress.nextPauseMs);
    });
  },

  'tells of each unknown status once': ({ after, answered }, { polls, unknownStatuses }) => {
    const first = after === 'nothing' ? [] : [answered];
    const polled = polls.flatMap(({ saw }) => (saw instanceof PlatformError ? [] : [saw.status]));
    const seen = [...first, ...polled];
    const unknown = [...new Set(seen)].filter((shown) => ['queued', 'Completed'].includes(shown));
    return JSON.stringify(unknownStatuses) === JSON.stringify(unknown);
  },
};

test('whatever happens, the wait keeps all of its promises', async () => {
  const property = fc.asyncProperty(history, async (given) => {
    const simulation = await play(given);
    const broken = Object.entries(PROMISES).find(([, isKept]) => !isKept(given, simulation));
    if (broken) throw new Error(`the wait ${broken[0]}: not so for${timeline(simulation)}`);
  });
  await fc.assert(property, { numRuns: 4000 });
});

const quiet: History = {
  after: 'create',
  answered: 'active',
  job: [],
  troubles: [],
  latencies: [0],
  timeout: 1800,
  interval: 30,
  trust: 'at once',
  interruptedAt: null,
};

const message = { after: 'message', answered: 'completed', trust: 'once active' } as const;
const shows = (...changes: (readonly [at: number, status: string])[]) => ({
  job: changes.map(([at, status]) => ({ at, shows: status })),
});

describe('the wait', () => {
  const atOnce = { trust: 'at once' } as const;
  const settled = { trust: 'once settled' } as const;
  const asking = (seconds: number): Pick<History, 'troubles'> => ({
    troubles: [{ kind: 'http', status: 429, retryAfterMs: seconds * SECOND }],
  });

  test.each<[string, Partial<History>, starts: number[], WaitEnd['kind']]>([
    ['waits before the first poll after a create', shows([3, 'completed']), [2, 4], 'finished'],
    ['polls at once when it watches', { after: 'nothing', ...shows([1, 'failed']) }, [0, 2], 'finished'],
    ['needs no poll where a create is answered finished', { answered: 'failed' }, [], 'finished'],
    [
      'trusts an end at once where it may',
      { ...message, ...atOnce, ...shows([0, 'failed']) },
      [2],
      'finished',
    ],
    ['pauses once as asked', { ...asking(50), ...shows([60, 'failed']) }, [2, 52, 57.2, 62.92], 'finished'],
    ['pauses a minute at most', { ...asking(86_400), ...shows([1, 'failed']) }, [2, 62], 'finished'],
    ['keeps to its last poll', { ...asking(90), timeout: 40, ...shows([1, 'failed']) }, [2, 38], 'finished'],
    ['polls once within a limit below the first pause', { timeout: 1 }, [0.75], 'timeout'],
    ['does not poll without any time left', { timeout: 0 }, [], 'timeout'],
    ['forgives no 404 when it watches', { after: 'nothing', ...shows([0, 'hidden']) }, [0], 'broken'],
  ])('%s', async (_, given, starts, kind) => {
    const { end, polls } = await play({ ...quiet, ...given });
    const close = starts.map((start) => expect.closeTo(start, 5));
    expect(polls.map(({ startMs }) => startMs / SECOND)).toEqual(close);
    expect([end.kind, end.polls]).toEqual([kind, starts.length]);
  });

  /** Each row: what a follow-up's job shows, and the seconds after which its end is seen, at least and at most. */
  test.each<[string, Partial<History>, number, number]>([
    ['a finished status is trusted after 60 s', shows([0, 'completed']), 60, 66],
    ['an answer that says active is no sign', { answered: 'active', ...shows([0, 'failed']) }, 60, 66],
    ['nor is an unknown status', shows([0, 'completed'], [5, 'queued'], [10, 'completed']), 60, 66],
    ['an active one is', shows([0, 'completed'], [10, 'active'], [20, 'failed']), 20, 23],
    ['but not where it was so before', { ...settled, ...shows([0, 'active'], [20, 'failed']) }, 80, 90],
    [
      'there another finished status begins anew',
      { ...settled, ...shows([0, 'completed'], [50, 'failed']) },
      110,
      124,
    ],
    [
      'and one after activity',
      { ...settled, ...shows([0, 'failed'], [30, 'active'], [50, 'failed']) },
      110,
      124,
    ],
    ['also for a watch of what was sent before', { after: 'nothing', ...shows([0, 'completed']) }, 60, 66],
  ])('%s', async (_, given, least, most) => {
    const { end, endMs } = await play({ ...quiet, ...message, ...given });
    expect(end.kind).toBe('finished');
    expect(endMs / SECOND).toBeGreaterThanOrEqual(least);
    expect(endMs / SECOND).toBeLessThan(most);
  });

  test('tells what it did not trust', async () => {
    const states = shows([0, 'completed'], [10, 'active'], [20, 'failed']);
    const { end, told } = await play({ ...quiet, ...message, ...states });
    expect(end).toMatchObject({ kind: 'finished', polls: 10, job: { status: 'failed' } });
    const whats = told.map(({ what }) => what);
    expect(whats).toEqual([...Array(4).fill('unsettled completed'), ...Array(5).fill('active')]);
  });

  test('forgives a 404 for 30 s after a create, and not a second longer', async () => {
    const found = await play({ ...quiet, ...shows([0, 'hidden'], [29, 'completed']) });
    expect(found.end.kind).toBe('finished');
    const lost = await play({ ...quiet, ...shows([0, 'hidden']) });
    expect(lost.end).toMatchObject({ kind: 'broken', error: { status: 404 } });
    expect(lost.endMs / SECOND).toBeGreaterThanOrEqual(30);
    expect(lost.endMs / SECOND).toBeLessThan(33);
  });

  const agent = { clock: new SimulatedClock(), signal: new AbortController().signal };
  const waiting = (others: Partial<Awaited>, given: Partial<typeof agent> | object = {}) => {
    const { timeout, interval } = quiet;
    const settings = { timeoutMs: timeout * SECOND, pollIntervalMs: interval * SECOND };
    const base: Omit<Awaited, 'clock' | 'signal' | 'logger'> = {
      ...{ jobId: JOB_ID, after: 'create', trust: 'at once', ...settings },
      getJob: async () => jobOf('active'),
    };
    return waitForJob({ ...base, ...others, ...agent, ...given, logger: new Told(new CollectedLog()) });
  };

  test.each(['create', 'message', 'nothing'] as const)(
    'when interrupted before it begins does not poll at all, after %s',
    async (after) => {
      const getJob = () => Promise.reject(new Error('a poll'));
      const end = await waiting({ after, getJob }, { signal: AbortSignal.abort() });
      expect(end).toMatchObject({ kind: 'interrupted', job: undefined, polls: 0 });
    },
  );

  test('when interrupted in its last poll is interrupted, even if the poll ignores it', async () => {
    const interruption = new AbortController();
    const getJob = async () => {
      interruption.abort();
      return jobOf('active');
    };
    const end = await waiting({ timeoutMs: SECOND, getJob }, { signal: interruption.signal });
    expect(end.kind).toBe('interrupted');
  });

  test('does not hide a mistake in the program', async () => {
    const wrong = () => Promise.reject(new TypeError('x is not a function'));
    await expect(waiting({ after: 'nothing', getJob: wrong })).rejects.toThrow(TypeError);
    const clock = { now: () => 0, date: () => new Date(), sleep: wrong };
    await expect(waiting({}, { clock })).rejects.toThrow(TypeError);
  });
});

describe('the default schedule', () => {
  /** What a job of so many seconds costs, if requests take no time. */
  async function costOf(seconds: number): Promise<{ polls: number; late: number }> {
    const { end, endMs } = await play({ ...quiet, timeout: 86_400, ...shows([seconds, 'completed']) });
    return { polls: end.polls, late: endMs / SECOND - seconds };
  }

  test('sees the end of a job of up to 2 hours a tenth and 2 s late at most, and never more than 30 s', async () => {
    const property = fc.asyncProperty(fc.integer({ min: 1, max: 120 * MINUTE }), async (ms) => {
      const { late } = await costOf(ms / SECOND);
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThanOrEqual(Math.min((ms / SECOND) * 0.1 + 2, 30));
    });
    await fc.assert(property, { numRuns: 200 });
  });

  test('costs what docs/performance.md tells', async () => {
    const table = readFileSync('docs/performance.md', 'utf8');
    const rows = [...table.matchAll(/^\| (\d+) (s|min|h) \| (\d+) \| ([\d.]+) s \|/gm)];
    expect(rows).toHaveLength(8);
    for (const [, duration, unit, polls, late] of rows) {
      const cost = await costOf(Number(duration) * ({ s: 1, min: 60 }[unit ?? ''] ?? 3600));
      expect(cost.polls).toBe(Number(polls));
      expect(cost.late).toBeLessThanOrEqual(Number(late));
    }
  });
});
