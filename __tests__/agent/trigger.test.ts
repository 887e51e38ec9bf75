import { describe, expect, test } from '@jest/globals';
import { asksByComment, type TriggerInputs, watchesOnly, whyNotAsked } from '../../src/agent/trigger.ts';
import {
  changed,
  commentPayload,
  event,
  example,
  labeledPayload,
  type Payload,
} from '../helpers/payloads.ts';

type Given = Partial<TriggerInputs>;
const inputs = { triggerLabel: undefined, prompt: undefined, jobId: undefined, context: 'auto' } as const;
const why = (name: string, payload: Payload, given: Given = {}) =>
  whyNotAsked(event(name, payload), { ...inputs, ...given });
const asks = (...all: Parameters<typeof why>) => why(...all) === undefined;

const LABEL = { triggerLabel: 'docs' };
const PROMPT = { prompt: 'y' };
const NO_LABEL = 'trigger-label is set, and no label was added.';
const OTHER_LABEL = 'The label that was added is not the trigger-label.';
const OTHER_PHRASE = 'The comment does not begin with the trigger-phrase.';
const OWN = 'The comment is one of this action.';
const past = (action: string) => `The comment was ${action}, which asks for nothing.`;

const docs = { name: 'docs' };
const issue = (action: string, label: object | null = docs) => ({ ...example('issues', action), label });
const having = changed('issues', 'labeled', { issue: { labels: [docs] } });
const done = (action: string, body = '/docs x') => ({ ...commentPayload(body), action });
const own = done('created', '/docs x\n\n<!-- docs-agent-action v1 abc def -->');
const line = changed('pull_request_review_comment', 'created', { comment: { body: '/docs this option' } });
const said = (action: string, body: string) => ({ action, comment: { body, user: { login: 'alice' } } });
const merged = changed('pull_request', 'closed', { pull_request: { merged: true } });

/** Each row: what happens, the event, and why it does not ask; absent if it does. */
test.each<readonly [string, string, Payload, Given, string | undefined]>([
  ['the label', 'issues', labeledPayload('docs'), LABEL, undefined],
  ['the label in other letters', 'issues', labeledPayload('DoCS'), LABEL, undefined],
  ['another than those of the issue', 'issues', having, LABEL, OTHER_LABEL],
  ['an issue that is opened with it', 'issues', issue('opened'), LABEL, NO_LABEL],
  ['an issue that is edited', 'issues', issue('edited'), LABEL, NO_LABEL],
  ['a label that is taken away', 'issues', issue('unlabeled'), LABEL, NO_LABEL],
  ['a labeled event without a label', 'issues', issue('labeled', null), LABEL, OTHER_LABEL],
  ['a comment, with trigger-label', 'issue_comment', done('created'), LABEL, undefined],
  ['a release, with trigger-label', 'release', example('release', 'published'), LABEL, undefined],
  ['an issue, without trigger-label', 'issues', example('issues', 'opened'), {}, undefined],
  ['a line comment', 'pull_request_review_comment', line, {}, undefined],
  ['a comment of this action', 'issue_comment', own, {}, OWN],
  ['a comment that was edited', 'issue_comment', done('edited'), {}, past('edited')],
  ['the same with a prompt', 'issue_comment', done('edited'), PROMPT, past('edited')],
  ['a comment that was deleted, with a prompt', 'issue_comment', done('deleted'), PROMPT, past('deleted')],
  ['a comment without the phrase', 'issue_comment', done('created', 'please /docs'), {}, OTHER_PHRASE],
  ['the same with a prompt', 'issue_comment', done('created', 'please /docs'), PROMPT, OTHER_PHRASE],
  ['a pull request that is merged', 'pull_request', merged, {}, undefined],
  // It is left to what makes the prompt.
  ['a release that cannot be read', 'release', {}, {}, undefined],
  // Label and phrase are honoured on events that this action does not know.
  ['another label', 'discussion', { action: 'labeled', label: { name: 'bug' } }, LABEL, OTHER_LABEL],
  ['the label', 'discussion', { action: 'labeled', label: { name: 'Docs' } }, LABEL, undefined],
  ['no label any more', 'discussion', { action: 'unlabeled', label: docs }, LABEL, NO_LABEL],
  ['a push', 'push', {}, LABEL, undefined],
  ['another comment', 'discussion_comment', said('created', 'LGTM'), PROMPT, OTHER_PHRASE],
  ['a comment that asks', 'discussion_comment', said('created', '/docs x'), PROMPT, undefined],
  ['an edited one', 'commit_comment', said('edited', '/docs x'), PROMPT, past('edited')],
  ['a deleted one', 'commit_comment', said('deleted', '/docs x'), PROMPT, past('deleted')],
])('%s of %s', (_, name, payload, given, expected) => {
  expect(why(name, payload, given)).toBe(expected);
});

describe('what asks when the workflow gives no prompt', () => {
  const SILENT = ['edited', 'closed', 'deleted', 'transferred', 'reopened', 'unlabeled'];
  const RELEASE = ['created', 'released', 'prereleased', 'edited', 'deleted', 'unpublished'];

  test.each([
    ['issues', 'issues', ['opened', 'labeled'], SILENT],
    ['pull_request', 'pull_request', ['opened', 'labeled'], [...SILENT, 'synchronize', 'ready_for_review']],
    ['pull_request_target', 'pull_request', ['opened', 'labeled'], [...SILENT, 'synchronize']],
    ['release', 'release', ['published'], RELEASE],
  ])('%s, as %s: %j, and not %j', (name, as, asking, silent) => {
    const all = (actions: string[], given?: Given) =>
      actions.filter((action) => asks(name, { ...example(as), action }, given));
    expect(all([...asking, ...silent])).toEqual(asking);
    expect(all([...asking, ...silent], PROMPT)).toEqual([...asking, ...silent]);
  });

  test('who asks in another way is told what asks', () => {
    expect(why('issues', example('issues', 'edited'))).toBe(
      'Without a prompt, the activity edited of issues asks for nothing (it does on opened, labeled).',
    );
    expect(asks('pull_request', { ...merged, action: 'edited' })).toBe(false);
  });

  test.each([
    ['submitted', '/docs shorten', undefined],
    ['edited', '/docs shorten', past('edited')],
    ['dismissed', '/docs shorten', OTHER_PHRASE],
    ['submitted', 'LGTM', OTHER_PHRASE],
    ['submitted', null, OTHER_PHRASE],
    ['dismissed', 'LGTM', OTHER_PHRASE],
  ])('a review that is %s with %j; with a prompt, it needs no phrase', (action, body, alone) => {
    const payload = { ...changed('pull_request_review', 'submitted', { review: { body } }), action };
    expect(why('pull_request_review', payload)).toBe(alone);
    expect(why('pull_request_review', payload, PROMPT)).toBeUndefined();
  });
});

/** Then neither label nor phrase matters. */
test.each<[string, string, Payload, Given, boolean]>([
  ['an issue', 'issues', example('issues', 'edited'), LABEL, true],
  ['a comment that does not ask', 'issue_comment', done('created', 'LGTM'), {}, true],
  ['a comment that was edited', 'issue_comment', done('edited'), {}, true],
  ['a push', 'push', {}, {}, true],
  ['a push with a prompt', 'push', {}, PROMPT, false],
  ['a comment of this action', 'issue_comment', own, {}, true],
  ['a comment that asks, which is a follow-up', 'issue_comment', done('created'), {}, false],
  ['the same, kept out', 'issue_comment', done('created'), { context: 'none' }, true],
  ['the same with a prompt', 'issue_comment', done('created'), PROMPT, false],
])('job-id without a prompt watches: %s', (_, name, payload, given, watches) => {
  const all = { ...inputs, jobId: 'job_1', ...given };
  expect(watchesOnly(event(name, payload), all)).toBe(watches);
  expect(whyNotAsked(event(name, payload), all)).toBeUndefined();
});

test.each<[string, Payload, boolean]>([
  ['issue_comment', done('created'), true],
  ['issue_comment', done('created', 'LGTM'), false],
  ['discussion_comment', said('created', '/docs x'), false],
  ['issues', example('issues', 'opened'), false],
])('somebody asks by comment where there is an issue and the phrase: %s, %#', (name, payload, asks) => {
  expect(asksByComment(event(name, payload))).toBe(asks);
});
