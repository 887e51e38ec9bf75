import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Budget } from '../../src/analytics/budget.ts';
import { pageNotes, reasonOf } from '../../src/analytics/notes.ts';
import { PagedReader } from '../../src/analytics/paged-reader.ts';
import { boundsOf } from '../../src/analytics/period.ts';
import { Progress } from '../../src/analytics/reader.ts';
import type { Counts, PageViews, ViewsResponse } from '../../src/platform/schemas.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';
import { FakeSite, type FakeSiteOptions, httpError, networkError, pagesOf, sumOf } from './fake-site.ts';

interface Setup extends Omit<FakeSiteOptions, 'clock'> {
  readonly maxRequests?: number;
  readonly signal?: AbortSignal;
  readonly patienceMs?: number;
}

/** Everything around one export. */
function setUp({ maxRequests = 1000, signal, patienceMs = 600_000, ...site }: Setup) {
  const clock = new SimulatedClock();
  const log = new CollectedLog();
  const budget = new Budget(maxRequests);
  const platform = new FakeSite({ clock, ...site });
  const progress = new Progress(log, clock, budget);
  const pages = new PagedReader(
    platform,
    {
      budget,
      clock,
      log,
      progress,
      deadlineMs: patienceMs,
      signal: signal ?? new AbortController().signal,
    },
    { kind: 'dates', from: '2026-01-01', to: '2026-01-08' },
  );
  const notes = () => pageNotes(pages, 'the period', reasonOf(pages.error, budget));
  return { clock, log, budget, platform, pages, notes, site: platform };
}

async function exported(setup: Setup) {
  const all = setUp(setup);
  await all.pages.run(all.budget.left);
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

describe('an export', () => {
  test('asks for 250 rows of the period at a time', async () => {
    const { site } = await exported({ rows: pagesOf(251) });
    const bounds = { dateFrom: '2026-01-01', dateTo: '2026-01-08', limit: 250 };
    expect(site.queries).toEqual([
      { ...bounds, offset: 0 },
      { ...bounds, offset: 250 },
    ]);
  });

  test('sends no dates for all time', async () => {
    const { platform, clock, budget, log } = setUp({ rows: pagesOf(3) });
    const progress = new Progress(log, clock, budget);
    const { signal } = new AbortController();
    const context = { budget, clock, log, progress, deadlineMs: 0, signal };
    await new PagedReader(platform, context, { kind: 'all' }).run(1);
    expect(platform.queries).toEqual([{ limit: 250, offset: 0 }]);
  });

  test('gives exactly the rows of the site, whatever its size and order, and however long answers take', async () => {
    await fc.assert(
      fc.asyncProperty(anySite, delays, async (rows, delayList) => {
        const { pages, site, budget, notes } = await exported({ rows, delayMs: cycle(delayList) });
        expect(byPath(pages.rows.values())).toEqual(byPath(rows));
        expect(pages.complete).toBe(true);
        expect(pages.sums).toEqual(sumOf(rows));
        expect(pages.totals).toEqual(sumOf(rows));
        expect(notes()).toEqual([]);
        expect(site.mostAtOnce).toBeLessThanOrEqual(4);
        expect(budget.spent).toBe(site.queries.length);
        expect(budget.spent).toBeLessThanOrEqual(Math.max(1, Math.ceil(rows.length / 250)) + 3);
        expect(site.pastEnd(rows.length).length).toBeLessThanOrEqual(3);
        expect(new Set(site.queries.map(({ offset }) => offset)).size).toBe(site.queries.length);
      }),
      { numRuns: 60 },
    );
  });

  test('works with a platform that gives fewer rows than were asked for', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 1, max: 249 }),
        delays,
        async (size, cap, delayList) => {
          const rows = pagesOf(size);
          const { pages, site } = await exported({ rows, cap, delayMs: cycle(delayList) });
          expect(byPath(pages.rows.values())).toEqual(byPath(rows));
          expect(pages.complete).toBe(true);
          expect(site.queries.length).toBeLessThanOrEqual(Math.ceil(size / cap) + 3);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('learns from the first answer how many rows an answer holds', async () => {
    const { site } = await exported({ rows: pagesOf(600), cap: 100 });
    const offsets = site.queries.map(({ offset }) => offset).sort((a, b) => a - b);
    expect(offsets.slice(0, 6)).toEqual([0, 100, 200, 300, 400, 500]);
    expect(offsets.length).toBeLessThanOrEqual(6 + 3);
  });

  test('fills the gaps when some answers are short', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 250 }), { minLength: 1, maxLength: 8 }),
        delays,
        async (caps, delayList) => {
          const rows = pagesOf(900);
          const { pages } = await exported({
            rows,
            delayMs: cycle(delayList),
            instead: (nth, { offset }, { totals }) => {
              const end = offset + cycle(caps)(nth);
              return { totals, views: rows.slice(offset, end), oddRows: 0, hasMore: end < rows.length };
            },
          });
          expect(byPath(pages.rows.values())).toEqual(byPath(rows));
          expect(pages.complete).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('leaves out rows of another shape, goes on, and tells how many they were', async () => {
    const rows = pagesOf(600);
    const { pages, notes } = await exported({
      rows,
      instead: (_nth, { offset }, real) => ({
        ...real,
        views: real.views.filter((_, index) => offset > 0 || index > 1),
        oddRows: offset > 0 ? 0 : 2,
      }),
    });
    expect(pages.rows.size).toBe(598);
    expect(pages.complete).toBe(false);
    expect(notes()).toEqual([
      "The platform's answers on the period do not agree: the pages have 26,546 views (22,958 by people, 3,588 by AI), and the total is 28,387 views (24,792 by people, 3,595 by AI); 598 pages came, which is not the number of rows. Pages may be missing.",
      'The platform sent 2 rows of the period in another shape than it documents. The report leaves them out.',
    ]);
  });

  test('goes on after an answer that holds nothing but rows of another shape', async () => {
    const rows = pagesOf(600);
    const { pages } = await exported({
      rows,
      instead: (_nth, { offset }, real) =>
        offset === 250 ? { ...real, views: [], oddRows: 250 } : undefined,
    });
    expect(pages.rows.size).toBe(350);
    expect(pages.oddRows).toBe(250);
  });

  test('adds fractions as people do', async () => {
    const rows = Array.from({ length: 600 }, (_, index) => ({
      path: `/${index}`,
      human: 0.1,
      ai: 0.2,
      total: 0.3,
    }));
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

  test('goes on at full width when the totals cannot be those of the rows', async () => {
    const rows = pagesOf(2500);
    const { pages, site, notes } = await exported({
      rows,
      instead: (_nth, _query, real) => ({ ...real, totals: { human: 1, ai: 0, total: 1 } }),
    });
    expect(site.mostAtOnce).toBe(4);
    expect(pages.complete).toBe(true);
    expect(notes()).toEqual([
      expect.stringMatching(
        /do not agree: the pages have .*, and the total is 1 view .* No page is missing\.$/,
      ),
    ]);
  });

  test('says so when only the kinds of views do not add up', async () => {
    const rows = [{ path: '/a', human: 3, ai: 1, total: 4 }];
    const { notes } = await exported({
      rows,
      instead: (_nth, _query, real) => ({ ...real, totals: { human: 2, ai: 2, total: 4 } }),
    });
    expect(notes()).toEqual([
      "The platform's answers on the period do not agree: the pages have 4 views (3 by people, 1 by AI), and the total is 4 views (2 by people, 2 by AI). No page is missing.",
    ]);
  });

  test('spends what it may, and can go on later', async () => {
    const { pages, budget, site, notes } = setUp({ rows: pagesOf(613), maxRequests: 10 });
    await pages.run(2);
    expect([pages.rows.size, budget.spent, pages.done, pages.complete]).toEqual([500, 2, false, false]);
    expect(pages.totals).toEqual(sumOf(pagesOf(613)));
    expect(notes()).toEqual(['Not all pages of the period were read: max-requests (10) was used up.']);
    await pages.run(5);
    expect([pages.rows.size, budget.spent, pages.done, pages.complete]).toEqual([613, 3, true, true]);
    await pages.run(5);
    expect(site.queries).toHaveLength(3);
  });

  test('tells now and then how far it is', async () => {
    const { log } = await exported({ rows: pagesOf(25_000), delayMs: () => 100 });
    expect(log.lines.length).toBeLessThanOrEqual(5);
    expect(log.texts('info')[0]).toMatch(/^[\d,]+ rows after \d+ requests; \d+ left\.$/);
    const slow = await exported({ rows: pagesOf(1000), delayMs: () => 6_000 });
    expect(slow.log.texts('info')).toHaveLength(1);
  });
});

describe('a platform that is not sound', () => {
  /** An answer to the nth request and all later ones. */
  const from = (
    start: number,
    answer: (real: ViewsResponse) => ViewsResponse,
  ): NonNullable<Setup['instead']> => {
    return (nth, _query, real) => (nth >= start ? answer(real) : undefined);
  };

  test('repeats the first rows for ever: reading ends', async () => {
    const rows = pagesOf(1000);
    const first = rows.slice(0, 250);
    const { pages, site, notes } = await exported({
      rows,
      instead: from(1, (real) => ({ ...real, views: first, hasMore: true })),
    });
    expect(pages.rows.size).toBe(250);
    expect(pages.complete).toBe(false);
    expect(site.queries.length).toBeLessThanOrEqual(5);
    expect(notes()).toEqual([
      expect.stringMatching(/do not agree: .*; 250 pages came, which is not .*\. Pages may be missing\.$/),
    ]);
  });

  test('has more for ever and sends nothing: reading ends', async () => {
    const { pages, site, notes } = await exported({
      rows: pagesOf(2000),
      instead: from(3, (real) => ({ ...real, views: [], hasMore: true })),
    });
    expect(pages.rows.size).toBe(500);
    expect(pages.complete).toBe(false);
    expect(site.queries.length).toBeLessThanOrEqual(6);
    expect(notes()).toEqual([
      expect.stringMatching(/do not agree: .*; 500 pages came, which is not .*\. Pages may be missing\.$/),
    ]);
  });

  test('has no rows but more: reading ends', async () => {
    const { pages, site } = await exported({
      rows: [],
      instead: from(1, (real) => ({
        ...real,
        totals: { human: 1, ai: 1, total: 2 },
        views: [],
        hasMore: true,
      })),
    });
    expect(pages.complete).toBe(false);
    expect(site.queries).toHaveLength(1);
  });

  test('begins again after the last row, for ever: reading ends, and the totals show that none is missing', async () => {
    const rows = pagesOf(613);
    const { pages, site, notes } = await exported({
      rows,
      instead: (_nth, { offset }, real) => ({
        ...real,
        views: Array.from({ length: 250 }, (_, index) => rows[(offset + index) % 613] as PageViews),
        hasMore: true,
      }),
    });
    expect(pages.complete).toBe(true);
    expect(site.queries.length).toBeLessThanOrEqual(6);
    expect(notes()).toEqual([
      "The platform's answers on the period do not agree: 613 pages came, which is not the number of rows. No page is missing.",
    ]);
  });

  test('says at last that there is more, past rows that it said were the last: all are there', async () => {
    const rows = pagesOf(700);
    const { pages, notes } = await exported({
      rows,
      // The last rows take longest, so what was asked for beyond them is answered before.
      delayMs: (nth) => (nth === 3 ? 100 : 10),
      instead: (_nth, { offset }, real) => ({
        ...real,
        totals: { human: 1, ai: 0, total: 1 },
        hasMore: offset !== 500,
      }),
    });
    expect(pages.rows.size).toBe(700);
    expect(pages.complete).toBe(true);
    expect(notes()).toHaveLength(1);
  });

  test('never ends: the budget does', async () => {
    const { pages, site } = await exported({
      rows: [],
      maxRequests: 20,
      instead: (nth, _query, real) => ({
        ...real,
        views: [{ path: `/${nth}`, human: 1, ai: 0, total: 1 }],
        hasMore: true,
      }),
    });
    expect(site.queries).toHaveLength(20);
    expect(pages.complete).toBe(false);
    expect(pages.rows.size).toBe(20);
  });

  test('moves its totals: the first are kept, and it is told', async () => {
    const { pages, notes } = await exported({
      rows: pagesOf(600),
      instead: (nth, _query, real) => ({ ...real, totals: { ...real.totals, ai: real.totals.ai + nth - 1 } }),
    });
    expect(pages.totals).toEqual(sumOf(pagesOf(600)));
    expect(notes()).toEqual([
      "The platform's answers on the period do not agree: counts changed while they were read, and the larger ones are shown. No page is missing.",
    ]);
  });

  test('gives the same rows twice: each page counts once, and the totals show that none is missing', async () => {
    const rows = pagesOf(600);
    const { pages, notes } = await exported({
      rows,
      instead: (_nth, { offset }, real) => ({
        ...real,
        views: rows.slice(Math.max(0, offset - 10), offset + 240),
        hasMore: offset + 240 < 600,
      }),
    });
    expect(byPath(pages.rows.values())).toEqual(byPath(rows));
    expect(pages.complete).toBe(true);
    expect(notes()).toEqual([
      "The platform's answers on the period do not agree: 600 pages came, which is not the number of rows. No page is missing.",
    ]);
  });

  test('changes its order between two answers: pages may be missing, and that is told', async () => {
    const rows = pagesOf(600);
    const { pages, notes } = await exported({
      rows,
      instead: (_nth, { offset }, real) =>
        offset === 250 ? { ...real, views: rows.slice(240, 490) } : undefined,
    });
    expect(pages.rows.size).toBe(590);
    expect(pages.complete).toBe(false);
    expect(notes()).toEqual([
      expect.stringMatching(/; 590 pages came, which is not the number of rows\. Pages may be missing\.$/),
    ]);
  });

  test('sends rows beyond the end that it told: they are kept, and not trusted to be all', async () => {
    const { pages, notes } = await exported({
      rows: pagesOf(1000),
      instead: (_nth, { offset }, real) => ({
        ...real,
        totals: { human: 1e6, ai: 0, total: 1e6 },
        hasMore: offset !== 250 && real.hasMore,
      }),
    });
    expect(pages.complete).toBe(false);
    expect(pages.rows.size).toBeGreaterThan(500);
    expect(notes()[0]).toMatch(
      /; 1,000 pages came, which is not the number of rows\. Pages may be missing\.$/,
    );
  });

  test('says that there is more where the rows had ended anyway: that is no matter', async () => {
    const { pages } = await exported({
      rows: pagesOf(500),
      instead: (_nth, { offset }, real) =>
        offset === 500
          ? { ...real, views: [], hasMore: true }
          : { ...real, totals: { human: 0, ai: 0, total: 0 } },
    });
    expect(pages.rows.size).toBe(500);
    expect(pages.complete).toBe(true);
  });

  test('never says where the rows end: they are all there if they add up', async () => {
    const { pages } = await exported({
      rows: pagesOf(250),
      instead: (_nth, _query, real) => ({ ...real, hasMore: true }),
    });
    expect(pages.complete).toBe(true);
    expect(pages.end).toBe(Number.POSITIVE_INFINITY);
  });

  const seven: Counts = { human: 2, ai: 5, total: 7 };
  // The platform's counts need not add up: each may be the only difference.
  test.each([
    ['more views', { human: 2, ai: 5, total: 8 }, seven],
    ['more views, but by fewer people', { human: 1, ai: 7, total: 8 }, seven],
    ['as many views, more by people', { human: 3, ai: 4, total: 7 }, seven],
    ['as many views, more by people alone', { human: 3, ai: 5, total: 7 }, seven],
    ['as many views, more by people and more by AI', { human: 3, ai: 6, total: 7 }, seven],
    ['as many views, more by AI', { human: 2, ai: 6, total: 7 }, seven],
  ])('gives a page again with %s: that stays, and the conflict is counted', async (_, larger, smaller) => {
    for (const counts of [
      [larger, smaller],
      [smaller, larger],
    ]) {
      const { pages } = await exported({ rows: counts.map((each) => ({ path: '/twice', ...each })) });
      expect([...pages.rows.values()]).toMatchObject([{ path: '/twice', ...larger }]);
      expect(pages.changed).toBe(true);
      expect(pages.sums).toEqual(larger);
    }
  });

  test('gives the same row again: that is no conflict', async () => {
    const { pages } = await exported({ rows: [seven, seven].map((each) => ({ path: '/twice', ...each })) });
    expect(pages.changed).toBe(false);
    expect(pages.sums).toEqual(seven);
  });

  test.each([
    [1, 0, { human: 2, ai: 5, total: 7 }],
    [0, 1, { human: 2, ai: 5, total: 7 }],
  ])('gives one page with different counts: the larger stay, in any order (%i, %i)', async (a, b, counts) => {
    const variants = [
      { path: '/twice', human: 2, ai: 5, total: 7 },
      { path: '/twice', human: 1, ai: 6, total: 7 },
    ];
    const rows = [a, b].map((index) => variants[index] as PageViews);
    const { pages, notes } = await exported({
      rows: [...rows, { path: '/twice', human: 0, ai: 1, total: 1 }],
    });
    expect([...pages.rows.values()]).toMatchObject([{ path: '/twice', ...counts }]);
    expect(pages.sums).toEqual(counts);
    expect(pages.complete).toBe(false);
    expect(notes()[0]).toContain('; counts changed while they were read, and the larger ones are shown;');
  });
});

test('the bounds are those of the period, and none for all time', () => {
  expect(boundsOf({ kind: 'all' })).toStrictEqual({});
  expect(boundsOf({ kind: 'dates', from: '2026-01-01', to: '2026-01-08' })).toEqual({
    dateFrom: '2026-01-01',
    dateTo: '2026-01-08',
  });
});

describe('a request that fails', () => {
  /** 250 pages with views, and as many without: those add nothing to the totals. */
  const halfViewed = [
    ...pagesOf(250),
    ...pagesOf(250).map(({ path }) => ({ path: `/none${path}`, human: 0, ai: 0, total: 0 })),
  ];

  test('leaves the export incomplete, even where the rows that came add up to the totals', async () => {
    const { pages } = await exported({
      rows: halfViewed,
      instead: (_nth, { offset }) => (offset === 250 ? httpError(403) : undefined),
    });
    expect(pages.sums).toEqual(pages.totals);
    expect(pages.complete).toBe(false);
  });

  test('leaves the end open while it may yet be asked again', async () => {
    const { pages } = await exported({
      rows: [...halfViewed.slice(0, 250), ...pagesOf(500).slice(250)],
      maxRequests: 3,
      instead: (_nth, { offset }) => (offset === 250 ? httpError(500) : undefined),
    });
    expect(pages.done).toBe(false);
    expect(pages.complete).toBe(false);
  });

  test('is made again after a pause, alone until one is answered', async () => {
    const { pages, site, clock, log } = await exported({
      rows: pagesOf(2000),
      instead: (nth) => (nth >= 2 && nth <= 5 ? networkError() : undefined),
    });
    expect(pages.complete).toBe(true);
    expect(site.queries.map(({ offset }) => offset).slice(0, 7)).toEqual([0, 250, 500, 750, 1000, 250, 500]);
    expect(clock.now()).toBeGreaterThanOrEqual(1_000);
    expect(log.texts('info').filter((text) => text.includes('again'))).toEqual([
      'GET /v1/analytics/docs/views failed (ECONNRESET). It is sent again in 1 s.',
    ]);
  });

  test('is made three times at the most; then what is there is kept', async () => {
    const { pages, site, clock, notes } = await exported({
      rows: pagesOf(2000),
      instead: (nth) => (nth >= 6 ? httpError(500) : undefined),
    });
    expect(pages.done).toBe(true);
    expect(pages.complete).toBe(false);
    expect(pages.rows.size).toBeGreaterThanOrEqual(1250);
    expect(site.queries.length).toBeLessThanOrEqual(5 + 4 + 2);
    expect(clock.now()).toBeGreaterThanOrEqual(5_000);
    expect(notes()).toEqual([
      'Not all pages of the period were read: GET /v1/analytics/docs/views was answered 500. Try again later.',
    ]);
  });

  test('is not made again once other answers have shown that nothing is there', async () => {
    // Offsets 500 and 750 fail; only then does the answer for 250 come, and it holds the last rows.
    const { pages, site } = await exported({
      rows: pagesOf(400),
      delayMs: (nth) => (nth === 2 ? 100 : 10),
      instead: (_nth, { offset }, real) =>
        offset > 250 ? networkError() : { ...real, totals: { human: 0, ai: 0, total: 0 } },
    });
    expect(site.pastEnd(400)).toEqual([500, 750, 1000]);
    expect(pages.rows.size).toBe(400);
    expect(pages.complete).toBe(true);
    expect(pages.error).toBeUndefined();
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
    const { pages, budget, site } = await exported({
      rows: pagesOf(2000),
      ...more,
      instead: (nth) => (nth >= 2 ? error : undefined),
    });
    expect(pages.rows.size).toBe(250);
    expect(pages.error).toBe(error);
    expect(budget.closedBy).toBe(error);
    expect(budget.left).toBe(0);
    expect(site.queries.length).toBeLessThanOrEqual(5);
  });

  test.each([403, 404, 400])('ends this export alone: %i', async (status) => {
    const { pages, budget } = await exported({
      rows: pagesOf(2000),
      instead: (nth) => (nth >= 2 ? httpError(status) : undefined),
    });
    expect(pages.error).toMatchObject({ status });
    expect(pages.complete).toBe(false);
    expect(budget.left).toBeGreaterThan(0);
  });

  test('may be the first, before there is anything to keep', async () => {
    const { pages, site, notes } = await exported({ rows: pagesOf(3), instead: () => httpError(404) });
    expect(site.queries).toHaveLength(1);
    expect(pages.totals).toBeUndefined();
    expect(notes()).toEqual([
      'The pages of the period were not read: GET /v1/analytics/docs/views was answered 404. Try again later.',
    ]);
  });

  test('is named as the reason when the budget leaves no room for another try', async () => {
    const { pages, notes } = await exported({
      rows: pagesOf(3),
      maxRequests: 1,
      instead: () => httpError(503),
    });
    expect(pages.done).toBe(false);
    expect(pages.error).toMatchObject({ status: 503 });
    expect(notes()[0]).toContain('answered 503');
  });

  test('because of a mistake in the code is thrown', async () => {
    const { pages } = setUp({
      rows: pagesOf(600),
      instead: (nth) => (nth === 2 ? new TypeError('oops') : undefined),
    });
    await expect(pages.run(5)).rejects.toThrow('oops');
  });

  test('never costs more than the budget, and never a row, whatever fails', async () => {
    const faults = fc.array(fc.constantFrom('ok', 'ok', 'ok', 'reset', '500', '429'), {
      minLength: 1,
      maxLength: 15,
    });
    await fc.assert(
      fc.asyncProperty(
        sizes,
        faults,
        fc.integer({ min: 1, max: 20 }),
        delays,
        async (size, plan, maxRequests, delayList) => {
          const rows = pagesOf(size);
          const { pages, site, budget } = await exported({
            rows,
            maxRequests,
            delayMs: cycle(delayList),
            instead: (nth) => {
              const fault = plan[nth % plan.length];
              if (fault === 'reset') return networkError();
              if (fault === '500') return httpError(500);
              return fault === '429' ? httpError(429, 2_000) : undefined;
            },
          });
          expect(site.queries.length).toBeLessThanOrEqual(maxRequests);
          expect(budget.spent).toBe(site.queries.length);
          expect(site.mostAtOnce).toBeLessThanOrEqual(4);
          const known = new Map(rows.map((row) => [row.path, row]));
          for (const row of pages.rows.values()) expect([row]).toMatchObject([known.get(row.path)]);
          expect(pages.complete).toBe(
            pages.totals !== undefined && pages.rows.size === size && pages.done && !pages.error,
          );
          if (pages.complete) expect(byPath(pages.rows.values())).toEqual(byPath(rows));
        },
      ),
      { numRuns: 80 },
    );
  });
});

describe('an interruption', () => {
  test.each([
    ['while answers are under way', 15],
    ['while a retry is waited for', 500],
  ])('ends the export at once: %s', async (_name, afterMs) => {
    const controller = new AbortController();
    const reason = new Error('SIGTERM');
    const { pages, clock, site } = setUp({
      rows: pagesOf(2000),
      signal: controller.signal,
      instead: (nth) => (nth >= 6 ? networkError() : undefined),
    });
    clock.at(afterMs, () => controller.abort(reason));
    await expect(pages.run(100)).rejects.toBe(reason);
    expect(clock.now()).toBe(afterMs);
    const before = site.queries.length;
    await expect(pages.run(100)).rejects.toBe(reason);
    expect(site.queries).toHaveLength(before);
  });
});
