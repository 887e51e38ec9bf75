import { SECOND_LOOK_MS, sleepUnlessAborted } from '../../clock.ts';
import { HttpError, MintlifyError } from '../../mintlify/errors.ts';
import { endsPolling, isNotFound } from '../../mintlify/failures.ts';
import type { AgentJob } from '../../mintlify/schemas.ts';
import { onOneLine } from '../../text/characters.ts';
import { formatDuration } from '../../text/duration.ts';
import { shorten } from '../../text/markdown.ts';
import type { RequestContext } from '../context.ts';
import type { StatusTrust } from '../replies/record.ts';

export interface Watch {
  readonly jobId: string;
  readonly trustTerminalStatus: StatusTrust;
  /** Time into the wait after which `after-active` no longer needs `active` (ms); 60 s if absent. */
  readonly trustAfterMs?: number;
}

export interface WaitOptions extends Watch {
  /** What this run's POST did, and the job in Mintlify's response; absent for a watch. */
  readonly sent?: { readonly does: 'start' | 'message'; readonly job: AgentJob } | undefined;
  readonly timeoutMs: number;
  /** Whether the wait ends after one poll (`wait: false`). */
  readonly looksOnce?: boolean;
  /** Called with each response that brings news of the job. */
  onJob(job: AgentJob): void;
  /** Called before each poll. */
  onPoll(): void;
}

/** `job` is the job as last read, and `error` that of the last poll. `broken`: more polls can't mend it. */
type WaitOutcome =
  | { readonly kind: 'finished'; readonly job: AgentJob }
  | { readonly kind: 'interrupted'; readonly job: AgentJob | undefined }
  | {
      readonly kind: 'timeout';
      readonly job: AgentJob | undefined;
      readonly error: MintlifyError | undefined;
    }
  | { readonly kind: 'broken'; readonly job: AgentJob | undefined; readonly error: MintlifyError };

/** How the wait for a job ended, with the number of polls and the time that it took. */
export type WaitResult = WaitOutcome & { readonly polls: number; readonly waitedMs: number };

type WaitContext = Pick<RequestContext, 'clock' | 'signal' | 'log' | 'mintlify' | 'inputs'>;

const FIRST_PAUSE_MS = 2_000;
/** The pause is this share of the time waited, so that the end of a job is noticed a tenth late at most. */
const PAUSE_SHARE = 0.1;
/** Time between the last poll and the deadline (ms), for its response to arrive. */
const LAST_POLL_MS = 2_000;
const POLL_TIMEOUT_MS = 20_000;
const LONGEST_RETRY_AFTER_MS = 60_000;
/** Time after which a status certainly belongs to the follow-up, and a 404 is final (ms). */
export const TRUST_AFTER_MS = 60_000;

export function isTerminal(status: string): boolean {
  return ['completed', 'failed', 'archived'].includes(status);
}

/** Polls until the job ends, the time is up, the run is interrupted, or more polls can't help. */
export function waitForJob(options: WaitOptions, context: WaitContext): Promise<WaitResult> {
  return new Wait(options, context).result();
}

/** Puts remote text on one line, so that it can't pass for a line of this action. */
const shown = (text: string) => onOneLine(shorten(text, 200));

class Wait {
  readonly #options: WaitOptions;
  readonly #context: WaitContext;
  readonly #startMs: number;
  /** How far into the wait the last poll is due (ms). */
  readonly #lastPollMs: number;
  readonly #unknownStatuses = new Set<string>();
  #job: AgentJob | undefined;
  #polls = 0;
  #wasActive = false;
  #isMissing = false;
  /** The terminal status that the polls return, and how far into the wait it appeared (ms). */
  #terminalSince: { readonly status: string; readonly sinceMs: number } | undefined;
  /** Error of the last poll; undefined if it succeeded. */
  #error: MintlifyError | undefined;
  #logged = '';

  constructor(options: WaitOptions, context: WaitContext) {
    this.#options = options;
    this.#context = context;
    this.#startMs = context.clock.now();
    this.#lastPollMs = options.timeoutMs - Math.min(LAST_POLL_MS, options.timeoutMs / 4);
    this.#job = options.sent?.job;
  }

  async result(): Promise<WaitResult> {
    const end = await this.#poll();
    return { ...end, polls: this.#polls, waitedMs: this.#waitedMs() };
  }

  async #poll(): Promise<WaitOutcome> {
    const { sent, timeoutMs, looksOnce } = this.#options;
    const { signal } = this.#context;
    if (sent) this.#reportUnknown(sent.job.status);
    // A new job's terminal status belongs to this request. After a message, it may be the previous request's.
    if (sent?.does === 'start' && isTerminal(sent.job.status)) return this.#withLink(sent.job);
    for (let pauseMs = sent ? this.#pauseMs() : 0; ; pauseMs = this.#pauseMs()) {
      await this.#sleep(pauseMs);
      const leftMs = timeoutMs - this.#waitedMs();
      const end = signal.aborted || leftMs <= 0 ? undefined : await this.#look(leftMs);
      if (end) return end.kind === 'finished' ? this.#withLink(end.job) : end;
      if (signal.aborted) return { kind: 'interrupted', job: this.#job };
      if (looksOnce && this.#error) return { kind: 'broken', job: this.#job, error: this.#error };
      if (looksOnce || this.#waitedMs() >= this.#lastPollMs)
        return { kind: 'timeout', job: this.#job, error: this.#error };
    }
  }

  async #look(leftMs: number): Promise<WaitOutcome | undefined> {
    this.#options.onPoll();
    try {
      return this.#observe(await this.#read(leftMs));
    } catch (error) {
      if (!(error instanceof MintlifyError)) throw error;
      if (this.#context.signal.aborted) return undefined;
      if (endsPolling(error) || (isNotFound(error) && this.#isMissingForGood())) {
        return { kind: 'broken', job: this.#job, error };
      }
      if (!this.#error) this.#logFailure(error);
      this.#error = error;
      return undefined;
    }
  }

  async #read(leftMs: number): Promise<AgentJob> {
    const { jobId, onJob } = this.#options;
    this.#polls += 1;
    const options = { signal: this.#context.signal, timeoutMs: Math.min(POLL_TIMEOUT_MS, leftMs) };
    const job = await this.#context.mintlify.getJob(jobId, options);
    if (job.status !== this.#job?.status || job.prLink !== this.#job.prLink) onJob(job);
    this.#job = job;
    this.#isMissing = false;
    this.#error = undefined;
    return job;
  }

  /** Whether a 404 is final: 60 s after this run's POST, or the second one of a run without a POST. */
  #isMissingForGood(): boolean {
    const wasMissing = this.#isMissing;
    this.#isMissing = true;
    return this.#options.sent ? this.#waitedMs() >= TRUST_AFTER_MS : wasMissing;
  }

  /** Reads a completed job without a link once more: Mintlify may add the link a moment after the status. */
  async #withLink(job: AgentJob): Promise<WaitOutcome> {
    if (job.status !== 'completed' || job.prLink !== undefined) return { kind: 'finished', job };
    await this.#sleep(SECOND_LOOK_MS);
    const leftMs = this.#options.timeoutMs - this.#waitedMs();
    if (this.#context.signal.aborted || leftMs <= 0) return { kind: 'finished', job };
    const again = await this.#read(leftMs).catch((error: unknown) => {
      if (!(error instanceof MintlifyError)) throw error;
      return job;
    });
    return { kind: 'finished', job: again.status === 'completed' ? again : job };
  }

  #observe(job: AgentJob): WaitOutcome | undefined {
    const { status } = job;
    const isFinished = isTerminal(status);
    if (isFinished && this.#isTrusted(status)) return { kind: 'finished', job };
    if (!isFinished) this.#terminalSince = undefined;
    this.#wasActive ||= status === 'active';
    this.#reportUnknown(status);
    const doubt = isFinished ? ', which may still belong to the previous request; the action makes sure' : '';
    this.#log(`Status ${shown(status)}${doubt}.`);
    return undefined;
  }

  #isTrusted(status: string): boolean {
    const waitedMs = this.#waitedMs();
    if (this.#terminalSince?.status !== status) this.#terminalSince = { status, sinceMs: waitedMs };
    switch (this.#options.trustTerminalStatus) {
      case 'immediately':
        return true;
      case 'after-active':
        return this.#wasActive || waitedMs >= (this.#options.trustAfterMs ?? TRUST_AFTER_MS);
      case 'after-stable':
        return waitedMs - this.#terminalSince.sinceMs >= TRUST_AFTER_MS;
    }
  }

  #reportUnknown(status: string): void {
    if (status === 'active' || isTerminal(status) || this.#unknownStatuses.has(status)) return;
    this.#unknownStatuses.add(status);
    this.#context.log.warning(
      `Mintlify reports a status that isn't documented: ${shown(status)}. The action keeps waiting.`,
    );
  }

  #logFailure(error: MintlifyError): void {
    const text = error instanceof HttpError ? error.responseText : undefined;
    const response = text ? ` Mintlify's response: "${text}".` : '';
    this.#log(`A poll failed, which doesn't mean that the job failed. ${error.message}${response}`);
  }

  #log(line: string): void {
    if (line === this.#logged) return;
    this.#logged = line;
    const waited = this.#waitedMs();
    this.#context.log.info(waited < 1_000 ? line : `${line} Waited ${formatDuration(waited)} so far.`);
  }

  /** Sleeps until the last poll is due at most. */
  async #sleep(pauseMs: number): Promise<void> {
    const ms = Math.min(pauseMs, this.#lastPollMs - this.#waitedMs());
    if (ms > 0) await sleepUnlessAborted(this.#context.clock, ms, this.#context.signal);
  }

  #pauseMs(): number {
    if (this.#isMissing && !this.#options.sent) return SECOND_LOOK_MS;
    const { pollIntervalMs } = this.#context.inputs;
    const usual = Math.min(pollIntervalMs, Math.max(FIRST_PAUSE_MS, this.#waitedMs() * PAUSE_SHARE));
    const asked = this.#error?.retryAfterMs ?? 0;
    return Math.max(usual, Math.min(asked, LONGEST_RETRY_AFTER_MS));
  }

  #waitedMs(): number {
    return this.#context.clock.now() - this.#startMs;
  }
}
