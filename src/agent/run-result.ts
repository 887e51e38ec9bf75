import type { AgentJob } from '../mintlify/schemas.ts';
import type { PullRequestChange, PullRequestState } from './docs-pull-request.ts';

/** Values of the output `outcome` in `mode: agent`. */
export type Outcome =
  | 'pull-request'
  | 'no-pull-request'
  | 'failed'
  | 'archived'
  | 'started'
  | 'timeout'
  | 'cancelled'
  | 'unknown'
  | 'skipped'
  | 'error';

interface OutcomeTraits {
  /** Absent if the run didn't see the job end. */
  readonly sawJob?: 'complete' | 'end';
  readonly failsStep?: true;
  /** Nobody is notified of it. */
  readonly isSilent?: true;
}

/** What follows from each outcome. */
export const OUTCOMES: Readonly<Record<Outcome, OutcomeTraits>> = {
  'pull-request': { sawJob: 'complete' },
  'no-pull-request': { sawJob: 'complete' },
  failed: { sawJob: 'end' },
  archived: { sawJob: 'end' },
  started: { isSilent: true },
  timeout: {},
  cancelled: {},
  unknown: { failsStep: true },
  skipped: { isSilent: true },
  error: { failsStep: true },
};

/** How a run ended, as data. `result/messages.ts` turns it into the texts that people read. */
export type RunResult = Readonly<{
  outcome: Outcome;
  /** Sentence with the cause first. It contains no remote text, except names in a skip's reason. */
  reason: string;
  advice?: string | undefined;
  /** What this attempt certainly didn't do. Follows the advice. */
  nothingWas?: 'sent' | 'started' | undefined;
  /** Text of Mintlify's error response. Remote text. */
  responseText?: string | undefined;
  job?: AgentJob | undefined;
  jobId?: string | undefined;
  /** Whether Mintlify no longer has the job. */
  isJobGone?: boolean;
  /** Whether Mintlify refused the key, in which case the advice says how to watch the job with another one. */
  isKeyRefused?: boolean;
  polls?: number | undefined;
  /** From the start of the request to the end of the wait. */
  durationMs?: number | undefined;
  pullRequest?: PullRequestState | undefined;
  change?: PullRequestChange | undefined;
}>;

/** Thrown by any phase of a run to stop it with a result. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped';
  readonly result: RunResult;

  constructor(result: RunResult) {
    super(result.reason);
    this.result = result;
  }

  static skipped(reason: string): RunStopped {
    return new RunStopped({ outcome: 'skipped', reason });
  }

  /** An error before anything is sent to Mintlify. */
  static beforeSending(reason: string, advice = ''): RunStopped {
    return new RunStopped({ outcome: 'error', reason, advice, nothingWas: 'sent' });
  }

  /** A cancellation before anything is sent. @param jobId job that the request would have gone to */
  static cancelled(jobId: string | undefined): RunStopped {
    const reason = 'The run was cancelled before anything was sent to Mintlify.';
    return new RunStopped({ outcome: 'cancelled', reason, nothingWas: 'sent', jobId });
  }
}
