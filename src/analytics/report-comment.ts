import { isDeepStrictEqual } from 'node:util';
import type { RunContext } from '../context.ts';
import { openGithub } from '../github/api.ts';
import { saveSigned } from '../github/comments.ts';
import { GithubError, withoutToken } from '../github/errors.ts';
import type { AnalyticsInputs } from '../inputs.ts';

/** Posts a report, or edits an earlier one of the same project and period. A failure is a warning: the URL is empty. */
export async function postReport(text: string, issue: number, inputs: AnalyticsInputs, context: RunContext) {
  const { log } = context;
  const { apiKey, period, projectId } = inputs;
  const content = { report: `${period.from}..${period.to}` };
  const isOwn = (found: unknown) => isDeepStrictEqual(found, content);
  try {
    const github = openGithub(context, inputs.githubToken);
    if (!github) throw withoutToken("the action can't comment");
    const scope = JSON.stringify(['report', projectId]);
    const thread = { github, repository: github.repository, issue, scope, apiKey };
    const { url } = await saveSigned(thread, isOwn, { text, content });
    log.info(`The report is posted: ${url}`);
    return url;
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    log.warning(`The report wasn't posted: ${error.full}`);
    return '';
  }
}
