import { expect, test } from '@jest/globals';
import { type Block, blocksOf, type Cell, changeLabel } from '../../src/analytics/blocks.ts';
import { headlineOf } from '../../src/analytics/headline.ts';
import { columnNames } from '../../src/analytics/period-names.ts';
import { type Report, sectionOf } from '../../src/analytics/report.ts';
import { summaryOf } from '../../src/analytics/summary.ts';
import { type Period, periodsBefore, readComparison } from '../../src/period.ts';
import { counts, LISTS, page, pagesOf, range, report, spansFrom } from './fixture.ts';

/** Reads a range such as `2026-01-05..2026-01-11`, or a calendar month such as `2026-01..31`. */
function periodOf(text: string): Period {
  const [from = '', to = from] = text.split('..');
  return to.length === 2 ? range(`${from}-01`, `${from}-${to}`, true) : range(from, to);
}

/** The first is the contract's example. */
const HEADLINES = `
2027-03..31 | previous | 71963 16408 66482 | 71,963 views in March 2027 (31 days), 8.2% more than in February (66,482 in 28 days; per day 2.2% fewer), 22.8% by AI.
2027-01..31 | previous | 1200 0 1000 | 1,200 views in January 2027, 20.0% more than in December 2026 (1,000), 0.0% by AI.
2026-10..31 | last-year | 2800 700 2900 | 2,800 views in October 2026, 3.4% fewer than in October 2025 (2,900), 25.0% by AI.
2025-02..28 | last-year | 2800 700 2900 | 2,800 views in February 2025, 3.4% fewer than from 1 to 28 February 2024 (2,900), 25.0% by AI.
2024-02-26..2024-03-03 | last-year | 7000 70 6000 | 7,000 views from 26 February to 3 March 2024 (7 days), 16.7% more than from 26 February to 3 March 2023 (6,000 in 6 days; per day as many), 1.0% by AI.
2026-01-05..2026-01-11 | previous | 1150 390 800 | 1,150 views from 5 to 11 January 2026, 43.8% more than in the previous 7 days (800), 33.9% by AI.
2026-01-05..2026-01-11 | previous | 800 0 800 | 800 views from 5 to 11 January 2026, as many as in the previous 7 days, 0.0% by AI.
2026-01-05..2026-01-11 | previous | 99999 0 100000 | 99,999 views from 5 to 11 January 2026, about as many as in the previous 7 days (100,000), 0.0% by AI.
2026-01-05..2026-01-11 | previous | 1 1 0 | 1 view from 5 to 11 January 2026, up from 0 in the previous 7 days, 100.0% by AI.
2026-01-05..2026-01-11 | previous | 0 0 0 | 0 views from 5 to 11 January 2026, as many as in the previous 7 days.
2026-01-05..2026-01-11 | previous | 7 0 | 7 views from 5 to 11 January 2026, 0.0% by AI.
2026-01-05 | previous | 7 0 14 | 7 views on 5 January 2026, 50.0% fewer than on the previous day (14), 0.0% by AI.
2026-01-05 | last-year | 7 0 14 | 7 views on 5 January 2026, 50.0% fewer than on 5 January 2025 (14), 0.0% by AI.
2025-12-29..2026-01-04 | last-year | 7.5 0 15 | 7.5 views from 29 December 2025 to 4 January 2026, 50.0% fewer than from 29 December 2024 to 4 January 2025 (15), 0.0% by AI.
`;
const rowsOf = (table: string) => {
  const rows = table.trim().split('\n');
  return rows.map((row) => row.split(' | ') as [string, string, string, string]);
};

test.each(rowsOf(HEADLINES))('the headline of %s against %s: %s views', (days, compare, views, headline) => {
  const [period, [total = 0, ai = 0, before]] = [periodOf(days), views.split(' ').map(Number)];
  const previousTotals = before === undefined ? undefined : counts(before);
  const comparison = readComparison(compare, period);
  const made = report({ period, comparison, totals: counts(total - ai, ai), previousTotals });
  expect(headlineOf(made)).toBe(headline);
});

/** Names end in a year only where labels would be equal without it. */
const COLUMNS = `
2026-01-05 | Thu 1 Jan, Fri 2 Jan, Sat 3 Jan, Sun 4 Jan | Thu 1 Jan
2026-01-05..2026-01-11 | 8–14 Dec, 15–21 Dec, 22–28 Dec, 29 Dec – 4 Jan | 8 Dec
2026-01..31 | Sep, Oct, Nov, Dec | Sep
2025-10-08..2026-10-07 | 9 Oct 2021 – 8 Oct 2022, 9 Oct 2022 – 8 Oct 2023, 9 Oct 2023 – 7 Oct 2024, 8 Oct 2024 – 7 Oct 2025 | 9 Oct 2021
`;
test.each(rowsOf(COLUMNS))('the columns before %s have names that differ', (days, names, label) => {
  const columns = columnNames(periodsBefore(periodOf(days), 4));
  expect([columns.map(({ name }) => name).join(', '), columns[0]?.label]).toEqual([names, label]);
  expect(new Set(columns.map((column) => column.label)).size).toBe(4);
});

// An arrow beside 0.0% would contradict it.
const CHANGES = '12 10 ▲+20.0%, 9 10 ▼−10.0%, 10 10 0.0%, 10001 10000 0.0%, 9999 10000 0.0%, 5 0 –';
test.each(CHANGES.split(', '))('views, those before, and the change: %s', (row) => {
  const [now, before, expected] = row.split(' ');
  expect(changeLabel(Number(now), Number(before))).toBe(expected);
});

test.each(['//guides/a', '/guides#x', '/guides?x', 'guides'])('%j is of the section /guides', (path) => {
  expect([sectionOf(path), sectionOf('/#x'), sectionOf('')]).toEqual(['/guides', '/', '/']);
});

const textOf = (cell: Cell) =>
  typeof cell === 'string' ? cell : 'name' in cell ? cell.name : `(${cell.counts.ai})`;

/** A line for each block: its title, its text, and its rows or columns; bars as their AI views. */
function told(made: Report): string {
  const lineOf = ({ title, text, columns = [], figures = [], table }: Block) => [
    ...[title, text].filter(Boolean),
    ...columns.map((each) => `${each.name} ${each.counts?.total ?? 'not read'}${each.isPast ? '' : '*'}`),
    ...figures.map((each) =>
      [each.label, each.views, each.share, each.change, each.before].join(' ').trimEnd(),
    ),
    ...(table?.rows ?? []).map((row) => row.map(textOf).join(' ')),
  ];
  return blocksOf(made, 10)
    .map((block) => lineOf(block).join(' · '))
    .join('\n');
}

const BEFORE = [page('/b/z', 250, 50), page('/b/old', 70, 30), page('/c', 5), page('/e', 3)];
const MONDAY = {
  now: [page('/a/x', 500, 300), page('/a/y', 200, 50), page('/b/z', 60, 40), page('/c', 9), page('/d', 1)],
  before: [page('/a/x', 300, 100), ...BEFORE],
};
const HISTORY = spansFrom('2025-12-15', [undefined, 800, 700], 7);
const TREND = { history: HISTORY, days: spansFrom('2026-01-05', [100, undefined, 50]) };
/** Totals are compared with totals, also where the two periods have not as many days. */
const SIX_DAYS = range('2025-12-30', '2026-01-04');

/** Of one period alone, which is no trend. */
const ONE_WEEK = spansFrom('2025-12-22', [undefined, 0], 7);
const NOTES = ['Not read: 7 days.', 'Why.'];
const ALONE = { ...MONDAY, ...LISTS, before: null };
const PART = { ...MONDAY, ...LISTS, hasAllPreviousPages: false };
const NO_PAGES = { ...LISTS, now: [], hasAllPages: false };
/** `/c` gained less than 1 % of the views, and `/b` has but one page. */
const MADE = {
  'everything once, in order': report({ ...MONDAY, ...TREND, comparison: SIX_DAYS }),
  'without a comparison nothing of changes': report({ ...ALONE, comparison: undefined }),
  'of a part of the comparison what both have': report({ ...PART, previousTotals: counts(700, 200) }),
  'of a part of the pages that it is one': report({ ...MONDAY, ...LISTS, hasAllPages: false, notes: NOTES }),
  'that nothing was read of the pages': report({ ...NO_PAGES, before: null, totals: counts(9, 1) }),
  'that there are no views': report({ now: [], before: [], days: [], history: ONE_WEEK }),
};
const SAID = `
everything once, in order
Views · People 770 66.4% ▲+22.6% 628 · AI 390 33.6% ▲+116.7% 180
Earlier periods · 15–21 Dec not read · 22–28 Dec 800 · 29 Dec – 4 Jan 700 · 5–11 Jan 1160*
Days · Mon 5 Jan 100* · Tue 6 Jan not read* · Wed 7 Jan 50*
Sections · /a 1,050 ▲+162.5% (350)
Most views gained · /a/x +400 ▲+100.0% 800 · /a/y +250 new 250
Most views lost · /b/z −200 ▼−66.7% 100 · /b/old −100 gone 0
Top pages · /a/x 800 ▲+100.0% (300) · /a/y 250 new (50) · /b/z 100 ▼−66.7% (40) · /c 9 ▲+80.0% (0) · /d 1 new (0)

without a comparison nothing of changes
Views · People 770 66.4% · AI 390 33.6%
Sections · /a 1,050 (350)
Top pages · /a/x 800 (300) · /a/y 250 (50) · /b/z 100 (40) · /c 9 (0) · /d 1 (0)

of a part of the comparison what both have
Views · People 770 66.4% ▲+10.0% 700 · AI 390 33.6% ▲+95.0% 200
Sections · /a 1,050 (350)
Gained and lost views are only of pages that were read in both periods.
Most views gained · /a/x +400 ▲+100.0% 800
Most views lost · /b/z −200 ▼−66.7% 100
Top pages · /a/x 800 ▲+100.0% (300) · /a/y 250 not read (50) · /b/z 100 ▼−66.7% (40) · /c 9 ▲+80.0% (0) · /d 1 not read (0)

of a part of the pages that it is one
Views · People 770 66.4% ▲+22.6% 628 · AI 390 33.6% ▲+116.7% 180
Not read: 7 days. Why.
The lists below cover only the 5 pages that were read.
Sections · /a 1,050 (350)
Most views gained · /a/x +400 ▲+100.0% 800 · /a/y +250 new 250
Most views lost · /b/z −200 ▼−66.7% 100
Top pages · /a/x 800 ▲+100.0% (300) · /a/y 250 new (50) · /b/z 100 ▼−66.7% (40) · /c 9 ▲+80.0% (0) · /d 1 new (0)

that nothing was read of the pages
Views · People 9 90.0% · AI 1 10.0%
The lists below cover only the 0 pages that were read.
Top pages · Not read.

that there are no views
Views · People 0 – – 0 · AI 0 – – 0
Top pages · No page had views.`;
const PARTS = SAID.trim()
  .split('\n\n')
  .map((part) => part.split(/\n(.*)/s));
test.each(PARTS)('the lists say %s', (name, said) =>
  expect(told(MADE[name as keyof typeof MADE])).toBe(said),
);

test('lists ten sections, five pages for each direction, and as many top pages as there is room for', () => {
  // Every other page has many more views, in one period or in the other.
  const pages = (odd: number) =>
    Array.from({ length: 48 }, (_, at) =>
      page(`/${at % 12}/${at}`, 1000 - at + (at % 2 === odd ? 30 * (48 - at) : 0)),
    );
  const [, ...tables] = blocksOf(report({ now: pages(0), before: pages(1), ...LISTS }), 20);
  expect(tables.map(({ title, table }) => `${title} ${table?.rows.length}`)).toEqual([
    ...['Sections 10', 'Most views gained 5', 'Most views lost 5', 'Top pages 20'],
  ]);
  expect(tables.at(-1)?.text).toBe('The first 20 of 48 pages; `page-views.csv` lists the others.');
});

test('links pages to the site, equal ones by path, and none that is gone, has no path or too long a one', () => {
  const now = [page('/a', 9), page('', 9), page(`/${'x'.repeat(2000)}`, 9)];
  const made = report({ now, before: [page('/gone', 50)], siteUrl: 'https://docs.example.com/en', ...LISTS });
  const cells = blocksOf(made, 10).flatMap(({ table }) => table?.rows.map(([name]) => name) ?? []);
  const links = cells.flatMap((cell) =>
    typeof cell === 'object' && 'name' in cell ? (cell.link ?? cell.name[1]) : [],
  );
  const top = ['e', 'https://docs.example.com/en/a', 'x'];
  expect(links).toEqual([...top, 'g', ...top]);
});

test('a calm week of ten sections is told in 450 words', () => {
  const now = pagesOf(140).map((each, index) => ({ ...each, path: `/section-${index % 12}/page-${index}` }));
  const before = now.map(({ path, human, ai }) => page(path, human + 2, ai));
  const links = { reportUrl: 'https://github.com/a/b', artifactUrl: 'https://github.com/a/c' };
  const text = summaryOf(report({ siteUrl: 'https://docs.example.com', now, before }), links);
  expect(text).not.toContain('Most views');
  expect(text.match(/^\| `\/section/gm)).toHaveLength(10);
  expect(text.trim().split(/\s+/).length).toBeLessThanOrEqual(450);
});
