import { expect, test } from '@jest/globals';
import type { ViewsQuery } from '../../src/mintlify/client.ts';
import type { Counts, PageViews, ViewsResponse } from '../../src/mintlify/schemas.ts';
import { tableOf } from '../agent/table.ts';
import fc from '../helpers/fast-check.ts';
import { alone, reported, type Site, weekly } from './reading.ts';
import { counts, page, pagesOf, periodOf, sumOf } from './reports.ts';

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
const REPEATED = ' and Mintlify repeated rows or sent fewer than it promised.';

interface OddSite {
  readonly site: string;
  readonly answer: Answer;
  readonly rows?: readonly PageViews[];
  /** The pages that are read. */
  readonly read?: number;
  readonly mostRequests?: number;
  /** A part of the gap, if there is one. */
  readonly gap?: string;
}

test.each<OddSite>([
  {
    site: 'repeats the first rows for ever',
    answer: () => ({ views: rowsFrom(0), hasMore: true }),
    read: 250,
    gap: REPEATED,
  },
  {
    site: 'keeps back 1 view of each page for ever',
    answer: (real, offset) => (offset > 250 ? { views: [], hasMore: true } : real),
    rows: ROWS.map((row, at) => (at < 500 ? row : page(row.path, 1))),
    read: 500,
    gap: REPEATED,
  },
  {
    site: 'has no rows but more',
    answer: () => ({ views: [], hasMore: true }),
    read: 0,
    mostRequests: 1,
    gap: REPEATED,
  },
  {
    site: 'begins again after the last row',
    answer: (_, offset) => ({ views: rowsFrom(offset), hasMore: true }),
    mostRequests: 7,
  },
  { site: 'says at the end that there is more', answer: () => ({ hasMore: true }), mostRequests: 4 },
  { site: 'gives some rows twice', answer: (_, offset) => ({ views: rowsFrom(Math.max(0, offset - 10)) }) },
  {
    site: 'changes its order',
    answer: (real, offset) => (offset === 250 ? { views: rowsFrom(240) } : real),
    read: 603,
    gap: REPEATED,
  },
  { site: 'has other totals than its rows', answer: () => ({ totals: counts(1) }) },
  { site: 'moves its totals', answer: ({ totals }, _, nth) => ({ totals: { ...totals, ai: nth } }) },
  {
    site: 'sends rows beyond the end that it told',
    answer: (real, offset) => ({
      totals: counts(1e6),
      hasMore: offset === 0 || (offset > 250 && real.hasMore),
    }),
    rows: pagesOf(700),
    read: 700,
    gap: REPEATED,
  },
  {
    site: 'has a row of another shape, and one without views',
    answer: ({ views }, offset) => (offset === 250 ? { views: views.slice(1), oddRows: 1 } : {}),
    rows: [...ROWS, page('/unseen', 0)],
    read: 612,
    gap: ", and 1 row had a format that Mintlify doesn't document.",
  },
  {
    site: 'keeps back 1 % of the views',
    answer: () => ({ totals: counts(100) }),
    rows: [page('/a', 99)],
    read: 1,
  },
])('a site that $site', async ({ answer, rows = ROWS, read = 613, mostRequests = 3, gap }) => {
  const instead: Site['instead'] = (nth, { offset }, real) => answer(real, offset, nth);
  const { report, pages } = await alone({ rows, instead });
  expect([report.pages.length, report.hasAllPages]).toEqual([read, gap === undefined]);
  expect(report.gaps).toEqual(gap === undefined ? [] : [expect.stringContaining(gap)]);
  const real = { totals: sumOf(rows), views: rows.slice(0, 250), oddRows: 0, hasMore: true };
  expect(report.totals).toEqual({ ...real, ...answer(real, 0, 1) }.totals);
  expect(pages.length).toBeLessThanOrEqual(mostRequests);
});

const CONTRADICTION = expect.stringMatching(/^Mintlify's figures contradict each other: /);
/** Views by people, by AI and in total, such as `1 2 3`. They need not add up. */
function countsOf(text: string): Counts {
  const [human = 0, ai = 0, total = 0] = text.split(' ').map(Number);
  return { human, ai, total };
}

test.each(
  tableOf<'figures' | 'page' | 'totals' | 'isNoted'>(`
    figures                            | page                      | totals    | isNoted
    pages have 1 % more                | 101 0 101                 | 100 0 100 | false
    pages have over 1 % more           | 102 0 102                 | 100 0 100 | true
    pages have views without a total   | 6 4 10                    | 0 0 0     | true
    AI has more than all               | 6 4 10                    | 0 12 10   | true
    people have more than all          | 6 4 10                    | 12 0 10   | true
    AI has more than all of a page     | 0 12 10                   | 10 0 10   | true
    fractions are inexact              | 0.30000000000000004 0 0.3 | 0.3 0 0.3 | false
    people and AI add up to more       | 6 4 10                    | 8 8 10    | false
  `),
)('figures that contradict each other are one note, and no gap: $figures', async (row) => {
  const rows = [{ path: '/a', ...countsOf(row.page) }];
  const instead = () => ({ totals: countsOf(row.totals) });
  for (const compare of [undefined, periodOf('2025-12-22..2025-12-28')]) {
    const { report } = await reported({ rows, instead }, { compare });
    expect([report.notes, report.gaps]).toEqual([row.isNoted === 'true' ? [CONTRADICTION] : [], []]);
  }
});

test('an earlier period that contradicts itself is noted, too', async () => {
  const odd = { totals: countsOf('0 12 10') };
  const site = weekly(3, 3, (_, { dateFrom }) => (dateFrom === '2025-11-10' ? odd : {}));
  expect((await reported(site)).report.notes).toEqual([CONTRADICTION]);
});

// Mintlify's counts need not add up: each may be the only difference to 2 by people, 5 by AI, 7 in all.
test.each(['2 5 7', '2 5 8', '1 7 8', '3 4 7', '3 5 7', '2 6 7'])(
  'a page that comes again keeps the larger counts, %s',
  async (larger) => {
    const first = { path: '/twice', ...countsOf('2 5 7') };
    const again = { path: '/twice', ...countsOf(larger) };
    for (const rows of [
      [first, again],
      [again, first],
    ]) {
      const { report } = await alone({ rows });
      expect([report.pages, report.hasAllPages]).toEqual([[expect.objectContaining(again)], false]);
      expect(again).toMatchObject(report.sums);
    }
  },
);

test('a report has neither new nor gone pages where rows are missing', async () => {
  const readWith = async (oddDay: string, odd: Partial<ViewsResponse>) => {
    const other = ({ dateFrom }: ViewsQuery) => (dateFrom === '2025-12-29' ? '/new' : '/gone');
    const rows = (query: ViewsQuery) => [page('/a', 400), page(other(query), 100)];
    const instead: Site['instead'] = (_, { dateFrom }) => (dateFrom === oddDay ? odd : {});
    const { report } = await reported({ rows, instead });
    const told = [...report.pages.map(({ path, state }) => `${path} ${state}`), ...report.gaps].join(', ');
    return { ...report, told };
  };
  const more = { totals: counts(800) };
  const missing =
    "has 800 views, 300 of them on pages that weren't read, although Mintlify says that it returned all pages.";
  expect((await readWith('', {})).told).toBe('/a known, /new new, /gone gone');
  expect((await readWith('2025-12-29', more)).told).toBe(`/a known, /new unknown, The period ${missing}`);
  expect((await readWith('2025-12-29', { oddRows: 1 })).told).toBe(
    "/a known, /new new, The period has 500 views, and 1 row had a format that Mintlify doesn't document.",
  );
  expect(await readWith('2025-12-22', more)).toMatchObject({
    told: `/a known, /new unknown, The comparison period ${missing}`,
    isPreviousAnswered: true,
    hasAllPreviousPages: false,
  });
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
