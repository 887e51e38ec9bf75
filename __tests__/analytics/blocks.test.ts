import { expect, test } from '@jest/globals';
import { type Block, blocksOf, type Cell, changeLabel, commentBlocksOf } from '../../src/analytics/blocks.ts';
import { sectionOf } from '../../src/analytics/report.ts';
import { summaryOf } from '../../src/analytics/summary.ts';
import { tableOf } from '../agent/table.ts';
import { counts, LISTS, page, pagesOf, periodOf, type ReportOptions, report, spansFrom } from './reports.ts';

// An arrow beside 0.0% would contradict it.
test.each(
  tableOf<'now' | 'before' | 'label'>(`
    now   | before | label
    12    | 10     | ▲+20.0%
    9     | 10     | ▼−10.0%
    10    | 10     | 0.0%
    10001 | 10000  | 0.0%
    9999  | 10000  | 0.0%
    5     | 0      | –
  `),
)('$now views after $before are $label', ({ now, before, label }) => {
  expect(changeLabel(Number(now), Number(before))).toBe(label);
});

test.each(['//guides/a', '/guides#x', '/guides?x', 'guides'])('%j is of the section /guides', (path) => {
  expect([sectionOf(path), sectionOf('/#x'), sectionOf('')]).toEqual(['/guides', '/', '/']);
});

function cellText(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  return 'name' in cell ? cell.name : `(${cell.counts.ai})`;
}

/** A line for each block: its title, its text, and its rows or columns; bars as their AI views. */
function lineOf({ title, text, columns = [], figures = [], table }: Block): string {
  const parts = [
    title,
    text,
    ...columns.map(
      ({ name, counts, isPast }) => `${name} ${counts?.total ?? 'not read'}${isPast ? '' : '*'}`,
    ),
    ...figures.map(({ label, views, change, before, share, shareBefore }) =>
      [label, views, change, before, share, shareBefore].filter(Boolean).join(' '),
    ),
    ...(table?.rows ?? []).map((row) => row.map(cellText).join(' ')),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Of a report without charts, unless they are given. */
const linesOf = (given: ReportOptions) => blocksOf(report({ ...LISTS, ...given }), 10).map(lineOf);

/** `/c` gained less than 1 % of the views; `/b` has one page of two that it had, and `/e` has lost its only one. */
const NOW = [
  page('/a/x', 500, 300),
  page('/a/y', 200, 50),
  page('/b/z', 60, 40),
  page('/c', 9),
  page('/d', 1),
];
const BEFORE = [
  page('/a/x', 300, 100),
  page('/b/z', 250, 50),
  page('/b/old', 70, 30),
  page('/c', 5),
  page('/e', 3),
];

const VIEWS =
  'Views · Total 1,160 ▲+43.6% 808 · People 770 ▲+22.6% 628 66.4% 77.7% · AI 390 ▲+116.7% 180 33.6% 22.3%';
const GAINED = 'Most views gained · /a/x +400 ▲+100.0% 800 · /a/y +250 new 250';
const LOST_OF_BOTH = 'Most views lost · /b/z −200 ▼−66.7% 100';
const PART = 'The lists below cover only the 5 pages that were read.';
const TOP =
  'Top pages · /a/x 800 ▲+100.0% (300) · /a/y 250 new (50) · /b/z 100 ▼−66.7% (40) · /c 9 ▲+80.0% (0) · /d 1 new (0)';

test('lists everything once, in order', () => {
  const lines = linesOf({
    now: NOW,
    before: BEFORE,
    history: spansFrom('2025-12-15', [undefined, 800, 700], 7),
    days: spansFrom('2026-01-05', [100, undefined, 50]),
    // Totals are compared with totals, also where the two periods have not as many days.
    comparison: periodOf('2025-12-30..2026-01-04'),
  });
  expect(lines).toEqual([
    VIEWS,
    'Earlier periods · 15–21 Dec not read · 22–28 Dec 800 · 29 Dec – 4 Jan 700 · 5–11 Jan 1160*',
    'Days · Mon 5 Jan 100* · Tue 6 Jan not read* · Wed 7 Jan 50*',
    'Sections · /a 1,050 +650 ▲+162.5% (350) · /b 100 −300 ▼−75.0% (40)',
    GAINED,
    `${LOST_OF_BOTH} · /b/old −100 gone 0`,
    TOP,
  ]);
});

test('says nothing of changes without a comparison', () => {
  expect(linesOf({ now: NOW, before: null, comparison: undefined })).toEqual([
    'Views · Total 1,160 · People 770 66.4% · AI 390 33.6%',
    'Sections · /a 1,050 (350)',
    'Top pages · /a/x 800 (300) · /a/y 250 (50) · /b/z 100 (40) · /c 9 (0) · /d 1 (0)',
  ]);
});

test('says of a part of the comparison what both periods have', () => {
  const previousTotals = counts(700, 200);
  const lines = linesOf({ now: NOW, before: BEFORE, hasAllPreviousPages: false, previousTotals });
  expect(lines.slice(1)).toEqual([
    'Sections · /a 1,050 (350)',
    'Gained and lost views are only of pages that were read in both periods.',
    'Most views gained · /a/x +400 ▲+100.0% 800',
    LOST_OF_BOTH,
    'Top pages · /a/x 800 ▲+100.0% (300) · /a/y 250 not read (50) · /b/z 100 ▼−66.7% (40) · /c 9 ▲+80.0% (0) · /d 1 not read (0)',
  ]);
});

test('a page whose earlier views were read, but are not sound, has a dash', () => {
  const lines = linesOf({ now: NOW, before: BEFORE, hasAllPreviousPages: false, isPreviousAnswered: true });
  expect(lines.at(-1)).toContain('/a/y 250 – (50)');
});

test('says of a part of the pages that it is one, after the notes', () => {
  const notes = ['Not read: 7 days.', 'Why.'];
  expect(linesOf({ now: NOW, before: BEFORE, hasAllPages: false, notes })).toEqual([
    VIEWS,
    'Not read: 7 days. Why.',
    PART,
    'Sections · /a 1,050 (350)',
    GAINED,
    LOST_OF_BOTH,
    TOP,
  ]);
});

test('says of one page that it was read, and of none no more than that', () => {
  const alone = linesOf({ now: [page('/a', 9)], before: null, hasAllPages: false });
  expect(alone[1]).toBe('The lists below cover only the 1 page that was read.');
  const none = linesOf({ now: [], before: null, hasAllPages: false, totals: counts(9, 1) });
  expect(none).toEqual(['Views · Total 10 · People 9 90.0% · AI 1 10.0%', 'Top pages · Not read.']);
});

test('says that there are no views', () => {
  // One period alone is no trend.
  const history = spansFrom('2025-12-22', [undefined, 0], 7);
  expect(linesOf({ now: [], before: [], days: [], history })).toEqual([
    'Views · Total 0 – 0 · People 0 – 0 – – · AI 0 – 0 – –',
    'Top pages · No page had views.',
  ]);
});

test('says in one line that nothing was lost or gained, and lists nothing where both are so', () => {
  const more = [page('/a', 110), page('/b', 50)];
  const fewer = [page('/a', 100), page('/b', 50)];
  const titlesOf = (now: typeof more, before: typeof more) =>
    linesOf({ now, before }).filter((line) => line.startsWith('Most'));
  expect(titlesOf(more, fewer)).toEqual([
    'Most views gained · /a +10 ▲+10.0% 110',
    'Most views lost · No page lost 1% of all views or more.',
  ]);
  expect(titlesOf(fewer, more)[0]).toBe('Most views gained · No page gained 1% of all views or more.');
  expect(titlesOf(more, more)).toEqual([]);
});

test('lists changes of 1 % of all views, and none below', () => {
  const now = [page('/a', 101), page('/b', 1099), page('/c', 8800)];
  const before = [page('/a', 1), page('/b', 1000), page('/c', 8800)];
  expect(linesOf({ now, before })).toContain('Most views gained · /a +100 ▲+10000.0% 101');
});

test('lists ten sections, five pages for each direction, and as many top pages as there is room for', () => {
  // Every other page has many more views, in one period or in the other.
  const pages = (odd: number) =>
    Array.from({ length: 48 }, (_, at) =>
      page(`/${at % 12}/${at}`, 1000 - at + (at % 2 === odd ? 30 * (48 - at) : 0)),
    );
  const made = report({ now: pages(0), before: pages(1), ...LISTS });
  const sizesOf = (blocks: readonly Block[]) =>
    blocks.map(({ title, table }) => `${title} ${table?.rows.length}`);
  const [, ...tables] = blocksOf(made, 20);
  expect(sizesOf(tables)).toEqual([
    'Sections 10',
    'Most views gained 5',
    'Most views lost 5',
    'Top pages 20',
  ]);
  expect(tables.at(-1)?.text).toBe('The first 20 of 48 pages; `page-views.csv` lists the others.');
  expect(sizesOf(commentBlocksOf(made))).toEqual(['Most views gained 3', 'Most views lost 3']);
});

test('the comment says that its lists are over a part, and only where there are lists', () => {
  const made = report({ now: NOW, before: BEFORE, hasAllPages: false });
  expect(commentBlocksOf(made).map(lineOf)).toEqual([PART, GAINED, LOST_OF_BOTH]);
  expect(commentBlocksOf(report({ now: NOW, before: null, hasAllPages: false }))).toEqual([]);
});

test('links pages to the site, and none that is gone, has no path or too long a one', () => {
  const now = [page('/a', 9), page('', 9), page(`/${'x'.repeat(2000)}`, 9)];
  const made = report({ now, before: [page('/gone', 50)], siteUrl: 'https://docs.example.com/en', ...LISTS });
  const blocks = JSON.stringify(blocksOf(made, 10));
  // The three pages are those that gained views, and the top pages.
  expect(blocks.match(/"name":/g)).toHaveLength(3 + 1 + 3);
  const link = '"name":"/a","link":"https://docs.example.com/en/a"';
  expect(blocks.match(/"name":"[^"]*","link":"[^"]*"/g)).toEqual([link, link]);
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
