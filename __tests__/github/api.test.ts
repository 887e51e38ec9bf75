import { gzipSync } from 'node:zlib';
import { describe, expect, jest, test } from '@jest/globals';
import * as z from 'zod/mini';
import type { LedgerEntry } from '../../sandbox/ledger.ts';
import { SimulatedClock } from '../../simulation/simulated-clock.ts';
import type { CallOptions } from '../../src/github/api.ts';
import { type GithubError, unlessNotFound } from '../../src/github/errors.ts';
import * as operations from '../../src/github/operations.ts';
import { answering as answeringRaw, opening, startRawServer, tls } from '../helpers/servers.ts';
import { type Answer, answering, BRIEFLY, failureOf, github, startGithub } from './github.ts';

const ISSUE = { issue_number: 7 };
const WRITE = { ...ISSUE, comment_id: 1, body: 'x' };
const COMMENT = JSON.stringify({ id: 1, body: 'x', created_at: '2026-01-05T12:00:00Z' });
const LIST = '/repos/acme/docs/issues/7/comments';

/** Octokit binds it when it is loaded. */
const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});

// Stories hold that comments are created, changed and listed, in two repositories.
test('a request names this action, a known version of the API, and the token', async () => {
  const { url, requests } = await startGithub(undefined, { githubToken: 'token-1' });
  const api = github(url);
  for (const each of [api, api.forRepository('acme/other')]) await each.call(operations.createComment, WRITE);
  for (const { headers } of requests) {
    expect(headers).toMatchObject({ 'x-github-api-version': '2022-11-28', authorization: 'token token-1' });
    expect(headers['user-agent']).toMatch(/^docs-agent-action\/\d/);
  }
});

describe('a list', () => {
  // Ten full pages, and one with a single comment. The sixth request fails once.
  test.each([
    { most: 1, requests: 1 },
    { most: 100, requests: 1 },
    { most: 101, requests: 2 },
    { most: undefined, requests: 12 },
  ])('is read page by page, each with retries: $most entries take $requests requests', async (row) => {
    const { api, sandbox, paths } = await startGithub(({ nth }) => (nth === 6 ? '502' : undefined));
    const { comments } = sandbox.github;
    const comment = { repository: 'acme/docs', issue: 7, user: 'alice', body: 'x' };
    while (comments.length < 1001) sandbox.github.addComment(comment);
    const { most, requests } = row;
    const entries = await api.all(operations.listComments, ISSUE, most === undefined ? {} : { most });
    expect(entries.map(({ id }) => id)).toEqual(comments.slice(0, most).map(({ id }) => id));
    expect(paths()).toHaveLength(requests);
    expect(paths()[0]).toBe(`GET ${LIST}?per_page=100`);
    if (requests > 1) expect(paths()[1]).toBe(`GET ${LIST}?per_page=100&page=2`);
  });

  // Octokit itself would take these for an empty list.
  test.each<[Answer, string]>([
    [[409, '{"message":"Git Repository is empty."}'], 'GitHub answered 409 (Git Repository is empty.)'],
    [[200, ''], 'GitHub sent an invalid response'],
    [[200, '{}'], 'GitHub sent an invalid response'],
  ])('is never taken for empty: %j', async (answer, why) => {
    const { api } = await answering(answer);
    const message = `Reading the comments failed: ${why}.`;
    expect(await failureOf(api.all(operations.listComments, ISSUE, BRIEFLY))).toMatchObject({ message });
  });

  test('does not continue on another server', async () => {
    const elsewhere = await answering([200, '[]']);
    const { api } = await answering([200, '[]', { link: `<${elsewhere.url}${LIST}?page=2>; rel="next"` }]);
    const error = { kind: 'refused', message: 'The list continues on another server.' };
    expect(await failureOf(api.all(operations.listComments, ISSUE))).toMatchObject(error);
    expect(elsewhere.requests).toEqual([]);
  });

  test('without an end is given up 10 s after the time for retries', async () => {
    const again = ({ path, headers: { host } }: LedgerEntry): Answer => {
      return [200, '[]', { link: `<http://${host}${path}>; rel="next"` }];
    };
    const { api, clock } = await startGithub(again, { latencyMs: 9_000 });
    const error = await failureOf(api.all(operations.listComments, ISSUE));
    expect(error.message).toBe("Reading the comments failed: GitHub didn't answer in time.");
    expect(clock.now()).toBe(40_000);
  });
});

/** Headers of a primary rate limit. */
const primary = (secondsLeft: number, remaining = '0') => ({
  'x-ratelimit-remaining': remaining,
  'x-ratelimit-reset': String(SimulatedClock.EPOCH_MS / 1000 + secondsLeft),
});
const LIMIT = '. This is a rate limit';
const ENDS = `${LIMIT}, which ends`;
const SECONDARY = 'You have hit a secondary rate limit';
const ABUSE = 'You have triggered an abuse detection mechanism';
const saying = (message: unknown, errors?: unknown) => JSON.stringify({ message, errors });
const TOO_QUICKLY = [{ code: 'unprocessable', message: 'was submitted too quickly' }];

type ErrorAnswer = Exclude<Answer, string>;

/** `retryAfterMs` is the time that GitHub asks to wait, and `text` what the message says after the status. */
test.each<[kind: GithubError['kind'], answer: ErrorAnswer, retryAfterMs: number | undefined, text: string]>([
  ['transient', [502, '<h1>Bad Gateway</h1>', { 'content-type': 'text/html' }], undefined, ''],
  ['transient', [502, 'null'], undefined, ''],
  ['transient', [503, '', { 'retry-after': '7' }], 7_000, ''],
  ['transient', [408], undefined, ''],
  ['limited', [429], undefined, LIMIT],
  ['limited', [403, saying(SECONDARY)], undefined, ` (${SECONDARY})${LIMIT}`],
  ['limited', [403, saying(ABUSE)], undefined, ` (${ABUSE})${LIMIT}`],
  ['limited', [422, saying('No', TOO_QUICKLY)], undefined, ` (No)${LIMIT}`],
  ['refused', [422, saying('No', []), primary(9)], 9_000, ' (No)'],
  ['limited', [403, '', { 'retry-after': 'Mon, 05 Jan 2026 12:00:07 GMT' }], 7_000, `${ENDS} in 7 s`],
  ['limited', [403, '', { 'retry-after': '7', ...primary(9) }], 7_000, `${ENDS} in 7 s`],
  ['limited', [403, '', primary(9)], 9_000, `${ENDS} in 9 s`],
  ['limited', [403, '', primary(-9)], 0, `${ENDS} now`],
  ['limited', [403, '', { 'x-ratelimit-remaining': '0' }], 0, `${ENDS} now`],
  ['refused', [403, saying(7), primary(9, '1')], undefined, ''],
  ['refused', [410], undefined, ''],
  ['refused', [404, saying(SECONDARY)], undefined, ` (${SECONDARY})`],
])('%s: %j', async (kind, answer, retryAfterMs, text) => {
  const [status] = answer;
  const { api } = await answering(answer);
  const failure = await failureOf(api.call(operations.getIssue, ISSUE, BRIEFLY));
  const message = `Reading issue #7 failed: GitHub answered ${status}${text}.`;
  const lacksPermission = kind === 'refused' && (status === 403 || status === 404);
  const advice = lacksPermission ? 'The token needs `issues: read`.' : '';
  expect(failure).toMatchObject({ status, kind, retryAfterMs, message, advice });

  // Nobody knows whether a POST that failed for a while had its effect.
  expect(await triesOf(operations.createComment, answer)).toEqual(
    kind === 'limited' ? [0, Math.max(500, retryAfterMs ?? 0)] : [0],
  );
  expect(await triesOf(operations.updateComment, answer)).toEqual(
    kind === 'refused' ? [0] : [0, Math.max(500, retryAfterMs ?? 0)],
  );
});

/** Returns when a call is tried whose first try is answered with `answer`. */
async function triesOf(operation: operations.Operation<unknown>, answer: Answer): Promise<number[]> {
  const { api, clock, times } = await answering(answer, [200, COMMENT]);
  const result: unknown = await api.call(operation, WRITE).catch((error: unknown) => error);
  expect(result).toMatchObject(times().length === 2 ? { id: 1 } : { name: 'GithubError' });
  expect(clock.sleepers).toBe(0);
  return times();
}

test('only 404 and 410 mean that something is not there', async () => {
  const { api } = await answering([404], [410], [403]);
  const readIssue = () => unlessNotFound(api.call(operations.getIssue, ISSUE));
  expect([await readIssue(), await readIssue()]).toEqual([undefined, undefined]);
  expect(await failureOf(readIssue())).toMatchObject({ status: 403 });
});

// Stories hold that what was just made may be refused (changes.txt), and an old answer asked for again (late.txt).
test.each<[options: CallOptions, answer: Answer, times: number[]]>([
  [{}, [502], [0, 500, 1_500, 3_500, 7_500, 12_500, 17_500, 22_500, 27_500]],
  [BRIEFLY, [502], [0, 500, 1_500, 3_500]],
  [{}, [429, '', { 'retry-after': '30' }], [0, 30_000]],
  [{}, [429, '', { 'retry-after': '31' }], [0]],
  [{}, 'hang', [0, 10_500, 21_500]],
])('with %j a call that is answered %j is tried at %j', async (options, answer, expected) => {
  const { api, times, clock } = await answering(answer);
  await failureOf(api.call(operations.getIssue, ISSUE, options));
  expect([times(), clock.sleepers]).toEqual([expected, 0]);
});

// Stories hold how long a call is waited for in an interrupted run.
describe('a call without a usable response', () => {
  test.each<[body: string, operation: operations.Operation<unknown>, fields: string]>([
    ['{"id":"one"}', operations.createComment, ' (id)'],
    // Without the time, nobody knows which comment was there first.
    ['{"id":1,"body":"x"}', operations.createComment, ' (created_at)'],
    [
      '[{"id":1,"created_at":"x"},{"id":0,"created_at":7},null]',
      operations.listComments,
      ' (0.created_at, 1.id, 2)',
    ],
    ['{"number":7}', operations.getPullRequest, ' (head)'],
    ['{}', operations.compareCommits, ' (files)'],
    ['', operations.getTag, ''],
  ])('%s is an invalid response', async (body, operation, fields) => {
    const { api } = await answering([200, body]);
    const parameters = { ...WRITE, pull_number: 7, ref: 'tags/v1', basehead: 'a...b' };
    const call = api.call(operation, parameters, BRIEFLY);
    const message = expect.stringContaining(`sent an invalid response${fields}.`);
    const error = { kind: 'transient', message, cause: expect.anything() };
    expect(await failureOf(call)).toMatchObject(error);
  });

  test('is refused if the certificate is not trusted', async () => {
    const { url } = await startGithub(undefined, { tls });
    const error = await failureOf(github(url).call(operations.getIssue, ISSUE));
    const host = new URL(url).host;
    const why = `a certificate on the way to ${host} isn't trusted (DEPTH_ZERO_SELF_SIGNED_CERT)`;
    expect(error).toMatchObject({ kind: 'refused', message: `Reading issue #7 failed: ${why}.` });
    expect(error.advice).toContain('NODE_EXTRA_CA_CERTS');
  });

  test.each([
    ['nowhere', 'token-1', "GITHUB_API_URL isn't a valid URL."],
    ['http://127.0.0.1:1', 'token-\u200b1', "`github-token` has characters that a token can't have."],
  ])('is refused with the address %s and the token %j', async (url, token, message) => {
    const error = await failureOf(github(url, { token }).call(operations.getIssue, ISSUE));
    expect(error).toMatchObject({ kind: 'refused', message });
  });
});

describe('an address that has changed', () => {
  test.each([
    [307, operations.createComment, 'POST', COMMENT],
    [301, operations.listComments, 'GET', '[]'],
  ] as const)('is followed: %d', async (status, operation, method, content) => {
    const moved: Answer = [status, '{}', { location: '/repositories/1/x' }];
    const { url, paths, requests } = await answering(moved, [200, content]);
    await github(url).call<unknown>(operation, WRITE);
    expect(paths()[1]).toBe(`${method} /repositories/1/x`);
    expect(requests[1]?.body).toBe(requests[0]?.body);
  });

  test.each([301, 302, 307, 308])('of another origin gets no token (%d)', async (status) => {
    const elsewhere = await answering([200, '[]']);
    const away = await answering([status, '{}', { location: `${elsewhere.url}/comments` }]);
    await github(away.url).all(operations.listComments, ISSUE);
    expect(away.requests[0]?.headers.authorization).toBe('token token-1');
    expect(elsewhere.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  test('that never ends is given up', async () => {
    const { url } = await answering([301, '{}', { location: '/again' }]);
    const message = 'Writing the comment failed: the request failed.';
    expect(await failureOf(github(url).call(operations.createComment, WRITE))).toMatchObject({ message });
  });
});

test('a bug of this action is thrown as it is, and tried once', async () => {
  const { api, paths } = await answering([200, COMMENT]);
  const bug = new TypeError('oops');
  const schema = z.unknown().check(() => {
    throw bug;
  });
  await expect(api.call({ ...operations.updateComment, schema }, WRITE)).rejects.toBe(bug);
  expect(paths()).toHaveLength(1);
});

test('a compressed response is read, and what GitHub says of its own API is not written to the log', async () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n';
  const deprecated = 'Deprecation: true\r\nLink: <https://x>; rel="deprecation"\r\n\r\n';
  const answer = Buffer.concat([Buffer.from(head + deprecated), gzipSync(COMMENT)]);
  const { port } = opening(await startRawServer(answeringRaw((socket) => void socket.end(answer))));
  const api = github(`http://127.0.0.1:${port}`);
  expect(await api.call(operations.updateComment, WRITE)).toMatchObject({ id: 1 });
  expect(warn).not.toHaveBeenCalled();
});

test.each<[string, operations.Operation<object[]>, object, ...unknown[]]>([
  ['line comments', operations.listLineComments, { id: 1 }, { id: '1' }],
  ['files', operations.listFiles, { filename: 'a' }, { filename: null }],
  ['releases', operations.listReleases, { tag_name: 'v1' }, { tag_name: 1 }, { tag_name: '' }],
  ['pull requests', operations.listPullRequestsOfCommit, { number: 7 }, { number: '7' }],
  ['runs', operations.listWorkflowRuns, { id: 1, head_sha: 'a' }, { id: 2, head_sha: null }],
])('an invalid entry in a list of %s is left out', async (what, operation, entry, ...odd) => {
  const list = [...odd, entry, null, 7, entry];
  const body = JSON.stringify(what === 'runs' ? { workflow_runs: list } : list);
  const { api, paths } = await answering([200, body]);
  const parameters = { ...ISSUE, pull_number: 7, commit_sha: 'a', workflow_id: 'a.yml' };
  expect(await api.all(operation, parameters)).toHaveLength(2);
  expect(paths()).toHaveLength(1);
});
