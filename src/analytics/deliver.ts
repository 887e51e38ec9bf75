import { isDeepStrictEqual } from 'node:util';
import { timeLimit } from '../clock.ts';
import { GithubError, NO_TOKEN } from '../github/api.ts';
import { EventError, readEvent } from '../github/event.ts';
import { RunnerGithub } from '../github/rest.ts';
import { SignedComment } from '../github/signed-comment.ts';
import { fullName, readWorkflowRun } from '../github/workflow-run.ts';
import type { AnalyticsInputs } from '../inputs.ts';
import type { ModeContext } from '../mode.ts';

/** Milliseconds for everything about the comment. */
const TIME_MS = 20_000;

/**
 * Posts a report on the issue that the inputs or the event name: a new comment for each period, so that those who follow
 * the issue are told. A second report of the same projects and period changes that comment. Trouble is a warning.
 *
 * @param text Markdown
 * @returns the comment's address for people; empty if there is none
 */
export async function postReport(
  text: string,
  inputs: AnalyticsInputs,
  context: ModeContext,
): Promise<string> {
  const { env, clock, log, signal } = context;
  const { githubToken: token, apiKey, period } = inputs;
  const run = readWorkflowRun(env);
  const issue = inputs.issueNumber ?? issueOf(env);
  const notPosted = (why: string) => {
    log.warning(`The report was not posted: ${why}`);
    return '';
  };
  if (issue === undefined) return notPosted('the event has no issue or pull request: give issue-number.');
  if (token === '' || !run.repository) return notPosted(`that is not possible without ${NO_TOKEN}.`);
  const github = new RunnerGithub({ token, repository: run.repository, clock, env });
  const content = { report: `${period.from}..${period.to}` };
  const scope = JSON.stringify(['report', ...inputs.projectIds.toSorted()]);
  const { repositoryId } = run;
  const place = { repository: fullName(run), repositoryId, issue, scope, apiKey, clock };
  const comment = new SignedComment(github, place, (found) => isDeepStrictEqual(found, content));
  const limit = timeLimit(clock, TIME_MS, signal);
  const options = { signal: limit.signal, patienceMs: TIME_MS };
  try {
    await comment.find(options);
    await comment.save(text, content, options);
    log.info(`The report is posted: ${comment.url}`);
    return comment.url;
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    return notPosted(error.full);
  } finally {
    limit.release();
  }
}

/** Of the event; absent if it has none, or cannot be read. */
function issueOf(env: NodeJS.ProcessEnv): number | undefined {
  try {
    return readEvent(env, '').subject?.number;
  } catch (error) {
    if (error instanceof EventError) return undefined;
    throw error;
  }
}
