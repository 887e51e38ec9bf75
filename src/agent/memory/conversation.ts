import type { Clock } from '../../clock.ts';
import { type GithubApi, GithubError } from '../../github/api.ts';
import type { TriggerEvent } from '../../github/event.ts';
import type { WorkflowRun } from '../../github/workflow-run.ts';
import type { AgentInputs } from '../../inputs.ts';
import type { Log } from '../../log.ts';
import type { Job } from '../../platform/schemas.ts';
import type { Redact } from '../../text/redact.ts';
import type { Decision } from '../decide.ts';
import { describeRequest } from '../description.ts';
import type { AgentResult } from '../result.ts';
import { type Asked, acceptedTurn, endedTurn, turnFor } from './own-turn.ts';
import { StatusComment } from './status-comment.ts';
import type { Turn } from './turn.ts';

export interface ConversationPorts {
  /** Absent without a token or outside of a repository. */
  readonly github: GithubApi | undefined;
  readonly log: Log;
  readonly clock: Clock;
  readonly redact: Redact;
  /** Aborts when the run is interrupted. */
  readonly signal: AbortSignal;
  /** Milliseconds that comments may delay a job before it starts, all together; and again its end. 10 s unless given. */
  readonly timeLimitMs?: number | undefined;
}

const TIME_LIMIT_MS = 10_000;
/** Milliseconds for the last update once a run is interrupted, which must be gone within 5 s. */
const INTERRUPTED_LIMIT_MS = 1_500;

const ADVICE =
  'Comments need `issues: write` among the permissions of the workflow job (on pull requests `pull-requests: write`), and an issue that is not locked.';

/** Something to do with the comment, until the signal aborts. */
type Work = (comment: StatusComment, signal: AbortSignal) => Promise<void>;

/**
 * The conversation on an issue or pull request, as far as this run takes part in it. No trouble with comments is ever
 * the job's: nothing here throws for it, and it is told once.
 */
export class Conversation {
  readonly #ports: ConversationPorts;
  readonly #event: TriggerEvent;
  readonly #asked: Asked;
  /** Absent if there is no comment to keep. */
  readonly #comment: StatusComment | undefined;
  #turns: readonly Turn[] = [];
  /** This run's turn; absent until it has begun. */
  #own: Turn | undefined;
  /** What the comment suffers from: something that may pass until the job has ended, or not. */
  #trouble: 'none' | 'passing' | 'lasting' = 'none';
  #hasWarned = false;
  #hasLooked = false;
  readonly #limitMs: number;
  /** What is left of it before the job. */
  #leftMs: number;
  /** The update under way. Never rejects. */
  #update: Promise<void> = Promise.resolve();

  constructor(event: TriggerEvent, inputs: AgentInputs, run: WorkflowRun, ports: ConversationPorts) {
    this.#ports = ports;
    this.#event = event;
    this.#limitMs = ports.timeLimitMs ?? TIME_LIMIT_MS;
    this.#leftMs = this.#limitMs;
    this.#asked = { run: run.id, step: run.step, ...describeRequest(event, inputs, run) };
    if (inputs.comment) this.#comment = this.#commentFor(inputs, run);
  }

  /** What the comment remembers; empty if there is none. */
  get turns(): readonly Turn[] {
    return this.#turns;
  }

  /** Of the status comment, for people; empty if there is none. */
  get url(): string {
    return this.#comment?.url ?? '';
  }

  /** Looks for the comment of earlier runs. Changes nothing. */
  open(): Promise<void> {
    return this.#beforeJob(async (comment, signal) => {
      this.#turns = await comment.find(signal);
      this.#hasLooked = true;
    });
  }

  /** Says that the request was received. A run that sends nothing only says how it ended. */
  async begin(decision: Decision): Promise<void> {
    this.#own = turnFor(decision, this.#asked, this.#turns, this.#ports.redact);
    if (decision.kind !== 'create' && decision.kind !== 'message') return;
    await this.#beforeJob(async (comment, signal) => {
      const acknowledged = this.#acknowledge(signal);
      await this.#write(comment, signal);
      await acknowledged;
    });
  }

  /** The platform has accepted the request. The comment says so while the job is waited for. */
  accepted(job: Job): void {
    if (!this.#own || this.#own.accepted) return;
    this.#own = acceptedTurn(this.#own, job, this.#ports.redact);
    if (this.#trouble !== 'none') return;
    this.#update = this.#attempt(
      (comment, signal) => this.#write(comment, signal),
      [this.#ports.signal, AbortSignal.timeout(this.#limitMs)],
    );
  }

  /** Says how it ended, once what is under way has come to its end. */
  async finish(result: AgentResult): Promise<void> {
    await this.#update;
    if (!this.#own || this.#trouble === 'lasting') return;
    this.#own = endedTurn(this.#own, result, this.#ports.redact);
    const work: Work = async (comment, signal) => {
      // Whoever could not look before the job might make a second comment now.
      if (!this.#hasLooked) await comment.find(signal);
      await this.#write(comment, signal);
    };
    const interrupted = soonAfter(this.#ports.signal, INTERRUPTED_LIMIT_MS);
    await this.#attempt(work, [AbortSignal.timeout(this.#limitMs), interrupted]);
  }

  #commentFor(inputs: AgentInputs, run: WorkflowRun): StatusComment | undefined {
    const { projectId, apiKey } = inputs;
    const issue = inputs.issueNumber ?? ('subject' in this.#event ? this.#event.subject.number : undefined);
    const { github } = this.#ports;
    if (github && issue !== undefined) return new StatusComment(github, { issue, projectId, apiKey, run });
    const why = github
      ? 'the event has no issue or pull request, and issue-number is not given'
      : 'that needs github-token, and a repository';
    this.#warn(`No status comment is kept: ${why}.`);
    return undefined;
  }

  /** The comment may well be kept without it. */
  async #acknowledge(signal: AbortSignal): Promise<void> {
    if (this.#event.kind !== 'comment') return;
    try {
      await this.#ports.github?.acknowledge(this.#event.comment, signal);
    } catch (error) {
      this.#warn(warningOf(error));
    }
  }

  async #write(comment: StatusComment, signal: AbortSignal): Promise<void> {
    if (this.#own) await comment.write(this.#own, signal);
  }

  /** Everything that delays the job shares one time limit, and ends with the first trouble. */
  async #beforeJob(work: Work): Promise<void> {
    if (this.#trouble !== 'none') return;
    const { clock, signal } = this.#ports;
    const startMs = clock.now();
    await this.#attempt(work, [signal, AbortSignal.timeout(Math.max(1, Math.ceil(this.#leftMs)))]);
    this.#leftMs -= clock.now() - startMs;
  }

  async #attempt(work: Work, limits: readonly AbortSignal[]): Promise<void> {
    if (!this.#comment) return;
    const signal = AbortSignal.any([...limits]);
    try {
      await work(this.#comment, signal);
    } catch (error) {
      this.#trouble = isLasting(error) ? 'lasting' : 'passing';
      // An interruption is no trouble of the comment's: it is told at the end.
      const { aborted, reason } = this.#ports.signal;
      if (!aborted || signal.reason !== reason) this.#warn(warningOf(error));
    }
  }

  /** One warning is enough. */
  #warn(text: string): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#ports.log.warning(text);
  }
}

/** Aborts `ms` milliseconds after `signal`. */
function soonAfter(signal: AbortSignal, ms: number): AbortSignal {
  const late = new AbortController();
  const onAbort = () => {
    setTimeout(() => late.abort(new Error('the run was interrupted')), ms).unref();
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return late.signal;
}

function warningOf(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return `The status comment is not kept up to date: ${why} The job goes on. ${ADVICE}`;
}

/** Whether the same request would be refused again later. */
function isLasting(error: unknown): boolean {
  if (!(error instanceof GithubError)) return true;
  const { status } = error;
  return status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;
}
