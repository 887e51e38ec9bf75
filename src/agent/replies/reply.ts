import { graceAfter, sleepUnlessAborted, timeLimit } from '../../clock.ts';
import { type CallOptions, GithubError } from '../../github/api.ts';
import { createComment } from '../../github/operations.ts';
import {
  byCreation,
  listSigned,
  OWN_COMMENT,
  type Signed,
  SignedComment,
} from '../../github/signed-comment.ts';
import { fullName } from '../../github/workflow-run.ts';
import type { Job } from '../../platform/schemas.ts';
import type { Decision } from '../decide.ts';
import type { AgentRun } from '../request.ts';
import { type AgentResult, nothingSent, pullRequestOf } from '../result.ts';
import {
  isPullRequestOf,
  isReplyTo,
  isStarting,
  knownJob,
  type Memory,
  type Remembered,
  type ReplyRecord,
  rememberedIn,
  replyTo,
} from './record.ts';
import {
  isSameThread,
  notification,
  pullRequestAt,
  pullRequestText,
  replyText,
  type Surroundings,
  type Thread,
} from './text.ts';

/** Milliseconds of trying again, while nothing is sent without it. */
const DECISIVE_MS = 30_000;
/** Milliseconds of trying again for what only tells. */
const TELLING_MS = 10_000;
/** Milliseconds for the last update: the usual pause of a rate limit is a minute. */
const LAST_MS = 65_000;
/** The same once a run is interrupted, which must be gone within 5 s. */
const INTERRUPTED_MS = 1_500;
/** Milliseconds for a try that is under way when the time for trying again is over. */
const LAST_TRY_MS = 5_000;
/** Milliseconds that a request waits for one that was made before it, and of the first pause; each further one is twice as long. */
const YIELD_MS = 60_000;
const FIRST_PAUSE_MS = 1_000;
/** Milliseconds before the own reply in which others can have begun that are still being sent. */
const BEGUN_BEFORE_MS = 120_000;

/** Answers with which GitHub refuses a comment for good; 403 is none if it is a rate limit. */
const REFUSALS: readonly (number | undefined)[] = [403, 404, 410, 422];

/**
 * The reply to the request at hand, a comment of its own that only this request's runs write. Trouble with it is told
 * once, and the job goes on, save before anything is sent.
 */
export class Reply {
  readonly #agent: AgentRun;
  /** Absent if no reply is kept. */
  readonly #thread: Thread | undefined;
  readonly #comment: SignedComment | undefined;
  /** GitHub does not allow the reply. */
  #isRefused = false;
  #hasWarned = false;
  #memory: Memory = { kind: 'none' };
  /** Absent as long as there is nothing to remember. */
  #record: ReplyRecord | undefined;
  #note: string | undefined;
  /** When the reply was written first, by the run's clock. */
  #begunMs = 0;
  /** The update under way. Never rejects. */
  #update: Promise<void> = Promise.resolve();

  constructor(agent: AgentRun) {
    const { inputs, event, run, github, log, request } = agent;
    this.#agent = agent;
    if (!inputs.comment) return;
    const issue = inputs.issueNumber ?? event.subject?.number;
    if (!github || issue === undefined) {
      const why = github
        ? 'the event has no issue or pull request, and issue-number is not given'
        : 'that needs github-token, and a repository';
      log.warning(`This run writes no reply: ${why}.`);
      return;
    }
    this.#thread = { repository: fullName(run), issue };
    this.#comment = this.#commentOn(this.#thread, isReplyTo(request.id));
    // An earlier attempt may have created it.
    if (run.attempt > 1) this.#comment.expect();
  }

  /** For people; empty if there is none. */
  get url(): string {
    return this.#comment?.url ?? '';
  }

  /** What the comments of the issue or pull request remember. Changes nothing. */
  async read(): Promise<Memory> {
    const [thread, { github }] = [this.#thread, this.#agent];
    if (!thread || !github) return this.#memory;
    const error = await this.#within(DECISIVE_MS, async (options) => {
      const remembered = rememberedIn(await listSigned(github, this.#placeOn(thread), options));
      this.#memory = { kind: 'read', remembered };
    });
    if (error) this.#memory = { kind: 'unread', error };
    const own = this.#memory.kind === 'read' && replyTo(this.#agent.request.id, this.#memory);
    if (this.#memory.kind === 'read') this.#comment?.adopt(own ? own.comment : undefined);
    if (own) this.#record = own.record;
    return this.#memory;
  }

  /**
   * Says that the request was received, before it is sent. A run that sends nothing writes only when it ends.
   *
   * @returns the end of the run if the reply cannot be written, though GitHub does not refuse it
   */
  async begin(decision: Decision): Promise<AgentResult | undefined> {
    if (!this.#comment || (decision.kind === 'stop' && decision.isSilent)) return undefined;
    this.#record = this.#begun(decision);
    if (decision.kind === 'watch' || decision.kind === 'stop') return undefined;
    this.#note = decision.note;
    const error = await this.#save(DECISIVE_MS);
    this.#begunMs = this.#agent.clock.now();
    if (!error || this.#agent.signal.aborted) return undefined;
    if (error.kind === 'limit' || !REFUSALS.includes(error.status))
      return nothingSent('The reply could not be written', error);
    this.#isRefused = true;
    this.#warn(error, 'A re-run of this workflow run would send the request again.');
    return undefined;
  }

  /**
   * Two people may ask at the same moment, where no job is known yet. Whose reply was created first starts the job; the
   * other one waits for it, and goes on with it.
   *
   * @returns the job that a request before this one has started; absent if this one has to start its own
   */
  async jobStartedBefore(decision: Decision): Promise<{ readonly jobId?: string } | AgentResult> {
    const own = this.#comment?.comment;
    const remembered = this.#memory.kind === 'read' ? this.#memory.remembered : [];
    if (!this.#thread || !own || this.#isRefused) return {};
    const { clock, signal } = this.#agent;
    const beganMs = Date.parse(own.updatedAt);
    if (decision.kind !== 'create' && !remembered.some((each) => isStarting(each, beganMs))) return {};
    const known = new Set(remembered.map(knownJob));
    for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs *= 2) {
      const before = await this.#before(own);
      if (before instanceof GithubError) return nothingSent(NOT_READ, before);
      const jobId = before.map(knownJob).findLast((job) => job !== undefined && !known.has(job));
      const waitedMs = clock.now() - this.#begunMs;
      const isAlone = !before.some((each) => isStarting(each, beganMs + waitedMs));
      if (jobId !== undefined && isAlone) return { jobId };
      if (isAlone || waitedMs >= YIELD_MS) return jobId === undefined ? {} : { jobId };
      await sleepUnlessAborted(clock, Math.min(pauseMs, YIELD_MS - waitedMs), signal);
    }
    return {};
  }

  /** The request goes to that job instead. */
  redirected(decision: Extract<Decision, { kind: 'message' }>): void {
    if (this.#record) this.#record = { ...this.#record, does: 'message', trust: decision.trust };
    this.#note = decision.note;
  }

  /** The platform has accepted the request. The reply says so while the job is waited for. */
  accepted({ id }: Job): void {
    if (!this.#record || this.#record.accepted) return;
    this.#record = { ...this.#record, state: 'working', accepted: true, job: id };
    this.#update = this.#save(TELLING_MS).then((error) => this.#warn(error));
  }

  /** Says how it ended, once what is under way has come to its end. */
  async finish(result: AgentResult): Promise<void> {
    await this.#update;
    const { clock, signal } = this.#agent;
    if (this.#record) {
      const { outcome, job } = result;
      const completed = outcome === 'pull-request' || outcome === 'no-pull-request';
      const own = this.#record;
      const jobId = own.job ?? (own.accepted ? job?.id : undefined);
      this.#record = { ...own, state: outcome, job: jobId, completed: own.completed || completed };
      const interrupted = graceAfter(clock, INTERRUPTED_MS, signal);
      this.#warn(await this.#save(LAST_MS, result, interrupted.signal));
      interrupted.release();
    }
    if (signal.aborted) return;
    await this.#tellPullRequest(result);
    await this.#notify(result);
  }

  /** The record as this attempt begins it. */
  #begun(decision: Decision): ReplyRecord {
    const { request, run } = this.#agent;
    const record = { kind: 'reply', request: request.id, attempt: run.attempt, write: 0 } as const;
    const fresh = { ...record, accepted: false, completed: false, trust: 'at once' } as const;
    switch (decision.kind) {
      case 'create':
        return { ...fresh, does: 'start', state: 'sending' };
      case 'message': {
        const { jobId: job, trust } = decision;
        return { ...fresh, does: 'message', state: 'sending', job, trust };
      }
      case 'watch': {
        const watched = { ...fresh, does: 'watch', state: 'working', accepted: true } as const;
        return { ...(this.#record ?? { ...watched, job: decision.jobId }), ...record };
      }
      case 'stop':
        return { ...(this.#record ?? { ...fresh, does: 'nothing', state: 'working' }), ...record };
    }
  }

  /** What is remembered by comments of other requests that were created before the own one. */
  async #before(own: Pick<Signed, 'createdAt' | 'id'>): Promise<readonly Remembered[] | GithubError> {
    const { github, request } = this.#agent;
    const thread = this.#thread;
    const since = new Date(Date.parse(own.createdAt) - BEGUN_BEFORE_MS).toISOString();
    let all: readonly Remembered[] = [];
    const error = await this.#within(DECISIVE_MS, async (options) => {
      if (github && thread)
        all = rememberedIn(await listSigned(github, this.#placeOn(thread), options, since));
    });
    const isOwn = isReplyTo(request.id);
    return error ?? all.filter(({ comment, record }) => byCreation(comment, own) < 0 && !isOwn(record));
  }

  /** The pull request of the job gets a comment of its own, so that people can go on there. */
  async #tellPullRequest({ job }: AgentResult): Promise<void> {
    const { run, log } = this.#agent;
    const there = pullRequestAt(pullRequestOf(job)?.url, run.serverUrl);
    const thread = this.#thread;
    if (!thread || !there || !job || this.#isRefused || isSameThread(there, thread)) return;
    const comment = this.#commentOn(there, isPullRequestOf(job.id));
    const around = this.#surroundings(thread);
    const replyUrl = this.url || `${run.serverUrl}/${thread.repository}/issues/${thread.issue}`;
    const error = await this.#within(TELLING_MS, async (options) => {
      if ((await comment.find(options)) !== undefined) return;
      const text = pullRequestText(job.id, there, around, replyUrl);
      await comment.save(this.#agent.redact(text), { kind: 'pull-request', job: job.id }, options);
    });
    if (!error) return;
    const why = `People cannot go on with the job on the pull request itself: ${error.message}`;
    const isOwn = there.repository.toLowerCase() === thread.repository.toLowerCase();
    if (isOwn && error.kind === 'refusal') log.warning(`${why} ${NEEDS_PULL_REQUESTS}`);
    else log.info(`${why} ${error.advice}`.trim());
  }

  /** GitHub notifies nobody of an edited comment: a new one does, and mentions the person who asked. */
  async #notify(result: AgentResult): Promise<void> {
    const { github, inputs, request, event } = this.#agent;
    const issue = inputs.issueNumber ?? event.subject?.number;
    const { outcome } = result;
    if (!inputs.notify || !github || issue === undefined) return;
    if (outcome === 'skipped' || outcome === 'started' || request.by === '') return;
    const body = `${notification(request.by, outcome, result)}\n\n${OWN_COMMENT} -->`;
    const error = await this.#within(TELLING_MS, async (options) => {
      await github.read(createComment, { issue_number: issue, body }, options);
    });
    this.#warn(error);
  }

  #commentOn(thread: Thread, isOwn: (content: unknown) => boolean): SignedComment {
    const { github } = this.#agent;
    if (!github) throw new Error('there is no comment without GitHub');
    return new SignedComment(github.of(thread.repository), this.#placeOn(thread), isOwn);
  }

  #placeOn(thread: Thread) {
    const { inputs, clock } = this.#agent;
    return { ...thread, scope: inputs.projectId, apiKey: inputs.apiKey, clock };
  }

  #surroundings(thread: Thread): Surroundings {
    const { inputs, run, request } = this.#agent;
    const { serverUrl, id } = run;
    const runUrl = `${serverUrl}/${fullName(run)}/actions/runs/${id}`;
    return { ...thread, serverUrl, triggerPhrase: inputs.triggerPhrase, request, runUrl };
  }

  /** Writes the record and its words. Returns the trouble that was left. */
  async #save(ms: number, result?: AgentResult, signal?: AbortSignal): Promise<GithubError | undefined> {
    const [comment, thread] = [this.#comment, this.#thread];
    if (!comment || !thread || !this.#record || this.#isRefused) return undefined;
    const record = { ...this.#record, write: this.#record.write + 1 };
    this.#record = record;
    const text = replyText(record, this.#surroundings(thread), this.#note, result);
    return this.#within(ms, (options) => comment.save(this.#agent.redact(text), record, options), signal);
  }

  /** Does the work within `ms`, trying again what may pass. Returns the trouble that was left. */
  async #within(
    ms: number,
    work: (options: CallOptions) => Promise<void>,
    parent = this.#agent.signal,
  ): Promise<GithubError | undefined> {
    const { clock } = this.#agent;
    const untilMs = clock.now() + ms;
    const limit = timeLimit(clock, ms + LAST_TRY_MS, parent);
    const options: CallOptions = {
      signal: limit.signal,
      get patienceMs() {
        return Math.max(0, untilMs - clock.now());
      },
    };
    try {
      await work(options);
      return undefined;
    } catch (error) {
      if (!(error instanceof GithubError)) throw error;
      return error;
    } finally {
      limit.release();
    }
  }

  /** One warning is enough, save of what may cost money. An interruption is no trouble of the reply's. */
  #warn(error: GithubError | undefined, consequence = ''): void {
    if (!error || (this.#hasWarned && consequence === '') || this.#agent.signal.aborted) return;
    this.#hasWarned = true;
    const sentences = [error.message, 'The job goes on.', consequence, error.advice];
    this.#agent.log.warning(
      `The reply is not kept up to date: ${sentences.filter((text) => text !== '').join(' ')}`,
    );
  }
}

const NEEDS_PULL_REQUESTS = 'The token needs `pull-requests: write`.';

const NOT_READ = 'Whether another request has just started a job could not be read';
