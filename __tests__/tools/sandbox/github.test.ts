import { getOctokit } from '@actions/github';
import { expect, test } from '@jest/globals';
import { applyEvent } from '../../../sandbox/github/apply-event.ts';
import type { Sandbox, SandboxOptions } from '../../../sandbox/server.ts';
import { call, withSandbox } from './caller.ts';

const REPOSITORY = 'acme/docs';
const PATH = '/github/repos/acme/docs/issues/7/comments';
const repo = { owner: 'acme', repo: 'docs' };
const target = { ...repo, issue_number: 7, body: 'x' };
const on = { repository: REPOSITORY, issue: 7, user: 'octocat', body: 'x' };

function withGithub(
  options: SandboxOptions,
  body: (github: ReturnType<typeof octokit>, sandbox: Sandbox) => Promise<void>,
) {
  return withSandbox(options, (sandbox) => body(octokit(sandbox), sandbox));
}

function octokit(sandbox: Sandbox) {
  // Octokit warns of every error on the console otherwise.
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  return getOctokit('ghs_token', { baseUrl: `${sandbox.url}/github`, log }).rest;
}

const refused = (status: number, message = /./) =>
  expect.objectContaining({ status, message: expect.stringMatching(message) });

async function bodies(sandbox: Sandbox, query = '') {
  const { json } = await call(sandbox, `${PATH}${query}`);
  return (json as unknown as { body: string }[]).map(({ body }) => body);
}

test('comments are listed by issue and page, with links that lead through all of them', () =>
  withGithub({}, async (_, sandbox) => {
    for (let nth = 1; nth <= 250; nth += 1) {
      sandbox.github.addComment({ ...on, body: `comment ${nth}` });
      sandbox.github.addComment({ ...on, issue: 8 });
    }
    const to = (page: number, rel: string) =>
      `<${sandbox.url}${PATH}?per_page=100&page=${page}>; rel="${rel}"`;
    const { headers } = await call(sandbox, `${PATH}?per_page=100&page=2`);
    const links = [to(1, 'prev'), to(3, 'next'), to(3, 'last'), to(1, 'first')];
    expect(headers.get('link')).toBe(links.join(', '));
    expect(await bodies(sandbox)).toHaveLength(30);
    expect(await bodies(sandbox, '?per_page=500&page=x')).toHaveLength(100);
    const last = Array.from({ length: 50 }, (__, index) => `comment ${201 + index}`);
    expect(await bodies(sandbox, '?per_page=100&page=3')).toEqual(last);
  }));

test('comments have 1 to 65,536 characters, and none are made on locked issues', () =>
  withGithub({}, async ({ issues }, sandbox) => {
    const write = (body: string) => issues.createComment({ ...target, body });
    await expect(write('x'.repeat(65_537))).rejects.toEqual(refused(422, /maximum is 65536 characters/));
    await expect(write(' ')).rejects.toEqual(refused(422));
    expect((await call(sandbox, PATH, { body: {} })).status).toBe(422);
    expect((await write('x'.repeat(65_536))).status).toBe(201);
    sandbox.github.setIssue({ repository: REPOSITORY, number: 7, locked: true });
    await expect(write('x')).rejects.toEqual(refused(403, /locked/));
    expect(sandbox.github.comments).toHaveLength(1);
  }));

test.each([
  [200, {}],
  [401, { authorization: '' }],
  [401, { authorization: 'Bearer ghs_other' }],
  [400, { 'x-github-api-version': '2021-01-01' }],
  [422, {}, '?limit=3'],
])('a request is answered %i for %j%s', (status, headers, query = '') =>
  withSandbox({ githubToken: 'ghs_token' }, async (sandbox) => {
    const usual = { authorization: 'Bearer ghs_token', 'x-github-api-version': '2022-11-28' };
    expect((await call(sandbox, `${PATH}${query}`, { headers: { ...usual, ...headers } })).status).toBe(
      status,
    );
  }),
);

test.each([
  [
    201,
    { state: 'success', context: 'docs', description: 'x'.repeat(140), target_url: 'https://x.example/' },
  ],
  [422, { state: 'done', context: 'docs' }],
  [422, { state: 'success', context: 'x'.repeat(256) }],
  [422, { state: 'success', context: 'docs', description: 'x'.repeat(141) }],
  [422, { state: 'success', context: 'docs', description: 'Added \u{1f4da}' }],
  [422, { state: 'success', context: 'docs', target_url: 'javascript:alert(1)' }],
] as const)('a status is answered %i for %j', (status, given) =>
  withGithub({}, async ({ repos }, sandbox) => {
    const sha = 'a'.repeat(40);
    const answer = repos.createCommitStatus({ ...repo, sha, ...given } as never);
    const seen = answer.then(
      (each) => each.status,
      (error) => error.status,
    );
    expect(await seen).toBe(status);
    const listed = await repos.listCommitStatusesForRef({ ...repo, ref: sha });
    expect(listed.data.map(({ context }) => context)).toEqual(status === 201 ? ['docs'] : []);
    expect(sandbox.github.statuses).toHaveLength(status === 201 ? 1 : 0);
  }),
);

test('on a pull request, comments take pull-requests: write; statuses take statuses: write', () =>
  withGithub({ denied: ['pull-requests: write', 'statuses: write'] }, async (api, sandbox) => {
    sandbox.github.setPullRequest({ repository: REPOSITORY, number: 7 });
    await expect(api.issues.createComment(target)).rejects.toEqual(refused(403, /not accessible/));
    expect((await api.issues.createComment({ ...target, issue_number: 8 })).status).toBe(201);
    const status = api.repos.createCommitStatus({ ...repo, sha: 'a'.repeat(40), state: 'pending' });
    await expect(status).rejects.toEqual(refused(403));
  }));

test('labels, pushes and merges change what a pull request shows', () =>
  withGithub({}, async ({ pulls }, { github }) => {
    github.setPullRequest({ repository: REPOSITORY, number: 7, user: 'octocat' });
    const pullRequest = { repository: REPOSITORY, number: 7, by: 'maria', name: 'pull_request' };
    const shown = async () => {
      const { labels, head, state } = (await pulls.get({ ...repo, pull_number: 7 })).data;
      return [labels.map(({ name }) => name).join(), head.sha, state];
    };
    const [, first] = await shown();
    const { labels } = applyEvent({ ...pullRequest, action: 'labeled', label: 'no-docs' }, github);
    const { head } = applyEvent({ ...pullRequest, action: 'synchronize' }, github);
    expect([labels, head === first]).toEqual([['no-docs'], false]);
    expect(await shown()).toEqual(['no-docs', head, 'open']);
    applyEvent({ ...pullRequest, action: 'unlabeled', label: 'no-docs' }, github);
    applyEvent({ ...pullRequest, action: 'closed', merged: true }, github);
    expect(await shown()).toEqual(['', head, 'closed']);
  }));

test.each([
  ['admin', 'admin', 'admin'],
  ['maintain', 'write', 'maintain'],
  ['triage', 'read', 'triage'],
  ['none', 'none', 'none'],
  [{ permission: 'write', role_name: 'docs-editor' }, 'write', 'docs-editor'],
] as const)('the role %j has the permission %s and role %s', (role, permission, role_name) =>
  withGithub({ permissions: { OctoCat: role } }, async ({ repos }) => {
    const answer = await repos.getCollaboratorPermissionLevel({ ...repo, username: 'octocat' });
    expect(answer.data).toMatchObject({ permission, role_name, user: { login: 'octocat' } });
    const stranger = repos.getCollaboratorPermissionLevel({ ...repo, username: 'stranger' });
    await expect(stranger).rejects.toEqual(refused(404));
  }),
);
