import { pullRequestOf } from '../platform/schemas.ts';
import { duration } from '../text/duration.ts';
import { counted } from '../text/numbers.ts';
import { AWAITED, type Checks } from './checks-text.ts';
import { type End, keepsRunning } from './end.ts';
import type { Outcome } from './outcome.ts';
import { sizeText } from './pull-request.ts';
import type { Target } from './replies/record.ts';

/** Facts that the report needs besides the end of the run. */
export interface Situation {
  /** Operation on the job: start, message or watch; undefined if it wasn't decided. */
  readonly does: Target['does'] | undefined;
  /** Whether an attempt of this request has ended as `unknown`. */
  readonly wasUnknown: boolean;
  /** Whether an attempt of this request has seen the job complete. */
  readonly wasCompleted: boolean;
  /** Thread on which people can comment; undefined if replies are off or GitHub refused the reply. */
  readonly thread: { readonly issue: number; readonly isPullRequestOfJob: boolean } | undefined;
}

/**
 * Next step for people: a sentence, an invitation to comment, or a suggestion to set `job-id`. The job's ID is remote
 * text.
 */
export type Step =
  | string
  | { readonly kind: 'comment'; readonly to: string; readonly effect: string; readonly isOnLines: boolean }
  | { readonly kind: 'job-id'; readonly to: string; readonly jobId: string; readonly and: string };

/** End of a run in words, for the log, the job summary, the reply and the notification. */
export interface EndReport {
  readonly outcome: Outcome;
  readonly headline: string;
  /**
   * Pull request of the job; undefined if the outcome isn't `pull-request`. `title` is remote text. If the pull request
   * wasn't read, `title` and `size` are empty.
   */
  readonly pullRequest:
    | { readonly url: string; readonly number: string; readonly title: string; readonly size: string }
    | undefined;
  /** Checks of the pull request; undefined if the run doesn't read checks. */
  readonly checks: Checks | undefined;
  readonly why: string;
  /** Whether the headline or a next step already gives the reason for the outcome. */
  readonly isObvious: boolean;
  /** Text of Mintlify's error response; empty if there is none. Remote text. */
  readonly quote: string;
  readonly next: readonly Step[];
  /** Duration and number of polls, such as `2 min 5 s, 8 polls`; empty after a timeout or without polls. */
  readonly took: string;
}

/** Builds the report that people read about the end of a run. */
export function reportOf(end: End, situation: Situation): EndReport {
  const { outcome, reason, platformText = '', polls = 0, durationMs = 0, pullRequest, change } = end;
  // Until a follow-up ends, the job may still report the pull request of the previous request.
  const reported = outcome === 'pull-request' ? pullRequestOf(end.job) : undefined;
  return {
    outcome,
    headline: headlineOf(end, situation),
    pullRequest: reported && {
      ...reported,
      title: pullRequest?.title ?? '',
      size: pullRequest ? sizeText(pullRequest, change) : '',
    },
    checks: end.checks,
    why: reason,
    isObvious:
      outcome === 'pull-request' || outcome === 'started' || outcome === 'archived' || isNotAccepted(end),
    quote: platformText,
    next: nextSteps(end, situation).filter((step) => step !== ''),
    // The reason for a timeout already says how long the run waited.
    took: polls > 0 && outcome !== 'timeout' ? `${duration(durationMs)}, ${counted(polls, 'poll')}` : '',
  };
}

/**
 * Checks whether the run was cancelled before Mintlify accepted the request, or before a watch read its job. The
 * headline and the next steps then say everything.
 */
function isNotAccepted({ outcome, job }: End): boolean {
  return outcome === 'cancelled' && job === undefined;
}

const HEADLINES = {
  'pull-request': '✅ The docs pull request is ready',
  'no-pull-request': '☑️ The docs agent finished without reporting a pull request',
  failed: '❌ The docs agent failed',
  archived: '🗄️ The job is archived',
  started: '🚀 The docs agent has started',
  timeout: '⏳ The docs agent is still working; this run stopped waiting',
  cancelled: '✋ The run was cancelled',
  unknown: '❓ The request was sent, but it may not have arrived',
  skipped: '⏭️ Skipped',
  error: '❌ The run ended in an error',
} as const satisfies Record<Outcome, string>;

/** Returns the headline of the report. A follow-up's headline says what changed since the previous request. */
function headlineOf(end: End, { does, wasUnknown }: Situation): string {
  const { outcome, job, pullRequest, change } = end;
  if (outcome === 'error' && !job && does !== 'watch') {
    return wasUnknown ? '❌ This attempt started nothing' : '❌ Nothing was started';
  }
  if (outcome === 'started' && does === 'watch') return '👷 The docs agent is working on it';
  if (outcome === 'timeout' && !keepsRunning(end)) return '⏳ This run stopped waiting for the docs agent';
  if (outcome !== 'pull-request') return HEADLINES[outcome];
  if (pullRequest?.state === 'merged') return '✅ The docs pull request is merged';
  if (pullRequest?.state === 'closed') return '☑️ The docs pull request is closed';
  if (does !== 'message') return HEADLINES[outcome];
  switch (change?.kind) {
    case 'new-commits':
      return `✅ The docs pull request has ${counted(change.count, 'new commit')}`;
    case 'rewritten':
      return '✅ The docs pull request was changed';
    case 'unchanged':
      return '☑️ The docs agent finished, and the docs pull request has no new commit';
    case undefined:
      return '✅ The docs agent finished the follow-up';
  }
}

const EARLIER_UNKNOWN =
  'An earlier attempt sent the request without learning whether it arrived, so there may be a job. Check the Mintlify dashboard before you re-run the workflow.';

/** Returns the next steps for people, in order. `reportOf` removes empty steps. */
function nextSteps(end: End, situation: Situation): Step[] {
  const { outcome, advice = '', job } = end;
  const { does, wasUnknown } = situation;
  const earlier = wasUnknown ? EARLIER_UNKNOWN : '';
  switch (outcome) {
    case 'pull-request':
      return [
        advice,
        end.checks === AWAITED ? 'This reply will be updated when the checks have completed.' : '',
        ...changeSteps(end, situation),
      ];
    case 'no-pull-request': {
      const to = does === 'watch' ? 'request changes' : 'send the same job a follow-up';
      return [advice, ...invitation({ to }, end, situation)];
    }
    case 'failed':
    case 'archived': {
      // A workflow for follow-ups or watches may set `job-id`. If it does, the next comment goes to that job again, so
      // the text doesn't promise a new job.
      const to = does === 'start' ? 'try again with a new job' : 'try again';
      return [
        advice,
        ...(situation.thread ? invitation({ to }, end, situation) : ['To try again, start a new job.']),
      ];
    }
    case 'started':
    case 'timeout':
      return [advice, ...watchSteps(end, situation)];
    case 'cancelled':
      if (job || does === 'watch') return watchSteps(end, situation);
      return [
        earlier,
        `${wasUnknown ? 'This attempt sent nothing.' : 'Nothing was sent.'} To send the request, re-run the workflow.`,
      ];
    case 'error':
      return [advice, ...(job && keepsRunning(end) ? watchSteps(end, situation) : [earlier])];
    case 'unknown':
    case 'skipped':
      return [advice];
  }
}

function changeSteps(end: End, situation: Situation): Step[] {
  const { does, thread } = situation;
  if (end.pullRequest && end.pullRequest.state !== 'open') {
    const effect = does === 'start' ? 'That starts a new job.' : '';
    return invitation({ to: 'request another change', effect }, end, situation);
  }
  // After a watch, the next comment goes to the watched job only if the thread has no record of another job.
  const effect = does === 'watch' ? '' : 'The request goes to the same job.';
  return invitation({ to: 'request changes', effect, isOnLines: thread?.isPullRequestOfJob }, end, situation);
}

interface Invitation {
  readonly to: string;
  readonly effect?: string;
  readonly isOnLines?: boolean | undefined;
}

/** Returns the step that invites another request: by comment or, if people can't comment, with the job's ID. */
function invitation(
  { to, effect = '', isOnLines = false }: Invitation,
  { jobId = '' }: End,
  { thread }: Situation,
): Step[] {
  if (thread) return [{ kind: 'comment', to, effect, isOnLines }];
  return [{ kind: 'job-id', to: 'send a follow-up', jobId, and: 'a prompt' }];
}

function watchSteps(end: End, { does, wasCompleted, thread }: Situation): Step[] {
  const runs = keepsRunning(end) ? 'The job keeps running in Mintlify.' : '';
  if (!thread) {
    const { jobId = '' } = end;
    return [runs, { kind: 'job-id', to: 'watch the job', jobId, and: 'no prompt' }];
  }
  const sendsAgain =
    does !== 'watch' && !wasCompleted
      ? 'If the job has failed or been archived by then, the re-run sends the request again, which may be billed.'
      : '';
  return [runs, 'To keep watching the job, re-run the workflow.', sendsAgain];
}

/**
 * Functions that make the parts of a next step safe for one output. `typed` formats text that people type, such as a
 * comment or an input, and `sentence` formats sentences.
 */
export interface StepStyle {
  typed(text: string): string;
  sentence(text: string): string;
}

/**
 * Returns the next steps as one paragraph.
 *
 * @param where place for comments, such as `here` or `on #12`
 */
export function stepsText({ next }: EndReport, where: string, phrase: string, style: StepStyle): string {
  return next.map((step) => stepText(step, where, phrase, style)).join(' ');
}

function stepText(step: Step, where: string, phrase: string, { typed, sentence }: StepStyle): string {
  if (typeof step === 'string') return sentence(step);
  if (step.kind === 'job-id') {
    return `To ${step.to}, run the action with ${typed(`job-id: ${step.jobId}`)} and ${step.and}.`;
  }
  const lines = step.isOnLines ? ', on a line or in a review' : '';
  return `To ${step.to}, comment ${typed(`${phrase} …`)} ${where}${lines}. ${step.effect}`.trim();
}
