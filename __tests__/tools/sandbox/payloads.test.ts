import { expect, test } from '@jest/globals';
import { readStory } from '../../../campaign/story.ts';
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

test.each([
  ...['maria labels #12 docs', 'maria opens #12', 'maria comments "/docs" on #12', 'maria opens #101'],
  ...['maria labels #101 docs', 'maria pushes to #101', 'maria merges #101', 'maria reviews #101 "/docs"'],
  ...['maria comments "/docs" on a line of #101', 'maria publishes release v1', 'maria pushes a commit'],
  ...['maria starts the workflow', 'a merge group forms'],
])('the payload of "%s" has all that GitHub sends', (words) => {
  const { github } = new Sandbox({ permissions: { maria: 'write' } });
  github.setPullRequest({ repository: 'acme/product', number: 101 });
  const event = readStory(words).steps[0]?.event as GithubEvent;
  const made = new Set(shapeOf(payloadOf(applyEvent(event, github))));
  // Texts that are null in the example; and a push has commits of its own.
  const isOther = /^\.(head_commit|commits|pull_request\.merge)|^\.(review|release)\.body/;
  const missing = shapeOf(exampleOfEvent(event.name, event.action)).filter((field) => !made.has(field));
  expect(missing.filter((field) => !isOther.test(field))).toEqual([]);
});
