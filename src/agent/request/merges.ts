import { type GithubApi, OPTIONAL_CALL } from '../../github/api.ts';
import { type GithubError, unlessNotFound } from '../../github/errors.ts';
import { pullNumberIn } from '../../github/merge-message.ts';
import type { IssueOrPull, Push } from '../../github/objects.ts';
import { getPullRequest, listPullRequestsOfCommit } from '../../github/operations.ts';
import { pollUntilKnown } from '../../github/poll.ts';
import { equalsIgnoringCase } from '../../text/compare.ts';

/** How long GitHub may take to know which pull request a commit merged (ms). */
const MERGE_KNOWN_MS = 60_000;
const MOST_MERGES = 20;

/** Yields the pull requests that the push merged, the last one first. A merge queue pushes several at once. */
export async function* mergedPullRequests(push: Push, github: GithubApi): AsyncGenerator<IssueOrPull> {
  const { after, commits } = push;
  const named = pullNumberIn(commits.find(({ id }) => id === after)?.line ?? '');
  const last = await lastMerge(push, named, github);
  if (last) yield last;

  const ids = commits.map(({ id }) => id);
  const untilMs = github.clock.now() + MERGE_KNOWN_MS;
  const numbers = new Set(commits.toReversed().flatMap(({ line }) => pullNumberIn(line) ?? []));
  for (const number of [...numbers].slice(0, MOST_MERGES)) {
    if (number === last?.number || number === named) continue;
    const pull = await readMerged(number, untilMs, github);
    if (isMergedBy(push, ids, pull, github)) yield pull;
  }
}

/** The pull request that the pushed commit merged: the one that the commit names, else as GitHub knows it. */
async function lastMerge(push: Push, named: number | undefined, github: GithubApi) {
  const { after } = push;
  const byNumber = named ? await readPull(named, github) : undefined;
  if (isMergedBy(push, [after], byNumber, github)) return byNumber;
  const ofCommit = async () => {
    const pulls = await github.all(listPullRequestsOfCommit, { commit_sha: after }, OPTIONAL_CALL);
    return pulls.find((pull) => isMergedBy(push, [after], pull, github));
  };
  const found = await pollUntilKnown(github, MERGE_KNOWN_MS, ofCommit, isLate);
  if (found || !named) return found;
  // The first answer may have been as before the merge.
  const again = await readPull(named, github);
  return isMergedBy(push, [after], again, github) ? again : undefined;
}

function isMergedBy(
  { branch }: Push,
  commits: readonly string[],
  pull: IssueOrPull | undefined,
  { repository }: GithubApi,
): pull is IssueOrPull {
  if (!pull?.mergedAt || !commits.includes(pull.mergeCommit)) return false;
  return pull.base.ref === branch && equalsIgnoringCase(pull.base.repository, repository);
}

/** GitHub may not know yet that it is merged. */
async function readMerged(number: number, untilMs: number, github: GithubApi) {
  const read = async () => {
    const pull = await readPull(number, github);
    return pull?.mergedAt === '' ? undefined : { pull };
  };
  return (await pollUntilKnown(github, untilMs - github.clock.now(), read))?.pull;
}

function readPull(number: number, github: GithubApi) {
  return unlessNotFound(github.call(getPullRequest, { pull_number: number }));
}

/** GitHub gave these answers for commits that it didn't know yet. */
function isLate({ kind, status = 0 }: GithubError) {
  return kind !== 'refused' || [404, 409, 422].includes(status);
}
