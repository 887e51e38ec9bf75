import { describe, expect, test } from '@jest/globals';
import { EventError, readEvent } from '../../src/github/event.ts';
import { changed, event, eventFile, example, type Payload } from '../helpers/payloads.ts';

const author = { login: 'Codertocat', isBot: false };
const PAGE = 'https://github.com/Codertocat/Hello-World';
const base = { ref: 'master', repository: 'Codertocat/Hello-World' };
const head = 'ec26c3e57ca3a959ca5aad62de7213c562f8c821';
const PULL = { kind: 'pull request', number: 2, url: `${PAGE}/pull/2`, author, merged: false, head, base };
const CODE = { path: 'README.md', hunk: '@@ -1 +1 @@\n-# Hello-World' };
const LINE = { kind: 'line', id: 284312630, review: 237895671, code: CODE };
const [THEN, AT] = ['2019-05-15T15:20:21Z', '2026-10-01T00:00:00Z'];
const TIMES = { createdAt: THEN, updatedAt: THEN };
const COMMENT = { kind: 'issue', id: 492700400, association: 'OWNER', author, ...TIMES };
const REVIEW = { kind: 'review', body: '', author, createdAt: '2019-05-15T15:20:38Z' };
const RELEASE = { kind: 'release', tag: '0.0.1', title: '', notes: '', author };
const MERGE = { merged_at: AT, merge_commit_sha: 'abc', state: 'closed', head: { sha: 'x', repo: null } };
const MERGED = { merged: true, mergedAt: AT };
const ODD_TIMES = { created_at: 'x', updated_at: 7 };
const [ON_PULL, DRAFT] = [{ pull_request: { merged_at: AT } }, { draft: true, target_commitish: 'x' }];
const AS_ISSUE = { kind: 'pull request', head: '', base: { ref: '', repository: '' } };

test('an issue has its author, labels and time, and the event its sender and label', () => {
  const fields = { label: { name: 'Docs' }, sender: { login: 'maintainer' } };
  const body = "It looks like you accidently spelled 'commit' with two 't's.";
  expect(event('issues', changed('issues', 'labeled', fields))).toEqual({
    ...{ name: 'issues', action: 'labeled', sender: { login: 'maintainer', isBot: false }, label: 'Docs' },
    ...{ isNewBase: false, defaultBranch: 'master', at: '2019-05-15T15:20:18Z' },
    subject: {
      ...{ kind: 'issue', number: 1, title: 'Spelling error in the README file', body, author },
      ...{ url: `${PAGE}/issues/1`, state: 'open', updatedAt: '2019-05-15T15:20:18Z', labels: ['bug'] },
      ...{ merged: false, mergedAt: '', mergeCommit: '', head: '', base: { ref: '', repository: '' } },
    },
  });
});

test.each<[event: string, fields: Record<string, Payload>, read: object]>([
  ['pull_request_target labeled', {}, { subject: PULL, label: 'bug', at: '2019-05-15T15:20:35Z' }],
  ['pull_request closed', { pull_request: MERGE }, { subject: { ...MERGED, mergeCommit: 'abc', head: 'x' } }],
  ['issue_comment created', {}, { sender: author, comment: { ...COMMENT, isMinimized: false }, at: THEN }],
  ['issue_comment edited', { comment: { updated_at: AT } }, { comment: { createdAt: THEN }, at: AT }],
  ['issue_comment created', { comment: ODD_TIMES, issue: { updated_at: AT } }, { at: AT }],
  ['issue_comment created', { issue: ON_PULL }, { subject: { ...AS_ISSUE, ...MERGED } }],
  ['issue_comment created', { comment: { minimized: {} } }, { comment: { isMinimized: true } }],
  ['pull_request_review_comment created', {}, { subject: PULL, comment: LINE }],
  ['pull_request_review submitted', {}, { comment: REVIEW, at: REVIEW.createdAt }],
  ['release published', {}, { sender: author, release: RELEASE, subject: undefined, at: '' }],
  ['release created', { release: DRAFT }, { release: { kind: 'draft', target: 'x' } }],
  ['release published', { release: { tag_name: '' } }, { release: undefined }],
])('%s, with %j', (of, fields, read) => {
  const [name = '', action = ''] = of.split(' ');
  const payload = { ...changed(name.replace('_target', ''), action, fields), action };
  expect(event(name, payload)).toMatchObject({ name, action, ...read });
});

const OTHERS = ['push', 'release', 'workflow_dispatch', 'workflow_run', 'discussion_comment', 'check_run'];
test.each(OTHERS)('%s has its sender, label and comment, and nothing that it is about', (name) => {
  const comment = { body: '/docs y', user: { login: 'Codertocat' } };
  const { release } = example('release');
  const subjects = { issue: { number: 1 }, pull_request: { number: 1 }, release };
  const given = { label: { name: 'docs' }, comment, ...subjects };
  const read = event(name, { ...example(name), ...given });
  expect(read.sender?.login).toMatch(/^(Codertocat|octocat)$/);
  expect(read).toMatchObject({ label: 'docs', comment: { kind: 'other', id: 0, body: '/docs y', author } });
  expect([read.subject, read.release !== undefined]).toEqual([undefined, name === 'release']);
});

test('a push has its commits with their authors, and its branch or tag, and nothing else has', () => {
  const { before, after } = example('push');
  const { push } = event('push', example('push'));
  expect(push).toMatchObject({ branch: undefined, tag: 'simple-tag', commits: [] });
  const commits = [
    { id: 'a1', message: 'One\r\n\nMore.', author: { username: 'renovate[bot]', name: 'x' } },
    { message: 'Two\n', author: { name: 'alice' } },
    null,
  ];
  const given = { ref: 'refs/heads/docs/main', created: true, deleted: null, forced: 'yes', commits };
  expect(event('push', { before, after, ...given }).push).toEqual({
    ...{ before, after, created: true, deleted: false, forced: false, branch: 'docs/main', tag: undefined },
    commits: [
      { id: 'a1', line: 'One', author: 'renovate[bot]' },
      { id: '', line: 'Two', author: '' },
    ],
  });
  expect(event('push', { before, after: null }).push).toBeUndefined();
  expect(event('workflow_dispatch', { before, after }).push).toBeUndefined();
});

test.each([
  ['dependabot[bot] Bot', true],
  ['Copilot Bot', true],
  ['renovate[bot]', true],
  ['octo-cat_corp User', false],
  ...['no/login', '../../x', ' User', ''].map((nobody) => [nobody, undefined] as const),
])('the sender or author "%s" is a bot: %p', (given, isBot) => {
  const [login, type] = given.split(' ');
  const user = given === '' ? null : { login, type };
  const read = event('issues', { sender: user, issue: { ...example('issues', 'opened').issue, user } });
  const account = isBot === undefined ? undefined : { login, isBot };
  expect([read.sender, read.subject?.author]).toEqual([account, account]);
});

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
    expect(readEvent({ GITHUB_EVENT_PATH: file })).toMatchObject({ name: '', action: '', at: '' });
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
    const odd = { title: 5, body: null, html_url: {}, labels: 'docs', head: 7, updated_at: 'yesterday' };
    const others = { label: 'docs', action: ['x'], changes: 7, repository: null };
    const read = event('issues', { issue: { number: 7, ...odd }, ...others });
    expect(read).toMatchObject({ action: '', label: undefined, at: '', defaultBranch: '', isNewBase: false });
    expect(read.subject).toMatchObject({ title: '', body: '', url: '', labels: [], head: '', updatedAt: '' });
  });
});
