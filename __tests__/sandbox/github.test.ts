import { getOctokit } from '@actions/github';
import { describe, expect, test } from '@jest/globals';
import type { Sandbox, SandboxOptions } from '../../sandbox/server.ts';
import { call, TestClock, withSandbox } from './caller.ts';

const target = { owner: 'acme', repo: 'docs', issue_number: 7 };
const REPOSITORY = 'acme/docs';

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

describe('comments', () => {
  test('are created, read, listed and updated, by the bot of the token', () =>
    withGithub({}, async (github, sandbox) => {
      const created = await github.issues.createComment({ ...target, body: 'Working on it' });
      expect(created.status).toBe(201);
      expect(created.data).toMatchObject({
        body: 'Working on it',
        user: { login: 'github-actions[bot]', type: 'Bot', id: 41_898_282 },
        html_url: `https://github.com/acme/docs/issues/7#issuecomment-${created.data.id}`,
      });
      const one = { owner: 'acme', repo: 'docs', comment_id: created.data.id };
      await github.issues.updateComment({ ...one, body: 'Done' });
      expect((await github.issues.getComment(one)).data.body).toBe('Done');
      const listed = await github.issues.listComments(target);
      expect(listed.data.map(({ body }) => body)).toEqual(['Done']);
      expect(listed.headers.link).toBeUndefined();
      expect(sandbox.github.comments).toMatchObject([{ repository: REPOSITORY, issue: 7, body: 'Done' }]);
      sandbox.github.deleteComment(one.comment_id);
      await expect(github.issues.updateComment({ ...one, body: 'x' })).rejects.toMatchObject({ status: 404 });
      await expect(github.issues.getComment(one)).rejects.toMatchObject({ status: 404 });
    }));

  test('are listed by issue and page, with links that lead through all of them', () =>
    withSandbox({}, async (sandbox) => {
      for (let nth = 1; nth <= 250; nth += 1) {
        sandbox.github.addComment({
          repository: REPOSITORY,
          issue: 7,
          user: 'octocat',
          body: `comment ${nth}`,
        });
        if (nth <= 5)
          sandbox.github.addComment({ repository: REPOSITORY, issue: 8, user: 'octocat', body: 'elsewhere' });
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

  test('are refused when too long, empty or missing', () =>
    withGithub({}, async (github, sandbox) => {
      await expect(
        github.issues.createComment({ ...target, body: 'x'.repeat(65_537) }),
      ).rejects.toMatchObject({
        status: 422,
        message: expect.stringContaining('maximum is 65536 characters'),
      });
      const { data } = await github.issues.createComment({ ...target, body: 'x'.repeat(65_536) });
      const one = { owner: 'acme', repo: 'docs', comment_id: data.id };
      await expect(github.issues.updateComment({ ...one, body: ' ' })).rejects.toMatchObject({ status: 422 });
      const path = '/github/repos/acme/docs/issues/7/comments';
      expect((await call(sandbox, path, { method: 'POST', body: {} })).status).toBe(422);
      expect(sandbox.github.comments).toHaveLength(1);
    }));

  test('are refused on locked and deleted issues', () =>
    withGithub({}, async (github, sandbox) => {
      sandbox.github.setIssue({ repository: REPOSITORY, number: 7, locked: true, title: 'Closed' });
      await expect(github.issues.createComment({ ...target, body: 'x' })).rejects.toMatchObject({
        status: 403,
      });
      expect((await github.issues.get(target)).data).toMatchObject({
        title: 'Closed',
        locked: true,
        number: 7,
      });
      sandbox.github.setIssue({ repository: REPOSITORY, number: 7, deleted: true });
      for (const attempt of [
        github.issues.createComment({ ...target, body: 'x' }),
        github.issues.listComments(target),
        github.issues.get(target),
      ]) {
        await expect(attempt).rejects.toMatchObject({ status: 410 });
      }
      for (const path of ['issues/x', 'issues/0/comments']) {
        expect((await call(sandbox, `/github/repos/acme/docs/${path}`)).status).toBe(404);
      }
    }));
});

test('reactions: on comments, review comments and issues; once each', () =>
  withGithub({}, async (github, sandbox) => {
    const body = { repository: REPOSITORY, issue: 7, user: 'octocat', body: '/docs please' };
    const comment = sandbox.github.addComment(body);
    const review = sandbox.github.addReviewComment(body);
    const repo = { owner: 'acme', repo: 'docs' };
    const eyes = { ...repo, content: 'eyes' } as const;
    const first = await github.reactions.createForIssueComment({ ...eyes, comment_id: comment.id });
    const again = await github.reactions.createForIssueComment({ ...eyes, comment_id: comment.id });
    expect([first.status, again.status, again.data.id]).toEqual([201, 200, first.data.id]);
    await github.reactions.createForPullRequestReviewComment({ ...eyes, comment_id: review.id });
    await github.reactions.createForIssue({ ...eyes, issue_number: 7 });
    expect(sandbox.github.reactions).toMatchObject([
      { on: 'comment', subject: comment.id, content: 'eyes' },
      { on: 'review-comment', subject: review.id, content: 'eyes' },
      { on: 'issue', subject: 7, content: 'eyes' },
    ]);
    expect((await github.pulls.getReviewComment({ ...repo, comment_id: review.id })).data.body).toBe(
      '/docs please',
    );
    await expect(github.pulls.getReviewComment({ ...repo, comment_id: 1 })).rejects.toMatchObject({
      status: 404,
    });
    await expect(
      github.reactions.createForIssueComment({ ...eyes, comment_id: review.id }),
    ).rejects.toMatchObject({
      status: 404,
    });
    const wrong = await call(sandbox, `/github/repos/acme/docs/issues/comments/${comment.id}/reactions`, {
      method: 'POST',
      body: { content: 'wave' },
    });
    expect(wrong.status).toBe(422);
  }));

test('a reaction can be taken back', () =>
  withGithub({}, async (github, sandbox) => {
    const { id } = sandbox.github.addComment({
      repository: REPOSITORY,
      issue: 7,
      user: 'octocat',
      body: 'x',
    });
    const one = { owner: 'acme', repo: 'docs', comment_id: id };
    const { data } = await github.reactions.createForIssueComment({ ...one, content: 'eyes' });
    await github.reactions.createForIssueComment({ ...one, content: 'rocket' });
    await github.reactions.deleteForIssueComment({ ...one, reaction_id: data.id });
    expect(sandbox.github.reactions.map(({ content }) => content)).toEqual(['rocket']);
    await expect(
      github.reactions.deleteForIssueComment({ ...one, reaction_id: data.id }),
    ).rejects.toMatchObject({ status: 404 });
  }));

describe('pull requests', () => {
  const repo = { owner: 'acme', repo: 'docs' };

  test('have what the action shows of them, and are issues too', () =>
    withGithub({}, async (github, sandbox) => {
      sandbox.github.setPullRequest({
        repository: REPOSITORY,
        number: 41,
        title: 'Shorter',
        changedFiles: 2,
      });
      const { data } = await github.pulls.get({ ...repo, pull_number: 41 });
      expect(data).toMatchObject({
        title: 'Shorter',
        state: 'open',
        merged: false,
        head: { ref: 'docs-41' },
        changed_files: 2,
        additions: 41,
        deletions: 7,
      });
      const issue = await github.issues.get({ ...repo, issue_number: 41 });
      expect(issue.data.pull_request).toBeDefined();
      await expect(github.pulls.get({ ...repo, pull_number: 42 })).rejects.toMatchObject({ status: 404 });
      expect((await github.issues.get({ ...repo, issue_number: 42 })).data.pull_request).toBeUndefined();
    }));

  test('are opened by the agent once a job reports them, where its docs are', () => {
    const clock = new TestClock();
    return withGithub({ now: clock.now, docsRepository: 'acme/guide' }, async (github, sandbox) => {
      const guide = { owner: 'acme', repo: 'guide', pull_number: 41 };
      const { json } = await call(sandbox, '/v2/agent/p/job', { method: 'POST', body: { prompt: 'Hello' } });
      await expect(github.pulls.get(guide)).rejects.toMatchObject({ status: 404 });
      clock.ms += 4000;
      const done = await call(sandbox, `/v2/agent/p/job/${json.id}`);
      expect(done.json.prLink).toBe('https://github.com/acme/guide/pull/41');
      await call(sandbox, `/v2/agent/p/job/${json.id}/message`, { method: 'POST', body: { prompt: 'More' } });
      expect((await github.pulls.get(guide)).data.user.login).toBe('mintlify[bot]');
      await expect(github.pulls.get({ ...guide, repo: 'docs' })).rejects.toMatchObject({ status: 404 });
    });
  });

  test('have reviews with comments on lines, and comments on lines alone', () =>
    withGithub({ permissions: { octocat: 'write' } }, async (github, sandbox) => {
      const on = { repository: REPOSITORY, issue: 41, user: 'octocat' };
      sandbox.github.setPullRequest({ repository: REPOSITORY, number: 41 });
      const review = sandbox.github.addReview({ ...on, body: '/docs shorten' });
      for (const line of [3, 9]) {
        sandbox.github.addReviewComment({
          ...on,
          review: review.id,
          body: `line ${line}`,
          path: 'a.md',
          line,
        });
      }
      sandbox.github.addReviewComment({ ...on, user: 'mallory', body: 'alone' });
      const pull = { ...repo, pull_number: 41 };
      const own = await github.pulls.listCommentsForReview({ ...pull, review_id: review.id });
      expect(own.data).toMatchObject([
        { body: 'line 3', path: 'a.md', pull_request_review_id: review.id, author_association: 'MEMBER' },
        { body: 'line 9', line: 9 },
      ]);
      const all = await github.pulls.listReviewComments({ ...pull, per_page: 2 });
      expect([all.data.length, /page=2>; rel="next"/.test(all.headers.link ?? '')]).toEqual([2, true]);
      const rest = await github.pulls.listReviewComments({ ...pull, per_page: 2, page: 2 });
      expect(rest.data).toMatchObject([{ body: 'alone', author_association: 'NONE' }]);
      const found = await github.pulls.getReview({ ...pull, review_id: review.id });
      expect(found.data).toMatchObject({ body: '/docs shorten', state: 'COMMENTED' });
      await expect(
        github.pulls.listCommentsForReview({ ...pull, pull_number: 42, review_id: review.id }),
      ).rejects.toMatchObject({ status: 404 });
    }));
});

describe('what a token may do', () => {
  const issues = { repositories: [REPOSITORY], issues: true, pullRequests: false };

  test('it writes where it may, and reads everywhere', () =>
    withGithub({ grants: { ghs_token: issues } }, async (github, sandbox) => {
      sandbox.github.setPullRequest({ repository: REPOSITORY, number: 41 });
      expect((await github.issues.createComment({ ...target, body: 'x' })).status).toBe(201);
      const elsewhere = { owner: 'acme', repo: 'other', issue_number: 7 };
      const refused = { status: 403, message: /Resource not accessible by integration/ };
      await expect(github.issues.createComment({ ...elsewhere, body: 'x' })).rejects.toMatchObject(refused);
      await expect(github.reactions.createForIssue({ ...elsewhere, content: 'eyes' })).rejects.toMatchObject(
        refused,
      );
      expect((await github.issues.listComments(elsewhere)).status).toBe(200);
      sandbox.github.grants.set('ghs_token', { ...issues, issues: false, pullRequests: true });
      await expect(github.issues.createComment({ ...target, body: 'x' })).rejects.toMatchObject(refused);
      const onPullRequest = { ...target, issue_number: 41, body: 'x' };
      expect((await github.issues.createComment(onPullRequest)).status).toBe(201);
    }));

  test('its hour has so many requests', () => {
    const clock = new TestClock();
    return withGithub({ githubPerHour: 2, now: clock.now }, async (github) => {
      await github.issues.listComments(target);
      await github.issues.listComments(target);
      const reset = String(Math.ceil(clock.ms / 1000) + 3600);
      await expect(github.issues.listComments(target)).rejects.toMatchObject({
        status: 403,
        response: { headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset } },
      });
      clock.ms += 3_600_000;
      expect((await github.issues.listComments(target)).status).toBe(200);
    });
  });

  test('an unknown version of the API is refused', () =>
    withSandbox({}, async (sandbox) => {
      const ask = async (version: string) =>
        (
          await call(sandbox, '/github/repos/acme/docs/issues/7', {
            headers: { 'x-github-api-version': version },
          })
        ).status;
      expect([await ask('2022-11-28'), await ask('2021-01-01')]).toEqual([200, 400]);
    }));

  test('an issue holds 2,500 comments', () =>
    withGithub({}, async (github, sandbox) => {
      const one = { repository: REPOSITORY, issue: 7, user: 'octocat', body: 'x' };
      for (let nth = 1; nth < 2500; nth += 1) sandbox.github.addComment(one);
      expect((await github.issues.createComment({ ...target, body: 'x' })).status).toBe(201);
      await expect(github.issues.createComment({ ...target, body: 'x' })).rejects.toMatchObject({
        status: 403,
        message: /Commenting is disabled/,
      });
    }));
});

test.each([
  ['github-limited', { status: 403, response: { headers: { 'retry-after': '3' } } }],
  ['github-429', { status: 429, response: { headers: { 'retry-after': '3' } } }],
  ['github-limited-for-an-hour', { status: 403, response: { headers: { 'x-ratelimit-remaining': '0' } } }],
])('%s', (scenario, error) =>
  withGithub({ scenario }, async (github) => {
    await expect(github.issues.listComments(target)).rejects.toMatchObject(error);
    await expect(
      github.repos.getCollaboratorPermissionLevel({ owner: 'acme', repo: 'docs', username: 'octocat' }),
    ).rejects.toMatchObject(error);
  }),
);

describe('permissions', () => {
  test.each([
    ['admin', 'admin', 'admin'],
    ['maintain', 'write', 'maintain'],
    ['write', 'write', 'write'],
    ['triage', 'read', 'triage'],
    ['read', 'read', 'read'],
    ['none', 'none', 'none'],
    [{ permission: 'write', role_name: 'docs-editor' }, 'write', 'docs-editor'],
  ] as const)('%j is told as permission %s and role %s', (role, permission, roleName) =>
    withGithub({ permissions: { OctoCat: role } }, async (github) => {
      const { data } = await github.repos.getCollaboratorPermissionLevel({
        owner: 'acme',
        repo: 'docs',
        username: 'octocat',
      });
      expect(data).toMatchObject({ permission, role_name: roleName, user: { login: 'octocat' } });
    }),
  );

  test('whoever is not in the table is not known', () =>
    withGithub({}, async (github) => {
      const stranger = { owner: 'acme', repo: 'docs', username: 'stranger' };
      await expect(github.repos.getCollaboratorPermissionLevel(stranger)).rejects.toMatchObject({
        status: 404,
      });
    }));

  test('a token is needed, and the right one if one is set', () =>
    withGithub({ githubToken: 'ghs_other' }, async (github, sandbox) => {
      await expect(github.issues.listComments(target)).rejects.toMatchObject({
        status: 401,
        message: /Bad credentials/,
      });
      const anonymous = await call(sandbox, '/github/repos/acme/docs/issues/7', {
        headers: { authorization: '' },
      });
      expect([anonymous.status, anonymous.json.message]).toEqual([401, 'Requires authentication']);
    }));
});

test.each([
  ['comments-403', 403],
  ['comments-404', 404],
  ['comments-410', 410],
  ['comments-422', 422],
  ['comments-500', 500],
  ['comments-reset', 500],
])('%s befalls every call about comments and no other', (scenario, status) =>
  withGithub({ scenario, permissions: { octocat: 'write' } }, async (github, sandbox) => {
    const { id } = sandbox.github.addComment({
      repository: REPOSITORY,
      issue: 7,
      user: 'octocat',
      body: 'x',
    });
    const one = { owner: 'acme', repo: 'docs', comment_id: id };
    for (const attempt of [
      github.issues.listComments(target),
      github.issues.createComment({ ...target, body: 'x' }),
      github.issues.updateComment({ ...one, body: 'y' }),
      github.issues.getComment(one),
      github.reactions.createForIssueComment({ ...one, content: 'eyes' }),
    ]) {
      await expect(attempt).rejects.toMatchObject({ status });
    }
    expect(sandbox.github.comments).toMatchObject([{ id, body: 'x' }]);
    expect(sandbox.github.reactions).toEqual([]);
    const octocat = { owner: 'acme', repo: 'docs', username: 'octocat' };
    expect((await github.repos.getCollaboratorPermissionLevel(octocat)).data.permission).toBe('write');
  }),
);

test.each([
  ['permission-403', 403],
  ['permission-404', 404],
  ['permission-500', 500],
])('%s', (scenario, status) =>
  withGithub({ scenario, permissions: { octocat: 'admin' } }, async (github) => {
    const octocat = { owner: 'acme', repo: 'docs', username: 'octocat' };
    await expect(github.repos.getCollaboratorPermissionLevel(octocat)).rejects.toMatchObject({ status });
  }),
);

test.each(['comments-hang', 'permission-hang'])('%s: no answer', (scenario) =>
  withSandbox({ scenario, permissions: { octocat: 'admin' } }, async (sandbox) => {
    const path = scenario === 'comments-hang' ? 'issues/7/comments' : 'collaborators/octocat/permission';
    const attempt = call(sandbox, `/github/repos/acme/docs/${path}`, { timeoutMs: 300 });
    await expect(attempt).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(sandbox.ledger.requests).toMatchObject([{ status: null, broken: 'hang', effect: false }]);
  }),
);
