import { type Clock, graceAfter, timeLimit } from '../../clock.ts';
import { type CallOptions, type GithubApi, GithubError } from '../../github/api.ts';
import type { TriggerEvent } from '../../github/event.ts';
import type { WorkflowRun } from '../../github/workflow-run.ts';
import type { AgentInputs } from '../../inputs.ts';
import type { Log } from '../../log.ts';
import type { Job } from '../../platform/schemas.ts';
import type { Redact } from '../../text/redact.ts';
import type { Decision } from '../decide.ts';
import type { Request } from '../request.ts';
import type { AgentResult } from '../result.ts';
import { acceptedTurn, begunTurn, endedTurn } from './own-turn.ts';
import { StatusComment } from './status-comment.ts';
import type { Turn } from './turn.ts';

/** What the status comment remembers of earlier requests. */
export type Memory =
  /** No status comment is kept. */
  | { readonly kind: 'none' }
  | { readonly kind: 'read'; readonly turns: readonly Turn[] }
  /** GitHub could not be asked, so nobody knows. */
  | { readonly kind: 'unread'; readonly error: GithubError };

export interface ConversationPorts {
  /** Absent without a token or outside of a repository. */
  readonly github: GithubApi | undefined;
  readonly log: Log;
  readonly clock: Clock;
  readonly redact: Redact;
  /** Aborts when the run is interrupted. */
  readonly signal: AbortSignal;
}

/** Milliseconds of trying again, while what is sent depends on the memory. */
const DECISIVE_MS = 30_000;
/** Milliseconds that the comment may delay a job, where it only tells. */
const TELLING_MS = 10_000;
/** Milliseconds for the last update: the usual pause of a rate limit is a minute. */
const LAST_MS = 65_000;
/** The same once a run is interrupted, which must be gone within 5 s. */
const INTERRUPTED_MS = 1_500;
/** Milliseconds for a try that is under way when the time for trying again is over. */
const LAST_TRY_MS = 5_000;

/** Something to do with the comment. */
type Work = (comment: StatusComment, options: CallOptions) => Promise<void>;

/**
 * The conversation on an issue or pull request, as far as this run takes part in it. Nothing here throws for trouble
 * with comments: it is told once, and the job goes on.
 */
export class Conversation {
  readonly #ports: ConversationPorts;
  readonly #event: TriggerEvent;
  readonly #request: Request;
  /** Absent if there is no comment to keep. */
  readonly #comment: StatusComment | undefined;
  #memory: Memory = { kind: 'none' };
  /** The turn that an earlier attempt may have left. */
  #wanted: Request | undefined;
  /** This run's turn; absent until it has begun. */
  #own: Turn | undefined;
  /** GitHub does not allow comments: asking again is no use. */
  #refusal: GithubError | undefined;
  #hasWarned = false;
  /** The update under way. Never rejects. */
  #update: Promise<void> = Promise.resolve();

  constructor(
    event: TriggerEvent,
    inputs: AgentInputs,
    run: WorkflowRun,
    request: Request,
    ports: ConversationPorts,
  ) {
    this.#ports = ports;
    this.#event = event;
    this.#request = request;
    if (inputs.comment) this.#comment = this.#commentFor(inputs, run);
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
  async open(isDecisive: boolean, isRerun: boolean): Promise<Memory> {
    const ms = isDecisive ? DECISIVE_MS : TELLING_MS;
    if (isRerun) this.#wanted = this.#request;
    const error = await this.#attempt(ms, (comment, options) => this.#read(comment, options));
    if (error) this.#memory = { kind: 'unread', error };
    return this.#memory;
  }

  /** Says that the request was received. A run that sends nothing only says how it ended. */
  async begin(decision: Decision): Promise<void> {
    const turns = this.#memory.kind === 'read' ? this.#memory.turns : [];
    this.#own = begunTurn(decision, this.#request, turns, this.#seconds(), this.#ports.redact);
    if (decision.kind !== 'create' && decision.kind !== 'message') return;
    const acknowledged = this.#acknowledge();
    const error =
      this.#memory.kind === 'unread'
        ? this.#memory.error
        : await this.#attempt(TELLING_MS, (comment, options) => this.#write(comment, options));
    if (error) this.#warn(error, 'A re-run of this workflow run would send the request again.');
    await acknowledged;
  }

  /** The platform has accepted the request. The comment says so while the job is waited for. */
  accepted(job: Job): void {
    if (!this.#own || this.#own.accepted) return;
    this.#own = acceptedTurn(this.#own, job, this.#ports.redact);
    this.#update = this.#attempt(TELLING_MS, (comment, options) => this.#write(comment, options)).then(
      (error) => this.#warn(error),
    );
  }

  /** Says how it ended, once what is under way has come to its end. */
  async finish(result: AgentResult): Promise<void> {
    await this.#update;
    if (!this.#own) return;
    this.#own = endedTurn(this.#own, result, this.#ports.redact);
    const own = this.#own;
    const { clock, signal } = this.#ports;
    const interrupted = graceAfter(clock, INTERRUPTED_MS, signal);
    const work: Work = async (comment, options) => {
      await this.#read(comment, options);
      await comment.writeLast(own, options);
    };
    this.#warn(await this.#attempt(LAST_MS, work, interrupted.signal));
    interrupted.release();
  }

  #commentFor(inputs: AgentInputs, run: WorkflowRun): StatusComment | undefined {
    const { projectId, apiKey } = inputs;
    const issue = inputs.issueNumber ?? ('subject' in this.#event ? this.#event.subject.number : undefined);
    const { github, clock } = this.#ports;
    if (github && issue !== undefined) {
      return new StatusComment(github, { issue, projectId, apiKey, run, clock });
    }
    const why = github
      ? 'the event has no issue or pull request, and issue-number is not given'
      : 'that needs github-token, and a repository';
    this.#hasWarned = true;
    this.#ports.log.warning(`This run keeps no status comment: ${why}.`);
    return undefined;
  }

  /** The comment may well be kept without it. */
  async #acknowledge(): Promise<void> {
    if (!this.#comment || this.#event.kind !== 'comment' || this.#event.comment.kind === 'review') return;
    const { comment } = this.#event;
    const { github } = this.#ports;
    const error = await this.#within(TELLING_MS, async (options) => github?.react(comment, 'eyes', options));
    if (error) this.#warn(error);
  }

  async #write(comment: StatusComment, options: CallOptions): Promise<void> {
    await this.#read(comment, options);
    if (this.#own) await comment.write(this.#own, options);
  }

  /** Whoever has not looked yet might make a second comment. */
  async #read(comment: StatusComment, options: CallOptions): Promise<void> {
    if (this.#memory.kind === 'read') return;
    this.#memory = { kind: 'read', turns: await comment.find(this.#wanted, options) };
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
    parent = this.#ports.signal,
  ): Promise<GithubError | undefined> {
    const { clock } = this.#ports;
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

  /** One warning is enough. An interruption is no trouble of the comment's. */
  #warn(error: GithubError | undefined, consequence = ''): void {
    if (!error || this.#hasWarned || this.#ports.signal.aborted) return;
    this.#hasWarned = true;
    const sentences = [error.message, 'The job goes on.', consequence, error.advice];
    this.#ports.log.warning(
      `The status comment is not kept up to date: ${sentences.filter((text) => text !== '').join(' ')}`,
    );
  }

  #seconds(): number {
    return Math.floor(this.#ports.clock.date().getTime() / 1000);
  }
}
