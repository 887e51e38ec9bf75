import type * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import { GithubError, withinBudget } from '../github/api.ts';
import { getPullRequest } from '../github/operations.ts';
import type { GithubApi } from '../github/rest.ts';
import type { WorkflowRun } from '../github/workflow-run.ts';
import { counted } from '../text/numbers.ts';

/** State of a job's pull request on GitHub. */
export interface PullRequestState {
  readonly url: string;
  readonly state: 'open' | 'merged' | 'closed';
  /** Remote text. */
  readonly title: string;
  /** SHA of the last commit. */
  readonly head: string;
  /** Number of commits. */
  readonly commits: number;
  readonly files: number;
  readonly additions: number;
  readonly deletions: number;
}

/**
 * Change in a pull request since a follow-up was sent. `rewritten` means that the head is a different commit, but the
 * number of commits didn't grow.
 */
export type PullRequestChange =
  | { readonly kind: 'new-commits'; readonly count: number }
  | { readonly kind: 'rewritten' }
  | { readonly kind: 'unchanged' };

/** Repository and number of a pull request or issue. */
export interface PullRequestAddress {
  /** `owner/name`. */
  readonly repository: string;
  readonly issue: number;
}

/** Parses the URL of a pull request or one of its pages. Returns undefined for other URLs, and for other servers. */
export function pullRequestAt(url: string | undefined, serverUrl: string): PullRequestAddress | undefined {
  const parsed = URL.parse(url ?? '');
  const server = URL.parse(serverUrl);
  if (!parsed || !server || parsed.origin !== server.origin) return undefined;
  const base = server.pathname.replace(/\/$/, '');
  if (!parsed.pathname.startsWith(`${base}/`)) return undefined;
  const path = parsed.pathname.slice(base.length);
  const [, repository, number] = /^\/([^/]+\/[^/]+)\/pull\/([1-9]\d{0,14})(?:\/|$)/.exec(path) ?? [];
  return repository === undefined ? undefined : { repository, issue: Number(number) };
}

/** Pull request, or sentences on why it couldn't be read. */
export type PullRequestReading =
  | ({ readonly kind: 'read' } & PullRequestState)
  | { readonly kind: 'unread'; readonly why: string };

interface ReadingContext {
  readonly github: GithubApi | undefined;
  readonly run: Pick<WorkflowRun, 'serverUrl'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Reads the pull request, or returns why it couldn't be read. Retries failed calls for up to 5 s. */
export async function readPullRequest(
  url: string,
  { github, run, clock, signal }: ReadingContext,
): Promise<PullRequestReading> {
  const address = pullRequestAt(url, run.serverUrl);
  if (!github) return { kind: 'unread', why: '`github-token` is empty.' };
  if (!address) return { kind: 'unread', why: "It isn't on the GitHub server of this run." };
  try {
    const parameters = { pull_number: address.issue };
    const repository = github.forRepository(address.repository);
    const pull = await withinBudget({ clock, signal }, 'optional', (options) =>
      repository.call(getPullRequest, parameters, options),
    );
    return { kind: 'read', ...pullRequestState(pull, address, run.serverUrl) };
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    return { kind: 'unread', why: error.full };
  }
}

/** Builds the state of a pull request from its address and GitHub's response. */
export function pullRequestState(
  pull: z.infer<typeof getPullRequest.schema>,
  { repository, issue }: PullRequestAddress,
  serverUrl: string,
): PullRequestState {
  const { title, commits, additions, deletions, changed_files: files, head, merged } = pull;
  const state = merged ? 'merged' : pull.state === 'open' ? 'open' : 'closed';
  const url = `${serverUrl}/${repository}/pull/${issue}`;
  return { url, state, title, head: head.sha, commits, files, additions, deletions };
}

/**
 * Compares a pull request with its earlier state. Returns undefined if the earlier state is unknown, or belongs to
 * another pull request.
 */
export function changeSince(
  before: Pick<PullRequestState, 'url' | 'head' | 'commits'> | undefined,
  now: PullRequestState,
): PullRequestChange | undefined {
  if (before?.url !== now.url) return undefined;
  if (before.head === now.head) return { kind: 'unchanged' };
  const count = now.commits - before.commits;
  return count > 0 ? { kind: 'new-commits', count } : { kind: 'rewritten' };
}

/**
 * Formats the size of the diff: `3 files changed, +40 −12`. If the pull request is merged or closed, appends what the
 * follow-up changed, because the report's headline then doesn't say it.
 */
export function sizeText(
  { files, additions, deletions, state }: PullRequestState,
  change?: PullRequestChange,
): string {
  const size = `${counted(files, 'file')} changed, +${additions} −${deletions}`;
  return change && state !== 'open' ? `${size} · ${changeText(change)}` : size;
}

function changeText(change: PullRequestChange): string {
  if (change.kind === 'new-commits') return `${counted(change.count, 'new commit')} since this request`;
  return change.kind === 'rewritten' ? 'its commits were rewritten' : 'no new commit since this request';
}
