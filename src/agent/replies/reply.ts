import { graceAfter, sleepUnlessAborted } from '../../clock.ts';
import { GithubError, withTimeBudget } from '../../github/api.ts';
import type { GithubApi } from '../../github/rest.ts';
import {
  byCreation,
  listSigned,
  type Place,
  type Signed,
  SignedComment,
} from '../../github/signed-comment.ts';
import { fullName } from '../../github/workflow-run.ts';
import type { Job } from '../../platform/schemas.ts';
import { type Decision, followUpTo, jobOf } from '../decide.ts';
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
  isSameRepository,
  isSameThread,
  pullRequestAt,
  pullRequestText,
  replyText,
  type Surroundings,
} from './text.ts';

/** Milliseconds of trying again, while nothing is sent without it. */
const DECISIVE_MS = 30_000;
/** Milliseconds of trying again for what only tells. */
const TELLING_MS = 10_000;
/** Milliseconds for the last update: the usual pause of a rate limit is a minute. */
const LAST_MS = 65_000;
/** The same once a run is interrupted, which must be gone within 5 s. */
const INTERRUPTED_MS = 1_500;
/** Milliseconds that a request waits for one that was made before it, and of the first pause; each further one is twice as long. */
const YIELD_MS = 60_000;
const FIRST_PAUSE_MS = 1_000;
/** Milliseconds before the own reply in which others can have begun that are still being sent. */
const BEGUN_BEFORE_MS = 120_000;

/** Answers with which GitHub refuses a comment for good; 403 is none if it is a rate limit. */
const REFUSALS: readonly (number | undefined)[] = [403, 404, 410, 422];

interface Kept {
  readonly github: GithubApi;
  readonly around: Surroundings;
  readonly place: Place & Pick<AgentRun, 'clock'>;
  readonly comment: SignedComment;
}

/**
 * The reply to the request at hand, a comment of its own that only this request's runs write. Trouble with it is told
 * once, and the job goes on, save before anything is sent.
 */
export class Reply {
  readonly #agent: AgentRun;
  /** Absent if no reply is kept, or once GitHub has refused it. */
  #kept: Kept | undefined;
  #memory: Memory = { kind: 'none' };
  /** Absent as long as there is nothing to remember. */
  #record: ReplyRecord | undefined;
  #note: string | undefined;
  /** When the reply was first written, by the run's clock. */
  #begunMs = 0;
  /** The update under way. Never rejects. */
  #update: Promise<void> = Promise.resolve();
  #hasWarned = false;

  constructor(agent: AgentRun) {
    const { inputs, event, run, github, clock, log, request } = agent;
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
    const { triggerPhrase, projectId: scope, apiKey } = inputs;
    const thread = { repository: fullName(run), issue };
    const runUrl = `${run.serverUrl}/${thread.repository}/actions/runs/${run.id}`;
    const around = { ...thread, serverUrl: run.serverUrl, triggerPhrase, request, runUrl };
    const place = { ...thread, scope, apiKey, clock };
    const comment = new SignedComment(github, place, isReplyTo(request.id));
    // An earlier attempt may have created it.
    if (run.attempt > 1) comment.expect();
    this.#kept = { github, around, place, comment };
  }

  /** For people; empty if there is none. */
  get url(): string {
    return this.#kept?.comment.url ?? '';
  }

  /** What the comments of the issue or pull request remember. Changes nothing. */
  async read(): Promise<Memory> {
    const kept = this.#kept;
    if (!kept) return this.#memory;
    const listed = await this.#list(kept);
    if (listed instanceof GithubError) {
      // What an earlier attempt wrote is not known, so it must not be written over.
      if (this.#agent.run.attempt > 1) this.#kept = undefined;
      return { kind: 'unread', error: listed };
    }
    const own = replyTo(this.#agent.request.id, listed);
    kept.comment.adopt(own?.comment);
    this.#record = own?.record;
    this.#memory = { kind: 'read', remembered: listed };
    return this.#memory;
  }

  /**
   * Says that the request was received, before it is sent. A run that sends nothing writes only when it ends.
   *
   * @returns the decision, but to stop if the reply cannot be written, though GitHub does not refuse it
   */
  async begin(decision: Decision): Promise<Decision> {
    this.#record = this.#begun(decision);
    if (decision.kind === 'watch' || decision.kind === 'stop') return decision;
    this.#note = decision.note;
    const error = await this.#save(DECISIVE_MS);
    this.#begunMs = this.#agent.clock.now();
    if (!error || this.#agent.signal.aborted) return decision;
    if (error.kind === 'limited' || !REFUSALS.includes(error.status)) {
      return { kind: 'stop', result: nothingSent('The reply could not be written', error) };
    }
    this.#kept = undefined;
    this.#warn(error, 'The run goes on. A re-run of this workflow run would send the request again.');
    return decision;
  }

  /**
   * Two people may ask at the same moment, where no job is known yet. Whose reply was created first starts the job; the
   * other one waits for it, and goes on with it.
   *
   * @returns the decision, but to go on with the job that a request before this one has started
   */
  async joined(decision: Decision): Promise<Decision> {
    const kept = this.#kept;
    const own = kept?.comment.comment;
    if (!own || decision.kind === 'watch' || decision.kind === 'stop') return decision;
    const { clock, signal, request } = this.#agent;
    const isOwn = isReplyTo(request.id);
    const remembered = this.#memory.kind === 'read' ? this.#memory.remembered : [];
    const beganMs = Date.parse(own.updatedAt);
    if (decision.kind !== 'create' && !remembered.some((each) => isStarting(each, beganMs))) return decision;
    const known = new Set(remembered.map(knownJob));
    for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs *= 2) {
      const listed = await this.#list(kept, own);
      if (listed instanceof GithubError) {
        return signal.aborted ? decision : { kind: 'stop', result: nothingSent(NOT_READ, listed) };
      }
      const before = listed.filter(({ comment, record }) => byCreation(comment, own) < 0 && !isOwn(record));
      const jobId = before.map(knownJob).findLast((job) => job !== undefined && !known.has(job));
      const waitedMs = clock.now() - this.#begunMs;
      const isAlone = !before.some((each) => isStarting(each, beganMs + waitedMs));
      if (isAlone || waitedMs >= YIELD_MS)
        return jobId === undefined ? decision : this.#join(jobId, decision);
      await sleepUnlessAborted(clock, Math.min(pauseMs, YIELD_MS - waitedMs), signal);
    }
    return decision;
  }

  async #join(job: string, decision: Decision): Promise<Decision> {
    const followUp = await followUpTo(job, this.#agent);
    if (!followUp) return decision;
    const { trust, note } = followUp;
    if (this.#record) this.#record = { ...this.#record, does: 'message', job, trust };
    this.#note = note;
    this.#agent.log.info(note);
    return followUp;
  }

  /** The platform has accepted the request. The reply says so while the job is waited for. */
  accepted({ id }: Job): void {
    if (!this.#record || this.#record.accepted) return;
    this.#record = { ...this.#record, state: 'working', accepted: true, job: id };
    this.#update = this.#save(TELLING_MS).then((error) => this.#warn(error, GOES_ON));
  }

  /** Says how it ended, once what is under way has come to its end. */
  async finish(result: AgentResult): Promise<void> {
    await this.#update;
    const { clock, signal } = this.#agent;
    if (this.#record) {
      const { outcome: state } = result;
      // GitHub that could not create the reply for half a minute is not asked for another minute.
      const isUnwritten = this.#record.state === 'sending' && this.url === '';
      const completed = this.#record.completed || state === 'pull-request' || state === 'no-pull-request';
      this.#record = { ...this.#record, state, completed };
      const interrupted = graceAfter(clock, INTERRUPTED_MS, signal);
      const error = await this.#save(isUnwritten ? TELLING_MS : LAST_MS, result, interrupted.signal);
      this.#warn(error, state === 'started' || state === 'timeout' ? GOES_ON : '');
      interrupted.release();
    }
    if (!signal.aborted) await this.#tellPullRequest(result);
  }

  #begun(decision: Decision): ReplyRecord {
    const { request, run } = this.#agent;
    const own = { kind: 'reply', request: request.id, attempt: run.attempt, write: 0 } as const;
    const fresh = { ...own, accepted: false, completed: false, trust: 'at once' } as const;
    const job = jobOf(decision);
    switch (decision.kind) {
      case 'create':
        return { ...fresh, does: 'start', state: 'sending' };
      case 'message':
        return { ...fresh, does: 'message', state: 'sending', job, trust: decision.trust };
      case 'watch':
        return { ...fresh, does: 'watch', state: 'working', accepted: true, job, ...this.#record, ...own };
      case 'stop':
        return { ...fresh, does: 'nothing', state: 'working', ...this.#record, ...own };
    }
  }

  /** What the comments remember. @param own if only what others have begun a while before it, or later, is wanted */
  async #list(
    { github, place }: Kept,
    own?: Pick<Signed, 'createdAt'>,
  ): Promise<readonly Remembered[] | GithubError> {
    const since = own && new Date(Date.parse(own.createdAt) - BEGUN_BEFORE_MS).toISOString();
    let remembered: readonly Remembered[] = [];
    const error = await withTimeBudget(this.#agent, DECISIVE_MS, async (options) => {
      remembered = rememberedIn(await listSigned(github, place, options, since));
    });
    return error ?? remembered;
  }

  /** The pull request of the job gets a comment of its own, so that people can go on there. */
  async #tellPullRequest({ job }: AgentResult): Promise<void> {
    const { run, log, redact } = this.#agent;
    const there = pullRequestAt(pullRequestOf(job)?.url, run.serverUrl);
    const kept = this.#kept;
    if (!kept || !there || !job || isSameThread(there, kept.around)) return;
    const github = kept.github.of(there.repository);
    const comment = new SignedComment(github, { ...kept.place, ...there }, isPullRequestOf(job.id));
    const error = await withTimeBudget(this.#agent, TELLING_MS, async (options) => {
      if ((await comment.find(options)) !== undefined) return;
      const text = pullRequestText(job.id, there, kept.around, this.url);
      await comment.save(redact(text), { kind: 'pull-request', job: job.id }, options);
    });
    if (!error) return;
    const why = `People cannot go on with the job on the pull request itself: ${error.message}`;
    if (isSameRepository(there, kept.around) && error.kind === 'refused') {
      log.warning(`${why} The token needs \`pull-requests: write\`.`);
    } else log.info(`${why} ${error.advice}`.trim());
  }

  /** Writes the record and its words. Returns the trouble that was left. */
  async #save(ms: number, result?: AgentResult, signal?: AbortSignal): Promise<GithubError | undefined> {
    const kept = this.#kept;
    if (!kept || !this.#record) return undefined;
    const record = { ...this.#record, write: this.#record.write + 1 };
    this.#record = record;
    const text = this.#agent.redact(replyText(record, kept.around, this.#note, result));
    return withTimeBudget({ clock: this.#agent.clock, signal: signal ?? this.#agent.signal }, ms, (options) =>
      kept.comment.save(text, record, options),
    );
  }

  /** One warning is enough. An interruption is no trouble of the reply's. */
  #warn(error: GithubError | undefined, consequence: string): void {
    if (!error || this.#hasWarned || this.#agent.signal.aborted) return;
    this.#hasWarned = true;
    const sentences = [error.message, consequence, error.advice];
    this.#agent.log.warning(
      `The reply is not kept up to date: ${sentences.filter((text) => text !== '').join(' ')}`,
    );
  }
}

const GOES_ON = 'The job goes on.';
const NOT_READ = 'Whether another request has just started a job could not be read';
