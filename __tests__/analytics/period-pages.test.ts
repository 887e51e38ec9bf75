import { describe, expect, test } from '@jest/globals';
import { PeriodPages } from '../../src/analytics/period-pages.ts';
import { type BudgetOptions, RequestBudget } from '../../src/analytics/request-budget.ts';
import type { Counts, PageViews, ViewsResponse } from '../../src/platform/schemas.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import fc from '../helpers/fast-check.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';
import { FakeSite, type FakeSiteOptions, httpError, networkError, pagesOf, sumOf } from './fake-site.ts';

interface Setup extends Omit<FakeSiteOptions, 'clock'>, Partial<BudgetOptions> {}

/** Everything around the reading of one period. */
function setUp({ maxRequests = 1000, signal = new AbortController().signal, ...options }: Setup) {
  const clock = new SimulatedClock();
  const log = new CollectedLog();
  const platform = new FakeSite({ clock, ...options });
  const budget = new RequestBudget({ maxRequests, clock, log, signal, platform });
  const pages = new PeriodPages({ from: '2026-01-01', to: '2026-01-07' });
  const read = () => budget.readFirst([pages]).then(() => budget.readRest(pages));
  return { clock, log, budget, pages, site: platform, read };
}

async function exported(setup: Setup) {
  const all = setUp(setup);
  await all.read();
  return all;
}

/** Offsets of requests at or after the last row. */
const pastEnd = ({ queries }: FakeSite, count: number) =>
  queries.map(({ offset }) => offset).filter((offset) => offset > 0 && offset >= count);

/** Such an error in the place of the answers from the `first` on. */
const failing = (first: number, errorOf: () => Error, last = Number.POSITIVE_INFINITY) => {
  return (nth: number) => (nth >= first && nth <= last ? errorOf() : undefined);
};

const byPath = (rows: readonly PageViews[]) => rows.toSorted((a, b) => (a.path < b.path ? -1 : 1));

/** What comes in the place of the nth, from a list, again and again. */
const cycle =
  <T>(list: readonly T[]) =>
  (nth: number): T =>
    list[nth % list.length] as T;

const sizes = fc.oneof(
  fc.integer({ min: 0, max: 1300 }),
  fc.constantFrom(0, 1, 249, 250, 251, 499, 500, 501, 613, 750, 1000, 3000),
);
const delays = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 12 });
/** Rows in any order, with counts of any kind, few or many; a row without views is no page. */
const anySite = fc.tuple(sizes, fc.infiniteStream(fc.tuple(fc.nat(3000), fc.nat(40)))).map(([size, stream]) =>
  [...stream.take(size)].map(([human, ai], index): PageViews => {
    return { path: `/${index}`, human, ai, total: human + ai };
  }),
);
/** The most rows that an answer has, again and again. */
const caps = fc.array(fc.integer({ min: 1, max: 250 }), { minLength: 1, maxLength: 8 });
const NOTHING = { human: 0, ai: 0, total: 0 };

describe('the pages of a period', () => {
  test('are asked for by 250, one page, then two, then four at once', async () => {
    const { site, clock } = await exported({ rows: pagesOf(10_000), delayMs: () => 100 });
    const bounds = { dateFrom: '2026-01-01', dateTo: '2026-01-08', limit: 250 };
    const offsets = Array.from({ length: 43 }, (_, index) => 250 * index);
    expect(site.queries).toStrictEqual(offsets.map((offset) => ({ ...bounds, offset })));
    expect(site.mostAtOnce).toBe(4);
    // 1 + 2 + 10 × 4.
    expect(clock.now()).toBe(1_200);
  });

  test.each([
    [250, 1],
    [251, 3],
    [750, 3],
    [751, 7],
  ])('of a site of %i pages take %i requests', async (size, requests) => {
    const { site, pages } = await exported({ rows: pagesOf(size) });
    expect([site.queries.length, pages.isComplete]).toEqual([requests, true]);
  });

  test.each<[string, fc.Arbitrary<PageViews[]>, fc.Arbitrary<number[]>]>([
    ['whatever their number and order, and however long answers take', anySite, fc.constant([250])],
    ['when answers have fewer rows than were asked for', fc.nat(900).map((size) => pagesOf(size)), caps],
  ])('are exactly those of the site, %s', async (_, sites, capLists) => {
    await fc.assert(
      fc.asyncProperty(sites, capLists, delays, async (rows, capList, delayList) => {
        const { pages, site, budget } = await exported({
          rows,
          delayMs: cycle(delayList),
          instead: (nth, { offset, limit }, { totals }) => {
            const end = offset + Math.min(limit, cycle(capList)(nth));
            return { totals, views: rows.slice(offset, end), oddRows: 0, hasMore: end < rows.length };
          },
        });
        expect(byPath(pages.rows)).toEqual(byPath(rows.filter(({ total }) => total > 0)));
        expect([pages.isComplete, pages.isUnsound, pages.oddRows]).toEqual([true, false, 0]);
        expect([pages.sums, pages.totals]).toEqual([sumOf(rows), sumOf(rows)]);
        expect(site.mostAtOnce).toBeLessThanOrEqual(4);
        expect(budget.spent).toBe(site.queries.length);
        expect(pastEnd(site, rows.length).length).toBeLessThanOrEqual(3);
        expect(new Set(site.queries.map(({ offset }) => offset)).size).toBe(site.queries.length);
      }),
      { numRuns: 60 },
    );
  });

  test('leave out rows of another shape, and those without views', async () => {
    const { pages } = await exported({
      rows: [...pagesOf(600), { path: '/unseen', ...NOTHING }],
      instead: (_nth, { offset }, real) =>
        offset === 250 ? { ...real, views: real.views.slice(1), oddRows: 1 } : undefined,
    });
    expect([pages.rows.length, pages.oddRows, pages.isComplete]).toEqual([599, 1, false]);
  });
});

describe('a platform that is not sound', () => {
  type Answer = (real: ViewsResponse, offset: number, nth: number) => Partial<ViewsResponse>;
  const rows = pagesOf(613);
  const around = (start: number, count = 250) =>
    Array.from({ length: count }, (_, index) => rows[(start + index) % 613] as PageViews);
  const FOREVER = { views: [], hasMore: true };
  /** The last of them, with less than 1 % of the views. */
  const rare = rows.map((row, index) => (index < 500 ? row : { ...row, human: 1, ai: 0, total: 1 }));

  test.each<[string, number, boolean, number, Answer, PageViews[]?]>([
    ['repeats the first rows for ever', 250, false, 3, () => ({ views: around(0), hasMore: true })],
    ['sends nothing more for ever', 500, false, 3, (real, offset) => (offset > 250 ? FOREVER : real)],
    [
      'keeps back 1 view of each page',
      500,
      false,
      3,
      (real, offset) => (offset > 250 ? FOREVER : real),
      rare,
    ],
    ['has no rows but more', 0, false, 1, () => FOREVER],
    ['begins again after the last row', 613, true, 7, (_, offset) => ({ ...FOREVER, views: around(offset) })],
    ['says at the end that there is more', 613, true, 4, () => ({ hasMore: true })],
    ['gives some rows twice', 613, true, 3, (_, offset) => ({ views: around(Math.max(0, offset - 10)) })],
    ['changes its order', 603, false, 3, (real, offset) => (offset === 250 ? { views: around(240) } : real)],
    ['has other totals than its rows', 613, true, 3, () => ({ totals: { human: 1, ai: 0, total: 1 } })],
    ['moves its totals', 613, true, 3, ({ totals }, _, nth) => ({ totals: { ...totals, ai: nth } })],
    [
      'sends rows beyond the end that it told',
      ...([700, false, 3] as const),
      (real, offset) => ({
        totals: { human: 1e6, ai: 0, total: 1e6 },
        hasMore: offset === 0 || (offset > 250 && real.hasMore),
      }),
      pagesOf(700),
    ],
  ])('%s: %i pages are read, all of them: %s', async (_, read, isComplete, most, answer, site = rows) => {
    const { pages, site: asked } = await exported({
      rows: site,
      instead: (nth, { offset }, real) => ({ ...real, ...answer(real, offset, nth) }),
    });
    expect([pages.rows.length, pages.isComplete]).toEqual([read, isComplete]);
    const real = { totals: sumOf(site), views: site.slice(0, 250), oddRows: 0, hasMore: true };
    expect(pages.totals).toEqual({ ...real, ...answer(real, 0, 1) }.totals);
    expect(asked.queries.length).toBeLessThanOrEqual(most);
  });

  test('says that these are all: up to 1 % of the views may be on none', async () => {
    const isWhole = async (missing: number) => {
      const totals = { human: 100_000, ai: 0, total: 100_000 };
      const rows = [{ path: '/a', human: 100_000 - missing, ai: 0, total: 100_000 - missing }];
      const { pages } = await exported({ rows, instead: (_nth, _query, real) => ({ ...real, totals }) });
      return [pages.isComplete, pages.isUnsound];
    };
    const whole = [true, false];
    expect(await Promise.all([100, 1_000, 1_001].map(isWhole))).toEqual([whole, whole, [false, true]]);
  });

  test('never ends: the budget does', async () => {
    const { pages, site } = await exported({
      rows: [],
      maxRequests: 20,
      instead: (nth, _, real) => ({ ...real, views: pagesOf(nth).slice(-1), hasMore: true }),
    });
    expect([site.queries.length, pages.rows.length, pages.isComplete]).toEqual([20, 20, false]);
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
      expect(pages.rows).toEqual([{ path: '/twice', ...larger }]);
      expect([pages.sums, pages.isComplete]).toEqual([larger, false]);
    }
  });
});

describe('a request that fails', () => {
  test('leaves the pages incomplete, even where the rows that came add up to the totals', async () => {
    const unseen = pagesOf(250).map(({ path }) => ({ path: `/none${path}`, ...NOTHING }));
    const { pages } = await exported({
      rows: [...pagesOf(250), ...unseen],
      instead: (_nth, { offset }) => (offset === 250 ? httpError(403) : undefined),
    });
    expect(pages.sums).toEqual(pages.totals);
    expect(pages.isComplete).toBe(false);
  });

  test('is made again after a pause, one at a time', async () => {
    const { pages, site, clock, log } = await exported({
      rows: pagesOf(2000),
      instead: failing(4, networkError, 7),
    });
    expect(pages.isComplete).toBe(true);
    const again = [750, 1000, 1250, 1500];
    const offsets = [0, 250, 500, ...again, ...again, 1750, 2000, 2250, 2500];
    expect(site.queries.map(({ offset }) => offset)).toEqual(offsets);
    // Three rounds, the pauses, each with its request, and the last round.
    expect(clock.now()).toBe(30 + 4 * 1_010 + 10);
    expect(log.texts('info')).toEqual(
      Array(4).fill('GET /v1/analytics/docs/views failed (ECONNRESET). The action tries again in 1 s.'),
    );
  });

  test('is not made again once other answers have shown that nothing is there', async () => {
    const { pages, site } = await exported({
      rows: pagesOf(400),
      delayMs: (nth) => (nth === 2 ? 100 : 10),
      instead: (_nth, { offset }) => (offset > 250 ? networkError() : undefined),
    });
    expect(pastEnd(site, 400)).toEqual([500]);
    expect([pages.rows.length, pages.isComplete, pages.error]).toEqual([400, true, undefined]);
  });

  test('waits as long as a 429 asks for, a second at least, and a minute in all', async () => {
    const answerAfter = async (retryAfterMs: number, delayMs = 10) => {
      const instead = (nth: number) => (nth === 2 ? httpError(429, retryAfterMs) : undefined);
      // The second try may take longer than the minute.
      const { pages, clock } = await exported({
        rows: pagesOf(600),
        delayMs: (nth) => (nth === 4 ? delayMs : 10),
        instead,
      });
      return [pages.isComplete, clock.now()];
    };
    expect(await answerAfter(0)).toEqual([true, 20 + 1_000 + 10]);
    expect(await answerAfter(60_000, 2_000)).toEqual([true, 20 + 60_000 + 2_000]);
    expect(await answerAfter(60_001)).toEqual([false, 20]);
  });

  // The first of two that fail is asked again after 1, 4, 15 and 30 s; then the period cannot be complete.
  test.each<readonly [string, number, number, boolean, () => Error, Partial<Setup>?]>([
    ['429 that asks for more time than there is', 3, 20, true, () => httpError(429, 600_000)],
    ['429 without Retry-After', 7, 50_060, true, () => httpError(429)],
    ...[401, 402, 403, 404].map((status) => [`${status}`, 3, 20, true, () => httpError(status)] as const),
    ['400', 3, 20, false, () => httpError(400)],
    ['500', 7, 50_060, false, () => httpError(500)],
    ['a reset', 7, 50_060, false, () => networkError()],
    ['a name that no server has', 3, 20, false, () => networkError('ERR_TLS_CERT_ALTNAME_INVALID')],
    ['503 without a request for another try', 2, 20, false, () => httpError(503), { maxRequests: 2 }],
  ])(
    'with %s is one of %i in %i ms, and ends the run: %s',
    async (_, made, ms, isEnd, errorOf, more = {}) => {
      const setup = { rows: pagesOf(2000), instead: failing(2, errorOf), ...more };
      const { pages, budget, site, clock } = await exported(setup);
      expect([pages.rows.length, pages.isComplete, site.queries.length]).toEqual([250, false, made]);
      expect([pages.error instanceof Error, clock.now()]).toEqual([true, ms]);
      expect(budget.closedBy).toBe(isEnd ? pages.error : undefined);
    },
  );

  test('because of a mistake in the code is thrown', async () => {
    const instead = failing(2, () => new TypeError('oops'));
    await expect(exported({ rows: pagesOf(600), instead })).rejects.toThrow('oops');
  });
});

test.each([
  ['while answers are under way', 15],
  ['while a retry is waited for', 500],
  ['while the last try is under way', 5_045],
])('an interruption ends the reading at once: %s', async (_name, afterMs) => {
  const controller = new AbortController();
  const reason = new Error('SIGTERM');
  const { read, clock } = setUp({
    rows: pagesOf(2000),
    signal: controller.signal,
    instead: failing(6, networkError),
  });
  clock.at(afterMs, () => controller.abort(reason));
  await expect(read()).rejects.toBe(reason);
  expect(clock.now()).toBe(afterMs);
});
