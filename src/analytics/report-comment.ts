import { isDeepStrictEqual } from 'node:util';
import { GithubApi, GithubError, withoutToken } from '../github/api.ts';
import { saveSigned } from '../github/comments.ts';
import { readWorkflowRun } from '../github/runner.ts';
import type { AnalyticsInputs } from '../inputs.ts';
import type { ModeContext } from '../mode.ts';

/** Posts a report, or edits an earlier one of the same project and period. A failure is a warning: the URL is empty. */
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
