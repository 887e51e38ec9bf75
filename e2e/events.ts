import type { GithubEvent } from '../sandbox/github/events.ts';

/** The repository of octokit's examples, and the people in it. */
export const REPOSITORY = 'Codertocat/Hello-World';
export const MAINTAINER = 'Codertocat';
export const STRANGER = 'octocat';
export const ISSUE = { number: 1, title: 'Spelling error in the README file' };
export const RELEASE_TAG = '0.0.1';

const ON_ISSUE = { repository: REPOSITORY, ...ISSUE };
const ON_REVIEWED = { repository: REPOSITORY, number: 2, isPullRequest: true };
const ON_OPEN = { repository: REPOSITORY, number: 7, isPullRequest: true, title: 'Rename --proxy to --via' };

function event(name: string, action: string, more: Partial<GithubEvent>): GithubEvent {
  return { name, action, by: MAINTAINER, ...more };
}

export const labeled = (label: string) => event('issues', 'labeled', { ...ON_ISSUE, label });
export function commented(by: string, id: number, text: string): GithubEvent {
  const association = by === MAINTAINER ? 'OWNER' : 'NONE';
  return event('issue_comment', 'created', { ...ON_ISSUE, by, id, text, association });
}
/** A review of pull request 2, and a comment on a line in it. */
export const reviewed = (id: number, text: string) =>
  event('pull_request_review', 'submitted', { ...ON_REVIEWED, id, text });
export const lineCommented = (id: number, review: number, text: string) =>
  event('pull_request_review_comment', 'created', { ...ON_REVIEWED, id, review, text });
/** Pull request 7 closes the issue. */
export const labeledPullRequest = (label: string) =>
  event('pull_request', 'labeled', { ...ON_OPEN, body: `Fixes #${ISSUE.number}`, label });
export const merged = event('pull_request', 'closed', { ...ON_OPEN, merged: true });
export const released = (body: string) => event('release', 'published', { tag: RELEASE_TAG, body });
export const dispatched = (inputs: Readonly<Record<string, string>> = {}) =>
  event('workflow_dispatch', '', { repository: REPOSITORY, inputs });
export const scheduled = event('schedule', '', { repository: REPOSITORY });
