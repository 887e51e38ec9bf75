import { graceAfter, sleepUnlessAborted } from '../../clock.ts';
import { type CallOptions, OPTIONAL_RETRY_MS } from '../../github/api.ts';
import {
  createSigned,
  type SignedText,
  saveSigned,
  updateSigned,
  type WrittenComment,
} from '../../github/comments.ts';
import { GithubError } from '../../github/errors.ts';
import { type AgentJob, pullRequestOf } from '../../mintlify/schemas.ts';
import type { RequestContext } from '../context.ts';
import { nothingSent, type RunResult } from '../result.ts';
import type { SignedReply } from './history.ts';
import { type ReplyRecord, type RequestAction, recordIn, type StatusDecision, toMarker } from './record.ts';
import { explainOnThread, type Thread } from './thread.ts';

/** Time limit of an interrupted run's last write (ms): the run must end within 5 s. */
const INTERRUPTED_MS = 1_500;
/** Time after its creation for which GitHub may not find a comment (ms). */
const LATE_MS = 30_000;
const LATE_PAUSE_MS = 5_000;

/**
 * `absent`: not tried yet. `kept`: GitHub has it. `refused`: GitHub doesn't take it. `lost`: creating it failed for 30 s, or
 * was interrupted, so it may exist all the same. `deleted`: somebody deleted it.
 */
type ReplyState =
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'kept';
      readonly comment: WrittenComment;
      /** What this run wrote last. */
      readonly written: ReplyRecord | undefined;
      /** When this run created it, by the monotonic clock (ms); undefined for an earlier attempt's. */
      readonly createdMs: number | undefined;
    }
  | { readonly kind: 'refused'; readonly comment: WrittenComment | undefined }
  | { readonly kind: 'lost' | 'deleted' };

/** Writes the text of a reply above its marker. @param result undefined while the run is under way */
export type ReplyText = (
  record: ReplyRecord,
  notes: readonly string[],
  result: RunResult | undefined,
  thread: Thread,
  context: RequestContext,
) => string;

function openRecord({ request, workflowRun }: RequestContext): ReplyRecord {
  const { id, asks } = request;
  return { request: id, run: workflowRun.id, workflow: workflowRun.workflowFile, asks, state: 'open' };
}

/** The reply to one request, which only the runs of that request write. */
export class OwnReply {
  readonly thread: Thread;
  readonly #context: RequestContext;
  readonly #textOf: ReplyText;
  #state: ReplyState = { kind: 'absent' };
  #record: ReplyRecord;
  #notes: readonly string[] = [];
  #trouble: 'none' | 'failed' | 'warned' = 'none';
  /** Whether GitHub lacks what an earlier write should have brought. */
  #isBehind = false;
  #writing: Promise<void> | undefined;

  constructor(thread: Thread, context: RequestContext, textOf: ReplyText) {
    this.thread = thread;
    this.#context = context;
    this.#textOf = textOf;
    this.#record = openRecord(context);
  }

  /** Undefined until the comment exists. */
  get comment(): WrittenComment | undefined {
    return this.#state.kind === 'kept' || this.#state.kind === 'refused' ? this.#state.comment : undefined;
  }

  /** Empty until the comment exists. */
  get url(): string {
    return this.comment?.url ?? '';
  }

  get isRefused(): boolean {
    return this.#state.kind === 'refused';
  }

  /** Whether GitHub has the comment, or may have it without this run knowing. */
  get mayBeOnGithub(): boolean {
    return this.comment !== undefined || this.#state.kind === 'lost';
  }

  get record(): ReplyRecord {
    return this.#record;
  }

  /** What this run wrote last; undefined before it did. */
  get written(): ReplyRecord | undefined {
    return this.#state.kind === 'kept' ? this.#state.written : undefined;
  }

  /** Continues an earlier attempt's reply. */
  adopt({ record, ...comment }: SignedReply): void {
    this.#state = { kind: 'kept', comment, written: undefined, createdMs: undefined };
    this.#record = record;
  }

  /** Writes `open` before anything is sent. @throws {RunStopped} if that fails, and nothing may be sent without it */
  async open(status: StatusDecision | undefined): Promise<void> {
    const before = this.#record;
    const mayBeSent = isDoubtful(before);
    this.#record = {
      ...openRecord(this.#context),
      ...(status && { status }),
      ...(mayBeSent && { mayBeSent }),
    };
    try {
      await this.#write({});
    } catch (error) {
      if (!(error instanceof GithubError)) throw error;
      this.#record = before;
      this.#failToOpen(error);
    }
  }

  #failToOpen(error: GithubError): void {
    const { signal, log, inputs } = this.#context;
    const { comment } = this;
    const isRefused = error.kind === 'refused';
    if (isRefused) this.#state = { kind: 'refused', comment };
    else if (!comment) this.#state = { kind: 'lost' };
    this.#trouble = 'failed';
    if (signal.aborted) throw error;
    const { message, advice } = explainOnThread(error, this.thread, inputs);
    const why = `The reply couldn't be written: ${message}`;
    const isOptional = comment === undefined && this.#maySendWithout(error);
    if (!isOptional) throw nothingSent(why, isRefused ? advice : 'Re-run the workflow.');
    const consequence = 'The run continues without it. A re-run would send the request again.';
    log.warning([why, advice, consequence].filter((text) => text !== '').join(' '));
  }

  /** Only a label or another event without a comment is sent without a reply, and only where GitHub refuses the reply. */
  #maySendWithout({ kind, status = 0 }: GithubError): boolean {
    const { request, inputs } = this.#context;
    const isRefusal = kind === 'refused' && [403, 404, 410, 422].includes(status);
    const alwaysStartsJob = request.kind === 'event' && request.job !== 'latest';
    return isRefusal && alwaysStartsJob && inputs.commitStatus === undefined;
  }

  /**
   * Records that Mintlify took the request. Writes in the background, so that polling begins at once.
   *
   * @param notes why the run does what it does, as sentences without remote text
   */
  accept({ id: job }: AgentJob, action: RequestAction, notes: readonly string[], saysUnseen: boolean): void {
    const acceptedAt = this.#context.clock.date().getTime();
    const { mayBeSent: _, ...record } = this.#record;
    const accepted = { ...record, state: 'accepted', action, job, acceptedAt } as const;
    this.#record = saysUnseen ? { ...accepted, saysUnseen } : accepted;
    this.#notes = notes;
    this.#isBehind = true;
    this.catchUp();
  }

  /** Records the watched job, without a write: a run that only watches writes once, at its end. */
  watch(job: string, notes: readonly string[], status: StatusDecision | undefined): void {
    const record = this.#record;
    const isAccepted = record.state === 'accepted';
    const watched: ReplyRecord = isAccepted
      ? record
      : { ...record, state: 'accepted', action: { does: 'watch', job }, job };
    this.#notes = notes;
    this.#record = status && !record.status ? { ...watched, status } : watched;
  }

  /** Writes what an earlier write left behind. Called with each poll. */
  catchUp(): void {
    if (!this.#isBehind || this.#writing) return;
    this.#isBehind = false;
    this.#writing = this.#write({ retryForMs: OPTIONAL_RETRY_MS })
      .catch((error: unknown) => {
        this.#isBehind = true;
        // Whether a missing comment was deleted is known only at the end.
        if (!isMissing(error)) this.#warn(error);
      })
      .finally(() => {
        this.#writing = undefined;
      });
    // A bug is thrown by `finish`; until then it must not end the process.
    this.#writing.catch(() => {});
  }

  /** Writes how the run ended. Trouble is a warning. */
  async finish(result: RunResult): Promise<void> {
    await this.#writing;
    this.#record = closeRecord(this.#record, result);
    const { clock, signal } = this.#context;
    const interrupted = graceAfter(clock, INTERRUPTED_MS, signal);
    const hadTrouble = this.#trouble !== 'none';
    const retry = hadTrouble ? { retryForMs: OPTIONAL_RETRY_MS } : {};
    try {
      await this.#writeLast({ ...retry, signal: interrupted.signal }, result);
    } catch (error) {
      this.#warn(error);
    } finally {
      interrupted.release();
    }
  }

  /** A comment that GitHub doesn't find 30 s after its creation was deleted. */
  async #writeLast(
    options: CallOptions & { readonly signal: AbortSignal },
    result: RunResult,
  ): Promise<void> {
    const { clock, log, signal } = this.#context;
    for (;;) {
      try {
        return await this.#write(options, result);
      } catch (error) {
        if (!isMissing(error) || this.#state.kind !== 'kept' || signal.aborted) throw error;
        const { createdMs = Number.NEGATIVE_INFINITY } = this.#state;
        if (clock.now() - createdMs >= LATE_MS) break;
        await sleepUnlessAborted(clock, LATE_PAUSE_MS, signal);
      }
    }
    this.#state = { kind: 'deleted' };
    log.info(`The reply on #${this.thread.issue} was deleted, so nothing says there how the run ended.`);
  }

  async #write(options: CallOptions, result?: RunResult): Promise<void> {
    const { thread } = this;
    const record = this.#record;
    const text = this.#context.redact(this.#textOf(record, this.#notes, result, thread, this.#context));
    const createdMs = this.#state.kind === 'kept' ? this.#state.createdMs : this.#context.clock.now();
    const comment = await this.#put({ text, content: toMarker(record) }, options);
    if (comment) this.#state = { kind: 'kept', comment, written: record, createdMs };
  }

  /** @returns the comment as GitHub has it then; undefined if GitHub doesn't take one */
  async #put(signed: SignedText, options: CallOptions) {
    const { thread } = this;
    const isOwn = (content: unknown) => recordIn({ content })?.request === this.#record.request;
    switch (this.#state.kind) {
      case 'refused':
      case 'deleted':
        return undefined;
      case 'kept':
        return updateSigned(thread.github, thread, this.#state.comment.id, signed, options);
      case 'lost':
        return saveSigned(thread.github, thread, isOwn, signed, options);
      case 'absent':
        // An earlier attempt that only watched may have left a reply, which nobody has looked for.
        return this.#record.action?.does === 'watch'
          ? saveSigned(thread.github, thread, isOwn, signed, options)
          : createSigned(thread.github, thread, signed, options);
    }
  }

  #warn(error: unknown): void {
    if (!(error instanceof GithubError)) throw error;
    const { signal, log, inputs } = this.#context;
    if (this.#trouble === 'warned' || signal.aborted) return;
    this.#trouble = 'warned';
    const { message, advice } = explainOnThread(error, this.thread, inputs);
    const what = this.url === '' ? "The reply couldn't be written" : "The reply isn't up to date";
    log.warning(`${what}: ${message} ${advice}`.trim());
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof GithubError && error.status === 404;
}

/** Whether Mintlify may have the request, as far as earlier attempts know. */
export function isDoubtful({ state, outcome, mayBeSent = false }: ReplyRecord): boolean {
  return mayBeSent || (state === 'unconfirmed' && outcome === 'unknown');
}

/** The record at the end of a run. */
function closeRecord(record: ReplyRecord, { outcome, job }: RunResult): ReplyRecord {
  if (record.state !== 'accepted') {
    // Somebody must still learn that there may be two.
    const mayBeSent = isDoubtful(record) || outcome === 'unknown';
    return { ...record, state: 'unconfirmed', outcome, ...(mayBeSent && { mayBeSent }) };
  }
  const hasCompleted = outcome === 'pull-request' || outcome === 'no-pull-request';
  const pullRequest = pullRequestOf(job)?.url ?? record.pullRequest;
  return {
    ...record,
    outcome,
    completed: record.completed || hasCompleted,
    ...(pullRequest !== undefined && { pullRequest }),
  };
}
