import { describe, expect, test } from '@jest/globals';
import {
  phraseProblem,
  skipReason,
  type TriggerInputs,
  threadOf,
  wantedOf,
} from '../../src/agent/trigger.ts';
import {
  agentInputs,
  changed,
  commentPayload,
  event,
  example,
  labeledPayload,
  type Payload,
} from '../helpers/payloads.ts';

type Given = Partial<TriggerInputs>;
const inputs: TriggerInputs = agentInputs();
const why = (name: string, payload: Payload, given: Given = {}) =>
  skipReason(event(name, payload), { ...inputs, ...given });
const asks = (...all: Parameters<typeof why>) => why(...all) === undefined;

const LABEL = { triggerLabel: 'docs' };
const PROMPT = { prompt: 'y' };
const NO_LABEL = 'No label was added, but `trigger-label` is "docs".';
const otherLabel = (name: string) => `The label "${name}" was added, but \`trigger-label\` is "docs".`;
const beginsWith = (word: string) => `The comment begins with "${word}", but \`trigger-phrase\` is "/docs".`;
const OTHER_PHRASE = beginsWith('LGTM');
const past = (action: string) => `The comment was ${action}. Only new comments are requests.`;

const docs = { name: 'docs' };
const issue = (action: string, label: object | null = docs) => ({ ...example('issues', action), label });
const having = changed('issues', 'labeled', { issue: { labels: [docs] } });
const done = (action: string, body = '/docs x') => ({ ...commentPayload(body), action });
const polite = done('created', 'please /docs');
const MARKER = `<!-- docs-agent-action v3 e30= ${'0'.repeat(64)} -->`;
const own = done('created', `At work.\n\n${MARKER}`);
const pasted = done('created', `/docs why does this say\n\n> At work.\n\n${MARKER}`);
const line = changed('pull_request_review_comment', 'created', { comment: { body: '/docs this option' } });
const said = (action: string, body: string) => ({ action, comment: { body, user: { login: 'alice' } } });
const merged = changed('pull_request', 'closed', { pull_request: { merged: true } });

/** Each row: what happens, the event, and why it does not ask; absent if it does. */
test.each<readonly [string, string, Payload, Given, string | undefined]>([
  ['the label', 'issues', labeledPayload('docs'), LABEL, undefined],
  ['the label in other letters', 'issues', labeledPayload('DoCS'), LABEL, undefined],
  ['another than those of the issue', 'issues', having, LABEL, otherLabel('bug')],
  ['an issue that is opened with it', 'issues', issue('opened'), LABEL, NO_LABEL],
  ['an issue that is edited', 'issues', issue('edited'), LABEL, NO_LABEL],
  ['a label that is taken away', 'issues', issue('unlabeled'), LABEL, NO_LABEL],
  ['a labeled event without a label', 'issues', issue('labeled', null), LABEL, otherLabel('')],
  ['a comment, with trigger-label', 'issue_comment', done('created'), LABEL, undefined],
  ['a release, with trigger-label', 'release', example('release', 'published'), LABEL, undefined],
  ['a line comment', 'pull_request_review_comment', line, {}, undefined],
  ['a comment of this action', 'issue_comment', own, {}, beginsWith('At')],
  ['a comment that quotes one', 'issue_comment', pasted, {}, undefined],
  ['the same with job-id: latest', 'issue_comment', pasted, { jobId: 'latest' }, undefined],
  ['another comment with it', 'issue_comment', done('created', 'LGTM'), { jobId: 'latest' }, OTHER_PHRASE],
  ['a comment that was edited', 'issue_comment', done('edited'), {}, past('edited')],
  ['the same with a prompt', 'issue_comment', done('edited'), PROMPT, past('edited')],
  ['a comment that was deleted, with a prompt', 'issue_comment', done('deleted'), PROMPT, past('deleted')],
  ['one without the phrase', 'issue_comment', polite, {}, beginsWith('please')],
  ['the same with a prompt', 'issue_comment', polite, PROMPT, beginsWith('please')],
  ['a near miss', 'issue_comment', done('created', '/docsx fix it'), {}, beginsWith('/docsx')],
  ['two punctuation marks', 'issue_comment', done('created', '/docs!! x'), {}, beginsWith('/docs!!')],
  ['a pull request that is merged', 'pull_request', merged, {}, undefined],
  // It is left to what makes the prompt.
  ['a release that cannot be read', 'release', {}, {}, undefined],
  // Label and phrase are honoured on events that this action does not know.
  ['another label', 'discussion', { action: 'labeled', label: { name: 'bug' } }, LABEL, otherLabel('bug')],
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
      'Without a `prompt`, only `opened` and `labeled` events of `issues` start a request; this one was `edited`.',
    );
    expect(why('pull_request', { ...merged, action: 'edited' })).toBe(
      'Without a `prompt`, only `opened` and `labeled` events of `pull_request`, and merges, start a request; this one was `edited`.',
    );
  });

  const review = (action: string) => `The review was ${action}. Only newly submitted reviews are requests.`;

  test.each([
    ['submitted', '/docs shorten', undefined, undefined],
    ['edited', '/docs shorten', review('edited'), review('edited')],
    ['dismissed', '/docs shorten', review('dismissed'), review('dismissed')],
    ['submitted', 'LGTM', OTHER_PHRASE, undefined],
    ['submitted', null, beginsWith(''), undefined],
  ])('a review that is %s with %j; with a prompt, it needs no phrase', (action, body, alone, prompted) => {
    const payload = { ...changed('pull_request_review', 'submitted', { review: { body } }), action };
    expect(why('pull_request_review', payload)).toBe(alone);
    expect(why('pull_request_review', payload, PROMPT)).toBe(prompted);
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
  ['the same, kept out', 'issue_comment', done('created'), { include: new Set() }, true],
  ['a review thread', 'pull_request_review_thread', { action: 'resolved' }, {}, true],
  ['the same with a prompt', 'issue_comment', done('created'), PROMPT, false],
])('job-id without a prompt watches: %s', (_, name, payload, given, watches) => {
  const all = { ...inputs, jobId: 'job_1', ...given };
  expect(wantedOf(event(name, payload), all).what === 'watch').toBe(watches);
  expect(skipReason(event(name, payload), all)).toBeUndefined();
});

test.each<[string, Payload, boolean]>([
  ['issue_comment', done('created'), true],
  ['issue_comment', done('created', 'LGTM'), false],
  ['discussion_comment', said('created', '/docs x'), false],
  ['issues', example('issues', 'opened'), false],
])('somebody asks by comment where there is an issue and the phrase: %s, %#', (name, payload, asks) => {
  const { what, job } = wantedOf(event(name, payload), inputs);
  expect([what, job]).toEqual(asks ? ['comment', 'latest'] : ['event', 'new']);
});

test('a review thread that is resolved is not a request, whatever the prompt is', () => {
  const reason = "Resolving a review thread isn't a request.";
  const payload = { action: 'resolved', pull_request: { number: 2 } };
  for (const given of [{}, PROMPT]) expect(why('pull_request_review_thread', payload, given)).toBe(reason);
});

test.each([
  ['/docs', true],
  ['@docs-bot', true],
  ['/d\u00f6cs', true],
  ['<docs>', false],
  ['<!--docs-->', false],
  ['/do\u200bcs', false],
])('a comment can begin with %j: %s', (phrase, can) => {
  expect(phraseProblem(phrase) === undefined).toBe(can);
});

test.each<[string, Payload, number | undefined, number | undefined]>([
  ['issues', labeledPayload('docs'), undefined, 1],
  ['issues', labeledPayload('docs'), 9, 9],
  ['issue_comment', done('created'), 9, 1],
  ['pull_request_review_comment', line, 9, 2],
  ['discussion_comment', said('created', '/docs x'), 9, 9],
  ['push', {}, 9, 9],
  ['push', {}, undefined, undefined],
])('the replies to %s are on the issue or pull request of a comment, else on issue-number: %#', (...row) => {
  const [name, payload, issueNumber, expected] = row;
  expect(threadOf(event(name, payload), { issueNumber })).toBe(expected);
});
