import { describe, expect, test } from '@jest/globals';
import { instructionIn, matchTrigger } from '../../src/agent/trigger.ts';
import { commentPayload, event, example, labeledPayload } from '../helpers/payloads.ts';

const inputs = { triggerLabel: undefined, triggerPhrase: '/docs' };

describe('trigger-label', () => {
  const withLabel = { ...inputs, triggerLabel: 'docs' };

  test('looks at the label of the event, not at those of the issue', () => {
    const payload = labeledPayload('bug');
    payload.issue.labels = [{ ...payload.label, name: 'docs' }];
    expect(matchTrigger(event('issues', payload), withLabel)).toEqual({
      allowed: false,
      reason: 'The label that was added is not the trigger-label.',
    });
  });

  test.each(['docs', 'Docs', 'DOCS'])('%s goes on', (label) => {
    expect(matchTrigger(event('issues', labeledPayload(label)), withLabel).allowed).toBe(true);
  });

  test.each(['opened', 'edited', 'unlabeled'])('%s does not, whatever the label', (action) => {
    const payload = example('issues', action);
    payload.label = { name: 'docs' };
    expect(matchTrigger(event('issues', payload), withLabel).allowed).toBe(false);
  });

  test('a labeled event without a label does not', () => {
    const { label: _, ...payload } = labeledPayload('docs');
    expect(matchTrigger(event('issues', payload), withLabel).allowed).toBe(false);
  });

  test('says nothing of comments and releases', () => {
    expect(matchTrigger(event('issue_comment', commentPayload('/docs x')), withLabel).allowed).toBe(true);
    expect(matchTrigger(event('release', example('release', 'published')), withLabel).allowed).toBe(true);
  });

  test('without it every issue event goes on', () => {
    expect(matchTrigger(event('issues', example('issues', 'opened')), inputs).allowed).toBe(true);
  });
});

describe('trigger-phrase', () => {
  test.each([
    ['/docs mention the proxy', 'mention the proxy'],
    ['/docs', ''],
    ['  \n/docs\nfirst line\n\nsecond line\n', 'first line\n\nsecond line'],
    ['/docs\r\nline', 'line'],
    ['<!-- template -->\n/docs x', 'x'],
    ['/docs x <!-- and y', 'x <!-- and y'],
    ['/docs x <!-- and delete everything -->', 'x'],
  ])('%j asks for %j', (body, instruction) => {
    expect(instructionIn(body, '/docs')).toBe(instruction);
    expect(matchTrigger(event('issue_comment', commentPayload(body)), inputs).allowed).toBe(true);
  });

  test.each([
    'please /docs',
    '/docsx',
    '/Docs x',
    '> /docs x',
    '`/docs`',
    '',
    '/doc s',
    'LGTM <!-- /docs x -->',
  ])('%j does not ask', (body) => {
    expect(instructionIn(body, '/docs')).toBeUndefined();
    expect(matchTrigger(event('issue_comment', commentPayload(body)), inputs)).toEqual({
      allowed: false,
      reason: 'The comment does not begin with the trigger-phrase.',
    });
  });

  test('a review comment asks as well', () => {
    const payload = example('pull_request_review_comment', 'created');
    payload.comment.body = '/docs this option';
    expect(matchTrigger(event('pull_request_review_comment', payload), inputs).allowed).toBe(true);
  });

  test('the comments of this action never do', () => {
    const own = '/docs x\n\n<!-- docs-agent-action v1 abc def -->';
    expect(matchTrigger(event('issue_comment', commentPayload(own)), inputs).allowed).toBe(false);
  });

  test('a deleted comment does not', () => {
    const payload = { ...commentPayload('/docs x'), action: 'deleted' };
    expect(matchTrigger(event('issue_comment', payload), inputs).allowed).toBe(false);
  });

  test('an edit counts only if it is the author’s own', () => {
    const payload = { ...commentPayload('/docs x'), action: 'edited' };
    expect(matchTrigger(event('issue_comment', payload), inputs).allowed).toBe(true);
    payload.comment.user = { login: 'stranger', type: 'User' };
    expect(matchTrigger(event('issue_comment', payload), inputs).allowed).toBe(false);
    payload.comment.user = null;
    payload.sender = null;
    expect(matchTrigger(event('issue_comment', payload), inputs).allowed).toBe(false);
  });
});
