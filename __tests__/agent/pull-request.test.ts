import { expect, test } from '@jest/globals';
import { changeSince, pullRequestAt, sizeText } from '../../src/agent/pull-request.ts';
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
