import { describe, expect, test } from '@jest/globals';
import { readEvent } from '../../src/github/event.ts';
import {
  changed,
  commentPayload,
  event,
  eventFile,
  example,
  type Payload,
  variables,
} from '../helpers/payloads.ts';

const author = { login: 'Codertocat', isBot: false };
const PAGE = 'https://github.com/Codertocat/Hello-World';
const HEAD = 'ec26c3e57ca3a959ca5aad62de7213c562f8c821';
const BASE = { ref: 'master', repository: 'Codertocat/Hello-World' };
const PULL = {
  ...{
    kind: 'pull request',
    number: 2,
    url: `${PAGE}/pull/2`,
    author,
    state: 'open',
    merged: false,
    mergedAt: '',
  },
  ...{ head: HEAD, base: BASE },
};
const ON_PULL = { kind: 'pull request', head: '', base: { ref: '', repository: '' } };
const CODE = { path: 'README.md', hunk: '@@ -1 +1 @@\n-# Hello-World' };
const LINE = { kind: 'line', id: 284312630, review: 237895671, code: CODE };
const REVIEW = { kind: 'review', body: '', author, createdAt: '2019-05-15T15:20:38Z' };
const RELEASE = { kind: 'release', tag: '0.0.1', title: '', notes: '', author };
const COMMENT = {
  ...{ kind: 'issue', id: 492700400, association: 'OWNER', author, isMinimized: false },
  ...{ createdAt: '2019-05-15T15:20:21Z', updatedAt: '2019-05-15T15:20:21Z', code: undefined },
};
const AT = '2026-10-01T00:00:00Z';
const MERGED = {
  merged: true,
  merged_at: AT,
  merge_commit_sha: 'abc',
  state: 'closed',
  head: { sha: 'x', repo: null },
};

test('an issue has its author, labels and time, and the event its sender and label', () => {
  const fields = { label: { name: 'Docs' }, sender: { login: 'maintainer' } };
  const body = "It looks like you accidently spelled 'commit' with two 't's.";
  expect(event('issues', changed('issues', 'labeled', fields))).toEqual({
    ...{ name: 'issues', action: 'labeled', sender: { login: 'maintainer', isBot: false }, label: 'Docs' },
    ...{ isNewBase: false, defaultBranch: 'master', at: '2019-05-15T15:20:18Z' },
    subject: {
      ...{
        kind: 'issue',
        number: 1,
        title: 'Spelling error in the README file',
        body,
        author,
        labels: ['bug'],
      },
      ...{ url: `${PAGE}/issues/1`, state: 'open', updatedAt: '2019-05-15T15:20:18Z' },
      ...{ merged: false, mergedAt: '', mergeCommit: '', head: '', base: { ref: '', repository: '' } },
    },
  });
});

test.each<[what: string, event: string, read: object, fields?: Record<string, Payload>]>([
  ['an issue that is a pull request', 'issues demilestoned', { subject: { kind: PULL.kind } }],
  ['a pull request', 'pull_request labeled', { subject: { ...PULL, labels: ['bug'] }, label: 'bug' }],
  [
    'one for the target',
    'pull_request_target labeled',
    { subject: PULL, label: 'bug', at: '2019-05-15T15:20:35Z' },
  ],
  [
    'a merge',
    'pull_request closed',
    { subject: { merged: true, mergedAt: AT, mergeCommit: 'abc', state: 'closed', head: 'x' } },
    { pull_request: MERGED },
  ],
  [
    'another base',
    'pull_request edited',
    { isNewBase: true },
    { changes: { base: { ref: { from: 'next' } } } },
  ],
  ['another title', 'pull_request edited', { isNewBase: false }, { changes: { title: { from: 'x' } } }],
  ['a comment', 'issue_comment created', { sender: author, comment: COMMENT, at: COMMENT.createdAt }],
  ['one that was edited', 'issue_comment edited', { at: AT }, { comment: { updated_at: AT } }],
  [
    'one without a time',
    'issue_comment created',
    { at: AT },
    { comment: { created_at: 'x', updated_at: null }, issue: { updated_at: AT } },
  ],
  [
    'one on a pull request',
    'issue_comment created',
    { subject: { ...ON_PULL, merged: true, mergedAt: AT } },
    { issue: { pull_request: { merged_at: AT } } },
  ],
  [
    'one that is hidden',
    'issue_comment created',
    { comment: { isMinimized: true } },
    { comment: { minimized: { reason: 'spam' } } },
  ],
  ['one on a line', 'pull_request_review_comment created', { subject: PULL, comment: LINE }],
  ['a review, which is its text', 'pull_request_review submitted', { comment: REVIEW, at: REVIEW.createdAt }],
  [
    'a release without notes',
    'release published',
    { sender: author, release: RELEASE, subject: undefined, at: '' },
  ],
  [
    'a draft',
    'release created',
    { release: { kind: 'draft', target: 'next' } },
    { release: { draft: true, target_commitish: 'next' } },
  ],
  ['a release without a tag', 'release published', { release: undefined }, { release: { tag_name: '' } }],
])('%s', (_, of, read, fields = {}) => {
  const [name = '', action = ''] = of.split(' ');
  const payload = { ...changed(name.replace('_target', ''), action, fields), action };
  expect(event(name, payload)).toMatchObject({ name, action, ...read });
});

test('every example of GitHub’s webhooks is read, and has what it is about, its sender and its time', () => {
  const about = /^(issues|issue_comment|pull_request\w*)$/;
  for (const name of [
    'issues',
    'issue_comment',
    'pull_request',
    'pull_request_review',
    'push',
    'release',
    'schedule',
    'workflow_dispatch',
    'workflow_run',
    'discussion_comment',
    'check_run',
    'deployment',
  ]) {
    const read = event(name, example(name));
    const isAbout = about.test(name);
    expect([read.subject !== undefined, read.at !== '']).toEqual([
      isAbout,
      isAbout || read.comment !== undefined,
    ]);
    if (name !== 'schedule') expect(read.sender?.login).toMatch(/^(Codertocat|octocat)$/);
  }
});

test('other events have their label and comment, and nothing to make a prompt of', () => {
  const comment = { body: '/docs y', user: { login: 'Codertocat' } };
  const read = event('discussion_comment', {
    ...example('release'),
    label: { name: 'docs' },
    comment,
    issue: { number: 1 },
  });
  expect(read).toMatchObject({ label: 'docs', comment: { kind: 'other', id: 0, body: '/docs y', author } });
  expect([read.subject, read.release]).toEqual([undefined, undefined]);
});

test('a push has its commits with their authors, and its branch or tag, and nothing else has', () => {
  const { before, after } = example('push');
  const flags = { created: true, deleted: false, forced: false };
  const tag = { before, after, ...flags, branch: undefined, tag: 'simple-tag', commits: [] };
  expect(event('push', example('push')).push).toEqual(tag);
  const commits = [
    { id: 'a1', message: 'One\r\n\nMore.', author: { username: 'renovate[bot]', name: 'x' } },
    { message: 'Merge pull request #2 from x\n', author: { name: 'alice' } },
    { message: '' },
    null,
  ];
  const given = { ref: 'refs/heads/docs/main', created: true, deleted: null, forced: 'yes', commits };
  expect(event('push', { before, after, ...given }).push).toEqual({
    ...{ before, after, created: true, deleted: false, forced: false, branch: 'docs/main', tag: undefined },
    commits: [
      { id: 'a1', line: 'One', author: 'renovate[bot]' },
      { id: '', line: 'Merge pull request #2 from x', author: '' },
      { id: '', line: '', author: '' },
    ],
  });
  expect(event('push', { before, after: null }).push).toBeUndefined();
  expect(event('workflow_dispatch', { before, after }).push).toBeUndefined();
});

test.each([
  [{ login: 'dependabot[bot]', type: 'Bot' }, true],
  [{ login: 'Copilot', type: 'Bot' }, true],
  [{ login: 'renovate[bot]' }, true],
  [{ login: 'octo-cat_corp', type: 'User' }, false],
  ...[undefined, null, {}, { login: 'no login' }, { login: '../../x' }, { login: '' }].map((user) => [
    user,
    undefined,
  ]),
] as [Payload, boolean | undefined][])('%j as the sender and the author is a bot: %s', (user, isBot) => {
  const { issue } = example('issues', 'opened');
  const read = event('issues', { sender: user, issue: { ...issue, user } });
  const account = isBot === undefined ? undefined : { login: user.login, isBot };
  expect([read.sender, read.subject?.author]).toEqual([account, account]);
});

describe('a payload', () => {
  test.each([
    ['that is not named', '', /is missing: GITHUB_EVENT_PATH/],
    ['that is not there', '/nowhere/event.json', /couldn't be read \(ENOENT\)/],
    ['that is empty', eventFile(''), /isn't JSON/],
    ['that is cut off', eventFile('{"issue": {'), /isn't JSON/],
    ['with a byte order mark', eventFile(`\ufeff${JSON.stringify(commentPayload('x'))}`), /isn't JSON/],
    ['that is null', eventFile('null'), /lacks these fields: everything/],
  ])('%s is an error for every event, but not outside of GitHub Actions', (_, file, message) => {
    for (const name of ['issue_comment', 'release', 'schedule', 'push', 'an event of next year']) {
      const read = () => readEvent({ GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: file });
      expect(read).toThrow(
        expect.objectContaining({ name: 'EventError', message: expect.stringMatching(message) }),
      );
      expect(read).toThrow(`The payload of the \`${name}\` event`);
    }
    const nothing = { name: '', action: '', isNewBase: false, defaultBranch: '', at: '' };
    expect(readEvent({ GITHUB_EVENT_PATH: file })).toEqual(nothing);
  });

  test.each([
    ['issues', {}, 'issue'],
    ['issue_comment', { issue: { number: 1 } }, 'comment'],
    ['issue_comment', { issue: { number: '1' }, comment: { id: -1 } }, 'issue.number, comment.id'],
    ['pull_request_target', { issue: { number: 1 } }, 'pull_request'],
    ['pull_request_review_comment', { pull_request: { number: 1 }, comment: null }, 'comment'],
    ['pull_request_review', { pull_request: { number: 1 }, comment: { id: 1 } }, 'review'],
  ])('of %s, %j, lacks %s', (name, payload, fields) => {
    expect(() => event(name, payload)).toThrow(
      `The payload of the \`${name}\` event lacks these fields: ${fields}.`,
    );
  });

  test('counts texts of another type as empty', () => {
    const issue = {
      number: 7,
      title: 5,
      body: null,
      html_url: {},
      labels: 'docs',
      head: 7,
      updated_at: 'yesterday',
    };
    const read = readEvent(
      variables('issues', { issue, label: 'docs', action: ['x'], changes: 7, repository: null }),
    );
    expect(read).toMatchObject({ action: '', label: undefined, at: '', defaultBranch: '', isNewBase: false });
    expect(read.subject).toMatchObject({ title: '', body: '', url: '', labels: [], head: '', updatedAt: '' });
  });
});
