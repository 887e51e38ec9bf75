import { graceAfter } from '../clock.ts';
import { GithubError, NO_TOKEN, withTimeBudget } from '../github/api.ts';
import type { GithubApi } from '../github/rest.ts';
import { listSigned, type Place, SignedComment } from '../github/signed-comment.ts';
import { fullName } from '../github/workflow-run.ts';
import type { Job } from '../platform/schemas.ts';
import { type Action, isSent, jobOf, type Message } from './action.ts';
import { pullRequestAt } from './pull-request.ts';
import {
  isLinkOf,
  isReply,
  isReplyTo,
  type Remembered,
  type ReplyRecord,
  rememberedIn,
  replyTo,
  SENDING_MS,
} from './replies/record.ts';
import {
  isSameRepository,
  isSameThread,
  pullRequestText,
  type ReplyContext,
  replyText,
} from './reply-text.ts';
import { type AgentRun, PATIENCE_MS } from './request.ts';
import { type AgentResult, pullRequestOf } from './result.ts';
import { threadOf } from './trigger.ts';

/** Retry budget of informational writes, in milliseconds. */
const INFORMATIONAL_MS = 10_000;
/** Retry budget of the last update: the usual pause of a rate limit is a minute. */
const LAST_MS = 65_000;
/** The same once a run is interrupted, which must be gone within 5 s. */
const INTERRUPTED_MS = 1_500;

/** Where the reply is, and with what it is written. */
interface ReplyTarget {
  readonly github: GithubApi;
  readonly context: ReplyContext;
  readonly place: Place & Pick<AgentRun, 'clock'>;
  readonly comment: SignedComment;
}

/** This request's reply (one comment, written only by its own runs), and access to the other replies of the thread. */
export class Reply {
  readonly #agent: AgentRun;
  /** Absent if no reply is kept, or once GitHub has refused it. */
  #target: ReplyTarget | undefined;
  /** What the thread remembered when it was read first; undefined if it was not read. */
  #remembered: readonly Remembered[] | undefined;
  /** What an earlier attempt left, then what this one does. */
  #record: ReplyRecord | undefined;
  #note: string | undefined;
  /** The update under way. */
  #update: Promise<void> = Promise.resolve();
  #hasWarned = false;

  constructor(agent: AgentRun) {
    this.#agent = agent;
    this.#target = agent.inputs.comment ? targetOf(agent) : undefined;
  }

  /** Whether there is a place for it. */
  get isKept(): boolean {
    return this.#target !== undefined;
  }

  /** For people; empty if there is none. */
  get url(): string {
    return this.#target?.comment.url ?? '';
  }

  /** The comment; absent if it does not exist. */
  get comment() {
    return this.#target?.comment.comment;
  }

  /**
   * What the comments of the thread remember, in the order of creation.
   *
   * @throws {GithubError}
   */
  async read(): Promise<readonly Remembered[]> {
    const { event, run, request } = this.#agent;
    const { comment } = event;
    const asking = comment?.kind === 'issue' ? [comment.id] : [];
    try {
      this.#remembered = await this.#list(asking);
      // A reply that is not found means that the request is sent again, and a deletion between two pages can hide one.
      if (run.attempt > 1 && !this.earlier) this.#remembered = await this.#list(asking);
    } catch (error) {
      // What an earlier attempt wrote is not known, so it must not be written over.
      if (run.attempt > 1) this.#target = undefined;
      throw error;
    }
    const own = replyTo(request.id, this.#remembered);
    this.#target?.comment.adopt(own?.comment);
    this.#record = own?.record;
    return this.#remembered;
  }

  /** What an earlier attempt of this request has left. */
  get earlier(): ReplyRecord | undefined {
    return replyTo(this.#agent.request.id, this.#remembered ?? [])?.record;
  }

  /**
   * What other requests of the thread show now. Replies whose last change is well before the creation of this one are as
   * they were read first.
   *
   * @throws {GithubError}
   */
  async readOthers(): Promise<readonly Remembered[]> {
    const own = this.comment;
    if (!own) return [];
    const since = new Date(Date.parse(own.createdAt) - SENDING_MS).toISOString();
    const listed = await this.#list([own.id], this.#remembered && since);
    const isListed = ({ comment: { id } }: Remembered) => listed.some(({ comment }) => comment.id === id);
    const unlisted = (this.#remembered ?? []).filter((each) => !isListed(each));
    return [...unlisted, ...listed].filter(
      ({ record }) => record.kind !== 'reply' || record.request !== this.#agent.request.id,
    );
  }

  async #list(mustHold: readonly number[], since?: string): Promise<readonly Remembered[]> {
    const target = this.#target;
    if (!target) return [];
    return withTimeBudget(this.#agent, PATIENCE_MS, async (options) =>
      rememberedIn(await listSigned(target.github, target.place, { ...options, mustHold, since })),
    );
  }

  /**
   * Says that the request was received, before it is sent. A run that sends nothing writes only when it ends.
   *
   * @throws {GithubError}
   */
  async announce(action: Action): Promise<void> {
    this.#record = this.#recordOf(action);
    this.#note = action.note;
    if (isSent(action)) await this.#save(PATIENCE_MS);
  }

  /** Changes what the next write says: the request goes to another job, or settles differently, than was announced. */
  revise({ jobId: job, settle, before, pullRequest, note }: Message): void {
    if (!this.#record) return;
    this.#record = { ...this.#record, does: 'message', job, settle, before, pullRequest };
    this.#note = note;
  }

  /** The run continues without a reply, with one warning. */
  abandon(error: GithubError, consequence: string): void {
    this.#target = undefined;
    this.#warn(error, consequence);
  }

  /** Mintlify has accepted the request. The reply says so while the job is waited for. */
  accepted({ id }: Job): void {
    if (!this.#record || this.#record.accepted) return;
    const acceptedAt = this.#agent.clock.date().getTime();
    this.#record = { ...this.#record, state: 'working', accepted: true, acceptedAt, job: id };
    this.#update = this.#save(INFORMATIONAL_MS).catch((error: unknown) => this.#warn(error, KEEPS_RUNNING));
    // A bug of ours is thrown when the end is reported, and must not end the process before.
    this.#update.catch(() => {});
  }

  /** Says how it ended, once what is under way has ended. @param isUnread GitHub has failed to give the memory */
  async finish(result: AgentResult, isUnread: boolean): Promise<void> {
    await this.#update;
    const { clock, signal } = this.#agent;
    if (!this.#record) return;
    const linked = signal.aborted ? false : await this.#linkPullRequest(result);
    const { outcome: state, job } = result;
    // If GitHub has already failed for 30 s, the last write gets little time.
    const isShort = isUnread || (this.#record.state === 'sending' && this.url === '');
    const completed = this.#record.completed || state === 'pull-request' || state === 'no-pull-request';
    const wasUnknown = this.#record.wasUnknown || state === 'unknown';
    const pullRequest = pullRequestOf(job)?.url ?? this.#record.pullRequest;
    this.#record = { ...this.#record, state, completed, wasUnknown, pullRequest, linked };
    // What led to sending it is misleading where it was not sent.
    if (state === 'cancelled' && !this.#record.accepted) this.#note = undefined;
    const interrupted = graceAfter(clock, INTERRUPTED_MS, signal);
    try {
      await this.#save(isShort ? INFORMATIONAL_MS : LAST_MS, result, interrupted.signal);
    } catch (error) {
      this.#warn(error, state === 'started' || state === 'timeout' ? KEEPS_RUNNING : '');
    } finally {
      interrupted.release();
    }
  }

  #recordOf(action: Action): ReplyRecord {
    const { request, run } = this.#agent;
    const write = this.#record?.attempt === run.attempt ? this.#record.write : 0;
    const own = { kind: 'reply', request: request.id, attempt: run.attempt, write } as const;
    const wasUnknown = this.#record?.wasUnknown ?? false;
    const fresh = { ...own, accepted: false, completed: false, wasUnknown, settle: 'immediate' } as const;
    const job = jobOf(action);
    switch (action.kind) {
      case 'create':
        return { ...fresh, does: 'start', state: 'sending' };
      case 'message': {
        const { settle, before, pullRequest } = action;
        return { ...fresh, does: 'message', state: 'sending', job, settle, before, pullRequest };
      }
      case 'watch':
        return { ...fresh, does: 'watch', state: 'working', accepted: true, job, ...this.#record, ...own };
      case 'stop':
        return { ...fresh, does: 'nothing', state: 'working', ...this.#record, ...own };
    }
  }

  /** The pull request of the job gets a comment of its own, so that people can send follow-ups there. @returns whether it has one */
  async #linkPullRequest({ job }: AgentResult): Promise<boolean> {
    const { run, log, redact } = this.#agent;
    const url = pullRequestOf(job)?.url;
    const there = pullRequestAt(url, run.serverUrl);
    const target = this.#target;
    if (!target || !there || !job || isSameThread(there, target.context)) return false;
    const known = (this.#remembered ?? []).filter(isReply).map(({ record }) => record);
    // A job can report another pull request later.
    const isLinked = (one: ReplyRecord) => one.linked && one.job === job.id && one.pullRequest === url;
    if (known.some(isLinked)) return true;
    const isHere = isSameRepository(there, target.context);
    const place = { ...target.place, ...there, repositoryId: isHere ? target.place.repositoryId : '' };
    const comment = new SignedComment(target.github.forRepository(there.repository), place, isLinkOf(job.id));
    try {
      await withTimeBudget(this.#agent, INFORMATIONAL_MS, async (options) => {
        if ((await comment.find(options)) !== undefined) return;
        const text = pullRequestText(job.id, there, target.context, this.url);
        await comment.save(redact(text), { kind: 'pull-request', job: job.id }, options);
      });
      return true;
    } catch (error) {
      if (!(error instanceof GithubError)) throw error;
      const why = `People cannot send the job follow-ups on the pull request itself: ${error.message}`;
      if (isHere && error.kind === 'refused') log.warning(`${why} The token needs \`pull-requests: write\`.`);
      else log.info(`${why} ${error.advice}`.trim());
      return false;
    }
  }

  /** Writes the record and its text. @throws {GithubError} */
  async #save(ms: number, result?: AgentResult, signal = this.#agent.signal): Promise<void> {
    const target = this.#target;
    if (!target || !this.#record) return;
    const record = { ...this.#record, write: this.#record.write + 1 };
    this.#record = record;
    const text = this.#agent.redact(replyText(record, target.context, this.#note, result));
    await withTimeBudget({ clock: this.#agent.clock, signal }, ms, (options) =>
      target.comment.save(text, record, options),
    );
  }

  /** One warning is enough. An interruption is not the reply's trouble. */
  #warn(error: unknown, consequence: string): void {
    if (!(error instanceof GithubError)) throw error;
    if (this.#hasWarned || this.#agent.signal.aborted) return;
    this.#hasWarned = true;
    const sentences = [error.message, consequence, error.advice];
    this.#agent.log.warning(
      `The reply is not up to date: ${sentences.filter((text) => text !== '').join(' ')}`,
    );
  }
}

const KEEPS_RUNNING = 'The job keeps running.';

/** Absent, with a warning, if there is no place for a reply. */
function targetOf(agent: AgentRun): ReplyTarget | undefined {
  const { inputs, event, run, github, clock, log, request } = agent;
  const issue = threadOf(event, inputs);
  if (!github || issue === undefined) {
    const why = github
      ? 'the event has no issue or pull request, and issue-number is not given'
      : `that is not possible without ${NO_TOKEN}`;
    log.warning(`This run writes no reply: ${why}.`);
    return undefined;
  }
  const { triggerPhrase, projectId: scope, apiKey } = inputs;
  const thread = { repository: fullName(run), issue };
  const runUrl = `${run.serverUrl}/${thread.repository}/actions/runs/${run.id}`;
  const context = { ...thread, serverUrl: run.serverUrl, triggerPhrase, request, runUrl };
  const place = { ...thread, repositoryId: run.repositoryId, scope, apiKey, clock };
  const comment = new SignedComment(github, place, isReplyTo(request.id));
  // An earlier attempt may have created it.
  if (run.attempt > 1) comment.searchBeforeCreating();
  return { github, context, place, comment };
}
