import { getOctokit } from '@actions/github';
import { expect, test } from '@jest/globals';
import type { Sandbox, SandboxOptions } from '../../../sandbox/server.ts';
import { call, withSandbox } from './caller.ts';

/* That its answers are GitHub's, field by field, is for `tsc` to say: github-mistakes.ts. */

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

test('the checks of a head change with time, and an unknown commit has none', () => {
  let nowMs = Date.UTC(2026, 0, 5);
  return withGithub({ checks: 'green,none', jobMs: 0, now: () => nowMs }, async (api, sandbox) => {
    const { number: pull_number, repository } = sandbox.platform.startJob('docs', 'x').pullRequest;
    const head = async () => (await api.pulls.get({ ...repo, pull_number })).data.head.sha;
    const shown = async (ref: string) => {
      const runs = (await api.checks.listForRef({ ...repo, ref })).data.check_runs;
      const { state, statuses } = (await api.repos.getCombinedStatusForRef({ ...repo, ref })).data;
      const [{ id: deployment_id = 0 } = {}] = (await api.repos.listDeployments({ ...repo, sha: ref })).data;
      const sites = deployment_id
        ? (await api.repos.listDeploymentStatuses({ ...repo, deployment_id })).data
        : [];
      return [
        runs.map(({ conclusion, status }) => conclusion ?? status).join(),
        [state, ...statuses.map((each) => each.state)].join(),
        sites.map((each) => each.state).join(),
      ];
    };
    const first = await head();
    expect(await shown(first)).toEqual(['queued,queued', 'pending', '']);
    nowMs += 13_000;
    expect(await shown(first)).toEqual(['in_progress,skipped', 'pending,pending', 'success,in_progress']);
    nowMs += 8_000;
    expect(await shown(first)).toEqual(['success,skipped', 'success,success', 'success,in_progress']);
    sandbox.github.push({ repository, number: pull_number });
    expect(await shown(await head())).toEqual(['', 'pending', '']);
    await expect(shown('0'.repeat(40))).rejects.toEqual(refused(422, /No commit found/));
  });
});

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
