import { describe, expect, test } from '@jest/globals';
import { startSandbox } from '../../sandbox/server.ts';
import { systemClock } from '../../src/clock.ts';
import type { RetryOptions } from '../../src/github/api.ts';
import { RunnerGithub } from '../../src/github/rest.ts';
import {
  byCreation,
  listSigned,
  OWN_COMMENT,
  type Place,
  readMarkers,
  SignedComment,
  signMarker,
} from '../../src/github/signed-comment.ts';
import { derivedKey } from '../../src/text/signature.ts';
import fc, { anyText } from '../helpers/fast-check.ts';
import { REPOSITORY } from '../helpers/payloads.ts';
import { opening } from '../helpers/servers.ts';

const KEY = 'mint_test_0123456789';
const PLACE: Place = { repository: REPOSITORY, repositoryId: '', issue: 12, scope: 'p1', apiKey: KEY };
const CONTENT = { kind: 'report', from: '2026-10-01', to: '2026-10-31' };

describe('a marker', () => {
  const anyPlace: fc.Arbitrary<Place> = fc.record({
    repository: fc.constantFrom('acme/docs', 'acme/docs2', 'acm/edocs'),
    repositoryId: fc.constantFrom('', '1', '12'),
    issue: fc.integer({ min: 1, max: 30 }),
    scope: fc.oneof(fc.constantFrom('p1', 'p11', '1'), fc.string()),
    apiKey: fc.constant(KEY),
  });
  const anyContent = fc.dictionary(fc.string(), fc.oneof(anyText(), fc.nat(), fc.boolean()), {
    noNullPrototype: true,
  });

  test('is read back, after any text, and once an editor has changed its line ends', () => {
    const same = (content: object) => JSON.parse(JSON.stringify(content));
    fc.assert(
      fc.property(anyContent, anyPlace, fc.string(), (content, place, text) => {
        const marker = signMarker(content, place);
        // It cannot end the HTML comment it is in, and has no hyphens of its own.
        expect(marker.slice(OWN_COMMENT.length, -' -->'.length)).not.toMatch(/[-<>]/);
        const body = `${text}\n\n${marker}`;
        for (const read of [body, `${body.replaceAll('\n', '\r\n')}\r\n`, `${marker} thanks!`]) {
          expect(readMarkers(read, place)).toEqual([same(content)]);
        }
      }),
    );
  });

  test('stays readable: this one was made by version 3', () => {
    const marker =
      '<!-- docs-agent-action v3 eyJraW5kIjoicmVwb3J0IiwiZnJvbSI6IjIwMjYtMTAtMDEiLCJ0byI6IjIwMjYtMTAtMzEifQ== 2f0578a4b13386b6d00a3d9e5e1d09ffe87a8e7a4fd61df0a74e3d69cbde1223 -->';
    expect(signMarker(CONTENT, PLACE)).toBe(marker);
    // GitHub's repository names are the same in upper and lower case.
    const shouted = { ...PLACE, repository: REPOSITORY.toUpperCase() };
    for (const place of [PLACE, shouted]) expect(readMarkers(marker, place)).toEqual([CONTENT]);
    expect(marker.startsWith(OWN_COMMENT)).toBe(true);
  });

  test('is found among others, valid or not, each of them', () => {
    const [marker, second] = [CONTENT, { other: true }].map((content) => signMarker(content, PLACE));
    const other = signMarker(CONTENT, { ...PLACE, issue: 7 });
    const found = [CONTENT, { other: true }];
    expect(readMarkers(`Before ${other}\n${marker} ${second}\n\n${other}`, PLACE)).toEqual(found);
  });

  const forged = `<!-- docs-agent-action v3 e30= ${'0'.repeat(64)} -->`;

  test('is read once per comment only among the last twenty, so that forged ones cost little', () => {
    const marker = signMarker(CONTENT, PLACE);
    const found = [19, 20].map((after) =>
      readMarkers(forged.repeat(600) + marker + forged.repeat(after), PLACE),
    );
    expect(found).toEqual([[CONTENT], []]);
  });

  // A thread can hold a million forged ones.
  test('is checked with a key that is derived once', () => {
    expect(derivedKey(PLACE.apiKey, 'marker')).toBe(derivedKey(PLACE.apiKey, 'marker'));
    expect(derivedKey(PLACE.apiKey, 'marker')).not.toBe(derivedKey(PLACE.apiKey, 'request'));
    expect(derivedKey(PLACE.apiKey, 'marker')).not.toBe(derivedKey('another', 'marker'));
  });

  test('is void with any character changed, added or missing', () => {
    const marker = signMarker(CONTENT, PLACE);
    const character = fc.oneof(fc.string({ maxLength: 1 }), fc.constantFrom(...'Aa0= \n-'));
    fc.assert(
      fc.property(fc.nat(marker.length - 1), character, fc.boolean(), (at, written, replaces) => {
        const tampered = marker.slice(0, at) + written + marker.slice(replaces ? at + 1 : at);
        // A text around the marker is no part of it.
        fc.pre(!tampered.includes(marker));
        expect(readMarkers(tampered, PLACE)).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });

  const WITH_ID = { ...PLACE, repositoryId: '186853002' };

  test.each<[string, Partial<Place>, from?: Place]>([
    ['the same repository renamed', { repository: 'acme/renamed' }, WITH_ID],
    ['an id that was not given before', { repositoryId: '7' }],
  ])('is read with %s', (_, other, from = PLACE) => {
    expect(readMarkers(signMarker(CONTENT, from), { ...from, ...other })).toEqual([CONTENT]);
  });

  test.each<[string, Partial<Place>, from?: Place]>([
    ['another repository', { repository: 'acme/docs2' }],
    ['another repository that has an id', { repository: 'acme/docs2', repositoryId: '7' }],
    ['another id', { repositoryId: '1868530020' }, WITH_ID],
    ['an id that is not given any more', { repositoryId: '' }, WITH_ID],
    ['another issue', { issue: 13 }],
    ['another project', { scope: 'p2' }],
    ['another key', { apiKey: `${KEY}0` }],
    ['parts that only look the same together', { repository: `${REPOSITORY}",1`, issue: 2 }],
  ])('is void with %s', (_, other, from = PLACE) => {
    expect(readMarkers(signMarker(CONTENT, from), { ...from, ...other })).toEqual([]);
  });

  test.each([
    ...['', 'LGTM', '<!-- docs-agent-action -->', '<!-- docs-agent-action v3 '.repeat(2000)],
    `<!-- docs-agent-action v3 ${'0'.repeat(64)} -->`,
    forged,
    signMarker(CONTENT, PLACE).replace(' v3 ', ' v2 '),
  ])('is nothing else: %#', (body) => {
    expect(readMarkers(body, PLACE)).toEqual([]);
  });
});

const signal = new AbortController().signal;
const options: RetryOptions = { signal, patienceMs: 0 };

// How it is written while GitHub fails, and read while a list is out of date, is told in agent/stories.

test('a comment of the action’s own is the first by creation, whatever its id, and is edited if something has changed', async () => {
  let now = Date.UTC(2026, 0, 5, 12);
  const sandbox = opening(await startSandbox({ 'falling-ids': true, now: () => now }));
  const [owner = '', name = ''] = REPOSITORY.split('/');
  const env = { GITHUB_API_URL: `${sandbox.url}/github` };
  const github = new RunnerGithub({ token: 't', repository: { owner, name }, clock: systemClock, env });
  const here = { ...PLACE, clock: systemClock };
  const leave = (content: object, issue = PLACE.issue) => {
    now += 1000;
    const body = `Text.\n\n${signMarker(content, PLACE)}`;
    return sandbox.github.addComment({ repository: REPOSITORY, issue, user: 'octocat', body });
  };
  const [A, B] = [1, 2].map((write) => ({ own: 'a', write })) as [object, object];
  leave(A, 7);
  leave({ own: 'b' });
  const [first, second] = [leave(A), leave(B)];
  const contents = async (since?: string) =>
    (await listSigned(github, here, { ...options, since })).map(({ content }) => content);
  expect([await contents(), await contents(second.createdAt)]).toEqual([[{ own: 'b' }, A, B], [B]]);
  const comment = new SignedComment(github, here, (content) => (content as { own?: string }).own === 'a');
  expect([comment.url, comment.comment]).toEqual(['', undefined]);
  expect(await comment.find(options)).toEqual(A);
  expect(comment.comment?.id).toBe(first.id);
  // The first edit adds the comment's id; then there is nothing to change.
  for (const _ of [1, 2]) await comment.save('Text.', A, options);
  expect(sandbox.ledger.of('comment-update')).toHaveLength(1);
  await comment.save('Two.', B, options);
  expect(await contents()).toEqual([{ own: 'b' }, B, B]);
  expect(readMarkers(comment.comment?.body ?? '', PLACE)).toEqual([{ ...B, comment: first.id }]);
  for (const { id } of [first, second]) sandbox.github.deleteComment(id);
  expect([await comment.find(options), comment.url]).toEqual([undefined, '']);
  await comment.save('Three.', A, options);
  expect(sandbox.github.comments.at(-1)?.body).toBe(`Three.\n\n${signMarker(A, PLACE)}`);
  expect(comment.url).toBe(`https://github.com/${REPOSITORY}/issues/12#issuecomment-${comment.comment?.id}`);
});

test('of comments of one second, the smaller id counts as the older', () => {
  const at = (second: number, id: number) => ({ createdAt: `2026-01-05T12:00:0${second}Z`, id });
  expect([byCreation(at(1, 1), at(0, 2)), byCreation(at(0, 1), at(0, 2))]).toEqual([1000, -1]);
});
