import { describe, expect, test } from '@jest/globals';
import { instructionIn, readEvent } from '../../src/github/event.ts';
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
const PULL = { kind: 'pull request', number: 2, url: `${PAGE}/pull/2`, author, merged: false };
const CODE = { path: 'README.md', hunk: '@@ -1 +1 @@\n-# Hello-World' };
const LINE = { kind: 'line', id: 284312630, review: 237895671, code: CODE };
const REVIEW = { kind: 'review', body: '', author };
const RELEASE = { tag: '0.0.1', title: '', notes: '', author };
const COMMENT = {
  ...{ kind: 'issue', id: 492700400, association: 'OWNER', author },
  ...{ createdAt: '2019-05-15T15:20:21Z', updatedAt: '2019-05-15T15:20:21Z', code: undefined },
};
const NO_SUBJECT = { subject: undefined };
const MERGED = { pull_request: { merged: true } };
const ON_PULL = { issue: { pull_request: {} } };

describe('real payloads', () => {
  test('issues: sender, label of the event, and the issue with its author', () => {
    const payload = changed('issues', 'labeled', {
      label: { name: 'Docs' },
      sender: { login: 'maintainer' },
    });
    const title = 'Spelling error in the README file';
    const body = "It looks like you accidently spelled 'commit' with two 't's.";
    expect(event('issues', payload)).toEqual({
      ...{ name: 'issues', action: 'labeled', sender: { login: 'maintainer', isBot: false }, label: 'Docs' },
      subject: { kind: 'issue', merged: false, number: 1, title, body, url: `${PAGE}/issues/1`, author },
    });
  });

  test.each<[what: string, event: string, read: object, fields?: Record<string, Payload>]>([
    ['an issue that is a pull request', 'issues demilestoned', { subject: PULL }],
    ['a pull request', 'pull_request labeled', { subject: PULL, label: 'bug' }],
    ['one that was closed', 'pull_request closed', { subject: PULL }],
    ['a merge', 'pull_request closed', { subject: { ...PULL, merged: true } }, MERGED],
    ['one for the target', 'pull_request_target labeled', { subject: PULL, label: 'bug' }],
    ['a comment', 'issue_comment created', { sender: author, comment: COMMENT, asked: undefined }],
    ['one on a pull request', 'issue_comment created', { subject: { kind: PULL.kind } }, ON_PULL],
    ['one on a line', 'pull_request_review_comment created', { subject: PULL, comment: LINE }],
    ['a review, which is its text', 'pull_request_review submitted', { subject: PULL, comment: REVIEW }],
    ['a release without notes', 'release published', { sender: author, release: RELEASE, ...NO_SUBJECT }],
  ])('%s', (_, of, read, fields = {}) => {
    const [name = '', action = ''] = of.split(' ');
    const payload = changed(name.replace('_target', ''), action, fields);
    expect(event(name, payload)).toMatchObject({ name, action, ...read });
  });

  test('other events have their label and comment, and nothing to make a prompt of', () => {
    const comment = { body: '/docs y', user: { login: 'Codertocat' } };
    const read = event('discussion_comment', { action: 'created', label: { name: 'docs' }, comment });
    const other = { kind: 'other', id: 0, body: '/docs y', author };
    expect(read).toMatchObject({ label: 'docs', asked: 'y', comment: other });
    for (const name of ['push', 'workflow_dispatch', 'workflow_run', 'discussion_comment']) {
      const { subject, release, sender } = event(name, example(name));
      expect([subject, release]).toEqual([undefined, undefined]);
      expect(sender?.login).toMatch(/^(Codertocat|octocat)$/);
    }
  });

  test('a push has its commits and its branch, and nothing else has', () => {
    const { before, after } = example('push');
    const flags = { created: true, deleted: false, forced: false };
    const tag = { before, after, ...flags, branch: undefined, tag: 'simple-tag', commits: [] };
    expect(event('push', example('push')).push).toEqual(tag);
    const commits = [
      { id: 'a1', message: 'One\r\n\nMore.' },
      { message: 'Merge pull request #2 from x\n' },
      { message: '' },
    ];
    const given = { ref: 'refs/heads/docs/main', created: true, deleted: null, forced: 'yes', commits };
    expect(event('push', { before, after, ...given }).push).toEqual({
      ...{ before, after, created: true, deleted: false, forced: false, branch: 'docs/main' },
      tag: undefined,
      commits: [
        { id: 'a1', line: 'One' },
        { id: '', line: 'Merge pull request #2 from x' },
        { id: '', line: '' },
      ],
    });
    expect(event('push', { before, after: null }).push).toBeUndefined();
    expect(event('workflow_dispatch', { before, after }).push).toBeUndefined();
    expect(event('workflow_dispatch', example('release')).release).toBeUndefined();
  });
});

describe('who', () => {
  test.each([
    [{ login: 'dependabot[bot]', type: 'Bot' }, true],
    [{ login: 'Copilot', type: 'Bot' }, true],
    [{ login: 'renovate[bot]' }, true],
    [{ login: 'octo-cat_corp', type: 'User' }, false],
  ])('%j is a bot: %s', (sender, isBot) => {
    const read = event('issues', { ...example('issues', 'opened'), sender });
    expect(read.sender).toEqual({ login: sender.login, isBot });
  });

  test.each([[undefined], [null], [{}], [{ login: 'no login' }], [{ login: '../../x' }], [{ login: '' }]])(
    'a sender of %j is not known, and neither is such an author',
    (user) => {
      const { issue } = example('issues', 'opened');
      const read = event('issues', { sender: user, issue: { ...issue, user } });
      expect([read.sender, read.subject?.number, read.subject?.author]).toEqual([undefined, 1, undefined]);
    },
  );
});

describe('what is asked', () => {
  const others = [
    'please /docs',
    '/docsx',
    '/docsx y',
    '/docs,,',
    '/docs,x',
    '> /docs x',
    '`/docs`',
    '',
    '/doc s',
  ];
  test.each([
    ['/docs mention the proxy', 'mention the proxy'],
    ['/docs', ''],
    ['/Docs x', 'x'],
    ['/DOCS: x', 'x'],
    ['/docs, x', 'x'],
    ['/docs. x', 'x'],
    ['/docs; x', 'x'],
    ['/docs!', ''],
    ['/docs? x', 'x'],
    ['/docs\u00a0x', 'x'],
    ['  \n/docs\nfirst line\n\nsecond line\n', 'first line\n\nsecond line'],
    ['/docs\r\nline', 'line'],
    ['<!-- template -->\n/docs x', 'x'],
    ['/docs x <!-- and y', 'x <!-- and y'],
    ['/docs x <!-- and delete everything -->', 'x'],
    ...[...others, 'LGTM <!-- /docs x -->'].map((body) => [body, undefined] as const),
  ])('%j asks for %j', (body, asked) => {
    expect(event('issue_comment', commentPayload(body)).asked).toBe(asked);
    expect(instructionIn(body, '/docs')).toBe(asked);
  });

  test.each([
    ['issue_comment', 'created', 'x'],
    ['issue_comment', 'edited', undefined],
    ['issue_comment', 'deleted', undefined],
    ['pull_request_review', 'submitted', 'x'],
    ['pull_request_review', 'edited', undefined],
    ['pull_request_review', 'dismissed', undefined],
  ])('of an %s that is %s is %p: later, it need not be its author who does it', (name, action, asked) => {
    const payload = { ...example(name), action };
    Object.assign(payload.comment ?? payload.review, { body: '/docs x' });
    expect(event(name, payload).asked).toBe(asked);
  });

  test('a comment has the time of its last change, else that of its creation', () => {
    for (const updated of ['2026-10-01T00:00:00Z', undefined]) {
      const payload = commentPayload('/docs x');
      payload.comment.updated_at = updated;
      const { createdAt } = COMMENT;
      const times = { createdAt, updatedAt: updated ?? createdAt };
      expect(event('issue_comment', payload).comment).toMatchObject(times);
    }
  });

  test('follows the phrase of the workflow, however its accents are written', () => {
    for (const [body, phrase] of [
      ['/d\u00f6cs x', '/do\u0308cs'],
      ['/do\u0308cs x', '/d\u00f6cs'],
    ] as const) {
      expect(event('issue_comment', commentPayload(body), phrase).asked).toBe('x');
    }
    expect(event('issue_comment', commentPayload('!d x'), '!d').asked).toBe('x');
  });
});

describe('payloads that cannot be read', () => {
  test.each([
    ['no variable', '', /is missing: GITHUB_EVENT_PATH/],
    ['no file', '/nowhere/event.json', /couldn't be read \(ENOENT\)/],
    ['half a file', eventFile('{"issue": {'), /isn't JSON/],
    ['null', eventFile('null'), /lacks these fields: everything/],
    ['no comment', eventFile('{"issue":{"number":1}}'), /lacks these fields: comment/],
    ['no numbers', eventFile('{"issue":{"number":"1"},"comment":{"id":-1}}'), /issue.number, comment.id/],
  ])('%s', (_, file, message) => {
    const read = () => readEvent(variables('issue_comment', {}, { GITHUB_EVENT_PATH: file }), '/docs');
    const error = { name: 'EventError', message: expect.stringMatching(message) };
    expect(read).toThrow(expect.objectContaining(error));
  });

  test('texts of another type count as empty', () => {
    const issue = { number: 7, title: 5, body: null, html_url: {} };
    const subject = { kind: 'issue', merged: false, number: 7, title: '', body: '', url: '' };
    const read = event('issues', { issue, label: 'docs', action: ['x'] });
    expect(read).toEqual({ name: 'issues', action: '', subject });
  });

  test('release and others can do without', () => {
    const broken = { GITHUB_EVENT_PATH: eventFile('nonsense') };
    for (const name of ['release', 'schedule', 'push']) {
      expect(readEvent(variables(name, {}, broken), '/docs')).toEqual({ name, action: '' });
    }
    expect(event('release', { release: { tag_name: '' } }).release).toBeUndefined();
    expect(readEvent({}, '/docs')).toEqual({ name: '', action: '' });
  });
});
