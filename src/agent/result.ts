import type { PullRequest } from '../github/operations.ts';
import type { Job } from '../platform/schemas.ts';

/** What an outcome means. */
interface OutcomeFacts {
  /** A heading for the summary, as a person would say it. */
  readonly headline: string;
  /** The first words of the status comment, for the person who asked. */
  readonly inComment: string;
  /** The same in a list of requests. */
  readonly inShort: string;
  /** Whether it fails the step; `fail-on`: if that input names it. */
  readonly fails: 'always' | 'fail-on' | 'never';
  /** On the comment that asked; absent while the agent goes on. */
  readonly reaction?: 'rocket' | 'confused';
}

/** How a run of agent mode can end; the names are the values of the output `outcome`. */
const TABLE = {
  'pull-request': {
    headline: '✅ The docs pull request is open',
    inComment: '✅ The docs pull request is ready',
    inShort: 'pull request ready',
    fails: 'never',
    reaction: 'rocket',
  },
  'no-pull-request': {
    headline: '☑️ Finished: no pull request reported',
    inComment: '☑️ The docs agent has finished and reported no pull request',
    inShort: 'no pull request reported',
    fails: 'fail-on',
    reaction: 'rocket',
  },
  failed: {
    headline: '❌ The docs agent failed',
    inComment: '❌ The docs agent failed',
    inShort: 'failed',
    fails: 'fail-on',
    reaction: 'confused',
  },
  archived: {
    headline: '🗄️ The job is archived',
    inComment: '🗄️ The job is archived',
    inShort: 'archived',
    fails: 'fail-on',
    reaction: 'confused',
  },
  /** Accepted, and this run did not wait. */
  started: {
    headline: '🚀 The docs agent is at work',
    inComment: '🚀 The docs agent has started',
    inShort: 'started',
    fails: 'never',
  },
  timeout: {
    headline: '⏳ The time was up before the job was seen to finish',
    inComment: '⏳ The docs agent takes longer than this run waited',
    inShort: 'not seen to finish',
    fails: 'fail-on',
    reaction: 'confused',
  },
  cancelled: {
    headline: '✋ Interrupted: the job goes on',
    inComment: '✋ The run was interrupted',
    inShort: 'interrupted',
    fails: 'never',
    reaction: 'confused',
  },
  /** Sent, but whether it was accepted is not known. */
  unknown: {
    headline: '❓ Sent, but nobody knows whether it arrived',
    inComment: '❓ Nobody knows whether the request arrived',
    inShort: 'not known whether it arrived',
    fails: 'always',
    reaction: 'confused',
  },
  skipped: { headline: '⏭️ Skipped', inComment: '⏭️ Skipped', inShort: 'skipped', fails: 'never' },
  error: {
    headline: '❌ The run ended in an error',
    inComment: '❌ Something went wrong',
    inShort: 'went wrong',
    fails: 'always',
    reaction: 'confused',
  },
} as const satisfies Record<string, OutcomeFacts>;

export type Outcome = keyof typeof TABLE;
export const OUTCOMES: Readonly<Record<Outcome, OutcomeFacts>> = TABLE;

/** What a run of agent mode has to say when it ends. */
export interface AgentResult {
  readonly outcome: Outcome;
  /** One sentence made by this action, without remote text. */
  readonly reason: string;
  /** What to do about it, made by this action. */
  readonly advice?: string | undefined;
  /** What the platform said of an error. Remote text. */
  readonly platformText?: string | undefined;
  /** The job as last seen. */
  readonly job?: Job | undefined;
  /** Known even when no job could be read: the one that was asked for. */
  readonly jobId?: string | undefined;
  /** Absent if none was made. */
  readonly polls?: number | undefined;
  /** Milliseconds from the start of the request to the end of the wait; absent if nothing was sent or watched. */
  readonly durationMs?: number | undefined;
}

/** How much a pull request changes, in words. */
export function sizeOf({ files, additions, deletions }: PullRequest): string {
  return `${files} ${files === 1 ? 'file' : 'files'}, +${additions} −${deletions}`;
}

/** The id of the job, if a follow-up to it, or a watch, can make sense after this result; otherwise empty. */
export function idToGoOn({ outcome, job, jobId = '' }: AgentResult): string {
  if (outcome === 'failed' || outcome === 'archived') return '';
  return outcome !== 'error' || job !== undefined ? jobId : '';
}

/** A longer one would be cut in the output, and lead elsewhere. */
const LONGEST_URL = 2_000;

/**
 * The pull request of a job, if what it reports is an http(s) URL; anything else is not a link. The number has digits, or
 * nothing if the URL does not tell.
 */
export function pullRequestOf(job: Job | undefined): { url: string; number: string } | undefined {
  if (!job?.prLink || !URL.canParse(job.prLink)) return undefined;
  const url = new URL(job.prLink);
  if (!/^https?:$/.test(url.protocol) || url.href.length > LONGEST_URL) return undefined;
  // GitHub, GitLab and Bitbucket.
  const number = /\/(?:pull|merge_requests|pull-requests)\/(\d+)(?![^/])/.exec(url.pathname)?.[1] ?? '';
  return { url: url.href, number };
}
