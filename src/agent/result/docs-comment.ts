import { isSameThread, pullRequestAt } from '../../github/address.ts';
import { OPTIONAL_CALL } from '../../github/api.ts';
import { createSigned, listSigned } from '../../github/comments.ts';
import { GithubError } from '../../github/errors.ts';
import { type AgentJob, pullRequestOf } from '../../mintlify/schemas.ts';
import { equalsIgnoringCase } from '../../text/compare.ts';
import { joinNonEmpty } from '../../text/join.ts';
import type { DocsPullComment } from '../commit-status/decide-status.ts';
import { changeSince, readPullRequest } from '../docs-pull-request.ts';
import type { OwnReply } from '../replies/own-reply.ts';
import { docsJobIn, type RequestAction } from '../replies/record.ts';
import { threadOn } from '../replies/thread.ts';
import type { RequestContext } from '../request-context.ts';
import type { RunResult } from '../run-result.ts';
import { docsPullRequestText } from './messages.ts';

/** Adds what GitHub says of the job's pull request, and what a follow-up changed there. Read once, at the end. */
export async function withPullRequest(
  result: RunResult,
  action: RequestAction | undefined,
  context: RequestContext,
): Promise<RunResult> {
  const isToldLater = !context.inputs.wait || context.signal.aborted;
  if (result.outcome !== 'pull-request' || isToldLater) return result;
  const { pull, error } = await readPullRequest(pullRequestOf(result.job)?.url, context);
  if (error) context.log.info(`The docs pull request wasn't read: ${error.full}`);
  if (!pull) return result;
  const change = action?.does === 'message' ? changeSince(action.before, pull) : undefined;
  return { ...result, pullRequest: pull, change };
}

/** Comments on the docs pull request, unless it was done. @returns the comment, if it is in the run's own repository */
export async function commentOnPullRequest(
  job: AgentJob | undefined,
  reply: OwnReply,
  context: RequestContext,
): Promise<DocsPullComment | undefined> {
  const { thread, isRefused, url } = reply;
  const there = pullRequestAt(pullRequestOf(job)?.url, context.workflowRun.serverUrl);
  if (!job || !there || context.signal.aborted) return undefined;
  if (isRefused || isSameThread(there, thread)) return undefined;
  const isHere = equalsIgnoringCase(there.repository, thread.repository);
  const text = context.redact(docsPullRequestText(job.id, there, thread, url, context));
  const content = { kind: 'pull-request', job: job.id };
  try {
    const github = thread.github.forRepository(there.repository);
    const docsThread = threadOn(there.issue, github, context.inputs);
    const signed = await listSigned(docsThread, OPTIONAL_CALL);
    const jobs = signed.flatMap((comment) => docsJobIn(comment.content) ?? []);
    if (!jobs.includes(job.id)) await createSigned(docsThread, { text, content }, OPTIONAL_CALL);
    if (jobs.length === 0 && context.inputs.reviewers.length > 0) {
      const { askReviewers } = await import('./reviewers.ts');
      await askReviewers(there.issue, github, context);
    }
    return isHere ? { number: there.issue, job: job.id } : undefined;
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    reportFailure(error, isHere, context);
    return undefined;
  }
}

/** A warning only says what somebody can mend, or waits for. */
function reportFailure(error: GithubError, isHere: boolean, { inputs, log }: RequestContext) {
  const why = `People can't send follow-ups from the docs pull request, because the action couldn't comment there: ${error.message}`;
  const lacksPermission = isHere && error.kind === 'refused';
  const advice = lacksPermission ? 'The token needs `pull-requests: write`.' : error.advice;
  const hasReviewers = inputs.reviewers.length > 0;
  const text = joinNonEmpty([why, advice, hasReviewers ? 'Nobody was asked for a review.' : ''], ' ');
  if (lacksPermission || hasReviewers) log.warning(text);
  else log.info(text);
}
