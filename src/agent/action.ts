import type { Target } from './replies/record.ts';
import type { SettlePolicy } from './wait.ts';

/** Operation on a job that a run carries out for its request. A run without one has an {@link End} instead. */
export type Action = Create | Message | Watch;

interface Noted {
  /** Sentences for the log and the reply on why this action was chosen, without remote text. */
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
  /** Whether this action's comments on the thread name the job. If so, the job knows what the thread is about. */
  readonly isKnownHere: boolean;
  /** State of the job's pull request before the follow-up; undefined if there is none, or it couldn't be read. */
  readonly before: { readonly url: string; readonly head: string; readonly commits: number } | undefined;
  /** URL of that pull request, even if it couldn't be read; undefined if there is none. */
  readonly pullRequest: string | undefined;
}

export interface Watch extends Noted {
  readonly kind: 'watch';
  readonly jobId: string;
  readonly settle: SettlePolicy;
  /** Earliest time at which the job is known to exist, in milliseconds since 1970; undefined if unknown. */
  readonly jobKnownSince: number | undefined;
  /** Time until `after-active` stops requiring `active`, which is a minute after acceptance (ms); 60 s if absent. */
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

/** Returns the ID of the job that an action messages or watches; undefined if it starts a job. */
export function jobOf(action: Action): string | undefined {
  return 'jobId' in action ? action.jobId : undefined;
}
