import { withTimeBudget } from '../github/api.ts';
import { createComment } from '../github/operations.ts';
import { OWN_COMMENT } from '../github/signed-comment.ts';
import { code, link } from '../text/markdown.ts';
import type { AgentRun } from './request.ts';
import { type AgentResult, OUTCOMES, pullRequestOf } from './result.ts';

/** Milliseconds of trying again what GitHub does not refuse. */
const PATIENCE_MS = 10_000;

/** GitHub notifies nobody of an edited comment: a new one does, and mentions the person who asked. */
export async function notify(agent: AgentRun, result: AgentResult): Promise<void> {
  const { github, inputs, request, event, signal, log } = agent;
  const { outcome, job } = result;
  const issue = inputs.issueNumber ?? event.subject?.number;
  if (!inputs.notify || !github || issue === undefined || request.by === '' || signal.aborted) return;
  if (outcome === 'skipped' || outcome === 'started') return;
  const url = outcome === 'pull-request' ? pullRequestOf(job)?.url : undefined;
  // One mention, in the only place where one is wanted. A login is checked when the event is read.
  const words = `@${request.by} ${OUTCOMES[outcome].headline}${url ? `: ${link(code(url), url)}` : '.'}`;
  const body = `${words}\n\n${OWN_COMMENT} -->`;
  const error = await withTimeBudget(agent, PATIENCE_MS, async (options) => {
    await github.read(createComment, { issue_number: issue, body }, options);
  });
  if (error) log.warning(`${request.by} was not notified: ${error.full}`);
}
