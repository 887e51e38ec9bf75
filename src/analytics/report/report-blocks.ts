import type { Counts } from '../../platform/schemas.ts';
import { counted, share, thousands } from '../../text/numbers.ts';
import { siteLink } from '../../text/site-link.ts';
import { changedRows, changeOf, gainOf, isPerDay, isWhole, lengthsOf, SAME_LENGTH } from '../compare.ts';
import { sumOf } from '../counts.ts';
import type { Change, Comparable, DatedCounts, PageRow, ProjectReport, Report, Section } from '../model.ts';
import { combineProjects, pagesRead, TOP, topPages } from '../summarize.ts';
import { columnNames, comparablePeriods, comparisonNotes, gainLabel, rangeText, unitOf } from './phrases.ts';

// What a report shows, in a few kinds of blocks. The job summary, the comment and the page are renderings of them.

/** Figures have a table, too, for formats without cards. `unit`: of their changes, if they are not of totals. */
export type Block = Heading &
  (
    | { readonly kind: 'text' }
    | {
        readonly kind: 'cards';
        readonly cards: readonly Card[];
        readonly unit: string;
        readonly table: Table;
      }
    | { readonly kind: 'chart'; readonly columns: readonly Column[] }
    | { readonly kind: 'table'; readonly table: Table; readonly paperText?: string | undefined }
  );

interface Heading {
  readonly title: string;
  readonly text?: string | undefined;
  /** Whether it may stand beside another. */
  readonly isNarrow?: boolean;
}

export interface Label {
  readonly text: string;
  /** Topic, and so the colours of the charts that it shows. */
  readonly topic?: 'human' | 'ai' | 'both';
}

/** A count that matters, and what it was before. */
export interface Card {
  readonly label: Label;
  readonly total: number;
  readonly change?: Change | undefined;
  /** Value in the comparison period; absent if unknown. */
  readonly before?: string | undefined;
  readonly aside: string;
}

export interface Table {
  readonly heads: readonly Label[];
  readonly rows: readonly (readonly Cell[])[];
}

/** A count, this action's own text, what is below, or what was not read. */
export type Cell = number | string | Name | Bar | Change | undefined;

/** A name from elsewhere. */
export interface Name {
  readonly kind: 'name';
  readonly name: string;
  /** The page itself, or a part of this document. */
  readonly link?: string | undefined;
}

/** People and AI. */
export interface Bar {
  readonly kind: 'bar';
  readonly counts: Counts;
  /** Views of the longest bar; absent if the row sums up others, and so has no bar beside theirs. */
  readonly most?: number | undefined;
}

/** One column of a chart over time. */
export interface Column extends ReturnType<typeof columnNames> {
  readonly counts?: Counts | undefined;
  /** Whether it stands back behind the others. */
  readonly isPast?: boolean;
}

/** How many rows each list shows in one output format. */
interface Limits {
  readonly movers: number;
  readonly top: number;
  /** Rows that are printed on paper, if it lists so many pages that they are worth a sentence. */
  readonly paper?: number;
}

const SUMMARY: Limits = { movers: TOP, top: TOP };
const COMMENT: Limits = { movers: 5, top: 5 };
export const PAGE: Limits = { movers: TOP, top: 100, paper: 50 };
/** Limits of the page of several projects, which have short lists each on paper. */
export const PAGE_OF_SEVERAL: Limits = { ...PAGE, paper: 10 };

/** Measures a column or a bar: people and AI, which need not add up to Mintlify's total. */
export function sizeOf(counts: Counts | undefined): number {
  return counts ? counts.human + counts.ai : 0;
}

/** Builds the blocks of one project, which stand below its headline. */
export function projectBlocks(report: Report, project: ProjectReport, limits = SUMMARY): Block[] {
  if (!project.totals) return [{ kind: 'text', title: 'Views', text: 'Nothing was read.' }];
  const isAlone = report.projects.length === 1;
  return [
    figuresBlock(report, project, project.totals),
    ...trendBlocks(report, project, project.totals),
    ...moverBlocks(report, project, limits),
    ...sectionsBlock(report, project, project.totals),
    topBlock(report, project, limits),
    ...notesBlock([...(isAlone ? report.notes : []), ...project.notes]),
  ];
}

/** Builds the overview of several projects; nothing for a single one. */
export function overviewBlocks(report: Report): Block[] {
  return report.projects.length === 1 ? [] : [projectsBlock(report), ...notesBlock(report.notes)];
}

/** Builds the headline's details, without trend and sections; for several projects, their table comes first. */
export function commentBlocks(report: Report): Block[] {
  const all = { ...combineProjects(report.projects), history: [], days: [], sections: [] };
  return [...overviewBlocks(report), ...projectBlocks(report, all, COMMENT)];
}

function notesBlock(notes: readonly string[]): Block[] {
  return notes.length > 0 ? [{ kind: 'text', title: 'Notes', text: notes.join(' ') }] : [];
}

/** Says above a list of a part that it is one. */
function partText(isAll: boolean, count: number, noun: string): string | undefined {
  return isAll ? undefined : `Of the ${counted(count, noun)} that ${count === 1 ? 'was' : 'were'} read.`;
}

const labelled = (...texts: readonly string[]): Label[] => texts.map((text) => ({ text }));

const changeHead = (report: Report) => `Change${unitOf(lengthsOf(report))}`;

/** Row of a table of views: its names, the views, absent if they were not read, and other cells. */
interface ViewsRow {
  readonly names: readonly Cell[];
  readonly views: (Counts & Comparable) | undefined;
  /** Whether it sums up others, and so has no bar beside theirs. */
  readonly isSum?: boolean;
  readonly more?: readonly Cell[];
}

/** Builds a table of views with bars; where there is a comparison, with the change. */
function viewsTable(report: Report, rows: readonly ViewsRow[], names: string[], last: string[] = []): Table {
  const { comparison } = report;
  const heads = [
    ...labelled(...names, 'Views', ...(comparison ? [changeHead(report), 'Before'] : [])),
    { text: 'People and AI', topic: 'both' as const },
    ...labelled(...last),
  ];
  const most = Math.max(...rows.filter(({ isSum }) => !isSum).map(({ views }) => sizeOf(views)));
  const empty = Array<Cell>(comparison ? 4 : 2).fill('');
  const cells = rows.map(({ names: first, views, isSum, more = [] }): Cell[] => {
    if (!views) return [...first, ...empty, ...more];
    const compared = comparison ? [changeOf(views, lengthsOf(report)) ?? '', views.previous?.total] : [];
    const bar: Bar = { kind: 'bar', counts: views, most: isSum ? undefined : most };
    return [...first, views.total, ...compared, bar, ...more];
  });
  return { heads, rows: cells };
}

function projectsBlock(report: Report): Block {
  const all = combineProjects(report.projects);
  const rowOf = (name: Cell, { totals, previousTotals: previous, ...project }: ProjectReport): ViewsRow => {
    const more = [totals?.human, totals?.ai, totals && pagesRead(project).length];
    return { names: [name], views: totals && { ...totals, previous }, more };
  };
  const rows = report.projects.map((project, index) =>
    rowOf({ kind: 'name', name: project.projectId, link: `#project-${index}` }, project),
  );
  const sum = { ...rowOf('All', { ...all, totals: sumOf([all.totals]) }), isSum: true };
  const read = report.projects.filter(({ totals }) => totals).length;
  const text = partText(read === rows.length, read, 'project');
  const table = viewsTable(report, [...rows, sum], ['Project'], ['People', 'AI', 'Pages read']);
  return { kind: 'table', title: 'All projects', text, table };
}

/** Builds the figures for people, AI and pages: the total is in the headline. */
function figuresBlock(report: Report, project: ProjectReport, totals: Counts): Block {
  const lengths = lengthsOf(report);
  const before = report.comparison && project.previousTotals;
  const days = isPerDay(lengths) ? ` in ${counted(lengths.before, 'day')}` : '';
  const viewsCard = (text: string, kind: 'human' | 'ai'): Card => {
    const was = before?.total ? `, ${share(before[kind], before.total)} before` : '';
    return {
      label: { text, topic: kind },
      total: totals[kind],
      change: before && changeOf({ total: totals[kind], previous: { total: before[kind] } }, lengths),
      before: before && `${thousands(before[kind])}${days}`,
      aside: totals.total > 0 ? `${share(totals[kind], totals.total)} of all views${was}` : '',
    };
  };
  const cards = [viewsCard('People', 'human'), viewsCard('AI', 'ai'), pagesCard(report, project)];
  const notes = before ? comparisonNotes(report) : [];
  const rows = cards.map(({ label, total, change, before: was, aside }) => {
    return [label.text, total, ...(before ? [change ?? '', was] : []), aside];
  });
  const heads = labelled(' ', 'Now', ...(before ? [changeHead(report), 'Before'] : []), ' ');
  const text = notes.join(' ') || undefined;
  return { kind: 'cards', title: 'Views', text, cards, unit: unitOf(lengths), table: { heads, rows } };
}

/** Shows the number of pages. It does not have a change per day, because pages are not views. */
function pagesCard(report: Report, project: ProjectReport): Card {
  const { pages, complete, previousTotals } = project;
  const read = pagesRead(project).length;
  const label = { text: complete ? 'Pages with views' : 'Pages read so far (incomplete)' };
  const card = { label, total: read, aside: '' };
  if (!report.comparison || !previousTotals || !isWhole(project)) return card;
  const added = pages.filter(({ state }) => state === 'new').length;
  const before = pages.length - added;
  const compared = changeOf({ total: read, previous: { total: before } }, SAME_LENGTH);
  const change = isPerDay(lengthsOf(report)) ? undefined : compared;
  const aside = `${thousands(added)} new, ${thousands(pages.length - read)} gone`;
  return { ...card, change, before: thousands(before), aside };
}

/** Columns of a chart that fit beside another chart. */
const MOST_BESIDE = 10;

/** Lets two blocks stand side by side if they are of the same kind and height. */
function paired(blocks: readonly Extract<Block, { kind: 'chart' | 'table' }>[]): Block[] {
  const [height, ...others] = blocks.map((block) => {
    if (block.kind === 'table') return block.table.rows.length;
    return block.columns.length > MOST_BESIDE ? 'wide' : 'beside';
  });
  return blocks.map((block) => ({ ...block, isNarrow: height !== 'wide' && others[0] === height }));
}

function trendBlocks({ period }: Report, { history = [], days = [] }: ProjectReport, now: Counts): Block[] {
  const current = { ...period, counts: now };
  const { isDaily, spans } = comparablePeriods([...history, current]);
  const columnOf = (span: DatedCounts): Column => ({ ...columnNames(span), counts: span.counts });
  const isTrend = (periods: readonly DatedCounts[]) => periods.filter(({ counts }) => counts).length > 1;
  const columns = spans.map((span, index) => ({ ...columnOf(span), isPast: index < history.length }));
  const unit = isDaily ? ' The chart shows views per day.' : '';
  const text = `${rangeText(current, history)}${unit}`;
  const kind = 'chart';
  return paired([
    ...(isTrend(history) ? [{ kind, title: 'Compared with earlier periods', text, columns } as const] : []),
    ...(isTrend(days) ? [{ kind, title: 'Views per day', columns: days.map(columnOf) } as const] : []),
  ]);
}

/** Names a page and where it leads; before it its project, where there are several. */
function pageName(report: Report, { projectId }: ProjectReport, page: PageRow): Name[] {
  const { siteUrl } = report;
  const hasAddress = siteUrl && page.path !== '' && page.state !== 'gone';
  const link = hasAddress ? siteLink(siteUrl, page.path) : undefined;
  const name: Name = { kind: 'name', name: page.path === '' ? EMPTY_PATH : page.path, link };
  return projectId === '' ? [{ kind: 'name', name: page.projectId }, name] : [name];
}

const EMPTY_PATH = '(empty path)';

const pageHeads = ({ projectId }: ProjectReport) => (projectId === '' ? ['Project', 'Page'] : ['Page']);

function topBlock(report: Report, project: ProjectReport, { top, paper }: Limits): Block {
  const title = 'Top pages';
  const shown = topPages(project, top);
  if (shown.length === 0) {
    return { kind: 'text', title, text: project.complete ? 'No page had views.' : 'Not read.' };
  }
  const rows = shown.map((page) => ({ names: pageName(report, project, page), views: page }));
  const table = viewsTable(report, rows, pageHeads(project));
  const count = pagesRead(project).length;
  const text = partText(project.complete, count, 'page');
  if (paper === undefined) return { kind: 'table', title, text, table };
  const listText = (most: number) => {
    const all = project.complete ? counted(count, 'page') : `${counted(count, 'page')} that were read`;
    return count > most ? `The first ${most} of ${all}, by views. ${inCsv}` : `${text ?? ''} ${inCsv}`.trim();
  };
  const gone = project.pages.length - count;
  const inCsv = `page-views.csv, beside this file, lists ${counted(project.pages.length, 'page')}${gone > 0 ? `, ${thousands(gone)} of them gone` : ''}.`;
  return { kind: 'table', title, text: listText(top), paperText: listText(paper), table };
}

/** Lists what gained and what lost views; nothing if no page did that is known. */
function moverBlocks(report: Report, project: ProjectReport, { movers }: Limits): Block[] {
  if (!report.comparison) return [];
  const lengths = lengthsOf(report);
  const known = project.pages.filter(({ previous }) => previous).length;
  const part = `Of the ${counted(known, 'page')} whose views in both periods are known.`;
  const lists = ([1, -1] as const).map((sign) => {
    const [title, head] = sign > 0 ? ['Most views gained', 'Gained'] : ['Most views lost', 'Lost'];
    const moved = changedRows(project.pages, sign, lengths).slice(0, movers);
    const rows = moved.map((page): Cell[] => {
      const gain = gainLabel(gainOf(page, lengths), lengths);
      const change = changeOf(page, lengths) ?? '';
      return [...pageName(report, project, page), gain, change, page.total, share(page.ai, page.total)];
    });
    const unit = isPerDay(lengths) ? 'By views per day.' : '';
    const text = [isWhole(project) ? '' : part, unit].filter(Boolean).join(' ') || undefined;
    const heads = [
      ...labelled(...pageHeads(project), `${head}${unitOf(lengths)}`, changeHead(report), 'Views'),
      { text: 'AI', topic: 'ai' as const },
    ];
    return { kind: 'table' as const, title, text, table: { heads, rows } };
  });
  return paired(lists.filter(({ table }) => table.rows.length > 0));
}

/** Most rows in the table of sections. */
const MOST_SECTIONS = 50;
/** The share of all views from which on a single page is shown among the sections. */
const LARGE_SHARE = 0.05;

/** Shows sections of two pages or more in either period, and single pages with many views; the others are one row. */
function sectionsBlock(report: Report, project: ProjectReport, { total }: Counts): Block[] {
  const { sections } = project;
  if (sections.length < 2) return [];
  const isLarge = ({ onlyPage, total: views }: Section) =>
    !onlyPage || (total > 0 && views >= LARGE_SHARE * total);
  const large = sections.filter(isLarge).slice(0, MOST_SECTIONS);
  // One row for one other section would hide its name.
  const shown = sections.length - large.length === 1 ? sections : large;
  const rows = shown.map((section): ViewsRow => {
    const { onlyPage, path } = section;
    const names = onlyPage ? pageName(report, project, onlyPage) : [{ kind: 'name', name: path } as const];
    return { names, views: section, more: [section.pages] };
  });
  const others = sections.filter((section) => !shown.includes(section));
  const previous = isWhole(project) ? sumOf(others.map((each) => each.previous)) : undefined;
  const pages = others.reduce((count, each) => count + each.pages, 0);
  const rest: ViewsRow = {
    names: [counted(others.length, 'other')],
    views: { ...sumOf(others), previous },
    isSum: true,
    more: [pages],
  };
  const text = partText(project.complete, pagesRead(project).length, 'page');
  const table = viewsTable(report, others.length > 0 ? [...rows, rest] : rows, ['Section'], ['Pages']);
  return [{ kind: 'table', title: 'Sections', text, table }];
}
