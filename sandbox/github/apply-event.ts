import type { GithubEvent, PushKind } from './events.ts';
import type { Payload } from './examples.ts';
import { type GithubState, textsOn } from './state.ts';

/**
 * Applies the event to GitHub, unless that has been done: a comment or a review stands there then, a pull request is merged,
 * and the event has its id or commits. What the event leaves out is what GitHub knows of the issue or pull request, and of
 * the person.
 */
export function applyEvent(event: GithubEvent, github: GithubState): GithubEvent {
  const { name, by = '', repository = '', number, id, text = '', lines = [], push } = event;
  if (push) return { ...event, pushed: applyPush(event, push, github) };
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
  if (name === 'pull_request_review') {
    const review = github.addReview(written).id;
    for (const body of lines) github.addReviewComment({ ...written, body, review });
    return { ...whole, id: review };
  }
  if (name !== 'pull_request_review_comment') return whole;
  const all = textsOn(github.reviewComments, { repository, number });
  const latest = all.filter(({ review }) => review === all.at(-1)?.review);
  const known = event.line === undefined ? undefined : latest[event.line];
  const comment = known ?? github.addReviewComment(written);
  const { path, hunk, review } = comment;
  return { ...whole, id: comment.id, text: comment.body, path, hunk, review };
}

const NONE = '0'.repeat(40);

/** Carries the push out, and gives the fields of its payload. */
function applyPush(event: GithubEvent, kind: PushKind, github: GithubState): Payload {
  const { repository = '', number = 0, by: name = '', text = '', tag = 'v1' } = event;
  const content = github.contentOf(repository);
  const before = content.head;
  const [isTag, isBranch] = [kind.startsWith('tag'), kind.startsWith('branch')];
  const message = text || 'Mend typos';
  if (kind === 'queue')
    for (const other of text.split(' ')) github.merge({ repository, number: Number(other) }, 'squash');
  if (kind === 'squash' || kind === 'queue') github.merge({ repository, number }, 'squash');
  else if (kind === 'merge' || kind === 'rebase') github.merge({ repository, number }, kind);
  else if (isTag && kind !== 'tag-deleted') content.tag(tag);
  else if (!isTag && !isBranch)
    content.commit({ message, files: [{ filename: `src/${content.head.slice(0, 8)}.ts` }] });
  const after = content.head;
  const commits = (content.comparisonJson(`${before}...${after}`, 1, 250)?.commits ?? []).map(
    ({ sha: id, commit }) => ({ id, message: commit.message, author: { name }, distinct: true }),
  );
  const [created, deleted] = [/^tag$|-created$/.test(kind), kind.endsWith('-deleted')];
  const ref = isTag ? `refs/tags/${tag}` : `refs/heads/${isBranch ? 'topic' : 'main'}`;
  return {
    ...{ ref, created, deleted, forced: kind === 'forced' || kind === 'tag-moved' },
    ...{ before: created ? NONE : before, after: deleted ? NONE : after },
    ...{ commits: created ? [] : commits, head_commit: deleted ? null : (commits.at(-1) ?? null) },
    pusher: { name },
  };
}
