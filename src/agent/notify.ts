import { GithubError, withTimeBudget } from '../github/api.ts';
import { createComment } from '../github/operations.ts';
import { OWN_COMMENT } from '../github/signed-comment.ts';
import { code, link } from '../text/markdown.ts';
import type { AgentRun } from './request.ts';
import { type AgentResult, headlineOf, pullRequestOf } from './result.ts';
import { threadOf } from './trigger.ts';

/** Retry budget, in milliseconds. */
const PATIENCE_MS = 10_000;

/** GitHub sends no notification of an edited comment: a new one does, and mentions the person who asked. */
export async function notify(agent: AgentRun, result: AgentResult): Promise<void> {
  const { github, inputs, request, event, signal, log } = agent;
  const { outcome, job } = result;
  const issue = threadOf(event, inputs);
  if (signal.aborted || outcome === 'skipped' || outcome === 'started') return;
  if (!github || issue === undefined || !event.sender || event.sender.isBot) {
    return log.info(
      'No notification was sent: it takes a person who made the request, an issue or pull request, and github-token.',
    );
  }
  const url = outcome === 'pull-request' ? pullRequestOf(job)?.url : undefined;
  // One mention, in the only place where one is wanted. A login is checked when the event is read.
  const words = `@${request.by} ${headlineOf(result)}${url ? `: ${link(code(url), url)}` : '.'}`;
  const body = `${words}\n\n${OWN_COMMENT} -->`;
  try {
    await withTimeBudget(agent, PATIENCE_MS, (options) =>
      github.call(createComment, { issue_number: issue, body }, options),
    );
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    log.warning(`${request.by} was not notified: ${error.full}`);
  }
}
