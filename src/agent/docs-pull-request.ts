import { pullRequestAt } from '../github/address.ts';
import { OPTIONAL_RETRY_MS } from '../github/api.ts';
import { GithubError } from '../github/errors.ts';
import { getPullRequest, type PullSize } from '../github/operations.ts';
import type { RequestContext } from './context.ts';

/** A job's pull request as GitHub shows it. */
export interface PullRequestState {
  readonly url: string;
  readonly state: 'open' | 'merged' | 'closed';
  /** Remote text. */
  readonly title: string;
  /** SHA of the last commit. */
  readonly head: string;
  /** Undefined if GitHub doesn't say. */
  readonly size: PullSize | undefined;
}

/** A job's pull request before a follow-up. */
export interface PullRequestBefore {
  readonly url: string;
  readonly head: string;
  /** Number of commits; undefined if GitHub doesn't say. */
  readonly commits?: number | undefined;
}

/**
 * What changed since a follow-up was sent. `rewritten`: another head, but no more commits than before. `changed`: another
 * head, and an unknown number of commits.
 */
export type PullRequestChange =
  | { readonly kind: 'new-commits'; readonly count: number }
  | { readonly kind: 'rewritten' | 'changed' | 'unchanged' };

/** What GitHub says of a job's pull request. `none`: it is on another server, or there is none. */
export type PullRequestReading =
  | { readonly kind: 'read'; readonly pull: PullRequestState }
  | { readonly kind: 'unseen'; readonly error: GithubError }
  | { readonly kind: 'none' };

/** Reads a job's pull request. @param url as Mintlify reported it */
export async function readPullRequest(
  url: string | undefined,
  { github, workflowRun: { serverUrl } }: RequestContext,
): Promise<PullRequestReading> {
  const address = pullRequestAt(url, serverUrl);
  if (!github || !address) return { kind: 'none' };
  const { repository, issue } = address;
  try {
    const api = github.forRepository(repository);
    const options = { retryForMs: OPTIONAL_RETRY_MS };
    const { merged, state, title, head, size } = await api.call(
      getPullRequest,
      { pull_number: issue },
      options,
    );
    const pull: PullRequestState = {
      url: `${serverUrl}/${repository}/pull/${issue}`,
      state: merged ? 'merged' : state === 'open' ? 'open' : 'closed',
      title,
      head,
      size,
    };
    return { kind: 'read', pull };
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    return { kind: 'unseen', error };
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
