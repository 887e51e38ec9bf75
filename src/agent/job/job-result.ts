import { adviceOnRefusedKey } from '../../mintlify/advice.ts';
import type { MintlifyError } from '../../mintlify/errors.ts';
import { isKeyRefused, isNotFound, mayHaveTakenEffect } from '../../mintlify/failures.ts';
import { type AgentJob, pullRequestOf } from '../../mintlify/schemas.ts';
import { formatDuration } from '../../text/duration.ts';
import { joinNonEmpty } from '../../text/join.ts';
import { type RunResult, RunStopped } from '../run-result.ts';
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

function startedBecause(what: string, job: AgentJob): RunResult {
  const reason = `${what}, and this run doesn't wait for the job (\`wait: false\`).`;
  return { outcome: 'started', reason, job, jobId: job.id };
}

/** What is unknown of a POST that may have taken effect, and what to do about it. */
const NEW_JOB = {
  arrived: 'the job was created',
  look: "Check the agent jobs in the Mintlify dashboard and the pull requests of the docs repository. If the job exists, run the action with its `job-id` and no prompt to watch it. If it doesn't, re-run the workflow.",
};
const FOLLOW_UP = {
  arrived: 'the follow-up arrived',
  look: "Check the job in the Mintlify dashboard. If the follow-up arrived, run the action with the `job-id` and no prompt to watch the job. If it didn't, re-run the workflow.",
};

const EITHER = {
  arrived: 'the request arrived',
  look: 'Check the agent jobs in the Mintlify dashboard and the pull requests of the docs repository. If a job has this request, run the action with its `job-id` and no prompt to watch it. If none has it, re-run the workflow.',
};

/** What an attempt that was cut off may have sent: a new job, a follow-up to a job, or one of both. */
export type CutOffAdvice = Readonly<{ about: 'new job' | 'either' } | { about: 'follow-up'; jobId: string }>;

/** @param jobId job that the POST went to; undefined for a new job */
export function resultOfFailedPost(
  jobId: string | undefined,
  error: MintlifyError,
  isCancelled: boolean,
): RunResult {
  const { advice, responseText } = error;
  const what = causeFirst(error);
  if (!mayHaveTakenEffect(error))
    return { outcome: 'error', reason: `${what}.`, advice, nothingWas: 'started', responseText, jobId };
  const why = isCancelled ? 'The run was cancelled while it was sending the request' : what;
  const { arrived, look } = jobId ? FOLLOW_UP : NEW_JOB;
  const notRepeated = "The action didn't send the request again, to avoid paying for a duplicate.";
  return {
    outcome: 'unknown',
    reason: `${why}, so it's unknown whether ${arrived}.`,
    advice: joinNonEmpty([isCancelled ? '' : advice, notRepeated, look], ' '),
    responseText,
    jobId,
  };
}

/** Stops a re-run that sends nothing, because an earlier attempt was cut off before or while it sent the request. */
export function earlierWasCutOff(advice: CutOffAdvice): RunStopped {
  const { arrived, look } = { 'new job': NEW_JOB, 'follow-up': FOLLOW_UP, either: EITHER }[advice.about];
  return new RunStopped({
    outcome: 'unknown',
    reason: `An earlier attempt was cut off when it may have sent the request, so it's unknown whether ${arrived}.`,
    advice: `This attempt sent nothing, to avoid paying for a duplicate. ${look}`,
    jobId: advice.about === 'follow-up' ? advice.jobId : undefined,
  });
}

/** @param jobId job that was waited for @param isAccepted whether Mintlify accepted the request before */
export function resultOfWait(wait: WaitResult, jobId: string, isAccepted: boolean): RunResult {
  const { job, polls } = wait;
  const common = { job, jobId, polls };
  switch (wait.kind) {
    case 'finished':
      return { ...common, ...resultOfFinishedJob(wait.job) };
    case 'seen':
      return { ...common, ...resultOfLook(wait.job) };
    case 'timeout': {
      const { help, responseText } = wait.error ?? {};
      return {
        ...common,
        outcome: 'timeout',
        reason: timeoutReason(wait, wait.error),
        advice: help,
        responseText,
      };
    }
    case 'interrupted': {
      const waited = formatDuration(wait.waitedMs);
      const reason = `The run was cancelled after waiting ${waited}, but the job wasn't stopped.`;
      return { ...common, outcome: 'cancelled', reason };
    }
    case 'broken':
      return { ...common, ...unreadable(wait.error, isAccepted || job ? jobId : undefined) };
  }
}

/** The job was read once, and `wait` is `false`. */
function resultOfLook(job: AgentJob) {
  const looksFinished = 'The job looks finished, but that status may still belong to the previous request';
  return startedBecause(isTerminal(job.status) ? looksFinished : 'The job is still running', job);
}

/** The job couldn't be read, and more polls can't mend that. @param acceptedJob a job that certainly runs */
function unreadable(error: MintlifyError, acceptedJob: string | undefined): RunResult {
  const { message, advice, responseText } = error;
  const isJobGone = isNotFound(error);
  const isRefused = isKeyRefused(error);
  return {
    outcome: 'error',
    reason: isJobGone
      ? `Mintlify no longer has the job: ${message}`
      : `${causeFirst(error)}, so the job couldn't be read.`,
    advice: isRefused && acceptedJob ? adviceOnRefusedKey(advice, acceptedJob) : advice,
    responseText,
    isJobGone,
    isKeyRefused: isRefused,
  };
}

/** Puts the cause before the message: "The API key is wrong or has expired: POST … returned 401". */
function causeFirst({ likelyCause, message }: MintlifyError) {
  const what = message.replace(/\.$/, '');
  return likelyCause ? `${likelyCause.replace(/\.$/, '')}: ${what}` : what;
}

function timeoutReason({ job, waitedMs }: WaitResult, error: MintlifyError | undefined) {
  const waited = formatDuration(waitedMs);
  if (error)
    return `It's unknown whether the job finished within ${waited}, because its last status couldn't be read: ${error.message}`;
  if (job && isTerminal(job.status))
    return `The job looked finished after ${waited}, but that status may still belong to the previous request.`;
  return `The job did not finish within ${waited} (\`timeout-minutes\`).`;
}

function resultOfFinishedJob(job: AgentJob): RunResult {
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
