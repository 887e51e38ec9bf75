import type { Counts } from '../mintlify/schemas.ts';
import { columnNames } from '../period.ts';
import { formatCount, formatNumber, formatPercent } from '../text/numbers.ts';
import { siteLink } from '../text/site-link.ts';
import type { DatedCounts, PageRow, Report } from './report.ts';
import { changeLabel } from './words.ts';

/** Part of a report below its headline. The job summary and the HTML page render the same blocks. */
export interface Block {
  readonly title?: string;
  /** Sentences in which backticks mark code. */
  readonly text?: string;
  readonly columns?: readonly Column[];
  readonly table?: Table;
  /** Table whose rows can be shown as cards. */
  readonly figures?: Table<string>;
}

export interface Table<C = Cell> {
  /** Headings. A column without one holds bars, which only the page shows. */
  readonly heads: readonly string[];
  readonly rows: readonly (readonly C[])[];
}

/** Text of the action, a name that it didn't choose with the URL of its page, or a bar with the longest bar's length. */
export type Cell = string | Name | { readonly counts: Counts; readonly most: number };
type Name = { readonly name: string; readonly link?: string | undefined };
export type Column = ReturnType<typeof columnNames>[number] &
  Pick<DatedCounts, 'counts'> & { readonly isPast: boolean };

/** Returns the length of a column or bar: the sum of views by people and AI, which may differ from Mintlify's total. */
export const sizeOf = (counts: Counts | undefined) => (counts ? counts.human + counts.ai : 0);

export const longest = (counts: readonly (Counts | undefined)[]) => Math.max(...counts.map(sizeOf));

const MOST_SECTIONS = 10;
const MOST_CHANGED = 5;
/** Minimum change of a page that is listed, as a share of the period's total. */
const LEAST_CHANGE = 0.01;

/** Lists everything that a report says below its headline and gaps, in order, with at most `top` top pages. */
export function blocksOf(report: Report, top: number): Block[] {
  const { hasAllPages, hasAllPreviousPages } = report;
  const pages = report.pages.filter(({ state }) => state !== 'gone');
  const changed = changedBlocks(report);
  const part = `The lists below cover only the ${formatCount(pages.length, 'page')} that were read.`;
  const both = 'Gained and lost views are only of pages that were read in both periods.';
  return [
    figuresBlock(report),
    ...trendBlocks(report),
    ...(hasAllPages ? [] : [{ text: part }]),
    ...sectionsBlock(report),
    ...(hasAllPreviousPages || changed.length === 0 ? [] : [{ text: both }]),
    ...changed,
    topBlock(report, pages, top),
  ];
}

function figuresBlock({ totals, previousTotals: before }: Report): Block {
  const rowOf = (kind: 'human' | 'ai', label: string) => [
    ...[label, formatNumber(totals[kind]), formatPercent(totals[kind], totals.total)],
    ...(before ? [changeLabel(totals[kind], before[kind]), formatNumber(before[kind])] : []),
  ];
  const heads = [' ', 'Views', 'Share', ...(before ? ['Change', 'Before'] : [])];
  return { title: 'Views', figures: { heads, rows: [rowOf('human', 'People'), rowOf('ai', 'AI')] } };
}

function trendBlocks({ period, totals, history, days, notes }: Report): Block[] {
  const isTrend = (spans: readonly DatedCounts[]) => spans.filter(({ counts }) => counts).length > 1;
  const columnsOf = (spans: readonly DatedCounts[], past = 0): Column[] =>
    columnNames(spans).map((names, at) => ({ ...names, counts: spans[at]?.counts, isPast: at < past }));
  const earlier = columnsOf([...history, { ...period, counts: totals }], history.length);
  return [
    ...(isTrend(history) ? [{ title: 'Earlier periods', columns: earlier }] : []),
    ...(isTrend(days) ? [{ title: 'Days', columns: columnsOf(days) }] : []),
    ...(notes.length > 0 ? [{ text: notes.join(' ') }] : []),
  ];
}

function sectionsBlock({ sections }: Report): Block[] {
  const shown = sections.filter(({ pages }) => pages > 1).slice(0, MOST_SECTIONS);
  const isCompared = shown.some(({ previous }) => previous);
  const most = longest(shown);
  const rows = shown.map(({ path, total, previous, ...counts }): Cell[] => [
    ...[{ name: path }, formatNumber(total), ...(previous ? [changeLabel(total, previous.total)] : [])],
    { counts: { ...counts, total }, most },
  ]);
  const heads = ['Section', 'Views', ...(isCompared ? ['Change'] : []), ''];
  return rows.length > 0 ? [{ title: 'Sections', table: { heads, rows } }] : [];
}

function changedBlocks({ pages, totals, siteUrl }: Report): Block[] {
  const gainOf = ({ total, previous }: PageRow) => (previous ? total - previous.total : 0);
  const least = LEAST_CHANGE * totals.total;
  const lists = ([1, -1] as const).map((sign) => {
    const [title, head, mark] =
      sign > 0 ? ['Most views gained', 'Gained', '+'] : ['Most views lost', 'Lost', '−'];
    const shown = pages
      .filter((page) => sign * gainOf(page) > 0 && sign * gainOf(page) >= least)
      .sort((a, b) => sign * (gainOf(b) - gainOf(a)));
    const rows = shown.slice(0, MOST_CHANGED).map((page) => {
      const gain = `${mark}${formatNumber(sign * gainOf(page))}`;
      return [nameOf(page, siteUrl), gain, pageChange(page), formatNumber(page.total)];
    });
    return { title, table: { heads: ['Page', head, 'Change', 'Views'], rows } };
  });
  return lists.filter(({ table }) => table.rows.length > 0);
}

function topBlock(report: Report, pages: readonly PageRow[], top: number): Block {
  const { siteUrl, previousTotals, hasAllPages } = report;
  const title = 'Top pages';
  const shown = pages.slice(0, top);
  if (shown.length === 0) return { title, text: hasAllPages ? 'No page had views.' : 'Not read.' };
  const most = longest(shown);
  const rows = shown.map((page): Cell[] => {
    const change = previousTotals ? [pageChange(page)] : [];
    return [nameOf(page, siteUrl), formatNumber(page.total), ...change, { counts: page, most }];
  });
  const cut = `The first ${top} of ${formatCount(pages.length, 'page')}; \`page-views.csv\` lists the others.`;
  const text = pages.length > top ? cut : '';
  const heads = ['Page', 'Views', ...(previousTotals ? ['Change'] : []), 'AI'];
  return { title, text, table: { heads, rows } };
}

function pageChange({ state, total, previous }: PageRow): string {
  if (state === 'unknown') return 'not read';
  return state === 'known' ? changeLabel(total, previous?.total ?? 0) : state;
}

function nameOf({ path, state }: PageRow, siteUrl: string | undefined): Name {
  const hasAddress = siteUrl && path !== '' && state !== 'gone';
  return { name: path || '(empty path)', link: hasAddress ? siteLink(siteUrl, path) : undefined };
}
