import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PagedReader } from '../../src/analytics/paged-reader.ts';
import type { Period } from '../../src/analytics/period.ts';
import { pageNotes } from '../../src/analytics/read.ts';
import { Requests, type RequestsOptions } from '../../src/analytics/requests.ts';
import type { Counts, PageViews, ViewsResponse } from '../../src/platform/schemas.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';
import { FakeSite, type FakeSiteOptions, httpError, networkError, pagesOf, sumOf } from './fake-site.ts';

interface Setup extends Omit<FakeSiteOptions, 'clock'>, Partial<RequestsOptions> {
  readonly period?: Period;
}

const WEEK: Period = { kind: 'dates', from: '2026-01-01', to: '2026-01-08' };

/** Everything around one export. */
function setUp({ allowed = 1000, signal, patienceMs = 600_000, period = WEEK, ...options }: Setup) {
  const clock = new SimulatedClock();
  const log = new CollectedLog();
  const site = new FakeSite({ clock, ...options });
  const forever = new AbortController().signal;
  const requests = new Requests({ allowed, clock, log, patienceMs, signal: signal ?? forever });
  const pages = new PagedReader(site, period);
  return {
    clock,
    log,
    requests,
    pages,
    site,
    notes: () => pageNotes(pages, 'the period', 'There is a reason.'),
  };
}

async function exported(setup: Setup) {
  const all = setUp(setup);
  await all.requests.serve([all.pages]);
  return all;
}

function byPath(rows: Iterable<PageViews>): PageViews[] {
  const views = [...rows].map(({ path, human, ai, total }) => ({ path, human, ai, total }));
  return views.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Delays from a list, again and again. */
const cycle =
  (delays: readonly number[]) =>
  (nth: number): number =>
    delays[nth % delays.length] ?? 0;

const sizes = fc.oneof(
  fc.integer({ min: 0, max: 1300 }),
  fc.constantFrom(0, 1, 249, 250, 251, 499, 500, 501, 613, 750, 1000, 3000),
);
const delays = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 12 });
/** Rows in any order, with counts of any kind, few or many. */
const anySite = fc.tuple(sizes, fc.infiniteStream(fc.tuple(fc.nat(3000), fc.nat(40)))).map(([size, counts]) =>
  Array.from({ length: size }, (_, index): PageViews => {
    const [human, ai] = counts.next().value as [number, number];
    return { path: `/${index}`, human, ai, total: human + ai };
  }),
);

const someSite = fc.integer({ min: 1, max: 400 }).map((size) => pagesOf(size));

const NOTHING = { human: 0, ai: 0, total: 0 };
const DIFFERS = /^The pages of the period add up to .*, but the platform's total is /;

describe('an export', () => {
  test.each<[Period, object]>([
    [WEEK, { dateFrom: '2026-01-01', dateTo: '2026-01-08' }],
    [{ kind: 'all' }, {}],
  ])('of %j asks for 250 rows at a time', async (period, bounds) => {
    const { site } = await exported({ rows: pagesOf(251), period });
    expect(site.queries).toStrictEqual([0, 250].map((offset) => ({ ...bounds, limit: 250, offset })));
  });

  const cap = fc.integer({ min: 1, max: 249 });
  const caps = fc.array(fc.integer({ min: 1, max: 250 }), { minLength: 2, maxLength: 8 });
  test.each<[string, fc.Arbitrary<PageViews[]>, fc.Arbitrary<number[]>, number]>([
    ['whatever its size and order, and however long answers take', anySite, fc.constant([250]), 60],
    ['from a platform that gives fewer rows than were asked for', someSite, cap.map((one) => [one]), 40],
    ['and fills the gaps when some answers are short', fc.constant(pagesOf(900)), caps, 40],
  ])('gives exactly the rows of the site, %s', async (_, sites, capLists, numRuns) => {
    await fc.assert(
      fc.asyncProperty(sites, capLists, delays, async (rows, capList, delayList) => {
        const { pages, site, requests, notes } = await exported({
          rows,
          delayMs: cycle(delayList),
          instead: (nth, { offset }, { totals }) => {
            const end = offset + cycle(capList)(nth);
            return { totals, views: rows.slice(offset, end), oddRows: 0, hasMore: end < rows.length };
          },
        });
        expect(byPath(pages.rows.values())).toEqual(byPath(rows));
        expect(pages.complete).toBe(true);
        expect([pages.sums, pages.totals]).toEqual([sumOf(rows), sumOf(rows)]);
        expect(notes()).toEqual([]);
        expect(site.mostAtOnce).toBeLessThanOrEqual(4);
        expect(requests.spent).toBe(site.queries.length);
        const [most = 0, ...others] = capList;
        if (others.length > 0) return;
        expect(requests.spent).toBeLessThanOrEqual(Math.max(1, Math.ceil(rows.length / most)) + 3);
        if (most < 250) return;
        expect(site.pastEnd(rows.length).length).toBeLessThanOrEqual(3);
        expect(new Set(site.queries.map(({ offset }) => offset)).size).toBe(site.queries.length);
      }),
      { numRuns },
    );
  });

  test('leaves out rows of another shape, goes on, and tells how many they were', async () => {
    const { pages, notes } = await exported({
      rows: pagesOf(600),
      instead: (_nth, { offset }, real) =>
        offset === 250 ? { ...real, views: [], oddRows: 250 } : undefined,
    });
    expect([pages.rows.size, pages.oddRows, pages.complete]).toEqual([350, 250, false]);
    expect(notes()).toEqual([
      expect.stringMatching(/^The pages of the period add up to .* Pages may be missing\.$/),
      'The platform sent 250 rows of the period in another shape than it documents. The report leaves them out.',
    ]);
  });

  test('adds fractions as people do', async () => {
    const counts = { human: 0.1, ai: 0.2, total: 0.3 };
    const rows = Array.from({ length: 600 }, (_, index) => ({ path: `/${index}`, ...counts }));
    const { pages, notes } = await exported({ rows });
    expect(pages.sums).toEqual({ human: 60, ai: 120, total: 180 });
    expect(pages.complete).toBe(true);
    expect(notes()).toEqual([]);
  });

  test('begins with one request and goes on with four', async () => {
    const { site, clock } = await exported({ rows: pagesOf(25_000), delayMs: () => 100 });
    expect(site.mostAtOnce).toBe(4);
    expect(site.queries.length).toBeLessThanOrEqual(103);
    // 100 requests in fours take 2.5 s; the first one goes alone.
    expect(clock.now()).toBeLessThanOrEqual(2_500 * 1.1);
  });

  test.each([
    [120, 1],
    [250, 1],
    [300, 2],
    [613, 3],
    [900, 4],
  ])('takes the totals for a hint, so that a site of %i pages takes %i requests', async (size, requests) => {
    const { site } = await exported({ rows: pagesOf(size) });
    expect(site.queries).toHaveLength(requests);
  });

  test('tells now and then how far it is', async () => {
    const { log } = await exported({ rows: pagesOf(1000), delayMs: () => 6_000 });
    expect(log.texts('info')).toEqual([expect.stringMatching(/^[\d,]+ rows after \d requests; \d+ left\.$/)]);
  });
});

describe('a platform that is not sound', () => {
  type Answer = (real: ViewsResponse, offset: number, nth: number) => Partial<ViewsResponse>;
  type Expected = { read: number; isComplete: boolean; most: number; isTold: boolean };
  const MANY = { human: 1e6, ai: 0, total: 1e6 };
  const rows = pagesOf(613);
  const around = (start: number, count: number) =>
    Array.from({ length: count }, (_, index) => rows[(start + index) % 613] as PageViews);

  test.each<[string, Answer, Expected, Partial<Setup>?]>([
    [
      'repeats the first rows for ever: reading ends',
      (real, offset) => ({ views: offset > 0 ? rows.slice(0, 250) : real.views, hasMore: true }),
      { read: 250, isComplete: false, most: 5, isTold: true },
    ],
    [
      'has more for ever and sends nothing: reading ends',
      (real, offset) => (offset > 250 ? { views: [], hasMore: true } : real),
      { read: 500, isComplete: false, most: 6, isTold: true },
    ],
    [
      'has no rows but more: reading ends',
      () => ({ views: [], hasMore: true }),
      { read: 0, isComplete: false, most: 1, isTold: true },
    ],
    [
      'begins again after the last row, for ever: the totals show that none is missing',
      (_real, offset) => ({ views: around(offset, 250), hasMore: true }),
      { read: 613, isComplete: true, most: 6, isTold: false },
    ],
    [
      'says at the end that there is more: the totals show that none is missing',
      () => ({ hasMore: true }),
      { read: 613, isComplete: true, most: 6, isTold: false },
    ],
    [
      'gives some rows twice: each page counts once, and the totals show that none is missing',
      (_real, offset) => ({ views: around(Math.max(0, offset - 10), 250), hasMore: offset + 240 < 613 }),
      { read: 613, isComplete: true, most: 5, isTold: false },
    ],
    [
      'changes its order between two answers: pages may be missing',
      (real, offset) => (offset === 250 ? { views: around(240, 250) } : real),
      { read: 603, isComplete: false, most: 4, isTold: true },
    ],
    [
      'has other totals than its rows: as many pages came as there are rows',
      () => ({ totals: { human: 1, ai: 0, total: 1 } }),
      { read: 613, isComplete: true, most: 6, isTold: true },
    ],
    [
      'moves its totals: the first are kept',
      (real, _offset, nth) => ({ totals: { ...real.totals, ai: real.totals.ai + nth - 1 } }),
      { read: 613, isComplete: true, most: 3, isTold: false },
    ],
    [
      'says at last that there is more, past rows that it said were the last: all are there',
      (_real, offset) => ({ totals: NOTHING, hasMore: offset !== 500 }),
      { read: 700, isComplete: true, most: 6, isTold: true },
      // The last rows take longest, so what was asked for beyond them is answered before.
      { rows: pagesOf(700), delayMs: (nth) => (nth === 3 ? 100 : 10) },
    ],
    [
      'sends rows beyond the end that it told: they are kept, and not trusted to be all',
      (real, offset) => ({ totals: MANY, hasMore: offset !== 250 && real.hasMore }),
      { read: 1000, isComplete: false, most: 6, isTold: true },
      { rows: pagesOf(1000) },
    ],
  ])('%s', async (_, answer, { read, isComplete, most, isTold }, more = {}) => {
    const { pages, site, notes } = await exported({
      rows,
      ...more,
      instead: (nth, { offset }, real) => ({ ...real, ...answer(real, offset, nth) }),
    });
    expect([pages.rows.size, pages.complete]).toEqual([read, isComplete]);
    expect(site.queries.length).toBeLessThanOrEqual(most);
    const told = isComplete ? /No page is missing\.$/ : /Pages may be missing\.$/;
    expect(notes()).toEqual(isTold ? [expect.stringMatching(told)] : []);
    if (isTold) expect(notes()[0]).toMatch(DIFFERS);
  });

  test('says so when only the kinds of views do not add up', async () => {
    const { notes } = await exported({
      rows: [{ path: '/a', human: 3, ai: 1, total: 4 }],
      instead: (_nth, _query, real) => ({ ...real, totals: { human: 2, ai: 2, total: 4 } }),
    });
    expect(notes()).toEqual([
      "The pages of the period add up to 3 views by people, but the platform's total is 2. No page is missing.",
    ]);
  });

  test('goes on at full width when the totals cannot be those of the rows', async () => {
    const { site } = await exported({
      rows: pagesOf(2500),
      instead: (_nth, _query, real) => ({ ...real, totals: { human: 1, ai: 0, total: 1 } }),
    });
    expect(site.mostAtOnce).toBe(4);
  });

  test('never ends: the budget does', async () => {
    const { pages, site } = await exported({
      rows: [],
      allowed: 20,
      instead: (nth, _query, real) => ({ ...real, views: [{ ...NOTHING, path: `/${nth}` }], hasMore: true }),
    });
    expect([site.queries.length, pages.rows.size, pages.complete]).toEqual([20, 20, false]);
  });

  const seven: Counts = { human: 2, ai: 5, total: 7 };
  // The platform's counts need not add up: each may be the only difference.
  test.each([
    ['the same', seven],
    ['more views', { human: 2, ai: 5, total: 8 }],
    ['more views, but by fewer people', { human: 1, ai: 7, total: 8 }],
    ['as many views, more by people', { human: 3, ai: 4, total: 7 }],
    ['as many views, more by people alone', { human: 3, ai: 5, total: 7 }],
    ['as many views, more by AI', { human: 2, ai: 6, total: 7 }],
  ])('gives a page again with %s: the larger counts stay, in any order', async (_, larger) => {
    for (const counts of [
      [larger, seven],
      [seven, larger],
    ]) {
      const { pages } = await exported({ rows: counts.map((each) => ({ path: '/twice', ...each })) });
      expect([...pages.rows.values()]).toMatchObject([{ path: '/twice', ...larger }]);
      expect(pages.sums).toEqual(larger);
    }
  });
});

describe('a request that fails', () => {
  /** 250 pages with views, and as many without: those add nothing to the totals. */
  const halfViewed = [
    ...pagesOf(250),
    ...pagesOf(250).map(({ path }) => ({ path: `/none${path}`, ...NOTHING })),
  ];

  test('leaves the export incomplete, even where the rows that came add up to the totals', async () => {
    const { pages, notes } = await exported({
      rows: halfViewed,
      instead: (_nth, { offset }) => (offset === 250 ? httpError(403) : undefined),
    });
    expect(pages.sums).toEqual(pages.totals);
    expect(pages.complete).toBe(false);
    expect(notes()).toEqual(['Not all pages of the period were read: There is a reason.']);
  });

  test('is made again after a pause, one at a time', async () => {
    const { pages, site, clock, log } = await exported({
      rows: pagesOf(2000),
      instead: (nth) => (nth >= 2 && nth <= 5 ? networkError() : undefined),
    });
    expect(pages.complete).toBe(true);
    const offsets = site.queries.map(({ offset }) => offset);
    expect(offsets.slice(0, 6)).toEqual([0, 250, 500, 750, 1000, 250]);
    expect(offsets.toSorted((a, b) => a - b).slice(0, 9)).toEqual([
      0, 250, 250, 500, 500, 750, 750, 1000, 1000,
    ]);
    expect(site.mostAtOnce).toBe(4);
    expect(clock.now()).toBeGreaterThanOrEqual(1_000);
    expect(log.texts('info')).toEqual(
      Array(4).fill('GET /v1/analytics/docs/views failed (ECONNRESET). It is sent again in 1 s.'),
    );
  });

  test('that was promised another try gets it, also when patience ends during the pause', async () => {
    const { pages, site, log } = await exported({
      rows: pagesOf(3),
      patienceMs: 1_500,
      instead: (nth) => (nth === 1 ? networkError() : undefined),
    });
    expect(log.texts('info')).toHaveLength(1);
    expect(site.queries).toHaveLength(2);
    expect([pages.complete, pages.error]).toEqual([true, undefined]);
  });

  test('is made three times at the most; then what is there is kept', async () => {
    const { pages, site, clock } = await exported({
      rows: pagesOf(2000),
      instead: (nth) => (nth >= 6 ? httpError(500) : undefined),
    });
    expect(pages.error).toMatchObject({ status: 500 });
    expect(pages.complete).toBe(false);
    expect(pages.rows.size).toBeGreaterThanOrEqual(1250);
    expect(site.queries.length).toBeLessThanOrEqual(5 + 4 + 2);
    expect(clock.now()).toBeGreaterThanOrEqual(5_000);
  });

  test('is not made again once other answers have shown that nothing is there', async () => {
    // Offsets 500 and 750 fail; only then does the answer for 250 come, and it holds the last rows.
    const { pages, site } = await exported({
      rows: pagesOf(400),
      delayMs: (nth) => (nth === 2 ? 100 : 10),
      instead: (_nth, { offset }, real) => (offset > 250 ? networkError() : { ...real, totals: NOTHING }),
    });
    expect(site.pastEnd(400)).toEqual([500, 750, 1000]);
    expect([pages.rows.size, pages.complete, pages.error]).toEqual([400, true, undefined]);
  });

  test('waits as long as a 429 asks for', async () => {
    const { pages, clock } = await exported({
      rows: pagesOf(600),
      instead: (nth) => (nth === 2 ? httpError(429, 90_000, 'slow down') : undefined),
    });
    expect(pages.complete).toBe(true);
    expect(clock.now()).toBeGreaterThanOrEqual(90_000);
  });

  test.each([
    ['429 without Retry-After', httpError(429), {}],
    ['429 that asks for more time than there is', httpError(429, 700_000), {}],
    ['429 when patience is at an end', httpError(429, 5_000), { patienceMs: 4_000 }],
    ['401', httpError(401), {}],
  ])('ends the whole run: %s', async (_name, error, more) => {
    const instead = (nth: number) => (nth >= 2 ? error : undefined);
    const { pages, requests, site } = await exported({ rows: pagesOf(2000), ...more, instead });
    expect(pages.rows.size).toBe(250);
    expect([pages.error, requests.closedBy, requests.left]).toEqual([error, error, 0]);
    expect(site.queries.length).toBeLessThanOrEqual(5);
  });

  test.each([403, 404, 400])('ends this export alone: %i', async (status) => {
    const { pages, requests } = await exported({
      rows: pagesOf(2000),
      instead: (nth) => (nth >= 2 ? httpError(status) : undefined),
    });
    expect(pages.error).toMatchObject({ status });
    expect([pages.complete, requests.closedBy]).toEqual([false, undefined]);
  });

  test('is the reason when the budget leaves no room for another try', async () => {
    const { pages } = await exported({ rows: pagesOf(3), allowed: 1, instead: () => httpError(503) });
    expect(pages.error).toMatchObject({ status: 503 });
  });

  test('because of a mistake in the code is thrown', async () => {
    const { requests, pages } = setUp({
      rows: pagesOf(600),
      instead: (nth) => (nth === 2 ? new TypeError('oops') : undefined),
    });
    await expect(requests.serve([pages])).rejects.toThrow('oops');
  });

  test('never costs more than the budget, and never a row, whatever fails', async () => {
    const answers = { ok: undefined, reset: networkError(), 500: httpError(500), 429: httpError(429, 2_000) };
    const fault = fc.constantFrom('ok', 'ok', 'ok', 'reset', '500', '429') as fc.Arbitrary<
      keyof typeof answers
    >;
    const faults = fc.array(fault, { minLength: 1, maxLength: 15 });
    const budgets = fc.integer({ min: 1, max: 20 });
    await fc.assert(
      fc.asyncProperty(sizes, faults, budgets, delays, async (size, plan, allowed, delayList) => {
        const rows = pagesOf(size);
        const { pages, site, requests } = await exported({
          rows,
          allowed,
          delayMs: cycle(delayList),
          instead: (nth) => answers[plan[nth % plan.length] ?? 'ok'],
        });
        expect(site.queries.length).toBeLessThanOrEqual(allowed);
        expect(requests.spent).toBe(site.queries.length);
        expect(site.mostAtOnce).toBeLessThanOrEqual(4);
        const known = new Map(rows.map((row) => [row.path, row]));
        for (const row of pages.rows.values()) expect([row]).toMatchObject([known.get(row.path)]);
        expect(pages.complete).toBe(
          pages.totals !== undefined && pages.rows.size === size && pages.done && !pages.error,
        );
      }),
      { numRuns: 80 },
    );
  });
});

test.each([
  ['while answers are under way', 15],
  ['while a retry is waited for', 500],
])('an interruption ends the export at once: %s', async (_name, afterMs) => {
  const controller = new AbortController();
  const reason = new Error('SIGTERM');
  const { requests, pages, clock } = setUp({
    rows: pagesOf(2000),
    signal: controller.signal,
    instead: (nth) => (nth >= 6 ? networkError() : undefined),
  });
  clock.at(afterMs, () => controller.abort(reason));
  await expect(requests.serve([pages])).rejects.toBe(reason);
  expect(clock.now()).toBe(afterMs);
});
