import type { Counts } from '../platform/schemas.ts';
import { counted, share, thousands } from '../text/numbers.ts';
import { siteLink } from '../text/site-link.ts';
import type { DatedCounts, PageRow, Report } from './report.ts';
import { changeLabel, columnNames, gainLabel } from './words.ts';

/** Part of a report below its headline. The job summary and the HTML page render the same blocks. */
export interface Block {
  readonly title?: string;
  /** Sentences in which backticks mark code. */
  readonly text?: string;
  /** Chart of views over time. */
  readonly columns?: readonly Column[];
  readonly table?: Table;
  /** Table whose rows can be shown as cards. */
  readonly figures?: Table<string>;
  /** Whether the block can stand beside the narrow block before or after it. */
  readonly isNarrow?: boolean;
}

export interface Table<C = Cell> {
  /** Headings. A column without one is only for the page. */
  readonly heads: readonly string[];
  readonly rows: readonly (readonly C[])[];
}

/** Content of a cell: text of the action, a name, or a bar that shows views by people and by AI. */
export type Cell = string | Name | Bar;

/** Name that the action didn't choose, with the URL of its page. */
export interface Name {
  readonly name: string;
  readonly link?: string | undefined;
}

export interface Bar {
  readonly counts: Counts;
  /** Length of the table's longest bar. */
  readonly most: number;
}

/** Views in a period or on a day; undefined if they weren't read. Earlier periods are shown in paler colors. */
export interface Column {
  readonly name: string;
  readonly label: string;
  readonly counts: Counts | undefined;
  readonly isPast: boolean;
}

/** Returns the length of a column or bar: the sum of views by people and AI, which may differ from Mintlify's total. */
export const sizeOf = (counts: Counts | undefined) => (counts ? counts.human + counts.ai : 0);

/** Returns the length of the longest column or bar. */
export const longest = (counts: readonly (Counts | undefined)[]) => Math.max(...counts.map(sizeOf));

const MOST_SECTIONS = 10;
const MOST_CHANGED = 5;
/** Minimum change of a page that is listed, as a share of the period's total. */
const LEAST_CHANGE = 0.01;
/** Maximum number of columns in a chart that stands beside another chart. */
const MOST_BESIDE = 10;

/** Lists everything that a report says below its headline and gaps, in order, with at most `top` top pages. */
export function blocksOf(report: Report, top: number): Block[] {
  const { rows, isComplete, isWhole } = report.pages;
  const changed = changedBlocks(report);
  const part = `The lists below cover only the ${counted(rows.length, 'page')} that were read.`;
  const both = 'Gained and lost views are only of pages that were read in both periods.';
  return [
    figuresBlock(report),
    ...trendBlocks(report),
    ...(isComplete ? [] : [{ text: part }]),
    ...sectionsBlock(report),
    ...(isWhole || changed.length === 0 ? [] : [{ text: both }]),
    ...changed,
    topBlock(report, top),
  ];
}

function figuresBlock({ totals, previousTotals: before }: Report): Block {
  const rowOf = (kind: 'human' | 'ai', label: string) => [
    ...[label, thousands(totals[kind]), share(totals[kind], totals.total)],
    ...(before ? [changeLabel(totals[kind], before[kind]), thousands(before[kind])] : []),
  ];
  const heads = [' ', 'Views', 'Share', ...(before ? ['Change', 'Before'] : [])];
  return { title: 'Views', figures: { heads, rows: [rowOf('human', 'People'), rowOf('ai', 'AI')] } };
}

function trendBlocks({ period, totals, history, days, notes }: Report): Block[] {
  const isTrend = (spans: readonly DatedCounts[]) => spans.filter(({ counts }) => counts).length > 1;
  const columnsOf = (spans: readonly DatedCounts[], past = 0): Column[] =>
    columnNames(spans).map((names, at) => ({ ...names, counts: spans[at]?.counts, isPast: at < past }));
  const earlier = columnsOf([...history, { ...period, counts: totals }], history.length);
  const charts = [
    ...(isTrend(history) ? [{ title: 'Earlier periods', columns: earlier }] : []),
    ...(isTrend(days) ? [{ title: 'Days', columns: columnsOf(days) }] : []),
  ];
  const isNarrow = charts.length === 2 && days.length <= MOST_BESIDE;
  return [
    ...charts.map((each) => ({ ...each, isNarrow })),
    ...(notes.length > 0 ? [{ text: notes.join(' ') }] : []),
  ];
}

function sectionsBlock({ pages }: Report): Block[] {
  const sections = pages.sections.filter((section) => section.pages > 1).slice(0, MOST_SECTIONS);
  if (sections.length === 0) return [];
  const most = longest(sections);
  const rows = sections.map((counts): Cell[] => {
    const { path, total, previous } = counts;
    const change = previous ? [changeLabel(total, previous.total)] : [];
    return [{ name: path }, thousands(total), ...change, { counts, most }];
  });
  const heads = ['Section', 'Views', ...(pages.isWhole ? ['Change'] : []), ''];
  return [{ title: 'Sections', table: { heads, rows } }];
}

/** Builds the lists of pages that gained and that lost most views. Omits empty lists. */
function changedBlocks(report: Report): Block[] {
  const changed: { page: PageRow; gain: number }[] = [];
  for (const page of report.previousTotals ? report.pages.all() : []) {
    const gain = page.previous ? page.total - page.previous.total : 0;
    if (gain !== 0 && Math.abs(gain) >= LEAST_CHANGE * report.totals.total) changed.push({ page, gain });
  }
  const lists = ([1, -1] as const).flatMap((sign) => {
    const [title, head] = sign > 0 ? ['Most views gained', 'Gained'] : ['Most views lost', 'Lost'];
    const rows = changed
      .filter(({ gain }) => sign * gain > 0)
      .sort((a, b) => sign * (b.gain - a.gain))
      .slice(0, MOST_CHANGED)
      .map(({ page, gain }) => [
        nameOf(report, page),
        gainLabel(gain),
        pageChange(page),
        thousands(page.total),
      ]);
    return rows.length > 0 ? [{ title, table: { heads: ['Page', head, 'Change', 'Views'], rows } }] : [];
  });
  return lists.map((list) => ({ ...list, isNarrow: lists.length === 2 }));
}

function topBlock(report: Report, top: number): Block {
  const { pages, previousTotals } = report;
  const title = 'Top pages';
  const shown = pages.rows.slice(0, top);
  if (shown.length === 0) return { title, text: pages.isComplete ? 'No page had views.' : 'Not read.' };
  const most = longest(shown);
  const rows = shown.map((counts): Cell[] => {
    const page = pages.compared(counts);
    const change = previousTotals ? [pageChange(page)] : [];
    return [nameOf(report, page), thousands(counts.total), ...change, { counts, most }];
  });
  const isCut = pages.rows.length > top;
  const text = isCut ? `${top} of ${counted(pages.rows.length, 'page')}. \`page-views.csv\` has all.` : '';
  return {
    title,
    text,
    table: { heads: ['Page', 'Views', ...(previousTotals ? ['Change'] : []), 'AI'], rows },
  };
}

function pageChange({ state, total, previous }: PageRow): string {
  if (state === 'unknown') return 'not read';
  return state === 'known' ? changeLabel(total, previous?.total ?? 0) : state;
}

function nameOf({ siteUrl }: Report, { path, state }: PageRow): Name {
  const hasAddress = siteUrl && path !== '' && state !== 'gone';
  return { name: path || '(empty path)', link: hasAddress ? siteLink(siteUrl, path) : undefined };
}
