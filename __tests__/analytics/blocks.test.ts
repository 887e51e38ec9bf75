import { expect, test } from '@jest/globals';
import { type Block, blocksOf, type Cell } from '../../src/analytics/blocks.ts';
import type { Report } from '../../src/analytics/report.ts';
import { summaryOf } from '../../src/analytics/summary.ts';
import { counts, page, pagesOf } from './fake-site.ts';
import { LISTS, range, report, spansFrom } from './fixture.ts';

const textOf = (cell: Cell) =>
  typeof cell === 'string' ? cell : 'name' in cell ? cell.name : `(${cell.counts.ai})`;

/** A line for each block: its title, its text, and its rows or columns; bars as their AI views. */
function told(made: Report, top = 10): string {
  const lineOf = ({ title, text, columns = [], figures, table = figures }: Block) => [
    ...[title, text].filter(Boolean),
    ...columns.map(
      ({ name, counts: views, isPast }) => `${name} ${views?.total ?? 'not read'}${isPast ? '' : '*'}`,
    ),
    ...(table?.rows ?? []).map((row) => row.map(textOf).join(' ')),
  ];
  const lines = blocksOf(made, top).map((block) => lineOf(block).join(' · '));
  return lines.join('\n');
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

// `/c` gained less than 1 % of the views, and `/b` has but one page.
test.each<[string, Report, string]>([
  [
    'everything once, in order',
    report({ ...MONDAY, ...TREND, comparison: SIX_DAYS }),
    `Views · People 770 66.4% ▲+22.6% 628 · AI 390 33.6% ▲+116.7% 180
Earlier periods · 15–21 Dec not read · 22–28 Dec 800 · 29 Dec – 4 Jan 700 · 5–11 Jan 1160*
Days · Mon 5 Jan 100* · Tue 6 Jan not read* · Wed 7 Jan 50*
Sections · /a 1,050 ▲+162.5% (350)
Most views gained · /a/x +400 ▲+100.0% 800 · /a/y +250 new 250
Most views lost · /b/z −200 ▼−66.7% 100 · /b/old −100 gone 0
Top pages · /a/x 800 ▲+100.0% (300) · /a/y 250 new (50) · /b/z 100 ▼−66.7% (40) · /c 9 ▲+80.0% (0) · /d 1 new (0)`,
  ],
  [
    'without a comparison, nothing of changes',
    report({ ...MONDAY, ...LISTS, before: null, comparison: undefined }),
    `Views · People 770 66.4% · AI 390 33.6%
Sections · /a 1,050 (350)
Top pages · /a/x 800 (300) · /a/y 250 (50) · /b/z 100 (40) · /c 9 (0) · /d 1 (0)`,
  ],
  [
    'of a part of the comparison, lists of what both have, and sections without a change',
    report({ ...MONDAY, ...LISTS, hasAllPreviousPages: false, previousTotals: counts(700, 200) }),
    `Views · People 770 66.4% ▲+10.0% 700 · AI 390 33.6% ▲+95.0% 200
Sections · /a 1,050 (350)
Gained and lost views are only of pages that were read in both periods.
Most views gained · /a/x +400 ▲+100.0% 800
Most views lost · /b/z −200 ▼−66.7% 100
Top pages · /a/x 800 ▲+100.0% (300) · /a/y 250 not read (50) · /b/z 100 ▼−66.7% (40) · /c 9 ▲+80.0% (0) · /d 1 not read (0)`,
  ],
  [
    'of a part of the pages, once that the lists are of a part',
    report({ ...MONDAY, ...LISTS, hasAllPages: false, notes: ['Not read: 7 days.', 'Why.'] }),
    `Views · People 770 66.4% ▲+22.6% 628 · AI 390 33.6% ▲+116.7% 180
Not read: 7 days. Why.
The lists below cover only the 5 pages that were read.
Sections · /a 1,050 (350)
Most views gained · /a/x +400 ▲+100.0% 800 · /a/y +250 new 250
Most views lost · /b/z −200 ▼−66.7% 100
Top pages · /a/x 800 ▲+100.0% (300) · /a/y 250 new (50) · /b/z 100 ▼−66.7% (40) · /c 9 ▲+80.0% (0) · /d 1 new (0)`,
  ],
  [
    'that nothing was read of the pages',
    report({ ...LISTS, now: [], before: null, hasAllPages: false, totals: counts(9, 1) }),
    `Views · People 9 90.0% · AI 1 10.0%
The lists below cover only the 0 pages that were read.
Top pages · Not read.`,
  ],
  [
    'that there are no views',
    report({ ...LISTS, now: [], before: [], history: spansFrom('2025-12-29', [0], 7) }),
    `Views · People 0 – – 0 · AI 0 – – 0
Top pages · No page had views.`,
  ],
])('says %s', (_, made, expected) => {
  expect(told(made)).toBe(expected);
});

test('lists ten sections, five pages for each direction, and as many top pages as there is room for', () => {
  const [now, before] = [1, 3].map((factor) =>
    Array.from({ length: 48 }, (_, index) => {
      const isMore = (index % 2 === 0) === (factor === 1);
      return page(`/${index % 12}/${index}`, 1000 - index + (isMore ? 30 * (48 - index) : 0));
    }),
  ) as [typeof MONDAY.now, typeof MONDAY.now];
  const [, ...tables] = blocksOf(report({ now, before, ...LISTS }), 20);
  expect(tables.map(({ title, table }) => `${title} ${table?.rows.length}`)).toEqual([
    ...['Sections 10', 'Most views gained 5', 'Most views lost 5', 'Top pages 20'],
  ]);
  expect(tables.at(-1)?.text).toBe('The first 20 of 48 pages; `page-views.csv` lists the others.');
});

test('links pages to the site, and none that is gone, has no path or too long a one', () => {
  const now = [page('/a', 9), page('', 8), page(`/${'x'.repeat(2000)}`, 7)];
  const made = report({ now, before: [page('/gone', 50)], siteUrl: 'https://docs.example.com/en', ...LISTS });
  const cells = blocksOf(made, 10).flatMap(({ table }) => table?.rows.map(([name]) => name) ?? []);
  const links = cells.flatMap((cell) =>
    typeof cell === 'object' && 'name' in cell ? (cell.link ?? cell.name[1]) : [],
  );
  const top = ['https://docs.example.com/en/a', 'e', 'x'];
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
