import { pullRequestOf } from '../../mintlify/schemas.ts';
import type { PullRequestBefore } from '../docs-pull-request.ts';
import type { RequestContext } from '../request-context.ts';
import { OUTCOMES, type Outcome, type RunResult } from '../run-result.ts';

/** What a request does at Mintlify. */
export type RequestAction = Readonly<{ does: 'start' } | FollowUp | { does: 'watch'; job: string }>;

/**
 * When a terminal status of a job ends the wait:
 *
 * - `immediately`: at once, because the job has had only this request
 * - `after-active`: once a poll has seen `active`, or 60 s after the POST. Until then, the status may be the previous
 *   request's
 * - `after-stable`: once the status has stood for 60 s, because the job was working on another request
 */
export type StatusTrust = 'immediately' | 'after-active' | 'after-stable';

export type FollowUp = Readonly<{
  does: 'message';
  job: string;
  trustTerminalStatus: StatusTrust;
  /** The job's pull request before the follow-up; absent if it couldn't be read. */
  before?: PullRequestBefore | undefined;
}>;

/**
 * What a reply remembers of its request. Its marker holds it, signed. `ReplyComment` is the comment around it, `OwnReply` that
 * of this run, and a `SignedReply` that of any run, as read.
 */
export type ReplyRecord = Readonly<{
  /** `DocsRequest.id`. */
  request: string;
  /** ID of the workflow run that the request belongs to, and the name of its workflow file. */
  run: string;
  workflow: string;
  /** Number of the attempt that wrote `open`. */
  attempt: number;
  /** `DocsRequest.eventKey`. */
  eventKey?: string | undefined;
  /**
   * `open`: the run is about to send, or was cut off then. `accepted`: Mintlify took the request, or the run only watches.
   * `unconfirmed`: the run ended without Mintlify's confirmation. Markers on GitHub call this `ended`.
   */
  state: 'open' | 'accepted' | 'unconfirmed';
  action?: RequestAction;
  job?: string;
  /** When Mintlify took the request (ms since 1970, by the runner's clock); absent for a watch. */
  acceptedAt?: number;
  /** Whether an attempt ended without learning whether Mintlify took the request, and none was accepted since. */
  mayHaveArrived?: boolean | undefined;
  /** Whether the reply says that the token can't see the job's pull request. */
  saysUnseen?: boolean;
  /** How the last run ended; absent while it runs. */
  outcome?: Outcome;
  /** Whether a run has seen the job complete. */
  completed?: boolean;
  /** URL of the job's pull request, as last reported. */
  pullRequest?: string | undefined;
  /** Commit status that the request decides, and the head of its pull request before the POST. */
  status?: StatusTarget | undefined;
}>;

export type StatusTarget = Readonly<{ name: string; head: string }>;

export function openRecord({ request, workflowRun }: RequestContext): ReplyRecord {
  return {
    request: request.id,
    run: workflowRun.id,
    workflow: workflowRun.workflowFile,
    attempt: workflowRun.attempt,
    eventKey: request.eventKey,
    state: 'open',
  };
}

/** The record at the end of a run. */
export function closeRecord(record: ReplyRecord, { outcome, job }: RunResult): ReplyRecord {
  if (record.state !== 'accepted') {
    // Somebody must still learn that there may be two.
    const mayHaveArrived = outcome === 'unknown' || record.mayHaveArrived;
    return { ...record, state: 'unconfirmed', outcome, mayHaveArrived };
  }
  const completed = record.completed || OUTCOMES[outcome].sawJob === 'complete';
  const pullRequest = pullRequestOf(job)?.url ?? record.pullRequest;
  return { ...record, outcome, completed, pullRequest };
}

type Marker = Omit<ReplyRecord, 'state'> & Readonly<{ kind?: unknown; state: 'open' | 'accepted' | 'ended' }>;

/** Markers on GitHub call an unconfirmed request `ended`. */
export function toMarker({ state, ...record }: ReplyRecord): object {
  return { kind: 'reply', ...record, state: state === 'unconfirmed' ? 'ended' : state };
}

/** Undefined for other markers. Only this action can sign one, so that its shape isn't checked again. */
export function recordIn(content: unknown): ReplyRecord | undefined {
  const { kind, state, ...record } = content as Marker;
  if (kind !== 'reply') return undefined;
  return { ...record, state: state === 'ended' ? 'unconfirmed' : state };
}

/** Job of a signed comment on a docs pull request; undefined for other comments. */
export function docsJobIn(content: unknown): string | undefined {
  const { kind, job } = content as Readonly<{ kind?: unknown; job?: string }>;
  return kind === 'pull-request' ? job : undefined;
}
