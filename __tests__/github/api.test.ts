import { gzipSync } from 'node:zlib';
import { describe, expect, jest, test } from '@jest/globals';
import * as z from 'zod/mini';
import type { LedgerEntry } from '../../sandbox/ledger.ts';
import { type GithubError } from '../../src/github/errors.ts';
import * as of from '../../src/github/operations.ts';
import { answering as answeringRaw, opening, startRawServer, tls } from '../helpers/servers.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';
import { type Answer, answering, extra, failure, github, needed, startGithub } from './github.ts';

const ISSUE = { issue_number: 7 };
const WRITE = { ...ISSUE, comment_id: 1, body: 'x' };
const AT = { created_at: '2026-01-05T12:00:00Z' };
const COMMENT = JSON.stringify({ id: 1, body: 'x', ...AT });
const LIST = '/repos/acme/docs/issues/7/comments';

/** Octokit binds it when it is loaded. */
const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});

// That comments are created, changed and listed, in two repositories, is held by stories.
test('a request names this action, a known version of the API, and the token', async () => {
  const { url, requests } = await startGithub(undefined, { githubToken: 'token-1' });
  const api = github(url);
  for (const each of [api, api.forRepository('acme/other')]) await each.call(of.createComment, WRITE, needed);
  for (const { headers } of requests) {
    expect(headers).toMatchObject({ 'x-github-api-version': '2022-11-28', authorization: 'token token-1' });
    expect(headers['user-agent']).toMatch(/^docs-agent-action\/\d/);
  }
});

describe('a list', () => {
  // Ten full pages and one with a single comment; the sixth fails once.
  test.each(['1 by 1', '100 by 1', '101 by 2', 'Infinity by 12'])(
    'is read page by page, each tried again: the first %s requests',
    async (text) => {
      const [most = 0, count = 0] = text.split(' by ').map(Number);
      const { api, sandbox, paths } = await startGithub(({ nth }) => (nth === 6 ? '502' : undefined));
      const { comments } = sandbox.github;
      const comment = { repository: 'acme/docs', issue: 7, user: 'alice', body: 'x' };
      while (comments.length < 1001) sandbox.github.addComment(comment);
      const all = await api.all(of.listComments, ISSUE, { ...needed, most });
      expect(all.map(({ id }) => id)).toEqual(comments.slice(0, most).map(({ id }) => id));
      const first = ['', '&page=2'].map((page) => `GET ${LIST}?per_page=100${page}`);
      expect([paths().length, ...paths().slice(0, 2)]).toEqual([count, ...first.slice(0, count)]);
    },
  );

  // Octokit itself would take these for an empty list.
  test.each<[Answer, string]>([
    [[409, '{"message":"Git Repository is empty."}'], 'GitHub answered 409 (Git Repository is empty.)'],
    [[200, ''], 'GitHub sent an invalid response'],
    [[200, '{}'], 'GitHub sent an invalid response'],
  ])('that is none is no empty list: %j', async (answer, why) => {
    const { api } = await answering(answer);
    const message = `Reading the comments failed: ${why}.`;
    expect(await failure(api.all(of.listComments, ISSUE, extra))).toMatchObject({ message });
  });

  test('does not continue on another server', async () => {
    const elsewhere = await answering([200, '[]']);
    const { api } = await answering([200, '[]', { link: `<${elsewhere.url}${LIST}?page=2>; rel="next"` }]);
    const error = { kind: 'refused', message: 'The list continues on another server.' };
    expect(await failure(api.all(of.listComments, ISSUE, needed))).toMatchObject(error);
    expect(elsewhere.requests).toEqual([]);
  });

  test('without an end is given up 10 s after the time for retries', async () => {
    const again = ({ path, headers: { host } }: LedgerEntry): Answer => {
      return [200, '[]', { link: `<http://${host}${path}>; rel="next"` }];
    };
    const { api, clock } = await startGithub(again, { latencyMs: 9_000 });
    const error = await failure(api.all(of.listComments, ISSUE, needed));
    expect(error.message).toBe("Reading the comments failed: GitHub didn't answer in time.");
    expect(clock.now()).toBe(40_000);
  });
});

const primary = (secondsLeft: number, left = '0') => ({
  'x-ratelimit-remaining': left,
  'x-ratelimit-reset': String(SimulatedClock.EPOCH_MS / 1000 + secondsLeft),
});
const [LIMIT, ENDS] = ['. This is a rate limit', '. This is a rate limit, which ends in'];
const SECONDARY = 'You have hit a secondary rate limit';
const ABUSE = 'You have triggered an abuse detection mechanism';
const saying = (message: unknown, errors?: unknown) => JSON.stringify({ message, errors });
const TOO_QUICKLY = [{ code: 'unprocessable', message: 'was submitted too quickly' }];

/** What GitHub answers, what that is, in how many milliseconds it wants to be asked again, and what is told. */
test.each<[Exclude<Answer, string>, GithubError['kind'], number | undefined, string]>([
  [[502, '<h1>Bad Gateway</h1>', { 'content-type': 'text/html' }], 'transient', undefined, ''],
  [[502, 'null'], 'transient', undefined, ''],
  [[503, '', { 'retry-after': '7' }], 'transient', 7_000, ''],
  [[408], 'transient', undefined, ''],
  [[429], 'limited', undefined, LIMIT],
  [[403, saying(SECONDARY)], 'limited', undefined, ` (${SECONDARY})${LIMIT}`],
  [[403, saying(ABUSE)], 'limited', undefined, ` (${ABUSE})${LIMIT}`],
  [[422, saying('No', TOO_QUICKLY)], 'limited', undefined, ` (No)${LIMIT}`],
  [[422, saying('No', []), primary(9)], 'refused', 9_000, ' (No)'],
  [[403, '', { 'retry-after': 'Mon, 05 Jan 2026 12:00:07 GMT' }], 'limited', 7_000, `${ENDS} 7 s`],
  [[403, '', { 'retry-after': '7', ...primary(9) }], 'limited', 7_000, `${ENDS} 7 s`],
  [[403, '', primary(9)], 'limited', 9_000, `${ENDS} 9 s`],
  [[403, '', primary(-9)], 'limited', 0, `${ENDS} 0 s`],
  [[403, '', { 'x-ratelimit-remaining': '0' }], 'limited', 0, `${ENDS} 0 s`],
  [[403, saying(7), primary(9, '1')], 'refused', undefined, ''],
  [[410], 'refused', undefined, ''],
  [[404, saying(SECONDARY)], 'refused', undefined, ` (${SECONDARY})`],
])('%j is a %s, asked again in %p ms', async (answer, kind, retryAfterMs, says) => {
  const lasting = await answering(answer);
  const message = `Reading issue #7 failed: GitHub answered ${answer[0]}${says}.`;
  const advice =
    answer[0] === 404 || (answer[0] === 403 && kind === 'refused') ? 'The token needs `issues: read`.' : '';
  const error = await failure(lasting.api.call(of.getIssue, ISSUE, extra));
  expect(error).toMatchObject({ status: answer[0], kind, retryAfterMs, message, advice });
  expect(isGone(error)).toBe(answer[0] === 404 || answer[0] === 410);
  // What must not be done twice is tried again after a limit alone.
  for (const operation of [of.updateComment, of.createComment]) {
    const isTried = kind === 'limited' || (kind === 'transient' && operation === of.updateComment);
    const { api, clock, times } = await answering(answer, [200, COMMENT]);
    const asked = api.call(operation, WRITE, needed);
    expect(await (isTried ? asked : failure(asked))).toMatchObject(isTried ? { id: 1 } : { kind });
    const againMs = Math.max(500, retryAfterMs ?? 0);
    expect([times(), clock.sleepers]).toEqual([isTried ? [0, againMs] : [0], 0]);
  }
});

// That what was just made may be refused at first is held by stories (changes.txt).
test.each<['needed' | 'extra', Answer, number[]]>([
  ['needed', [502], [0, 500, 1_500, 3_500, 7_500, 12_500, 17_500, 22_500, 27_500]],
  ['extra', [502], [0, 500, 1_500, 3_500]],
  ['needed', [429, '', { 'retry-after': '30' }], [0, 30_000]],
  ['needed', [429, '', { 'retry-after': '31' }], [0]],
  ['needed', 'hang', [0, 10_500, 21_500]],
])('what is %s is tried again after %j', async (budget, answer, expected) => {
  const { api, times, clock } = await answering(answer);
  await failure(api.call(of.getIssue, ISSUE, { budget }));
  expect([times(), clock.sleepers]).toEqual([expected, 0]);
});

// Until when a call is waited for in an interrupted run is held by stories.
describe('a call without a response', () => {
  test.each<[string, of.Operation<unknown>]>([
    ['{"id":"one"}', of.createComment],
    // Without the time, nobody knows which comment was there first.
    ['{"id":1,"body":"x"}', of.createComment],
    ['{"number":7,"head":{"sha":"abc"}}', of.getPullRequest],
    ['{"number":7,"commits":1,"changed_files":1,"additions":1,"deletions":1}', of.getPullRequest],
    ['', of.getTag],
  ])('%s is an invalid response', async (body, operation) => {
    const { api } = await answering([200, body]);
    const asked = api.call(operation, { ...WRITE, pull_number: 7, ref: 'tags/v1' }, extra);
    const message = expect.stringContaining('sent an invalid response');
    const error = { kind: 'transient', message, cause: expect.anything() };
    expect(await failure(asked)).toMatchObject(error);
  });

  test('is refused if the certificate is not trusted', async () => {
    const { url } = await startGithub(undefined, { tls });
    const error = await failure(github(url).call(of.getIssue, ISSUE, needed));
    expect(error).toMatchObject({ kind: 'refused', advice: expect.stringContaining('NODE_EXTRA_CA_CERTS') });
  });

  test.each([
    ['nowhere', 'token-1', "GITHUB_API_URL isn't a valid URL."],
    ['http://127.0.0.1:1', 'token-\u200b1', "`github-token` has characters that a token can't have."],
  ])('is refused with the address %s and the token %j', async (url, token, message) => {
    const error = await failure(github(url, { token }).call(of.getIssue, ISSUE, needed));
    expect(error).toMatchObject({ kind: 'refused', message });
  });
});

describe('an address that has changed', () => {
  test.each([
    [307, of.createComment, 'POST', COMMENT],
    [301, of.listComments, 'GET', '[]'],
  ] as const)('is followed: %d', async (status, operation, method, content) => {
    const moved: Answer = [status, '{}', { location: '/repositories/1/x' }];
    const { url, paths, requests } = await answering(moved, [200, content]);
    await github(url).call<unknown>(operation, WRITE, needed);
    expect(paths()[1]).toBe(`${method} /repositories/1/x`);
    expect(requests[1]?.body).toBe(requests[0]?.body);
  });

  test.each([301, 302, 307, 308])('of another origin gets no token (%d)', async (status) => {
    const elsewhere = await answering([200, '[]']);
    const away = await answering([status, '{}', { location: `${elsewhere.url}/comments` }]);
    await github(away.url).all(of.listComments, ISSUE, needed);
    expect(away.requests[0]?.headers.authorization).toBe('token token-1');
    expect(elsewhere.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  test('again and again is given up', async () => {
    const { url } = await answering([301, '{}', { location: '/again' }]);
    const message = 'Writing the comment failed: the request failed.';
    expect(await failure(github(url).call(of.createComment, WRITE, needed))).toMatchObject({ message });
  });
});

test('a bug of this action is thrown as it is, and tried once', async () => {
  const { api, paths } = await answering([200, COMMENT]);
  const bug = new TypeError('oops');
  const schema = z.unknown().check(() => {
    throw bug;
  });
  await expect(api.call({ ...of.updateComment, schema }, WRITE, needed)).rejects.toBe(bug);
  expect(paths()).toHaveLength(1);
});

test('a compressed response is read, and what GitHub says of its own API is not written to the log', async () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n';
  const deprecated = 'Deprecation: true\r\nLink: <https://x>; rel="deprecation"\r\n\r\n';
  const answer = Buffer.concat([Buffer.from(head + deprecated), gzipSync(COMMENT)]);
  const { port } = opening(await startRawServer(answeringRaw((socket) => void socket.end(answer))));
  const api = github(`http://127.0.0.1:${port}`);
  expect(await api.call(of.updateComment, WRITE, needed)).toMatchObject({ id: 1 });
  expect(warn).not.toHaveBeenCalled();
});

test.each<[string, of.Operation<object[]>, object, ...unknown[]]>([
  ['comments', of.listComments, { id: 1, ...AT }, { id: 2, created_at: null }, { id: 3, created_at: 'x' }],
  ['line comments', of.listLineComments, { id: 1 }, { id: '1' }],
  ['files', of.listFiles, { filename: 'a' }, { filename: null }],
  ['releases', of.listReleases, { tag_name: 'v1' }, { tag_name: 1 }, { tag_name: '' }],
  ['pull requests', of.listPullRequestsOfCommit, { number: 7 }, { number: '7' }],
  ['runs', of.listWorkflowRuns, { id: 1, head_sha: 'a' }, { id: 2, head_sha: null }],
])('an odd entry in a list of %s is left out', async (what, operation, entry, ...odd) => {
  const list = [...odd, entry, null, 7, entry];
  const body = JSON.stringify(what === 'runs' ? { workflow_runs: list } : list);
  const { api, paths } = await answering([200, body]);
  const parameters = { ...ISSUE, pull_number: 7, commit_sha: 'a', workflow_id: 'a.yml' };
  expect(await api.all(operation, parameters, needed)).toHaveLength(2);
  expect(paths()).toHaveLength(1);
});
