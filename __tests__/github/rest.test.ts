import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { type Clock, systemClock } from '../../src/clock.ts';
import { GithubError } from '../../src/github/api.ts';
import {
  createComment,
  createReaction,
  getIssue,
  getPermission,
  listComments,
  updateComment,
} from '../../src/github/operations.ts';
import { RunnerGithub } from '../../src/github/rest.ts';

const REPOSITORY = { owner: 'acme', name: 'docs' };
const options = { signal: new AbortController().signal, patienceMs: 0 };
const ISSUE = { issue_number: 7 };
const ONE = { comment_id: 1 };
const COMMENT = '{"id":1,"body":"x","created_at":"2026-01-05T12:00:00Z"}';
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

/** A clock that notes how long it is slept on, and does not sleep. */
function hastyClock() {
  const slept: number[] = [];
  const limits = new Set<AbortSignal | undefined>();
  let nowMs = 0;
  return {
    slept,
    /** Of tries that are not over. */
    get limits() {
      return [...limits].filter((signal) => !signal?.aborted).length;
    },
    now: () => nowMs,
    date: () => new Date(Date.UTC(2026, 0, 5) + nowMs),
    async sleep(ms: number, signal?: AbortSignal): Promise<void> {
      // The limit of a try.
      if (ms === 10_000) {
        limits.add(signal);
        return new Promise(() => {});
      }
      slept.push(ms);
      nowMs += ms;
    },
  };
}

type Answer = readonly [status: number, body?: string, headers?: OutgoingHttpHeaders];

/** A GitHub that gives these answers in their order, then the last one for ever, and counts its requests. */
async function answering(answers: readonly Answer[], onRequest?: () => void) {
  const clock = hastyClock();
  let requests = 0;
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(requests, answers.length - 1)];
    requests += 1;
    paths.push(request.url ?? '');
    if (onRequest) onRequest();
    else if (!answer) request.socket.destroy();
    else {
      const [status, body = '', headers] = answer;
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, api: github(url, 't', clock), clock, paths, slept: clock.slept, requests: () => requests };
}

async function failure(promise: Promise<unknown>): Promise<GithubError> {
  const error: unknown = await promise.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(GithubError);
  return error as GithubError;
}

describe('against the sandbox', () => {
  test('comments: create, change, list page by page, of another repository, and since a time', async () => {
    const { url, github: state, ledger } = await sandbox({ githubToken: 'token-1' });
    const api = github(`${url}/github`);
    const created = await api.read(createComment, { ...ISSUE, body: 'first' }, options);
    expect(created).toMatchObject({ body: 'first', url: expect.stringContaining('acme/docs/issues/7') });
    const changed = await api.read(updateComment, { comment_id: created.id, body: 'second' }, options);
    expect(changed).toEqual({ ...created, body: 'second', updatedAt: changed.updatedAt });
    for (let index = 0; index < 249; index += 1) {
      state.addComment({ repository: 'acme/docs', issue: 7, user: 'bob', body: `${index}` });
    }
    const requests = () => ledger.of('comment-list').length;
    expect(await api.all(listComments, ISSUE, options)).toHaveLength(250);
    expect(requests()).toBe(3);
    const some = await api.all(listComments, ISSUE, options, 150);
    expect([some.length, some[0]?.body, some.at(-1)?.body, requests()]).toEqual([150, 'second', '148', 5]);
    expect(await api.all(listComments, ISSUE, options, 100)).toHaveLength(100);
    expect(requests()).toBe(6);
    const latest = await api.latest(listComments, ISSUE, options);
    expect([latest.length, latest[0]?.body, latest.at(-1)?.body, requests()]).toEqual([150, '99', '248', 9]);
    expect(await api.all(listComments, { ...ISSUE, since: '2100-01-01T00:00:00Z' }, options)).toEqual([]);
    expect(await api.all(listComments, { issue_number: 8 }, options)).toEqual([]);
    await api.of('acme/other').read(createComment, { ...ISSUE, body: 'x' }, options);
    expect(state.comments.at(-1)).toMatchObject({ repository: 'acme/other', issue: 7 });
    const headers = ledger.requests.map(({ headers }) => headers);
    expect(new Set(headers.map((each) => each['x-github-api-version']))).toEqual(new Set(['2022-11-28']));
    expect(headers[0]?.['user-agent']).toMatch(/^docs-agent-action\/\d/);
  });

  test('the latest of a list that has one page, or two', async () => {
    const { url, github: state, ledger } = await sandbox();
    const api = github(`${url}/github`);
    const add = () => state.addComment({ repository: 'acme/docs', issue: 7, user: 'bob', body: 'x' });
    add();
    expect(await api.latest(listComments, ISSUE, options)).toHaveLength(1);
    expect(ledger.of('comment-list')).toHaveLength(1);
    for (let index = 0; index < 100; index += 1) add();
    expect(await api.latest(listComments, ISSUE, options)).toHaveLength(101);
    expect(ledger.of('comment-list')).toHaveLength(3);
  });

  test('permissions, also of custom roles', async () => {
    const custom = { permission: 'write', role_name: 'editor' } as const;
    const { url } = await sandbox({ permissions: { alice: 'maintain', bob: custom } });
    const api = github(`${url}/github`);
    const of = (username: string) => api.read(getPermission, { username }, options);
    expect(await of('alice')).toEqual({ permission: 'write', role_name: 'maintain' });
    expect(await of('bob')).toEqual(custom);
    expect((await failure(of('mallory'))).status).toBe(404);
  });

  test('a token that GitHub does not take', async () => {
    const { url } = await sandbox({ githubToken: 'token-1' });
    const error = await failure(github(`${url}/github`, 'secret-2').all(listComments, ISSUE, options));
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
  const reset = String(Date.UTC(2026, 0, 5) / 1000 + 9);
  const inWords = '{"message":"You have exceeded a secondary rate limit"}';
  const primary = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };

  test.each<[string, Answer, number, boolean]>([
    ['500', [500], 500, false],
    ['502', [502], 500, false],
    ['503', [503], 500, false],
    ['408', [408], 500, false],
    ['a secondary limit', [403, '', { 'retry-after': '7' }], 7000, true],
    ['a limit by 429', [429, '', { 'retry-after': '7' }], 7000, true],
    ['a limit that does not say when it ends', [429], 500, true],
    ['a limit that says so in words', [403, inWords], 500, true],
    ['the primary limit', [403, '{"message":"API rate limit exceeded"}', primary], 9000, true],
  ])('%s is waited out; a limit also by what must not be done twice', async (_, answer, waitMs, isLimit) => {
    const { api, requests, slept } = await answering([answer, [200, COMMENT]]);
    const asked = isLimit
      ? api.read(createComment, { ...ISSUE, body: 'x' }, patient)
      : api.read(updateComment, { ...ONE, body: 'x' }, patient);
    expect(await asked).toMatchObject({ id: 1 });
    expect(requests()).toBe(2);
    expect(slept).toEqual([waitMs]);
  });

  test('for as long as the caller has patience', async () => {
    const { api, requests, slept, clock } = await answering([[502, '<h1>Bad Gateway</h1>']]);
    expect(await failure(api.read(getIssue, ISSUE, patient))).toMatchObject({
      status: 502,
      kind: 'trouble',
      message: 'Reading the issue #7 failed: GitHub answered 502.',
    });
    expect(slept).toEqual([500, 1000, 2000, 4000, 5000, 5000, 5000, 5000]);
    expect([requests(), clock.limits]).toEqual([9, 0]);
  });

  test('and not after a refusal', async () => {
    const { api, requests } = await answering([[403]]);
    expect(await failure(api.read(getPermission, { username: 'alice' }, patient))).toMatchObject({
      status: 403,
      kind: 'refusal',
      message: 'Reading the permission of alice failed: GitHub answered 403.',
      advice: expect.stringContaining('The token needs read access'),
    });
    expect(requests()).toBe(1);
  });

  test('a limit that lasts longer than the patience is told', async () => {
    const { api, requests } = await answering([[403, '', { 'retry-after': '60' }]]);
    expect(await failure(api.read(getIssue, ISSUE, patient))).toMatchObject({
      kind: 'limit',
      retryAfterMs: 60_000,
      message: 'Reading the issue #7 failed: GitHub answered 403: this is a rate limit, which ends in 1 min.',
      advice: '',
    });
    expect(requests()).toBe(1);
  });

  /** What GitHub answers, what that is, and in how many milliseconds it wants to be asked again. */
  test.each<[Answer, GithubError['kind'], number | undefined, string]>([
    [[429], 'limit', undefined, ': this is a rate limit'],
    [[403, '', { 'retry-after': '7' }], 'limit', 7_000, ': this is a rate limit, which ends in 7 s'],
    [[403, '', { 'retry-after': 'x7' }], 'refusal', undefined, ''],
    [[403, '', { 'retry-after': '7x' }], 'refusal', undefined, ''],
    [[403, '', { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': reset }], 'refusal', undefined, ''],
    [[403, '', { 'x-ratelimit-remaining': '0' }], 'limit', 0, ': this is a rate limit, which ends in 0 s'],
    [
      [403, '', { ...primary, 'x-ratelimit-reset': '1' }],
      'limit',
      0,
      ': this is a rate limit, which ends in 0 s',
    ],
    [[404, inWords], 'refusal', undefined, ' (You have exceeded a secondary rate limit)'],
    [[503, '', { 'retry-after': '7' }], 'trouble', 7_000, ''],
  ])('%j is a %s', async (answer, kind, retryAfterMs, says) => {
    const { api } = await answering([answer]);
    const error = await failure(api.read(getIssue, ISSUE, options));
    const message = `Reading the issue #7 failed: GitHub answered ${answer[0]}${says}.`;
    expect(error).toMatchObject({ kind, retryAfterMs, message });
  });

  test('a page’s number may have two digits', async () => {
    const link = '<https://x/?page=2>; rel="next", <https://x/?per_page=100&page=12>; rel="last"';
    const { api, paths } = await answering([[200, '[]', { link }]]);
    await api.latest(listComments, ISSUE, options);
    expect(paths.map((path) => /&page=(\d+)/.exec(path)?.[1])).toEqual(['1', '12', '11']);
  });

  test('what GitHub says of its own API is not written to the log', async () => {
    const { api } = await answering([
      [200, COMMENT, { deprecation: 'true', link: '<https://x>; rel="deprecation"' }],
    ]);
    expect(await api.read(updateComment, { ...ONE, body: 'x' }, options)).toMatchObject({ id: 1 });
  });

  test('what may have arrived is not sent again, unless twice is as good as once', async () => {
    const { api, requests } = await answering([]);
    const brief = { ...patient, patienceMs: 600 };
    const writes = [
      () => api.read(createComment, { ...ISSUE, body: 'x' }, patient),
      () => api.read(updateComment, { ...ONE, body: 'x' }, brief),
      () => api.read(createReaction, { place: 'issues', ...ONE, content: 'confused' }, brief),
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
    // Without the time, nobody knows which comment was there first.
    ['application/json', '{"id":1,"body":"x"}'],
    ['application/json', '{"id":'],
  ])('%s %s is not understood', async (type, body) => {
    const { api } = await answering([[201, body, { 'content-type': type }]]);
    expect(await failure(api.read(createComment, { ...ISSUE, body: 'x' }, options))).toMatchObject({
      status: undefined,
      kind: 'trouble',
      message: expect.stringContaining('does not understand'),
      cause: expect.anything(),
    });
  });

  test('no answer ends with the caller’s signal', async () => {
    const controller = new AbortController();
    const { url, requests } = await answering([], () => controller.abort());
    const limit = { ...patient, signal: controller.signal };
    expect(await failure(github(url).all(listComments, ISSUE, limit))).toMatchObject({
      status: undefined,
      message: expect.stringContaining('did not answer in time'),
    });
    expect(requests()).toBe(1);
  });

  test('an interruption ends the pause before the second try', async () => {
    const { url, requests } = await answering([[500]]);
    const controller = new AbortController();
    const limit = { ...patient, signal: controller.signal };
    const reading = failure(github(url).all(listComments, ISSUE, limit));
    while (requests() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort(new Error('interrupted'));
    expect((await reading).message).toMatch(/Reading the comments failed/);
    expect(requests()).toBe(1);
  });

  test('a list whose next page is not a later one ends', async () => {
    const { api, requests } = await answering([[200, '[]', { link: '<https://x/?page=1>; rel="next"' }]]);
    expect(await api.all(listComments, ISSUE, options)).toEqual([]);
    expect(requests()).toBe(1);
  });
});
