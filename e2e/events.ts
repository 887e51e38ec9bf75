import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** What starts a workflow. */
export interface GithubEvent {
  readonly name: string;
  /** Whose doing it is. */
  readonly actor: string;
  /** The webhook's payload, whole as GitHub sends it. */
  readonly payload: unknown;
}

/** The repository, its owner and the issue of octokit's examples. */
export const REPOSITORY = 'Codertocat/Hello-World';
export const MAINTAINER = 'Codertocat';
export const STRANGER = 'octocat';
export const ISSUE = { number: 1, title: 'Spelling error in the README file' };
export const RELEASE_TAG = '0.0.1';

// biome-ignore lint/suspicious/noExplicitAny: a payload has hundreds of fields, and a few are changed.
type Payload = any;

const file = createRequire(import.meta.url).resolve('@octokit/webhooks-examples');
const events: readonly { readonly name: string; readonly examples: readonly Payload[] }[] = JSON.parse(
  readFileSync(file, 'utf8'),
);

function example(name: string, action: string): Payload {
  const found = events
    .find((event) => event.name === name)
    ?.examples.find((payload) => payload.action === action);
  if (!found) throw new Error(`octokit has no example of ${name} ${action}`);
  return structuredClone(found);
}

/** A maintainer labels the issue. */
export function labeled(label: string): GithubEvent {
  const payload = example('issues', 'labeled');
  payload.label.name = label;
  payload.issue.labels = [payload.label];
  return { name: 'issues', actor: MAINTAINER, payload };
}

/** Somebody comments on the issue. */
export function commented(login: string, id: number, body: string): GithubEvent {
  const payload = example('issue_comment', 'created');
  const user = { ...payload.sender, login };
  payload.comment = { ...payload.comment, id, body, user };
  return { name: 'issue_comment', actor: login, payload: { ...payload, sender: user } };
}

/** Somebody submits a review of pull request 2. */
export function reviewed(login: string, id: number, body: string): GithubEvent {
  const payload = example('pull_request_review', 'submitted');
  const user = { ...payload.sender, login };
  payload.review = { ...payload.review, id, body, user };
  return { name: 'pull_request_review', actor: login, payload: { ...payload, sender: user } };
}

/** Somebody comments on a line of pull request 2, in a review. */
export function lineCommented(login: string, id: number, review: number, body: string): GithubEvent {
  const payload = example('pull_request_review_comment', 'created');
  const user = { ...payload.sender, login };
  payload.comment = { ...payload.comment, id, body, user, pull_request_review_id: review };
  return { name: 'pull_request_review_comment', actor: login, payload: { ...payload, sender: user } };
}

/** A pull request is merged; `number` says which. */
export function merged(number: number): GithubEvent {
  const payload = example('pull_request', 'closed');
  payload.number = number;
  payload.pull_request = { ...payload.pull_request, number, merged: true, title: 'Rename --proxy to --via' };
  return { name: 'pull_request', actor: MAINTAINER, payload };
}

/** Somebody labels a pull request of this repository that is still open. */
export function labeledPullRequest(number: number, label: string): GithubEvent {
  const payload = merged(number).payload as Payload;
  payload.action = 'labeled';
  payload.label = { name: label };
  payload.pull_request = {
    ...payload.pull_request,
    merged: false,
    state: 'open',
    body: `Fixes #${ISSUE.number}`,
  };
  return { name: 'pull_request', actor: MAINTAINER, payload };
}

/** A release is published. */
export function released(notes: string): GithubEvent {
  const payload = example('release', 'published');
  payload.release = { ...payload.release, tag_name: RELEASE_TAG, name: 'First light', body: notes };
  return { name: 'release', actor: MAINTAINER, payload };
}

/** Somebody starts the workflow by hand. */
export function dispatched(inputs: Readonly<Record<string, string>>): GithubEvent {
  const { repository, sender } = example('issues', 'labeled');
  return { name: 'workflow_dispatch', actor: MAINTAINER, payload: { inputs, repository, sender } };
}

/** It is time. */
export function scheduled(): GithubEvent {
  const { repository, sender } = example('issues', 'labeled');
  return { name: 'schedule', actor: MAINTAINER, payload: { schedule: '17 6 * * 1', repository, sender } };
}
