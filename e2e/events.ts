import { example, type Payload, REPOSITORY } from '../__tests__/helpers/payloads.ts';

/** What starts a workflow: an example of octokit's, changed where a scenario needs it. */
export interface GithubEvent {
  readonly name: string;
  /** Whose doing it is. */
  readonly actor: string;
  /** The webhook's payload, whole as GitHub sends it. */
  readonly payload: unknown;
}

/** The repository, its owner and the issue of octokit's examples. */
export { REPOSITORY };
export const MAINTAINER = 'Codertocat';
export const STRANGER = 'octocat';
export const ISSUE = { number: 1, title: 'Spelling error in the README file' };
export const RELEASE_TAG = '0.0.1';

/** A maintainer labels the issue. */
export function labeled(label: string): GithubEvent {
  const payload = example('issues', 'labeled');
  payload.label.name = label;
  payload.issue.labels = [payload.label];
  return { name: 'issues', actor: MAINTAINER, payload };
}

/** Somebody comments on the issue. */
export function commented(login: string, id: number, body: string): GithubEvent {
  return written('issue_comment', 'created', login, 'comment', { id, body });
}

/** Somebody submits a review of pull request 2. */
export function reviewed(login: string, id: number, body: string): GithubEvent {
  return written('pull_request_review', 'submitted', login, 'review', { id, body });
}

/** Somebody comments on a line of pull request 2, in a review. */
export function lineCommented(login: string, id: number, review: number, body: string): GithubEvent {
  const given = { id, body, pull_request_review_id: review };
  return written('pull_request_review_comment', 'created', login, 'comment', given);
}

function written(name: string, action: string, login: string, field: string, given: object): GithubEvent {
  const payload = example(name, action);
  const sender = { ...payload.sender, login };
  return {
    name,
    actor: login,
    payload: { ...payload, sender, [field]: { ...payload[field], ...given, user: sender } },
  };
}

function pullRequest(action: string, number: number, given: object, more: object = {}): GithubEvent {
  const payload = example('pull_request', 'closed');
  const pull_request = { ...payload.pull_request, number, title: 'Rename --proxy to --via', ...given };
  return {
    name: 'pull_request',
    actor: MAINTAINER,
    payload: { ...payload, action, number, ...more, pull_request },
  };
}

/** A pull request is merged. */
export function merged(number: number): GithubEvent {
  return pullRequest('closed', number, { merged: true });
}

/** Somebody labels a pull request of this repository that is still open. */
export function labeledPullRequest(number: number, label: string): GithubEvent {
  const open = { merged: false, state: 'open', body: `Fixes #${ISSUE.number}` };
  return pullRequest('labeled', number, open, { label: { name: label } });
}

/** A release is published. */
export function released(notes: string): GithubEvent {
  const payload = example('release', 'published');
  payload.release = { ...payload.release, tag_name: RELEASE_TAG, name: 'First light', body: notes };
  return { name: 'release', actor: MAINTAINER, payload };
}

/** Somebody starts the workflow by hand. */
export function dispatched(inputs: Readonly<Record<string, string>>): GithubEvent {
  return withoutSubject('workflow_dispatch', { inputs });
}

/** It is time. */
export function scheduled(): GithubEvent {
  return withoutSubject('schedule', { schedule: '17 6 * * 1' });
}

function withoutSubject(name: string, given: Payload): GithubEvent {
  const { repository, sender } = example('issues', 'labeled');
  return { name, actor: MAINTAINER, payload: { ...given, repository, sender } };
}
