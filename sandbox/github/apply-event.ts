import type { GithubEvent } from './events.ts';
import type { GithubState } from './state.ts';

/**
 * Lets it happen on GitHub, unless it has: a comment or a review stands there then, and the event has its id. What the
 * event leaves out is what GitHub knows of the issue or pull request, and of who does it.
 */
export function applyEvent(event: GithubEvent, github: GithubState): GithubEvent {
  const { name, by = '', repository = '', number, id, text = '' } = event;
  if (number === undefined || id !== undefined) return event;
  const { user: author, title, body, isPullRequest } = github.thread(repository, number);
  const isMember = /admin|maintain|write/.test(String(github.permissions.get(by)));
  const whole: GithubEvent = {
    ...{ author, title, body, isPullRequest, association: isMember ? 'MEMBER' : 'NONE' },
    ...(isPullRequest && { merged: false }),
    ...event,
  };
  const written = { repository, issue: number, user: by, body: text };
  if (name === 'issue_comment') return { ...whole, id: github.addComment(written).id };
  if (name === 'pull_request_review') return { ...whole, id: github.addReview(written).id };
  return whole;
}
