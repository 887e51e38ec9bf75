import { GithubError, NO_TOKEN, withinBudget } from '../github/api.ts';
import type { GithubApi } from '../github/rest.ts';
import { listSigned, type Place } from '../github/signed-comment.ts';
import { fullName } from '../github/workflow-run.ts';
import type { AgentInputs } from '../inputs.ts';
import type { PullRequestAddress } from './pull-request.ts';
import { type Remembered, rememberedIn } from './replies/record.ts';
import type { AgentRun } from './request.ts';
import { threadOf } from './trigger.ts';

/** Issue or pull request that holds the reply to a request, and the replies to earlier requests. */
export interface Thread extends PullRequestAddress {
  readonly serverUrl: string;
  readonly github: GithubApi;
  readonly place: Place & Pick<AgentRun, 'clock'>;
}

/**
 * Returns the thread to reply on; undefined if `comment` is `false`. If replies are on but the run can't reply, logs a
 * warning and returns undefined.
 */
export function findThread(agent: AgentRun): Thread | undefined {
  const { inputs, event, run, github, clock, log } = agent;
  if (!inputs.comment) return undefined;
  const issue = threadOf(event, inputs);
  if (!github || issue === undefined) {
    const why = github ? "the event has no issue or pull request, and `issue-number` isn't set" : NO_TOKEN;
    log.warning(`This run can't reply: ${why}.`);
    return undefined;
  }
  const { projectId: scope, apiKey } = inputs;
  const address = { repository: fullName(run), issue };
  const place = { ...address, repositoryId: run.repositoryId, scope, apiKey, clock };
  return { ...address, serverUrl: run.serverUrl, github, place };
}

/**
 * Reads the signed comments of the thread, in the order of creation.
 *
 * @param mustHold IDs of comments that exist. A list that lacks one of them is out of date and is read again
 * @param since time in ISO 8601. If given, only comments that changed at that time or later are read
 * @throws {@link GithubError}
 */
export function listReplies(
  { github, place }: Thread,
  agent: Pick<AgentRun, 'clock' | 'signal'>,
  mustHold: readonly number[],
  since?: string,
): Promise<readonly Remembered[]> {
  return withinBudget(agent, 'required', async (options) =>
    rememberedIn(await listSigned(github, place, { ...options, mustHold, since })),
  );
}

/** Returns `error`. If the thread is locked or `issue-number` is wrong, returns an error that says how to fix that. */
export function onThread(
  error: GithubError,
  { repository, issue }: PullRequestAddress,
  { issueNumber }: Pick<AgentInputs, 'issueNumber'>,
): GithubError {
  const { status, message } = error;
  if ((status === 404 || status === 410) && issue === issueNumber) {
    const advice = `Issue #${issue} isn't in ${repository}: check \`issue-number\`.`;
    return new GithubError(message, { status, kind: 'refused', advice });
  }
  if (status !== 403 || !/locked/i.test(message)) return error;
  const advice = `#${issue} is locked, so the action can't comment there: unlock it.`;
  return new GithubError(message, { status, kind: 'refused', advice });
}
