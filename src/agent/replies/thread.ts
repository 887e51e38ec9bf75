import type { GithubApi } from '../../github/api.ts';
import type { Thread } from '../../github/comments.ts';
import { GithubError } from '../../github/errors.ts';
import type { AgentInputs } from '../../inputs.ts';
import { type RequestContext, threadNumber } from '../request-context.ts';

export function threadOn(issue: number, github: GithubApi, { projectId, apiKey }: AgentInputs): Thread {
  return { github, repository: github.repository, issue, scope: projectId, apiKey, known: new Map() };
}

/**
 * Returns the thread that holds the reply to the request, and the replies to earlier ones. Undefined if no reply is
 * kept: `comment` is `false`, there is no token, or nothing to comment on.
 */
export function findThread(context: RequestContext): Thread | undefined {
  const { inputs, github } = context;
  const issue = threadNumber(context);
  return inputs.comment && github && issue ? threadOn(issue, github, inputs) : undefined;
}

/** Returns `error` with advice that fits the thread, where it is locked or `issue-number` is wrong. */
export function explainOnThread(
  error: GithubError,
  { repository, issue }: Thread,
  { issueNumber }: AgentInputs,
): GithubError {
  const { status, message } = error;
  const withAdvice = (advice: string) => new GithubError(message, { status, kind: 'refused', advice });
  const isMissing = status === 404 || status === 410;
  if (isMissing && issue === issueNumber)
    return withAdvice(`Issue #${issue} isn't in ${repository}: check \`issue-number\`.`);
  if (status === 403 && /locked/i.test(message))
    return withAdvice(`#${issue} is locked, so the action can't comment there: unlock it.`);
  return error;
}
