import { pullRequestAt } from '../github/address.ts';
import { OPTIONAL_CALL } from '../github/api.ts';
import { GithubError } from '../github/errors.ts';
import { getPullRequest, type PullSize } from '../github/operations.ts';
import type { RequestContext } from './request-context.ts';

/** A job's pull request as GitHub shows it. */
export type PullRequestState = Readonly<{
  url: string;
  state: 'open' | 'merged' | 'closed';
  /** Remote text. */
  title: string;
  /** SHA of the last commit. */
  head: string;
  /** Undefined if GitHub doesn't say. */
  size: PullSize | undefined;
}>;

/** A job's pull request before a follow-up. */
export type PullRequestBefore = Readonly<{
  url: string;
  head: string;
  /** Number of commits; undefined if GitHub doesn't say. */
  commits?: number | undefined;
}>;

/**
 * What changed since a follow-up was sent. `rewritten`: another head, but no more commits than before. `changed`: another
 * head, and an unknown number of commits.
 */
export type PullRequestChange = Readonly<
  { kind: 'new-commits'; count: number } | { kind: 'rewritten' | 'changed' | 'unchanged' }
>;

/** What GitHub says of a job's pull request, or why it doesn't. Neither if there is none, or it is on another server. */
export type PullRequestReading = Readonly<{ pull?: PullRequestState; error?: GithubError }>;

/** Reads a job's pull request. @param url as Mintlify reported it */
export async function readPullRequest(
  url: string | undefined,
  { github, workflowRun: { serverUrl } }: RequestContext,
): Promise<PullRequestReading> {
  const address = pullRequestAt(url, serverUrl);
  if (!github || !address) return {};
  const { repository, issue } = address;
  const api = github.forRepository(repository);
  try {
    const read = await api.call(getPullRequest, { pull_number: issue }, OPTIONAL_CALL);
    const { title, head, size } = read;
    const openOrClosed = read.state === 'open' ? 'open' : 'closed';
    const state = read.merged ? 'merged' : openOrClosed;
    return { pull: { url: `${serverUrl}/${repository}/pull/${issue}`, state, title, head, size } };
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    return { error };
  }
}

/** Undefined if the earlier state isn't known, or is of another pull request. */
export function changeSince(
  before: PullRequestBefore | undefined,
  now: PullRequestState,
): PullRequestChange | undefined {
  if (before?.url !== now.url) return undefined;
  if (before.head === now.head) return { kind: 'unchanged' };
  if (before.commits === undefined || !now.size) return { kind: 'changed' };
  const count = now.size.commits - before.commits;
  return count > 0 ? { kind: 'new-commits', count } : { kind: 'rewritten' };
}
