import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { RetryOptions } from '../../src/github/api.ts';
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
import { REPOSITORY } from '../helpers/payloads.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';
import { KEY, SimulatedGithub } from '../helpers/simulated-github.ts';

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
  const anyContent = fc.dictionary(
    fc.string(),
    fc.oneof(fc.string({ unit: 'binary' }), fc.nat(), fc.boolean()),
    { noNullPrototype: true },
  );

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

const options: RetryOptions = { signal: new AbortController().signal, patienceMs: 30_000 };
const impatient = { ...options, patienceMs: 0 };
const isOwn = (content: unknown) => (content as { own?: string }).own === 'a';
const [A, B] = [1, 2].map((write) => ({ own: 'a', write })) as [object, object];

let clock: SimulatedClock;
let github: SimulatedGithub;
beforeEach(() => {
  clock = new SimulatedClock();
  github = new SimulatedGithub(clock);
});

const here = () => ({ ...PLACE, clock });

function commentOn(): SignedComment {
  return new SignedComment(github, here(), isOwn);
}

function leave(content: object): number {
  return github.add(PLACE.issue, `Text.\n\n${signMarker(content, PLACE)}`).id;
}

/** What was asked since the last call of this. */
function calls(): string[] {
  return github.store.calls.splice(0);
}

function held(): unknown[] {
  return github.on(PLACE.issue).flatMap(({ body }) => readMarkers(body, PLACE));
}

test('the signed comments of an issue come in the order of their creation, whatever their ids', async () => {
  github.store.idStep = -1;
  leave({ n: 1 });
  await clock.sleep(1000);
  github.add(PLACE.issue, 'LGTM');
  github.add(7, signMarker({ n: 'elsewhere' }, PLACE));
  leave({ n: 3 });
  leave({ n: 2 });
  const listed = await listSigned(github, here(), options);
  expect(listed.map(({ content }) => content)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  const recent = await listSigned(github, here(), {
    ...options,
    since: clock.date().toISOString().replace(/\.\d+/, ''),
  });
  expect(recent.map(({ content }) => content)).toEqual([{ n: 2 }, { n: 3 }]);
  const at = (second: number, id: number) => ({ createdAt: `2026-01-05T12:00:0${second}Z`, id });
  expect([byCreation(at(1, 1), at(0, 2)), byCreation(at(0, 1), at(0, 2))]).toEqual([1000, -1]);
});

/** When a list is made that must hold a comment which exists from `at` on, in milliseconds, and how many it has at last. */
test.each([
  [0, [0], 1],
  [50, [0, 1_100], 1],
  [3_000, [0, 1_100, 3_200], 1],
  [7_000, [0, 1_100, 3_200, 7_300], 1],
  [9_000, [0, 1_100, 3_200, 7_300], 0],
])('a list that is out of date is read again: until %d ms', async (at, expected, count) => {
  const asked: number[] = [];
  github.store.befall = () => void asked.push(clock.now());
  clock.at(at, () => leave(A));
  if (at === 0) await clock.sleep(0);
  const listed = await listSigned(github, here(), { ...options, mustHold: [500] });
  expect([asked, listed.length]).toEqual([expected, count]);
});

test('a list that is out of date is not read again once the run is interrupted', async () => {
  const interruption = new AbortController();
  clock.at(600, () => interruption.abort());
  const listing = listSigned(github, here(), { ...options, signal: interruption.signal, mustHold: [500] });
  await expect(listing).rejects.toThrow('GitHub did not answer in time');
  expect([clock.now(), clock.sleepers, calls()]).toEqual([600, 0, ['list 12']]);
});

describe('a comment of the action’s own', () => {
  test('is created complete and signed, and edited from then on where something has changed', async () => {
    const comment = commentOn();
    expect([comment.url, comment.comment]).toEqual(['', undefined]);
    await comment.save('One.', A, options);
    expect(github.on(PLACE.issue)[0]?.body).toBe(`One.\n\n${signMarker(A, PLACE)}`);
    expect(comment.url).toBe(`https://github.com/${REPOSITORY}/issues/12#issuecomment-500`);
    expect(comment.comment).toMatchObject({ id: 500, createdAt: '2026-01-05T12:00:00Z' });
    await comment.save('One.', A, options);
    await comment.save('Two.', B, options);
    expect(calls()).toEqual(['create 12', 'update 500']);
    expect(held()).toEqual([B]);
  });

  test('is found among others, and is the first of several', async () => {
    leave({ own: 'b' });
    const id = leave(A);
    leave(B);
    const comment = commentOn();
    expect(await comment.find(options)).toEqual(A);
    expect(comment.comment?.id).toBe(id);
    github.delete(id, id + 1);
    expect(await comment.find(options)).toBeUndefined();
    expect(comment.url).toBe('');
  });

  test('that may exist is searched for before it is written, unless all were read elsewhere', async () => {
    leave(A);
    const [stored] = await listSigned(github, here(), options);
    const written = async (...known: readonly (typeof stored)[]) => {
      const comment = commentOn();
      comment.searchBeforeCreating();
      if (known.length > 0) comment.adopt(known[0]);
      calls();
      await comment.save('Two.', B, options);
      await comment.save('Three.', A, options);
      return calls();
    };
    expect(await written()).toEqual(['list 12', 'update 500', 'update 500']);
    expect(await written(stored)).toEqual(['update 500', 'update 500']);
    expect(await written(undefined)).toEqual(['create 12', 'update 501']);
    github.delete(500, 501);
    expect(await written()).toEqual(['list 12', 'create 12', 'update 502']);
  });

  test.each([
    [404, true],
    [410, true],
    [403, false],
    [422, false],
    [502, false],
  ])('that cannot be changed (%d) is created again if it is gone: %s', async (status, isGone) => {
    const comment = commentOn();
    await comment.save('One.', A, options);
    github.fail(/^update/, { status });
    const saved = comment.save('Two.', B, impatient);
    if (isGone) await saved;
    else await expect(saved).rejects.toMatchObject({ status });
    expect(calls()).toEqual(['create 12', 'update 500', ...(isGone ? ['create 12'] : [])]);
    expect(comment.comment?.id).toBe(isGone ? 501 : 500);
  });
});

describe('a creation that is not answered', () => {
  test.each([
    ['is found again if it was done', true, false, ['create 12', 'list 12']],
    ['is made again if it was not', false, false, ['create 12', 'list 12', 'create 12']],
    ['leaves alone the same of another run', false, true, ['create 12', 'list 12']],
  ])('%s', async (_, done, isLeft, asked) => {
    github.fail(/^create/, { status: 502, done }, 1);
    if (isLeft) clock.at(50, () => leave(A));
    await commentOn().save('One.', A, options);
    expect(calls()).toEqual(asked);
    expect(held()).toEqual([A]);
  });

  test('is tried again with growing pauses, for as long as the caller has patience', async () => {
    const at: number[] = [];
    github.store.befall = () => {
      at.push(clock.now());
      return at.length % 2 === 1 ? { done: false } : undefined;
    };
    await expect(commentOn().save('One.', A, options)).rejects.toMatchObject({ kind: 'transient' });
    const creations = at.filter((_, index) => index % 2 === 0);
    expect(creations).toEqual([0, 700, 1_900, 4_100, 8_300, 13_500, 18_700, 23_900, 29_100]);
    expect(held()).toEqual([]);
  });

  test('is searched for by the next write, too, also when nothing can be listed', async () => {
    github.fail(/^create|^list/, { status: 502, done: true });
    const comment = commentOn();
    for (const asked of ['create 12', 'list 12']) {
      await expect(comment.save('One.', A, impatient)).rejects.toMatchObject({ status: 502 });
      expect(calls()).toEqual([asked]);
    }
    github.recover();
    await comment.save('Two.', B, impatient);
    expect(calls()).toEqual(['list 12', 'update 500']);
  });

  test.each([
    [/^create/, { status: 429, retryAfterMs: 5_000 }, ['create 12', 'create 12'], 5_200],
    [/^update/, { status: 502 }, ['create 12', 'update 500', 'update 500'], 700],
  ])('and may pass (%s, %j) is tried again', async (what, fault, asked, endMs) => {
    const comment = commentOn();
    if (what.test('update')) await comment.save('One.', A, options);
    const startMs = clock.now();
    github.fail(what, fault, 1);
    await comment.save('Two.', B, options);
    expect([calls(), clock.now() - startMs, held()]).toEqual([asked, endMs, [B]]);
  });

  test.each([{ status: 403 }, { status: 429, retryAfterMs: 60_000 }])(
    'but refused, or limited for longer (%j), is neither searched for nor tried again',
    async (fault) => {
      github.fail(/^create/, fault);
      const comment = commentOn();
      for (const text of ['One.', 'Two.']) {
        await expect(comment.save(text, A, options)).rejects.toMatchObject({ status: fault.status });
        expect(calls()).toEqual(['create 12']);
      }
    },
  );

  test('by an interruption is not made again, and a bug is not hidden', async () => {
    const interruption = new AbortController();
    clock.at(50, () => interruption.abort(new Error('interrupted')));
    const comment = commentOn();
    const saving = comment.save('One.', A, { ...options, signal: interruption.signal });
    await expect(saving).rejects.toThrow('create 12');
    expect([clock.now(), clock.sleepers]).toEqual([50, 0]);
    await comment.save('One.', A, options);
    expect(calls()).toEqual(['create 12', 'list 12']);
    github.store.befall = () => {
      throw new TypeError('oops');
    };
    await expect(commentOn().save('One.', A, options)).rejects.toThrow(TypeError);
  });
});
