import type { Clock } from '../clock.ts';
import type { CallOptions } from '../platform/client.ts';
import { HttpError, PlatformError } from '../platform/errors.ts';
import { isPassing } from '../platform/retry.ts';
import type { Job } from '../platform/schemas.ts';

/** How to wait. All in milliseconds. */
export interface WaitSettings {
  readonly timeoutMs: number;
  /** The longest pause between two polls. */
  readonly pollIntervalMs: number;
  /** How long after a follow-up a finished status may still be the previous turn's. */
  readonly settleMs: number;
}

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

/** What happens while waiting, for the log. */
export interface WaitObserver {
  /** After every poll that was answered. */
  polled(job: Job, progress: Progress): void;
  /** A poll failed, and the wait goes on. */
  failed(error: PlatformError, progress: Progress): void;
  /** The job shows a finished status that may be the previous turn's. */
  unsettled(job: Job): void;
  /** A status that is not documented. Once for each. */
  unknownStatus(status: string): void;
}

export interface Progress {
  readonly waitedMs: number;
  readonly polls: number;
  readonly nextPauseMs: number;
}

export interface WaitPorts {
  readonly clock: Clock;
  /** Aborts when the run is interrupted. */
  readonly signal: AbortSignal;
  readonly observer: WaitObserver;
  getJob(jobId: string, options: CallOptions): Promise<Job>;
}

/** How a wait ended. `job` is the last that was seen. */
export type WaitEnd = { readonly polls: number; readonly waitedMs: number } & (
  | { readonly kind: 'finished'; readonly job: Job }
  | { readonly kind: 'interrupted'; readonly job: Job | undefined }
  /** `error` is there when the last poll failed. */
  | { readonly kind: 'timeout'; readonly job: Job | undefined; readonly error: PlatformError | undefined }
  /** A poll failed in a way that more polls cannot mend. */
  | { readonly kind: 'broken'; readonly job: Job | undefined; readonly error: PlatformError }
);

const FIRST_PAUSE_MS = 2_000;
/** The pause is this part of the time waited so far: the end is seen at most a tenth later than it happened. */
const PAUSE_SHARE = 0.1;
/** Milliseconds before the deadline at which the last poll is made, so that its answer can still come in time. */
const LAST_LOOK_MS = 2_000;
const POLL_TIMEOUT_MS = 20_000;
/** Milliseconds to which a `Retry-After` may stretch a pause: a day of it would hide the end of a short job. */
const LONGEST_ASKED_MS = 60_000;

const TERMINAL: ReadonlySet<string> = new Set(['completed', 'failed', 'archived']);

export function isTerminal(status: string): boolean {
  return TERMINAL.has(status);
}

/**
 * Milliseconds to the next poll: 2 s at first, then a tenth of the time waited so far, never more than `pollIntervalMs`.
 */
export function pauseAfter(waitedMs: number, pollIntervalMs: number): number {
  return Math.min(Math.max(FIRST_PAUSE_MS, waitedMs * PAUSE_SHARE), pollIntervalMs);
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
  /** A finished status may still be the previous turn's. */
  readonly #mayBeStale: boolean;
  readonly #unknownStatuses = new Set<string>();
  #job: Job | undefined;
  #polls = 0;
  #activeSeen = false;
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
    if (after === 'create' && job && isTerminal(job.status)) return this.#finished(job);
    if (job) this.#tellUnknown(job.status);
    let pauseMs = after === 'nothing' ? 0 : this.#nextPauseMs();
    for (;;) {
      await this.#pause(pauseMs);
      if (this.#ports.signal.aborted) return this.#interrupted();
      const leftMs = this.#settings.timeoutMs - this.#waitedMs();
      if (leftMs <= 0) return this.#timedOut();
      const end = await this.#poll(leftMs);
      if (end) return end;
      if (this.#ports.signal.aborted) return this.#interrupted();
      if (this.#waitedMs() >= this.#lastLookMs) return this.#timedOut();
      pauseMs = this.#nextPauseMs();
    }
  }

  /** Sleeps, but not past the last look. */
  async #pause(pauseMs: number): Promise<void> {
    const sleepMs = Math.min(pauseMs, this.#untilLastLookMs());
    try {
      if (sleepMs > 0) await this.#ports.clock.sleep(sleepMs, this.#ports.signal);
    } catch (error) {
      if (!this.#ports.signal.aborted) throw error;
    }
  }

  async #poll(leftMs: number): Promise<WaitEnd | undefined> {
    this.#polls += 1;
    this.#error = undefined;
    try {
      const timeoutMs = Math.min(POLL_TIMEOUT_MS, leftMs);
      const job = await this.#ports.getJob(this.#subject.jobId, { signal: this.#ports.signal, timeoutMs });
      return this.#observe(job);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (this.#ports.signal.aborted) return this.#interrupted();
      if (!isPassing(error, this.#subject.after === 'nothing' ? undefined : this.#waitedMs())) {
        return { ...this.#totals(), kind: 'broken', job: this.#job, error };
      }
      this.#error = error;
      this.#ports.observer.failed(error, this.#progress());
      return undefined;
    }
  }

  #observe(job: Job): WaitEnd | undefined {
    const { observer } = this.#ports;
    this.#job = job;
    if (!isTerminal(job.status)) {
      if (job.status === 'active') this.#activeSeen = true;
      this.#tellUnknown(job.status);
      observer.polled(job, this.#progress());
      return undefined;
    }
    if (this.#isSettled()) return this.#finished(job);
    observer.unsettled(job);
    return undefined;
  }

  /** After a follow-up, a finished status counts once the job was seen active since, or the time to settle has passed. */
  #isSettled(): boolean {
    return !this.#mayBeStale || this.#activeSeen || this.#waitedMs() >= this.#settings.settleMs;
  }

  #tellUnknown(status: string): void {
    if (status === 'active' || isTerminal(status) || this.#unknownStatuses.has(status)) return;
    this.#unknownStatuses.add(status);
    this.#ports.observer.unknownStatus(status);
  }

  #finished(job: Job): WaitEnd {
    return { ...this.#totals(), kind: 'finished', job };
  }

  #interrupted(): WaitEnd {
    return { ...this.#totals(), kind: 'interrupted', job: this.#job };
  }

  #timedOut(): WaitEnd {
    return { ...this.#totals(), kind: 'timeout', job: this.#job, error: this.#error };
  }

  #progress(): Progress {
    return {
      ...this.#totals(),
      nextPauseMs: Math.max(0, Math.min(this.#nextPauseMs(), this.#untilLastLookMs())),
    };
  }

  #totals(): { polls: number; waitedMs: number } {
    return { polls: this.#polls, waitedMs: this.#waitedMs() };
  }

  #nextPauseMs(): number {
    const askedMs = (this.#error instanceof HttpError && this.#error.retryAfterMs) || 0;
    return Math.max(
      pauseAfter(this.#waitedMs(), this.#settings.pollIntervalMs),
      Math.min(askedMs, LONGEST_ASKED_MS),
    );
  }

  #untilLastLookMs(): number {
    return this.#lastLookMs - this.#waitedMs();
  }

  #waitedMs(): number {
    return this.#ports.clock.now() - this.#startMs;
  }
}
