import { type GithubEvent, NONE, type PushKind } from './events.ts';
import type { Payload } from './examples.ts';
import { type GithubState, textsOn } from './state.ts';

/**
 * Applies the event to GitHub, unless that has been done: a comment or a review stands there then, a pull request has its
 * label or is merged, and the event has its id or commits. What the event leaves out is what GitHub knows of the issue or
 * pull request, and of the person.
 */
export function applyEvent(event: GithubEvent, github: GithubState): GithubEvent {
  const { name, by = '', repository = '', number, id, text = '', lines = [], push } = event;
  if (push) return { ...event, pushed: applyPush(event, push, github) };
  if (number === undefined || id !== undefined) return event;
  changeThread(event, github);
  const { user: author, ...thread } = github.thread(repository, number);
  const known = { ...thread, author, at: github.date(), association: github.associationOf(by) };
  const whole = { ...known, ...(thread.isPullRequest && { merged: thread.mergedAt !== null }), ...event };
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
  const comment = latest[event.line ?? -1] ?? github.addReviewComment(written);
  const { path, hunk, review } = comment;
  return { ...whole, id: comment.id, text: comment.body, path, hunk, review };
}

function changeThread(event: GithubEvent, github: GithubState): void {
  const { name, action, repository = '', number = 0, label = '', formerBase } = event;
  const subject = { repository, number };
  // GitHub notes the time of whatever happens to it.
  if (action !== 'opened') github.change(subject, {});
  if (name !== 'issues' && !/^pull_request(_target)?$/.test(name)) return;
  const { labels, mergedAt } = github.thread(repository, number);
  if (action === 'labeled') github.change(subject, { labels: [...new Set([...labels, label])] });
  if (action === 'unlabeled') github.change(subject, { labels: labels.filter((each) => each !== label) });
  if (action === 'synchronize') github.push(subject, event.isForced);
  if (action === 'reopened') github.change(subject, { state: 'open' });
  if (formerBase !== undefined) github.change(subject, { base: 'main' });
  if (action !== 'closed' || mergedAt !== null) return;
  if (event.merged) github.merge(subject, 'squash');
  else github.change(subject, { state: 'closed' });
}

function applyPush(event: GithubEvent, kind: PushKind, github: GithubState): Payload {
  const { repository = '', number = 0, by: name = '', author = name, text = '', tag = 'v1' } = event;
  const content = github.contentOf(repository);
  const before = content.head;
  const [isTag, isBranch] = [kind.startsWith('tag'), kind.startsWith('branch')];
  const files = [{ filename: `src/${before.slice(0, 8)}.ts`, patch: '@@ -1 +1 @@\n-a\n+b' }];
  const commit = { message: text || 'Mend typos', files, author };
  let after = '';
  if (kind === 'queue')
    for (const other of text.split(' ')) github.merge({ repository, number: Number(other) }, 'squash');
  if (kind === 'squash' || kind === 'queue') github.merge({ repository, number }, 'squash');
  else if (kind === 'merge' || kind === 'rebase') github.merge({ repository, number }, kind);
  else if (isTag && kind !== 'tag-deleted') content.tag(tag);
  else if (kind === 'branch-created') after = content.commit({ ...commit, branch: 'topic' });
  else if (!isTag && !isBranch) content.commit(commit);
  after ||= content.head;
  const made = content.comparisonJson(`${before}...${after}`)?.['commits'] ?? [];
  const commits = made.map(({ sha: id, commit: { message } }: Payload) => ({
    id,
    message,
    distinct: true,
    author: { name: author, username: author },
  }));
  const [created, deleted] = [/^tag$|-created$/.test(kind), kind.endsWith('-deleted')];
  const ref = isTag ? `refs/tags/${tag}` : `refs/heads/${isBranch ? 'topic' : 'main'}`;
  return {
    ref,
    created,
    deleted,
    forced: kind === 'forced' || kind === 'tag-moved',
    before: created ? NONE : before,
    after: deleted ? NONE : after,
    commits: isTag ? [] : commits,
    head_commit: deleted ? null : (commits.at(-1) ?? null),
    pusher: { name, email: `${name}@users.noreply.github.com` },
  };
}
