import { HttpError, type PlatformError } from '../platform/errors.ts';
import { isNotFound, mayExist } from '../platform/failures.ts';
import type { Job } from '../platform/schemas.ts';
import { duration } from '../text/duration.ts';
import { type Create, jobOf, type Message } from './action.ts';
import { type AgentResult, type Outcome, pullRequestOf } from './result.ts';
import { isTerminal, type WaitEnd } from './wait.ts';

/** Whether the job goes on without the run. A terminal status that does not end the run may be the previous request's. */
export function keepsRunning({ outcome, job }: Pick<AgentResult, 'outcome' | 'job'>): boolean {
  return outcome === 'cancelled' || !isTerminal(job?.status ?? '');
}

function watchAdvice(outcome: Outcome, job: Job | undefined): string {
  const runs = keepsRunning({ outcome, job }) ? 'The job keeps running in Mintlify.' : '';
  return `${runs} To watch it, run this action with the same project-id, this job-id and no prompt.`.trim();
}

/** @param isWatch nothing was sent by this run */
export function started(job: Job, isWatch: boolean): AgentResult {
  const ofWatch = isTerminal(job.status)
    ? "The job shows a terminal status that may still be the previous request's, and this run does not wait (wait: false)."
    : 'The job is not finished, and this run does not wait for it (wait: false).';
  const reason = isWatch
    ? ofWatch
    : 'Mintlify accepted the request, and this run does not wait for the job (wait: false).';
  return { outcome: 'started', reason, advice: watchAdvice('started', job), job, jobId: job.id };
}

/** @param jobId that was requested */
export function interruptedBeforeSending(jobId: string | undefined): AgentResult {
  const reason = 'The run was interrupted before anything was sent to Mintlify.';
  return { outcome: 'cancelled', reason, jobId };
}

/** How a create or message that was not accepted ends the run. */
export function afterPostFailure(
  post: Create | Message,
  error: PlatformError,
  isInterrupted: boolean,
): AgentResult {
  const common = { platformText: platformTextOf(error), jobId: jobOf(post) };
  if (!mayExist(error)) {
    const advice = `${error.advice} Nothing was started.`;
    return { ...common, outcome: 'error', reason: error.message, advice };
  }
  const what = post.kind === 'create' ? 'create the job' : 'send the follow-up';
  const why = isInterrupted ? 'the run was interrupted while the request was under way' : error.message;
  return {
    ...common,
    outcome: 'unknown',
    reason: `The request to ${what} was sent, but Mintlify may not have accepted it: ${why.replace(/\.$/, '')}.`,
    advice: `${error.advice} The action did not send it again, because a duplicate could cost twice. ${WHERE_TO_LOOK[post.kind]}`,
  };
}

const WHERE_TO_LOOK = {
  create:
    'Check the agent jobs in the Mintlify dashboard and the pull requests of the docs repository. If the job exists, watch it with its job-id and no prompt. If it does not, re-run the workflow.',
  message:
    'Check the job in the Mintlify dashboard. If the follow-up arrived, watch the job with its job-id and no prompt. If it did not, re-run the workflow.',
} as const;

export function afterWait(end: WaitEnd, jobId: string): AgentResult {
  const common = { job: end.job, jobId: end.job?.id ?? jobId, polls: end.polls };
  switch (end.kind) {
    case 'finished':
      return { ...common, ...finished(end.job) };
    case 'timeout': {
      const advice = `${end.error?.advice ?? ''} ${watchAdvice('timeout', end.job)}`.trim();
      const platformText = platformTextOf(end.error);
      return { ...common, outcome: 'timeout', reason: timeoutReason(end), advice, platformText };
    }
    case 'interrupted': {
      const reason = `The run was interrupted after waiting ${duration(end.waitedMs)}, and did not stop the job.`;
      return { ...common, outcome: 'cancelled', reason, advice: watchAdvice('cancelled', end.job) };
    }
    case 'broken': {
      const { message, advice } = end.error;
      return {
        ...common,
        outcome: 'error',
        reason: `The job could not be read: ${message}`,
        advice: isNotFound(end.error) ? advice : `${advice} ${watchAdvice('error', end.job)}`,
        platformText: platformTextOf(end.error),
      };
    }
  }
}

function platformTextOf(error: PlatformError | undefined): string | undefined {
  return error instanceof HttpError ? error.platformText : undefined;
}

function timeoutReason({ job, waitedMs, error }: Extract<WaitEnd, { kind: 'timeout' }>): string {
  const waited = duration(waitedMs);
  if (error) return `The job was not seen to finish in ${waited}, and the last poll failed: ${error.message}`;
  return job && isTerminal(job.status)
    ? `The job showed a terminal status after ${waited}, but it may still be the previous request's.`
    : `The job did not finish in ${waited}; timeout-minutes leaves no time for another poll.`;
}

function finished(job: Job): Pick<AgentResult, 'outcome' | 'reason' | 'advice'> {
  if (job.status === 'failed') return { outcome: 'failed', ...FAILED };
  if (job.status === 'archived') {
    return { outcome: 'archived', reason: 'The job has been archived.', advice: 'Start a new job.' };
  }
  if (pullRequestOf(job)) {
    return { outcome: 'pull-request', reason: 'The job completed and reported its pull request.' };
  }
  return { outcome: 'no-pull-request', ...(job.prLink ? NO_ADDRESS : NO_PULL_REQUEST) };
}

const FAILED = {
  reason: 'The agent met an error that it could not recover from; Mintlify gives no reason.',
  advice: 'Look at the job in the Mintlify dashboard, make the prompt more specific, and start a new job.',
};
const NO_ADDRESS = {
  reason: 'The job completed, and the pull request that it reported is not a web address.',
  advice: 'Look at the pull requests of the docs repository.',
};
const NO_PULL_REQUEST = {
  reason: 'The job completed and reported no pull request.',
  advice:
    'Either no file had to change, or the agent pushed the change directly, or Mintlify did not report the link: check the docs repository.',
};
