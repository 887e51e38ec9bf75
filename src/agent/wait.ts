import { type Clock, sleepUnlessAborted } from '../clock.ts';
import type { CallOptions } from '../platform/client.ts';
import { PlatformError } from '../platform/errors.ts';
import { endsPolling } from '../platform/failures.ts';
import type { Job } from '../platform/schemas.ts';
import type { Progress, WaitLogger } from './wait-logger.ts';

/**
 * Rule for when a terminal status ends the wait:
 *
 * - `immediate`: at once, because the job has had only this request
 * - `after-active`: once a poll has seen `active`, or after 60 s. Until then, the status may still belong to the
 *   previous request
 * - `after-stable`: after the status has lasted for 60 s. The job was working on another request, so `active` doesn't
 *   prove anything
 */
export type SettlePolicy = 'immediate' | 'after-active' | 'after-stable';

export interface WaitOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly logger: WaitLogger;
  readonly jobId: string;
  /** API call that this run made just before the wait. The call determines what the first status can mean. */
  readonly after: 'create' | 'message' | 'nothing';
  readonly settle: SettlePolicy;
  /**
   * Time waited after which `after-active` accepts a terminal status even if no poll has seen `active` (ms); 60 s if
   * absent.
   */
  readonly settledInMs?: number | undefined;
  /**
   * Lower bound on the job's age when the wait begins (ms); 0 if the age is unknown. Mintlify may not find a young job
   * yet.
   */
  readonly jobAgeMs: number;
  /** Response to the call in `after`; absent if nothing was sent. */
  readonly job?: Job | undefined;
  readonly timeoutMs: number;
  /** Longest pause between two polls (ms). */
  readonly pollIntervalMs: number;
  getJob(jobId: string, options: CallOptions): Promise<Job>;
}

/** End of a wait. `job` is the job as last read; undefined if it wasn't read. */
export type WaitEnd = End & { readonly polls: number; readonly waitedMs: number };

type End =
  | { readonly kind: 'finished'; readonly job: Job }
  | { readonly kind: 'interrupted'; readonly job: Job | undefined }
  /** `error` is set if the last poll failed. */
  | { readonly kind: 'timeout'; readonly job: Job | undefined; readonly error: PlatformError | undefined }
  /** A poll failed in a way that more polls can't fix. */
  | { readonly kind: 'broken'; readonly job: Job | undefined; readonly error: PlatformError };

const FIRST_PAUSE_MS = 2_000;
/**
 * Pause as a share of the time waited so far. If a wait takes 10 minutes, the run notices the end of the job about a
 * minute late at most.
 */
const PAUSE_SHARE = 0.1;
/** Time between the last poll and the deadline (ms), for the poll's response to arrive. */
const LAST_POLL_MS = 2_000;
const POLL_TIMEOUT_MS = 20_000;
/** Pause before a completed job without a link is read again (ms). */
const LATE_LINK_MS = 5_000;
/** Longest pause that `Retry-After` can cause (ms). A longer pause would hide the end of a short job. */
const LONGEST_RETRY_AFTER_MS = 60_000;
/** Time after which a terminal status certainly belongs to the follow-up (ms). */
export const SETTLE_MS = 60_000;

export function isTerminal(status: string): boolean {
  return ['completed', 'failed', 'archived'].includes(status);
}

/**
 * Polls until the job finishes, the time is up, the run is interrupted, or further polls can't help. If this run has
 * just sent something, the first poll follows a pause; otherwise, it is immediate.
 */
export function waitForJob(options: WaitOptions): Promise<WaitEnd> {
  return new Wait(options).run();
}

class Wait {
  readonly #options: WaitOptions;
  readonly #startMs: number;
  /** How far into the wait the final poll is due (ms). */
  readonly #lastPollMs: number;
  readonly #unknownStatuses = new Set<string>();
  #job: Job | undefined;
  #polls = 0;
  #wasActive = false;
  /**
   * Terminal status that the polls return, and how far into the wait it first appeared (ms); undefined if the last
   * polled status wasn't terminal.
   */
  #finished: { readonly status: string; readonly sinceMs: number } | undefined;
  /** Error of the last poll; undefined if it succeeded. */
  #error: PlatformError | undefined;

  constructor(options: WaitOptions) {
    this.#options = options;
    this.#startMs = options.clock.now();
    this.#lastPollMs = options.timeoutMs - Math.min(LAST_POLL_MS, options.timeoutMs / 4);
    this.#job = options.job;
  }

  async run(): Promise<WaitEnd> {
    // A new job's terminal status belongs to this request. After a message, it may belong to the previous request.
    const { after, job, timeoutMs, clock, signal } = this.#options;
    if (after === 'create' && job && isTerminal(job.status)) {
      return this.#ended(await this.#withLink({ kind: 'finished', job }));
    }
    if (job) this.#reportUnknown(job.status);
    let pauseMs = after === 'nothing' ? 0 : this.#nextPauseMs();
    for (;;) {
      // The pause must not exceed the time until the last poll.
      const sleepMs = Math.min(pauseMs, this.#untilLastPollMs());
      if (sleepMs > 0) await sleepUnlessAborted(clock, sleepMs, signal);
      const leftMs = timeoutMs - this.#waitedMs();
      const end = signal.aborted || leftMs <= 0 ? undefined : await this.#poll(leftMs);
      if (end) return this.#ended(await this.#withLink(end));
      if (signal.aborted) return this.#ended({ kind: 'interrupted', job: this.#job });
      if (this.#waitedMs() >= this.#lastPollMs) {
        return this.#ended({ kind: 'timeout', job: this.#job, error: this.#error });
      }
      pauseMs = this.#nextPauseMs();
    }
  }

  async #poll(leftMs: number): Promise<End | undefined> {
    const { jobId, getJob, signal } = this.#options;
    this.#polls += 1;
    this.#error = undefined;
    try {
      return this.#observe(await getJob(jobId, { signal, timeoutMs: Math.min(POLL_TIMEOUT_MS, leftMs) }));
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (signal.aborted) return undefined;
      const waitedMs = this.#waitedMs();
      if (endsPolling(error, this.#options.jobAgeMs + waitedMs)) {
        return { kind: 'broken', job: this.#job, error };
      }
      this.#error = error;
      this.#options.logger.failed(error, this.#progress());
      return undefined;
    }
  }

  /** Reads a completed job without a link once more, because Mintlify may add the link a moment after the status. */
  async #withLink(end: End): Promise<End> {
    if (end.kind !== 'finished' || end.job.status !== 'completed' || end.job.prLink !== undefined) return end;
    const { jobId, getJob, clock, signal, timeoutMs } = this.#options;
    const pauseMs = Math.min(LATE_LINK_MS, this.#untilLastPollMs());
    if (pauseMs > 0) await sleepUnlessAborted(clock, pauseMs, signal);
    const leftMs = timeoutMs - this.#waitedMs();
    if (signal.aborted || leftMs <= 0) return end;
    this.#polls += 1;
    try {
      const job = await getJob(jobId, { signal, timeoutMs: Math.min(POLL_TIMEOUT_MS, leftMs) });
      return job.status === 'completed' ? { kind: 'finished', job } : end;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      return end;
    }
  }

  #observe(job: Job): End | undefined {
    this.#job = job;
    if (isTerminal(job.status)) {
      if (this.#isSettled(job.status)) return { kind: 'finished', job };
      this.#options.logger.unsettled(job);
      return undefined;
    }
    this.#finished = undefined;
    this.#wasActive ||= job.status === 'active';
    this.#reportUnknown(job.status);
    this.#options.logger.polled(job, this.#progress());
    return undefined;
  }

  #isSettled(status: string): boolean {
    const waitedMs = this.#waitedMs();
    if (this.#finished?.status !== status) this.#finished = { status, sinceMs: waitedMs };
    switch (this.#options.settle) {
      case 'immediate':
        return true;
      case 'after-active':
        return this.#wasActive || waitedMs >= (this.#options.settledInMs ?? SETTLE_MS);
      case 'after-stable':
        return waitedMs - this.#finished.sinceMs >= SETTLE_MS;
    }
  }

  #reportUnknown(status: string): void {
    if (status === 'active' || isTerminal(status) || this.#unknownStatuses.has(status)) return;
    this.#unknownStatuses.add(status);
    this.#options.logger.unknownStatus(status);
  }

  #ended(end: End): WaitEnd {
    return { ...end, polls: this.#polls, waitedMs: this.#waitedMs() };
  }

  #progress(): Progress {
    const nextPauseMs = Math.max(0, Math.min(this.#nextPauseMs(), this.#untilLastPollMs()));
    return { polls: this.#polls, waitedMs: this.#waitedMs(), nextPauseMs };
  }

  #nextPauseMs(): number {
    const retryAfterMs = this.#error?.retryAfterMs ?? 0;
    const ownMs = Math.max(FIRST_PAUSE_MS, this.#waitedMs() * PAUSE_SHARE);
    return Math.max(
      Math.min(ownMs, this.#options.pollIntervalMs),
      Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS),
    );
  }

  #untilLastPollMs(): number {
    return this.#lastPollMs - this.#waitedMs();
  }

  #waitedMs(): number {
    return this.#options.clock.now() - this.#startMs;
  }
}
