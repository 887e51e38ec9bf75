import { graceAfter } from '../clock.ts';
import { type CallOptions, GithubError } from '../github/api.ts';
import { createSigned, type Signed, saveSigned, updateSigned } from '../github/comments.ts';
import { type Job, pullRequestOf } from '../platform/schemas.ts';
import { type End, nothingSent } from './end.ts';
import type { Action, Remembered, ReplyRecord } from './replies.ts';
import type { AgentRun } from './request.ts';
import { onThread, type Thread } from './thread.ts';
import { replyText } from './words.ts';

/** Time limit of an interrupted run's last write (ms): the run must end within 5 s. */
const INTERRUPTED_MS = 1_500;

type Comment = Pick<Signed, 'id' | 'url' | 'createdAt' | 'updatedAt'>;

function openRecord({ request, wanted, event, run }: AgentRun): ReplyRecord {
  const comment = wanted.what === 'comment' ? event.comment : undefined;
  const asks = comment && `${comment.kind} ${comment.id}`;
  return { kind: 'reply', request: request.id, run: run.id, workflow: run.workflowFile, asks, state: 'open' };
}

/** The reply to one request, which only the runs of that request write. */
export class Reply {
  readonly thread: Thread;
  readonly #run: AgentRun;
  #record: ReplyRecord;
  #comment: Comment | undefined;
  #written: ReplyRecord | undefined;
  #notes: readonly string[] = [];
  /** How creating it failed. `lost`: for 30 s, or it was interrupted, so it may exist all the same. */
  #failed: 'refused' | 'lost' | undefined;
  #hasWarned = false;
  #isBehind = false;
  #writing: Promise<void> | undefined;

  constructor(thread: Thread, run: AgentRun) {
    this.thread = thread;
    this.#run = run;
    this.#record = openRecord(run);
  }

  /** Empty until the comment exists. */
  get url(): string {
    return this.#comment?.url ?? '';
  }

  get comment(): Comment | undefined {
    return this.#comment;
  }

  /** Whether the comment exists, or GitHub may still create it. */
  get isKept(): boolean {
    return this.#failed !== 'refused';
  }

  /** Whether GitHub has the comment, or may have it without this run knowing. */
  get mayExist(): boolean {
    return this.#comment !== undefined || this.#failed === 'lost';
  }

  get record(): ReplyRecord {
    return this.#record;
  }

  /** What the comment says on GitHub; undefined before it exists. */
  get written(): ReplyRecord | undefined {
    return this.#written;
  }

  /** Continues an earlier attempt's reply. */
  adopt({ record, ...comment }: Remembered): void {
    this.#comment = comment;
    this.#record = record;
  }

  /** Writes `open` before anything is sent. @throws {Stop} if that fails, and nothing may be sent without it */
  async open(status: ReplyRecord['status']): Promise<void> {
    const before = this.#record;
    this.#record = { ...openRecord(this.#run), ...(status && { status }) };
    try {
      await this.#write({ budget: 'needed' });
    } catch (error) {
      if (!(error instanceof GithubError)) throw error;
      this.#failed = error.kind === 'refused' ? 'refused' : 'lost';
      this.#record = before;
      if (this.#run.signal.aborted) throw error;
      const { message, advice } = onThread(error, this.thread, this.#run);
      const why = `The reply couldn't be written: ${message}`;
      if (!this.#maySendWithout(error)) throw nothingSent(why, this.isKept ? 'Re-run the workflow.' : advice);
      const goesOn = 'The run continues without it. A re-run would send the request again.';
      this.#run.log.warning([why, advice, goesOn].filter((text) => text !== '').join(' '));
    }
  }

  /** Only a label or another event without a comment is sent without a reply, and only where GitHub refuses the reply. */
  #maySendWithout({ kind, status }: GithubError): boolean {
    const { wanted, inputs } = this.#run;
    const refuses = kind === 'refused' && status !== undefined && [403, 404, 410, 422].includes(status);
    const needsNoReply =
      wanted.what === 'event' && wanted.job !== 'latest' && inputs.commitStatus === undefined;
    return refuses && needsNoReply && this.#comment === undefined;
  }

  /** Sentences on why the run does what it does; they contain no remote text. */
  note(notes: readonly string[]): void {
    this.#notes = notes;
  }

  /** Records that Mintlify took the request. Writes in the background, so that polling begins at once. */
  accept({ id: job }: Job, action: Action): void {
    const acceptedAt = this.#run.clock.date().getTime();
    this.#record = { ...this.#record, state: 'accepted', action, job, acceptedAt };
    this.#isBehind = true;
    this.catchUp();
  }

  /** Records the watched job, without a write: a run that only watches writes once, at its end. */
  watch(job: string, status: ReplyRecord['status']): void {
    const watched = { state: 'accepted', action: { does: 'watch', job }, job } as const;
    const isAccepted = this.#record.state === 'accepted';
    this.#record = { ...(status && { status }), ...this.#record, ...(!isAccepted && watched) };
  }

  /** Writes what an earlier write left behind. Called with each poll. */
  catchUp(): void {
    if (!this.#isBehind || this.#writing) return;
    this.#isBehind = false;
    this.#writing = this.#write({ budget: 'extra' })
      .catch((error: unknown) => {
        this.#isBehind = true;
        this.#warn(error);
      })
      .finally(() => {
        this.#writing = undefined;
      });
    // A bug is thrown by `finish`; until then it must not end the process.
    this.#writing.catch(() => {});
  }

  /** Writes how the run ended. Trouble is a warning. */
  async finish(end: End): Promise<void> {
    await this.#writing;
    this.#record = this.#ended(end);
    const { clock, signal } = this.#run;
    const interrupted = graceAfter(clock, INTERRUPTED_MS, signal);
    try {
      const budget = this.#hasWarned || this.#failed ? 'extra' : 'needed';
      await this.#write({ budget, signal: interrupted.signal }, end);
    } catch (error) {
      this.#warn(error);
    } finally {
      interrupted.release();
    }
  }

  #ended({ outcome, job }: End): ReplyRecord {
    const record = this.#record;
    // Somebody must still learn that there may be two.
    if (record.state === 'ended' && record.outcome === 'unknown') return record;
    if (record.state !== 'accepted') return { ...record, state: 'ended', outcome };
    const completed = record.completed || outcome === 'pull-request' || outcome === 'no-pull-request';
    const pullRequest = pullRequestOf(job)?.url ?? record.pullRequest;
    return { ...record, outcome, completed, ...(pullRequest !== undefined && { pullRequest }) };
  }

  async #write(options: CallOptions, end?: End): Promise<void> {
    if (!this.isKept) return;
    const { thread } = this;
    const record = this.#record;
    const text = this.#run.redact(replyText(record, this.#notes, end, thread, this.#run));
    if (this.#comment) {
      this.#comment = await updateSigned(thread.github, thread, this.#comment.id, text, record, options);
    } else if (record.action?.does !== 'watch' && !this.#failed) {
      this.#comment = await createSigned(thread.github, thread, text, record, options);
    } else {
      const isOwn = (content: unknown) => (content as Partial<ReplyRecord>).request === record.request;
      this.#comment = await saveSigned(thread.github, thread, isOwn, text, record, options);
    }
    this.#written = record;
  }

  #warn(error: unknown): void {
    if (!(error instanceof GithubError)) throw error;
    if (this.#hasWarned || this.#run.signal.aborted) return;
    this.#hasWarned = true;
    const { message, advice } = onThread(error, this.thread, this.#run);
    const what = this.url === '' ? "The reply couldn't be written" : "The reply isn't up to date";
    this.#run.log.warning(`${what}: ${message} ${advice}`.trim());
  }
}
