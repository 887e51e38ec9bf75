import { describe, expect, test } from '@jest/globals';
import { PeriodPages } from '../../src/analytics/period-pages.ts';
import { type BudgetOptions, RequestBudget } from '../../src/analytics/request-budget.ts';
import type { PageViews, ViewsResponse } from '../../src/platform/schemas.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import fc from '../helpers/fast-check.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';
import { counts, FakeSite, httpError, networkError, page, pagesOf, type Site, sumOf } from './fake-site.ts';
import { range } from './fixture.ts';

/** Reads one period. */
async function exported(site: Site, more: Partial<BudgetOptions & { clock: SimulatedClock }> = {}) {
  const { clock = new SimulatedClock(), log = new CollectedLog(), maxRequests = 1000 } = more;
  const { signal = new AbortController().signal } = more;
  const platform = new FakeSite(clock, site);
  const budget = new RequestBudget({ maxRequests, clock, log, signal, platform });
  const pages = new PeriodPages(range('2026-01-01', '2026-01-07'));
  await budget.readFirst([pages]);
  await budget.readRest(pages);
  const offsets = platform.queries.map(({ offset }) => offset);
  return { budget, pages, site: platform, offsets, ms: clock.now(), made: offsets.length };
}

/** Such an error in the place of the answers from the `first` on. */
const failing = (first: number, errorOf: () => Error, last = Number.POSITIVE_INFINITY) => {
  return (nth: number) => (nth >= first && nth <= last ? errorOf() : undefined);
};

const byPath = (rows: readonly PageViews[]) => rows.toSorted((a, b) => (a.path < b.path ? -1 : 1));

/** What comes in the place of the nth, from a list, again and again. */
const nthOf = <T>(list: readonly T[], nth: number): T => list[nth % list.length] as T;

const SIZES = [0, 1, 249, 250, 251, 499, 500, 501, 613, 750, 1000, 3000];
const sizes = fc.oneof(fc.integer({ min: 0, max: 1300 }), fc.constantFrom(...SIZES));
const delays = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 12 });
/** Rows in any order, with counts of any kind, few or many; a row without views is no page. */
const anySite = fc
  .tuple(sizes, fc.infiniteStream(fc.tuple(fc.nat(3000), fc.nat(40))))
  .map(([size, all]) => [...all.take(size)].map(([human, ai], at) => page(`/${at}`, human, ai)));
/** The most rows that an answer has, again and again. */
const caps = fc.option(fc.array(fc.integer({ min: 1, max: 250 }), { minLength: 1, maxLength: 8 }));

test('pages are asked for by 250, one page, then two, then four at once', async () => {
  const { site, ms } = await exported({ rows: pagesOf(10_000), delayMs: () => 100 });
  const bounds = { dateFrom: '2026-01-01', dateTo: '2026-01-08', limit: 250 };
  const expected = Array.from({ length: 43 }, (_, at) => ({ ...bounds, offset: 250 * at }));
  expect(site.queries).toStrictEqual(expected);
  // 1 + 2 + 10 × 4.
  expect([site.mostAtOnce, ms]).toEqual([4, 1_200]);
  const numberFor = (size: number) => exported({ rows: pagesOf(size) }).then(({ made }) => made);
  expect(await Promise.all([250, 251, 750, 751].map(numberFor))).toEqual([1, 3, 3, 7]);
});

test('pages are exactly those of the site, however many, in any order, also where answers are short', async () => {
  await fc.assert(
    fc.asyncProperty(anySite, caps, delays, async (all, capList, delayList) => {
      const rows = capList ? all.slice(0, 900) : all;
      const { pages, site, budget, offsets } = await exported({
        rows,
        delayMs: (nth) => nthOf(delayList, nth),
        instead: (nth, { offset, limit }) => {
          const end = offset + Math.min(limit, nthOf(capList ?? [250], nth));
          return { views: rows.slice(offset, end), hasMore: end < rows.length };
        },
      });
      expect(byPath(pages.rows)).toEqual(byPath(rows.filter(({ total }) => total > 0)));
      expect([pages.isComplete, pages.isUnsound, pages.oddRows]).toEqual([true, false, 0]);
      expect([pages.sums, pages.totals]).toEqual([sumOf(rows), sumOf(rows)]);
      expect([site.mostAtOnce <= 4, budget.spent]).toEqual([true, new Set(offsets).size]);
      expect(offsets.filter((at) => at > 0 && at >= rows.length).length).toBeLessThanOrEqual(3);
      expect(offsets.length).toBe(budget.spent);
    }),
    { numRuns: 120 },
  );
});

describe('a platform that is not sound', () => {
  type Answer = (real: ViewsResponse, at: number, nth: number) => Partial<ViewsResponse>;
  const rows = pagesOf(613);
  const around = (start: number) => Array.from({ length: 250 }, (_, at) => nthOf(rows, start + at));
  const FOREVER = { views: [], hasMore: true };
  const NO_MORE: Answer = (real, at) => (at > 250 ? FOREVER : real);
  const MILLION = counts(1e6);
  const beyond: Answer = (real, at) => ({ totals: MILLION, hasMore: !at || (at > 250 && real.hasMore) });
  /** The last of them, with less than 1 % of the views. */
  const rare = rows.map((row, at) => (at < 500 ? row : page(row.path, 1)));
  const odd: Answer = ({ views }, at) => (at === 250 ? { views: views.slice(1), oddRows: 1 } : {});

  test.each<[string, number, boolean, number, Answer, PageViews[]?]>([
    ['repeats the first rows for ever', 250, false, 3, () => ({ views: around(0), hasMore: true })],
    ['sends nothing more for ever', 500, false, 3, NO_MORE],
    ['keeps back 1 view of each page', 500, false, 3, NO_MORE, rare],
    ['has no rows but more', 0, false, 1, () => FOREVER],
    ['begins again after the last row', 613, true, 7, (_, at) => ({ ...FOREVER, views: around(at) })],
    ['says at the end that there is more', 613, true, 4, () => ({ hasMore: true })],
    ['gives some rows twice', 613, true, 3, (_, at) => ({ views: around(Math.max(0, at - 10)) })],
    ['changes its order', 603, false, 3, (real, at) => (at === 250 ? { views: around(240) } : real)],
    ['has other totals than its rows', 613, true, 3, () => ({ totals: counts(1) })],
    ['moves its totals', 613, true, 3, ({ totals }, _, nth) => ({ totals: { ...totals, ai: nth } })],
    ['sends rows beyond the end that it told', 700, false, 3, beyond, pagesOf(700)],
    ['has a row of another shape, and one without views', 612, false, 3, odd, [...rows, page('/unseen', 0)]],
  ])('%s: %i pages are read, all of them: %s', async (_, read, isComplete, most, answer, site = rows) => {
    const instead: Site['instead'] = (nth, { offset }, real) => answer(real, offset, nth);
    const { pages, made } = await exported({ rows: site, instead });
    expect([pages.rows.length, pages.isComplete]).toEqual([read, isComplete]);
    const real = { totals: sumOf(site), views: site.slice(0, 250), oddRows: 0, hasMore: true };
    expect(pages.totals).toEqual({ ...real, ...answer(real, 0, 1) }.totals);
    expect(made).toBeLessThanOrEqual(most);
  });

  test('sends no page for up to 1 % of its views', async () => {
    const isWhole = async (missing: number) => {
      const [rows, totals] = [[page('/a', 100_000 - missing)], counts(100_000)];
      const { pages } = await exported({ rows, instead: () => ({ totals }) });
      return [pages.isComplete, !pages.isUnsound];
    };
    const all = await Promise.all([100, 1_000, 1_001].map(isWhole));
    expect(all.flat()).toEqual([true, true, true, true, false, false]);
  });

  // The platform's counts need not add up: each may be the only difference to 2 by people, 5 by AI, 7 in all.
  const LARGER = ['2 5 7', '2 5 8', '1 7 8', '3 4 7', '3 5 7', '2 6 7'];
  test.each(LARGER)(
    'gives a page again with the counts %s: the larger ones stay, in any order',
    async (larger) => {
      const [again, first] = [larger, '2 5 7'].map((text) => {
        const [human = 0, ai = 0, total = 0] = text.split(' ').map(Number);
        return { path: '/twice', human, ai, total };
      }) as [PageViews, PageViews];
      const both = [await exported({ rows: [again, first] }), await exported({ rows: [first, again] })];
      for (const { pages } of both) {
        expect([pages.rows, pages.isComplete]).toEqual([[again], false]);
        expect(again).toMatchObject(pages.sums);
      }
    },
  );
});

describe('a request that fails', () => {
  test('leaves the pages incomplete, even where the rows that came add up to the totals', async () => {
    const rows = [...pagesOf(250), ...pagesOf(250).map(({ path }) => page(`/none${path}`, 0))];
    const { pages } = await exported({ rows, instead: failing(2, () => httpError(403)) });
    expect([pages.sums, pages.isComplete]).toEqual([pages.totals, false]);
  });

  test('is made again after a pause, one at a time', async () => {
    const log = new CollectedLog();
    const site = { rows: pagesOf(2000), instead: failing(4, networkError, 7) };
    const { pages, offsets, ms } = await exported(site, { log });
    const again = [750, 1000, 1250, 1500];
    expect(offsets).toEqual([0, 250, 500, ...again, ...again, 1750, 2000, 2250, 2500]);
    // Three rounds, the pauses, each with its request, and the last round.
    expect([pages.isComplete, ms]).toEqual([true, 30 + 4 * 1_010 + 10]);
    const line = 'GET /v1/analytics/docs/views failed (ECONNRESET). The action tries again in 1 s.';
    expect(log.texts('info')).toEqual(Array(4).fill(line));
  });

  test('is not made again once other answers have shown that nothing is there', async () => {
    const { pages, offsets } = await exported({
      rows: pagesOf(400),
      delayMs: (nth) => (nth === 2 ? 100 : 10),
      instead: (_nth, { offset }) => (offset > 250 ? networkError() : undefined),
    });
    expect(offsets).toEqual([0, 250, 500]);
    expect([pages.rows.length, pages.isComplete, pages.error]).toEqual([400, true, undefined]);
  });

  // The second try may take longer than the minute.
  test.each([
    [0, 10, true, 1_010],
    [60_000, 2_000, true, 62_000],
    [60_001, 10, false, 0],
  ])('a 429 with %i ms waits a second at least, a minute at most', async (wait, takes, isRead, ms) => {
    const instead = failing(2, () => httpError(429, wait), 2);
    const delayMs = (nth: number) => (nth === 4 ? takes : 10);
    const result = await exported({ rows: pagesOf(600), delayMs, instead });
    expect([result.pages.isComplete, result.ms]).toEqual([isRead, 20 + ms]);
  });

  // The first of two that fail is asked again after 1, 4, 15 and 30 s; then the period cannot be complete.
  test.each<readonly [string, number, number, boolean, () => Error, number?]>([
    ['429 that asks for more time than there is', 3, 20, true, () => httpError(429, 600_000)],
    ['429 without Retry-After', 7, 50_060, true, () => httpError(429)],
    ...[401, 402, 403, 404].map(
      (status) => [`${status}`, 3, 20, status < 403, () => httpError(status)] as const,
    ),
    ['400', 3, 20, false, () => httpError(400)],
    ['500', 7, 50_060, false, () => httpError(500)],
    ['a reset', 7, 50_060, false, () => networkError()],
    ['a name that no server has', 3, 20, false, () => networkError('ERR_TLS_CERT_ALTNAME_INVALID')],
    ['503 without a request for another try', 2, 20, false, () => httpError(503), 2],
  ])('with %s: %i in %i ms, and the run ends: %s', async (_, most, takes, isEnd, errorOf, max = 99) => {
    const site = { rows: pagesOf(2000), instead: failing(2, errorOf) };
    const { pages, budget, made, ms } = await exported(site, { maxRequests: max });
    expect([pages.rows.length, pages.isComplete, made, ms]).toEqual([250, false, most, takes]);
    expect(pages.error).toBeInstanceOf(Error);
    expect(budget.closedBy).toBe(isEnd ? pages.error : undefined);
  });

  test('because of a mistake in the code is thrown', async () => {
    const site = { rows: pagesOf(600), instead: failing(2, () => new TypeError('oops')) };
    await expect(exported(site)).rejects.toThrow('oops');
  });
});

// While answers are under way, a retry is waited for, the last try is under way.
test.each([15, 500, 5_045])('an interruption after %i ms ends the reading at once', async (afterMs) => {
  const [clock, controller, reason] = [new SimulatedClock(), new AbortController(), new Error('SIGTERM')];
  clock.at(afterMs, () => controller.abort(reason));
  const site = { rows: pagesOf(2000), instead: failing(6, networkError) };
  await expect(exported(site, { signal: controller.signal, clock })).rejects.toBe(reason);
  expect(clock.now()).toBe(afterMs);
});
