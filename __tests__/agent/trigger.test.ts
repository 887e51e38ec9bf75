import { describe, expect, test } from '@jest/globals';
import { Stop } from '../../src/agent/end.ts';
import { type AgentRun, threadOf } from '../../src/agent/request.ts';
import { checkTrigger, wantedOf } from '../../src/agent/trigger.ts';
import { InputError } from '../../src/inputs.ts';
import {
  agentInputs,
  changed,
  commentPayload,
  event,
  example,
  labeledPayload,
  type Payload,
} from '../helpers/payloads.ts';

type Given = Readonly<Record<string, string>>;

/** Why the event doesn't ask: `skipped: …`, or `NAME: …` for an input that doesn't fit; `asks` if it does. */
function why(name: string, payload: Payload, given: Given = {}): string {
  const inputs = agentInputs({ 'github-token': 'ghs_1', ...given });
  const read = event(name, payload);
  try {
    checkTrigger({ event: read, inputs, wanted: wantedOf(read, inputs) } as AgentRun);
    return 'asks';
  } catch (error) {
    if (error instanceof Stop) return `${error.end.outcome}: ${error.end.reason}`;
    if (error instanceof InputError) return error.message.replace('Invalid input ', '');
    throw error;
  }
}

const wanted = (name: string, payload: Payload, given: Given) =>
  wantedOf(event(name, payload), agentInputs({ 'github-token': 'ghs_1', ...given }));

const LABEL = { 'trigger-label': 'docs' };
const PROMPT = { prompt: 'y' };
const LATEST = { 'job-id': 'latest' };
const STATUS = { 'commit-status': 'docs-ready' };
const NO_LABEL = 'skipped: No label was added, but `trigger-label` is "docs".';
const otherLabel = (name: string) =>
  `skipped: The label "${name}" was added, but \`trigger-label\` is "docs".`;
const beginsWith = (word: string) =>
  `skipped: The comment begins with "${word}", but \`trigger-phrase\` is "/docs".`;
const INDENTED =
  'skipped: The comment begins with indented code, which never counts as the `trigger-phrase` "/docs".';
const past = (action: string) => `skipped: The comment was ${action}. Only a new one asks.`;

const docs = { name: 'docs' };
const issue = (action: string, label: object | null = docs) => ({ ...example('issues', action), label });
const done = (action: string, body = '/docs x') => ({ ...commentPayload(body), action });
const MARKER = `<!-- docs-agent-action v4 e30= ${'0'.repeat(64)} -->`;
const line = changed('pull_request_review_comment', 'created', { comment: { body: '/docs this option' } });
const said = (action: string, body: string) => ({ action, comment: { body, user: { login: 'alice' } } });
const merged = changed('pull_request', 'closed', { pull_request: { merged: true } });
const review = (body: string | null, action = 'submitted') => ({
  ...changed('pull_request_review', 'submitted', { review: { body } }),
  action,
});
const push = (ref: string, more: object = {}) => ({
  ...example('push'),
  ref,
  deleted: false,
  created: false,
  ...more,
});

test.each<readonly [string, string, Payload, Given, string]>([
  ['the label', 'issues', labeledPayload('docs'), LABEL, 'asks'],
  ['the label in other letters', 'issues', labeledPayload('DoCS'), LABEL, 'asks'],
  [
    'an issue that has it gets another',
    'issues',
    changed('issues', 'labeled', { issue: { labels: [docs] } }),
    LABEL,
    otherLabel('bug'),
  ],
  ['an issue is opened with it', 'issues', issue('opened'), LABEL, NO_LABEL],
  ['a label is taken away', 'issues', issue('unlabeled'), LABEL, NO_LABEL],
  ['labeled without a label', 'issues', issue('labeled', null), LABEL, otherLabel('')],
  ['a comment, with trigger-label', 'issue_comment', done('created'), LABEL, 'asks'],
  ['a release, with trigger-label', 'release', example('release', 'published'), LABEL, 'asks'],
  ['a push, with trigger-label', 'push', push('refs/heads/main'), LABEL, 'asks'],
  [
    'another label of an unknown event',
    'discussion',
    { action: 'labeled', label: { name: 'bug' } },
    { ...LABEL, ...PROMPT },
    otherLabel('bug'),
  ],
  [
    'the label of an unknown event',
    'discussion',
    { action: 'labeled', label: docs },
    { ...LABEL, ...PROMPT },
    'asks',
  ],
  ['a line comment', 'pull_request_review_comment', line, {}, 'asks'],
  [
    'a comment of this action',
    'issue_comment',
    done('created', `At work.\n\n${MARKER}`),
    {},
    beginsWith('At'),
  ],
  [
    'a comment that quotes one',
    'issue_comment',
    done('created', `/docs why\n\n> At work.\n\n${MARKER}`),
    LATEST,
    'asks',
  ],
  ['another comment', 'issue_comment', done('created', 'LGTM'), LATEST, beginsWith('LGTM')],
  [
    'one without the phrase, with a prompt',
    'issue_comment',
    done('created', 'please /docs'),
    PROMPT,
    beginsWith('please'),
  ],
  ['a near miss', 'issue_comment', done('created', '/docsx fix it'), {}, beginsWith('/docsx')],
  ['one punctuation mark', 'issue_comment', done('created', '/Docs: x'), {}, 'asks'],
  ['two punctuation marks', 'issue_comment', done('created', '/docs!! x'), {}, beginsWith('/docs!!')],
  ['indented code', 'issue_comment', done('created', '    /docs fix'), {}, INDENTED],
  ['indented code after blank lines', 'issue_comment', done('created', '\n\n\t/docs fix'), {}, INDENTED],
  ['three blanks, which are no code', 'issue_comment', done('created', '   /docs fix'), {}, 'asks'],
  ['a comment that was edited', 'issue_comment', done('edited'), PROMPT, past('edited')],
  ['a comment that was deleted', 'issue_comment', done('deleted'), PROMPT, past('deleted')],
  ['another comment elsewhere', 'discussion_comment', said('created', 'LGTM'), PROMPT, beginsWith('LGTM')],
  ['a comment that asks elsewhere', 'discussion_comment', said('created', '/docs x'), PROMPT, 'asks'],
  ['an edited one', 'commit_comment', said('edited', '/docs x'), PROMPT, past('edited')],
  ['a review', 'pull_request_review', review('/docs shorten'), PROMPT, 'asks'],
  ['a review with another text', 'pull_request_review', review('LGTM'), PROMPT, beginsWith('LGTM')],
  [
    'a review without a text',
    'pull_request_review',
    review(null),
    PROMPT,
    'skipped: The review has no text, but `trigger-phrase` is "/docs".',
  ],
  [
    'a dismissed review',
    'pull_request_review',
    review('/docs', 'dismissed'),
    PROMPT,
    'skipped: The review was dismissed. Only a new one asks.',
  ],
  [
    'a deleted tag',
    'push',
    push('refs/tags/v1', { deleted: true }),
    PROMPT,
    'skipped: The tag v1 was deleted.',
  ],
  [
    'a deleted branch',
    'push',
    push('refs/heads/x', { deleted: true }),
    PROMPT,
    'skipped: The branch x was deleted.',
  ],
  [
    'a moved tag',
    'push',
    push('refs/tags/v1'),
    {},
    'skipped: Without a `prompt`, only new tags ask; v1 was moved.',
  ],
  ['a moved tag, with a prompt', 'push', push('refs/tags/v1'), PROMPT, 'asks'],
  ['a new tag', 'push', push('refs/tags/v1', { created: true }), {}, 'asks'],
  ['a deletion', 'delete', { ref: 'x' }, PROMPT, 'skipped: A deleted branch or tag asks for nothing.'],
  ['a deletion', 'delete', { ref: 'x' }, {}, 'skipped: A deleted branch or tag asks for nothing.'],
])('%s (%s)', (_, name, payload, given, expected) => {
  expect(why(name, payload, given)).toBe(expected);
});

describe('activities', () => {
  const ALL = [
    'opened',
    'labeled',
    'edited',
    'closed',
    'deleted',
    'transferred',
    'reopened',
    'unlabeled',
    'assigned',
    'unassigned',
    'synchronize',
    'review_request_removed',
    'ready_for_review',
  ];
  const RELEASE = ['created', 'published', 'released', 'prereleased', 'edited', 'deleted', 'unpublished'];

  test.each<[string, string[], string[], string[]]>([
    ['issues', ALL, ['opened', 'labeled'], ['deleted', 'transferred', 'unlabeled', 'unassigned']],
    [
      'pull_request',
      ALL,
      ['opened', 'labeled'],
      ['closed', 'unlabeled', 'unassigned', 'review_request_removed'],
    ],
    [
      'pull_request_target',
      ALL,
      ['opened', 'labeled'],
      ['closed', 'unlabeled', 'unassigned', 'review_request_removed'],
    ],
    [
      'release',
      RELEASE,
      ['published', 'released'],
      ['created', 'prereleased', 'edited', 'deleted', 'unpublished'],
    ],
  ])('of %s: without a prompt some ask, with one all but some', (name, all, alone, never) => {
    const asking = (given?: Given) =>
      all.filter(
        (action) => why(name, { ...example(name.replace('_target', '')), action }, given) === 'asks',
      );
    expect(asking()).toEqual(alone);
    expect(asking(PROMPT)).toEqual(all.filter((action) => !never.includes(action)));
    // A given job is watched on every activity.
    expect(asking({ 'job-id': 'job_1' })).toEqual(all);
  });

  test('a merge asks, and others are told what asks', () => {
    expect([why('pull_request', merged), why('pull_request', merged, PROMPT)]).toEqual(['asks', 'asks']);
    expect(why('pull_request', { ...merged, action: 'edited' })).toBe(
      'skipped: Only the activity types `opened` and `labeled` of `pull_request`, and merges, ask without a `prompt`; this one is `edited`.',
    );
  });
});

/** Inputs that don't fit the event, by name. */
test.each<[string, Payload, Given, string]>([
  ['workflow_dispatch', {}, {}, 'prompt'],
  ['workflow_dispatch', {}, { include: 'changes' }, 'asks'],
  ['workflow_dispatch', {}, { 'issue-number': '7' }, 'asks'],
  ['schedule', {}, {}, 'prompt'],
  ['schedule', {}, { include: 'changes' }, 'asks'],
  ['schedule', {}, { 'issue-number': '7' }, 'prompt'],
  ['watch', {}, {}, 'prompt'],
  ['watch', {}, { 'release-tag': 'v1' }, 'asks'],
  ['release', {}, {}, 'prompt'],
  ['issues', labeledPayload('docs'), { include: 'none' }, 'include'],
  ['issues', labeledPayload('docs'), { include: 'none', ...LATEST }, 'include'],
  ['issues', labeledPayload('docs'), { include: 'none', ...PROMPT }, 'asks'],
  ['issue_comment', done('created', '/docs'), { include: 'none' }, 'include'],
  ['issue_comment', done('created'), { include: 'none' }, 'asks'],
  ['push', push('refs/heads/main'), LATEST, 'job-id'],
  ['push', push('refs/heads/main'), { ...LATEST, 'issue-number': '7' }, 'asks'],
  ['schedule', {}, { ...LATEST, ...PROMPT }, 'job-id'],
  ['release', example('release', 'published'), LATEST, 'job-id'],
  ['issues', labeledPayload('docs'), { ...STATUS, 'issue-number': '7' }, 'issue-number'],
  ['workflow_dispatch', {}, { ...STATUS, 'issue-number': '7', include: 'none' }, 'asks'],
  ['workflow_dispatch', {}, { ...STATUS, include: 'none' }, 'include'],
])('inputs that do not fit %s: %#', (name, payload, given, expected) => {
  expect(why(name, payload, given).split(':')[0]).toBe(expected);
});

/** What a run is about: `watch`, a request by `comment`, by `event`, or only the `status`; and which job. */
test.each<[string, string, Payload, Given, string]>([
  ['a label', 'issues', labeledPayload('docs'), {}, 'event new'],
  ['a label, for the latest job', 'issues', labeledPayload('docs'), LATEST, 'event latest'],
  ['a comment', 'issue_comment', done('created'), {}, 'comment latest'],
  ['a comment elsewhere', 'discussion_comment', said('created', '/docs x'), {}, 'event new'],
  ['a job alone', 'issues', example('issues', 'edited'), { ...LABEL, 'job-id': 'j' }, 'watch given'],
  ['a job and a comment that asks', 'issue_comment', done('created'), { 'job-id': 'j' }, 'comment given'],
  ['a job and an edited comment', 'issue_comment', done('edited'), { 'job-id': 'j' }, 'watch given'],
  [
    'a job and nothing to include',
    'issue_comment',
    done('created'),
    { 'job-id': 'j', include: 'none' },
    'watch given',
  ],
  ['a job with a prompt', 'push', push('refs/heads/main'), { 'job-id': 'j', ...PROMPT }, 'event given'],
  ['an opened pull request', 'pull_request', example('pull_request', 'opened'), STATUS, 'status new'],
  [
    'a push to it, with a prompt',
    'pull_request_target',
    example('pull_request', 'synchronize'),
    { ...STATUS, ...PROMPT },
    'status new',
  ],
  [
    'the skip label',
    'pull_request',
    { ...example('pull_request', 'labeled'), label: { name: 'No-Docs' } },
    STATUS,
    'status new',
  ],
  [
    'the skip label taken off',
    'pull_request',
    { ...example('pull_request', 'unlabeled'), label: { name: 'no-docs' } },
    STATUS,
    'status new',
  ],
  [
    'another base',
    'pull_request',
    { ...example('pull_request', 'edited'), changes: { base: { ref: { from: 'x' } } } },
    STATUS,
    'status new',
  ],
  ['a merge group', 'merge_group', { action: 'checks_requested' }, STATUS, 'status new'],
  [
    'a dispatch for a pull request',
    'workflow_dispatch',
    {},
    { ...STATUS, 'issue-number': '7', include: 'none' },
    'status new',
  ],
  [
    'a dispatch with a prompt',
    'workflow_dispatch',
    {},
    { ...STATUS, ...PROMPT, 'issue-number': '7', include: 'none' },
    'event new',
  ],
  ['a comment on a pull request', 'issue_comment', done('created'), STATUS, 'comment latest'],
])('%s is a request of its kind (%s)', (_, name, payload, given, expected) => {
  const { what, job } = wanted(name, payload, given);
  expect(`${what} ${job}`).toBe(expected);
});

test.each<[string, Payload, Given, string]>([
  [
    'an edited title',
    { ...example('pull_request', 'edited'), changes: { title: { from: 'x' } } },
    STATUS,
    'skipped',
  ],
  ['a merge', merged, { ...STATUS, ...PROMPT }, 'skipped'],
  ['another label', { ...example('pull_request', 'labeled'), label: { name: 'bug' } }, STATUS, 'skipped'],
  [
    'the trigger label',
    { ...example('pull_request', 'labeled'), label: { name: 'Docs' } },
    { ...STATUS, ...LABEL },
    'asks',
  ],
])('with commit-status, a pull request asks only by the trigger label: %s', (_, payload, given, expected) => {
  expect(why('pull_request', payload, given).split(':')[0]).toBe(expected);
});

test.each<[string, Payload, string | undefined, number | undefined]>([
  ['issues', labeledPayload('docs'), undefined, 1],
  ['issues', labeledPayload('docs'), '9', 9],
  ['issue_comment', done('created'), '9', 1],
  ['pull_request_review_comment', line, '9', 2],
  ['discussion_comment', said('created', '/docs x'), '9', 9],
  ['push', {}, '9', 9],
  ['push', {}, undefined, undefined],
])(
  'replies to %s are on the thread of a comment, else on issue-number: %#',
  (name, payload, number, expected) => {
    const inputs = agentInputs(number ? { 'issue-number': number } : {});
    expect(threadOf({ event: event(name, payload), inputs })).toBe(expected);
  },
);
