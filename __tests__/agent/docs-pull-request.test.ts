import { expect, test } from '@jest/globals';
import { changeSince } from '../../src/agent/docs-pull-request.ts';
import { sizeText } from '../../src/agent/result/messages.ts';
import { pullRequestAt } from '../../src/github/address.ts';
import { PULL_REQUEST } from '../helpers/payloads.ts';
import { tableOf } from './table.ts';

/** Where the page of a pull request is read. */
const PAGES = tableOf<'server' | 'url' | 'repository' | 'number'>(`
  server | url | repository | number
  https://github.com | https://github.com/acme/docs/pull/7 | acme/docs | 7
  https://github.com | https://github.com/acme/docs/pull/7/ | acme/docs | 7
  https://github.com | https://github.com/acme/docs/pull/7/files | acme/docs | 7
  https://github.com | https://github.com/acme/docs/pull/7/commits/a1?w=1#diff | acme/docs | 7
  https://github.com | https://github.com/acme/docs/pull/7?expand=1 | acme/docs | 7
  https://github.com | https://github.com/acme/docs/pull/7#issuecomment-5 | acme/docs | 7
  https://github.com | https://GitHub.COM:443/Acme/Docs/pull/7 | Acme/Docs | 7
  https://github.com | https://github.com/acme/docs/pull/712345678901234 | acme/docs | 712345678901234
  https://git.example/hub/ | https://git.example/hub/acme/docs/pull/7 | acme/docs | 7`);

test.each(PAGES)('on $server, $url is $repository#$number', ({ server, url, repository, number }) => {
  expect(pullRequestAt(url, server)).toEqual({ repository, issue: Number(number) });
});

const OTHER_PAGES = tableOf<'server' | 'url'>(`
  server | url
  https://github.com |
  https://github.com | https://github.com/acme/docs/pull/7x
  https://github.com | https://github.com/acme/docs/pull/7123456789012345
  https://github.com | https://github.com/acme/docs/pull/0
  https://github.com | https://github.com/acme/docs/pull/07
  https://github.com | https://github.com/acme/docs/pull/x7
  https://github.com | https://github.com/acme/docs/pull/
  https://github.com | https://github.com/acme/docs/issues/7
  https://github.com | https://github.com/acme/pull/7
  https://github.com | https://github.com//docs/pull/7
  https://github.com | https://github.com/acme//pull/7
  https://github.com | https://github.com/x/acme/docs/pull/7
  https://github.com | http://github.com/acme/docs/pull/7
  https://github.com | https://github.com:8443/acme/docs/pull/7
  https://github.com | https://github.com.evil.example/acme/docs/pull/7
  https://github.com | acme/docs#7
  https://git.example/hub | https://git.example/hubs/acme/docs/pull/7
  https://git.example/hub | https://git.example/bub/acme/docs/pull/7
  https://git.example/hub | https://git.example/acme/docs/pull/7
  no-server | https://github.com/acme/docs/pull/7`);

test.each(OTHER_PAGES)('on $server, "$url" is no pull request', ({ server, url }) => {
  expect(pullRequestAt(url, server)).toBeUndefined();
});

const NOW = {
  ...PULL_REQUEST,
  head: 'b2',
  size: { commits: 3, files: 1, additions: 40, deletions: 12 },
};

/** What was read of the pull request before, and what its size says once it is merged. */
const CHANGES = tableOf<'before' | 'head' | 'commits' | 'said'>(`
  before           | head | commits | said
  another          | a1   | 2       |
  the pull request | b2   | 3       | · no new commit since this request
  the pull request | a1   | 2       | · 1 new commit since this request
  the pull request | a1   | -39     | · 42 new commits since this request
  the pull request | a1   | 3       | · its commits were rewritten
  the pull request | a1   | 4       | · its commits were rewritten`);

test.each(CHANGES)('3 commits up to b2, after $before had $commits up to $head $said', (row) => {
  const url = row.before === 'another' ? 'https://github.com/acme/docs/pull/8' : NOW.url;
  const change = changeSince({ url, head: row.head, commits: Number(row.commits) }, NOW);
  expect(sizeText({ ...NOW, state: 'merged' }, change)).toBe(`1 file changed, +40 −12 ${row.said}`.trim());
});

test('without sizes, a new head is a change, of which no number is said', () => {
  const now = { ...NOW, size: undefined, state: 'merged' as const };
  const change = changeSince({ url: NOW.url, head: 'a1', commits: 2 }, now);
  expect([change, sizeText(now, change)]).toEqual([{ kind: 'changed' }, '']);
  expect(changeSince({ url: NOW.url, head: 'a1' }, NOW)).toEqual({ kind: 'changed' });
});

test('nothing is said of a change to what was not read before, or in the size of an open pull request', () => {
  expect(pullRequestAt(undefined, 'https://github.com')).toBeUndefined();
  expect(changeSince(undefined, NOW)).toBeUndefined();
  expect(sizeText(PULL_REQUEST, { kind: 'rewritten' })).toBe('3 files changed, +40 −12');
});
