import type { Target } from './replies/record.ts';
import type { SettlePolicy } from './wait.ts';

/** Operation that a run carries out on a job. A run without an operation has an {@link End} instead. */
export type Action = Create | Message | Watch;

interface Noted {
  /** Sentences on why this action was chosen, for the log and the reply. They don't contain remote text. */
  readonly notes: readonly string[];
}

export interface Create extends Noted {
  readonly kind: 'create';
}

export interface Message extends Noted {
  readonly kind: 'message';
  readonly jobId: string;
  readonly settle: SettlePolicy;
  /** Earliest time at which the job is known to have existed, in milliseconds since 1970; undefined if unknown. */
  readonly jobKnownSince: number | undefined;
  /** Whether this action's comments on the thread name the job. If they do, the job has seen the thread before. */
  readonly isKnownHere: boolean;
  /** State of the job's pull request before the follow-up; undefined if there is none, or it couldn't be read. */
  readonly before: { readonly url: string; readonly head: string; readonly commits: number } | undefined;
  /** URL of the job's pull request, even if its state couldn't be read; undefined if the job has none. */
  readonly pullRequest: string | undefined;
}

export interface Watch extends Noted {
  readonly kind: 'watch';
  readonly jobId: string;
  readonly settle: SettlePolicy;
  /** Earliest time at which the job is known to have existed, in milliseconds since 1970; undefined if unknown. */
  readonly jobKnownSince: number | undefined;
  /**
   * Time into the wait after which `after-active` no longer requires `active` (ms); 60 s if absent. A re-run counts
   * these 60 s from the time when Mintlify accepted the request.
   */
  readonly settledInMs?: number;
}

/** Returns the part of the action that the reply records. */
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

/** Returns the ID of the job that an action messages or watches; undefined if it starts a job. */
export function jobOf(action: Action): string | undefined {
  return 'jobId' in action ? action.jobId : undefined;
}
