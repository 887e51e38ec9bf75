import { sleepUnlessAborted } from '../clock.ts';
import type { AgentInputs } from '../inputs.ts';
import type { ModeContext } from '../mode.ts';
import type { CallOptions } from '../platform/client.ts';
import { HttpError, PlatformError } from '../platform/errors.ts';
import { isPassing } from '../platform/retry.ts';
import type { Job } from '../platform/schemas.ts';
import type { WaitLogger } from './wait-logger.ts';

export type WaitSettings = Pick<AgentInputs, 'timeoutMs' | 'pollIntervalMs' | 'settleMs'>;

/** What the wait is for. */
export interface WaitSubject {
  readonly jobId: string;
  /** What this run did just before: it decides what the first answer or a 404 can mean. */
  readonly after: 'create' | 'message' | 'nothing';
  /** A finished status may still be the previous turn's, although this run has not sent a message. */
  readonly unsettled?: boolean;
  /** The answer to that create or message. */
  readonly job?: Job | undefined;
}

/** Is told what happens while waiting. */
export type WaitObserver = Pick<WaitLogger, 'polled' | 'failed' | 'unsettled' | 'unknownStatus'>;

export interface Progress {
  readonly waitedMs: number;
  readonly polls: number;
  readonly nextPauseMs: number;
}

export interface WaitPorts extends Pick<ModeContext, 'clock' | 'signal'> {
  readonly observer: WaitObserver;
  getJob(jobId: string, options: CallOptions): Promise<Job>;
}

/** How a wait ended. `job` is the last that was seen. */
export type WaitEnd = End & { readonly polls: number; readonly waitedMs: number };

type End =
  | { readonly kind: 'finished'; readonly job: Job }
  | { readonly kind: 'interrupted'; readonly job: Job | undefined }
  /** `error` is there when the last poll failed. */
  | { readonly kind: 'timeout'; readonly job: Job | undefined; readonly error: PlatformError | undefined }
  /** A poll failed in a way that more polls cannot mend. */
  | { readonly kind: 'broken'; readonly job: Job | undefined; readonly error: PlatformError };

const FIRST_PAUSE_MS = 2_000;
/** The pause is this part of the time waited so far: the end is seen at most a tenth later than it happened. */
const PAUSE_SHARE = 0.1;
/** Milliseconds before the deadline at which the last poll is made, so that its answer can still come in time. */
const LAST_LOOK_MS = 2_000;
const POLL_TIMEOUT_MS = 20_000;
/** Milliseconds to which a `Retry-After` may stretch a pause: a day of it would hide the end of a short job. */
const LONGEST_ASKED_MS = 60_000;

export function isTerminal(status: string): boolean {
  return ['completed', 'failed', 'archived'].includes(status);
}

/**
 * Polls until the job is finished, the time is up, the run is interrupted, or polling makes no sense any more.
 * It watches at once, and waits first when this run has just sent something.
 */
export function waitForJob(subject: WaitSubject, settings: WaitSettings, ports: WaitPorts): Promise<WaitEnd> {
  return new Wait(subject, settings, ports).run();
}

class Wait {
  readonly #subject: WaitSubject;
  readonly #settings: WaitSettings;
  readonly #ports: WaitPorts;
  readonly #startMs: number;
  /** The time waited at which the last poll is made. */
  readonly #lastLookMs: number;
  readonly #unknownStatuses = new Set<string>();
  #job: Job | undefined;
  #polls = 0;
  /** A finished status may still be the previous turn's: until `active` was seen, or the time to settle has passed. */
  #mayBeStale: boolean;
  /** Of the last poll, if it failed. */
  #error: PlatformError | undefined;

  constructor(subject: WaitSubject, settings: WaitSettings, ports: WaitPorts) {
    this.#subject = subject;
    this.#settings = settings;
    this.#ports = ports;
    this.#startMs = ports.clock.now();
    this.#lastLookMs = settings.timeoutMs - Math.min(LAST_LOOK_MS, settings.timeoutMs / 4);
    this.#mayBeStale = subject.after === 'message' || subject.unsettled === true;
    this.#job = subject.job;
  }

  async run(): Promise<WaitEnd> {
    // A created job has no previous turn, so its first answer can be trusted; a message's answer proves nothing.
    const { after, job } = this.#subject;
    if (after === 'create' && job && isTerminal(job.status)) return this.#ended({ kind: 'finished', job });
    if (job) this.#tellUnknown(job.status);
    let pauseMs = after === 'nothing' ? 0 : this.#nextPauseMs();
    for (;;) {
      const { clock, signal } = this.#ports;
      // Not past the last look.
      const sleepMs = Math.min(pauseMs, this.#untilLastLookMs());
      if (sleepMs > 0) await sleepUnlessAborted(clock, sleepMs, signal);
      const leftMs = this.#settings.timeoutMs - this.#waitedMs();
      const end = this.#isInterrupted || leftMs <= 0 ? undefined : await this.#poll(leftMs);
      if (end) return this.#ended(end);
      if (this.#isInterrupted) return this.#ended({ kind: 'interrupted', job: this.#job });
      if (this.#waitedMs() >= this.#lastLookMs) {
        return this.#ended({ kind: 'timeout', job: this.#job, error: this.#error });
      }
      pauseMs = this.#nextPauseMs();
    }
  }

  async #poll(leftMs: number): Promise<End | undefined> {
    const { observer, signal, getJob } = this.#ports;
    const { jobId, after } = this.#subject;
    this.#polls += 1;
    this.#error = undefined;
    try {
      return this.#observe(await getJob(jobId, { signal, timeoutMs: Math.min(POLL_TIMEOUT_MS, leftMs) }));
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (this.#isInterrupted) return undefined;
      if (!isPassing(error, after === 'nothing' ? undefined : this.#waitedMs())) {
        return { kind: 'broken', job: this.#job, error };
      }
      this.#error = error;
      observer.failed(error, this.#progress());
      return undefined;
    }
  }

  #observe(job: Job): End | undefined {
    const { observer } = this.#ports;
    this.#job = job;
    if (isTerminal(job.status)) {
      if (!this.#mayBeStale || this.#waitedMs() >= this.#settings.settleMs) return { kind: 'finished', job };
      observer.unsettled(job);
      return undefined;
    }
    if (job.status === 'active') this.#mayBeStale = false;
    this.#tellUnknown(job.status);
    observer.polled(job, this.#progress());
    return undefined;
  }

  #tellUnknown(status: string): void {
    if (status === 'active' || isTerminal(status) || this.#unknownStatuses.has(status)) return;
    this.#unknownStatuses.add(status);
    this.#ports.observer.unknownStatus(status);
  }

  #ended(end: End): WaitEnd {
    return { ...end, polls: this.#polls, waitedMs: this.#waitedMs() };
  }

  #progress(): Progress {
    const nextPauseMs = Math.max(0, Math.min(this.#nextPauseMs(), this.#untilLastLookMs()));
    return { polls: this.#polls, waitedMs: this.#waitedMs(), nextPauseMs };
  }

  #nextPauseMs(): number {
    const askedMs = (this.#error instanceof HttpError && this.#error.retryAfterMs) || 0;
    const ownMs = Math.max(FIRST_PAUSE_MS, this.#waitedMs() * PAUSE_SHARE);
    return Math.max(Math.min(ownMs, this.#settings.pollIntervalMs), Math.min(askedMs, LONGEST_ASKED_MS));
  }

  #untilLastLookMs(): number {
    return this.#lastLookMs - this.#waitedMs();
  }

  #waitedMs(): number {
    return this.#ports.clock.now() - this.#startMs;
  }

  get #isInterrupted(): boolean {
    return this.#ports.signal.aborted;
  }
}
