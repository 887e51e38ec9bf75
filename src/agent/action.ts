import type { Target } from './replies/record.ts';
import type { SettlePolicy } from './wait.ts';

/** Action of a run for its request. A run that does none of these has an {@link End} instead. */
export type Action = Create | Message | Watch;

interface Noted {
  /** Sentences for log and reply on why this was chosen, without remote text. */
  readonly notes: readonly string[];
}

export interface Create extends Noted {
  readonly kind: 'create';
}

export interface Message extends Noted {
  readonly kind: 'message';
  readonly jobId: string;
  readonly settle: SettlePolicy;
  /** Earliest time at which the job is known to exist, in milliseconds since 1970; undefined if unknown. */
  readonly jobKnownSince: number | undefined;
  /** Whether the action's comments on the thread name the job, so that the job knows what the thread is about. */
  readonly isKnownHere: boolean;
  /** The job's pull request before the follow-up; undefined if it has none, or it could not be read. */
  readonly before: { readonly url: string; readonly head: string; readonly commits: number } | undefined;
  /** URL of that pull request, even if it could not be read. */
  readonly pullRequest: string | undefined;
}

export interface Watch extends Noted {
  readonly kind: 'watch';
  readonly jobId: string;
  readonly settle: SettlePolicy;
  /** Earliest time at which the job is known to exist, in milliseconds since 1970; undefined if unknown. */
  readonly jobKnownSince: number | undefined;
  /** Milliseconds until `after-active` stops requiring `active`, which is a minute after the request was accepted. */
  readonly settledInMs?: number;
}

/** Returns the part of the action that its reply records. */
export function targetOf(action: Action): Target {
  switch (action.kind) {
    case 'create':
      return { does: 'start' };
    case 'message': {
      const { jobId: job, settle, pullRequest, before } = action;
      return { does: 'message', job, settle, pullRequest, before };
    }
    case 'watch':
      return { does: 'watch', job: action.jobId };
  }
}

/** Returns the ID of the job that an action is for; undefined if it starts one. */
export function jobOf(action: Action): string | undefined {
  return 'jobId' in action ? action.jobId : undefined;
}
