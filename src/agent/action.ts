import type { ReplyRecord } from './replies/record.ts';
import type { AgentResult } from './result.ts';
import type { SettlePolicy } from './wait.ts';

/** What a request comes to. */
export type Action = Create | Message | Watch | Stop;

/** A sentence made by this action, for log and reply: what led to the action. */
interface Noted {
  readonly note?: string | undefined;
}

export interface Create extends Noted {
  readonly kind: 'create';
}

interface ForJob extends Noted {
  readonly jobId: string;
  readonly settle: SettlePolicy;
  /** When the job is known to have existed, in milliseconds since 1970; absent if not known. */
  readonly acceptedAt: number | undefined;
}

export interface Message extends ForJob {
  readonly kind: 'message';
  /** The thread knows the job, so the job knows what the thread is about. */
  readonly isKnownHere: boolean;
  /** The job's pull request before the follow-up; absent if it has none, or it could not be read. */
  readonly before: ReplyRecord['before'];
  /** The URL of that pull request, also if it could not be read. */
  readonly pullRequest?: string | undefined;
}

export interface Watch extends ForJob {
  readonly kind: 'watch';
  /** Milliseconds after which `after-active` needs no `active`: a minute after the request was accepted. */
  readonly settledInMs?: number;
}

/** Nothing may be sent; the run ends with this result. */
export interface Stop extends Noted {
  readonly kind: 'stop';
  readonly result: AgentResult;
}

/** Whether something is sent to Mintlify. */
export function isSent(action: Action): action is Create | Message {
  return action.kind === 'create' || action.kind === 'message';
}

/** The job that an action is for; absent if it starts one, or nothing is sent. */
export function jobOf(action: Action): string | undefined {
  return 'jobId' in action ? action.jobId : undefined;
}
