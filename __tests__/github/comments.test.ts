import { describe, expect, test } from '@jest/globals';
import * as comments from '../../src/github/comments.ts';
import { derivedKey } from '../../src/text/signature.ts';
import fc, { anyText } from '../helpers/fast-check.ts';
import { type Answer, extra, failure, needed, startGithub } from './github.ts';

const { createSigned, isOwnComment, listSigned, OWN_COMMENT, readMarkers, signMarker } = comments;
type Place = comments.Place;

const KEY = 'mint_test_0123456789';
const PLACE: Place = { repository: 'acme/docs', issue: 7, scope: 'p1', apiKey: KEY };
const CONTENT = { kind: 'report', from: '2026-10-01', to: '2026-10-31' };
const MARKER =
  '<!-- docs-agent-action v4 eyJraW5kIjoicmVwb3J0IiwiZnJvbSI6IjIwMjYtMTAtMDEiLCJ0byI6IjIwMjYtMTAtMzEifQ== 5d085f995c32bd2b3f24a154d9abb6d375c2ef753ccfeeabac041b1ff9f20281 -->';
const FORGED = `<!-- docs-agent-action v4 e30= ${'0'.repeat(64)} -->`;

describe('a marker', () => {
  const anyPlace: fc.Arbitrary<Place> = fc.record({
    repository: fc.constantFrom('acme/docs', 'acme/docs2', 'acm/edocs'),
    issue: fc.integer({ min: 1, max: 30 }),
    scope: fc.oneof(fc.constantFrom('p1', 'p11', '1'), fc.string()),
    apiKey: fc.constant(KEY),
  });
  const anyContent = fc.dictionary(fc.string(), fc.oneof(anyText(), fc.nat(), fc.boolean()), {
    noNullPrototype: true,
  });

  test('is read back, after any text, and once an editor has changed its line ends', () => {
    fc.assert(
      fc.property(anyContent, anyPlace, fc.string(), (content, place, text) => {
        const marker = signMarker(content, place);
        // It cannot end the HTML comment it is in, and has no hyphens of its own.
        expect(marker.slice(OWN_COMMENT.length, -' -->'.length)).not.toMatch(/[-<>]/);
        const body = `${text}\n\n${marker}`;
        for (const read of [body, `${body.replaceAll('\n', '\r\n')}\r\n`, `${marker} thanks!`]) {
          expect(readMarkers(read, place)).toEqual([JSON.parse(JSON.stringify(content))]);
        }
      }),
    );
  });

  test('stays readable: this one was made by version 4, and the case of a repository does not matter', () => {
    expect(signMarker(CONTENT, PLACE)).toBe(MARKER);
    for (const repository of ['acme/docs', 'ACME/Docs']) {
      expect(readMarkers(MARKER, { ...PLACE, repository })).toEqual([CONTENT]);
    }
    const own = [MARKER, `x\n${MARKER}\n`, `${OWN_COMMENT} -->`, FORGED];
    expect([...own, `${MARKER} x`, OWN_COMMENT].filter(isOwnComment)).toEqual(own);
  });

  test('is found among others, valid or not, but only among the last twenty', () => {
    const [marker, second] = [CONTENT, { other: true }].map((content) => signMarker(content, PLACE));
    const other = signMarker(CONTENT, { ...PLACE, issue: 8 });
    const body = `Before ${other}\n${marker} ${second}\n\n${other}`;
    expect(readMarkers(body, PLACE)).toEqual([CONTENT, { other: true }]);
    const foundBefore = (count: number) =>
      readMarkers(FORGED.repeat(600) + marker + FORGED.repeat(count), PLACE);
    expect([19, 20].map(foundBefore)).toEqual([[CONTENT], []]);
  });

  test('is checked with a key that is derived once, as a thread can hold fifty thousand', () => {
    expect(derivedKey(KEY, 'marker')).toBe(derivedKey(KEY, 'marker'));
    expect(derivedKey(KEY, 'marker')).not.toBe(derivedKey(KEY, 'request'));
    expect(derivedKey(KEY, 'marker')).not.toBe(derivedKey('another', 'marker'));
  });

  test('is void with any character changed, added or missing', () => {
    const character = fc.oneof(fc.string({ maxLength: 1 }), fc.constantFrom(...'Aa0= \n-'));
    fc.assert(
      fc.property(fc.nat(MARKER.length - 1), character, fc.boolean(), (at, written, replaces) => {
        const tampered = MARKER.slice(0, at) + written + MARKER.slice(replaces ? at + 1 : at);
        // A text around the marker is no part of it.
        fc.pre(!tampered.includes(MARKER));
        expect(readMarkers(tampered, PLACE)).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });

  test.each<[string, Partial<Place>]>([
    ['another repository', { repository: 'acme/docs2' }],
    ['another issue', { issue: 8 }],
    ['another project', { scope: 'p2' }],
    ['another key', { apiKey: `${KEY}0` }],
    ['parts that only look the same together', { repository: 'acme/docs",7', issue: 1 }],
  ])('is void with %s', (_, other) => {
    expect(readMarkers(MARKER, { ...PLACE, ...other })).toEqual([]);
  });

  test('is nothing else', () => {
    const texts = ['', 'LGTM', `${OWN_COMMENT} -->`, `${OWN_COMMENT} v4 `.repeat(2000), FORGED];
    const others = [`${OWN_COMMENT} v4 ${'0'.repeat(64)} -->`, MARKER.replace(' v4 ', ' v3 ')];
    for (const body of [...texts, ...others]) expect(readMarkers(body, PLACE)).toEqual([]);
  });
});

test('of comments of one second, the smaller id counts as the older', () => {
  const at = (second: number, id: number) => ({ createdAt: `2026-01-05T12:00:0${second}Z`, id });
  expect(comments.byCreation(at(1, 1), at(0, 2))).toBe(1000);
  expect(comments.byCreation(at(0, 1), at(0, 2))).toBe(-1);
});

/** A thread whose list is `staleMs` old, with trouble for its first requests. */
async function startThread(trouble: readonly Answer[], staleMs = 0) {
  const github = await startGithub(({ seq }) => trouble[seq - 1], { stale: staleMs });
  const asked = () => github.times().map((ms, at) => `${github.requests[at]?.method} at ${ms}`);
  const create = () => createSigned(github.api, PLACE, 'Hi.', CONTENT, needed);
  return { ...github, comments: github.sandbox.github.comments, asked, create };
}

// Stories (reply.txt) hold what happens after other failures, if the list fails, and if the run is interrupted.
describe('a comment whose creation fails', () => {
  test('is looked for while the list is late, and is there once', async () => {
    const { create, comments, asked, clock } = await startThread(['500-done'], 6500);
    const { id, body } = await create();
    expect(comments).toMatchObject([{ id, body: `Hi.\n\n${MARKER}` }]);
    expect([body, clock.sleepers]).toEqual([comments[0]?.body, 0]);
    expect(asked()).toEqual(['POST at 0', 'GET at 1000', 'GET at 3000', 'GET at 7000']);
  });

  test.each<[string, list: Answer | undefined, posts: number, ms: number]>([
    ['and the list', '502', 1, 28_500],
    ['alone', undefined, 4, 28_000],
  ])('for ever %s is given up within the budget', async (_, list, posts, ms) => {
    const { api, sandbox, clock } = await startGithub(({ method }) => (method === 'POST' ? '502' : list));
    const error = await failure(createSigned(api, PLACE, 'Hi.', CONTENT, needed));
    const message = 'Writing the comment failed: GitHub answered 502.';
    expect(error).toMatchObject({ kind: 'transient', message });
    const made = sandbox.ledger.of('comment-create').length;
    expect([made, clock.now(), clock.sleepers]).toEqual([posts, ms, 0]);
  });
});

test('a list that lacks a known comment is read again, and then an error', async () => {
  const { api, create, asked } = await startThread([], 2500);
  const { id } = await create();
  expect(await listSigned(api, PLACE, extra)).toEqual([]);
  const found = await listSigned(api, PLACE, { ...needed, mustHold: [id] });
  expect(found).toMatchObject([{ id, content: CONTENT, holdsId: false }]);
  expect(asked().slice(2)).toEqual(['GET at 0', 'GET at 1000', 'GET at 3000']);
  const error = await failure(listSigned(api, PLACE, { ...needed, mustHold: [id, 7] }));
  expect(error).toMatchObject({ kind: 'transient', message: expect.stringContaining('an outdated list') });
  expect(asked().slice(5)).toHaveLength(4);
});

test('a comment is saved once, edited if something has changed, and a copy of it never counts', async () => {
  let now = Date.UTC(2026, 0, 5, 12);
  const options = { 'falling-ids': true, now: () => now };
  const { api, sandbox } = await startGithub(undefined, options);
  const leave = (content: object, issue = PLACE.issue) => {
    now += 1000;
    const body = `Text.\n\n${signMarker(content, PLACE)}`;
    return sandbox.github.addComment({ repository: 'acme/docs', issue, user: 'octocat', body });
  };
  const contents = async () => (await listSigned(api, PLACE, needed)).map(({ content }) => content);
  const [A, B] = [1, 2].map((write) => ({ own: 'a', write })) as [object, object];
  const isOwn = (content: unknown) => (content as { own?: string }).own === 'a';
  const save = (text: string, content: object) =>
    comments.saveSigned(api, PLACE, isOwn, text, content, needed);
  // One for another thread, one of somebody else, a copy of a later comment, and the one that counts.
  leave(A, 8);
  leave({ own: 'b' });
  leave({ ...A, comment: 999 });
  const [first, second] = [leave(A), leave(B)];
  expect(await contents()).toEqual([{ own: 'b' }, A, B]);
  // The one with its own id counts, also before an older one; then there is nothing to change.
  const { body } = await comments.updateSigned(api, PLACE, second.id, 'Two.', B, needed);
  expect(readMarkers(body, PLACE)).toEqual([{ ...B, comment: second.id }]);
  for (const _ of [1, 2]) expect(await save('Three.', A)).toMatchObject({ id: second.id });
  expect(sandbox.ledger.of('comment-update')).toHaveLength(2);
  sandbox.github.deleteComment(second.id);
  expect(await save('Three.', A)).toMatchObject({ id: first.id });
  const listed = await listSigned(api, PLACE, needed);
  expect(listed).toMatchObject([{ holdsId: false }, { content: A, holdsId: true }]);
  for (const { id } of [...sandbox.github.comments]) sandbox.github.deleteComment(id);
  const { id, url } = await save('Four.', A);
  expect(url).toBe(`https://github.com/acme/docs/issues/7#issuecomment-${id}`);
  expect(sandbox.github.comments.at(-1)?.body).toBe(`Four.\n\n${signMarker(A, PLACE)}`);
});
