import { graceAfter, timeLimit } from '../../clock.ts';
import { type CallOptions, GithubError, type Reaction } from '../../github/api.ts';
import { createComment, getPullRequest, type PullRequest } from '../../github/operations.ts';
import { fullName } from '../../github/workflow-run.ts';
import type { Job } from '../../platform/schemas.ts';
import { code, link } from '../../text/markdown.ts';
import type { Decision } from '../decide.ts';
import type { AgentRun } from '../request.ts';
import { type AgentResult, OUTCOMES, type Outcome, pullRequestOf } from '../result.ts';
import { OWN_COMMENT } from '../trigger.ts';
import { isSameThread, pullRequestAt, type Thread } from './comment-text.ts';
import { acceptedTurn, begunTurn, endedTurn } from './own-turn.ts';
import { type KnownComment, StatusComment } from './status-comment.ts';
import { currentJob, secondsOf, sendingNow, type Turn, turnOf } from './turn.ts';

/** What the status comment remembers of earlier requests. */
export type Memory =
  /** No status comment is kept. */
  | { readonly kind: 'none' }
  | { readonly kind: 'read'; readonly turns: readonly Turn[] }
  /** GitHub could not be asked, so nobody knows. */
  | { readonly kind: 'unread'; readonly error: GithubError };

/** What a conversation needs of a run. */
type Conversing = Omit<AgentRun, 'env' | 'files' | 'outputs'>;

/** Milliseconds of trying again, while what is sent depends on the memory. */
const DECISIVE_MS = 30_000;
/** Milliseconds that the comment may delay a job, where it only tells. */
const TELLING_MS = 10_000;
/** Milliseconds for the last update: the usual pause of a rate limit is a minute. */
const LAST_MS = 65_000;
/** The same once a run is interrupted, which must be gone within 5 s. */
const INTERRUPTED_MS = 1_500;
/** Milliseconds that a request waits for another one that was there before it, and between two looks. */
const YIELD_MS = 30_000;
const YIELD_PAUSE_MS = 2_000;
/** Milliseconds for a try that is under way when the time for trying again is over. */
const LAST_TRY_MS = 5_000;

/** Something to do with the comment. */
type Work = (comment: StatusComment, options: CallOptions) => Promise<void>;

/**
 * The conversation on an issue or pull request, as far as this run takes part in it. Nothing here throws for trouble
 * with comments: it is told once, and the job goes on.
 */
export class Conversation {
  readonly #agent: Conversing;
  readonly #repository: string;
  readonly #issue: number | undefined;
  /** Absent if there is no comment to keep. */
  readonly #comment: StatusComment | undefined;
  #memory: Memory = { kind: 'none' };
  /** This run's turn; absent until it has begun. */
  #own: Turn | undefined;
  /** GitHub does not allow comments: asking again is no use. */
  #refusal: GithubError | undefined;
  #hasWarned = false;
  /** The update under way. Never rejects. */
  #update: Promise<void> = Promise.resolve();

  constructor(agent: Conversing) {
    const { inputs, event, run } = agent;
    this.#agent = agent;
    this.#repository = fullName(run);
    this.#issue = inputs.issueNumber ?? ('subject' in event ? event.subject.number : undefined);
    if (inputs.comment) this.#comment = this.#ownComment();
  }

  /** Legs of a matrix begin together, and write to one comment: each sees to it that the others left its turn there. */
  get #isLeg(): boolean {
    return /^\{\s*"/.test(this.#agent.inputs.matrix);
  }

  /** Of the status comment, for people; empty if there is none. */
  get url(): string {
    return this.#comment?.url ?? '';
  }

  /**
   * Looks for the comment of earlier runs. Changes nothing.
   *
   * @param isDecisive what is sent depends on it
   */
  async open(isDecisive: boolean): Promise<Memory> {
    const ms = isDecisive ? DECISIVE_MS : TELLING_MS;
    const error = await this.#attempt(ms, (comment, options) => this.#read(comment, options));
    if (error) this.#memory = { kind: 'unread', error };
    return this.#memory;
  }

  /** Says that the request was received. A run that sends nothing only says how it ended. */
  async begin(decision: Decision): Promise<void> {
    const turns = this.#memory.kind === 'read' ? this.#memory.turns : [];
    const { clock, redact } = this.#agent;
    this.#own = begunTurn(decision, this.#agent.request, turns, secondsOf(clock), redact);
    if (decision.kind !== 'create' && decision.kind !== 'message') return;
    const acknowledged = this.#react('eyes');
    const error =
      this.#memory.kind === 'unread'
        ? this.#memory.error
        : await this.#attempt(TELLING_MS, async (comment, options) => {
            await this.#write(comment, options);
            if (this.#isLeg) await this.#write(comment, options);
          });
    this.#warn(error, 'A re-run of this workflow run would send the request again.');
    await acknowledged;
  }

  /**
   * Two people may ask at the same moment, where no job is known yet. Whoever stands first in the comment starts the job;
   * the other waits for it, and goes on with it. Best effort: GitHub cannot lock a comment.
   *
   * @returns the job that another run has started in the meantime; absent if this run is to start one
   */
  async jobOfOthers(): Promise<string | undefined> {
    const own = this.#own;
    if (!own || this.#memory.kind !== 'read') return undefined;
    const { clock, signal } = this.#agent;
    const settled = this.#memory.turns.filter(({ state }) => state !== 'sending');
    const known = new Set(settled.map(({ id }) => id));
    const untilMs = clock.now() + YIELD_MS;
    for (let isFirst = true; clock.now() < untilMs && !signal.aborted; isFirst = false) {
      let turns: readonly Turn[] = [];
      const error = await this.#attempt(TELLING_MS, async (comment, options) => {
        turns = await comment.find(own, options);
        // Another run has overwritten it, and does not know of this one.
        if (!turnOf(turns, own)) await comment.write(own, options);
      });
      if (error) return undefined;
      const news = turns.filter(({ id }) => id !== own.id && !known.has(id));
      const job = currentJob(news);
      if (job !== undefined) return job;
      const { before, after } = sendingNow(news.length === 0 ? [] : turns, own, secondsOf(clock));
      // Who comes after may not have seen this run, and may have a job a moment later.
      if (before === 0 && (after === 0 || !isFirst) && turnOf(turns, own)) return undefined;
      await clock.sleep(YIELD_PAUSE_MS, signal).catch(() => {});
    }
    return undefined;
  }

  /** The platform has accepted the request. The comment says so while the job is waited for. */
  accepted(job: Job): void {
    if (!this.#own || this.#own.accepted) return;
    this.#own = acceptedTurn(this.#own, job, this.#agent.redact);
    this.#update = this.#attempt(TELLING_MS, (comment, options) => this.#write(comment, options)).then(
      (error) => this.#warn(error),
    );
  }

  /** What GitHub says of the job's pull request; absent if it cannot be read, or nobody would be told. */
  async pullRequest(result: AgentResult): Promise<PullRequest | undefined> {
    const { run, github } = this.#agent;
    const there = this.#comment && pullRequestAt(pullRequestOf(result.job)?.url, run.serverUrl);
    if (!there || !github || this.#agent.signal.aborted) return undefined;
    let found: PullRequest | undefined;
    await this.#within(TELLING_MS, async (options) => {
      const place = { pull_number: there.issue };
      found = await github.of(there.repository).read(getPullRequest, place, options);
    });
    return found;
  }

  /** Says how it ended, once what is under way has come to its end. */
  async finish(result: AgentResult, pullRequest?: PullRequest): Promise<void> {
    await this.#update;
    const reacted = this.#react(OUTCOMES[result.outcome].reaction);
    if (this.#own) {
      const { redact, signal } = this.#agent;
      this.#own = endedTurn(this.#own, result, pullRequest, redact);
      if (!signal.aborted) await this.#tellPullRequest(this.#own);
      await this.#tellHere(this.#own);
      if (!signal.aborted) await this.#tellOrigin(this.#own);
    }
    await reacted;
    await this.#notify(result);
  }

  async #tellHere(own: Turn): Promise<void> {
    const { clock, signal } = this.#agent;
    const interrupted = graceAfter(clock, INTERRUPTED_MS, signal);
    const work: Work = async (comment, options) => {
      await this.#read(comment, options);
      await comment.writeLast(own, options);
    };
    this.#warn(await this.#attempt(LAST_MS, work, interrupted.signal));
    interrupted.release();
  }

  /** The pull request gets a status comment of its own, so that people can go on there. */
  async #tellPullRequest(own: Turn): Promise<void> {
    const home = this.#comment;
    if (!home || this.#memory.kind === 'unread') return;
    const turns = home.turns.filter(({ job }) => job === own.job);
    const url = own.pr ?? turns.findLast(({ pr }) => pr)?.pr;
    const there = pullRequestAt(url, this.#agent.run.serverUrl);
    const [repository, issue, id] = [this.#repository, this.#issue, home.id];
    if (!there || issue === undefined || id === undefined || isSameThread(there, { repository, issue }))
      return;
    const known = turns.findLast(({ pr, prComment }) => pr === url && prComment !== undefined)?.prComment;
    const abroad = (turn: Turn) => this.#fromHere(turn, there);
    const origin = { repository, issue, comment: id };
    const comment = this.#commentOn(there, { id: known, turns: turns.map(abroad), origin });
    const error = await this.#within(TELLING_MS, async (options) => {
      if (known === undefined) await comment.find(undefined, options);
      await comment.write(abroad({ ...own, prComment: undefined }), options);
    });
    if (error) {
      const note = `People cannot go on with the job on the pull request itself: ${error.full}`;
      this.#agent.log.info(note);
      this.#own = { ...own, notes: [...(own.notes ?? []), note] };
    } else {
      this.#own = { ...own, prComment: comment.id };
    }
  }

  /** What is asked on a pull request is told where the conversation began, too. */
  async #tellOrigin(own: Turn): Promise<void> {
    const origin = this.#comment?.origin;
    if (!origin) return;
    const comment = this.#commentOn(origin, { id: origin.comment });
    const turn = this.#fromHere({ ...own, prComment: this.#comment?.id }, origin);
    const error = await this.#within(TELLING_MS, (options) => comment.write(turn, options, true));
    if (error) this.#agent.log.info(`This action could not tell the issue: ${error.full}`);
  }

  /** The turn for a comment in another repository, which must say whose run it was. */
  #fromHere(turn: Turn, { repository }: Thread): Turn {
    return repository === this.#repository ? turn : { repository: this.#repository, ...turn };
  }

  /** GitHub notifies nobody of an edited comment: a new one does, and mentions the person who asked. */
  async #notify({ outcome, job }: AgentResult): Promise<void> {
    const { github, inputs, request } = this.#agent;
    const { by } = request;
    const issue = this.#issue;
    if (!inputs.notify || !github || issue === undefined || this.#agent.signal.aborted) return;
    if (outcome === 'skipped' || outcome === 'started' || by === '') return;
    const body = notification(by, outcome, pullRequestOf(job)?.url ?? this.#own?.pr);
    const error = await this.#within(TELLING_MS, async (options) => {
      await github.read(createComment, { issue_number: issue, body }, options);
    });
    this.#warn(error);
  }

  #ownComment(): StatusComment | undefined {
    const { github } = this.#agent;
    if (github && this.#issue !== undefined) {
      return this.#commentOn({ repository: this.#repository, issue: this.#issue });
    }
    const why = github
      ? 'the event has no issue or pull request, and issue-number is not given'
      : 'that needs github-token, and a repository';
    this.#agent.log.warning(`This run keeps no status comment: ${why}.`);
    return undefined;
  }

  #commentOn(thread: Thread, known?: KnownComment): StatusComment {
    const { inputs, github, run } = this.#agent;
    if (!github) throw new Error('there is no comment without GitHub');
    const { projectId, apiKey, triggerPhrase } = inputs;
    const { serverUrl } = run;
    const settings = { ...thread, serverUrl, projectId, apiKey, triggerPhrase, clock: this.#agent.clock };
    return new StatusComment(github.of(thread.repository), settings, known);
  }

  /** The comment may well be kept without it. */
  async #react(content: Reaction | undefined): Promise<void> {
    const { event, github } = this.#agent;
    if (!this.#comment || !content || this.#agent.signal.aborted) return;
    if (event.kind !== 'comment' || event.comment.kind === 'review') return;
    const { comment } = event;
    this.#warn(await this.#within(TELLING_MS, async (options) => github?.react(comment, content, options)));
  }

  async #write(comment: StatusComment, options: CallOptions): Promise<void> {
    await this.#read(comment, options);
    if (this.#own) await comment.write(this.#own, options);
  }

  /** Whoever has not looked yet might make a second comment. */
  async #read(comment: StatusComment, options: CallOptions): Promise<void> {
    if (this.#memory.kind === 'read') return;
    const { run, request } = this.#agent;
    // A re-run looks for the turn that an earlier attempt may have left.
    const wanted = run.attempt > 1 ? request : undefined;
    this.#memory = { kind: 'read', turns: await comment.find(wanted, options) };
  }

  /** Does something with the comment. Returns the trouble that was left; once refused, nothing is tried any more. */
  async #attempt(ms: number, work: Work, parent?: AbortSignal): Promise<GithubError | undefined> {
    const comment = this.#comment;
    if (!comment || this.#refusal) return this.#refusal;
    const error = await this.#within(ms, (options) => work(comment, options), parent);
    if (error?.kind === 'refusal') this.#refusal = error;
    return error;
  }

  /** Does the work within `ms`, trying again what may pass. */
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

  /** One warning is enough, save of what may cost money. An interruption is no trouble of the comment's. */
  #warn(error: GithubError | undefined, consequence = ''): void {
    if (!error || (this.#hasWarned && consequence === '') || this.#agent.signal.aborted) return;
    this.#hasWarned = true;
    const sentences = [error.message, 'The job goes on.', consequence, error.advice];
    this.#agent.log.warning(
      `The status comment is not kept up to date: ${sentences.filter((text) => text !== '').join(' ')}`,
    );
  }
}

/** One mention, in the only place where one is wanted. A login is checked when the event is read. */
function notification(login: string, outcome: Outcome, pullRequest: string | undefined): string {
  const words = OUTCOMES[outcome].inComment;
  const where = outcome === 'pull-request' && pullRequest ? `: ${link(code(pullRequest), pullRequest)}` : '.';
  return `@${login} ${words}${where}\n\n${OWN_COMMENT} -->`;
}
