import type { SignedComment } from '../../github/comments.ts';
import type { PullRequestBefore } from '../docs-pull-request.ts';
import type { Outcome } from '../result.ts';

/** What a request does at Mintlify. */
export type RequestAction =
  | { readonly does: 'start' }
  | FollowUp
  | { readonly does: 'watch'; readonly job: string };

/**
 * When a terminal status of a job ends the wait:
 *
 * - `immediately`: at once, because the job has had only this request
 * - `after-active`: once a poll has seen `active`, or 60 s after the POST. Until then, the status may be the previous
 *   request's
 * - `after-stable`: once the status has stood for 60 s, because the job was working on another request
 */
export type StatusTrust = 'immediately' | 'after-active' | 'after-stable';

export interface FollowUp {
  readonly does: 'message';
  readonly job: string;
  readonly trustTerminalStatus: StatusTrust;
  /** The job's pull request before the follow-up; absent if it couldn't be read. */
  readonly before?: PullRequestBefore;
}

/** What a reply's marker remembers of its request. */
export interface ReplyRecord {
  /** `DocsRequest.id`. */
  readonly request: string;
  /** ID of the workflow run that the request belongs to, and the name of its workflow file. */
  readonly run: string;
  readonly workflow: string;
  /** `DocsRequest.eventKey`. */
  readonly eventKey?: string | undefined;
  /**
   * `open`: the run is about to send, or was cut off then. `accepted`: Mintlify took the request, or the run only watches.
   * `unconfirmed`: the run ended without Mintlify's confirmation. Markers on GitHub call this `ended`.
   */
  readonly state: 'open' | 'accepted' | 'unconfirmed';
  readonly action?: RequestAction;
  readonly job?: string;
  /** When Mintlify took the request (ms since 1970, by the runner's clock); absent for a watch. */
  readonly acceptedAt?: number;
  /** Whether an attempt ended without learning whether Mintlify took the request, and none was accepted since. */
  readonly mayHaveArrived?: boolean;
  /** Whether the reply says that the token can't see the job's pull request. */
  readonly saysUnseen?: boolean;
  /** How the last run ended; absent while it runs. */
  readonly outcome?: Outcome;
  /** Whether a run has seen the job complete. */
  readonly completed?: boolean;
  /** URL of the job's pull request, as last reported. */
  readonly pullRequest?: string;
  /** Commit status that the request decides, and the head of its pull request before the POST. */
  readonly status?: StatusTarget;
}

export interface StatusTarget {
  readonly name: string;
  readonly head: string;
}

/** Markers on GitHub call an unconfirmed request `ended`. */
export function toMarker({ state, ...record }: ReplyRecord): object {
  return { kind: 'reply', ...record, state: state === 'unconfirmed' ? 'ended' : state };
}

type Marker = Omit<ReplyRecord, 'state'> & {
  readonly kind?: unknown;
  readonly state: 'open' | 'accepted' | 'ended';
};

/** Undefined for other markers. Only this action can sign one, so that its shape isn't checked again. */
export function recordIn({ content }: Pick<SignedComment, 'content'>): ReplyRecord | undefined {
  const marker = content as Marker | null;
  if (marker?.kind !== 'reply') return undefined;
  const { kind: _, state, ...record } = marker;
  return { ...record, state: state === 'ended' ? 'unconfirmed' : state };
}

/** Job of a signed comment on a docs pull request; undefined for other comments. */
export function docsJobIn({ content }: Pick<SignedComment, 'content'>): string | undefined {
  const marker = content as { readonly kind?: unknown; readonly job?: string } | null;
  return marker?.kind === 'pull-request' ? marker.job : undefined;
}
