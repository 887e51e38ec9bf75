import { adviceAfterAccepted } from '../platform/advice.ts';
import { HttpError, type PlatformError } from '../platform/errors.ts';
import { isNotFound, mayExist } from '../platform/failures.ts';
import { type Job, pullRequestOf } from '../platform/schemas.ts';
import { duration } from '../text/duration.ts';
import type { PullRequestChange, PullRequestState } from './pull-request.ts';
import { isTerminal, type WaitEnd } from './wait.ts';

/** Values of the output `outcome`. */
export type Outcome =
  | ('pull-request' | 'no-pull-request' | 'failed' | 'archived' | 'started' | 'timeout')
  | ('cancelled' | 'unknown' | 'skipped' | 'error');

/** How a run ended, as data. `words.ts` turns it into the texts that people read. */
export interface End {
  readonly outcome: Outcome;
  /** Sentence with the cause first. It contains no remote text, except names in a skip's reason. */
  readonly reason: string;
  readonly advice?: string | undefined;
  /** Text of Mintlify's error response. Remote text. */
  readonly platformText?: string | undefined;
  readonly job?: Job | undefined;
  readonly jobId?: string | undefined;
  /** Whether Mintlify no longer has the job. */
  readonly isGone?: boolean;
  readonly polls?: number | undefined;
  /** From the start of the request to the end of the wait. */
  readonly durationMs?: number | undefined;
  readonly pullRequest?: PullRequestState | undefined;
  readonly change?: PullRequestChange | undefined;
}

/** Thrown by any phase of a run to stop it with an end. */
export class Stop extends Error {
  override readonly name = 'Stop';
  readonly end: End;

  constructor(end: End) {
    super(end.reason);
    this.end = end;
  }
}

export function skipped(reason: string): Stop {
  return new Stop({ outcome: 'skipped', reason });
}

/** Stops with an error before anything is sent to Mintlify. */
export function nothingSent(reason: string, advice = ''): Stop {
  return new Stop({ outcome: 'error', reason, advice: `${advice} Nothing was sent.`.trim() });
}

/** @param jobId job that the request would have gone to */
export function cancelledBeforeSending(jobId: string | undefined): End {
  return {
    outcome: 'cancelled',
    reason: 'The run was cancelled before anything was sent to Mintlify.',
    jobId,
  };
}

/** Returns whether the job may still be running. A cancelled run can't know, whatever status it saw last. */
export function keepsRunning({ outcome, job, isGone }: End): boolean {
  return outcome === 'cancelled' || !(isGone || isTerminal(job?.status ?? ''));
}

/** @param isWatch whether this run sent nothing */
export function started(job: Job, isWatch: boolean): End {
  const does = isWatch
    ? isTerminal(job.status)
      ? 'The job looks finished, but that status may still belong to the previous request'
      : 'The job is still running'
    : 'Mintlify accepted the request';
  const reason = `${does}, and this run doesn't wait for the job (\`wait: false\`).`;
  return { outcome: 'started', reason, job, jobId: job.id };
}

/** @param jobId job that the POST went to; undefined for a new job */
export function afterPostFailure(jobId: string | undefined, error: PlatformError, isCancelled: boolean): End {
  const { what, advice } = causeFirst(error);
  const common = { platformText: error.platformText, jobId };
  if (!mayExist(error))
    return { ...common, outcome: 'error', reason: `${what}.`, advice: `${advice} Nothing was started.` };
  const why = isCancelled ? 'The run was cancelled while it was sending the request' : what;
  const { arrived, look } = jobId === undefined ? NEW_JOB : FOLLOW_UP;
  const kept = "The action didn't send the request again, to avoid paying for a duplicate.";
  return {
    ...common,
    outcome: 'unknown',
    reason: `${why}, so it's unknown whether ${arrived}.`,
    advice: `${isCancelled ? '' : advice} ${kept} ${look}`.trim(),
  };
}

const NEW_JOB = {
  arrived: 'the job was created',
  look: "Check the agent jobs in the Mintlify dashboard and the pull requests of the docs repository. If the job exists, run the action with its `job-id` and no prompt to watch it. If it doesn't, re-run the workflow.",
};
const FOLLOW_UP = {
  arrived: 'the follow-up arrived',
  look: "Check the job in the Mintlify dashboard. If the follow-up arrived, run the action with the `job-id` and no prompt to watch the job. If it didn't, re-run the workflow.",
};

/** Stops a re-run that sends nothing, because an earlier attempt was cut off while it sent the request. */
export function earlierWasCutOff(): Stop {
  return new Stop({
    outcome: 'unknown',
    reason: 'An earlier attempt was cut off before it learned whether Mintlify accepted the request.',
    advice: `This attempt sent nothing, to avoid paying for a duplicate. ${NEW_JOB.look}`,
  });
}

export function afterWait(end: WaitEnd, jobId: string): End {
  const { job, polls } = end;
  const error = 'error' in end ? end.error : undefined;
  const common = { job, jobId: job?.id ?? jobId, polls, platformText: error?.platformText };
  switch (end.kind) {
    case 'finished':
      return { ...common, ...finished(end.job) };
    case 'timeout':
      return { ...common, outcome: 'timeout', reason: timeoutReason(end), advice: error?.advice };
    case 'interrupted': {
      const reason = `The run was cancelled after waiting ${duration(end.waitedMs)}, but the job wasn't stopped.`;
      return { ...common, outcome: 'cancelled', reason };
    }
    case 'broken': {
      const isGone = isNotFound(end.error);
      const { what, advice } = causeFirst(end.error, job && adviceAfterAccepted(end.error, job.id));
      const reason = isGone
        ? `Mintlify no longer has the job: ${end.error.message}`
        : `${what}, so the job couldn't be read.`;
      return { ...common, outcome: 'error', reason, advice, isGone };
    }
  }
}

/** Puts the cause before the message: "The API key is wrong or has expired: POST … returned 401". */
function causeFirst(error: PlatformError, advice = error.advice) {
  const message = error.message.replace(/\.$/, '');
  const [cause = '', ...others] = advice.split(/(?<=\.) /);
  const hasCause = error instanceof HttpError && (others.length > 0 || error.status >= 500);
  if (!hasCause) return { what: message, advice };
  return { what: `${cause.replace(/\.$/, '')}: ${message}`, advice: others.join(' ') };
}

function timeoutReason({ job, waitedMs, error }: Extract<WaitEnd, { kind: 'timeout' }>): string {
  const waited = duration(waitedMs);
  if (error)
    return `It's unknown whether the job finished within ${waited}, because its last status couldn't be read: ${error.message}`;
  return job && isTerminal(job.status)
    ? `The job looked finished after ${waited}, but that status may still belong to the previous request.`
    : `The job did not finish within ${waited} (\`timeout-minutes\`).`;
}

function finished(job: Job): Pick<End, 'outcome' | 'reason' | 'advice'> {
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
