import { type WaitSettings, waitForJob } from '../src/agent/wait.ts';
import type { Clock } from '../src/clock.ts';

/** What a way of waiting costs for jobs of one duration. */
export interface PollCost {
  /** For a job of exactly this duration. */
  readonly requests: number;
  /**
   * How long after its end a job is seen to be finished, over jobs that take up to a quarter less or more: where an end
   * falls between two polls is luck.
   */
  readonly meanLateMs: number;
  readonly worstLateMs: number;
  /** The most by which the end was seen later than a tenth of the job's duration. */
  readonly beyondTenthMs: number;
}

export interface PollResult {
  /** From the job's creation to its end. */
  readonly jobMs: number;
  readonly action: PollCost;
  readonly every5s: PollCost;
  readonly every30s: PollCost;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DURATIONS_MS = [
  5 * SECOND,
  10 * SECOND,
  20 * SECOND,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  60 * MINUTE,
  120 * MINUTE,
];
/** Jobs of each duration. */
const JOBS = 200;

/** The defaults of action.yml, but for the time limit. */
const SETTINGS: WaitSettings = { timeoutMs: 5 * 60 * MINUTE, pollIntervalMs: 30 * SECOND, settleMs: MINUTE };

/** One job's wait: how many requests, and how long after the end the last one was. */
interface Wait {
  readonly requests: number;
  readonly lateMs: number;
}

/** The real wait loop on a simulated clock, and loops with a fixed pause. Requests take no time. */
export async function simulatePolls(): Promise<PollResult[]> {
  return Promise.all(
    DURATIONS_MS.map(async (jobMs) => ({
      jobMs,
      action: await costOf(jobMs, waitOfAction),
      every5s: await costOf(jobMs, (end) => waitOfLoop(end, 5 * SECOND)),
      every30s: await costOf(jobMs, (end) => waitOfLoop(end, 30 * SECOND)),
    })),
  );
}

async function costOf(jobMs: number, waitFor: (endMs: number) => Wait | Promise<Wait>): Promise<PollCost> {
  const ends = Array.from({ length: JOBS }, (_, index) => jobMs * (0.75 + (0.5 * index) / JOBS));
  const late = (await Promise.all(ends.map(waitFor))).map(({ lateMs }) => lateMs);
  return {
    requests: (await waitFor(jobMs)).requests,
    meanLateMs: late.reduce((sum, ms) => sum + ms, 0) / late.length,
    worstLateMs: Math.max(...late),
    beyondTenthMs: Math.max(...late.map((ms, index) => ms - (ends[index] ?? 0) / 10)),
  };
}

async function waitOfAction(endMs: number): Promise<Wait> {
  let nowMs = 0;
  const clock: Clock = {
    now: () => nowMs,
    date: () => new Date(nowMs),
    async sleep(ms) {
      nowMs += ms;
    },
  };
  const end = await waitForJob({ jobId: 'job', after: 'create' }, SETTINGS, {
    clock,
    signal: new AbortController().signal,
    observer: { polled() {}, failed() {}, unsettled() {}, unknownStatus() {} },
    getJob: async (id) => ({ id, status: nowMs < endMs ? 'active' : 'completed' }),
  });
  return { requests: end.polls, lateMs: nowMs - endMs };
}

function waitOfLoop(endMs: number, pauseMs: number): Wait {
  const requests = Math.max(1, Math.ceil(endMs / pauseMs));
  return { requests, lateMs: requests * pauseMs - endMs };
}
