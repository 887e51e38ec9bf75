import { graceAfter } from '../clock.ts';
import { GithubError, type TimeBudget, withinBudget } from '../github/api.ts';
import { SignedComment } from '../github/signed-comment.ts';
import { type Job, pullRequestOf } from '../platform/schemas.ts';
import { link } from '../text/markdown.ts';
import { type Action, targetOf, type Watch } from './action.ts';
import type { End } from './end.ts';
import type { EndReport } from './end-report.ts';
import { isReplyTo, type Remembered, type ReplyRecord, recordedTarget } from './replies/record.ts';
import { replyText } from './reply-text.ts';
import type { AgentRun } from './request.ts';
import { onThread, type Thread } from './thread.ts';

/** Time limit of an interrupted run's last write (ms). An interrupted run must end within 5 s. */
const INTERRUPTED_MS = 1_500;

/** Reply to one request. Only attempts of that request write the reply's comment. */
export class Reply {
  readonly thread: Thread;
  readonly #agent: AgentRun;
  readonly #comment: SignedComment;
  #record: ReplyRecord | undefined;
  /** Sentences on why the run starts, continues or watches a job; empty until that is decided. */
  #notes: readonly string[] = [];
  /** Background write of the reply; a resolved promise if no write was started. */
  #update: Promise<void> = Promise.resolve();
  /** Whether GitHub has refused the reply. */
  #isRefused = false;
  /**
   * Whether `#warn` stays silent from now on. It has already logged a warning, or the end of the run will report the
   * failure.
   */
  #hasWarned = false;
  /** Whether GitHub has failed for 30 s. */
  #hasFailed = false;

  constructor(agent: AgentRun, thread: Thread) {
    this.#agent = agent;
    this.thread = thread;
    const { request, run, wanted } = agent;
    const isWatch = wanted.what === 'watch';
    // `SignedComment` overwrites a comment that it finds, without reading the comment's record. Only a watch may do so
    // with an earlier attempt's reply. In other runs, that reply may say what was sent.
    const isOwn = isReplyTo(request.id, isWatch ? undefined : run.attempt);
    this.#comment = new SignedComment(thread.github, thread.place, isOwn, isWatch && run.attempt > 1);
  }

  /** URL of the comment; empty if there is none. */
  get url(): string {
    return this.#comment.url;
  }

  /** Comment that holds the reply; undefined until that comment exists. */
  get comment() {
    return this.#comment.comment;
  }

  /** Whether the reply can still be written; false once GitHub has refused it. */
  get isKept(): boolean {
    return !this.#isRefused;
  }

  /** Record of the reply; undefined until there is one. A re-run begins with the earlier attempt's record. */
  get record(): ReplyRecord | undefined {
    return this.#record;
  }

  /** Takes over the reply from an earlier attempt. @param own that reply; undefined if there is none */
  adopt(own: Remembered<ReplyRecord> | undefined): void {
    this.#comment.adopt(own?.comment);
    this.#record = own?.record;
  }

  /**
   * Takes over an earlier attempt's reply that GitHub listed late, after this run had created another one. Replaces the
   * text of this run's reply with a link to the earlier reply.
   */
  async handOver(own: Remembered<ReplyRecord>): Promise<void> {
    const record = this.#record;
    if (record && !this.#isRefused) {
      const text = `This re-run continues in ${link('the reply from an earlier attempt', own.comment.url)}.`;
      await withinBudget(this.#agent, 'optional', (options) =>
        this.#comment.save(text, record, options),
      ).catch((error: unknown) => this.#warn(error, ''));
    }
    this.adopt(own);
  }

  /**
   * Writes the reply before anything is sent: in the state `sending`, or `undecided` if there is no action yet.
   *
   * @param action action that the run is about to carry out; undefined if the job isn't chosen yet
   * @throws {@link GithubError}
   */
  async announce(action: Action | undefined): Promise<void> {
    const common = this.#common();
    this.#record = action
      ? { ...common, state: 'sending', target: targetOf(action) }
      : { ...common, state: 'undecided' };
    this.#notes = action?.notes ?? [];
    await this.#save('required');
  }

  /** Records the watched job. Doesn't write the reply, because a run that only watches writes it once, at the end. */
  recordWatch(watch: Watch): void {
    const known = this.#record?.state === 'accepted' ? this.#record : undefined;
    const own = { state: 'accepted', target: targetOf(watch), job: watch.jobId, completed: false } as const;
    this.#record = { ...own, ...known, ...this.#common() };
    this.#notes = watch.notes;
  }

  /** Gives up the reply and logs one warning. The run continues without the reply. */
  abandon(error: GithubError): void {
    this.#warn(
      error,
      'The run continues without the reply. If you re-run the workflow, it sends the request again.',
    );
    this.#isRefused = true;
  }

  /**
   * Records that GitHub has failed for 30 s. From then on, no warning is logged, because the end of the run reports the
   * failure. The last write is then retried for only 5 s instead of 30 s.
   */
  markFailing(): void {
    this.#hasFailed = true;
    this.#hasWarned = true;
  }

  /**
   * Records that Mintlify has accepted the request, and writes the reply in the background. Does nothing on later
   * calls, or if the run only watches.
   */
  recordAccepted({ id: job }: Job): void {
    if (this.#record?.state !== 'sending') return;
    const { target } = this.#record;
    const acceptedAt = this.#agent.clock.date().getTime();
    this.#record = { ...this.#common(), state: 'accepted', target, job, acceptedAt, completed: false };
    this.#update = this.#save('required').catch((error: unknown) => this.#warn(error, KEEPS_RUNNING));
    // If a bug made the write fail, `finish` throws the error. Until then, the error must not end the process.
    this.#update.catch(() => {});
  }

  /**
   * Waits for the background write, then writes how the run ended.
   *
   * @param isLinked whether the job's pull request has a comment of this action
   */
  async finish(end: End, report: EndReport, isLinked: boolean): Promise<void> {
    await this.#update;
    const { clock, signal } = this.#agent;
    this.#record = this.#endRecord(end, isLinked);
    const interrupted = graceAfter(clock, INTERRUPTED_MS, signal);
    try {
      await this.#save(this.#hasFailed ? 'optional' : 'required', report, interrupted.signal);
    } catch (error) {
      this.#warn(error, end.outcome === 'started' || end.outcome === 'timeout' ? KEEPS_RUNNING : '');
    } finally {
      interrupted.release();
    }
  }

  #endRecord({ outcome, job }: End, linked: boolean): ReplyRecord {
    const common = this.#common();
    const wasUnknown = common.wasUnknown || outcome === 'unknown';
    const record = this.#record;
    if (record?.state !== 'accepted') {
      const target = record && recordedTarget(record);
      return { ...common, wasUnknown, state: 'ended', target, outcome };
    }
    const completed = record.completed || outcome === 'pull-request' || outcome === 'no-pull-request';
    const pullRequest = pullRequestOf(job)?.url ?? record.pullRequest;
    return { ...record, ...common, wasUnknown, outcome, completed, pullRequest, linked };
  }

  /** Returns the fields that all records of this attempt have. */
  #common() {
    const { request, run, event, wanted } = this.#agent;
    const { comment } = event;
    const known = this.#record;
    const write = known?.attempt === run.attempt ? known.write : 0;
    const asks = comment &&
      wanted.what === 'comment' && {
        comment: `${comment.kind} ${comment.id}`,
        run: run.id,
        workflow: run.workflowFile,
      };
    const own = { kind: 'reply', request: request.id, attempt: run.attempt, write } as const;
    return { ...own, wasUnknown: known?.wasUnknown ?? false, ...(asks && { asks }) };
  }

  /** Writes the record and its text. @throws {@link GithubError} */
  async #save(budget: TimeBudget, report?: EndReport, signal = this.#agent.signal): Promise<void> {
    const { clock, redact } = this.#agent;
    if (this.#isRefused || !this.#record) return;
    const record = { ...this.#record, write: this.#record.write + 1 };
    this.#record = record;
    // If Mintlify didn't accept the request, notes on why it was sent would mislead.
    const notes = record.state === 'accepted' ? this.#notes : [];
    const text = redact(replyText(record, this.#agent, this.thread, notes, report));
    await withinBudget({ clock, signal }, budget, (options) => this.#comment.save(text, record, options));
  }

  /** Logs a warning, but only once. After an interruption, logs nothing, because the interruption may be the cause. */
  #warn(error: unknown, consequence: string): void {
    if (!(error instanceof GithubError)) throw error;
    if (this.#hasWarned || this.#agent.signal.aborted) return;
    this.#hasWarned = true;
    const { message, advice } = onThread(error, this.thread, this.#agent.inputs);
    const what = this.url === '' ? "The reply couldn't be written" : "The reply isn't up to date";
    const sentences = [`${what}: ${message}`, consequence, advice];
    this.#agent.log.warning(sentences.filter((text) => text !== '').join(' '));
  }
}

const KEEPS_RUNNING = 'The job keeps running.';
