import { getOctokit } from '@actions/github';
import { describe, expect, test } from '@jest/globals';
import type { Sandbox, SandboxOptions } from '../../../sandbox/server.ts';
import { SimulatedClock } from '../../helpers/simulated-clock.ts';
import { call, withSandbox } from './caller.ts';

const REPOSITORY = 'acme/docs';
const repo = { owner: 'acme', repo: 'docs' };
const target = { ...repo, issue_number: 7 };
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

describe('comments', () => {
  test('are listed by issue and page, with links that lead through all of them', () =>
    withGithub({}, async (_, sandbox) => {
      for (let nth = 1; nth <= 250; nth += 1) {
        sandbox.github.addComment({ ...on, body: `comment ${nth}` });
        if (nth <= 5) sandbox.github.addComment({ ...on, issue: 8 });
      }
      const path = '/github/repos/acme/docs/issues/7/comments';
      const url = `${sandbox.url}${path}`;
      const middle = await call(sandbox, `${path}?per_page=100&page=2`);
      expect(middle.headers.get('link')).toBe(
        [
          `<${url}?per_page=100&page=1>; rel="prev"`,
          `<${url}?per_page=100&page=3>; rel="next"`,
          `<${url}?per_page=100&page=3>; rel="last"`,
          `<${url}?per_page=100&page=1>; rel="first"`,
        ].join(', '),
      );
      expect((await call(sandbox, path)).json).toHaveLength(30);
      expect((await call(sandbox, `${path}?per_page=500&page=x`)).json).toHaveLength(100);
      const all = getOctokit('t', { baseUrl: `${sandbox.url}/github` });
      const comments = await all.paginate(all.rest.issues.listComments, { ...target, per_page: 100 });
      expect(comments.map(({ body }) => body)).toEqual(
        Array.from({ length: 250 }, (_, nth) => `comment ${nth + 1}`),
      );
    }));

  test('have 1 to 65,536 characters, and an issue has 2,500 of them', () =>
    withGithub({}, async (github, sandbox) => {
      const create = (body: string) => github.issues.createComment({ ...target, body });
      await expect(create('x'.repeat(65_537))).rejects.toEqual(refused(422, /maximum is 65536 characters/));
      await expect(create(' ')).rejects.toEqual(refused(422));
      const path = '/github/repos/acme/docs/issues/7/comments';
      expect((await call(sandbox, path, { method: 'POST', body: {} })).status).toBe(422);
      expect(sandbox.github.comments).toEqual([]);
      for (let nth = 1; nth < 2500; nth += 1) sandbox.github.addComment(on);
      expect((await create('x'.repeat(65_536))).status).toBe(201);
      await expect(create('x')).rejects.toEqual(refused(403, /Commenting is disabled/));
    }));

  test('are refused on locked issues', () =>
    withGithub({}, async (github, sandbox) => {
      sandbox.github.setIssue({ repository: REPOSITORY, number: 7, locked: true });
      const create = github.issues.createComment({ ...target, body: 'x' });
      await expect(create).rejects.toEqual(refused(403, /locked/));
    }));
});

describe('comments are listed', () => {
  const bodies = async (sandbox: Sandbox, query = '') => {
    const { json } = await call(sandbox, `/github/repos/acme/docs/issues/7/comments${query}`);
    return (json as unknown as { body: string }[]).map(({ body }) => body);
  };

  test('from a time on, by when they were changed, in whole seconds; links keep the time', () => {
    const clock = new SimulatedClock();
    return withGithub({ now: clock.wall }, async (_, sandbox) => {
      const { id } = sandbox.github.addComment({ ...on, body: 'first' });
      clock.advance(1_700);
      const { createdAt } = sandbox.github.addComment({ ...on, body: 'second' });
      expect(createdAt).toBe('2026-01-05T12:00:01Z');
      const since = `?since=${createdAt}`;
      expect(await bodies(sandbox, since)).toEqual(['second']);
      sandbox.github.editComment(id, 'first, changed');
      expect(await bodies(sandbox, since)).toEqual(['first, changed', 'second']);
      const path = '/github/repos/acme/docs/issues/7/comments';
      const { headers } = await call(sandbox, `${path}${since}&per_page=1`);
      expect(headers.get('link')).toContain(
        `<${sandbox.url}${path}?since=2026-01-05T12%3A00%3A01Z&per_page=1&page=2>; rel="next"`,
      );
      expect((await call(sandbox, `${path}?since=soon`)).status).toBe(422);
    });
  });

  test('one or two requests after they were created, if GitHub is late', () =>
    withGithub({ lateComments: 2 }, async (github, sandbox) => {
      const { id } = (await github.issues.createComment({ ...target, body: 'new' })).data;
      expect(await bodies(sandbox)).toEqual([]);
      expect(await bodies(sandbox)).toEqual([]);
      expect(await bodies(sandbox)).toEqual(['new']);
      await github.issues.updateComment({ ...repo, comment_id: id, body: 'changed' });
      expect(await bodies(sandbox)).toEqual(['changed']);
    }));

  test('by id, which need not be the order of their creation', () =>
    withGithub({ fallingIds: true }, async (_, sandbox) => {
      for (const body of ['first', 'second']) sandbox.github.addComment({ ...on, body });
      expect(await bodies(sandbox)).toEqual(['second', 'first']);
    }));

  test.each([404, 410] as const)('never on an issue that is gone: %i', (gone) =>
    withGithub({}, async (github, sandbox) => {
      sandbox.github.setIssue({ repository: REPOSITORY, number: 7, gone });
      await expect(github.issues.listComments(target)).rejects.toEqual(refused(gone));
      await expect(github.issues.createComment({ ...target, body: 'x' })).rejects.toEqual(refused(gone));
    }),
  );
});

test('what is not there is not found: numbers that are none, a comment that is gone, a review of another', () =>
  withGithub({}, async (github, sandbox) => {
    for (const path of ['issues/x', 'issues/0/comments']) {
      expect((await call(sandbox, `/github/repos/acme/docs/${path}`)).status).toBe(404);
    }
    const { id } = sandbox.github.addComment(on);
    sandbox.github.deleteComment(id);
    const gone = github.issues.updateComment({ ...repo, comment_id: id, body: 'x' });
    await expect(gone).rejects.toEqual(refused(404));
    const review = sandbox.github.addReview(on);
    sandbox.github.setPullRequest({ repository: REPOSITORY, number: 8 });
    await expect(
      github.pulls.listCommentsForReview({ ...repo, pull_number: 8, review_id: review.id }),
    ).rejects.toEqual(refused(404));
  }));

test('a reaction is there once', () =>
  withGithub({}, async (github, sandbox) => {
    const { id } = sandbox.github.addComment(on);
    const face = { ...repo, comment_id: id, content: 'confused' } as const;
    const first = await github.reactions.createForIssueComment(face);
    const again = await github.reactions.createForIssueComment(face);
    expect([first.status, again.status, again.data.id]).toEqual([201, 200, first.data.id]);
    expect(sandbox.github.reactions).toMatchObject([{ on: 'comment', subject: id, content: 'confused' }]);
    await expect(
      github.reactions.createForIssueComment({ ...face, content: 'wave' as 'confused' }),
    ).rejects.toEqual(refused(422));
  }));

test("the agent's pull requests are open once a job reports them, where its docs are", () => {
  const clock = new SimulatedClock();
  return withGithub({ now: clock.wall, docsRepository: 'acme/guide' }, async (github, sandbox) => {
    const issue = async (number: number, repo = 'guide') =>
      (await github.issues.get({ owner: 'acme', repo, issue_number: number })).data;
    await call(sandbox, '/v2/agent/p/job', { method: 'POST', body: { prompt: 'Hello' } });
    expect((await issue(41)).pull_request).toBeUndefined();
    clock.advance(4000);
    expect(await issue(41)).toMatchObject({ pull_request: {}, user: { login: 'mintlify[bot]' } });
    expect((await issue(41, 'docs')).pull_request).toBeUndefined();
    expect((await issue(42)).pull_request).toBeUndefined();
  });
});

describe('a token', () => {
  test('writes where it may, and reads everywhere', () =>
    withGithub({ grants: { ghs_token: [REPOSITORY] } }, async (github) => {
      const create = (where: object) => github.issues.createComment({ ...target, ...where, body: 'x' });
      expect((await create({})).status).toBe(201);
      const inaccessible = refused(403, /Resource not accessible by integration/);
      await expect(create({ repo: 'other' })).rejects.toEqual(inaccessible);
      expect((await github.issues.listComments({ ...target, repo: 'other' })).status).toBe(200);
    }));

  test.each([
    [200, {}],
    [401, { authorization: '' }],
    [401, { authorization: 'Bearer ghs_other' }],
    [400, { 'x-github-api-version': '2021-01-01' }],
    [422, {}, '?limit=3'],
  ])('is answered %i for %j%s', (status, headers, query = '') =>
    withSandbox({ githubToken: 'ghs_token' }, async (sandbox) => {
      const path = `/github/repos/acme/docs/issues/7/comments${query}`;
      const usual = { authorization: 'Bearer ghs_token', 'x-github-api-version': '2022-11-28' };
      expect((await call(sandbox, path, { headers: { ...usual, ...headers } })).status).toBe(status);
    }),
  );
});

test.each([
  ['admin', 'admin', 'admin'],
  ['maintain', 'write', 'maintain'],
  ['write', 'write', 'write'],
  ['triage', 'read', 'triage'],
  ['read', 'read', 'read'],
  ['none', 'none', 'none'],
  [{ permission: 'write', role_name: 'docs-editor' }, 'write', 'docs-editor'],
] as const)('the role %j is told as permission %s and role %s', (role, permission, roleName) =>
  withGithub({ permissions: { OctoCat: role } }, async (github) => {
    const permissionOf = (username: string) =>
      github.repos.getCollaboratorPermissionLevel({ ...repo, username });
    const { data } = await permissionOf('octocat');
    expect(data).toMatchObject({ permission, role_name: roleName, user: { login: 'octocat' } });
    await expect(permissionOf('stranger')).rejects.toEqual(refused(404));
  }),
);
