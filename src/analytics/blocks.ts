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
import { columnNames } from './period-names.ts';
import type { DatedCounts, PageRow, Report, Section } from './report.ts';
import { siteLink } from './site-link.ts';

/** Part of a report below its headline. The job summary and the HTML page render the same blocks. */
export interface Block {
  readonly title?: string;
  /** Sentences in which backticks mark code. */
  readonly text?: string;
  /** Chart of views over time, oldest first. */
  readonly columns?: readonly ChartColumn[];
  readonly table?: Table;
  /** Figures of the whole site. */
  readonly figures?: readonly Figure[];
}

export interface ChartColumn {
  readonly name: string;
  /** Undefined if the views weren't read. */
  readonly counts: Counts | undefined;
  /** Whether the column is of a period before the report's own. */
  readonly isPast: boolean;
  /** Share of AI; empty in a chart that doesn't name it. */
  readonly share: string;
}

export interface Table {
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

/** Share of AI, with a bar on the page. */
export interface Bar {
  readonly counts: Counts;
  /** Length of the longest bar in the column. */
  readonly longest: number;
}

/** Formatted views of one kind. Fields are empty for the share of the total, and without a comparison. */
export interface Figure {
  readonly kind: keyof Counts;
  readonly label: string;
  readonly views: string;
  readonly change: string;
  readonly before: string;
  readonly share: string;
  readonly shareBefore: string;
}

const MOST_SECTIONS = 10;
const MOST_CHANGED = 5;
const MOST_CHANGED_IN_COMMENT = 3;
/** Minimum change of a page that is listed, as a share of the period's total. */
const LEAST_CHANGE = 0.01;

/** Lists everything that a report says below its headline and gaps, in order, with at most `mostTop` top pages. */
export function blocksOf(report: Report, mostTop: number): Block[] {
  return [
    figuresBlock(report),
    ...trendBlocks(report),
    ...partBlock(report),
    ...sectionsBlock(report),
    ...changeBlocks(report, MOST_CHANGED),
    topPagesBlock(report, mostTop),
  ];
}

/** Lists what the comment on an issue says below the headline and gaps. */
export function commentBlocksOf(report: Report): Block[] {
  const changes = changeBlocks(report, MOST_CHANGED_IN_COMMENT);
  return changes.length > 0 ? [...partBlock(report), ...changes] : [];
}

/** Says how a report was made. */
export function colophonOf({ generatedAt, requests }: Report): string {
  return `Days are in UTC. AI views don't include crawlers. Made by docs-agent-action ${VERSION} at ${generatedAt} with ${requests.spent} of at most ${formatCount(requests.allowed, 'API call')}.`;
}

function figuresBlock({ totals, previousTotals: before }: Report): Block {
  const figureOf = (kind: keyof Counts, label: string): Figure => {
    const shareOf = (counts: Counts) => (kind === 'total' ? '' : formatPercent(counts[kind], counts.total));
    return {
      kind,
      label,
      views: formatNumber(totals[kind]),
      change: before ? changeLabel(totals[kind], before[kind]) : '',
      before: before ? formatNumber(before[kind]) : '',
      share: shareOf(totals),
      shareBefore: before ? shareOf(before) : '',
    };
  };
  return {
    title: 'Views',
    figures: [figureOf('total', 'Total'), figureOf('human', 'People'), figureOf('ai', 'AI')],
  };
}

function trendBlocks({ period, totals, history, days, notes }: Report): Block[] {
  const isTrend = (spans: readonly DatedCounts[]) => spans.filter(({ counts }) => counts).length > 1;
  const earlier = chartColumns([...history, { ...period, counts: totals }], history.length);
  return [
    ...(isTrend(history) ? [{ title: 'Earlier periods', columns: earlier }] : []),
    ...(isTrend(days) ? [{ title: 'Days', columns: chartColumns(days, 0) }] : []),
    ...(notes.length > 0 ? [{ text: notes.join(' ') }] : []),
  ];
}

/** Names shares of AI only in a chart of earlier periods, because those of days differ little. */
function chartColumns(spans: readonly DatedCounts[], pastCount: number): ChartColumn[] {
  return columnNames(spans).map((name, index): ChartColumn => {
    const counts = spans[index]?.counts;
    const share = counts ? formatPercent(counts.ai, counts.total) : '–';
    return { name, counts, isPast: index < pastCount, share: pastCount > 0 ? share : '' };
  });
}

/** Pages with views in the period. */
function currentPages({ pages }: Report) {
  return pages.filter(({ state }) => state !== 'gone');
}

function partBlock(report: Report): Block[] {
  const count = currentPages(report).length;
  if (report.hasAllPages || count === 0) return [];
  const pages = formatCount(count, 'page that was', 'pages that were');
  return [{ text: `The lists below cover only the ${pages} read.` }];
}

function sectionsBlock({ sections }: Report): Block[] {
  const hasPages = ({ pages, previousPages }: Section) => Math.max(pages, previousPages) > 1;
  const listed = sections.filter(hasPages).slice(0, MOST_SECTIONS);
  if (listed.length === 0) return [];
  const isCompared = listed.some(({ previous }) => previous);
  const longest = longestBar(listed);
  const rows = listed.map((section): Cell[] => {
    const { path, total, previous } = section;
    const change = previous ? [signedNumber(total - previous.total), changeLabel(total, previous.total)] : [];
    return [{ name: path }, formatNumber(total), ...change, { counts: section, longest }];
  });
  const heads = ['Section', 'Views', ...(isCompared ? ['+/−', 'Change'] : []), 'AI'];
  return [{ title: 'Sections', table: { heads, rows } }];
}

/** Lists pages that gained and that lost views, the largest changes first; empty if there are none of both. */
function changeBlocks(report: Report, most: number): Block[] {
  const sizeOf = (page: PageRow) => Math.abs(gainOf(page));
  const changed = report.pages
    .filter((page) => sizeOf(page) >= LEAST_CHANGE * report.totals.total)
    .sort((a, b) => sizeOf(b) - sizeOf(a));
  const gained = changed.filter((page) => gainOf(page) > 0).slice(0, most);
  const lost = changed.filter((page) => gainOf(page) < 0).slice(0, most);
  if (gained.length + lost.length === 0) return [];
  const both = 'Gained and lost views are only of pages that were read in both periods.';
  return [
    ...(report.hasAllPreviousPages ? [] : [{ text: both }]),
    changeBlock(report, gained, 'Gained'),
    changeBlock(report, lost, 'Lost'),
  ];
}

function changeBlock(report: Report, listed: readonly PageRow[], head: 'Gained' | 'Lost'): Block {
  const verb = head.toLowerCase();
  const title = `Most views ${verb}`;
  if (listed.length === 0) return { title, text: `No page ${verb} 1% of all views or more.` };
  const rows = listed.map((page) => {
    const gain = signedNumber(gainOf(page));
    return [pageName(page, report), gain, pageChange(page, report), formatNumber(page.total)];
  });
  return { title, table: { heads: ['Page', head, 'Change', 'Views'], rows } };
}

function gainOf({ total, previous }: PageRow) {
  return previous ? total - previous.total : 0;
}

function topPagesBlock(report: Report, most: number): Block {
  const { previousTotals, hasAllPages } = report;
  const title = 'Top pages';
  const pages = currentPages(report);
  const listed = pages.slice(0, most);
  if (listed.length === 0) return { title, text: hasAllPages ? 'No page had views.' : 'Not read.' };
  const longest = longestBar(listed);
  const rows = listed.map((page): Cell[] => {
    const change = previousTotals ? [pageChange(page, report)] : [];
    return [pageName(page, report), formatNumber(page.total), ...change, { counts: page, longest }];
  });
  const cut = `The first ${most} of ${formatCount(pages.length, 'page')}; \`page-views.csv\` lists the others.`;
  const heads = ['Page', 'Views', ...(previousTotals ? ['Change'] : []), 'AI'];
  return { title, text: pages.length > most ? cut : '', table: { heads, rows } };
}

function pageChange({ state, total, previous }: PageRow, { isPreviousAnswered }: Report) {
  if (state === 'unknown') return isPreviousAnswered ? '–' : 'not read';
  return state === 'known' ? changeLabel(total, previous?.total ?? 0) : state;
}

/** Formats a change with an arrow, such as `▲+12.3%`, `▼−4.0%` or `0.0%`; `–` if there is no percentage. */
export function changeLabel(now: number, before: number): string {
  const percent = percentChange(now, before);
  if (percent === undefined) return '–';
  const arrow = percent > 0 ? '▲' : percent < 0 ? '▼' : '';
  return `${arrow}${formatSignedPercent(percent).replace('-', '−')}%`;
}

/** Formats a difference, such as `+1,234`, `−200` or `0`. */
function signedNumber(difference: number) {
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '';
  return `${sign}${formatNumber(Math.abs(difference))}`;
}

function pageName({ path, state }: PageRow, { siteUrl }: Report): PageName {
  const hasAddress = siteUrl && path !== '' && state !== 'gone';
  return { name: path || '(empty path)', link: hasAddress ? siteLink(siteUrl, path) : undefined };
}
