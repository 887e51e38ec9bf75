import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { isTerminal, SETTLE_MS, type SettlePolicy, waitForJob } from '../../src/agent/wait.ts';
import { PlatformError } from '../../src/platform/errors.ts';
import { endsPolling, isNotFound } from '../../src/platform/failures.ts';
import type { Job } from '../../src/platform/schemas.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import fc from '../helpers/fast-check.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';
import { type Call, JOB_ID, simulatedPlatform, type Trouble } from '../helpers/simulated-platform.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Everything that can happen during one wait. */
interface History {
  /** The POST before the wait. */
  readonly after: 'start' | 'message' | 'nothing';
  readonly settle: SettlePolicy;
  /** Seconds after which `after-active` needs no `active`, as of a request that was accepted a while before. */
  readonly settledIn: number | null;
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

/** What a job shows: a completed one its link, unless it is `linkless`. */
function shown(status: string): Job {
  if (status === 'linkless') return { id: JOB_ID, status: 'completed' };
  const link = status === 'completed' && { prLink: 'https://github.com/acme/docs/pull/7' };
  return { id: JOB_ID, status, ...link };
}

/** Plays `history` against the real wait loop. */
async function play(history: History, onPoll = (_: AbortController) => {}) {
  const clock = new SimulatedClock();
  const interruption = new AbortController();
  const { interruptedAt, after, settle, timeout, interval, latencies, troubles, answered } = history;
  if (interruptedAt === 0) interruption.abort();
  else if (interruptedAt !== null) clock.at(interruptedAt * SECOND, () => interruption.abort());
  const poll = (nth: number, nowMs: number) => {
    onPoll(interruption);
    const shows = history.job.findLast(({ at }) => at * SECOND <= nowMs)?.shows ?? 'active';
    return troubles[nth] ?? (shows === 'hidden' ? ({ kind: 'http', status: 404 } as const) : shown(shows));
  };
  const latencyMs = (nth: number) => (latencies[nth % latencies.length] ?? 0) * SECOND;
  const platform = simulatedPlatform(clock, poll, latencyMs);
  const log = new CollectedLog();
  const reported: string[] = [];
  const end = await waitForJob(
    {
      ...{ jobId: JOB_ID, settle, timeoutMs: timeout * SECOND },
      ...(history.settledIn !== null && { settledInMs: history.settledIn * SECOND }),
      sent: after === 'nothing' ? undefined : { does: after, job: shown(answered) },
      onJob: ({ status }) => void reported.push(status),
      onPoll() {},
    },
    {
      ...{ clock, signal: interruption.signal, log, platform: platform as never },
      inputs: { pollIntervalMs: interval * SECOND } as never,
    },
  );
  return { end, polls: platform.polls, endMs: clock.now(), log, reported };
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
    after: fc.constantFrom('start' as const, 'message' as const, 'nothing' as const),
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
    interruptedAt: fc.option(moment, { freq: 3 }),
  })
  .map((raw) => ({ ...raw, job: raw.job.toSorted((a, b) => a.at - b.at) }))
  .filter(({ timeout, interval }) => timeout / interval <= 1000);

const statusOf = ({ saw }: Call) => (saw instanceof PlatformError ? undefined : saw.status);
const isAnswer = (poll: Call) => statusOf(poll) !== undefined || isNotFound(poll.saw);
const isFinished = (status = '') => isTerminal(status);

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

/** Whether more polls cannot mend what `polls[index]` met: a 404 is final 60 s after a POST, without one the second time. */
function isFinal({ after }: History, polls: readonly Call[], index: number): boolean {
  const { saw, endMs } = polls[index] as Call;
  if (!(saw instanceof PlatformError)) return false;
  if (!isNotFound(saw)) return endsPolling(saw);
  const before = polls.slice(0, index).findLast(isAnswer);
  return after === 'nothing' ? isNotFound(before?.saw) : endMs >= SETTLE_MS;
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
    const trusted = given.after === 'start' && isFinished(given.answered);
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
      const answer = polls.slice(0, index).findLast(isAnswer);
      const isMissing = after === 'nothing' && isNotFound(answer?.saw);
      const fromMs = previous?.endMs ?? 0;
      const pauseMs = Math.max(scheduled(fromMs), previous ? retryAfterOf(previous) : 0);
      const due = fromMs + (isMissing ? 5 * SECOND : pauseMs);
      const isLast = index === polls.length - 1 && startMs <= due;
      return about(startMs, due) || isLast;
    });
  },

  'continues after a transient failure, and stops at once after any other': (given, { end, polls }) => {
    const first = polls.findIndex((_, index) => isFinal(given, polls, index));
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

  'says each change of status to its caller, once': ({ after, answered }, { polls, reported }) => {
    const seen = [
      after === 'nothing' ? undefined : shown(answered).status,
      ...polls.flatMap((poll) => statusOf(poll) ?? []),
    ];
    const changes = seen.filter((status, index) => index > 0 && status !== seen[index - 1]);
    return JSON.stringify(reported) === JSON.stringify(changes);
  },

  'warns of each unknown status once, and never logs a line twice in a row': (
    { after, answered },
    { polls, log },
  ) => {
    const seen = [after === 'nothing' ? undefined : answered, ...polls.map(statusOf)];
    const unknown = [...new Set(seen)].filter((shown) => shown === 'queued' || shown === 'Completed');
    const warned = log.texts('warning').flatMap((line) => /documented: (\w+)\./.exec(line)?.[1] ?? []);
    const lines = log.texts().map((line) => line.replace(/ Waited .* so far\.$/, ''));
    return (
      JSON.stringify(warned) === JSON.stringify(unknown) &&
      lines.every((line, index) => line !== lines[index - 1])
    );
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
  ...{ after: 'start', answered: 'active', settle: 'immediate', settledIn: null, job: [] },
  ...{ troubles: [], latencies: [0], timeout: 1800, interval: 30, interruptedAt: null },
};
const shows = (...changes: (readonly [at: number, status: string])[]) => ({
  job: changes.map(([at, status]) => ({ at, shows: status })),
});
const linkless = { after: 'nothing', ...shows([0, 'linkless'], [5, 'completed']) } as const;
const lost: Trouble = { kind: 'http', status: 404 };

const byCreate = { after: 'start', answered: 'linkless' } as const;
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
