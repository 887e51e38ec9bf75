import { describe, expect, test } from '@jest/globals';
import { EventError, readEvent } from '../../src/github/event.ts';
import { event, eventFile, example, labeledPayload, variables } from '../helpers/payloads.ts';

describe('real payloads', () => {
  test('issues: sender, label of the event, and the issue with its author', () => {
    const payload = labeledPayload('Docs');
    payload.sender = { ...payload.sender, login: 'maintainer' };
    expect(event('issues', payload)).toEqual({
      kind: 'subject',
      name: 'issues',
      merged: false,
      action: 'labeled',
      sender: { login: 'maintainer', isBot: false },
      label: 'Docs',
      subject: {
        kind: 'issue',
        number: 1,
        title: 'Spelling error in the README file',
        body: "It looks like you accidently spelled 'commit' with two 't's.",
        url: 'https://github.com/Codertocat/Hello-World/issues/1',
        author: { login: 'Codertocat', isBot: false },
      },
    });
  });

  test('issues on a pull request is about a pull request', () => {
    expect(event('issues', example('issues', 'demilestoned'))).toMatchObject({
      subject: { kind: 'pull request', number: 2 },
    });
  });

  test.each(['pull_request', 'pull_request_target'])('%s', (name) => {
    expect(event(name, example('pull_request', 'labeled'))).toMatchObject({
      kind: 'subject',
      name,
      action: 'labeled',
      label: 'bug',
      subject: {
        kind: 'pull request',
        number: 2,
        url: 'https://github.com/Codertocat/Hello-World/pull/2',
        author: { login: 'Codertocat' },
      },
    });
  });

  test('issue_comment', () => {
    expect(event('issue_comment', example('issue_comment', 'created'))).toMatchObject({
      kind: 'comment',
      action: 'created',
      sender: { login: 'Codertocat' },
      subject: { kind: 'issue', number: 1 },
      comment: {
        kind: 'issue',
        id: 492700400,
        body: "You are totally right! I'll get this fixed right away.",
        url: 'https://github.com/Codertocat/Hello-World/issues/1#issuecomment-492700400',
      },
    });
  });

  test('issue_comment on a pull request is about that pull request', () => {
    const payload = example('issue_comment', 'created');
    payload.issue.pull_request = { url: 'https://api.github.com/repos/Codertocat/Hello-World/pulls/1' };
    expect(event('issue_comment', payload)).toMatchObject({ subject: { kind: 'pull request', number: 1 } });
  });

  test('pull_request_review_comment knows the lines it is about', () => {
    expect(
      event('pull_request_review_comment', example('pull_request_review_comment', 'created')),
    ).toMatchObject({
      kind: 'comment',
      subject: { kind: 'pull request', number: 2 },
      comment: {
        kind: 'line',
        id: 284312630,
        code: { path: 'README.md', hunk: '@@ -1 +1 @@\n-# Hello-World' },
      },
    });
  });

  test('release without name and notes', () => {
    expect(event('release', example('release', 'published'))).toMatchObject({
      kind: 'release',
      action: 'published',
      sender: { login: 'Codertocat' },
      release: { tag: '0.0.1', title: '', notes: '', author: { login: 'Codertocat' } },
    });
  });

  test.each(['push', 'workflow_dispatch', 'workflow_run', 'discussion_comment'])('%s has no text', (name) => {
    const { kind, sender } = event(name, example(name));
    expect(kind).toBe('plain');
    expect(sender?.login).toMatch(/^(Codertocat|octocat)$/);
  });
});

describe('who', () => {
  test.each([
    [{ login: 'dependabot[bot]', type: 'Bot' }, true],
    [{ login: 'Copilot', type: 'Bot' }, true],
    [{ login: 'renovate[bot]' }, true],
    [{ login: 'octo-cat_corp', type: 'User' }, false],
  ])('%j is a bot: %s', (sender, isBot) => {
    const payload = { ...labeledPayload('docs'), sender };
    expect(event('issues', payload).sender).toEqual({ login: sender.login, isBot });
  });

  test.each([[undefined], [null], [{}], [{ login: 'no login' }], [{ login: '../../x' }], [{ login: '' }]])(
    'a sender of %j is not known',
    (sender) => {
      expect(event('issues', { ...labeledPayload('docs'), sender }).sender).toBeUndefined();
    },
  );

  test('an issue of a deleted account has no author', () => {
    const payload = labeledPayload('docs');
    payload.issue.user = null;
    expect(event('issues', payload)).toMatchObject({ subject: { author: undefined } });
  });
});

test('a review is its text; a merged pull request says so; other events keep their label and comment', () => {
  expect(event('pull_request_review', example('pull_request_review', 'submitted'))).toMatchObject({
    kind: 'comment',
    action: 'submitted',
    subject: { kind: 'pull request', number: 2 },
    comment: { kind: 'review', body: '', author: { login: 'Codertocat' } },
  });
  const closed = example('pull_request', 'closed');
  expect(event('pull_request', closed)).toMatchObject({ merged: false });
  closed.pull_request.merged = true;
  expect(event('pull_request', closed)).toMatchObject({ merged: true });
  const payload = { action: 'x', label: { name: 'docs' }, comment: { body: '/docs', user: { login: 'a' } } };
  expect(event('discussion_comment', payload)).toMatchObject({
    kind: 'plain',
    label: 'docs',
    comment: { body: '/docs', author: { login: 'a', isBot: false } },
  });
});

describe('payloads that cannot be read', () => {
  const name = 'issue_comment';

  test.each([
    ['no variable', { GITHUB_EVENT_PATH: '' }, /has no payload/],
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
    const read = () => readEvent(variables(name, {}, others));
    expect(read).toThrow(EventError);
    expect(read).toThrow(message);
  });

  test('texts of another type count as empty', () => {
    const payload = {
      issue: { number: 7, title: 5, body: null, html_url: {} },
      label: 'docs',
      action: ['x'],
    };
    expect(event('issues', payload)).toEqual({
      kind: 'subject',
      name: 'issues',
      merged: false,
      action: '',
      sender: undefined,
      label: undefined,
      subject: { kind: 'issue', number: 7, title: '', body: '', url: '', author: undefined },
    });
  });

  test('release and others can do without', () => {
    const broken = { GITHUB_EVENT_PATH: eventFile('nonsense') };
    for (const [name, kind] of [
      ['release', 'release'],
      ['schedule', 'plain'],
      ['push', 'plain'],
    ] as const) {
      expect(readEvent(variables(name, {}, broken))).toEqual({ kind, name, action: '' });
    }
    expect(readEvent({})).toEqual({ kind: 'plain', name: '', action: '' });
  });
});
