import { type GithubApi, GithubError } from '../github/api.ts';
import type { Place } from '../github/comments.ts';
import type { Address } from './pull-request.ts';
import { type AgentRun, threadOf } from './request.ts';

/** Issue or pull request that holds the reply to a request, and the replies to earlier ones. */
export interface Thread extends Place {
  readonly github: GithubApi;
}

export function threadOn(
  issue: number,
  github: GithubApi,
  { projectId, apiKey }: AgentRun['inputs'],
): Thread {
  return { github, repository: github.repository, issue, scope: projectId, apiKey };
}

/** Undefined if no reply is kept: `comment` is `false`, there is no token, or nothing to comment on. */
export function findThread(run: AgentRun): Thread | undefined {
  const { inputs, github } = run;
  const issue = threadOf(run);
  return inputs.comment && github && issue !== undefined ? threadOn(issue, github, inputs) : undefined;
}

/** Returns `error` with advice that fits the thread, where it is locked or `issue-number` is wrong. */
export function onThread(
  error: GithubError,
  { repository, issue }: Address,
  { inputs }: AgentRun,
): GithubError {
  const { status, message } = error;
  const refused = (advice: string) => new GithubError(message, { status, kind: 'refused', advice });
  if ((status === 404 || status === 410) && issue === inputs.issueNumber)
    return refused(`Issue #${issue} isn't in ${repository}: check \`issue-number\`.`);
  if (status === 403 && /locked/i.test(message))
    return refused(`#${issue} is locked, so the action can't comment there: unlock it.`);
  return error;
}
