import { OPTIONAL_CALL } from '../../github/api.ts';
import { OWN_COMMENT } from '../../github/comments.ts';
import { GithubError } from '../../github/errors.ts';
import { createComment } from '../../github/operations.ts';
import { threadNumber } from '../request-context.ts';
import { OUTCOMES } from '../run-result.ts';
import { type FinishedRun, notificationText } from './messages.ts';

/** Posts a comment that mentions who asked: GitHub notifies nobody of an edit, such as the reply's. */
export async function notify(run: FinishedRun): Promise<void> {
  const { result, context } = run;
  const { github, request, event, signal, log, redact } = context;
  const issue = threadNumber(context);
  if (signal.aborted || OUTCOMES[result.outcome].isSilent) return;
  const isByPerson = event.sender?.isBot === false;
  if (!github || !issue || !isByPerson) {
    log.info(
      '`notify` did nothing: it needs a person to mention, an issue or pull request, and `github-token`.',
    );
    return;
  }
  // The only mention that the action writes. `readEvent` has checked the login.
  const body = redact(`@${request.requester} ${notificationText(run)}\n\n${OWN_COMMENT} -->`);
  try {
    await github.call(createComment, { issue_number: issue, body }, OPTIONAL_CALL);
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    log.warning(`${request.requester} wasn't notified: ${error.full}`);
  }
}
