import { readTwice } from '../../clock.ts';
import { listSigned } from '../../github/comments.ts';
import type { IssueOrPull } from '../../github/objects.ts';
import type { RequestContext } from '../context.ts';
import { docsJobIn } from '../replies/record.ts';
import { threadOn } from '../replies/thread.ts';
import { requireGithub } from './require-github.ts';

/** Whether a merged pull request of this repository is a docs pull request of this action. @throws {GithubError} */
export async function isDocsPullRequest(
  { number, author }: IssueOrPull,
  context: RequestContext,
): Promise<boolean> {
  if (!context.github && !author?.isBot) return false;
  const github = requireGithub(context, `The action can't check if it wrote pull request #${number}`);
  const thread = threadOn(number, github, context.inputs);
  const hasDocsComment = async () => {
    const signed = await listSigned(thread);
    return signed.some((comment) => docsJobIn(comment) !== undefined);
  };
  // One empty list doesn't decide that a bot's merge may start a job.
  return author?.isBot ? readTwice(context, hasDocsComment, (isDocs) => isDocs) : hasDocsComment();
}
