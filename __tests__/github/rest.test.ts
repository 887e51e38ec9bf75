import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { type Clock, systemClock } from '../../src/clock.ts';
import { GithubError } from '../../src/github/api.ts';
import type { Comment } from '../../src/github/event.ts';
import { createComment, getComment, listComments, updateComment } from '../../src/github/operations.ts';
import { RunnerGithub } from '../../src/github/rest.ts';

const REPOSITORY = { owner: 'acme', name: 'docs' };
const options = { signal: new AbortController().signal, patienceMs: 0 };
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function sandbox(options: Parameters<typeof startSandbox>[0] = {}): Promise<Sandbox> {
  const started = await startSandbox(options);
  closers.push(() => started.close());
  return started;
}

function github(url: string, token = 'token-1', clock: Clock = systemClock): RunnerGithub {
  return new RunnerGithub({ token, repository: REPOSITORY, clock, env: { GITHUB_API_URL: url } });
}

/** All comments, a page at a time. */
async function pagesOf(api: RunnerGithub, issue: number, given = options) {
  const pages: (readonly Comment[])[] = [];
  for await (const page of api.pages(listComments, { issue_number: issue }, given)) pages.push(page);
  return pages;
}

/** A clock that notes how long it is slept on, and does not sleep. */
function hastyClock(): Clock & { readonly slept: number[] } {
  const slept: number[] = [];
  let nowMs = 0;
  return {
    slept,
    now: () => nowMs,
    date: () => new Date(Date.UTC(2026, 0, 5) + nowMs),
    async sleep(ms) {
      // The limit of a try.
      if (ms === 10_000) return new Promise(() => {});
      slept.push(ms);
      nowMs += ms;
    },
  };
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
    const created = await api.read(createComment, { issue_number: 7, body: 'first' }, options);
    expect(created).toMatchObject({ body: 'first', url: expect.stringContaining('acme/docs/issues/7') });
    expect(await api.read(updateComment, { comment_id: created.id, body: 'second' }, options)).toEqual({
      ...created,
      body: 'second',
    });
    expect(await api.read(getComment, { comment_id: created.id }, options)).toEqual({
      ...created,
      body: 'second',
    });
    for (let index = 0; index < 100; index += 1) {
      state.addComment({ repository: 'acme/docs', issue: 7, user: 'bob', body: `${index}` });
    }
    expect((await pagesOf(api, 7)).map((page) => page.length)).toEqual([100, 1]);
    expect(await pagesOf(api, 8)).toEqual([[]]);
    expect(new Set(ledger.requests.map(({ headers }) => headers['x-github-api-version']))).toEqual(
      new Set(['2022-11-28']),
    );
    expect(ledger.requests.map(({ headers }) => headers['user-agent'])).toContainEqual(
      expect.stringMatching(/^docs-agent-action\/\d/),
    );
  });

  test('reactions on both kinds of comments', async () => {
    const { url, github: state } = await sandbox();
    const place = { repository: 'acme/docs', issue: 7, user: 'bob', body: '/docs' };
    const [comment, review] = [state.addComment(place), state.addReviewComment(place)];
    await github(`${url}/github`).react({ kind: 'issue', id: comment.id }, 'eyes', options);
    await github(`${url}/github`).react({ kind: 'line', id: review.id }, 'rocket', options);
    expect(state.reactions.map(({ on, subject, content }) => [on, subject, content])).toEqual([
      ['comment', comment.id, 'eyes'],
      ['review-comment', review.id, 'rocket'],
    ]);
  });

  test('permissions, also of custom roles', async () => {
    const custom = { permission: 'write', role_name: 'editor' } as const;
    const { url } = await sandbox({ permissions: { alice: 'maintain', bob: custom } });
    const api = github(`${url}/github`);
    expect(await api.permissionOf('alice', options)).toEqual({ permission: 'write', role_name: 'maintain' });
    expect(await api.permissionOf('bob', options)).toEqual({ permission: 'write', role_name: 'editor' });
    expect((await failure(api.permissionOf('mallory', options))).status).toBe(404);
  });

  test('a token that GitHub does not take', async () => {
    const { url } = await sandbox({ githubToken: 'token-1' });
    const error = await failure(pagesOf(github(`${url}/github`, 'secret-2'), 7));
    expect(error).toMatchObject({
      status: 401,
      kind: 'refusal',
      advice: expect.stringContaining('`issues: write`'),
      message: 'Reading the comments failed: GitHub answered 401 (Bad credentials).',
    });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('secret-2');
  });
});

describe('when GitHub is in trouble', () => {
  const patient = { ...options, patienceMs: 30_000 };

  test.each([500, 502, 503, 408])('%s is met by another try', async (status) => {
    let first = true;
    const { url, requests } = await server((_, response) => {
      response.writeHead(first ? status : 200, { 'content-type': 'application/json' });
      response.end(first ? '{}' : '[]');
      first = false;
    });
    const clock = hastyClock();
    expect(await pagesOf(github(url, 't', clock), 1, patient)).toEqual([[]]);
    expect(requests()).toBe(2);
    expect(clock.slept).toEqual([500]);
  });

  test('for as long as the caller has patience', async () => {
    const { url, requests } = await server((_, response) =>
      response.writeHead(502).end('<h1>Bad Gateway</h1>'),
    );
    const clock = hastyClock();
    const error = await failure(github(url, 't', clock).read(getComment, { comment_id: 1 }, patient));
    expect(error).toMatchObject({
      status: 502,
      kind: 'trouble',
      message: 'Reading the comment failed: GitHub answered 502.',
    });
    expect(clock.slept).toEqual([500, 1000, 2000, 4000, 5000, 5000, 5000, 5000]);
    expect(requests()).toBe(9);
  });

  test('and not after a refusal', async () => {
    const { url, requests } = await server((_, response) => response.writeHead(403).end());
    expect(await failure(github(url).permissionOf('alice', patient))).toMatchObject({
      status: 403,
      kind: 'refusal',
      advice: expect.stringContaining('The token needs read access'),
    });
    expect(requests()).toBe(1);
  });

  test.each([
    ['a secondary limit', 403, { 'retry-after': '7' }, '', 7000],
    ['a limit by 429', 429, { 'retry-after': '7' }, '', 7000],
    ['one that does not say when it ends', 429, {}, '', 500],
    ['one that says it in words', 403, {}, 'You have exceeded a secondary rate limit', 500],
    [
      'the primary limit',
      403,
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Date.UTC(2026, 0, 5) / 1000 + 9) },
      'API rate limit exceeded',
      9000,
    ],
  ])('%s is waited out, also by what must not be done twice', async (_, status, headers, message, waitMs) => {
    let first = true;
    const { url, requests } = await server((_request, response) => {
      response.writeHead(first ? status : 201, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(first ? { message } : { id: 1, body: 'x' }));
      first = false;
    });
    const clock = hastyClock();
    expect(
      await github(url, 't', clock).read(createComment, { issue_number: 1, body: 'x' }, patient),
    ).toMatchObject({ id: 1 });
    expect(requests()).toBe(2);
    expect(clock.slept).toEqual([waitMs]);
  });

  test('a limit that lasts longer than the patience is told', async () => {
    const { url, requests } = await server((_, response) =>
      response.writeHead(403, { 'retry-after': '60' }).end(),
    );
    expect(await failure(github(url).read(getComment, { comment_id: 1 }, patient))).toMatchObject({
      kind: 'limit',
      retryAfterMs: 60_000,
      message: 'Reading the comment failed: GitHub answered 403: this is a rate limit, which ends in 1 min.',
      advice: '',
    });
    expect(requests()).toBe(1);
  });

  test('what may have arrived is not sent again, unless twice is as good as once', async () => {
    const { url, requests } = await server((request) => request.socket.destroy());
    const api = github(url, 't', hastyClock());
    const writes = [
      () => api.read(createComment, { issue_number: 1, body: 'x' }, patient),
      () => api.read(updateComment, { comment_id: 1, body: 'x' }, { ...patient, patienceMs: 600 }),
      () => api.react({ kind: 'issue', id: 1 }, 'eyes', { ...patient, patienceMs: 600 }),
    ];
    for (const [index, write] of writes.entries()) {
      const before = requests();
      expect(await failure(write())).toMatchObject({
        status: undefined,
        kind: 'trouble',
        message: expect.stringContaining('was not reached'),
      });
      expect(requests() - before).toBe(index === 0 ? 1 : 2);
    }
  });

  test.each([
    ['text/html', '<h1>Hello</h1>'],
    ['application/json', '{"id":"one"}'],
    ['application/json', '{"id":'],
  ])('%s %s is not understood', async (type, body) => {
    const { url } = await server((_, response) =>
      response.writeHead(201, { 'content-type': type }).end(body),
    );
    const error = await failure(github(url).read(createComment, { issue_number: 1, body: 'x' }, options));
    expect(error).toMatchObject({
      status: undefined,
      kind: 'trouble',
      message: expect.stringContaining('does not understand'),
    });
  });

  test('no answer ends with the caller’s signal', async () => {
    const controller = new AbortController();
    const { url, requests } = await server(() => controller.abort());
    const limit = { ...patient, signal: controller.signal };
    const error = await failure(pagesOf(github(url), 1, limit));
    expect(error).toMatchObject({
      status: undefined,
      message: expect.stringContaining('did not answer in time'),
    });
    expect(requests()).toBe(1);
  });

  test('an interruption ends the pause before the second try', async () => {
    const { url, requests } = await server((_, response) => response.writeHead(500).end());
    const controller = new AbortController();
    const reading = failure(pagesOf(github(url), 1, { ...patient, signal: controller.signal }));
    while (requests() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort(new Error('interrupted'));
    expect((await reading).message).toMatch(/Reading the comments failed/);
    expect(requests()).toBe(1);
  });

  test('a list whose next page is not a later one ends', async () => {
    const { url, requests } = await server((_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', link: '<https://x/?page=1>; rel="next"' })
        .end('[]'),
    );
    expect(await pagesOf(github(url), 1)).toEqual([[]]);
    expect(requests()).toBe(1);
  });
});
