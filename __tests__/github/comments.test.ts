import { describe, expect, test } from '@jest/globals';
import {
  byCreation,
  type CommentPlace,
  createSigned,
  isOwnComment,
  listSigned,
  OWN_COMMENT,
  readMarkers,
  saveSigned,
  signMarker,
  updateSigned,
} from '../../src/github/comments.ts';
import { commentSchema } from '../../src/github/objects.ts';
import { derivedKey } from '../../src/github/signature.ts';
import fc, { anyText } from '../helpers/fast-check.ts';
import { BRIEFLY, failureOf, startGithub } from './github.ts';

const KEY = 'mint_test_0123456789';
const PLACE: CommentPlace = { repository: 'acme/docs', issue: 7, scope: 'p1', apiKey: KEY };
const CONTENT = { kind: 'report', from: '2026-10-01', to: '2026-10-31' };
const MARKER =
  '<!-- docs-agent-action v4 eyJraW5kIjoicmVwb3J0IiwiZnJvbSI6IjIwMjYtMTAtMDEiLCJ0byI6IjIwMjYtMTAtMzEifQ== 5d085f995c32bd2b3f24a154d9abb6d375c2ef753ccfeeabac041b1ff9f20281 -->';
const FORGED = `<!-- docs-agent-action v4 e30= ${'0'.repeat(64)} -->`;

describe('a marker', () => {
  const anyPlace: fc.Arbitrary<CommentPlace> = fc.record({
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

  test.each<[string, Partial<CommentPlace>]>([
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
  const at = (second: number, id: number) =>
    commentSchema('issue').parse({ id, created_at: `2026-01-05T12:00:0${second}Z` });
  expect(byCreation(at(1, 1), at(0, 2))).toBe(1000);
  expect(byCreation(at(0, 1), at(0, 2))).toBe(-1);
});

// Stories (reply.txt) hold what happens if a comment can't be created, or the run is interrupted meanwhile.
test('a list that lacks a known comment is read again, and then an error', async () => {
  const { api, times } = await startGithub(undefined, { ages: { 'comment-list': 2500 } });
  const thread = { ...PLACE, github: api };
  const { id } = await createSigned(thread, { text: 'Hi.', content: CONTENT });
  expect(await listSigned(thread, BRIEFLY)).toEqual([]);
  const complete = await listSigned(thread, { mustHold: [id] });
  expect(complete).toMatchObject([{ id, content: CONTENT, holdsId: false }]);
  expect(times()).toEqual([0, 0, 0, 1000, 3000]);
  const failure = await failureOf(listSigned(thread, { mustHold: [id, 7] }));
  expect(failure).toMatchObject({ kind: 'transient', message: expect.stringContaining('an outdated list') });
  expect(times()).toHaveLength(9);
});

// analytics/run-analytics.test.ts holds that one is created where there is none yet.
describe('comments with data', () => {
  const A1 = { name: 'a', version: 1 };
  const A2 = { name: 'a', version: 2 };
  const isNamedA = (content: unknown) => (content as { name?: string }).name === 'a';

  /** Starts GitHub, where each comment is a second later than the one before, with a lower ID. */
  async function startRepository() {
    let nowMs = Date.UTC(2026, 0, 5, 12);
    const { api, sandbox } = await startGithub(undefined, { 'falling-ids': true, now: () => nowMs });
    const addComment = (content: object, issue = PLACE.issue) => {
      nowMs += 1000;
      const body = `Text.\n\n${signMarker(content, PLACE)}`;
      return sandbox.github.addComment({ repository: 'acme/docs', issue, user: 'octocat', body });
    };
    const thread = { ...PLACE, github: api };
    const save = (text: string, content: object) => saveSigned(thread, isNamedA, { text, content });
    return { thread, sandbox, addComment, save };
  }

  test('are listed by creation, without those of another issue, and copies', async () => {
    const { thread, addComment } = await startRepository();
    addComment(A1, 8);
    addComment({ name: 'b' });
    addComment({ ...A1, comment: 999 });
    addComment(A1);
    addComment(A2);
    const contents = (await listSigned(thread)).map(({ content }) => content);
    expect(contents).toEqual([{ name: 'b' }, A1, A2]);
  });

  test('are edited with their own ID, which then counts before an older one, and only if they differ', async () => {
    const { thread, sandbox, addComment, save } = await startRepository();
    const first = addComment(A1);
    const second = addComment(A2);
    const { body } = await updateSigned(thread, second.id, { text: 'Two.', content: A2 });
    expect(readMarkers(body, PLACE)).toEqual([{ ...A2, comment: second.id }]);
    for (const _ of [1, 2]) expect(await save('Three.', A1)).toMatchObject({ id: second.id });
    expect(sandbox.ledger.of('comment-update')).toHaveLength(2);
    sandbox.github.deleteComment(second.id);
    expect(await save('Three.', A1)).toMatchObject({ id: first.id });
    expect(await listSigned(thread)).toMatchObject([{ content: A1, holdsId: true }]);
  });
});
