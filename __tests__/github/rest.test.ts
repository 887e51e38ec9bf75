import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, jest, test } from '@jest/globals';
import * as z from 'zod/mini';
import { type SandboxOptions, startSandbox } from '../../sandbox/server.ts';
import { type Clock, systemClock } from '../../src/clock.ts';
import { GithubError } from '../../src/github/api.ts';
import {
  createComment,
  getIssue,
  getPermission,
  listComments,
  listFiles,
  listLineComments,
  listPullRequestsOfCommit,
  listReleases,
  listReviews,
  listWorkflowRuns,
  type Operation,
  updateComment,
} from '../../src/github/operations.ts';
import { RunnerGithub } from '../../src/github/rest.ts';
import { selfSigned } from '../helpers/certificate.ts';
import { listening, opening, setProxies, startProxy } from '../helpers/servers.ts';

const options = { signal: new AbortController().signal, patienceMs: 0 };
const patient = { ...options, patienceMs: 30_000 };
const ISSUE = { issue_number: 7 };
const COMMENT = '{"id":1,"body":"x","created_at":"2026-01-05T12:00:00Z"}';

/** Octokit binds it when it is loaded. */
const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});

function github(url: string, token = 'token-1', clock: Clock = systemClock): RunnerGithub {
  const repository = { owner: 'acme', name: 'docs' };
  return new RunnerGithub({ token, repository, clock, env: { GITHUB_API_URL: url } });
}

async function sandboxWith(options: SandboxOptions = {}) {
  const sandbox = opening(await startSandbox({ githubToken: 'token-1', ...options }));
  const { url, github: state, ledger } = sandbox;
  return { url: `${url}/github`, api: github(`${url}/github`), state, ledger };
}

/** A clock that notes how long it is slept on, and does not sleep but on the limits of tries. */
class HastyClock implements Clock {
  readonly slept: number[] = [];
  readonly limits = new Map<AbortSignal | undefined, () => void>();
  now = () => this.slept.reduce((sum, ms) => sum + ms, 0);
  date = () => new Date(Date.UTC(2026, 0, 5) + this.now());
  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms === 10_000) return new Promise((resolve) => this.limits.set(signal, resolve));
    this.slept.push(ms);
  }
  /** How many tries are not over. */
  get open(): number {
    return [...this.limits.keys()].filter((signal) => !signal?.aborted).length;
  }
}

type Answer = readonly [status: number, body?: string | Buffer, headers?: OutgoingHttpHeaders];

/** A GitHub that gives these answers in their order, then the last one for ever; without any, it hangs up. */
async function answering(
  answers: readonly Answer[],
  onRequest?: (clock: HastyClock) => void,
  onHeaders?: (headers: IncomingHttpHeaders) => void,
) {
  const clock = new HastyClock();
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(paths.length, answers.length - 1)];
    paths.push(request.url ?? '');
    onHeaders?.(request.headers);
    if (onRequest) return onRequest(clock);
    if (!answer) return request.socket.destroy();
    const [status, body = '', headers] = answer;
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  const { port } = opening(await listening(server));
  const url = `http://127.0.0.1:${port}`;
  return { api: github(url, 't', clock), url, clock, paths, slept: clock.slept };
}

async function failure(promise: Promise<unknown>): Promise<GithubError> {
  const error: unknown = await promise.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(GithubError);
  return error as GithubError;
}

describe('against the sandbox', () => {
  test('comments: create, change, list page by page, of another repository, and since a time', async () => {
    const { api, state, ledger } = await sandboxWith();
    const created = await api.call(createComment, { ...ISSUE, body: 'first' }, options);
    expect(created).toMatchObject({ body: 'first', url: expect.stringContaining('acme/docs/issues/7') });
    const changed = await api.call(updateComment, { comment_id: created.id, body: 'second' }, options);
    expect(changed).toEqual({ ...created, body: 'second', updatedAt: changed.updatedAt });
    const add = (first: number, end: number) => {
      for (let at = first; at < end; at += 1) {
        state.addComment({ repository: 'acme/docs', issue: 7, user: 'bob', body: `${at}` });
      }
    };
    /** How many there are, the first and the last one, and how many requests it took. */
    const found = async (reading: Promise<{ body: string }[]>) => {
      const before = ledger.of('comment-list').length;
      const list = await reading;
      return [list.length, list[0]?.body, list.at(-1)?.body, ledger.of('comment-list').length - before];
    };
    const latest = async () => {
      const { entries, earlier } = await api.latest(listComments, ISSUE, options);
      return [earlier, ...(await found(Promise.resolve([...entries])))].slice(0, 4);
    };
    const all = (most?: number) => found(api.all(listComments, ISSUE, options, most));
    expect(await latest()).toEqual([0, 1, 'second', 'second']);
    add(1, 101);
    expect(await latest()).toEqual([0, 101, 'second', '100']);
    add(101, 250);
    expect(await latest()).toEqual([0, 250, 'second', '249']);
    expect(await all()).toEqual([250, 'second', '249', 3]);
    expect(await all(150)).toEqual([150, 'second', '149', 2]);
    expect(await all(100)).toEqual([100, 'second', '99', 1]);
    expect(await api.all(listComments, { ...ISSUE, since: '2100-01-01T00:00:00Z' }, options)).toEqual([]);
    expect(await api.all(listComments, { issue_number: 8 }, options)).toEqual([]);
    await api.forRepository('acme/other').call(createComment, { ...ISSUE, body: 'x' }, options);
    expect(state.comments.at(-1)).toMatchObject({ repository: 'acme/other', issue: 7 });
    const headers = ledger.requests.map(({ headers }) => headers);
    for (const each of headers)
      expect(each).toMatchObject({ 'x-github-api-version': '2022-11-28', 'accept-encoding': 'identity' });
    expect(headers[0]?.['user-agent']).toMatch(/^docs-agent-action\/\d/);
  });

  test('permissions, also of custom roles, and of nobody', async () => {
    const custom = { permission: 'write', role_name: 'editor' } as const;
    const { api } = await sandboxWith({ permissions: { alice: 'maintain', bob: custom } });
    const of = (username: string) => api.call(getPermission, { username }, options);
    expect([await of('alice'), await of('bob')]).toEqual(['maintain', 'write']);
    expect(await failure(of('mallory'))).toMatchObject({
      status: 404,
      message: expect.stringMatching(/^Reading the permission of mallory failed: GitHub answered 404 \(/),
      advice: 'The token needs read access to this repository (`GITHUB_TOKEN` has it).',
    });
  });
});

const primary = (secondsLeft: number, left = '0') => ({
  'x-ratelimit-remaining': left,
  'x-ratelimit-reset': String(Date.UTC(2026, 0, 5) / 1000 + secondsLeft),
});
const IN_WORDS = '{"message":"You have hit a secondary rate limit"}';
const SAID = ' (You have hit a secondary rate limit)';
const DATE = 'Mon, 05 Jan 2026 00:00:07 GMT';
const INVALID = '{"message":"Validation Failed","errors":[]}';
const LIMIT = '. This is a rate limit';
const ABUSE = ` (You have triggered an abuse detection mechanism)${LIMIT}`;
const TOO_QUICKLY =
  '{"message":"Validation Failed","errors":[{"code":"unprocessable","message":"was submitted too quickly"}]}';

/** What GitHub answers, what that is, in how many milliseconds it wants to be asked again, and what is told. */
test.each<[Answer, GithubError['kind'], number | undefined, string]>([
  [[500], 'transient', undefined, ''],
  [[502, '<h1>Bad Gateway</h1>'], 'transient', undefined, ''],
  [[503, '', { 'retry-after': '7' }], 'transient', 7_000, ''],
  [[408], 'transient', undefined, ''],
  [[429], 'limited', undefined, LIMIT],
  [[429, '', { 'retry-after': '20' }], 'limited', 20_000, `${LIMIT}, which ends in 20 s`],
  [[403, '', { 'retry-after': '7' }], 'limited', 7_000, `${LIMIT}, which ends in 7 s`],
  [[403, IN_WORDS], 'limited', undefined, `${SAID}${LIMIT}`],
  [[403, '', { 'retry-after': DATE }], 'limited', 7_000, `${LIMIT}, which ends in 7 s`],
  [[403, '{"message":"You have triggered an abuse detection mechanism"}'], 'limited', undefined, ABUSE],
  [[422, TOO_QUICKLY], 'limited', undefined, ` (Validation Failed)${LIMIT}`],
  [[422, INVALID, primary(9)], 'refused', 9_000, ' (Validation Failed)'],
  [[403, '', { 'retry-after': '7', ...primary(9) }], 'limited', 7_000, `${LIMIT}, which ends in 7 s`],
  [[403, '', primary(9)], 'limited', 9_000, `${LIMIT}, which ends in 9 s`],
  [[403, '', primary(-9)], 'limited', 0, `${LIMIT}, which ends in 0 s`],
  [[403, '', { 'x-ratelimit-remaining': '0' }], 'limited', 0, `${LIMIT}, which ends in 0 s`],
  [[403], 'refused', undefined, ''],
  [[403, '', primary(9, '1')], 'refused', undefined, ''],
  [[403, '', { 'retry-after': 'x7' }], 'refused', undefined, ''],
  [[403, '', { 'retry-after': '7x' }], 'refused', undefined, ''],
  [[404, IN_WORDS], 'refused', undefined, SAID],
])('%j is a %s, asked again in %p ms', async (answer, kind, retryAfterMs, says) => {
  const once = await answering([answer]);
  const message = `Reading issue #7 failed: GitHub answered ${answer[0]}${says}.`;
  // GitHub refuses a request that it can't process, whatever the token may do.
  const advice = kind === 'refused' && answer[0] !== 422 ? 'The token needs `issues: read`.' : '';
  const error = await failure(once.api.call(getIssue, ISSUE, options));
  expect(error).toMatchObject({ status: answer[0], kind, retryAfterMs, message, advice });
  // What must not be done twice is tried again after a limit alone.
  for (const [operation, isTried] of [
    [updateComment, kind !== 'refused'],
    [createComment, kind === 'limited'],
  ] as const) {
    const { api, clock, slept } = await answering([answer, [200, COMMENT]]);
    const asked = api.call(operation, { ...ISSUE, comment_id: 1, body: 'x' }, patient);
    if (isTried) expect(await asked).toMatchObject({ id: 1 });
    else expect(await failure(asked)).toMatchObject({ kind });
    expect(slept).toEqual(isTried ? [Math.max(500, retryAfterMs ?? 0)] : []);
    expect(clock.open).toBe(0);
  }
});

describe('an answer that is none', () => {
  const trouble = (message: string) => ({
    status: undefined,
    kind: 'transient',
    message: expect.stringContaining(message),
    cause: expect.anything(),
  });

  test.each<[Operation<unknown>, tries: number]>([
    [createComment, 1],
    [updateComment, 2],
  ])(
    'since the connection closed is not asked for again, unless twice is as good as once: %#',
    async (operation, tries) => {
      const { api, paths } = await answering([]);
      const parameters = { ...ISSUE, comment_id: 1, body: 'x' };
      const error = await failure(api.call(operation, parameters, { ...options, patienceMs: 600 }));
      expect(error).toMatchObject(
        trouble('failed: the connection closed before the response was complete (UND_ERR_SOCKET).'),
      );
      expect(paths).toHaveLength(tries);
    },
  );

  test.each<[string, string, Operation<unknown>?]>([
    ['text/html', '<h1>Hello</h1>'],
    ['application/json', '{"id":"one"}'],
    // Without the time, nobody knows which comment was there first.
    ['application/json', '{"id":1,"body":"x"}'],
    ['application/json', '{"id":'],
    ['application/json', '{"permission":7}', getPermission],
  ])('%s %s is an invalid response', async (type, body, operation = createComment) => {
    const { api } = await answering([[201, body, { 'content-type': type }]]);
    const error = await failure(api.call(operation, { ...ISSUE, username: 'alice', body: 'x' }, options));
    expect(error).toMatchObject(trouble('GitHub sent an invalid response'));
  });

  test('is waited for until the caller’s signal aborts, or ten seconds have passed', async () => {
    const controller = new AbortController();
    const interrupted = await answering([], () => controller.abort());
    const signal = { ...patient, signal: controller.signal };
    const late = await answering([], ({ limits }) => {
      for (const expire of limits.values()) expire();
    });
    for (const [{ api, paths }, given] of [
      [interrupted, signal],
      [late, options],
    ] as const) {
      const error = await failure(api.all(listComments, ISSUE, given));
      expect(error).toMatchObject(trouble("didn't answer in time"));
      expect(paths).toHaveLength(1);
    }
  });
});

test('after its first page, a list is read four pages at once, and stays in order', async () => {
  const started: number[] = [];
  let open = 0;
  let most = 0;
  const server = createServer(async (request, response) => {
    const page = Number(/&page=(\d+)/.exec(request.url ?? '')?.[1]);
    started.push(page);
    open += 1;
    most = Math.max(most, open);
    // The later ones of four come back first.
    await delay(5 * (4 - (page % 4)));
    open -= 1;
    const last = page < 10 ? 10 : 11;
    const next = page < 11 ? `<https://x/?page=${page + 1}>; rel="next", ` : '';
    const link = `${next}<https://x/?page=${last}>; rel="last"`;
    response.writeHead(200, { 'content-type': 'application/json', link });
    response.end(`[{"id":${page},"body":"","created_at":"2026-01-05T12:00:00Z"}]`);
  });
  const { port } = opening(await listening(server));
  const api = github(`http://127.0.0.1:${port}`);
  const pages = async (entries?: number) =>
    (await api.all(listComments, ISSUE, options, entries)).map(({ id }) => id);
  expect(await pages()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(most).toBe(4);
  expect(started.slice(0, 1)).toEqual([1]);
  started.length = 0;
  await pages(3);
  expect(started).toEqual([1, 2, 3, 4].slice(0, started.length));
});

describe('an address that has changed', () => {
  test('is followed with the same method and body, and with the query of a GET', async () => {
    const seen: string[] = [];
    const server = createServer(async (request, response) => {
      const body = (await request.toArray()).join('');
      seen.push(`${request.method} ${request.url} ${body}`);
      const isOld = request.url?.startsWith('/repos/');
      const location = `/repositories/1/issues/9/comments${URL.parse(request.url ?? '', 'http://x')?.search}`;
      const headers = { 'content-type': 'application/json', location };
      response.writeHead(isOld ? 301 : 200, headers);
      response.end(isOld ? '{}' : request.method === 'GET' ? '[]' : COMMENT);
    });
    const { port } = opening(await listening(server));
    const api = github(`http://127.0.0.1:${port}`);
    expect(await api.call(createComment, { ...ISSUE, body: 'x' }, options)).toMatchObject({ id: 1 });
    expect(await api.all(listComments, ISSUE, options)).toEqual([]);
    const [before, after] = ['/repos/acme/docs/issues/7/comments', '/repositories/1/issues/9/comments'];
    expect(seen).toEqual([
      ...[before, after].map((path) => `POST ${path} {"body":"x"}`),
      ...[before, after].map((path) => `GET ${path}?per_page=100&page=1 `),
    ]);
  });

  test.each([301, 302, 307, 308])('of another origin gets no token (%d)', async (status) => {
    const seen: IncomingHttpHeaders[] = [];
    const elsewhere = await answering([[200, COMMENT]], undefined, (headers) => seen.push(headers));
    const away = await answering([[status, '{}', { location: `${elsewhere.url}/comments` }]]);
    await away.api.call(createComment, { ...ISSUE, body: 'x' }, options);
    expect(seen).toEqual([expect.not.objectContaining({ authorization: expect.anything() })]);
  });

  test('again and again is given up', async () => {
    const round = await answering([[301, '{}', { location: '/again' }]]);
    expect(await failure(round.api.call(createComment, { ...ISSUE, body: 'x' }, options))).toMatchObject({
      message: 'Writing the comment failed: GitHub sent an invalid response.',
    });
    expect(round.paths).toHaveLength(4);
  });
});

test('a bug of this action is thrown as it is, and tried once', async () => {
  const { api, paths } = await answering([[200, COMMENT]]);
  const bug = new TypeError('oops');
  const broken = {
    ...updateComment,
    schema: z.pipe(
      z.unknown(),
      z.transform((): never => {
        throw bug;
      }),
    ),
  };
  const asked = api.call(broken, { comment_id: 1, body: 'x' }, patient);
  await expect(asked).rejects.toBe(bug);
  expect(paths).toHaveLength(1);
  const unsendable = github('http://127.0.0.1:1', 'token-\u200b1');
  const error = await unsendable.all(listComments, ISSUE, patient).catch((reason: unknown) => reason);
  expect(error).not.toBeInstanceOf(GithubError);
  expect(String(error)).toContain('invalid authorization header');
});

test('a connection that is never made is waited for no longer than the caller wants, or ten seconds', async () => {
  const { port } = opening(await startProxy(''));
  setProxies({ HTTPS_PROXY: `http://127.0.0.1:${port}` });
  const through = (clock: Clock) => github('https://ghe.example.test', 't', clock);
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 100);
  const clock = new HastyClock();
  const late = through(clock).call(getIssue, ISSUE, options);
  setTimeout(() => clock.limits.values().next().value?.(), 100);
  for (const asked of [
    through(systemClock).call(getIssue, ISSUE, { ...patient, signal: controller.signal }),
    late,
  ])
    expect(await failure(asked)).toMatchObject({ message: expect.stringContaining('in time') });
});

test('another repository is read over the same connection', async () => {
  const { api, ledger } = await sandboxWith();
  await api.all(listComments, ISSUE, options);
  // undici takes the connection back a moment after the body was read.
  await delay(50);
  await api.forRepository('acme/other').all(listComments, ISSUE, options);
  expect(ledger.requests.map(({ connection }) => connection)).toEqual([1, 1]);
});

test('the proxy of the runner is asked for a tunnel, and does not see the token', async () => {
  const { url, ledger } = await sandboxWith();
  const { port, asked } = opening(await startProxy(Number(new URL(url).port)));
  setProxies({ HTTP_PROXY: `http://127.0.0.1:${port}` });
  const api = github('http://ghe.example.test/github');
  expect(await api.all(listComments, ISSUE, options)).toEqual([]);
  expect(asked.map(({ to }) => to)).toEqual(['ghe.example.test:80']);
  expect(JSON.stringify(asked)).not.toContain('token-1');
  expect(ledger.requests).toHaveLength(1);
});

const REFUSED = { status: undefined, kind: 'refused' };

test('an address that is none is an error like any other', async () => {
  const error = await failure(github('nowhere').call(getIssue, ISSUE, patient));
  expect(error).toMatchObject({ ...REFUSED, message: "GITHUB_API_URL isn't a valid URL." });
});

test.each([
  ['http://me:hunter2@:0', '', 'a proxy variable holds an invalid URL (PROXY_URL)'],
  [
    'http://me:hunter2@',
    '407 Proxy Authentication Required',
    'the proxy requires a user name and a password',
  ],
])('the proxy %s is asked once: it has to be mended', async (proxy, answer, why) => {
  const { port, asked } = opening(await startProxy(answer));
  setProxies({ HTTPS_PROXY: answer ? `${proxy}127.0.0.1:${port}` : proxy });
  const clock = new HastyClock();
  const error = await failure(github('https://ghe.example.test', 't', clock).call(getIssue, ISSUE, patient));
  expect(error).toMatchObject({ ...REFUSED, advice: expect.stringMatching(/^Store a URL such as/) });
  expect(error.message).toContain(`Reading issue #7 failed: ${why}`);
  expect([asked.length, clock.slept]).toEqual([answer ? 1 : 0, []]);
  expect(error.full).not.toContain('hunter2');
});

test('a host whose certificate is not trusted is asked once', async () => {
  const tls = selfSigned('other');
  const { url } = opening(await startSandbox({ tls }));
  const clock = new HastyClock();
  const error = await failure(github(`${url}/github`, 't', clock).call(getIssue, ISSUE, patient));
  expect(error).toMatchObject({ ...REFUSED, advice: expect.stringContaining('NODE_EXTRA_CA_CERTS') });
  expect(clock.slept).toEqual([]);
});

test('a response that was compressed unasked is read', async () => {
  const { api } = await answering([[200, gzipSync(COMMENT), { 'content-encoding': 'gzip' }]]);
  expect(await api.call(updateComment, { comment_id: 1, body: 'x' }, options)).toMatchObject({ id: 1 });
});

const AT = '2026-01-05T12:00:00Z';
const COMMENTED = { id: 1, body: 'x', created_at: AT };
const PULLED = {
  number: 7,
  html_url: 'https://x/7',
  base: { ref: 'main', repo: { full_name: 'acme/docs' } },
};

test.each<[string, Operation<object[]>, object, ...unknown[]]>([
  ['comments', listComments, COMMENTED, { ...COMMENTED, created_at: null }],
  ['reviews', listReviews, COMMENTED, { ...COMMENTED, id: null }],
  ['line comments', listLineComments, COMMENTED, { ...COMMENTED, id: '1' }],
  ['files', listFiles, { filename: 'a' }, { filename: null }],
  ['releases', listReleases, { tag_name: 'v1' }, { tag_name: 1 }],
  ['pull requests', listPullRequestsOfCommit, PULLED, { ...PULLED, base: { ref: 'main', repo: null } }],
  ['runs', listWorkflowRuns, { id: 1, head_sha: 'a' }, { id: 2, head_sha: null }],
])('an odd entry in a list of %s is left out', async (_, operation, entry, ...odd) => {
  const list = [...odd, entry, null, 7, entry];
  const body = JSON.stringify(operation === listWorkflowRuns ? { workflow_runs: list } : list);
  const { api, paths } = await answering([[200, body]]);
  const parameters = { ...ISSUE, pull_number: 7, commit_sha: 'a', workflow_id: 'a.yml' };
  expect(await api.call(operation, parameters, patient)).toHaveLength(2);
  expect(paths).toHaveLength(1);
});

test('a list may have pages of two digits, and ends where the next one is not a later one', async () => {
  const link = '<https://x/?page=1>; rel="next", <https://x/?per_page=100&page=12>; rel="last"';
  const { api, paths } = await answering([[200, '[]', { link }]]);
  await api.latest(listComments, ISSUE, options);
  expect(await api.all(listComments, ISSUE, options)).toEqual([]);
  expect(paths.map((path) => /&page=(\d+)/.exec(path)?.[1])).toEqual(['1', '12', '11', '1']);
});

test('what GitHub says of its own API is not written to the log', async () => {
  const headers = { deprecation: 'true', link: '<https://x>; rel="deprecation"' };
  const { api } = await answering([[200, COMMENT, headers]]);
  await api.call(updateComment, { comment_id: 1, body: 'x' }, options);
  expect(warn).not.toHaveBeenCalled();
});
