import { GithubError } from '../github/api.ts';
import { OWN_COMMENT } from '../github/comments.ts';
import { createComment } from '../github/operations.ts';
import { threadOf } from './request.ts';
import { type Ending, notificationText } from './words.ts';

/** Posts a comment that mentions who asked: GitHub notifies nobody of an edit, such as the reply's. */
export async function notify(ending: Ending): Promise<void> {
  const { end, run } = ending;
  const { github, request, event, signal, log, redact } = run;
  const issue = threadOf(run);
  if (signal.aborted || end.outcome === 'skipped' || end.outcome === 'started') return;
  if (!github || issue === undefined || !event.sender || event.sender.isBot)
    return log.info(
      '`notify` did nothing: it needs a person to mention, an issue or pull request, and `github-token`.',
    );
  // The only mention that the action writes. `readEvent` has checked the login.
  const body = redact(`@${request.by} ${notificationText(ending)}\n\n${OWN_COMMENT} -->`);
  try {
    await github.call(createComment, { issue_number: issue, body }, { budget: 'extra' });
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    log.warning(`${request.by} wasn't notified: ${error.full}`);
  }
}
