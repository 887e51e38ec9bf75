import type { GithubError } from '../github/api.ts';
import type { Job } from '../platform/schemas.ts';
import { counted } from '../text/numbers.ts';
import type { PullRequestChange, PullRequestState } from './pull-request.ts';

/**
 * How a run of agent mode can end; the names are the values of the output `outcome`. The headline is for people: in the
 * reply, the summary and a notification. `fail-on`: it fails the step if that input names it.
 */
export const OUTCOMES = {
  'pull-request': { headline: '✅ The docs pull request is ready', fails: 'never' },
  'no-pull-request': {
    headline: '☑️ The docs agent finished and reported no pull request',
    fails: 'fail-on',
  },
  failed: { headline: '❌ The docs agent failed', fails: 'fail-on' },
  archived: { headline: '🗄️ The job is archived', fails: 'fail-on' },
  /** Accepted, and this run did not wait. */
  started: { headline: '🚀 The docs agent has started', fails: 'never' },
  timeout: { headline: '⏳ The docs agent needs longer than this run waited', fails: 'fail-on' },
  cancelled: { headline: '✋ The run was interrupted', fails: 'never' },
  /** Sent, but whether it was accepted is not known. */
  unknown: { headline: '❓ The request was sent, but it may not have arrived', fails: 'always' },
  skipped: { headline: '⏭️ Skipped', fails: 'never' },
  error: { headline: '❌ The run ended in an error', fails: 'always' },
} as const satisfies Record<string, { headline: string; fails: 'always' | 'fail-on' | 'never' }>;

export type Outcome = keyof typeof OUTCOMES;
export const OUTCOME_NAMES = Object.keys(OUTCOMES) as [Outcome, ...Outcome[]];

/** What a run of agent mode reports when it ends. */
export interface AgentResult {
  readonly outcome: Outcome;
  /** One sentence made by this action, without remote text. */
  readonly reason: string;
  /** What to do about it, made by this action. */
  readonly advice?: string | undefined;
  /** What Mintlify's API said of an error. Remote text. */
  readonly platformText?: string | undefined;
  /** The job as last seen. */
  readonly job?: Job | undefined;
  /** Known even when no job could be read: the one that was requested. */
  readonly jobId?: string | undefined;
  /** Absent if none was made. */
  readonly polls?: number | undefined;
  /** Milliseconds from the start of the request to the end of the wait; absent if nothing was sent or watched. */
  readonly durationMs?: number | undefined;
  /** The job had another request before this one. */
  readonly isFollowUp?: boolean;
  /** The job's pull request at the end; absent if it was not read. */
  readonly pullRequest?: PullRequestState | undefined;
  /** What the follow-up changed in it; absent if that is not known. */
  readonly change?: PullRequestChange | undefined;
}

/** The first line that people read. A follow-up's never looks like the one of the request before it. */
export function headlineOf({ outcome, isFollowUp, pullRequest, change }: AgentResult): string {
  if (outcome !== 'pull-request') return OUTCOMES[outcome].headline;
  if (pullRequest?.state === 'merged') return '✅ The docs pull request is merged';
  if (pullRequest?.state === 'closed') return '☑️ The docs pull request is closed';
  if (!isFollowUp) return OUTCOMES[outcome].headline;
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

/** GitHub did not say what decides what is sent. @param what could not be done, as the beginning of a sentence */
export function nothingSent(what: string, { message, advice }: GithubError): AgentResult {
  const again = 'Nothing was sent, since sending it twice could cost twice. Run the workflow again.';
  return { outcome: 'error', reason: `${what}: ${message}`, advice: `${again} ${advice}`.trim() };
}

/** Whether the outcome fails the step. */
export function isFailure({ outcome }: AgentResult, failOn: ReadonlySet<string>): boolean {
  const { fails } = OUTCOMES[outcome];
  return fails === 'always' || (fails === 'fail-on' && failOn.has(outcome));
}

/** The id of the job, if a follow-up to it, or a watch, can make sense after this result; otherwise empty. */
export function reusableJobId({ outcome, job, jobId = '' }: AgentResult): string {
  if (outcome === 'failed' || outcome === 'archived') return '';
  return outcome !== 'error' || job !== undefined ? jobId : '';
}

/** A longer one would be cut in the output, and lead elsewhere. */
const LONGEST_URL = 2_000;

/**
 * The pull request of a job, if what it reports is an http(s) URL; anything else is not a link. The number has digits, or
 * is empty if the URL has none.
 */
export function pullRequestOf(job: Job | undefined): { url: string; number: string } | undefined {
  if (!job?.prLink || !URL.canParse(job.prLink)) return undefined;
  const url = new URL(job.prLink);
  if (!/^https?:$/.test(url.protocol) || url.href.length > LONGEST_URL) return undefined;
  // GitHub, GitLab and Bitbucket.
  const number = /\/(?:pull|merge_requests|pull-requests)\/(\d+)(?![^/])/.exec(url.pathname)?.[1] ?? '';
  return { url: url.href, number };
}
