import { HttpError, type PlatformError } from '../platform/errors.ts';
import { isNotFound, mayExist } from '../platform/failures.ts';
import { type Job, pullRequestOf } from '../platform/schemas.ts';
import { duration } from '../text/duration.ts';
import { counted } from '../text/numbers.ts';
import type { Checks } from './checks-text.ts';
import { isFailure, type Outcome } from './outcome.ts';
import type { PullRequestChange, PullRequestState } from './pull-request.ts';
import { isTerminal, type WaitEnd } from './wait.ts';

/** End of a run as data. `end-report.ts` turns the data into words. */
export interface End {
  readonly outcome: Outcome;
  /** Sentence on why the run had this outcome. It begins with the cause and doesn't contain remote text. */
  readonly reason: string;
  /** Sentences on what to do about the cause; undefined if there is nothing special to do. */
  readonly advice?: string | undefined;
  /** Text of Mintlify's error response; undefined or empty if there is none. Remote text. */
  readonly platformText?: string | undefined;
  /** Job as last read; undefined if it wasn't read. */
  readonly job?: Job | undefined;
  /** Whether Mintlify no longer has the job. */
  readonly isGone?: boolean;
  /** ID of the job, even if the job was only named by the request and never read; undefined if there is none. */
  readonly jobId?: string | undefined;
  /** Number of polls; undefined if none was made. */
  readonly polls?: number | undefined;
  /** Time from the start of the request to the end of the wait (ms); undefined if nothing was sent or watched. */
  readonly durationMs?: number | undefined;
  /** Pull request of the job at the end of the run; undefined if it wasn't read. */
  readonly pullRequest?: PullRequestState | undefined;
  /** Change that the follow-up made to the pull request; undefined if unknown. */
  readonly change?: PullRequestChange | undefined;
  /** Checks of the pull request; undefined if the run doesn't read checks. */
  readonly checks?: Checks | undefined;
}

/** Checks whether the end fails the step. */
export function failsStep({ outcome, checks }: End, failOn: ReadonlySet<string>): boolean {
  return isFailure(outcome, failOn) || (checks?.state === 'failure' && failOn.has('checks'));
}

/** Adds the result of the pull request's checks. If a check failed, the failure becomes the reason. */
export function withChecks(end: End, checks: Checks): End {
  const pullRequest = checks.pullRequest ?? end.pullRequest;
  const failed = `${counted(checks.failed.length, 'check')} of the docs pull request failed.`;
  return { ...end, checks, pullRequest, reason: checks.state === 'failure' ? failed : end.reason };
}

/**
 * Checks whether the job may keep running after the run. Returns `true` for every cancelled run, because even a
 * terminal status may belong to the previous request.
 */
export function keepsRunning({ outcome, job, isGone }: End): boolean {
  return outcome === 'cancelled' || !(isGone || isTerminal(job?.status ?? ''));
}

/** Returns the end of a run that was skipped. */
export function skipped(reason: string): End {
  return { outcome: 'skipped', reason };
}

/** Returns the end of a run that failed before it sent anything. */
export function failedBeforeSending(reason: string, advice: string): End {
  return { outcome: 'error', reason, advice: `${advice} Nothing was sent.`.trim() };
}

/**
 * Returns the end of a run that was cancelled before it sent anything.
 *
 * @param jobId ID of the requested job; undefined for a new job
 */
export function cancelledBeforeSending(jobId: string | undefined): End {
  return {
    outcome: 'cancelled',
    reason: 'The run was cancelled before anything was sent to Mintlify.',
    jobId,
  };
}

/**
 * Returns the end of a run that doesn't wait for the job.
 *
 * @param isWatch whether this run sent nothing, and only read the job's status
 */
export function started(job: Job, isWatch: boolean): End {
  const watched = isTerminal(job.status)
    ? "The job looks finished, but that status may still belong to the previous request, and this run doesn't wait (`wait: false`)."
    : "The job is still running, and this run doesn't wait for it (`wait: false`).";
  const reason = isWatch
    ? watched
    : "Mintlify accepted the request, and this run doesn't wait for the job (`wait: false`).";
  return { outcome: 'started', reason, job, jobId: job.id };
}

/**
 * Returns the end of a run whose POST to Mintlify failed.
 *
 * @param jobId ID of the requested job; undefined for a new job
 */
export function afterPostFailure(
  jobId: string | undefined,
  error: PlatformError,
  isInterrupted: boolean,
): End {
  const common = { platformText: platformTextOf(error), jobId };
  const { what, advice } = causeFirst(error);
  if (!mayExist(error)) {
    return {
      ...common,
      outcome: 'error',
      reason: `${what}.`,
      advice: `${advice} Nothing was started.`,
    };
  }
  const why = isInterrupted ? 'The run was cancelled while it was sending the request' : what;
  // Advice to run again would contradict the advice to check first.
  const ownAdvice = isInterrupted ? '' : advice;
  const arrived = jobId === undefined ? 'the job was created' : 'the follow-up arrived';
  return {
    ...common,
    outcome: 'unknown',
    reason: `${why}, so it's unknown whether ${arrived}.`,
    advice:
      `${ownAdvice} The action didn't send the request again, to avoid paying for a duplicate. ${WHERE_TO_LOOK[jobId === undefined ? 'create' : 'message']}`.trim(),
  };
}

const WHERE_TO_LOOK = {
  create:
    "Check the agent jobs in the Mintlify dashboard and the pull requests of the docs repository. If the job exists, run the action with its `job-id` and no prompt to watch it. If it doesn't, re-run the workflow.",
  message:
    "Check the job in the Mintlify dashboard. If the follow-up arrived, run the action with the `job-id` and no prompt to watch the job. If it didn't, re-run the workflow.",
} as const;

/** Returns the end of a re-run that sends nothing, because an earlier attempt was cut off while sending the request. */
export function earlierWasCutOff(jobId: string | undefined): End {
  return {
    outcome: 'unknown',
    reason:
      'An earlier attempt of this run was cut off while it was sending the request, so Mintlify may have accepted it.',
    advice:
      "This attempt sent nothing, to avoid paying for a duplicate. Check the agent jobs in the Mintlify dashboard and the pull requests of the docs repository. If the request arrived, run the action with the job's `job-id` and no prompt to watch the job. If it didn't, re-run the workflow: the next attempt sends the request.",
    jobId,
  };
}

export function afterWait(end: WaitEnd, jobId: string): End {
  const common = { job: end.job, jobId: end.job?.id ?? jobId, polls: end.polls };
  switch (end.kind) {
    case 'finished':
      return { ...common, ...finished(end.job) };
    case 'timeout': {
      const { advice } = end.error ?? {};
      return {
        ...common,
        outcome: 'timeout',
        reason: timeoutReason(end),
        advice,
        platformText: platformTextOf(end.error),
      };
    }
    case 'interrupted': {
      const reason = `The run was cancelled after waiting ${duration(end.waitedMs)}, but the job wasn't stopped.`;
      return { ...common, outcome: 'cancelled', reason };
    }
    case 'broken': {
      const { what, advice } = causeFirst(end.error);
      const reason = `${what}, so the job couldn't be read.`;
      const isGone = isNotFound(end.error);
      return { ...common, outcome: 'error', reason, advice, isGone, platformText: platformTextOf(end.error) };
    }
  }
}

/**
 * Moves the cause of an HTTP error from its advice to the start of its message. For example, the message becomes "The
 * API key is wrong or has expired: POST … returned 401 …".
 *
 * @returns the message as `what`, without a full stop, and the rest of the advice
 */
function causeFirst(error: PlatformError): { readonly what: string; readonly advice: string } {
  const asked = error.message.replace(/\.$/, '');
  // If the advice for a status has several sentences, or the server failed, the first sentence is the cause.
  const [cause = '', ...others] = error.advice.split(/(?<=\.) /);
  const hasCause = error instanceof HttpError && (others.length > 0 || error.status >= 500);
  if (!hasCause) return { what: asked, advice: error.advice };
  return { what: `${cause.replace(/\.$/, '')}: ${asked}`, advice: others.join(' ') };
}

function platformTextOf(error: PlatformError | undefined): string | undefined {
  return error instanceof HttpError ? error.platformText : undefined;
}

function timeoutReason({ job, waitedMs, error }: Extract<WaitEnd, { kind: 'timeout' }>): string {
  const waited = duration(waitedMs);
  if (error)
    return `It's unknown whether the job finished within ${waited}, because the job's last status couldn't be read: ${error.message}`;
  return job && isTerminal(job.status)
    ? `The job looked finished after ${waited}, but that status may still belong to the previous request.`
    : `The job did not finish within ${waited} (\`timeout-minutes\`).`;
}

function finished(job: Job): Pick<End, 'outcome' | 'reason' | 'advice'> {
  if (job.status === 'failed') return { outcome: 'failed', ...FAILED };
  if (job.status === 'archived') return { outcome: 'archived', reason: 'The job is archived.' };
  if (pullRequestOf(job)) {
    return { outcome: 'pull-request', reason: 'The job completed and reported its pull request.' };
  }
  return { outcome: 'no-pull-request', ...(job.prLink ? NO_ADDRESS : NO_PULL_REQUEST) };
}

const FAILED = {
  reason: "Mintlify's agent failed. Mintlify doesn't say why.",
  advice:
    'Look at the job in the Mintlify dashboard. Then re-run the workflow, or make the prompt more specific.',
};
const NO_ADDRESS = {
  reason: "The job completed, but the link that it reported isn't a pull request.",
  advice: 'Look at the pull requests of the docs repository.',
};
const NO_PULL_REQUEST = {
  reason: 'The job completed without reporting a pull request.',
  advice:
    "Either nothing had to change, the agent pushed the change directly, or Mintlify didn't report the link. Check the docs repository.",
};
