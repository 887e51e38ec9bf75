import { describe, expect, test } from '@jest/globals';
import { EventError, readEvent } from '../../src/github/event.ts';
import { changed, event, eventFile, example, type Payload } from '../helpers/payloads.ts';

const author = { login: 'Codertocat', isBot: false };
const PAGE = 'https://github.com/Codertocat/Hello-World';
const PULL = {
  kind: 'pull request',
  number: 2,
  url: `${PAGE}/pull/2`,
  author,
  merged: false,
  head: 'ec26c3e57ca3a959ca5aad62de7213c562f8c821',
  base: { ref: 'master', repository: 'Codertocat/Hello-World' },
};
const COMMENTED_AT = '2019-05-15T15:20:21Z';
const COMMENT = {
  kind: 'issue',
  id: 492700400,
  author,
  association: 'OWNER',
  createdAt: COMMENTED_AT,
  updatedAt: COMMENTED_AT,
  isMinimized: false,
};
const LINE_COMMENT = {
  kind: 'line',
  id: 284312630,
  code: { path: 'README.md', hunk: '@@ -1 +1 @@\n-# Hello-World' },
};
const REVIEWED_AT = '2019-05-15T15:20:38Z';
const REVIEW = { kind: 'review', body: '', author, createdAt: REVIEWED_AT, updatedAt: REVIEWED_AT };
const RELEASE = { kind: 'release', tag: '0.0.1', title: '', notes: '', author };
const LATER = '2026-10-01T00:00:00Z';

test('an issue has its author, labels and time, and the event its sender and label', () => {
  const fields = { label: { name: 'Docs' }, sender: { login: 'maintainer' } };
  expect(event('issues', changed('issues', 'labeled', fields))).toEqual({
    name: 'issues',
    action: 'labeled',
    sender: { login: 'maintainer', isBot: false },
    label: 'Docs',
    isNewBase: false,
    defaultBranch: 'master',
    issueOrPull: {
      kind: 'issue',
      number: 1,
      title: 'Spelling error in the README file',
      body: "It looks like you accidently spelled 'commit' with two 't's.",
      author,
      url: `${PAGE}/issues/1`,
      state: 'open',
      updatedAt: '2019-05-15T15:20:18Z',
      labels: ['bug'],
      merged: false,
      mergedAt: '',
      mergeCommit: '',
      head: '',
      base: { ref: '', repository: '' },
    },
  });
});

const MERGE = {
  merged_at: LATER,
  merge_commit_sha: 'abc',
  state: 'closed',
  head: { sha: 'x', repo: null },
};
const MERGED = { merged: true, mergedAt: LATER };

test.each<[name: string, action: string, changes: Record<string, Payload>, expected: object]>([
  [
    'pull_request_target',
    'labeled',
    {},
    { issueOrPull: { ...PULL, updatedAt: '2019-05-15T15:20:35Z' }, label: 'bug' },
  ],
  [
    'pull_request',
    'closed',
    { pull_request: MERGE },
    { issueOrPull: { ...MERGED, mergeCommit: 'abc', head: 'x' } },
  ],
  ['issue_comment', 'created', {}, { sender: author, comment: COMMENT }],
  [
    'issue_comment',
    'edited',
    { comment: { updated_at: LATER } },
    { comment: { createdAt: COMMENTED_AT, updatedAt: LATER } },
  ],
  [
    'issue_comment',
    'created',
    { comment: { created_at: 'x', updated_at: 7 }, issue: { updated_at: LATER } },
    { comment: { createdAt: '', updatedAt: '' }, issueOrPull: { updatedAt: LATER } },
  ],
  [
    'issue_comment',
    'created',
    { issue: { pull_request: { merged_at: LATER } } },
    {
      issueOrPull: { kind: 'pull request', head: '', base: { ref: '', repository: '' }, ...MERGED },
    },
  ],
  ['issue_comment', 'created', { comment: { minimized: {} } }, { comment: { isMinimized: true } }],
  ['pull_request_review_comment', 'created', {}, { issueOrPull: PULL, comment: LINE_COMMENT }],
  ['pull_request_review', 'submitted', {}, { comment: REVIEW }],
  ['release', 'published', {}, { sender: author, release: RELEASE, issueOrPull: undefined }],
  [
    'release',
    'created',
    { release: { draft: true, target_commitish: 'x' } },
    { release: { kind: 'draft', target: 'x' } },
  ],
  ['release', 'published', { release: { tag_name: '' } }, { release: undefined }],
])('%s %s, with %j', (name, action, changes, expected) => {
  const payload = { ...changed(name.replace('_target', ''), action, changes), action };
  expect(event(name, payload)).toMatchObject({ name, action, ...expected });
});

test.each(['push', 'release', 'workflow_dispatch', 'workflow_run', 'discussion_comment', 'check_run'])(
  '%s has its sender, label and comment, but no issue or pull request',
  (name) => {
    const comment = { body: '/docs y', user: { login: 'Codertocat' } };
    const read = event(name, {
      ...example(name),
      label: { name: 'docs' },
      comment,
      issue: { number: 1 },
      pull_request: { number: 1 },
      release: example('release').release,
    });
    expect(read.sender?.login).toMatch(/^(Codertocat|octocat)$/);
    expect(read).toMatchObject({ label: 'docs', comment: { kind: 'other', id: 0, body: '/docs y', author } });
    expect(read.issueOrPull).toBeUndefined();
    expect(read.release !== undefined).toBe(name === 'release');
  },
);

test('a push has its branch or tag, and its commits with their authors', () => {
  const { before, after } = example('push');
  const { push } = event('push', example('push'));
  expect(push).toMatchObject({ branch: undefined, tag: 'simple-tag', commits: [] });
  const payload = {
    before,
    after,
    ref: 'refs/heads/docs/main',
    created: true,
    deleted: null,
    commits: [
      { id: 'a1', message: 'One\r\n\nMore.', author: { username: 'renovate[bot]', name: 'x' } },
      { message: 'Two\n', author: { name: 'alice' } },
      null,
    ],
  };
  expect(event('push', payload).push).toEqual({
    before,
    after,
    created: true,
    deleted: false,
    branch: 'docs/main',
    tag: undefined,
    commits: [
      { id: 'a1', line: 'One', author: 'renovate[bot]' },
      { id: '', line: 'Two', author: '' },
    ],
  });
  expect(event('push', { before, after: null }).push).toBeUndefined();
  expect(event('workflow_dispatch', { before, after }).push).toBeUndefined();
});

test.each([
  { user: { login: 'dependabot[bot]', type: 'Bot' }, isBot: true },
  { user: { login: 'Copilot', type: 'Bot' }, isBot: true },
  { user: { login: 'renovate[bot]' }, isBot: true },
  { user: { login: 'octo-cat_corp', type: 'User' }, isBot: false },
  { user: { login: '-old-', type: 'User' }, isBot: false },
])('$user is a sender and an author', ({ user, isBot }) => {
  const account = { login: user.login, isBot };
  expect(accountsOf(user)).toEqual([account, account]);
});

test.each([{ login: 'no/login' }, { login: '../../x' }, { login: '', type: 'User' }, {}, null])(
  '%j is nobody',
  (user) => {
    expect(accountsOf(user)).toEqual([undefined, undefined]);
  },
);

/** Returns the sender and the author that `user` is read as. */
function accountsOf(user: unknown) {
  const issue = { ...example('issues', 'opened').issue, user };
  const read = event('issues', { sender: user, issue });
  return [read.sender, read.issueOrPull?.author];
}

describe('a payload', () => {
  test.each([
    ['that is not named', '', /is missing: GITHUB_EVENT_PATH/],
    ['that is not there', '/nowhere/event.json', /couldn't be read \(ENOENT\)/],
    ['that is empty', eventFile(''), /isn't JSON/],
    ['that is null', eventFile('null'), /lacks these fields: everything/],
  ])('%s is an error for every event, but not outside of GitHub Actions', (_, file, message) => {
    for (const name of ['issue_comment', 'release', 'schedule', 'push', 'an event of next year']) {
      const read = () => readEvent({ GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: file });
      expect(read).toThrow(EventError);
      for (const part of [`The payload of the \`${name}\` event`, message]) expect(read).toThrow(part);
    }
    expect(readEvent({ GITHUB_EVENT_PATH: file })).toMatchObject({ name: '', action: '' });
  });

  test.each([
    ['issues', {}, 'issue'],
    ['issue_comment', { issue: { number: 1 } }, 'comment'],
    ['issue_comment', { issue: { number: '1' }, comment: { id: -1 } }, 'issue.number, comment.id'],
    ['pull_request_target', { issue: { number: 1 } }, 'pull_request'],
    ['pull_request_review_comment', { pull_request: { number: 1 }, comment: null }, 'comment'],
    ['pull_request_review', { pull_request: { number: 1 }, comment: { id: 1 } }, 'review'],
  ])('of %s, %j, lacks %s', (name, payload, fields) => {
    expect(() => event(name, payload)).toThrow(`\`${name}\` event lacks these fields: ${fields}.`);
  });

  test('counts texts of another type as empty', () => {
    const read = event('issues', {
      action: ['x'],
      changes: 7,
      label: 'docs',
      repository: null,
      issue: {
        number: 7,
        title: 5,
        body: null,
        html_url: {},
        labels: 'docs',
        head: 7,
        updated_at: 'yesterday',
      },
    });
    expect(read).toMatchObject({ action: '', label: undefined, defaultBranch: '', isNewBase: false });
    const { issueOrPull } = read;
    expect(issueOrPull).toMatchObject({ title: '', body: '', url: '', labels: [], head: '', updatedAt: '' });
  });
});
