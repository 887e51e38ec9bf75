import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { GithubError } from '../../src/github/api.ts';
import { RunnerGithub } from '../../src/github/rest.ts';

const REPOSITORY = { owner: 'acme', name: 'docs' };
const { signal } = new AbortController();
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function sandbox(options: Parameters<typeof startSandbox>[0] = {}): Promise<Sandbox> {
  const started = await startSandbox(options);
  closers.push(() => started.close());
  return started;
}

function github(url: string, token = 'token-1'): RunnerGithub {
  return new RunnerGithub({ token, repository: REPOSITORY, env: { GITHUB_API_URL: url } });
}

/** A server that does as it is told. Returns its URL, and how often it was asked. */
async function server(listener: RequestListener): Promise<{ url: string; requests: () => number }> {
  let requests = 0;
  const started: Server = createServer((request, response) => {
    requests += 1;
    listener(request, response);
  });
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  closers.push(
    () =>
      new Promise((resolve) => {
        started.close(() => resolve());
        started.closeAllConnections();
      }),
  );
  return { url: `http://127.0.0.1:${(started.address() as AddressInfo).port}`, requests: () => requests };
}

async function failure(promise: Promise<unknown>): Promise<GithubError> {
  const error: unknown = await promise.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(GithubError);
  return error as GithubError;
}

describe('against the sandbox', () => {
  test('comments: create, read, change, list page by page', async () => {
    const { url, github: state, ledger } = await sandbox({ githubToken: 'token-1' });
    const api = github(`${url}/github`);
    const created = await api.createComment(7, 'first', signal);
    expect(created).toMatchObject({ body: 'first', url: expect.stringContaining('acme/docs/issues/7') });
    expect(await api.updateComment(created.id, 'second', signal)).toEqual({ ...created, body: 'second' });
    expect(await api.getComment(created.id, signal)).toEqual({ ...created, body: 'second' });
    for (let index = 0; index < 100; index += 1) {
      state.addComment({ repository: 'acme/docs', issue: 7, user: 'bob', body: `${index}` });
    }
    expect(await api.listComments(7, 1, signal)).toHaveLength(100);
    expect((await api.listComments(7, 2, signal)).map(({ body }) => body)).toEqual(['99']);
    expect(await api.listComments(8, 1, signal)).toEqual([]);
    expect(ledger.requests.map(({ headers }) => headers['user-agent'])).toContainEqual(
      expect.stringMatching(/^docs-agent-action\/\d/),
    );
  });

  test('reactions on both kinds of comments', async () => {
    const { url, github: state } = await sandbox();
    const place = { repository: 'acme/docs', issue: 7, user: 'bob', body: '/docs' };
    const [comment, review] = [state.addComment(place), state.addReviewComment(place)];
    await github(`${url}/github`).acknowledge({ kind: 'issue', id: comment.id }, signal);
    await github(`${url}/github`).acknowledge({ kind: 'review', id: review.id }, signal);
    expect(state.reactions.map(({ on, subject, content }) => [on, subject, content])).toEqual([
      ['comment', comment.id, 'eyes'],
      ['review-comment', review.id, 'eyes'],
    ]);
  });

  test('permissions, also of custom roles', async () => {
    const custom = { permission: 'write', role_name: 'editor' } as const;
    const { url } = await sandbox({ permissions: { alice: 'maintain', bob: custom } });
    const api = github(`${url}/github`);
    expect(await api.permissionOf('alice', signal)).toEqual({ permission: 'write', roleName: 'maintain' });
    expect(await api.permissionOf('bob', signal)).toEqual({ permission: 'write', roleName: 'editor' });
    expect((await failure(api.permissionOf('mallory', signal))).status).toBe(404);
  });

  test('a token that GitHub does not take', async () => {
    const { url } = await sandbox({ githubToken: 'token-1' });
    const error = await failure(github(`${url}/github`, 'secret-2').listComments(7, 1, signal));
    expect(error).toMatchObject({
      status: 401,
      message: 'Reading the comments failed: GitHub answered 401 (Bad credentials).',
    });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('secret-2');
  });
});

describe('when GitHub is in trouble', () => {
  test.each([500, 502, 503])('a read is tried a second time after %s', async (status) => {
    let first = true;
    const { url, requests } = await server((_, response) => {
      response.writeHead(first ? status : 200, { 'content-type': 'application/json' });
      response.end(first ? '{}' : '[]');
      first = false;
    });
    expect(await github(url).listComments(1, 1, signal)).toEqual([]);
    expect(requests()).toBe(2);
  });

  test('but no more than that', async () => {
    const { url, requests } = await server((_, response) =>
      response.writeHead(502).end('<h1>Bad Gateway</h1>'),
    );
    const error = await failure(github(url).getComment(1, signal));
    expect(error).toMatchObject({ status: 502, message: 'Reading the comment failed: GitHub answered 502.' });
    expect(requests()).toBe(2);
  });

  test('and not after a refusal', async () => {
    const { url, requests } = await server((_, response) => response.writeHead(403).end());
    expect((await failure(github(url).permissionOf('alice', signal))).status).toBe(403);
    expect(requests()).toBe(1);
  });

  test('a write is sent once', async () => {
    const { url, requests } = await server((request) => request.socket.destroy());
    const api = github(url);
    for (const write of [
      () => api.createComment(1, 'x', signal),
      () => api.updateComment(1, 'x', signal),
      () => api.acknowledge({ kind: 'issue', id: 1 }, signal),
    ]) {
      expect(await failure(write())).toMatchObject({
        status: undefined,
        message: expect.stringContaining('was not reached'),
      });
    }
    expect(requests()).toBe(3);
  });

  test.each([
    ['text/html', '<h1>Hello</h1>'],
    ['application/json', '{"id":"one"}'],
    ['application/json', '{"id":'],
  ])('%s %s is not understood', async (type, body) => {
    const { url } = await server((_, response) =>
      response.writeHead(201, { 'content-type': type }).end(body),
    );
    const error = await failure(github(url).createComment(1, 'x', signal));
    expect(error).toMatchObject({ status: undefined, message: expect.stringContaining('not understood') });
  });

  test('no answer ends with the caller’s patience', async () => {
    const { url, requests } = await server(() => {});
    const limit = AbortSignal.timeout(50);
    const error = await failure(github(url).listComments(1, 1, limit));
    expect(error).toMatchObject({
      status: undefined,
      message: expect.stringContaining('did not answer in time'),
    });
    expect(requests()).toBe(1);
  });

  test('an interruption ends the pause before the second try', async () => {
    const { url, requests } = await server((_, response) => response.writeHead(500).end());
    const controller = new AbortController();
    const reading = failure(github(url).listComments(1, 1, controller.signal));
    while (requests() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort(new Error('interrupted'));
    expect((await reading).message).toMatch(/Reading the comments failed/);
    expect(requests()).toBe(1);
  });
});
