import { expect, test } from '@jest/globals';
import { applyEvent } from '../../../sandbox/github/apply-event.ts';
import { type GithubEvent, payloadOf } from '../../../sandbox/github/events.ts';
import { exampleOfEvent } from '../../../sandbox/github/examples.ts';
import { Sandbox } from '../../../sandbox/server.ts';

/** The paths of all fields of a payload, with the types of their values. */
function shapeOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return [`${at}[]`];
  if (typeof value !== 'object' || value === null) return [`${at} ${value === null ? null : typeof value}`];
  return Object.entries(value).flatMap(([name, each]) => shapeOf(each, `${at}.${name}`));
}

const ON = { repository: 'acme/product', by: 'maria', number: 7 };
const EVENTS: readonly GithubEvent[] = [
  { name: 'issues', action: 'labeled', label: 'docs', ...ON },
  { name: 'issues', action: 'opened', ...ON },
  { name: 'issue_comment', action: 'created', text: '/docs', ...ON },
  { name: 'pull_request', action: 'opened', ...ON, isPullRequest: true },
  { name: 'pull_request', action: 'labeled', label: 'docs', ...ON, isPullRequest: true },
  { name: 'pull_request', action: 'synchronize', ...ON, isPullRequest: true },
  { name: 'pull_request', action: 'closed', merged: true, ...ON, isPullRequest: true },
  { name: 'pull_request_review', action: 'submitted', text: '/docs', ...ON, isPullRequest: true },
  { name: 'pull_request_review_comment', action: 'created', text: '/docs', ...ON, isPullRequest: true },
  { name: 'release', action: 'published', tag: 'v1', repository: 'acme/product', by: 'maria' },
  { name: 'push', action: '', push: 'direct', repository: 'acme/product', by: 'maria' },
  { name: 'workflow_dispatch', action: '', repository: 'acme/product', by: 'maria' },
  { name: 'merge_group', action: 'checks_requested', repository: 'acme/product', by: 'maria' },
];

test.each(EVENTS)('$name $action has all that GitHub sends', (event) => {
  const { github } = new Sandbox({ permissions: { maria: 'write' } });
  if (event.isPullRequest) github.setPullRequest({ repository: 'acme/product', number: 7, user: 'maria' });
  const made = new Set(shapeOf(payloadOf(applyEvent(event, github))));
  // A merge has the fields as texts that are null before; the push's own commits replace those of the example.
  const isOther = /^\.(head_commit|commits|pull_request\.merge)|^\.review\.body/;
  const missing = shapeOf(exampleOfEvent(event.name, event.action)).filter((field) => !made.has(field));
  expect(missing.filter((field) => !isOther.test(field))).toEqual([]);
});
