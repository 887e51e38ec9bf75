import type { DocsComment } from '../commit-status/decide-status.ts';
import { givenJobId, type RequestContext } from '../context.ts';
import type { RunFacts } from '../facts.ts';
import { mayHaveArrivedBefore, type OwnReply } from '../replies/own-reply.ts';
import type { RunResult } from '../result.ts';
import { commentOnPullRequest, withPullRequest } from './docs-comment.ts';
import { type FinishedRun, logText, summaryText } from './messages.ts';

/**
 * Writes outputs, log, summary, the comment on the docs pull request, the reply, the status and the notification. Outputs
 * come first: an interrupted run has only seconds left.
 *
 * @returns whether the step succeeds
 */
export async function report(facts: RunFacts): Promise<boolean> {
  const { context, reply, action, leftOut, isPermitted } = facts;
  const { inputs, outputs, files } = context;
  const ended = withJobId(facts);
  const replyUrl = reply?.url ?? '';
  outputs.agent(ended, replyUrl);
  const result = await withPullRequest(ended, action, context);
  const thread = reply?.isRefused ? undefined : reply?.thread;
  const mayHaveArrived = reply !== undefined && mayHaveArrivedBefore(reply.record);
  const run: FinishedRun = { result, action, thread, mayHaveArrived, context };
  const isFailure = failsStep(result, context);
  logResult(run, isFailure);
  await files.addSummary(summaryText(run, replyUrl, leftOut));
  if (inputs.dryRun) return !isFailure;
  const docs = reply && writesReply(facts, result) ? await answerThread(reply, result, context) : undefined;
  const isUnseen = !reply || reply.isRefused;
  if (isUnseen && result.outcome === 'pull-request' && inputs.reviewers.length > 0)
    context.log.warning(NOBODY_ASKED);
  const setsStatus = inputs.commitStatus !== undefined && isPermitted;
  if (setsStatus && result.outcome !== 'cancelled') {
    const { writeStatuses } = await import('../commit-status/write-status.ts');
    await writeStatuses({ reply, docs }, context);
  }
  if (inputs.notify && isPermitted) await (await import('./notify.ts')).notify(run);
  return !isFailure;
}

const NOBODY_ASKED =
  'Nobody was asked to review the docs pull request, because the run has no reply on an issue or pull request. Set `issue-number`.';

/** The result with the job in `job-id`, where the run had to do with no other. */
function withJobId({ result, context }: RunFacts): RunResult {
  const reached = result ?? { outcome: 'error', reason: 'The run ended without a result.' };
  const usual = reached.outcome === 'skipped' ? undefined : givenJobId(context.inputs);
  return { ...reached, jobId: reached.jobId ?? usual };
}

function failsStep({ outcome }: RunResult, { inputs }: RequestContext): boolean {
  return new Set<string>([...inputs.failOn, 'error', 'unknown']).has(outcome);
}

function logResult(run: FinishedRun, isFailure: boolean): void {
  const { log } = run.context;
  const text = logText(run);
  if (isFailure) log.error(text);
  else if (run.result.outcome === 'skipped') log.notice(text);
  else log.info(text);
}

/** Whether the reply is written at the end. */
function writesReply({ reply, action, context }: RunFacts, { outcome }: RunResult): boolean {
  if (reply?.mayBeOnGithub) return true;
  switch (outcome) {
    case 'skipped':
      return false;
    case 'error':
      // A re-run that failed before it found its reply must not write a second one.
      return context.workflowRun.attempt === 1 || action?.does === 'watch';
    default:
      return action?.does === 'watch';
  }
}

/** Writes the reply, and the comment on the docs pull request. @returns the comment, if it is in this repository */
async function answerThread(
  reply: OwnReply,
  result: RunResult,
  context: RequestContext,
): Promise<DocsComment | undefined> {
  const docs = await commentOnPullRequest(result.job, reply, context);
  await reply.finish(result);
  context.outputs.commentUrl(reply.url);
  return docs;
}
