import { type GithubApi, GithubError } from '../github/api.ts';
import type { Place } from '../github/comments.ts';
import type { Address } from './pull-request.ts';
import { type AgentRun, threadOf } from './request.ts';

/** Issue or pull request that holds the reply to a request, and the replies to earlier ones. */
export interface Thread extends Address {
  readonly github: GithubApi;
  readonly place: Place;
}

/** Where a signed comment on an issue or pull request of the repository is valid. */
export function placeOn(
  issue: number,
  { repository }: GithubApi,
  { projectId, apiKey }: AgentRun['inputs'],
): Place {
  return { repository, issue, scope: projectId, apiKey };
}

/** Undefined if no reply is kept: `comment` is `false`, there is no token, or nothing to comment on. */
export function findThread(run: AgentRun): Thread | undefined {
  const { inputs, github } = run;
  const issue = threadOf(run);
  if (!inputs.comment || !github || issue === undefined) return undefined;
  return { repository: github.repository, issue, github, place: placeOn(issue, github, inputs) };
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
