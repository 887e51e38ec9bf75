import { adviceOnRefusedKey } from '../../mintlify/advice.ts';
import type { MintlifyError } from '../../mintlify/errors.ts';
import { isKeyRefused, isNotFound, mayHaveTakenEffect } from '../../mintlify/failures.ts';
import { type AgentJob, pullRequestOf } from '../../mintlify/schemas.ts';
import { formatDuration } from '../../text/duration.ts';
import { type RunResult, RunStopped } from '../result.ts';
import { isTerminal, type WaitResult } from './wait.ts';

// The results of a run that sent its request, or watched a job.

/** Returns whether the job may still be running. A cancelled run can't know, whatever status it saw last. */
export function keepsRunning({ outcome, job, isJobGone }: RunResult): boolean {
  if (outcome === 'cancelled') return true;
  const hasEnded = job !== undefined && isTerminal(job.status);
  return !isJobGone && !hasEnded;
}

/** The request was sent, and `wait` is `false`. */
export function resultOfAcceptance(job: AgentJob): RunResult {
  return startedBecause('Mintlify accepted the request', job);
}

/** The job was read once, and `wait` is `false`. */
export function resultOfLook(job: AgentJob): RunResult {
  const looksFinished = 'The job looks finished, but that status may still belong to the previous request';
  return startedBecause(isTerminal(job.status) ? looksFinished : 'The job is still running', job);
}

function startedBecause(what: string, job: AgentJob): RunResult {
  const reason = `${what}, and this run doesn't wait for the job (\`wait: false\`).`;
  return { outcome: 'started', reason, job, jobId: job.id };
}

/** What to do about a POST that may have taken effect. */
interface UnknownPost {
  readonly arrived: string;
  readonly look: string;
}

const NEW_JOB: UnknownPost = {
  arrived: 'the job was created',
  look: "Check the agent jobs in the Mintlify dashboard and the pull requests of the docs repository. If the job exists, run the action with its `job-id` and no prompt to watch it. If it doesn't, re-run the workflow.",
};
const FOLLOW_UP: UnknownPost = {
  arrived: 'the follow-up arrived',
  look: "Check the job in the Mintlify dashboard. If the follow-up arrived, run the action with the `job-id` and no prompt to watch the job. If it didn't, re-run the workflow.",
};

/** @param jobId job that the POST went to; undefined for a new job */
export function resultOfFailedPost(
  jobId: string | undefined,
  error: MintlifyError,
  isCancelled: boolean,
): RunResult {
  const what = causeFirst(error);
  const common = { responseText: error.responseText, jobId };
  if (!mayHaveTakenEffect(error)) {
    const reason = `${what}.`;
    return { ...common, outcome: 'error', reason, advice: error.advice, nothingWas: 'started' };
  }
  const why = isCancelled ? 'The run was cancelled while it was sending the request' : what;
  const advice = isCancelled ? '' : error.advice;
  const { arrived, look } = jobId === undefined ? NEW_JOB : FOLLOW_UP;
  const notRepeated = "The action didn't send the request again, to avoid paying for a duplicate.";
  return {
    ...common,
    outcome: 'unknown',
    reason: `${why}, so it's unknown whether ${arrived}.`,
    advice: `${advice} ${notRepeated} ${look}`.trim(),
  };
}

/**
 * Stops a re-run that sends nothing, because an earlier attempt was cut off before or while it sent the request.
 *
 * @param jobId job that the request would have gone to; undefined for a new job
 */
export function earlierWasCutOff(jobId: string | undefined): RunStopped {
  const { arrived, look } = jobId === undefined ? NEW_JOB : FOLLOW_UP;
  return new RunStopped({
    outcome: 'unknown',
    reason: `An earlier attempt was cut off when it may have sent the request, so it's unknown whether ${arrived}.`,
    advice: `This attempt sent nothing, to avoid paying for a duplicate. ${look}`,
    jobId,
  });
}

/** @param jobId job that was waited for */
export function resultOfWait(wait: WaitResult, jobId: string): RunResult {
  const { job, polls } = wait;
  const common = { job, jobId: job?.id ?? jobId, polls };
  switch (wait.kind) {
    case 'finished':
      return { ...common, ...resultOfFinishedJob(wait.job) };
    case 'timeout': {
      const { error } = wait;
      const reason = timeoutReason(wait);
      return {
        ...common,
        outcome: 'timeout',
        reason,
        advice: error?.help,
        responseText: error?.responseText,
      };
    }
    case 'interrupted': {
      const waited = formatDuration(wait.waitedMs);
      const reason = `The run was cancelled after waiting ${waited}, but the job wasn't stopped.`;
      return { ...common, outcome: 'cancelled', reason };
    }
    case 'broken':
      return { ...common, ...unreadable(wait.error, job) };
  }
}

/** The job couldn't be read, and more polls can't mend that. */
function unreadable(error: MintlifyError, job: AgentJob | undefined): Omit<RunResult, 'job' | 'jobId'> {
  const isJobGone = isNotFound(error);
  const isRefused = isKeyRefused(error);
  const advice = error.advice;
  return {
    outcome: 'error',
    reason: isJobGone
      ? `Mintlify no longer has the job: ${error.message}`
      : `${causeFirst(error)}, so the job couldn't be read.`,
    advice: isRefused && job ? adviceOnRefusedKey(advice, job.id) : advice,
    responseText: error.responseText,
    isJobGone,
    isKeyRefused: isRefused,
  };
}

/** Puts the cause before the message: "The API key is wrong or has expired: POST … returned 401". */
function causeFirst({ likelyCause, message }: MintlifyError): string {
  const what = message.replace(/\.$/, '');
  return likelyCause === '' ? what : `${likelyCause.replace(/\.$/, '')}: ${what}`;
}

function timeoutReason({ job, waitedMs, error }: Extract<WaitResult, { kind: 'timeout' }>): string {
  const waited = formatDuration(waitedMs);
  if (error)
    return `It's unknown whether the job finished within ${waited}, because its last status couldn't be read: ${error.message}`;
  if (job && isTerminal(job.status))
    return `The job looked finished after ${waited}, but that status may still belong to the previous request.`;
  return `The job did not finish within ${waited} (\`timeout-minutes\`).`;
}

function resultOfFinishedJob(job: AgentJob): Pick<RunResult, 'outcome' | 'reason' | 'advice'> {
  if (job.status === 'archived') return { outcome: 'archived', reason: 'The job is archived.' };
  if (job.status === 'failed')
    return {
      outcome: 'failed',
      reason: "Mintlify's agent failed. Mintlify doesn't say why.",
      advice:
        'Look at the job in the Mintlify dashboard. Then re-run the workflow, or make the prompt more specific.',
    };
  if (pullRequestOf(job))
    return { outcome: 'pull-request', reason: 'The job completed and reported its pull request.' };
  if (job.prLink)
    return {
      outcome: 'no-pull-request',
      reason: "The job completed, but the link that it reported isn't a pull request.",
      advice: 'Look at the pull requests of the docs repository.',
    };
  return {
    outcome: 'no-pull-request',
    reason: 'The job completed without reporting a pull request.',
    advice:
      "Either nothing had to change, the agent pushed the change directly, or Mintlify didn't report the link. Check the docs repository.",
  };
}
