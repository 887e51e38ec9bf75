import { sleepUnlessAborted } from '../clock.ts';
import { PlatformError } from '../platform/errors.ts';
import { isJobGone, isNotFound } from '../platform/failures.ts';
import type { Job } from '../platform/schemas.ts';
import type { AgentRun } from './request.ts';
import { isTerminal } from './wait.ts';

/** Whether a job can take a follow-up. */
export type JobState =
  /** `isIdle` is true if the job has completed all of its requests. */
  | { readonly kind: 'usable'; readonly isIdle: boolean; readonly job: Job }
  /** `why` completes "The previous job …". `gone` means that Mintlify can't find the job. */
  | { readonly kind: 'ended' | 'gone'; readonly why: string }
  /** The job couldn't be read, or wasn't read because this is a dry run. */
  | { readonly kind: 'unknown' };

const ENDED: ReadonlyMap<string, string> = new Map([
  ['failed', 'has failed'],
  ['archived', 'is archived'],
]);

/** Time limit of one poll (ms). */
const TIMEOUT_MS = 10_000;
/** Pause before trying again to read a job that wasn't found (ms). */
const PAUSE_MS = 2_000;

/** Checks whether the job is working on no other request. If so, its next status `active` belongs to this request. */
export function isAtRest(state: JobState): boolean {
  return state.kind === 'ended' || (state.kind === 'usable' && state.isIdle);
}

/**
 * Reads whether the job can take a follow-up.
 *
 * @param jobKnownSince earliest time at which the job is known to have existed, in milliseconds since 1970; undefined
 * if unknown
 */
export async function readJobState(
  jobId: string,
  jobKnownSince: number | undefined,
  agent: Pick<AgentRun, 'platform' | 'clock' | 'signal' | 'inputs'>,
): Promise<JobState> {
  if (agent.inputs.dryRun) return { kind: 'unknown' };
  try {
    const job = await readYoungJob(jobId, jobKnownSince, agent);
    const why = ENDED.get(job.status);
    return why === undefined
      ? { kind: 'usable', isIdle: isTerminal(job.status), job }
      : { kind: 'ended', why };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const isGone = isNotFound(error) && !agent.signal.aborted;
    return isGone ? { kind: 'gone', why: 'no longer exists' } : { kind: 'unknown' };
  }
}

/**
 * Reads the job. Mintlify may not find a young job yet, so a 404 is retried until {@link isJobGone} returns `true`.
 *
 * @param jobKnownSince earliest time at which the job is known to have existed, in milliseconds since 1970; undefined
 * if unknown
 * @throws {PlatformError}
 */
export async function readYoungJob(
  jobId: string,
  jobKnownSince: number | undefined,
  { platform, clock, signal }: Pick<AgentRun, 'platform' | 'clock' | 'signal'>,
): Promise<Job> {
  const startMs = clock.now();
  const ageMs = jobAge(jobKnownSince, clock.date());
  for (;;) {
    try {
      return await platform.getJob(jobId, { signal, timeoutMs: TIMEOUT_MS });
    } catch (error) {
      if (!(error instanceof PlatformError) || !isNotFound(error) || signal.aborted) throw error;
      if (isJobGone(error, ageMs + clock.now() - startMs)) throw error;
    }
    await sleepUnlessAborted(clock, PAUSE_MS, signal);
  }
}

/**
 * Returns how long the job is known to have existed, in milliseconds. The result is never negative, even if the clocks
 * of two runners differ.
 */
export function jobAge(jobKnownSince: number | undefined, now: Date): number {
  return jobKnownSince === undefined ? 0 : Math.max(0, now.getTime() - jobKnownSince);
}
