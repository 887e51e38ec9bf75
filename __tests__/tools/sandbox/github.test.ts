import { expect, test } from '@jest/globals';
import { applyEvent } from '../../../sandbox/github/apply-event.ts';
import { call, withSandbox } from './caller.ts';

// That its answers are GitHub's, field by field, is in openapi.test.ts.

const REPOSITORY = '/github/repos/acme/docs';
const COMMENTS = `${REPOSITORY}/issues/7/comments`;
const comment = (length: number) => JSON.stringify({ body: 'x'.repeat(length) });
const status = (fields: object) => JSON.stringify({ state: 'success', context: 'docs', ...fields });
const AT = `${REPOSITORY}/statuses/${'a'.repeat(40)}`;

test.each<[status: number, path: string, body?: string | undefined, headers?: Record<string, string>]>([
  [200, COMMENTS],
  [401, COMMENTS, undefined, { authorization: '' }],
  [401, COMMENTS, undefined, { authorization: 'Bearer ghs_other' }],
  [400, COMMENTS, undefined, { 'x-github-api-version': '2021-01-01' }],
  [201, COMMENTS, comment(65_536)],
  [422, COMMENTS, comment(65_537)],
  [422, COMMENTS, '{"body":" "}'],
  [422, COMMENTS, '{}'],
  [403, `${REPOSITORY}/issues/8/comments`, comment(1)],
  [403, `${REPOSITORY}/issues/9/comments`, comment(1)],
  [201, AT, status({ description: 'x'.repeat(140), target_url: 'https://x.example/' })],
  [422, AT, status({ state: 'done' })],
  [422, AT, status({ context: 'x'.repeat(256) })],
  [422, AT, status({ description: 'x'.repeat(141) })],
  [422, AT, status({ description: 'Added \u{1f4da}' })],
  [422, AT, status({ target_url: 'javascript:alert(1)' })],
  [403, `${REPOSITORY}/actions/workflows/docs.yml/runs`],
  [404, `${REPOSITORY}/collaborators/stranger/permission`],
])('%i for %s %.60s', (expected, path, body = undefined, headers = {}) => {
  const options = { githubToken: 'ghs_token', denied: ['pull-requests: write', 'actions: read'] };
  return withSandbox(options, async (sandbox) => {
    const { github } = sandbox;
    github.setIssue({ repository: 'acme/docs', number: 8, locked: true });
    github.setPullRequest({ repository: 'acme/docs', number: 9 });
    const all = { authorization: 'Bearer ghs_token', 'x-github-api-version': '2022-11-28', ...headers };
    expect((await call(sandbox, path, body, all)).status).toBe(expected);
    const made = github.comments.length + github.statuses.length;
    expect(made).toBe(expected === 201 ? 1 : 0);
  });
});

test('comments are listed by issue and page, with links that lead through all of them', () =>
  withSandbox({}, async (sandbox) => {
    const on = { repository: 'acme/docs', user: 'octocat' };
    for (let nth = 1; nth <= 250; nth += 1)
      for (const issue of [7, 8]) sandbox.github.addComment({ ...on, issue, body: `${nth}` });
    const { json, headers } = await call(sandbox, `${COMMENTS}?per_page=100&page=2`);
    expect(json.map(({ body }: { body: string }) => body)).toEqual(
      Array.from({ length: 100 }, (_, at) => `${101 + at}`),
    );
    const to = (page: number, rel: string) =>
      `<${sandbox.url}${COMMENTS}?per_page=100&page=${page}>; rel="${rel}"`;
    expect(headers.get('link')).toBe(
      [to(1, 'prev'), to(3, 'next'), to(3, 'last'), to(1, 'first')].join(', '),
    );
  }));

test('labels, pushes and merges change what a pull request shows', () =>
  withSandbox({}, async (sandbox) => {
    const pullRequest = { repository: 'acme/docs', number: 9, by: 'maria', name: 'pull_request' };
    sandbox.github.setPullRequest({ ...pullRequest, user: 'octocat' });
    const shown = async (action: string, more = {}) => {
      const { head, labels } = applyEvent({ ...pullRequest, action, ...more }, sandbox.github);
      const { json } = await call(sandbox, `${REPOSITORY}/pulls/9`);
      expect([json.head.sha, json.labels.map(({ name }: { name: string }) => name)]).toEqual([head, labels]);
      return [head?.slice(0, 7), labels?.join(), json.state, json.merged].join(' ');
    };
    expect(await shown('labeled', { label: 'no-docs' })).toBe('0090100 no-docs open false');
    expect(await shown('synchronize')).toBe('0090200 no-docs open false');
    expect(await shown('unlabeled', { label: 'no-docs' })).toBe('0090200  open false');
    expect(await shown('closed', { merged: true })).toBe('0090200  closed true');
  }));

test.each([
  ['admin', 'admin', 'admin'],
  ['triage', 'read', 'triage'],
  [{ permission: 'write', role_name: 'docs-editor' }, 'write', 'docs-editor'],
] as const)('the role %j has the permission %s and role %s', (role, permission, role_name) =>
  withSandbox({ permissions: { OctoCat: role } }, async (sandbox) => {
    const { json } = await call(sandbox, `${REPOSITORY}/collaborators/octocat/permission`);
    expect(json).toMatchObject({ permission, role_name, user: { login: 'octocat' } });
  }),
);
