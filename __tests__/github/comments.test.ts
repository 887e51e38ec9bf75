import { describe, expect, test } from '@jest/globals';
import { startSandbox } from '../../sandbox/server.ts';
import type { GithubApi } from '../../src/github/api.ts';
import {
  byCreation,
  createSigned,
  isOwnComment,
  listSigned,
  OWN_COMMENT,
  type Place,
  readMarkers,
  saveSigned,
  signMarker,
  updateSigned,
} from '../../src/github/comments.ts';
import { derivedKey } from '../../src/text/signature.ts';
import fc, { anyText } from '../helpers/fast-check.ts';
import { opening } from '../helpers/servers.ts';
import { type Answer, extra, failure, github, HastyClock, needed, startGithub } from './github-server.ts';

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
    expect([MARKER, `x\n${MARKER}\n`, `${OWN_COMMENT} -->`, FORGED].map(isOwnComment)).toEqual(
      Array(4).fill(true),
    );
    expect([`${MARKER} x`, `${OWN_COMMENT} x -->`, OWN_COMMENT].map(isOwnComment)).toEqual(
      Array(3).fill(false),
    );
  });

  test('is found among others, valid or not, but only among the last twenty', () => {
    const [marker, second] = [CONTENT, { other: true }].map((content) => signMarker(content, PLACE));
    const other = signMarker(CONTENT, { ...PLACE, issue: 8 });
    const body = `Before ${other}\n${marker} ${second}\n\n${other}`;
    expect(readMarkers(body, PLACE)).toEqual([CONTENT, { other: true }]);
    const found = [19, 20].map((after) =>
      readMarkers(FORGED.repeat(600) + marker + FORGED.repeat(after), PLACE),
    );
    expect(found).toEqual([[CONTENT], []]);
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

  test.each([
    ...['', 'LGTM', `${OWN_COMMENT} -->`, `${OWN_COMMENT} v4 `.repeat(2000)],
    ...[`${OWN_COMMENT} v4 ${'0'.repeat(64)} -->`, FORGED, MARKER.replace(' v4 ', ' v3 ')],
  ])('is nothing else: %#', (body) => {
    expect(readMarkers(body, PLACE)).toEqual([]);
  });
});

test('of comments of one second, the smaller id counts as the older', () => {
  const at = (second: number, id: number) => ({ createdAt: `2026-01-05T12:00:0${second}Z`, id });
  expect([byCreation(at(1, 1), at(0, 2)), byCreation(at(0, 1), at(0, 2))]).toEqual([1000, -1]);
});

interface Thread {
  readonly api: GithubApi;
  readonly bodies: string[];
  readonly requests: string[];
  readonly clock: HastyClock;
}

/**
 * A thread whose list shows a comment `lagMs` after it was created.
 *
 * @param trouble what the requests are answered instead, in their order; with `made` after they were carried out
 */
async function startThread(
  trouble: readonly (Answer | { readonly made: Answer } | undefined)[],
  lagMs = 0,
): Promise<Thread> {
  const comments: { body: string; atMs: number }[] = [];
  const requests: string[] = [];
  const shown = (at: number) => ({
    id: at + 1,
    body: comments[at]?.body,
    created_at: '2026-01-05T12:00:00Z',
  });
  const { api, clock } = await startGithub(({ method = '' }, body) => {
    const odd = trouble[requests.length];
    requests.push(`${method} at ${clock.now()}`);
    if (odd && !(typeof odd === 'object' && 'made' in odd)) return odd;
    let answer: object = comments.flatMap(({ atMs }, at) => (atMs + lagMs <= clock.now() ? [shown(at)] : []));
    if (method === 'POST') {
      comments.push({ ...JSON.parse(body), atMs: clock.now() });
      answer = shown(comments.length - 1);
    }
    return odd?.made ?? [200, JSON.stringify(answer)];
  });
  const bodies = () => comments.map(({ body }) => body);
  return {
    api,
    clock,
    requests,
    get bodies() {
      return bodies();
    },
  };
}

describe('a comment whose creation fails', () => {
  const lost = { made: [502] } as const;

  test.each<
    [string, readonly (Answer | { readonly made: Answer } | undefined)[], lagMs: number, requests: string[]]
  >([
    ['but not GitHub’s', [], 0, ['POST at 0']],
    ['with a lost answer', [lost], 0, ['POST at 0', 'GET at 1000']],
    ['with a closed connection', [{ made: 'closes' }], 0, ['POST at 0', 'GET at 1000']],
    ['with an unreadable answer', [{ made: [201, '<h1>'] }], 0, ['POST at 0', 'GET at 1000']],
    ['with a late list', [lost], 6500, ['POST at 0', 'GET at 1000', 'GET at 3000', 'GET at 7000']],
    ['with a list that fails', [lost, [500]], 0, ['POST at 0', 'GET at 1000', 'GET at 1500']],
    [
      'before it was made',
      [[502]],
      0,
      ['POST at 0', 'GET at 1000', 'GET at 3000', 'GET at 7000', 'POST at 7000'],
    ],
    [
      'by a limit',
      [[429], [403, '', { 'retry-after': '3' }]],
      0,
      ['POST at 0', 'POST at 500', 'POST at 3500'],
    ],
  ])('%s is there once', async (_, trouble, lagMs, requests) => {
    const thread = await startThread(trouble, lagMs);
    const written = await createSigned(thread.api, PLACE, 'Hi.', CONTENT, needed);
    expect(written).toMatchObject({ id: 1, body: `Hi.\n\n${MARKER}` });
    expect(thread).toMatchObject({ bodies: [`Hi.\n\n${MARKER}`], requests });
    expect(thread.clock.open).toBe(0);
  });

  test('for ever is given up within the budget', async () => {
    const thread = await startThread(Array(30).fill([502]));
    const message = 'Reading the comments failed: GitHub answered 502.';
    expect(await failure(createSigned(thread.api, PLACE, 'Hi.', CONTENT, needed))).toMatchObject({ message });
    expect(thread.requests.filter((request) => request.startsWith('POST'))).toEqual(['POST at 0']);
    const posts = await startGithub(({ method }) => (method === 'POST' ? [502] : [200, '[]']));
    const error = await failure(createSigned(posts.api, PLACE, 'Hi.', CONTENT, needed));
    expect(error).toMatchObject({
      message: 'Writing the comment failed: GitHub answered 502.',
      kind: 'transient',
    });
    expect([posts.clock.now(), posts.clock.open]).toEqual([35_000, 0]);
    expect(posts.paths().filter((path) => path.startsWith('POST'))).toHaveLength(5);
  });

  test.each([[403], [404], [410], [422]] as const)('with a refusal is told (%d)', async (status) => {
    const thread = await startThread([[status]]);
    const error = await failure(createSigned(thread.api, PLACE, 'Hi.', CONTENT, needed));
    expect(error).toMatchObject({ kind: 'refused', status });
    expect(thread.requests).toEqual(['POST at 0']);
  });

  test('in an interrupted run is not looked for', async () => {
    const interruption = new AbortController();
    const { url, paths } = await startGithub(() => {
      interruption.abort();
      return 'hangs';
    });
    const { signal } = interruption;
    await failure(
      createSigned(github(url, { clock: new HastyClock(), signal }), PLACE, 'Hi.', CONTENT, needed),
    );
    expect(paths()).toHaveLength(1);
  });
});

test('a list that lacks a known comment is read again, and then an error', async () => {
  const thread = await startThread([], 2500);
  const { id } = await createSigned(thread.api, PLACE, 'Hi.', CONTENT, needed);
  expect(await listSigned(thread.api, PLACE, extra)).toEqual([]);
  const found = await listSigned(thread.api, PLACE, { ...needed, mustHold: [id] });
  expect(found).toMatchObject([{ id, content: CONTENT, holdsId: false }]);
  expect(thread.requests.slice(2)).toEqual(['GET at 0', 'GET at 1000', 'GET at 3000']);
  const error = await failure(listSigned(thread.api, PLACE, { ...needed, mustHold: [id, 7] }));
  expect(error).toMatchObject({ kind: 'transient', message: expect.stringContaining('an outdated list') });
  expect(thread.requests.slice(5)).toHaveLength(4);
});

test('a comment is saved once, edited if something has changed, and a copy of it never counts', async () => {
  let now = Date.UTC(2026, 0, 5, 12);
  const sandbox = opening(await startSandbox({ 'falling-ids': true, now: () => now }));
  const api = github(`${sandbox.url}/github`);
  const leave = (content: object, issue = PLACE.issue) => {
    now += 1000;
    const body = `Text.\n\n${signMarker(content, PLACE)}`;
    return sandbox.github.addComment({ repository: 'acme/docs', issue, user: 'octocat', body });
  };
  const contents = async () => (await listSigned(api, PLACE, needed)).map(({ content }) => content);
  const [A, B] = [1, 2].map((write) => ({ own: 'a', write })) as [object, object];
  const isOwn = (content: unknown) => (content as { own?: string }).own === 'a';
  const save = (text: string, content: object) => saveSigned(api, PLACE, isOwn, text, content, needed);
  // One for another thread, one of somebody else, a copy of a later comment, and the one that counts.
  leave(A, 8);
  leave({ own: 'b' });
  leave({ ...A, comment: 999 });
  const [first, second] = [leave(A), leave(B)];
  expect(await contents()).toEqual([{ own: 'b' }, A, B]);
  // The first edit adds the comment's id; then there is nothing to change.
  for (const _ of [1, 2]) expect(await save('Text.', A)).toMatchObject({ id: first.id });
  expect(sandbox.ledger.of('comment-update')).toHaveLength(1);
  // From now on the one with its own id counts, also before an older one.
  const { body } = await updateSigned(api, PLACE, second.id, 'Two.', B, needed);
  expect(readMarkers(body, PLACE)).toEqual([{ ...B, comment: second.id }]);
  sandbox.github.deleteComment(first.id);
  leave(A);
  expect(await save('Three.', A)).toMatchObject({ id: second.id });
  expect(await contents()).toEqual([{ own: 'b' }, A, A]);
  for (const { id } of [...sandbox.github.comments]) sandbox.github.deleteComment(id);
  const { id, url } = await save('Four.', A);
  expect(url).toBe(`https://github.com/acme/docs/issues/7#issuecomment-${id}`);
  expect(sandbox.github.comments.at(-1)?.body).toBe(`Four.\n\n${signMarker(A, PLACE)}`);
});
