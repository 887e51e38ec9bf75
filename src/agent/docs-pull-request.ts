import { OPTIONAL_RETRY_MS } from '../github/api.ts';
import { GithubError } from '../github/errors.ts';
import { getPullRequest } from '../github/operations.ts';
import { equalsIgnoringCase } from '../text/compare.ts';
import type { RequestContext } from './context.ts';

/** A job's pull request as GitHub shows it. */
export interface PullRequestState {
  readonly url: string;
  readonly state: 'open' | 'merged' | 'closed';
  /** Remote text. */
  readonly title: string;
  /** SHA of the last commit. */
  readonly head: string;
  readonly commits: number;
  readonly files: number;
  readonly additions: number;
  readonly deletions: number;
}

/** What changed since a follow-up was sent. `rewritten`: another head, but no more commits than before. */
export type PullRequestChange =
  | { readonly kind: 'new-commits'; readonly count: number }
  | { readonly kind: 'rewritten' | 'unchanged' };

/** Repository (`owner/name`) and number of an issue or pull request. */
export interface ThreadAddress {
  readonly repository: string;
  readonly issue: number;
}

export function isSameThread(one: ThreadAddress, other: ThreadAddress): boolean {
  return equalsIgnoringCase(one.repository, other.repository) && one.issue === other.issue;
}

/** Parses the URL of a pull request, or of one of its pages. Undefined for other URLs, and for other servers. */
export function pullRequestAt(url: string | undefined, serverUrl: string): ThreadAddress | undefined {
  const parsed = URL.parse(url ?? '');
  const server = URL.parse(serverUrl);
  if (!parsed || parsed.origin !== server?.origin) return undefined;
  const base = `${server.pathname.replace(/\/$/, '')}/`;
  if (!parsed.pathname.startsWith(base)) return undefined;
  const path = parsed.pathname.slice(base.length);
  const [, repository, number] = /^([^/]+\/[^/]+)\/pull\/([1-9]\d{0,14})(?:\/|$)/.exec(path) ?? [];
  return repository === undefined ? undefined : { repository, issue: Number(number) };
}

/** Reads a job's pull request; undefined if the token can't, or if it isn't on the run's server. */
export async function readPullRequest(
  url: string | undefined,
  { github, workflowRun: { serverUrl }, log }: RequestContext,
): Promise<PullRequestState | undefined> {
  const address = pullRequestAt(url, serverUrl);
  if (!github || !address) return undefined;
  const { repository, issue } = address;
  try {
    const api = github.forRepository(repository);
    const options = { retryForMs: OPTIONAL_RETRY_MS };
    const pull = await api.call(getPullRequest, { pull_number: issue }, options);
    const isOpen = pull.state === 'open';
    return {
      ...pull.size,
      url: `${serverUrl}/${repository}/pull/${issue}`,
      state: pull.merged ? 'merged' : isOpen ? 'open' : 'closed',
      title: pull.title,
      head: pull.head,
    };
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    log.info(`The docs pull request wasn't read: ${error.full}`);
    return undefined;
  }
}

/** Undefined if the earlier state isn't known, or is of another pull request. */
export function changeSince(
  before: Pick<PullRequestState, 'url' | 'head' | 'commits'> | undefined,
  now: PullRequestState,
): PullRequestChange | undefined {
  if (before?.url !== now.url) return undefined;
  if (before.head === now.head) return { kind: 'unchanged' };
  const count = now.commits - before.commits;
  return count > 0 ? { kind: 'new-commits', count } : { kind: 'rewritten' };
}
