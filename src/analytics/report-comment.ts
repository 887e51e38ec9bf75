import { isDeepStrictEqual } from 'node:util';
import { GithubError, openGithub, withoutToken } from '../github/api.ts';
import { saveSigned } from '../github/comments.ts';
import type { AnalyticsInputs } from '../inputs.ts';
import type { ModeContext } from '../mode.ts';

/** Posts a report, or edits an earlier one of the same project and period. A failure is a warning: the URL is empty. */
export async function postReport(text: string, issue: number, inputs: AnalyticsInputs, context: ModeContext) {
  const { log } = context;
  const { apiKey, period, projectId } = inputs;
  const content = { report: `${period.from}..${period.to}` };
  const isOwn = (found: unknown) => isDeepStrictEqual(found, content);
  try {
    const github = openGithub(context, inputs.githubToken);
    if (!github) throw withoutToken("the action can't comment");
    const scope = JSON.stringify(['report', projectId]);
    const place = { repository: github.repository, issue, scope, apiKey };
    const { url } = await saveSigned(github, place, isOwn, text, content, { budget: 'needed' });
    log.info(`The report is posted: ${url}`);
    return url;
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    log.warning(`The report wasn't posted: ${error.full}`);
    return '';
  }
}
