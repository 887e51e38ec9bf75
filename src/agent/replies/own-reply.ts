import { graceAfter, sleepUnlessAborted } from '../../clock.ts';
import { type CallOptions, OPTIONAL_CALL } from '../../github/api.ts';
import type { Thread } from '../../github/comments.ts';
import { GithubError } from '../../github/errors.ts';
import type { GithubComment } from '../../github/objects.ts';
import type { AgentJob } from '../../mintlify/schemas.ts';
import { joinNonEmpty } from '../../text/join.ts';
import type { RequestContext } from '../request-context.ts';
import { type RunResult, RunStopped } from '../run-result.ts';
import type { SignedReply } from './history.ts';
import {
  closeRecord,
  openRecord,
  type ReplyRecord,
  type RequestAction,
  type StatusTarget,
} from './record.ts';
import { ReplyComment } from './reply-comment.ts';
import { explainOnThread } from './thread.ts';

/** Time limit of an interrupted run's last write (ms): the run must end within 5 s. */
const INTERRUPTED_MS = 1_500;
/** A comment that GitHub doesn't find so long after its creation was deleted (ms). */
const DELETED_AFTER_MS = 30_000;
const MISSING_PAUSE_MS = 5_000;

/** Writes the text of a reply above its marker. @param result undefined while the run is under way */
type ReplyText = (
  record: ReplyRecord,
  notes: readonly string[],
  result: RunResult | undefined,
  thread: Thread,
  context: RequestContext,
) => string;

/** The reply to one request, which only the runs of that request write. */
export class OwnReply {
  readonly thread: Thread;
  readonly #context: RequestContext;
  readonly #textOf: ReplyText;
  readonly #comment: ReplyComment;
  #record: ReplyRecord;
  #notes: readonly string[] = [];
  #backgroundWrite: Promise<void> | undefined;
  /** How the last write is tried. */
  #lastOptions: CallOptions = {};
  #hasWarned = false;

  constructor(thread: Thread, context: RequestContext, textOf: ReplyText) {
    this.thread = thread;
    this.#context = context;
    this.#textOf = textOf;
    this.#comment = new ReplyComment(thread);
    this.#record = openRecord(context);
  }

  /** Undefined until the comment exists. */
  get comment(): GithubComment | undefined {
    return this.#comment.comment;
  }

  /** Empty until the comment exists. */
  get url(): string {
    return this.comment?.url ?? '';
  }

  get isRefused(): boolean {
    return this.#comment.isRefused;
  }

  /** Whether GitHub has the comment, or may have it without this run knowing. */
  get mayBeOnGithub(): boolean {
    return this.#comment.mayBeOnGithub;
  }

  get record(): ReplyRecord {
    return this.#record;
  }

  /** What this run wrote last; undefined before it did. */
  get written(): ReplyRecord | undefined {
    return this.#comment.written;
  }

  /** Continues an earlier attempt's reply. */
  adopt({ record, ...comment }: SignedReply): void {
    this.#comment.adopt(comment);
    this.#record = record;
  }

  /** Writes `open` before anything is sent. @throws {RunStopped} if that fails, and nothing may be sent without it */
  async open(status: StatusTarget | undefined): Promise<void> {
    const before = this.#record;
    this.#record = { ...openRecord(this.#context), status, mayHaveArrived: before.mayHaveArrived };
    try {
      await this.#write({});
    } catch (error) {
      if (!(error instanceof GithubError)) throw error;
      this.#record = before;
      this.#goOnWithout(error);
    }
  }

  /** @throws {RunStopped} if nothing may be sent without the reply */
  #goOnWithout(error: GithubError) {
    const { signal, log, inputs } = this.#context;
    const isFirstWrite = !this.comment;
    this.#comment.fail(error);
    this.#lastOptions = OPTIONAL_CALL;
    if (signal.aborted) throw error;
    const { message, advice } = explainOnThread(error, this.thread, inputs);
    const why = `The reply couldn't be written: ${message}`;
    if (!isFirstWrite || !this.#isOptional(error))
      throw RunStopped.beforeSending(why, error.kind === 'refused' ? advice : 'Re-run the workflow.');
    const consequence = 'The run continues without it. A re-run would send the request again.';
    log.warning(joinNonEmpty([why, advice, consequence], ' '));
  }

  /** Only a label or another event without a comment is sent without a reply, and only where GitHub refuses the reply. */
  #isOptional({ kind, status = 0 }: GithubError) {
    const { request, inputs } = this.#context;
    const isRefusal = kind === 'refused' && [403, 404, 410, 422].includes(status);
    const alwaysStartsJob = request.kind === 'event' && request.target !== 'latest';
    return isRefusal && alwaysStartsJob && !inputs.commitStatus;
  }

  /**
   * Records that Mintlify took the request. Writes in the background, so that polling begins at once.
   *
   * @param notes why the run does what it does, as sentences without remote text
   */
  recordAcceptance(
    { id: job }: AgentJob,
    action: RequestAction,
    notes: readonly string[],
    saysUnseen: boolean,
  ): void {
    const acceptedAt = this.#context.clock.date().getTime();
    const { mayHaveArrived: _, ...record } = this.#record;
    const accepted = { ...record, state: 'accepted', action, job, acceptedAt } as const;
    this.#record = { ...accepted, ...(saysUnseen && { saysUnseen }) };
    this.#notes = notes;
    this.catchUp();
  }

  /** Records the watched job, without a write: a run that only watches writes once, at its end. */
  recordWatch(job: string, notes: readonly string[], status: StatusTarget | undefined): void {
    const record = this.#record;
    const watched = { ...record, state: 'accepted', action: { does: 'watch', job }, job } as const;
    const known = record.state === 'accepted' ? record : watched;
    this.#record = { ...known, status };
    this.#notes = notes;
  }

  /** Writes the acceptance, if GitHub lacks it. Called with each poll. */
  catchUp(): void {
    const { written } = this;
    // A run that only watches has written nothing yet.
    const isBehind = written !== undefined && written !== this.#record;
    if (!isBehind || this.#backgroundWrite) return;
    this.#backgroundWrite = this.#write(OPTIONAL_CALL)
      .catch((error: unknown) => {
        // Whether a missing comment was deleted is known only at the end.
        if (!isNotFound(error)) this.#warn(error);
      })
      .finally(() => {
        this.#backgroundWrite = undefined;
      });
    // A bug is thrown by `finish`; until then it must not end the process.
    this.#backgroundWrite.catch(() => {});
  }

  /** Writes how the run ended. Trouble is a warning. */
  async finish(result: RunResult): Promise<void> {
    await this.#backgroundWrite;
    this.#record = closeRecord(this.#record, result);
    const { clock, signal } = this.#context;
    const interrupted = graceAfter(clock, INTERRUPTED_MS, signal);
    try {
      await this.#writeLast({ ...this.#lastOptions, signal: interrupted.signal }, result);
    } catch (error) {
      this.#warn(error);
    } finally {
      interrupted.release();
    }
  }

  async #writeLast(options: CallOptions, result: RunResult) {
    const { clock, log, signal } = this.#context;
    for (;;) {
      try {
        return await this.#write(options, result);
      } catch (error) {
        const mayBeDeleted = isNotFound(error) && this.comment && !signal.aborted;
        if (!mayBeDeleted) throw error;
        if (this.#comment.ageMs >= DELETED_AFTER_MS) break;
        await sleepUnlessAborted(clock, MISSING_PAUSE_MS, signal);
      }
    }
    this.#comment.markDeleted();
    log.info(`The reply on #${this.thread.issue} was deleted, so nothing says there how the run ended.`);
  }

  async #write(options: CallOptions, result?: RunResult) {
    const record = this.#record;
    const text = this.#textOf(record, this.#notes, result, this.thread, this.#context);
    await this.#comment.write(record, this.#context.redact(text), options);
  }

  #warn(error: unknown) {
    if (!(error instanceof GithubError)) throw error;
    const { signal, log, inputs } = this.#context;
    if (this.#hasWarned || signal.aborted) return;
    this.#hasWarned = true;
    this.#lastOptions = OPTIONAL_CALL;
    const { message, advice } = explainOnThread(error, this.thread, inputs);
    const what = this.url ? "The reply isn't up to date" : "The reply couldn't be written";
    log.warning(`${what}: ${message} ${advice}`.trim());
  }
}

function isNotFound(error: unknown) {
  return error instanceof GithubError && error.status === 404;
}
