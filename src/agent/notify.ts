import { GithubError, withinBudget } from '../github/api.ts';
import { createComment } from '../github/operations.ts';
import { OWN_COMMENT } from '../github/signed-comment.ts';
import { code, link } from '../text/markdown.ts';
import type { End } from './end.ts';
import type { EndReport } from './end-report.ts';
import type { AgentRun } from './request.ts';
import { threadOf } from './trigger.ts';

/**
 * Posts a new comment that mentions the person who made the request. GitHub doesn't notify people of edited comments,
 * such as the reply.
 */
export async function notify(agent: AgentRun, { outcome }: End, report: EndReport): Promise<void> {
  const { github, inputs, request, event, signal, log } = agent;
  const issue = threadOf(event, inputs);
  if (signal.aborted || outcome === 'skipped' || outcome === 'started') return;
  if (!github || issue === undefined || !event.sender || event.sender.isBot) {
    return log.info(
      '`notify` did nothing: it needs a person to mention, an issue or pull request, and `github-token`.',
    );
  }
  const { url } = report.pullRequest ?? {};
  // The only mention that this action writes. `readEvent` has checked the login.
  const words = `@${request.by} ${report.headline}${url ? `: ${link(code(url), url)}` : '.'}`;
  const body = `${words}\n\n${OWN_COMMENT} -->`;
  try {
    await withinBudget(agent, 'optional', (options) =>
      github.call(createComment, { issue_number: issue, body }, options),
    );
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    log.warning(`${request.by} wasn't notified: ${error.full}`);
  }
}
