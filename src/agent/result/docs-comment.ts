import { isSameThread, pullRequestAt } from '../../github/address.ts';
import { OPTIONAL_RETRY_MS } from '../../github/api.ts';
import { createSigned, listSigned } from '../../github/comments.ts';
import { GithubError } from '../../github/errors.ts';
import { type AgentJob, pullRequestOf } from '../../mintlify/schemas.ts';
import { equalsIgnoringCase } from '../../text/compare.ts';
import { joinNonEmpty } from '../../text/join.ts';
import type { DocsComment } from '../commit-status/decide-status.ts';
import type { RequestContext } from '../context.ts';
import { changeSince, readPullRequest } from '../docs-pull-request.ts';
import type { OwnReply } from '../replies/own-reply.ts';
import { docsJobIn, type RequestAction } from '../replies/record.ts';
import type { RunResult } from '../result.ts';
import { docsPullRequestText } from './messages.ts';

/** Adds what GitHub says of the job's pull request, and what a follow-up changed there. Read once, at the end. */
export async function withPullRequest(
  result: RunResult,
  action: RequestAction | undefined,
  context: RequestContext,
): Promise<RunResult> {
  const { inputs, signal, log } = context;
  if (result.outcome !== 'pull-request' || !inputs.wait || signal.aborted) return result;
  const reading = await readPullRequest(pullRequestOf(result.job)?.url, context);
  if (reading.kind === 'unseen') log.info(`The docs pull request wasn't read: ${reading.error.full}`);
  if (reading.kind !== 'read') return result;
  const { pull } = reading;
  const change = action?.does === 'message' ? changeSince(action.before, pull) : undefined;
  return { ...result, pullRequest: pull, change };
}

/** Comments on the docs pull request, unless it was done. @returns the comment, if it is in the run's own repository */
export async function commentOnPullRequest(
  job: AgentJob | undefined,
  reply: OwnReply,
  context: RequestContext,
): Promise<DocsComment | undefined> {
  const { log, redact, signal, workflowRun, inputs } = context;
  const { thread } = reply;
  const there = pullRequestAt(pullRequestOf(job)?.url, workflowRun.serverUrl);
  if (!job || !there || signal.aborted) return undefined;
  if (reply.isRefused || isSameThread(there, thread)) return undefined;
  const hasReviewers = inputs.reviewers.length > 0;
  const isHere = equalsIgnoringCase(there.repository, thread.repository);
  const text = redact(docsPullRequestText(job.id, there, thread, reply.url, context));
  const options = { retryForMs: OPTIONAL_RETRY_MS };
  try {
    const github = thread.github.forRepository(there.repository);
    const docsThread = { ...thread, ...there, github };
    const signed = await listSigned(docsThread, options);
    const jobs = signed.flatMap((comment) => docsJobIn(comment) ?? []);
    const content = { kind: 'pull-request', job: job.id };
    if (!jobs.includes(job.id)) await createSigned(docsThread, { text, content }, options);
    if (jobs.length === 0 && hasReviewers)
      await (await import('./reviewers.ts')).askReviewers(there.issue, github, context);
    return isHere ? { number: there.issue, job: job.id } : undefined;
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    const why = `People can't send follow-ups from the docs pull request, because the action couldn't comment there: ${error.message}`;
    const nobodyAsked = hasReviewers ? 'Nobody was asked for a review.' : '';
    const needs = 'The token needs `pull-requests: write`.';
    if (isHere && error.kind === 'refused') log.warning(joinNonEmpty([why, needs, nobodyAsked], ' '));
    else if (hasReviewers) log.warning(joinNonEmpty([why, error.advice, nobodyAsked], ' '));
    else log.info(`${why} ${error.advice}`.trim());
    return undefined;
  }
}
