import { GithubError } from '../github/api.ts';
import { listSigned, saveSigned } from '../github/comments.ts';
import { getPullRequest } from '../github/operations.ts';
import { type Job, pullRequestOf } from '../platform/schemas.ts';
import { counted } from '../text/numbers.ts';
import type { End } from './end.ts';
import { type Action, isDocsPullRequest } from './replies.ts';
import type { Reply } from './reply.ts';
import type { AgentRun } from './request.ts';
import { docsPullRequestText } from './words.ts';

/** A job's pull request as GitHub shows it. */
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

/** What changed since a follow-up was sent. `rewritten`: another head, but no more commits than before. */
export type PullRequestChange =
  | { readonly kind: 'new-commits'; readonly count: number }
  | { readonly kind: 'rewritten' | 'unchanged' };

/** Repository (`owner/name`) and number of an issue or pull request. */
export interface Address {
  readonly repository: string;
  readonly issue: number;
}

/** GitHub ignores case in the names of repositories. */
export function isSameRepository(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

export function isSameThread(one: Address, other: Address): boolean {
  return isSameRepository(one.repository, other.repository) && one.issue === other.issue;
}

/** Parses the URL of a pull request, or of one of its pages. Undefined for other URLs, and for other servers. */
export function pullRequestAt(url: string | undefined, serverUrl: string): Address | undefined {
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
export async function readDocsPullRequest(
  url: string | undefined,
  { github, run: { serverUrl }, log }: AgentRun,
): Promise<PullRequestState | undefined> {
  const address = pullRequestAt(url, serverUrl);
  if (!github || !address) return undefined;
  const { repository, issue } = address;
  try {
    const parameters = { pull_number: issue };
    const pull = await github.forRepository(repository).call(getPullRequest, parameters, { budget: 'extra' });
    const { title, commits, additions, deletions, changed_files: files, head, merged } = pull;
    const state = merged ? 'merged' : pull.state === 'open' ? 'open' : 'closed';
    return {
      url: `${serverUrl}/${repository}/pull/${issue}`,
      state,
      title,
      head,
      commits,
      files,
      additions,
      deletions,
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

/** Formats the size, such as `3 files changed, +40 −12`, with the change where the headline can't say it. */
export function sizeText(pull: PullRequestState, change: PullRequestChange | undefined): string {
  const { files, additions, deletions, state } = pull;
  const size = `${counted(files, 'file')} changed, +${additions} −${deletions}`;
  if (!change || state === 'open') return size;
  if (change.kind === 'new-commits')
    return `${size} · ${counted(change.count, 'new commit')} since this request`;
  return `${size} · ${change.kind === 'rewritten' ? 'its commits were rewritten' : 'no new commit since this request'}`;
}

/** Adds what GitHub says of the job's pull request, and what a follow-up changed there. Read once, at the end. */
export async function withPullRequest(end: End, action: Action | undefined, run: AgentRun): Promise<End> {
  if (end.outcome !== 'pull-request' || !run.inputs.wait || run.signal.aborted) return end;
  const pullRequest = await readDocsPullRequest(pullRequestOf(end.job)?.url, run);
  if (!pullRequest) return end;
  const change = action?.does === 'message' ? changeSince(action.before, pullRequest) : undefined;
  return { ...end, pullRequest, change };
}

/**
 * Posts the comment by which people find the request from the docs pull request, unless it is there.
 *
 * @returns the number of the pull request in the run's own repository that now has it
 */
export async function commentOnPullRequest(
  job: Job | undefined,
  { thread, url: replyUrl }: Reply,
  run: AgentRun,
): Promise<number | undefined> {
  const { log, github, redact, signal } = run;
  const there = pullRequestAt(pullRequestOf(job)?.url, run.run.serverUrl);
  if (!job || !there || !github || signal.aborted || isSameThread(there, thread)) return undefined;
  const isHere = isSameRepository(there.repository, thread.repository);
  const place = { ...thread.place, ...there };
  const isOwn = (content: unknown) => isDocsPullRequest(content, job.id);
  const text = redact(docsPullRequestText(job.id, there, thread, replyUrl, run));
  try {
    const api = github.forRepository(there.repository);
    await saveSigned(api, place, isOwn, text, { kind: 'pull-request', job: job.id }, { budget: 'extra' });
    return isHere ? there.issue : undefined;
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    const why = `People can't send follow-ups from the docs pull request, because the action couldn't comment there: ${error.message}`;
    if (isHere && error.kind === 'refused') log.warning(`${why} The token needs \`pull-requests: write\`.`);
    else log.info(`${why} ${error.advice}`.trim());
    return undefined;
  }
}

/** Whether the pull request of this repository is a docs pull request of this action. @throws {GithubError} */
export async function isOwnPullRequest(number: number, run: AgentRun): Promise<boolean> {
  const { github, inputs } = run;
  if (!github) return false;
  const place = {
    repository: github.repository,
    issue: number,
    scope: inputs.projectId,
    apiKey: inputs.apiKey,
  };
  const signed = await listSigned(github, place, { budget: 'needed' });
  return signed.some(({ content }) => isDocsPullRequest(content));
}
