import { describe, expect, test } from '@jest/globals';
import { type TriggerInputs, watchesOnly, whyNotAsked } from '../../src/agent/trigger.ts';
import { commentPayload, event, example, labeledPayload, type Payload } from '../helpers/payloads.ts';

const inputs: TriggerInputs = {
  triggerLabel: undefined,
  prompt: undefined,
  jobId: undefined,
  context: 'auto',
};

const withLabel = { triggerLabel: 'docs' };
const NO_LABEL = 'trigger-label is set, and no label was added.';
const OTHER_LABEL = 'The label that was added is not the trigger-label.';
const OTHER_PHRASE = 'The comment does not begin with the trigger-phrase.';
const EDITED = 'The comment was edited, which asks for nothing.';

function labeledWithout(): Payload {
  const { label: _, ...payload } = labeledPayload('docs');
  return payload;
}

function onLine(body: string): Payload {
  const payload = example('pull_request_review_comment', 'created');
  payload.comment.body = body;
  return payload;
}

const own = '/docs x\n\n<!-- docs-agent-action v1 abc def -->';

/** Each row: what happens, the event, and why it does not ask; absent if it does. */
test.each<readonly [string, string, Payload, Partial<TriggerInputs>, string | undefined]>([
  ...['docs', 'Docs', 'DOCS'].map(
    (label) => [`the label ${label}`, 'issues', labeledPayload(label), withLabel, undefined] as const,
  ),
  [
    'another label than those of the issue',
    'issues',
    { ...labeledPayload('bug'), issue: { ...labeledPayload('bug').issue, labels: [{ name: 'docs' }] } },
    withLabel,
    OTHER_LABEL,
  ],
  ...['opened', 'edited', 'unlabeled'].map(
    (action) =>
      [
        action,
        'issues',
        { ...example('issues', action), label: { name: 'docs' } },
        withLabel,
        NO_LABEL,
      ] as const,
  ),
  ['a labeled event without a label', 'issues', labeledWithout(), withLabel, OTHER_LABEL],
  ['a comment, with trigger-label', 'issue_comment', commentPayload('/docs x'), withLabel, undefined],
  ['a release, with trigger-label', 'release', example('release', 'published'), withLabel, undefined],
  ['an issue, without trigger-label', 'issues', example('issues', 'opened'), {}, undefined],
  ['a line comment', 'pull_request_review_comment', onLine('/docs this option'), {}, undefined],
  [
    'a comment of this action',
    'issue_comment',
    commentPayload(own),
    {},
    'The comment is one of this action.',
  ],
  ...['deleted', 'edited'].map(
    (action) =>
      [
        `a comment that was ${action}`,
        'issue_comment',
        { ...commentPayload('/docs x'), action },
        { prompt: 'y' },
        EDITED.replace('edited', action),
      ] as const,
  ),
  ['a comment without the phrase', 'issue_comment', commentPayload('please /docs'), {}, OTHER_PHRASE],
  ['the same with a prompt', 'issue_comment', commentPayload('please /docs'), { prompt: 'y' }, OTHER_PHRASE],
])('%s', (_, name, payload, given, why) => {
  expect(whyNotAsked(event(name, payload), { ...inputs, ...given })).toBe(why);
});

describe('what asks when the workflow gives no prompt', () => {
  const asks = (name: string, payload: Payload, given: Partial<TriggerInputs> = {}) =>
    whyNotAsked(event(name, payload), { ...inputs, ...given }) === undefined;
  const of = (name: string, action: string, others: Payload = {}) => ({
    ...example(name),
    ...others,
    action,
  });

  test.each([
    [
      'issues',
      ['opened', 'labeled'],
      ['edited', 'closed', 'deleted', 'transferred', 'reopened', 'unlabeled'],
    ],
    ['pull_request', ['opened', 'labeled'], ['edited', 'closed', 'synchronize', 'ready_for_review']],
    ['pull_request_target', ['opened', 'labeled'], ['edited', 'closed', 'synchronize']],
    ['release', ['published'], ['created', 'released', 'prereleased', 'edited', 'deleted', 'unpublished']],
  ])('%s: %j, and not %j', (name, asking, silent) => {
    const payloadOf = name === 'pull_request_target' ? 'pull_request' : name;
    for (const action of asking) expect([action, asks(name, of(payloadOf, action))]).toEqual([action, true]);
    for (const action of silent) {
      expect([action, asks(name, of(payloadOf, action))]).toEqual([action, false]);
      expect([action, asks(name, of(payloadOf, action), { prompt: 'x' })]).toEqual([action, true]);
    }
  });

  test('a pull request that is closed asks if it was merged', () => {
    const payload = of('pull_request', 'closed');
    payload.pull_request.merged = true;
    expect(asks('pull_request', payload)).toBe(true);
    expect(asks('pull_request', { ...payload, action: 'edited' })).toBe(false);
  });

  test('who asks in another way is told what asks', () => {
    expect(whyNotAsked(event('issues', of('issues', 'edited')), inputs)).toBe(
      'Without a prompt, the activity edited of issues asks for nothing (it does on opened, labeled).',
    );
  });

  test('a release that cannot be read is left to what makes the prompt', () => {
    expect(asks('release', {})).toBe(true);
  });

  test('a review asks when it is submitted with the phrase; with a prompt, it needs none', () => {
    const review = (body: string | null, action = 'submitted') => {
      const payload = of('pull_request_review', action);
      payload.review.body = body;
      payload.sender = payload.review.user;
      return payload;
    };
    expect(asks('pull_request_review', review('/docs shorten'))).toBe(true);
    const later = event('pull_request_review', review('/docs shorten', 'edited'));
    expect(whyNotAsked(later, inputs)).toBe(EDITED);
    expect(asks('pull_request_review', review('/docs shorten', 'dismissed'))).toBe(false);
    expect(asks('pull_request_review', review('LGTM'))).toBe(false);
    expect(asks('pull_request_review', review(null))).toBe(false);
    expect(asks('pull_request_review', review('LGTM'), { prompt: 'x' })).toBe(true);
    expect(asks('pull_request_review', review('LGTM', 'dismissed'), { prompt: 'x' })).toBe(true);
  });

  test('label and phrase are honoured on events that this action does not know', () => {
    const given = { prompt: 'x', triggerLabel: 'docs' };
    expect(asks('discussion', { action: 'labeled', label: { name: 'bug' } }, given)).toBe(false);
    expect(asks('discussion', { action: 'labeled', label: { name: 'Docs' } }, given)).toBe(true);
    expect(asks('discussion', { action: 'unlabeled', label: { name: 'docs' } }, given)).toBe(false);
    expect(asks('push', {}, given)).toBe(true);
    const comment = (body: string) => ({ action: 'created', comment: { body, user: { login: 'alice' } } });
    expect(asks('discussion_comment', comment('LGTM'), given)).toBe(false);
    expect(asks('discussion_comment', comment('/docs x'), given)).toBe(true);
    for (const action of ['edited', 'deleted']) {
      expect(asks('commit_comment', { ...comment('/docs x'), action }, given)).toBe(false);
    }
  });
});

describe('job-id without a prompt watches', () => {
  const job = { jobId: 'job_1' };
  const of = (name: string, payload: Payload, given: Partial<TriggerInputs> = {}) => {
    const all = { ...inputs, ...job, ...given };
    return [watchesOnly(event(name, payload), all), whyNotAsked(event(name, payload), all) === undefined];
  };

  test('whatever the event is, and neither label nor phrase matters', () => {
    expect(of('issues', example('issues', 'edited'), { triggerLabel: 'docs' })).toEqual([true, true]);
    expect(of('issue_comment', commentPayload('LGTM'))).toEqual([true, true]);
    expect(of('push', {})).toEqual([true, true]);
  });

  test('a comment that asks is a follow-up, unless `context: none` keeps it out', () => {
    expect(of('issue_comment', commentPayload('/docs x'))).toEqual([false, true]);
    expect(of('issue_comment', commentPayload('/docs x'), { context: 'none' })).toEqual([true, true]);
    expect(of('issue_comment', commentPayload('/docs x'), { prompt: 'y' })).toEqual([false, true]);
  });
});
