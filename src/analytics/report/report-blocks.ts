import type { Counts } from '../../platform/schemas.ts';
import { counted, share, thousands } from '../../text/numbers.ts';
import { siteLink } from '../../text/site-link.ts';
import { changedRows, changeOf, gainOf, isWhole, lengthsOf, SAME_LENGTH, unitOf } from '../compare.ts';
import { sumOf } from '../counts.ts';
import type { Change, Comparable, DatedCounts, PageRow, ProjectReport, Report, Section } from '../model.ts';
import { combineProjects, pagesRead, TOP, topPages } from '../summarize.ts';
import { columnNames, comparablePeriods, comparisonNotes, gainLabel, rangeText } from './phrases.ts';

// Content of a report, as blocks of a few kinds. The job summary, the comment and the HTML page render them.

/**
 * Part of a report. Cards also have a table, for formats without cards. When the report is printed, `paperText`
 * replaces `text`.
 */
export type Block = Heading &
  (
    | { readonly kind: 'text' }
    | { readonly kind: 'cards'; readonly cards: readonly Card[]; readonly table: Table }
    | { readonly kind: 'chart'; readonly columns: readonly Column[] }
    | { readonly kind: 'table'; readonly table: Table; readonly paperText?: string | undefined }
  );

interface Heading {
  readonly title: string;
  /** Sentences of the action; absent if there are none. */
  readonly text?: string | undefined;
  /** Whether the block can stand beside another narrow block. */
  readonly isNarrow?: boolean;
}

const TOPICS = { human: 'People', ai: 'AI', both: 'People and AI' };

/** Heading of a column or card: plain text, or a topic, which is shown in the colors of the charts. */
export type Label = string | { readonly topic: keyof typeof TOPICS };

/** Returns the text of a heading. */
export const labelText = (label: Label) => (typeof label === 'string' ? label : TOPICS[label.topic]);

/** Count with its change. */
export interface Card {
  readonly label: Label;
  readonly total: number;
  readonly change?: Change | undefined;
  /** Unit of the change: ` per day`, or empty for a change of totals. */
  readonly unit: string;
  /** Value in the comparison period; absent if unknown. */
  readonly before?: string | undefined;
  readonly aside: string;
}

/** Table. Each row has one cell per heading. */
export interface Table {
  readonly heads: readonly Label[];
  readonly rows: readonly (readonly Cell[])[];
}

/**
 * Content of a cell: a count, text written by the action, or one of the types below; undefined if the value wasn't
 * read.
 */
export type Cell = number | string | Name | Bar | Change | undefined;

/** Name that the action didn't choose, such as a project or a path. */
export interface Name {
  readonly kind: 'name';
  readonly name: string;
  /** URL of the docs page, or a fragment of the report. */
  readonly link?: string | undefined;
}

/** Bar that shows views by people and by AI. */
export interface Bar {
  readonly kind: 'bar';
  readonly counts: Counts;
  /** Views of the table's longest bar; absent for a sum of other rows, which is shown without a bar. */
  readonly most?: number | undefined;
}

/** Column of a chart over time. */
export interface Column extends ReturnType<typeof columnNames> {
  readonly counts?: Counts | undefined;
  /** Whether this is an earlier period, which is shown in paler colors. */
  readonly isPast?: boolean;
}

/** Maximum numbers of rows in the lists of one format. */
interface Limits {
  /** Maximum number of top pages. Lists of changes have at most {@link TOP} pages. */
  readonly top: number;
  /** Maximum number of top pages on paper; absent if the format isn't printed. */
  readonly paper?: number;
}

const SUMMARY: Limits = { top: TOP };
const COMMENT: Limits = { top: 5 };
/** Limits of an HTML page about one project. */
export const PAGE: Limits = { top: 100, paper: 50 };
/** Limits of an HTML page about several projects. On paper, its lists are shorter. */
export const PAGE_OF_SEVERAL: Limits = { ...PAGE, paper: 10 };

/** Returns the length of a column or bar: the sum of views by people and AI, which may differ from Mintlify's total. */
export function sizeOf(counts: Counts | undefined): number {
  return counts ? counts.human + counts.ai : 0;
}

/** Builds the blocks below a project's headline. */
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

/** Builds the overview of several projects. Returns an empty list for a single project. */
export function overviewBlocks(report: Report): Block[] {
  return report.projects.length === 1 ? [] : [projectsBlock(report), ...notesBlock(report.notes)];
}

/** Builds the blocks of a comment: the overview, and all projects' combined blocks without trends and sections. */
export function commentBlocks(report: Report): Block[] {
  const all = { ...combineProjects(report.projects), history: [], days: [], sections: [] };
  return [...overviewBlocks(report), ...projectBlocks(report, all, COMMENT)];
}

function notesBlock(notes: readonly string[]): Block[] {
  return notes.length > 0 ? [{ kind: 'text', title: 'Notes', text: notes.join(' ') }] : [];
}

/** Returns a warning that a list is partial; undefined if it is complete. */
function partText(isAll: boolean, count: number, noun: string): string | undefined {
  return isAll
    ? undefined
    : `Covers only the ${counted(count, noun)} that ${count === 1 ? 'was' : 'were'} read.`;
}

const changeHead = (report: Report) => `Change${unitOf(lengthsOf(report))}`;

/** Row of a table of views. */
interface ViewsRow {
  readonly names: readonly Cell[];
  /** Views; undefined if they weren't read. */
  readonly views: (Counts & Comparable) | undefined;
  /** Whether this row sums up other rows, and therefore doesn't have a bar. */
  readonly isSum?: boolean;
  /** Cells after the views. */
  readonly more?: readonly Cell[];
}

/** Builds a table of views with bars and, if there is a comparison, with changes. */
function viewsTable(report: Report, rows: readonly ViewsRow[], names: string[], last: string[] = []): Table {
  const { comparison } = report;
  const compared = comparison ? [changeHead(report), 'Before'] : [];
  const heads: Label[] = [...names, 'Views', ...compared, { topic: 'both' }, ...last];
  const most = Math.max(...rows.filter(({ isSum }) => !isSum).map(({ views }) => sizeOf(views)));
  const empty = Array<Cell>(comparison ? 4 : 2).fill('');
  const cells = rows.map(({ names: first, views, isSum, more = [] }): Cell[] => {
    if (!views) return [...first, ...empty, ...more];
    const change = comparison ? [changeOf(views, lengthsOf(report)) ?? '', views.previous?.total] : [];
    const bar: Bar = { kind: 'bar', counts: views, most: isSum ? undefined : most };
    return [...first, views.total, ...change, bar, ...more];
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

/** Builds the cards for people, AI and pages. The total has no card, because it is in the headline. */
function figuresBlock(report: Report, project: ProjectReport, totals: Counts): Block {
  const lengths = lengthsOf(report);
  const before = report.comparison && project.previousTotals;
  const unit = unitOf(lengths);
  const days = unit && ` in ${counted(lengths.before, 'day')}`;
  const viewsCard = (kind: 'human' | 'ai'): Card => {
    const was = before?.total ? `, ${share(before[kind], before.total)} before` : '';
    return {
      label: { topic: kind },
      total: totals[kind],
      change: before && changeOf({ total: totals[kind], previous: { total: before[kind] } }, lengths),
      unit,
      before: before && `${thousands(before[kind])}${days}`,
      aside: totals.total > 0 ? `${share(totals[kind], totals.total)} of all views${was}` : '',
    };
  };
  const cards = [viewsCard('human'), viewsCard('ai'), pagesCard(report, project)];
  const notes = before ? comparisonNotes(report) : [];
  const rows = cards.map(({ label, total, change, before: was, aside }) => {
    return [labelText(label), total, ...(before ? [change ?? '', was] : []), aside];
  });
  const heads = [' ', 'Now', ...(before ? [changeHead(report), 'Before'] : []), ' '];
  const text = notes.join(' ') || undefined;
  return { kind: 'cards', title: 'Views', text, cards, table: { heads, rows } };
}

/** Builds the card for pages. It doesn't show a change per day, because pages don't add up over days. */
function pagesCard(report: Report, project: ProjectReport): Card {
  const { pages, complete, previousTotals } = project;
  const read = pagesRead(project).length;
  const label = complete ? 'Pages with views' : 'Pages read so far (incomplete)';
  const card = { label, total: read, unit: '', aside: '' };
  if (!report.comparison || !previousTotals || !isWhole(project)) return card;
  const added = pages.filter(({ state }) => state === 'new').length;
  const before = pages.length - added;
  const compared = changeOf({ total: read, previous: { total: before } }, SAME_LENGTH);
  const change = unitOf(lengthsOf(report)) ? undefined : compared;
  const aside = `${thousands(added)} new, ${thousands(pages.length - read)} gone`;
  return { ...card, change, before: thousands(before), aside };
}

/** Maximum number of columns in a chart that stands beside another chart. */
const MOST_BESIDE = 10;

/** Places two charts or two tables side by side if they have equal heights. */
function paired(blocks: readonly Extract<Block, { kind: 'chart' | 'table' }>[]): Block[] {
  const [height, ...others] = blocks.map((block) => {
    if (block.kind === 'table') return block.table.rows.length;
    return block.columns.length > MOST_BESIDE ? 'wide' : 'beside';
  });
  return blocks.map((block) => ({ ...block, isNarrow: height !== 'wide' && others[0] === height }));
}

function trendBlocks({ period }: Report, { history = [], days = [] }: ProjectReport, now: Counts): Block[] {
  const current = { ...period, counts: now };
  const { unit, spans } = comparablePeriods([...history, current]);
  const columnOf = (span: DatedCounts): Column => ({ ...columnNames(span), counts: span.counts });
  const columns = spans.map((span, index) => ({ ...columnOf(span), isPast: index < history.length }));
  const text = `${rangeText(current, history)}${unit && ` The chart shows views${unit}.`}`;
  const kind = 'chart' as const;
  const isTrend = (periods: readonly DatedCounts[]) => periods.filter(({ counts }) => counts).length > 1;
  return paired([
    ...(isTrend(history) ? [{ kind, title: 'Compared with earlier periods', text, columns }] : []),
    ...(isTrend(days) ? [{ kind, title: 'Views per day', columns: days.map(columnOf) }] : []),
  ]);
}

/** Returns the cells that name a page: its project if the list covers several projects, and its path with a link. */
function pageName(report: Report, { projectId }: ProjectReport, page: PageRow): Name[] {
  const { siteUrl } = report;
  const hasAddress = siteUrl && page.path !== '' && page.state !== 'gone';
  const link = hasAddress ? siteLink(siteUrl, page.path) : undefined;
  const name: Name = { kind: 'name', name: page.path || '(empty path)', link };
  return projectId === '' ? [{ kind: 'name', name: page.projectId }, name] : [name];
}

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
  const gone = project.pages.length - count;
  const goneText = gone > 0 ? `, including ${thousands(gone)} with views only in the comparison period` : '';
  const inCsv = `page-views.csv, next to this file, lists ${counted(project.pages.length, 'page')}${goneText}.`;
  const all = `${counted(count, 'page')}${project.complete ? '' : ' that were read'}`;
  const listText = (most: number) =>
    count > most ? `The first ${most} of ${all}, by views. ${inCsv}` : `${text ?? ''} ${inCsv}`.trim();
  return { kind: 'table', title, text: listText(top), paperText: listText(paper), table };
}

/** Builds the list of pages that gained views and the list of pages that lost views. Omits empty lists. */
function moverBlocks(report: Report, project: ProjectReport, { top }: Limits): Block[] {
  if (!report.comparison) return [];
  const lengths = lengthsOf(report);
  const unit = unitOf(lengths);
  const known = project.pages.filter(({ previous }) => previous).length;
  const part = `Covers only the ${counted(known, 'page')} whose views in both periods are known.`;
  const lists = ([1, -1] as const).map((sign) => {
    const [title, head] = sign > 0 ? ['Most views gained', 'Gained'] : ['Most views lost', 'Lost'];
    const moved = changedRows(project.pages, sign, lengths).slice(0, Math.min(top, TOP));
    const rows = moved.map((page): Cell[] => {
      const gain = gainLabel(gainOf(page, lengths), lengths);
      const change = changeOf(page, lengths) ?? '';
      return [...pageName(report, project, page), gain, change, page.total, share(page.ai, page.total)];
    });
    const order = unit && `Sorted by change in views${unit}.`;
    const text = [isWhole(project) ? '' : part, order].filter(Boolean).join(' ') || undefined;
    const counts: Label[] = [`${head}${unit}`, changeHead(report), 'Views', { topic: 'ai' }];
    const heads = [...pageHeads(project), ...counts];
    return { kind: 'table' as const, title, text, table: { heads, rows } };
  });
  return paired(lists.filter(({ table }) => table.rows.length > 0));
}

/** Maximum number of sections that have their own row. */
const MOST_SECTIONS = 50;
/** Minimum share of all views at which a section with only one page gets its own row. */
const LARGE_SHARE = 0.05;

/** Builds the table of sections. Sections with only one page and few views share the last row. */
function sectionsBlock(report: Report, project: ProjectReport, { total }: Counts): Block[] {
  const { sections } = project;
  if (sections.length < 2) return [];
  const isLarge = ({ onlyPage, total: views }: Section) =>
    !onlyPage || (total > 0 && views >= LARGE_SHARE * total);
  const large = sections.filter(isLarge).slice(0, MOST_SECTIONS);
  // A shared row for a single section would only hide the section's name.
  const shown = sections.length - large.length === 1 ? sections : large;
  const rows = shown.map((section): ViewsRow => {
    const { onlyPage, path } = section;
    const names = onlyPage ? pageName(report, project, onlyPage) : [{ kind: 'name', name: path } as const];
    return { names, views: section, more: [section.pages] };
  });
  const others = sections.filter((section) => !shown.includes(section));
  const previous = isWhole(project) ? sumOf(others.map((each) => each.previous)) : undefined;
  const views = { ...sumOf(others), previous };
  const pages = others.reduce((count, each) => count + each.pages, 0);
  const rest: ViewsRow = { names: [counted(others.length, 'other')], views, isSum: true, more: [pages] };
  const text = partText(project.complete, pagesRead(project).length, 'page');
  const table = viewsTable(report, others.length > 0 ? [...rows, rest] : rows, ['Section'], ['Pages']);
  return [{ kind: 'table', title: 'Sections', text, table }];
}
