import { type Cost, fixedLoop, waitFor } from '../scripts/wait-table.ts';

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

/** The real wait loop on a simulated clock, and loops with a fixed pause. Requests take no time. */
export async function simulatePolls(): Promise<PollResult[]> {
  return Promise.all(
    DURATIONS_MS.map(async (jobMs) => ({
      jobMs,
      action: await costOf(jobMs, waitFor),
      every5s: await costOf(jobMs, (endMs) => fixedLoop(endMs, 5 * SECOND)),
      every30s: await costOf(jobMs, (endMs) => fixedLoop(endMs, 30 * SECOND)),
    })),
  );
}

async function costOf(jobMs: number, wait: (endMs: number) => Cost | Promise<Cost>): Promise<PollCost> {
  const ends = Array.from({ length: JOBS }, (_, index) => jobMs * (0.75 + (0.5 * index) / JOBS));
  const late = (await Promise.all(ends.map(wait))).map(({ lateMs }) => lateMs);
  return {
    requests: (await wait(jobMs)).polls,
    meanLateMs: late.reduce((sum, ms) => sum + ms, 0) / late.length,
    worstLateMs: Math.max(...late),
    beyondTenthMs: Math.max(...late.map((ms, index) => ms - (ends[index] ?? 0) / 10)),
  };
}
