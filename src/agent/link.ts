import { GithubError, withinBudget } from '../github/api.ts';
import { SignedComment } from '../github/signed-comment.ts';
import { pullRequestOf } from '../platform/schemas.ts';
import type { End } from './end.ts';
import { pullRequestAt } from './pull-request.ts';
import { isLinkOf, type Remembered } from './replies/record.ts';
import type { Reply } from './reply.ts';
import { isSameRepository, isSameThread, pullRequestText } from './reply-text.ts';
import type { AgentRun } from './request.ts';

/**
 * Adds the comment that lets people send follow-ups from the job's pull request, if that comment is missing.
 *
 * @param replies records of the thread, which say whether another request to the job has written the comment
 * @returns whether the pull request has the comment
 */
export async function linkPullRequest(
  { job }: End,
  { thread, url: replyUrl, record, isKept }: Reply,
  replies: readonly Remembered[],
  agent: AgentRun,
): Promise<boolean> {
  const { run, log, redact } = agent;
  const url = pullRequestOf(job)?.url;
  const there = pullRequestAt(url, run.serverUrl);
  if (!isKept || !there || !job || isSameThread(there, thread)) return false;
  // A job can report another pull request later, so the record must name this one.
  const isLinked = [record, ...replies.map((each) => each.record)].some(
    (one) =>
      one?.kind === 'reply' &&
      one.state === 'accepted' &&
      one.linked &&
      one.job === job.id &&
      one.pullRequest === url,
  );
  if (isLinked) return true;
  const isHere = isSameRepository(there, thread);
  const place = { ...thread.place, ...there, repositoryId: isHere ? thread.place.repositoryId : '' };
  const comment = new SignedComment(thread.github.forRepository(there.repository), place, isLinkOf(job.id));
  try {
    await withinBudget(agent, 'optional', async (options) => {
      if ((await comment.find(options)) !== undefined) return;
      const text = pullRequestText(job.id, there, agent, thread, replyUrl);
      await comment.save(redact(text), { kind: 'pull-request', job: job.id }, options);
    });
    return true;
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    const why = `People can't send follow-ups from the docs pull request, because the action couldn't comment there: ${error.message}`;
    if (isHere && error.kind === 'refused') log.warning(`${why} The token needs \`pull-requests: write\`.`);
    else log.info(`${why} ${error.advice}`.trim());
    return false;
  }
}
