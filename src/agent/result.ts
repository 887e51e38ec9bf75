import type { Job } from '../platform/schemas.ts';

/** How a run of agent mode ended; the values of the output `outcome`. */
export type Outcome =
  | 'pull-request'
  | 'no-pull-request'
  | 'failed'
  | 'archived'
  /** Accepted, and this run did not wait. */
  | 'started'
  | 'timeout'
  | 'cancelled'
  /** Sent, but whether it was accepted is not known. */
  | 'unknown'
  | 'skipped'
  | 'error';

/** What an outcome means, in one table. */
export interface OutcomeFacts {
  /** A heading for the summary, as a person would say it. */
  readonly headline: string;
  /** The same in the status comment. */
  readonly inComment: string;
  /** Whether it fails the step; `fail-on`: if that input names it. */
  readonly fails: 'always' | 'fail-on' | 'never';
}

export const OUTCOMES: Readonly<Record<Outcome, OutcomeFacts>> = {
  'pull-request': {
    headline: '✅ The docs pull request is open',
    inComment: 'pull request ready',
    fails: 'never',
  },
  'no-pull-request': {
    headline: '☑️ Finished: no pull request reported',
    inComment: 'finished, no pull request reported',
    fails: 'fail-on',
  },
  failed: { headline: '❌ The docs agent failed', inComment: 'the job failed', fails: 'fail-on' },
  archived: { headline: '🗄️ The job is archived', inComment: 'the job is archived', fails: 'fail-on' },
  started: { headline: '🚀 The docs agent is at work', inComment: 'started', fails: 'never' },
  timeout: {
    headline: '⏳ The time was up before the job was seen to finish',
    inComment: 'still running',
    fails: 'fail-on',
  },
  cancelled: { headline: '✋ Interrupted: the job goes on', inComment: 'interrupted', fails: 'never' },
  unknown: {
    headline: '❓ Sent, but nobody knows whether it arrived',
    inComment: 'not known whether the request arrived',
    fails: 'always',
  },
  skipped: { headline: '⏭️ Skipped', inComment: 'skipped', fails: 'never' },
  error: { headline: '❌ The run ended in an error', inComment: 'something went wrong', fails: 'always' },
};

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
  readonly polls: number;
  /** Milliseconds from the start of the request to the end of the wait. */
  readonly durationMs: number;
}

/** The id of the job, if a follow-up to it, or a watch, can make sense after this result; otherwise empty. */
export function idToGoOn({ outcome, job, jobId = '' }: AgentResult): string {
  if (outcome === 'failed' || outcome === 'archived') return '';
  return outcome !== 'error' || job !== undefined ? jobId : '';
}

/** A longer one would be cut in the output, and lead elsewhere. */
const LONGEST_URL = 2_000;

/** The pull request of a job, if what it reports is an http(s) URL. Anything else is not a link. */
export function pullRequestOf(job: Job | undefined): { url: string; number: string } | undefined {
  if (!job?.prLink || !URL.canParse(job.prLink)) return undefined;
  const url = new URL(job.prLink);
  if (!/^https?:$/.test(url.protocol) || url.href.length > LONGEST_URL) return undefined;
  // GitHub, GitLab and Bitbucket.
  const number = /\/(?:pull|merge_requests|pull-requests)\/(\d+)(?![^/])/.exec(url.pathname)?.[1] ?? '';
  return { url: url.href, number };
}
