import { SECOND_LOOK_MS, sleepUnlessAborted } from '../../clock.ts';
import { MintlifyError } from '../../mintlify/errors.ts';
import { endsPolling, isNotFound } from '../../mintlify/failures.ts';
import type { AgentJob } from '../../mintlify/schemas.ts';
import { onOneLine } from '../../text/characters.ts';
import { formatDuration } from '../../text/duration.ts';
import { shorten } from '../../text/markdown.ts';
import type { StatusTrust } from '../replies/record.ts';
import type { RequestContext } from '../request-context.ts';

export type Watch = Readonly<{
  jobId: string;
  trustTerminalStatus: StatusTrust;
  /** Time into the wait after which `after-active` no longer needs `active` (ms); 60 s if absent. */
  trustAfterMs?: number;
  /** The job in the response to this run's POST; absent if it sent nothing. */
  sent?: AgentJob | undefined;
}>;

interface WaitOptions extends Watch {
  readonly timeoutMs: number;
  /** Called before each poll. */
  onPoll(): void;
}

/** `seen`: the job was read once, because of `wait: false`. `broken`: more polls can't mend the error. */
type WaitOutcome =
  | { kind: 'finished' | 'seen'; job: AgentJob }
  | { kind: 'interrupted' }
  | { kind: 'timeout'; error: MintlifyError | undefined }
  | { kind: 'broken'; error: MintlifyError };

/** How the wait for a job ended, with the job as last read, the number of polls and the time that it took. */
export type WaitResult = WaitOutcome &
  Readonly<{ job: AgentJob | undefined; polls: number; waitedMs: number }>;

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

/** Polls until the job ends, the time is up, the run is interrupted, or more polls can't help. `wait: false` polls once. */
export function waitForJob(options: WaitOptions, context: RequestContext): Promise<WaitResult> {
  return new Wait(options, context).result();
}

/** Puts remote text on one line, so that it can't pass for a line of this action. */
const shown = (text: string) => onOneLine(shorten(text, 200));

class Wait {
  readonly #options: WaitOptions;
  readonly #context: RequestContext;
  readonly #startMs: number;
  /** How far into the wait the last poll is due (ms). */
  readonly #lastPollMs: number;
  readonly #unknownStatuses = new Set<string>();
  #job: AgentJob | undefined;
  #polls = 0;
  #wasActive = false;
  #isMissing = false;
  /** The terminal status that the polls return, and how far into the wait it appeared (ms). */
  #terminalSince: { status: string; sinceMs: number } | undefined;
  /** Error of the last poll; undefined if it succeeded. */
  #error: MintlifyError | undefined;
  #logged = '';

  constructor(options: WaitOptions, context: RequestContext) {
    this.#options = options;
    this.#context = context;
    this.#startMs = context.clock.now();
    this.#lastPollMs = options.timeoutMs - Math.min(LAST_POLL_MS, options.timeoutMs / 4);
    this.#job = options.sent;
  }

  async result(): Promise<WaitResult> {
    const outcome = await this.#poll();
    return { job: this.#job, ...outcome, polls: this.#polls, waitedMs: this.#waitedMs };
  }

  get #waitedMs() {
    return this.#context.clock.now() - this.#startMs;
  }

  get #leftMs() {
    return this.#options.timeoutMs - this.#waitedMs;
  }

  /** Whether there is no time for another poll. */
  get #isOver() {
    return this.#context.signal.aborted || this.#leftMs <= 0;
  }

  async #poll(): Promise<WaitOutcome> {
    const { sent, trustTerminalStatus } = this.#options;
    const { signal, inputs } = this.#context;
    if (sent) this.#reportUnknown(sent.status);
    // A new job's terminal status belongs to this request. After a message, it may be the previous request's.
    const isNewJob = sent && trustTerminalStatus === 'immediately';
    if (isNewJob && isTerminal(sent.status)) return this.#withLink(sent);
    for (let pauseMs = sent ? this.#pauseMs() : 0; ; pauseMs = this.#pauseMs()) {
      await this.#sleep(pauseMs);
      const end = this.#isOver ? undefined : await this.#look();
      if (end) return end.kind === 'finished' ? this.#withLink(end.job) : end;
      if (signal.aborted) return { kind: 'interrupted' };
      if (!inputs.wait && this.#error) return { kind: 'broken', error: this.#error };
      if (!inputs.wait && this.#job) return { kind: 'seen', job: this.#job };
      if (this.#waitedMs >= this.#lastPollMs) return { kind: 'timeout', error: this.#error };
    }
  }

  async #look(): Promise<WaitOutcome | undefined> {
    this.#options.onPoll();
    try {
      return this.#observe(await this.#read());
    } catch (error) {
      if (!(error instanceof MintlifyError)) throw error;
      if (this.#context.signal.aborted) return undefined;
      const isGone = isNotFound(error) && this.#isMissingForGood();
      if (endsPolling(error) || isGone) return { kind: 'broken', error };
      if (!this.#error) this.#logFailure(error);
      this.#error = error;
      return undefined;
    }
  }

  async #read() {
    const { mintlify, outputs, signal } = this.#context;
    this.#polls += 1;
    const timeoutMs = Math.min(POLL_TIMEOUT_MS, this.#leftMs);
    const job = await mintlify.getJob(this.#options.jobId, { signal, timeoutMs });
    const isNews = job.status !== this.#job?.status || job.prLink !== this.#job.prLink;
    if (isNews) outputs.job(job);
    this.#job = job;
    this.#isMissing = false;
    this.#error = undefined;
    return job;
  }

  /** Whether a 404 is final: 60 s after this run's POST, or the second one of a run without a POST. */
  #isMissingForGood() {
    const wasMissing = this.#isMissing;
    this.#isMissing = true;
    return this.#options.sent ? this.#waitedMs >= TRUST_AFTER_MS : wasMissing;
  }

  /** Reads a completed job without a link once more: Mintlify may add the link a moment after the status. */
  async #withLink(job: AgentJob): Promise<WaitOutcome> {
    if (job.status !== 'completed' || job.prLink !== undefined) return { kind: 'finished', job };
    await this.#sleep(SECOND_LOOK_MS);
    if (this.#isOver) return { kind: 'finished', job };
    const again = await this.#read().catch((error: unknown) => {
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
    const { trustTerminalStatus, trustAfterMs = TRUST_AFTER_MS } = this.#options;
    const waitedMs = this.#waitedMs;
    if (this.#terminalSince?.status !== status) this.#terminalSince = { status, sinceMs: waitedMs };
    switch (trustTerminalStatus) {
      case 'immediately':
        return true;
      case 'after-active':
        return this.#wasActive || waitedMs >= trustAfterMs;
      case 'after-stable':
        return waitedMs - this.#terminalSince.sinceMs >= TRUST_AFTER_MS;
    }
  }

  #reportUnknown(status: string) {
    if (status === 'active' || isTerminal(status) || this.#unknownStatuses.has(status)) return;
    this.#unknownStatuses.add(status);
    this.#context.log.warning(
      `Mintlify reports a status that isn't documented: ${shown(status)}. The action keeps waiting.`,
    );
  }

  #logFailure({ message, responseText }: MintlifyError) {
    const response = responseText && ` Mintlify's response: "${responseText}".`;
    this.#log(`A poll failed, which doesn't mean that the job failed. ${message}${response}`);
  }

  #log(line: string) {
    if (line === this.#logged) return;
    this.#logged = line;
    const waitedMs = this.#waitedMs;
    this.#context.log.info(waitedMs < 1_000 ? line : `${line} Waited ${formatDuration(waitedMs)} so far.`);
  }

  /** Sleeps until the last poll is due at most. */
  async #sleep(pauseMs: number) {
    const { clock, signal } = this.#context;
    const ms = Math.min(pauseMs, this.#lastPollMs - this.#waitedMs);
    if (ms > 0) await sleepUnlessAborted(clock, ms, signal);
  }

  #pauseMs() {
    if (this.#isMissing && !this.#options.sent) return SECOND_LOOK_MS;
    const { pollIntervalMs } = this.#context.inputs;
    const usual = Math.min(pollIntervalMs, Math.max(FIRST_PAUSE_MS, this.#waitedMs * PAUSE_SHARE));
    const asked = this.#error?.retryAfterMs ?? 0;
    return Math.max(usual, Math.min(asked, LONGEST_RETRY_AFTER_MS));
  }
}
