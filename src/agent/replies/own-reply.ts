import { graceAfter, sleepUnlessAborted } from '../../clock.ts';
import { type CallOptions, OPTIONAL_RETRY_MS } from '../../github/api.ts';
import type { Thread } from '../../github/comments.ts';
import { GithubError } from '../../github/errors.ts';
import type { GithubComment } from '../../github/objects.ts';
import { type AgentJob, pullRequestOf } from '../../mintlify/schemas.ts';
import type { RequestContext } from '../context.ts';
import { type RunResult, RunStopped } from '../result.ts';
import type { SignedReply } from './history.ts';
import { type ReplyRecord, type RequestAction, recordIn, type StatusTarget, toMarker } from './record.ts';
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

function openRecord({ request, workflowRun }: RequestContext): ReplyRecord {
  const { id, eventKey } = request;
  return { request: id, run: workflowRun.id, workflow: workflowRun.workflowFile, eventKey, state: 'open' };
}

/** The reply to one request, which only the runs of that request write. */
export class OwnReply {
  readonly thread: Thread;
  readonly #context: RequestContext;
  readonly #textOf: ReplyText;
  readonly #comment: ReplyComment;
  #record: ReplyRecord;
  #written: ReplyRecord | undefined;
  #notes: readonly string[] = [];
  #trouble: 'none' | 'failed' | 'warned' = 'none';
  /** Whether GitHub lacks the acceptance. */
  #isBehind = false;
  #backgroundWrite: Promise<void> | undefined;

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
    return this.#written;
  }

  /** Continues an earlier attempt's reply. */
  adopt({ record, ...comment }: SignedReply): void {
    this.#comment.adopt(comment);
    this.#record = record;
  }

  /** Writes `open` before anything is sent. @throws {RunStopped} if that fails, and nothing may be sent without it */
  async open(status: StatusTarget | undefined): Promise<void> {
    const before = this.#record;
    const mayHaveArrived = mayHaveArrivedBefore(before);
    this.#record = {
      ...openRecord(this.#context),
      ...(status && { status }),
      ...(mayHaveArrived && { mayHaveArrived }),
    };
    try {
      await this.#write({});
    } catch (error) {
      if (!(error instanceof GithubError)) throw error;
      this.#record = before;
      this.#goOnWithout(error);
    }
  }

  /** @throws {RunStopped} if nothing may be sent without the reply */
  #goOnWithout(error: GithubError): void {
    const { signal, log, inputs } = this.#context;
    const isFirstWrite = this.comment === undefined;
    this.#comment.fail(error);
    this.#trouble = 'failed';
    if (signal.aborted) throw error;
    const { message, advice } = explainOnThread(error, this.thread, inputs);
    const why = `The reply couldn't be written: ${message}`;
    if (!isFirstWrite || !this.#isOptional(error))
      throw RunStopped.beforeSending(why, error.kind === 'refused' ? advice : 'Re-run the workflow.');
    const consequence = 'The run continues without it. A re-run would send the request again.';
    log.warning([why, advice, consequence].filter((text) => text !== '').join(' '));
  }

  /** Only a label or another event without a comment is sent without a reply, and only where GitHub refuses the reply. */
  #isOptional({ kind, status = 0 }: GithubError): boolean {
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
  recordAcceptance(
    { id: job }: AgentJob,
    action: RequestAction,
    notes: readonly string[],
    saysUnseen: boolean,
  ): void {
    const acceptedAt = this.#context.clock.date().getTime();
    const { mayHaveArrived: _, ...record } = this.#record;
    const accepted = { ...record, state: 'accepted', action, job, acceptedAt } as const;
    this.#record = saysUnseen ? { ...accepted, saysUnseen } : accepted;
    this.#notes = notes;
    this.#isBehind = true;
    this.catchUp();
  }

  /** Records the watched job, without a write: a run that only watches writes once, at its end. */
  recordWatch(job: string, notes: readonly string[], status: StatusTarget | undefined): void {
    const record = this.#record;
    const isAccepted = record.state === 'accepted';
    const watched: ReplyRecord = isAccepted
      ? record
      : { ...record, state: 'accepted', action: { does: 'watch', job }, job };
    this.#notes = notes;
    this.#record = status && !record.status ? { ...watched, status } : watched;
  }

  /** Writes the acceptance, if an earlier write of it failed. Called with each poll. */
  catchUp(): void {
    if (!this.#isBehind || this.#backgroundWrite) return;
    this.#isBehind = false;
    this.#backgroundWrite = this.#write({ retryForMs: OPTIONAL_RETRY_MS })
      .catch((error: unknown) => {
        this.#isBehind = true;
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
    const retry = this.#trouble === 'none' ? {} : { retryForMs: OPTIONAL_RETRY_MS };
    try {
      await this.#writeLast({ ...retry, signal: interrupted.signal }, result);
    } catch (error) {
      this.#warn(error);
    } finally {
      interrupted.release();
    }
  }

  async #writeLast(options: CallOptions, result: RunResult): Promise<void> {
    const { clock, log, signal } = this.#context;
    for (;;) {
      try {
        return await this.#write(options, result);
      } catch (error) {
        if (!isNotFound(error) || !this.comment || signal.aborted) throw error;
        if (this.#comment.ageMs >= DELETED_AFTER_MS) break;
        await sleepUnlessAborted(clock, MISSING_PAUSE_MS, signal);
      }
    }
    this.#comment.markDeleted();
    this.#written = undefined;
    log.info(`The reply on #${this.thread.issue} was deleted, so nothing says there how the run ended.`);
  }

  async #write(options: CallOptions, result?: RunResult): Promise<void> {
    const record = this.#record;
    const text = this.#context.redact(this.#textOf(record, this.#notes, result, this.thread, this.#context));
    // An earlier attempt that only watched may have left a reply, and so may a creation that failed.
    const mayExist = record.action?.does === 'watch' || this.#comment.isLost;
    const isOwn = (content: unknown) => recordIn({ content })?.request === record.request;
    await this.#comment.write({ text, content: toMarker(record) }, mayExist ? isOwn : undefined, options);
    if (this.comment && !this.isRefused) this.#written = record;
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

function isNotFound(error: unknown): boolean {
  return error instanceof GithubError && error.status === 404;
}

/** Whether Mintlify may have the request, as far as earlier attempts know. */
export function mayHaveArrivedBefore({ state, outcome, mayHaveArrived = false }: ReplyRecord): boolean {
  return mayHaveArrived || (state === 'unconfirmed' && outcome === 'unknown');
}

/** The record at the end of a run. */
function closeRecord(record: ReplyRecord, { outcome, job }: RunResult): ReplyRecord {
  if (record.state !== 'accepted') {
    // Somebody must still learn that there may be two.
    const mayHaveArrived = mayHaveArrivedBefore(record) || outcome === 'unknown';
    return { ...record, state: 'unconfirmed', outcome, ...(mayHaveArrived && { mayHaveArrived }) };
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
