import { sleepUnlessAborted } from '../clock.ts';
import {
  GithubError,
  NO_TOKEN,
  NothingSentError,
  type RetryOptions,
  withinBudget,
  withoutToken,
} from '../github/api.ts';
import { isDispatch, type Push, type Subject } from '../github/event.ts';
import { type CommitPullRequest, getIssue, listPullRequestsOfCommit } from '../github/operations.ts';
import { botRule } from '../github/permission.ts';
import { fullName, type WorkflowRun } from '../github/workflow-run.ts';
import { findRelease } from './release.ts';
import type { MaterialSource, RequestedEvent } from './request.ts';
import { onThread } from './thread.ts';

/** Maximum number of earlier merges to look up in one push. */
const MOST_OTHERS = 30;
/** Pause before each try (ms). GitHub may need a moment to know which pull request a commit merged. */
const PAUSES_MS = [0, 1_000, 3_000];

/**
 * Adds what the payload doesn't contain: the release of a tag, or the pull requests that a push merged. For a dispatch,
 * adds the issue or pull request that `issue-number` names. Returns other events unchanged.
 *
 * @throws {NothingSentError} if GitHub doesn't return what the request needs
 */
export function findSubject(source: MaterialSource): Promise<RequestedEvent> {
  const { event, inputs, wanted } = source;
  if (wanted.tag !== undefined) return findRelease(wanted.tag, source);
  if (event.push) return ofPush(event.push, source);
  // If the prompt doesn't quote anything, nothing has to be read.
  const isAbout = isDispatch(event) && wanted.quotes.size > 0;
  if (isAbout && inputs.issueNumber !== undefined) return ofDispatch(inputs.issueNumber, source);
  return Promise.resolve({ kind: 'event', event });
}

/**
 * Reads the issue or pull request with this number. With `include: changes`, an issue serves only as the thread,
 * because issues don't have changes.
 */
async function ofDispatch(number: number, source: MaterialSource): Promise<RequestedEvent> {
  const { event, wanted, github } = source;
  if (!github) throw new NothingSentError(`The action can't read issue #${number} because ${NO_TOKEN}.`);
  const read = (options: RetryOptions) => github.call(getIssue, { issue_number: number }, options);
  const thread = { repository: fullName(source.run), issue: number };
  const subject = await withinBudget(source, 'required', read).catch((error: unknown) =>
    asNothingSent(error instanceof GithubError ? onThread(error, thread, source.inputs) : error),
  );
  const isThreadOnly = subject.kind === 'issue' && wanted.quotes.has('changes');
  return { kind: 'event', event: isThreadOnly ? event : { ...event, subject } };
}

/**
 * Finds the pull requests that the push merged. Skips merges of Mintlify's own pull requests, because those merges must
 * not start a job.
 */
async function ofPush(push: Push, source: MaterialSource): Promise<RequestedEvent> {
  const { event, inputs, wanted } = source;
  const { allowedBots } = inputs;
  if (push.tag !== undefined || inputs.releaseTag !== undefined) return { kind: 'event', event };
  const usesSubject = inputs.comment || wanted.quotes.size > 0 || botRule(event, allowedBots) !== undefined;
  const merged = usesSubject && mayMerge(push) ? await mergedBy(push, source) : [];
  const [subject, ...alsoMerged] = merged;
  const pushed = { ...event, subject, alsoMerged };
  const rule = botRule(pushed, allowedBots);
  if (rule?.kind === 'skip') return rule;
  if (!subject && needsSubject(source)) {
    const reason = "The push didn't merge a pull request, and `include` doesn't name `changes`.";
    return { kind: 'skip', reason };
  }
  return { kind: 'event', event: pushed };
}

/**
 * Checks whether a push can have merged a pull request. Forced pushes and pushes of tags can't, nor can pushes that
 * create or delete a branch.
 */
function mayMerge({ branch, created, deleted, forced }: Push): boolean {
  return branch !== undefined && !created && !deleted && !forced;
}

/** Checks whether building the prompt requires a merged pull request. */
function needsSubject({ inputs, wanted }: MaterialSource): boolean {
  return inputs.prompt === undefined && wanted.job !== 'given' && !wanted.quotes.has('changes');
}

/**
 * Reads the pull requests that the push merged, latest first. If GitHub can't be read but the request doesn't need the
 * pull requests, returns an empty list.
 */
async function mergedBy(push: Push, source: MaterialSource): Promise<Subject[]> {
  const { inputs, log } = source;
  try {
    const { id, line = '' } = { ...push.commits.at(-1), id: push.after };
    const last = await mergedWith([{ id, line }], push, source);
    if (last.length === 0) return [];
    const before = push.commits
      .filter((each) => each.id !== '' && each.id !== id && isNamed(each.line))
      .slice(-MOST_OTHERS);
    return [...last, ...(await mergedWith(before.reverse(), push, source))];
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    const isReplyThere = inputs.comment && inputs.issueNumber === undefined;
    // If GitHub refuses to return the pull request, the run can continue without a thread. The exception is
    // `job-id: latest`, because without a thread, each request would start a new job.
    const needsThread = isReplyThere && (error.kind !== 'refused' || inputs.jobId === 'latest');
    if (needsSubject(source) || needsThread) return asNothingSent(error);
    log.warning(`The action couldn't determine whether this push merged a pull request. ${error.full}`);
    return [];
  }
}

/** Checks whether the first line of a commit message names a pull request, as GitHub's own merge messages do. */
function isNamed(line: string): boolean {
  return /(?:^Merge pull request |\()#[1-9]\d*/.test(line);
}

/** Reads the pull requests that these commits merged, in the order of the commits. Throws at the first failure. */
async function mergedWith(
  commits: Push['commits'],
  push: Push,
  source: MaterialSource,
): Promise<readonly Subject[]> {
  const { github, clock, signal, run } = source;
  if (!github) throw withoutToken("The pull request of the commit can't be read");
  const found = new Map<string, Subject>();
  let missing = commits;
  for (const pauseMs of PAUSES_MS) {
    if (missing.length === 0 || signal.aborted) break;
    await sleepUnlessAborted(clock, pauseMs, signal);
    const unknown: Push['commits'][number][] = [];
    for (const commit of missing) {
      const all = await withinBudget(source, 'required', (options) =>
        github.all(listPullRequestsOfCommit, { commit_sha: commit.id }, options),
      );
      const subject = subjectIn(all, commit.id, push, run);
      const isKnown = all.length > 0 && all.every(({ merged_at }) => merged_at);
      if (subject) found.set(commit.id, subject);
      else if (!isKnown && isNamed(commit.line)) unknown.push(commit);
    }
    missing = unknown;
  }
  return commits.flatMap(({ id }) => found.get(id) ?? []);
}

/** Returns the pull request of this repository that the commit merged; undefined if there is none. */
function subjectIn(all: readonly CommitPullRequest[], commit: string, { branch }: Push, run: WorkflowRun) {
  const merged = all.find(
    ({ merged_at, merge_commit_sha, base }) =>
      merged_at &&
      merge_commit_sha === commit &&
      base.ref === branch &&
      // Unlike its name, a repository's ID doesn't change.
      (String(base.repo.id) === run.repositoryId ||
        base.repo.full_name.toLowerCase() === fullName(run).toLowerCase()),
  );
  if (!merged) return undefined;
  const { kind, number, title, body, url, author } = merged;
  return { kind, number, title, body, url, author, merged: true };
}

function asNothingSent(error: unknown): never {
  throw error instanceof GithubError ? new NothingSentError(error.message, error) : error;
}
