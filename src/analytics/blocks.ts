import type { Counts } from '../mintlify/schemas.ts';
import {
  formatCount,
  formatNumber,
  formatPercent,
  formatSignedPercent,
  percentChange,
} from '../text/numbers.ts';
import { VERSION } from '../version.ts';
import { longestBar } from './counts.ts';
import { type ColumnName, columnNames } from './period-names.ts';
import type { DatedCounts, PageRow, Report } from './report.ts';
import { siteLink } from './site-link.ts';

/** Part of a report below its headline. The job summary and the HTML page render the same blocks. */
export interface Block {
  readonly title?: string;
  /** Sentences in which backticks mark code. */
  readonly text?: string;
  readonly columns?: readonly ChartColumn[];
  readonly table?: Table;
  /** Figures of the whole site. */
  readonly figures?: readonly Figure[];
}

/** A column of a chart over time. */
export interface ChartColumn extends ColumnName {
  /** Undefined if the views weren't read. */
  readonly counts: Counts | undefined;
  /** Whether the column is of a period before the report's own. */
  readonly isPast: boolean;
}

export interface Table {
  /** Headings. A column without one holds bars, which only the page shows. */
  readonly heads: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** The action's own text, or one of the others. */
export type Cell = string | PageName | Bar;

/** Path of a page or section, which the action didn't choose, with the page's URL. */
export interface PageName {
  readonly name: string;
  readonly link?: string | undefined;
}

export interface Bar {
  readonly counts: Counts;
  /** Length of the longest bar in the column. */
  readonly longest: number;
}

/** Formatted views of one kind. Without a comparison, `change` and `before` are undefined. */
export interface Figure {
  readonly kind: 'human' | 'ai';
  readonly label: string;
  readonly views: string;
  readonly share: string;
  readonly change: string | undefined;
  readonly before: string | undefined;
}

const MOST_SECTIONS = 10;
const MOST_CHANGED = 5;
/** Minimum change of a page that is listed, as a share of the period's total. */
const LEAST_CHANGE = 0.01;

/** Lists everything that a report says below its headline and gaps, in order, with at most `mostTop` top pages. */
export function blocksOf(report: Report, mostTop: number): Block[] {
  const { hasAllPages, hasAllPreviousPages } = report;
  const pages = report.pages.filter(({ state }) => state !== 'gone');
  const changeLists = changeListBlocks(report);
  const part = `The lists below cover only the ${formatCount(pages.length, 'page')} that were read.`;
  const both = 'Gained and lost views are only of pages that were read in both periods.';
  const isPartComparison = !hasAllPreviousPages && changeLists.length > 0;
  return [
    figuresBlock(report),
    ...trendBlocks(report),
    ...(hasAllPages ? [] : [{ text: part }]),
    ...sectionsBlock(report),
    ...(isPartComparison ? [{ text: both }] : []),
    ...changeLists,
    topPagesBlock(report, pages, mostTop),
  ];
}

/** Says how a report was made. */
export function colophonOf({ generatedAt, requests }: Report): string {
  return `Days are in UTC. AI views don't include crawlers. Made by docs-agent-action ${VERSION} at ${generatedAt} with ${requests.spent} of at most ${formatCount(requests.allowed, 'API call')}.`;
}

function figuresBlock({ totals, previousTotals }: Report): Block {
  const figureOf = (kind: 'human' | 'ai', label: string): Figure => ({
    kind,
    label,
    views: formatNumber(totals[kind]),
    share: formatPercent(totals[kind], totals.total),
    change: previousTotals && changeLabel(totals[kind], previousTotals[kind]),
    before: previousTotals && formatNumber(previousTotals[kind]),
  });
  return { title: 'Views', figures: [figureOf('human', 'People'), figureOf('ai', 'AI')] };
}

function trendBlocks({ period, totals, history, days, notes }: Report): Block[] {
  const isTrend = (spans: readonly DatedCounts[]) => spans.filter(({ counts }) => counts).length > 1;
  const periods = [...history, { ...period, counts: totals }];
  return [
    ...(isTrend(history)
      ? [{ title: 'Earlier periods', columns: chartColumns(periods, history.length) }]
      : []),
    ...(isTrend(days) ? [{ title: 'Days', columns: chartColumns(days, 0) }] : []),
    ...(notes.length > 0 ? [{ text: notes.join(' ') }] : []),
  ];
}

function chartColumns(spans: readonly DatedCounts[], pastCount: number): ChartColumn[] {
  return columnNames(spans).map(({ name, label }, index) => {
    return { name, label, counts: spans[index]?.counts, isPast: index < pastCount };
  });
}

function sectionsBlock({ sections }: Report): Block[] {
  const listed = sections.filter(({ pages }) => pages > 1).slice(0, MOST_SECTIONS);
  if (listed.length === 0) return [];
  const isCompared = listed.some(({ previous }) => previous);
  const longest = longestBar(listed);
  const rows = listed.map((section): Cell[] => {
    const { path, total, previous } = section;
    const change = previous ? [changeLabel(total, previous.total)] : [];
    return [{ name: path }, formatNumber(total), ...change, { counts: section, longest }];
  });
  const heads = ['Section', 'Views', ...(isCompared ? ['Change'] : []), ''];
  return [{ title: 'Sections', table: { heads, rows } }];
}

function changeListBlocks(report: Report): Block[] {
  const gained = changeTable(report, 'Gained', gainOf, '+');
  const lost = changeTable(report, 'Lost', (page) => -gainOf(page), '−');
  return [
    { title: 'Most views gained', table: gained },
    { title: 'Most views lost', table: lost },
  ].filter(({ table }) => table.rows.length > 0);
}

/** Lists the pages with the largest differences, each with its sign. */
function changeTable(
  { pages, totals, siteUrl }: Report,
  head: string,
  differenceOf: (page: PageRow) => number,
  sign: string,
): Table {
  const least = LEAST_CHANGE * totals.total;
  const listed = pages
    .filter((page) => differenceOf(page) > 0 && differenceOf(page) >= least)
    .sort((a, b) => differenceOf(b) - differenceOf(a))
    .slice(0, MOST_CHANGED);
  const rows = listed.map((page) => {
    const difference = `${sign}${formatNumber(differenceOf(page))}`;
    return [pageName(page, siteUrl), difference, pageChange(page), formatNumber(page.total)];
  });
  return { heads: ['Page', head, 'Change', 'Views'], rows };
}

function gainOf({ total, previous }: PageRow): number {
  return previous ? total - previous.total : 0;
}

function topPagesBlock(report: Report, pages: readonly PageRow[], most: number): Block {
  const { siteUrl, previousTotals, hasAllPages } = report;
  const title = 'Top pages';
  const listed = pages.slice(0, most);
  if (listed.length === 0) return { title, text: hasAllPages ? 'No page had views.' : 'Not read.' };
  const longest = longestBar(listed);
  const rows = listed.map((page): Cell[] => {
    const change = previousTotals ? [pageChange(page)] : [];
    return [pageName(page, siteUrl), formatNumber(page.total), ...change, { counts: page, longest }];
  });
  const cut = `The first ${most} of ${formatCount(pages.length, 'page')}; \`page-views.csv\` lists the others.`;
  const heads = ['Page', 'Views', ...(previousTotals ? ['Change'] : []), 'AI'];
  return { title, text: pages.length > most ? cut : '', table: { heads, rows } };
}

function pageChange({ state, total, previous }: PageRow): string {
  if (state === 'unknown') return 'not read';
  return state === 'known' ? changeLabel(total, previous?.total ?? 0) : state;
}

/** Formats a change with an arrow, such as `▲+12.3%`, `▼−4.0%` or `0.0%`; `–` if there is no percentage. */
export function changeLabel(now: number, before: number): string {
  const percent = percentChange(now, before);
  if (percent === undefined) return '–';
  const arrow = percent > 0 ? '▲' : percent < 0 ? '▼' : '';
  return `${arrow}${formatSignedPercent(percent).replace('-', '−')}%`;
}

function pageName({ path, state }: PageRow, siteUrl: string | undefined): PageName {
  const hasAddress = siteUrl && path !== '' && state !== 'gone';
  return { name: path || '(empty path)', link: hasAddress ? siteLink(siteUrl, path) : undefined };
}
