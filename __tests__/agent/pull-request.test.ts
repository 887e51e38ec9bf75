import { expect, test } from '@jest/globals';
import {
  changeSince,
  type PullRequestState,
  pullRequestAt,
  readPullRequest,
  sizeText,
} from '../../src/agent/pull-request.ts';
import { GithubError } from '../../src/github/api.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';
import { type GithubFault, SimulatedGithub } from '../helpers/simulated-github.ts';
import { PULL_REQUEST } from '../helpers/wait-world.ts';

const GITHUB = 'https://github.com';
const DOCS = `${GITHUB}/acme/docs`;
const PR = PULL_REQUEST.url;

test.each<[string | undefined, string, string]>([
  [PR, GITHUB, 'acme/docs#7'],
  [`${PR}/`, GITHUB, 'acme/docs#7'],
  [`${PR}/files`, GITHUB, 'acme/docs#7'],
  [`${PR}/commits/a1?w=1#diff`, GITHUB, 'acme/docs#7'],
  [`${PR}?expand=1`, GITHUB, 'acme/docs#7'],
  [`${PR}#issuecomment-5`, GITHUB, 'acme/docs#7'],
  ['https://GitHub.COM:443/Acme/Docs/pull/7', GITHUB, 'Acme/Docs#7'],
  [`${DOCS}/pull/123456789012345`, GITHUB, 'acme/docs#123456789012345'],
  ['https://git.example/hub/acme/docs/pull/7', 'https://git.example/hub/', 'acme/docs#7'],
  ...[`${DOCS}/pull/1234567890123456`, `${DOCS}/pull/0`, `${DOCS}/pull/07`, `${DOCS}/pull/7x`].map(nowhere),
  ...[`${DOCS}/pull/x7`, `${DOCS}/pull/`, `${DOCS}/issues/7`, `${GITHUB}/acme/pull/7`].map(nowhere),
  ...[`${GITHUB}//docs/pull/7`, `${GITHUB}/acme//pull/7`, `${GITHUB}/x/acme/docs/pull/7`].map(nowhere),
  ...['http://github.com/acme/docs/pull/7', `${GITHUB}:8443/acme/docs/pull/7`, 'acme/docs#7'].map(nowhere),
  ...['https://github.com.evil.example/acme/docs/pull/7', '', undefined].map(nowhere),
  ['https://git.example/hubs/acme/docs/pull/7', 'https://git.example/hub', ''],
  ['https://git.example/bub/acme/docs/pull/7', 'https://git.example/hub', ''],
  ['https://git.example/acme/docs/pull/7', 'https://git.example/hub', ''],
  [PR, '', ''],
])('the pull request at %s on %s is "%s"', (url, server, expected) => {
  const found = pullRequestAt(url, server);
  expect(found ? `${found.repository}#${found.issue}` : '').toBe(expected);
});

function nowhere(url: string | undefined): [string | undefined, string, string] {
  return [url, GITHUB, ''];
}

/** How a reading of the pull request goes, and how long it takes. */
async function read(url: string, change: (github: SimulatedGithub) => void = () => {}) {
  const clock = new SimulatedClock();
  const github = new SimulatedGithub(clock);
  change(github);
  const run = { serverUrl: GITHUB };
  const { signal } = new AbortController();
  const reading = await readPullRequest(url, { github, run, clock, signal });
  expect(clock.sleepers).toBe(0);
  return { reading, tookMs: clock.now(), calls: github.store.calls };
}

test.each<[PullRequestState['state'], { state: 'open' | 'closed'; merged: boolean }]>([
  ['open', { state: 'open', merged: false }],
  ['closed', { state: 'closed', merged: false }],
  ['merged', { state: 'closed', merged: true }],
])('a pull request is read as %s, from whichever of its pages', async (state, fields) => {
  const { reading, calls } = await read(`${PR}/files?w=1`, ({ store }) => Object.assign(store.pull, fields));
  const size = { files: 2, additions: 10, deletions: 3 };
  expect(reading).toEqual({ kind: 'read', ...PULL_REQUEST, state, ...size });
  expect(calls).toEqual(['pull 7']);
});

test.each<[GithubFault, number, number]>([
  [{ status: 404 }, 1, 100],
  [{ status: 403 }, 1, 100],
  [{ status: 429, retryAfterMs: 60_000 }, 1, 100],
  [{ status: 502 }, 3, 1_800],
  [{}, 3, 1_800],
])('one that GitHub does not give (%j) is left out soon', async (fault, tries, tookMs) => {
  const played = await read(PR, (github) => github.fail(/^pull/, fault));
  expect(played.reading).toEqual({ kind: 'unread', why: expect.stringContaining('pull 7 failed: GitHub ') });
  expect([played.calls.length, played.tookMs]).toEqual([tries, tookMs]);
});

test('one that GitHub refuses comes with the permission that it takes', async () => {
  const { reading } = await read(PR, (github) => github.fail(/^pull/, { status: 403 }));
  expect(reading).toMatchObject({ why: expect.stringMatching(/ answered 403\. The token needs /) });
});

test('one that takes longer than 5 s is left out', async () => {
  const clock = new SimulatedClock();
  const github = new SimulatedGithub(clock);
  github.of = () => github;
  github.read = (_operation, _parameters, { signal }) =>
    clock.sleep(60_000, signal).catch(() => {
      throw new GithubError('Too slow.', { status: undefined, kind: 'transient' });
    }) as never;
  const context = { github, run: { serverUrl: GITHUB }, clock, signal: new AbortController().signal };
  expect(await readPullRequest(PR, context)).toEqual({ kind: 'unread', why: 'Too slow.' });
  expect([clock.now(), clock.sleepers]).toEqual([5_000, 0]);
});

test('one of another server is not asked for, and neither is one without a token; a bug is not hidden', async () => {
  const { reading, calls } = await read('https://gitlab.com/acme/docs/-/merge_requests/7');
  expect([reading.kind, calls]).toEqual(['unread', []]);
  const [clock, { signal }, run] = [new SimulatedClock(), new AbortController(), { serverUrl: GITHUB }];
  const unread = await readPullRequest(PR, { github: undefined, run, clock, signal });
  expect(unread).toEqual(reading);
  const bug = read(PR, ({ store }) => {
    store.befall = () => {
      throw new TypeError('oops');
    };
  });
  await expect(bug).rejects.toThrow(TypeError);
});

test.each([
  ['the same', {}, { kind: 'unchanged' }],
  ['one commit more', { head: 'b2', commits: 4 }, { kind: 'new-commits', count: 1 }],
  ['many more', { head: 'b2', commits: 45 }, { kind: 'new-commits', count: 42 }],
  ['another head, as many commits', { head: 'b2' }, { kind: 'rewritten' }],
  ['another head, fewer commits', { head: 'b2', commits: 1 }, { kind: 'rewritten' }],
  ['another pull request', { url: `${DOCS}/pull/8`, head: 'b2', commits: 9 }, undefined],
])('what has changed since a follow-up: %s', (_, now, expected) => {
  const before = { ...PULL_REQUEST, commits: 3 };
  expect(changeSince(before, { ...before, ...now })).toEqual(expected);
});

test('nothing is known to have changed since what was not read', () => {
  expect(changeSince(undefined, PULL_REQUEST)).toBeUndefined();
});

test.each<[number, ReturnType<typeof changeSince>, string]>([
  [1, undefined, '1 file changed, +40 −12'],
  [3, undefined, '3 files changed, +40 −12'],
  [3, { kind: 'unchanged' }, '3 files changed, +40 −12 · no new commit since this request'],
  [3, { kind: 'rewritten' }, '3 files changed, +40 −12 · its commits were rewritten'],
  [3, { kind: 'new-commits', count: 1 }, '3 files changed, +40 −12 · 1 new commit since this request'],
])('the size of %d files after %j', (files, change, expected) => {
  expect(sizeText({ ...PULL_REQUEST, files, state: 'merged' }, change)).toBe(expected);
  expect(sizeText({ ...PULL_REQUEST, files }, change)).toBe(expected.split(' · ')[0]);
});
