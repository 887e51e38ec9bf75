import { createComment } from '../../github/operations.ts';
import type { DocsPullComment } from '../commit-status/decide-status.ts';
import { givenJobId } from '../request-context.ts';
import type { RunFacts } from '../run-facts.ts';
import { OUTCOMES, type RunResult } from '../run-result.ts';
import { commentOnPullRequest, withPullRequest } from './docs-comment.ts';
import { type FinishedRun, logText, summaryText } from './messages.ts';

/**
 * Writes outputs, log, summary, the comment on the docs pull request, the reply, the status and the notification. Outputs
 * come first: an interrupted run has only seconds left.
 *
 * @returns whether the step succeeds
 */
export async function reportResult(facts: RunFacts): Promise<boolean> {
  const { context, reply, action, prompt } = facts;
  const { inputs, outputs, files } = context;
  const ended = withJobId(facts);
  const replyUrl = reply?.url ?? '';
  outputs.agent(ended, replyUrl);
  const run: FinishedRun = {
    result: await withPullRequest(ended, action, context),
    action,
    thread: reply?.isRefused ? undefined : reply?.thread,
    record: reply?.record,
    context,
  };
  const { outcome } = run.result;
  const isFailure = OUTCOMES[outcome].failsStep || inputs.failOn.has(outcome);
  logResult(run, isFailure);
  await files.addSummary(summaryText(run, replyUrl, prompt?.leftOut ?? ''));
  if (!inputs.dryRun) await tellGithub(run, facts);
  return !isFailure;
}

/** The result with the job in `job-id`, where the run had to do with no other. */
function withJobId({ result, context }: RunFacts): RunResult {
  const reached = result ?? { outcome: 'error', reason: 'The run ended without a result.' };
  const usual = reached.outcome === 'skipped' ? undefined : givenJobId(context.inputs);
  return { ...reached, jobId: reached.jobId ?? usual };
}

function logResult(run: FinishedRun, isFailure: boolean) {
  const { log } = run.context;
  const text = logText(run);
  if (isFailure) log.error(text);
  else if (run.result.outcome === 'skipped') log.notice(text);
  else log.info(text);
}

/** Writes the comment on the docs pull request, the reply, the status and the notification. */
async function tellGithub(run: FinishedRun, facts: RunFacts) {
  const { result, context } = run;
  const { reply, isPermitted } = facts;
  const { inputs, outputs } = context;
  const { outcome, job } = result;
  let docs: DocsPullComment | undefined;
  if (reply && writesReply(facts, result)) {
    docs = await commentOnPullRequest(job, reply, context);
    await reply.finish(result);
    outputs.commentUrl(reply.url);
  }
  if (inputs.reviewers.length > 0) explainReviewers(run, reply !== undefined);
  if (!isPermitted) return;
  if (inputs.commitStatus && outcome !== 'cancelled') {
    const { writeStatuses } = await import('../commit-status/write-status.ts');
    await writeStatuses({ reply, docs }, context);
  }
  if (inputs.notify) await (await import('./notify.ts')).notify(run);
}

/** Says why nobody was asked for a review, where the reason is another than the docs pull request. */
function explainReviewers({ result: { outcome }, thread, context: { log } }: FinishedRun, hasReply: boolean) {
  if (outcome === 'started')
    log.info('`reviewers` did nothing: with `wait: false`, the run ends before the job does.');
  if (thread || outcome !== 'pull-request') return;
  const why = hasReply
    ? `GitHub refused the reply. The token needs ${createComment.needs}.`
    : 'the run has no reply on an issue or pull request. Set `issue-number`.';
  log.warning(`Nobody was asked to review the docs pull request, because ${why}`);
}

/** Whether the reply is written at the end. */
function writesReply({ reply, action, context }: RunFacts, { outcome }: RunResult) {
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
