import { isDeepStrictEqual } from 'node:util';
import { GithubApi, GithubError, withoutToken } from '../github/api.ts';
import { saveSigned } from '../github/comments.ts';
import { readWorkflowRun } from '../github/runner.ts';
import type { AnalyticsInputs } from '../inputs.ts';
import type { ModeContext } from '../mode.ts';

/**
 * Posts a report on an issue or pull request, or edits the comment of an earlier report on the same project and period.
 * Returns the comment's URL; empty if it wasn't posted, which is only a warning.
 */
export async function postReport(text: string, issue: number, inputs: AnalyticsInputs, context: ModeContext) {
  const { env, clock, log, signal, network } = context;
  const { githubToken: token, apiKey, period, projectId } = inputs;
  const { repository } = readWorkflowRun(env);
  const content = { report: `${period.from}..${period.to}` };
  const place = { repository, issue, scope: JSON.stringify(['report', projectId]), apiKey };
  const isOwn = (found: unknown) => isDeepStrictEqual(found, content);
  try {
    if (token === '' || repository === '') throw withoutToken("the action can't comment");
    const apiUrl = env['GITHUB_API_URL'] ?? '';
    const github = new GithubApi({ token, repository, apiUrl, clock, signal, fetch: network.fetch });
    const { url } = await saveSigned(github, place, isOwn, text, content, { budget: 'needed' });
    log.info(`The report is posted: ${url}`);
    return url;
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    log.warning(`The report wasn't posted: ${error.full}`);
    return '';
  }
}
