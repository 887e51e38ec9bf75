import { expect, test } from '@jest/globals';
import { checkPermission } from '../../src/agent/permission.ts';
import { threadOf } from '../../src/agent/request.ts';
import { checkTrigger, instructionIn } from '../../src/agent/trigger.ts';
import { changed, type Payload } from '../helpers/payloads.ts';
import { ending, MARIA, pairsOf, rowsOf, World } from './world.ts';

// What people do is told by stories (asks.txt). Here stand payloads that nobody there can cause.

const RENOVATE = { login: 'renovate[bot]', type: 'Bot' };
const label = { name: 'docs' };
const issue = (others: object = {}) => changed('issues', 'labeled', { label, sender: MARIA, ...others });
const pull = (action: string, pull_request: object) => ({
  ...changed('pull_request', action, { pull_request: { number: 12, user: MARIA, ...pull_request } }),
  ...{ label, sender: null },
});
const said = (body: string, action = 'created') => ({ action, comment: { body, user: MARIA } });

const EVENTS: Record<string, readonly [name: string, payload: Payload]> = {
  'an issue of a bot is labeled': ['issues', issue({ issue: { user: RENOVATE } })],
  'an issue gets a label without a name': ['issues', issue({ label: null })],
  'an issue is labeled by nobody': ['issues', issue({ sender: null })],
  "a bot's pull request is labeled by nobody": ['pull_request', pull('labeled', { user: RENOVATE })],
  "a bot's pull request is merged by nobody": [
    'pull_request',
    pull('closed', { user: RENOVATE, merged: true }),
  ],
  'a pull request is merged by nobody': ['pull_request', pull('closed', { merged: true })],
  'a release is nothing': ['release', {}],
  'a discussion is asked': ['discussion_comment', said('/docs say why')],
  'a discussion is told': ['discussion_comment', said('LGTM')],
  'a comment on a commit is edited': ['commit_comment', said('/docs say why', 'edited')],
};

const OPENED =
  "skipped: Pull request #12 was opened by renovate[bot], a bot that isn't listed in `allowed-bots`.";
/** Event, inputs, and why it may not ask; or that it `asks`. */
test.each(
  rowsOf(`an issue of a bot is labeled | | asks
    an issue gets a label without a name | trigger-label=docs | skipped: The label "" was added, but \`trigger-label\` is "docs".
    an issue is labeled by nobody | | error: The \`issues\` event doesn't say who caused it. Nothing was sent.
    an issue is labeled by nobody | minimum-permission=none | asks
    a bot's pull request is labeled by nobody | minimum-permission=none | ${OPENED}
    a bot's pull request is merged by nobody | | ${OPENED}
    a pull request is merged by nobody | | asks
    outside of GitHub Actions | prompt=Look | asks
    a release is nothing | | Invalid input prompt: The action can't make a prompt from a \`release\` event. Set \`prompt\` or \`job-id\`. For a report of page views, set \`mode: analytics\`.
    a discussion is asked | prompt=Look | asks
    a discussion is told | prompt=Look | skipped: The comment begins with "LGTM", but \`trigger-phrase\` is "/docs".
    a comment on a commit is edited | prompt=Look | skipped: The comment was edited. Only a new one asks.`),
)('%s, with %s: %s', async (event = '', given, expected) => {
  const [name, payload] = EVENTS[event] ?? ['', {}];
  const run = new World().run(name, payload, pairsOf(given));
  const check = async () => {
    checkTrigger(run);
    await checkPermission(run);
  };
  expect(await ending(check(), () => 'asks')).toBe(expected);
});

test('a comment elsewhere asks for a new job, and is answered on `issue-number`', () => {
  const given = { prompt: 'Look', 'issue-number': '9' };
  const run = new World().run('discussion_comment', said('/docs say why'), given);
  expect([run.wanted.what, run.wanted.job, threadOf(run)]).toEqual(['event', 'new', 9]);
});

test.each([
  ['/docs mention it\nand this <!-- x -->', '/docs', 'mention it\nand this'],
  ['\n\n\t/docs fix', '/docs', undefined],
  ['/e\u0301crire vite', '/\u00e9crire', 'vite'],
])('%j says to %s: %j', (body, phrase, expected) => {
  expect(instructionIn(body, phrase)).toBe(expected);
});
