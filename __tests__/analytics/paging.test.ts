import { expect, test } from '@jest/globals';
import type { ViewsQuery } from '../../src/mintlify/client.ts';
import type { Counts, PageViews, ViewsResponse } from '../../src/mintlify/schemas.ts';
import fc from '../helpers/fast-check.ts';
import { alone, reported, type Site, weekly } from './reading.ts';
import { counts, page, pagesOf, range, sumOf } from './reports.ts';

/** What comes in the place of the nth, from a list, again and again. */
const nthOf = <T>(list: readonly T[], nth: number): T => list[nth % list.length] as T;

const SIZES = [0, 1, 249, 250, 251, 499, 500, 501, 613, 750, 1000, 3000];
const sizes = fc.oneof(fc.integer({ min: 0, max: 1300 }), fc.constantFrom(...SIZES));
/** Rows in any order, with counts of any kind, few or many; a row without views is no page. */
const anySite = fc
  .tuple(sizes, fc.infiniteStream(fc.tuple(fc.nat(3000), fc.nat(40))))
  .map(([size, all]) => [...all.take(size)].map(([human, ai], at) => page(`/${at}`, human, ai)));
/** The most rows that an answer has, again and again. */
const caps = fc.option(fc.array(fc.integer({ min: 1, max: 250 }), { minLength: 1, maxLength: 8 }));

test('pages are asked for by 250, one page, then two, then four at once', async () => {
  const { mintlify } = await alone({ rows: pagesOf(10_000), delayMs: () => 100 });
  const bounds = { dateFrom: '2025-12-29', dateTo: '2026-01-05', limit: 250 };
  const expected = Array.from({ length: 43 }, (_, at) => ({ ...bounds, offset: 250 * at }));
  expect(mintlify.queries.slice(0, 43)).toStrictEqual(expected);
  // 1 + 2 + 10 × 4.
  expect([mintlify.mostAtOnce, mintlify.pagesMs]).toEqual([4, 1_200]);
  const numberFor = (size: number) => alone({ rows: pagesOf(size) }).then(({ pages }) => pages.length);
  expect(await Promise.all([250, 251, 750, 751].map(numberFor))).toEqual([1, 3, 3, 7]);
});

test('pages are exactly those of the site, however many, in any order, also where answers are short', async () => {
  const byPath = (rows: readonly PageViews[]) =>
    rows.map(({ path, human, ai, total }) => `${path} ${human} ${ai} ${total}`).sort();
  await fc.assert(
    fc.asyncProperty(anySite, caps, async (all, capList) => {
      const rows = capList ? all.slice(0, 900) : all;
      const { report, mintlify, requests, pages } = await alone({
        rows,
        delayMs: (nth) => (nth * 37) % 50,
        instead: (nth, { offset, limit }) => {
          const end = offset + Math.min(limit, nthOf(capList ?? [250], nth));
          return { views: rows.slice(offset, end), hasMore: end < rows.length };
        },
      });
      expect(byPath(report.pages)).toEqual(byPath(rows.filter(({ total }) => total > 0)));
      expect([report.hasAllPages, report.gaps]).toEqual([true, []]);
      expect([report.sums, report.totals]).toEqual([sumOf(rows), sumOf(rows)]);
      expect([mintlify.mostAtOnce <= 4, report.requests.spent]).toEqual([true, requests.length]);
      const beyond = pages.filter((each) => Number(each.slice(1)) >= Math.max(1, rows.length));
      expect(beyond.length).toBeLessThanOrEqual(3);
      expect(pages).toHaveLength(new Set(pages).size);
    }),
    { numRuns: 120 },
  );
});

type Answer = (real: ViewsResponse, offset: number, nth: number) => Partial<ViewsResponse>;
const ROWS = pagesOf(613);
const rowsFrom = (start: number) => Array.from({ length: 250 }, (_, at) => nthOf(ROWS, start + at));
/** The last of them have less than 1 % of the views. */
const RARE_AT_THE_END = ROWS.map((row, at) => (at < 500 ? row : page(row.path, 1)));
const REPEATED = ' and Mintlify repeated rows or sent fewer than it promised.';
const UNSAID = 'Mintlify says that it returned all pages';
const ODD = ", and 1 row had a format that Mintlify doesn't document.";
const endless: Answer = (real, offset) => (offset > 250 ? { views: [], hasMore: true } : real);

interface OddSite {
  readonly answer: Answer;
  readonly read: number;
  readonly gap?: string;
  readonly mostRequests?: number;
  readonly rows?: readonly PageViews[];
}

/** Sites, with the pages that are read, and a part of the gap if there is one. */
const ODD_SITES: Readonly<Record<string, OddSite>> = {
  'repeats the first rows for ever': {
    answer: () => ({ views: rowsFrom(0), hasMore: true }),
    read: 250,
    gap: REPEATED,
  },
  'sends nothing more for ever': { answer: endless, read: 500, gap: REPEATED },
  'keeps back 1 view of each page': { answer: endless, rows: RARE_AT_THE_END, read: 500, gap: REPEATED },
  'has no rows but more': {
    answer: () => ({ views: [], hasMore: true }),
    read: 0,
    gap: REPEATED,
    mostRequests: 1,
  },
  'begins again after the last row': {
    answer: (_, offset) => ({ views: rowsFrom(offset), hasMore: true }),
    read: 613,
    mostRequests: 7,
  },
  'says at the end that there is more': { answer: () => ({ hasMore: true }), read: 613, mostRequests: 4 },
  'gives some rows twice': {
    answer: (_, offset) => ({ views: rowsFrom(Math.max(0, offset - 10)) }),
    read: 613,
  },
  'changes its order': {
    answer: (real, offset) => (offset === 250 ? { views: rowsFrom(240) } : real),
    read: 603,
    gap: REPEATED,
  },
  'has other totals than its rows': { answer: () => ({ totals: counts(1) }), read: 613 },
  'moves its totals': { answer: ({ totals }, _, nth) => ({ totals: { ...totals, ai: nth } }), read: 613 },
  'sends rows beyond the end that it told': {
    answer: (real, offset) => ({
      totals: counts(1e6),
      hasMore: offset === 0 || (offset > 250 && real.hasMore),
    }),
    rows: pagesOf(700),
    read: 700,
    gap: REPEATED,
  },
  'has a row of another shape, and one without views': {
    answer: ({ views }, offset) => (offset === 250 ? { views: views.slice(1), oddRows: 1 } : {}),
    rows: [...ROWS, page('/unseen', 0)],
    read: 612,
    gap: ODD,
  },
  'keeps back 1 % of the views': {
    answer: () => ({ totals: counts(100) }),
    rows: [page('/a', 99)],
    read: 1,
    mostRequests: 1,
  },
  'keeps back more than 1 %': {
    answer: () => ({ totals: counts(99) }),
    rows: [page('/a', 98)],
    read: 1,
    gap: ' 1 of them on',
    mostRequests: 1,
  },
};

test.each(Object.entries(ODD_SITES))('a site that %s', async (_, odd) => {
  const { answer, read, gap, mostRequests = 3, rows = ROWS } = odd;
  const instead: Site['instead'] = (nth, { offset }, real) => answer(real, offset, nth);
  const { report, pages } = await alone({ rows, instead });
  expect([report.pages.length, report.hasAllPages]).toEqual([read, gap === undefined]);
  expect(report.gaps).toEqual(gap === undefined ? [] : [expect.stringContaining(gap)]);
  const real = { totals: sumOf(rows), views: rows.slice(0, 250), oddRows: 0, hasMore: true };
  expect(report.totals).toEqual({ ...real, ...answer(real, 0, 1) }.totals);
  expect(pages.length).toBeLessThanOrEqual(mostRequests);
});

const CONTRADICTION = expect.stringMatching(/^Mintlify's figures contradict each other: /);
const TEN = [page('/a', 6, 4)];
const LESS = { path: '/a', human: 0, ai: 12, total: 10 };

test.each<[string, readonly PageViews[], totals: Counts, isNoted: boolean]>([
  ['pages have 1 % more', [page('/a', 101)], counts(100), false],
  ['pages have over 1 % more', [page('/a', 102)], counts(100), true],
  ['pages have views without a total', TEN, counts(0), true],
  ['AI has more than all', TEN, { human: 0, ai: 12, total: 10 }, true],
  ['people have more than all', TEN, { human: 12, ai: 0, total: 10 }, true],
  ['AI has more than all of a page', [LESS], counts(10), true],
  ['fractions are inexact', [{ path: '/a', human: 0.1 + 0.2, ai: 0, total: 0.3 }], counts(0.3), false],
  ['people and AI add up to more', TEN, { human: 8, ai: 8, total: 10 }, false],
])('figures that contradict each other are one note, and no gap: %s', async (_, rows, totals, isNoted) => {
  for (const compare of [undefined, range('2025-12-22', '2025-12-28')]) {
    const { report } = await reported({ rows, instead: () => ({ totals }) }, { compare });
    expect([report.notes, report.gaps]).toEqual([isNoted ? [CONTRADICTION] : [], []]);
  }
});

test('an earlier period that contradicts itself is noted, too', async () => {
  const odd = { totals: { human: 0, ai: 12, total: 10 } };
  const site = weekly(3, 3, (_, { dateFrom }) => (dateFrom === '2025-11-10' ? odd : {}));
  expect((await reported(site)).report.notes).toEqual([CONTRADICTION]);
});

// Mintlify's counts need not add up: each may be the only difference to 2 by people, 5 by AI, 7 in all.
test.each([
  { human: 2, ai: 5, total: 7 },
  { human: 2, ai: 5, total: 8 },
  { human: 1, ai: 7, total: 8 },
  { human: 3, ai: 4, total: 7 },
  { human: 3, ai: 5, total: 7 },
  { human: 2, ai: 6, total: 7 },
])('a page that comes again with $human, $ai and $total views keeps the larger counts', async (larger) => {
  const first = { path: '/twice', human: 2, ai: 5, total: 7 };
  const again = { path: '/twice', ...larger };
  for (const rows of [
    [first, again],
    [again, first],
  ]) {
    const { report } = await alone({ rows });
    expect([report.pages, report.hasAllPages]).toEqual([[expect.objectContaining(again)], false]);
    expect(again).toMatchObject(report.sums);
  }
});

test('a report has neither new nor gone pages where rows are missing', async () => {
  const told = async (oddDay: string, odd: Partial<ViewsResponse>) => {
    const other = ({ dateFrom }: ViewsQuery) => (dateFrom === '2025-12-29' ? '/new' : '/gone');
    const rows = (query: ViewsQuery) => [page('/a', 400), page(other(query), 100)];
    const instead: Site['instead'] = (_, { dateFrom }) => (dateFrom === oddDay ? odd : {});
    const { report } = await reported({ rows, instead });
    return [...report.pages.map(({ path, state }) => `${path} ${state}`), ...report.gaps].join(', ');
  };
  const more = { totals: counts(800) };
  const missing = `has 800 views, 300 of them on pages that weren't read, although ${UNSAID}.`;
  expect(await told('', {})).toBe('/a known, /new new, /gone gone');
  expect(await told('2025-12-29', more)).toBe(`/a known, /new unknown, The period ${missing}`);
  const alike = await told('2025-12-29', { oddRows: 1 });
  expect(alike).toBe(`/a known, /new new, The period has 500 views${ODD}`);
  expect(await told('2025-12-22', more)).toBe(`/a known, /new unknown, The comparison period ${missing}`);
  const instead: Site['instead'] = (_, { dateFrom }) => (dateFrom === '2025-12-22' ? more : {});
  const { report } = await reported({ rows: [page('/a', 400)], instead });
  expect(report).toMatchObject({ isPreviousAnswered: true, hasAllPreviousPages: false });
});

test('has no page without views, and no more views than people add up', async () => {
  const found = [page('/found', 0.1), page('/found/too', 0.2)];
  const now = [page('/a', 9), page('/lost', 0), page('/never', 0), ...found];
  const before = [page('/a', 9), page('/lost', 5), page('/found', 0), page('/never', 0)];
  const { report } = await reported({ rows: ({ dateFrom }) => (dateFrom < '2025-12-29' ? before : now) });
  const states = report.pages.map(({ path, state }) => `${path} ${state}`);
  expect(states).toEqual(['/a known', '/found/too new', '/found new', '/lost gone']);
  expect([report.totals.total, report.sums.total, report.sections[1]?.total]).toEqual([9.3, 9.3, 0.3]);
});
