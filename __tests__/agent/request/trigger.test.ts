import { expect, test } from '@jest/globals';
import { checkPermission } from '../../../src/agent/request/permission.ts';
import { checkTrigger } from '../../../src/agent/request/trigger.ts';
import { changed, type Payload } from '../../helpers/payloads.ts';
import { describeOutcome, MARIA, type Texts, World } from '../world.ts';

// What people do is told by stories (asks.txt). Here stand payloads that nobody there can cause.

const RENOVATE = { login: 'renovate[bot]', type: 'Bot' };
const label = { name: 'docs' };

const labeled = (fields: object) => changed('issues', 'labeled', { label, sender: MARIA, ...fields });

/** An event of pull request #12 that nobody caused. */
function causedByNobody(action: string, pullRequest: object): Payload {
  const pull_request = { number: 12, user: MARIA, ...pullRequest };
  return { ...changed('pull_request', action, { pull_request }), label, sender: null };
}

const comment = (body: string, action = 'created') => ({ action, comment: { body, user: MARIA } });

const OPENED_BY_BOT =
  "skipped: Pull request #12 was opened by renovate[bot], a bot that isn't listed in `allowed-bots`.";
const ANYBODY = { 'minimum-permission': 'none' };
const PROMPT = { prompt: 'Look' };

test.each<[rule: string, outcome: string, event: string, payload: Payload, inputs?: Texts]>([
  ["a person's label on a bot's issue", 'asks', 'issues', labeled({ issue: { user: RENOVATE } })],
  [
    'a label without a name',
    'skipped: The label "" was added, but `trigger-label` is "docs".',
    'issues',
    labeled({ label: null }),
    { 'trigger-label': 'docs' },
  ],
  [
    "nobody's label on an issue",
    "error: The `issues` event doesn't say who caused it. Nothing was sent.",
    'issues',
    labeled({ sender: null }),
  ],
  ["nobody's label where anybody may ask", 'asks', 'issues', labeled({ sender: null }), ANYBODY],
  [
    "nobody's label on a bot's pull request",
    OPENED_BY_BOT,
    'pull_request',
    causedByNobody('labeled', { user: RENOVATE }),
    ANYBODY,
  ],
  [
    "nobody's merge of a bot's pull request",
    OPENED_BY_BOT,
    'pull_request',
    causedByNobody('closed', { user: RENOVATE, merged: true }),
  ],
  [
    "nobody's merge of a person's pull request",
    'asks',
    'pull_request',
    causedByNobody('closed', { merged: true }),
  ],
  ['a prompt outside of GitHub Actions', 'asks', '', {}, PROMPT],
  [
    'a release event without a release',
    "Invalid input prompt: The action can't make a prompt from a `release` event. Set `prompt` or `job-id`. For a report of page views, set `mode: analytics`.",
    'release',
    {},
  ],
  ['a discussion with the phrase', 'asks', 'discussion_comment', comment('/docs say why'), PROMPT],
  [
    'a discussion without the phrase',
    'skipped: The comment begins with "LGTM", but `trigger-phrase` is "/docs".',
    'discussion_comment',
    comment('LGTM'),
    PROMPT,
  ],
  [
    'an edited comment on a commit',
    'skipped: The comment was edited. Only new comments start requests.',
    'commit_comment',
    comment('/docs say why', 'edited'),
    PROMPT,
  ],
])('%s: %s', async (_, outcome, event, payload, inputs = {}) => {
  const context = new World().context(event, payload, inputs);
  const check = async () => {
    checkTrigger(context);
    await checkPermission(context);
  };
  expect(await describeOutcome(check(), () => 'asks')).toBe(outcome);
});
