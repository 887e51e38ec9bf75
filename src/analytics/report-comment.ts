import { isDeepStrictEqual } from 'node:util';
import { GithubError, withinBudget, withoutToken } from '../github/api.ts';
import { RunnerGithub } from '../github/rest.ts';
import { SignedComment } from '../github/signed-comment.ts';
import { fullName, readWorkflowRun } from '../github/workflow-run.ts';
import type { AnalyticsInputs } from '../inputs.ts';
import type { ModeContext } from '../mode.ts';

/**
 * Posts a report on an issue or pull request, or edits the comment of an earlier report on the same project and period.
 * Returns the comment's URL; empty if it wasn't posted, which is only a warning.
 */
export async function postReport(text: string, issue: number, inputs: AnalyticsInputs, context: ModeContext) {
  const { env, clock, log } = context;
  const { githubToken: token, apiKey, period, projectId } = inputs;
  const run = readWorkflowRun(env);
  const content = { report: `${period.from}..${period.to}` };
  const scope = JSON.stringify(['report', projectId]);
  try {
    if (token === '' || !run.repository) throw withoutToken("the action can't comment");
    const github = new RunnerGithub({ token, repository: run.repository, clock, env });
    const { repositoryId } = run;
    const place = { repository: fullName(run), repositoryId, issue, scope, apiKey, clock };
    const comment = new SignedComment(github, place, (found) => isDeepStrictEqual(found, content), true);
    await withinBudget(context, 'required', (options) => comment.save(text, content, options));
    log.info(`The report is posted: ${comment.url}`);
    return comment.url;
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    log.warning(`The report wasn't posted: ${error.full}`);
    return '';
  }
}
