import { HttpError, type PlatformError } from '../platform/errors.ts';
import { mayExist } from '../platform/failures.ts';
import type { Job } from '../platform/schemas.ts';
import { duration } from '../text/duration.ts';
import { type Decision, jobOf } from './decide.ts';
import { type AgentResult, pullRequestOf } from './result.ts';
import { isTerminal, type WaitEnd } from './wait.ts';

const WATCH_IT =
  'The job goes on remotely. To watch it, run this action with the same project-id and this job-id, and no prompt.';

/** What is sent, at most once. */
export type Post = Extract<Decision, { kind: 'create' | 'message' }>;

export function started(job: Job, { kind }: Pick<Decision, 'kind'>): AgentResult {
  const reason =
    kind === 'watch'
      ? 'The job is not finished, and this run does not wait for it (wait: false).'
      : 'The platform accepted the request, and this run does not wait for the job (wait: false).';
  return { outcome: 'started', reason, advice: WATCH_IT, job, jobId: job.id };
}

/** @param jobId that was asked for */
export function interruptedBeforeSending(jobId: string | undefined): AgentResult {
  const reason = 'The run was interrupted before anything was sent to the platform.';
  return { outcome: 'cancelled', reason, jobId };
}

/** How a create or message that was not accepted ends the run. */
export function afterPostFailure(post: Post, error: PlatformError, interrupted: boolean): AgentResult {
  const common = { platformText: platformTextOf(error), jobId: jobOf(post) };
  if (!mayExist(error)) {
    const advice = `${error.advice} Nothing was started.`;
    return { ...common, outcome: 'error', reason: error.message, advice };
  }
  const what = post.kind === 'create' ? 'create the job' : 'send the follow-up';
  const why = interrupted ? 'the run was interrupted while the request was under way' : error.message;
  return {
    ...common,
    outcome: 'unknown',
    reason: `The request to ${what} was sent, and nobody knows whether the platform accepted it: ${why.replace(/\.$/, '')}.`,
    advice: `${error.advice} It was not sent again, since that could pay for the work twice. ${WHERE_TO_LOOK[post.kind]}`,
  };
}

const WHERE_TO_LOOK = {
  create:
    'Look at the agent jobs in the platform dashboard, and at the pull requests of the docs repository. If the job is there, watch it with its job-id and no prompt; if not, run the workflow again.',
  message:
    'Look at the job in the platform dashboard. If the message arrived, watch the job with its job-id and no prompt; if not, run the workflow again.',
} as const;

export function afterWait(end: WaitEnd, jobId: string): AgentResult {
  const common = { job: end.job, jobId: end.job?.id ?? jobId, polls: end.polls };
  switch (end.kind) {
    case 'finished':
      return { ...common, ...finished(end.job) };
    case 'timeout': {
      const advice = end.error ? `${end.error.advice} ${WATCH_IT}` : WATCH_IT;
      const platformText = platformTextOf(end.error);
      return { ...common, outcome: 'timeout', reason: timeoutReason(end), advice, platformText };
    }
    case 'interrupted': {
      const reason = `The run was interrupted after ${duration(end.waitedMs)} of waiting, and did not stop the job.`;
      return { ...common, outcome: 'cancelled', reason, advice: WATCH_IT };
    }
    case 'broken': {
      const { message, advice } = end.error;
      const platformText = platformTextOf(end.error);
      return {
        ...common,
        outcome: 'error',
        reason: `The job could not be read: ${message}`,
        advice,
        platformText,
      };
    }
  }
}

function platformTextOf(error: PlatformError | undefined): string | undefined {
  return error instanceof HttpError ? error.platformText : undefined;
}

function timeoutReason({ job, waitedMs, error }: Extract<WaitEnd, { kind: 'timeout' }>): string {
  const waited = `${duration(waitedMs)} of waiting`;
  if (error)
    return `This run did not see the job finish in ${waited}, and the last poll failed: ${error.message}`;
  return job && isTerminal(job.status)
    ? `The job showed a finished status after ${waited}, but it may still be that of the request before.`
    : `The job had not finished after ${waited}; timeout-minutes leaves no time for another poll.`;
}

function finished(job: Job): Pick<AgentResult, 'outcome' | 'reason' | 'advice'> {
  if (job.status === 'failed') return { outcome: 'failed', ...FAILED };
  if (job.status === 'archived') {
    return { outcome: 'archived', reason: 'The job has been archived.', advice: 'Start a new job to go on.' };
  }
  if (pullRequestOf(job)) {
    return { outcome: 'pull-request', reason: 'The job completed, and its pull request is open.' };
  }
  return { outcome: 'no-pull-request', ...(job.prLink ? NO_ADDRESS : NO_PULL_REQUEST) };
}

const FAILED = {
  reason: 'The agent met an error that it could not recover from; the platform gives no reason.',
  advice: 'Look at the job in the platform dashboard, make the prompt more specific, and start a new job.',
};
const NO_ADDRESS = {
  reason: 'The job completed, and the pull request that it reported is not a web address.',
  advice: 'Look at the pull requests of the docs repository.',
};
const NO_PULL_REQUEST = {
  reason: 'The job completed and reported no pull request.',
  advice:
    'Either no file had to change, or the agent pushed the change directly, or the platform did not report the link: look at the docs repository.',
};
