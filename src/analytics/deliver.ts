import { createHmac } from 'node:crypto';
import { timeLimit } from '../clock.ts';
import { type CallOptions, GithubError } from '../github/api.ts';
import { type Comment, EventError, readEvent } from '../github/event.ts';
import { createComment, listComments, updateComment } from '../github/operations.ts';
import { type GithubApi, RunnerGithub } from '../github/rest.ts';
import { fullName, readWorkflowRun } from '../github/workflow-run.ts';
import type { AnalyticsInputs } from '../inputs.ts';
import type { ModeContext } from '../mode.ts';
import { derivedKey } from '../text/derived-key.ts';

/** Milliseconds for everything about the comment. */
const TIME_MS = 20_000;

/** Where a report's comment is valid: it is looked for there, and nowhere else. */
interface Place {
  /** `owner/name`. */
  readonly repository: string;
  readonly issue: number;
}

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
  const run = readWorkflowRun(env);
  const issue = inputs.issueNumber ?? issueOf(env);
  if (issue === undefined || inputs.githubToken === '' || !run.repository) {
    const why =
      issue === undefined
        ? 'the event has no issue or pull request: give issue-number.'
        : 'that needs github-token, and a repository.';
    log.warning(`The report was not posted: ${why}`);
    return '';
  }
  const github = new RunnerGithub({ token: inputs.githubToken, repository: run.repository, clock, env });
  const limit = timeLimit(clock, TIME_MS, signal);
  try {
    const place = { repository: fullName(run), issue };
    const comment = await post(github, text, place, inputs, { signal: limit.signal, patienceMs: TIME_MS });
    log.info(`The report is posted: ${comment.url}`);
    return comment.url;
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    log.warning(`The report was not posted: ${error.full}`);
    return '';
  } finally {
    limit.release();
  }
}

/** Of the event; absent if it has none, or cannot be read. */
function issueOf(env: NodeJS.ProcessEnv): number | undefined {
  try {
    const event = readEvent(env);
    return 'subject' in event ? event.subject.number : undefined;
  } catch (error) {
    if (error instanceof EventError) return undefined;
    throw error;
  }
}

async function post(
  github: GithubApi,
  text: string,
  place: Place,
  inputs: AnalyticsInputs,
  options: CallOptions,
): Promise<Comment> {
  const at = { issue_number: place.issue };
  const update = (id: number) => {
    const body = `${text}\n\n${markerOf(id, place, inputs)}`;
    return github.read(updateComment, { comment_id: id, body }, options);
  };
  for await (const page of github.pages(listComments, at, options)) {
    const own = page.find(({ id, body }) => body.includes(markerOf(id, place, inputs)));
    if (own) return update(own.id);
  }
  // The marker needs the comment's id, so it comes second.
  const { id } = await github.read(createComment, { ...at, body: text }, options);
  return update(id);
}

/**
 * The hidden mark of the report of these projects and this period. It is signed for this very comment: one that is
 * copied into another comment is not valid there.
 */
function markerOf(id: number, place: Place, { projectIds, period, apiKey }: AnalyticsInputs): string {
  const bounds = period.kind === 'all' ? ['all'] : [period.from, period.to];
  const what = [place.repository.toLowerCase(), place.issue, id, [...projectIds].sort(), bounds];
  const signature = createHmac('sha256', derivedKey(apiKey, 'report')).update(JSON.stringify(what));
  return `<!-- docs-agent-report ${signature.digest('hex')} -->`;
}
