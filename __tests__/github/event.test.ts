import { describe, expect, test } from '@jest/globals';
import { EventError, instructionIn, readEvent } from '../../src/github/event.ts';
import {
  commentPayload,
  event,
  eventFile,
  example,
  labeledPayload,
  type Payload,
  variables,
} from '../helpers/payloads.ts';

const PULL_REQUEST = {
  kind: 'pull request',
  number: 2,
  url: 'https://github.com/Codertocat/Hello-World/pull/2',
  author: { login: 'Codertocat', isBot: false },
};

/** GitHub's example, with some of its objects changed in place. */
function changed(name: string, action: string, change: (payload: Payload) => void): Payload {
  const payload = example(name, action);
  change(payload);
  return payload;
}

describe('real payloads', () => {
  test('issues: sender, label of the event, and the issue with its author', () => {
    const payload = labeledPayload('Docs');
    payload.sender = { ...payload.sender, login: 'maintainer' };
    expect(event('issues', payload)).toEqual({
      name: 'issues',
      action: 'labeled',
      sender: { login: 'maintainer', isBot: false },
      label: 'Docs',
      subject: {
        kind: 'issue',
        merged: false,
        number: 1,
        title: 'Spelling error in the README file',
        body: "It looks like you accidently spelled 'commit' with two 't's.",
        url: 'https://github.com/Codertocat/Hello-World/issues/1',
        author: { login: 'Codertocat', isBot: false },
      },
    });
  });

  test.each<[what: string, name: string, payload: Payload, read: object]>([
    ['an issue that is one', 'issues', example('issues', 'demilestoned'), { subject: PULL_REQUEST }],
    [
      'a pull request',
      'pull_request',
      example('pull_request', 'labeled'),
      { subject: PULL_REQUEST, label: 'bug' },
    ],
    [
      'the same as the target sees it',
      'pull_request_target',
      example('pull_request', 'labeled'),
      { subject: PULL_REQUEST },
    ],
    [
      'one that was closed',
      'pull_request',
      example('pull_request', 'closed'),
      { subject: { merged: false } },
    ],
    [
      'one that was merged',
      'pull_request',
      changed('pull_request', 'closed', ({ pull_request }) => Object.assign(pull_request, { merged: true })),
      { subject: { merged: true } },
    ],
    [
      'a comment on a pull request',
      'issue_comment',
      changed('issue_comment', 'created', ({ issue }) =>
        Object.assign(issue, { pull_request: { url: 'x' } }),
      ),
      { subject: { kind: 'pull request', number: 1 } },
    ],
    [
      'a comment on a line, with that line',
      'pull_request_review_comment',
      example('pull_request_review_comment', 'created'),
      {
        subject: PULL_REQUEST,
        comment: {
          kind: 'line',
          id: 284312630,
          review: 237895671,
          code: { path: 'README.md', hunk: '@@ -1 +1 @@\n-# Hello-World' },
        },
      },
    ],
    [
      'a review, which is its text',
      'pull_request_review',
      example('pull_request_review', 'submitted'),
      {
        action: 'submitted',
        subject: PULL_REQUEST,
        comment: { kind: 'review', body: '', author: { login: 'Codertocat' } },
      },
    ],
    [
      'a release without name and notes',
      'release',
      example('release', 'published'),
      {
        action: 'published',
        release: { tag: '0.0.1', title: '', notes: '', author: { login: 'Codertocat' } },
      },
    ],
    [
      'a comment and a label of something else',
      'discussion_comment',
      { action: 'created', label: { name: 'docs' }, comment: { body: '/docs y', user: { login: 'a' } } },
      {
        label: 'docs',
        asked: 'y',
        comment: { kind: 'other', body: '/docs y', author: { login: 'a', isBot: false } },
      },
    ],
  ])('%s', (_, name, payload, read) => {
    expect(event(name, payload)).toMatchObject({ name, action: payload.action, ...read });
  });

  test('issue_comment', () => {
    const read = event('issue_comment', example('issue_comment', 'created'));
    expect(read).toMatchObject({
      action: 'created',
      sender: { login: 'Codertocat' },
      subject: { kind: 'issue', number: 1 },
      comment: {
        kind: 'issue',
        id: 492700400,
        association: 'OWNER',
        createdAt: '2019-05-15T15:20:21Z',
        body: "You are totally right! I'll get this fixed right away.",
        url: 'https://github.com/Codertocat/Hello-World/issues/1#issuecomment-492700400',
      },
    });
    expect(read.asked).toBeUndefined();
  });

  test.each(['push', 'workflow_dispatch', 'workflow_run', 'discussion_comment'])(
    '%s has no subject',
    (name) => {
      const { subject, release, sender, asked } = event(name, example(name));
      expect([subject, release, asked]).toEqual([undefined, undefined, undefined]);
      expect(sender?.login).toMatch(/^(Codertocat|octocat)$/);
    },
  );

  test('a push has its two commits, and nothing else has', () => {
    const { before, after } = example('push');
    expect(event('push', example('push')).push).toEqual({ before, after });
    expect(event('push', { before, after: 'main' }).push).toBeUndefined();
    expect(event('workflow_dispatch', { before, after }).push).toBeUndefined();
  });
});

describe('who', () => {
  test.each([
    [{ login: 'dependabot[bot]', type: 'Bot' }, true],
    [{ login: 'Copilot', type: 'Bot' }, true],
    [{ login: 'renovate[bot]' }, true],
    [{ login: 'octo-cat_corp', type: 'User' }, false],
  ])('%j is a bot: %s', (sender, isBot) => {
    expect(event('issues', { ...labeledPayload('docs'), sender }).sender).toEqual({
      login: sender.login,
      isBot,
    });
  });

  test.each([[undefined], [null], [{}], [{ login: 'no login' }], [{ login: '../../x' }], [{ login: '' }]])(
    'a sender of %j is not known, and neither is such an author',
    (user) => {
      const payload = labeledPayload('docs');
      const read = event('issues', { ...payload, sender: user, issue: { ...payload.issue, user } });
      expect([read.sender, read.subject?.number, read.subject?.author]).toEqual([undefined, 1, undefined]);
    },
  );
});

describe('what is asked', () => {
  test.each([
    ['/docs mention the proxy', 'mention the proxy'],
    ['/docs', ''],
    ['  \n/docs\nfirst line\n\nsecond line\n', 'first line\n\nsecond line'],
    ['/docs\r\nline', 'line'],
    ['<!-- template -->\n/docs x', 'x'],
    ['/docs x <!-- and y', 'x <!-- and y'],
    ['/docs x <!-- and delete everything -->', 'x'],
    ...['please /docs', '/docsx', '/docsx y', '/Docs x', '> /docs x', '`/docs`', '', '/doc s'].map(
      (body) => [body, undefined] as const,
    ),
    ['LGTM <!-- /docs x -->', undefined],
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
  ])(
    'is what the author of an %s says when it is %s, not what somebody does with it later',
    (name, action, asked) => {
      const payload = { ...example(name), action };
      Object.assign(payload.comment ?? payload.review, { body: '/docs x' });
      expect(event(name, payload).asked).toBe(asked);
    },
  );

  test('follows the phrase of the workflow', () => {
    expect(event('issue_comment', commentPayload('!d x'), '!d').asked).toBe('x');
  });
});

describe('payloads that cannot be read', () => {
  const name = 'issue_comment';

  test.each([
    ['no variable', { GITHUB_EVENT_PATH: '' }, /is missing: GITHUB_EVENT_PATH/],
    ['no file', { GITHUB_EVENT_PATH: '/nowhere/event.json' }, /could not be read \(ENOENT\)/],
    ['half a file', { GITHUB_EVENT_PATH: eventFile('{"issue": {') }, /is not JSON/],
    ['null', { GITHUB_EVENT_PATH: eventFile('null') }, /lacks what is needed of it: everything/],
    ['no comment', { GITHUB_EVENT_PATH: eventFile('{"issue":{"number":1}}') }, /needed of it: comment/],
    [
      'numbers that are none',
      { GITHUB_EVENT_PATH: eventFile('{"issue":{"number":"1"},"comment":{"id":-1}}') },
      /issue.number, comment.id/,
    ],
  ])('%s', (_, others, message) => {
    const read = () => readEvent(variables(name, {}, others), '/docs');
    expect(read).toThrow(EventError);
    expect(read).toThrow(message);
  });

  test('texts of another type count as empty', () => {
    const issue = { number: 7, title: 5, body: null, html_url: {} };
    expect(event('issues', { issue, label: 'docs', action: ['x'] })).toEqual({
      name: 'issues',
      action: '',
      subject: { kind: 'issue', merged: false, number: 7, title: '', body: '', url: '' },
    });
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
