import type { Clock } from '../clock.ts';
import { GithubError, withTimeBudget } from '../github/api.ts';
import { getPullRequest } from '../github/operations.ts';
import type { GithubApi } from '../github/rest.ts';
import type { WorkflowRun } from '../github/workflow-run.ts';
import { counted } from '../text/numbers.ts';

/** The pull request of a job, as GitHub gives it. */
export interface PullRequestState {
  readonly url: string;
  readonly state: 'open' | 'merged' | 'closed';
  /** Remote text. */
  readonly title: string;
  /** The last commit, and how many there are. */
  readonly head: string;
  readonly commits: number;
  readonly files: number;
  readonly additions: number;
  readonly deletions: number;
}

/** What has happened to it since a follow-up was sent. `rewritten`: as many commits or fewer, and another head. */
export type PullRequestChange =
  | { readonly kind: 'new-commits'; readonly count: number }
  | { readonly kind: 'rewritten' }
  | { readonly kind: 'unchanged' };

/** Where a pull request is. */
export interface PullRequestAddress {
  /** `owner/name`. */
  readonly repository: string;
  readonly issue: number;
}

/** The pull request at that address, on whichever of its pages; absent if it is not one of the server. */
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

/** Milliseconds for reading it. What cannot be read by then is left out. */
const TIME_MS = 5_000;
const PATIENCE_MS = 3_000;

/** `unread`: with what GitHub said. */
export type PullRequestReading =
  | ({ readonly kind: 'read' } & PullRequestState)
  | { readonly kind: 'unread'; readonly why: string };

interface ReadingContext {
  readonly github: GithubApi | undefined;
  readonly run: Pick<WorkflowRun, 'serverUrl'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Reads the pull request, as far as the token can see it. Never takes longer than five seconds. */
export async function readPullRequest(
  url: string,
  { github, run, clock, signal }: ReadingContext,
): Promise<PullRequestReading> {
  const address = pullRequestAt(url, run.serverUrl);
  if (!github || !address) return { kind: 'unread', why: 'It is not on the GitHub server of this run.' };
  try {
    const parameters = { pull_number: address.issue };
    const repository = github.forRepository(address.repository);
    const pull = await withTimeBudget(
      { clock, signal },
      PATIENCE_MS,
      (options) => repository.call(getPullRequest, parameters, options),
      TIME_MS,
    );
    const { title, commits, additions, deletions, changed_files: files, head, merged } = pull;
    const state = merged ? 'merged' : pull.state === 'open' ? 'open' : 'closed';
    const page = `${run.serverUrl}/${address.repository}/pull/${address.issue}`;
    return { kind: 'read', url: page, state, title, head: head.sha, commits, files, additions, deletions };
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    return { kind: 'unread', why: error.full };
  }
}

/** What has changed since `before`; absent if that is not known, or was another pull request. */
export function changeSince(
  before: Pick<PullRequestState, 'url' | 'head' | 'commits'> | undefined,
  now: PullRequestState,
): PullRequestChange | undefined {
  if (before?.url !== now.url) return undefined;
  if (before.head === now.head) return { kind: 'unchanged' };
  const count = now.commits - before.commits;
  return count > 0 ? { kind: 'new-commits', count } : { kind: 'rewritten' };
}

/** `3 files changed, +40 −12`; of one that is no longer open, also what a follow-up changed, which the headline leaves out. */
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
