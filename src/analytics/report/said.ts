import type { Counts } from '../../platform/schemas.ts';
import { share, thousands } from '../../text/numbers.ts';
import { siteLink } from '../../text/site-link.ts';
import { sumOf } from '../counts.ts';
import type { PageRow, ProjectReport, Report, Section, Span } from '../model.ts';
import { type Listed, movingPages, together, topPages } from '../summarize.ts';
import { bestDay, changeOf, changeOfRow, columnName, usualRange } from './words.ts';

/** What a report says, in a few kinds of blocks. The job summary, the comment and the page are renderings of them. */

/** A paragraph, a table, or views over time. */
export interface Block {
  readonly title: string;
  readonly text?: string | undefined;
  readonly table?: Table;
  readonly columns?: readonly Column[];
  /** The rows of the table are single figures. */
  readonly isFigures?: boolean;
  /** It may stand beside another. */
  readonly isNarrow?: boolean;
}

export interface Table {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** A count; words of this action, such as a change; a name from elsewhere; a bar of people and AI; what was not read. */
export type Cell = number | string | Name | Bar | undefined;

export interface Name {
  readonly name: string;
  /** The page itself, or a part of this document. */
  readonly link?: string | undefined;
}

export interface Bar {
  readonly counts: Counts;
  /** What the longest bar stands for. */
  readonly most: number;
}

/** One column of a chart over time. */
export interface Column {
  /** Such as `5–11 Jan`, and what there is room for below the column. */
  readonly name: string;
  readonly label: string;
  /** Absent if it was not read. */
  readonly counts?: Counts | undefined;
  /** Whether it stands back behind the others. */
  readonly isPast?: boolean;
}

/** How high a column is, or long a bar: people and AI together, which need not be the platform's total. */
export function sizeOf(counts: Counts | undefined): number {
  return counts ? counts.human + counts.ai : 0;
}

/** The address of a page on the docs site; absent where there is no site, no such page any more, or no safe address. */
export function linkOf(siteUrl: string | undefined, { path, state }: Pick<PageRow, 'path' | 'state'>) {
  return siteUrl && path !== '' && state !== 'gone' ? siteLink(siteUrl, path) : undefined;
}

/** What is said of one project below its headline. */
export function projectBlocks(report: Report, project: ProjectReport): Block[] {
  if (!project.totals) return [{ title: 'Views', text: 'Not read.' }];
  return [
    figuresBlock(report, project, project.totals),
    ...trendBlocks(report, project, project.totals),
    ...moverBlocks(report, [project]),
    topBlock(report, [project]),
    ...sectionsBlock(report, project),
    ...(project.notes.length > 0 ? [{ title: 'Notes', text: project.notes.join(' ') }] : []),
  ];
}

/** What a comment says below the headline. */
export function commentBlocks(report: Report): Block[] {
  return [topBlock(report, report.projects), ...moverBlocks(report, report.projects)];
}

/** Views with what they are compared with. */
interface Compared extends Counts {
  readonly previous?: Counts | undefined;
}

/** A row of a table that ends with views, a bar, and where there is a comparison with the change. */
interface ViewsRow {
  readonly cells: readonly Cell[];
  /** Absent if they were not read. */
  readonly counts: Compared | undefined;
  readonly change?: string;
  /** Its bar has a scale of its own. */
  readonly isSum?: boolean;
}

function viewsTable({ comparison }: Report, heads: readonly string[], rows: readonly ViewsRow[]): Table {
  const most = Math.max(...rows.map(({ counts, isSum }) => (isSum ? 0 : sizeOf(counts))));
  const cellsOf = ({ counts, change, isSum }: ViewsRow): Cell[] => {
    if (!counts) return [undefined, '', ...(comparison ? ['', ''] : [])];
    const { total, previous } = counts;
    const bar = { counts, most: isSum ? sizeOf(counts) : most };
    return [total, bar, ...(comparison ? [previous?.total, change ?? changeOf(total, previous?.total)] : [])];
  };
  return {
    heads: [...heads, 'Views', 'People and AI', ...(comparison ? ['Before', 'Change'] : [])],
    rows: rows.map((row) => [...row.cells, ...cellsOf(row)]),
  };
}

/** All projects in one table. */
export function projectsBlock(report: Report): Block {
  const rows = report.projects.map(
    ({ projectId, totals, previousTotals, pages }, index): ViewsRow => ({
      cells: [{ name: projectId, link: `#project-${index}` }, totals ? pages.length : undefined],
      counts: totals && { ...totals, previous: previousTotals },
    }),
  );
  const { totals, previousTotals, pageCount } = together(report.projects);
  const counts = { ...totals, previous: previousTotals };
  const all = { cells: ['Together', pageCount], counts, isSum: true };
  return { title: 'All projects', table: viewsTable(report, ['Project', 'Pages read'], [...rows, all]) };
}

/** People, AI and pages: the total is in the headline. */
function figuresBlock({ comparison }: Report, project: ProjectReport, totals: Counts): Block {
  const { previousTotals, pages, gone, complete, previousComplete } = project;
  const ofAll = (kind: 'human' | 'ai') => {
    const was = previousTotals ? `, ${share(previousTotals[kind], previousTotals.total)} before` : '';
    return `${share(totals[kind], totals.total)} of all views${was}`;
  };
  const added = pages.filter(({ state }) => state === 'new').length;
  const isWhole = complete && previousComplete === true;
  const row = (name: string, now: number, before: number | undefined, aside: string): Cell[] => [
    ...[name, now],
    ...(comparison ? [before, changeOf(now, before)] : []),
    aside,
  ];
  const rows = [
    row('People', totals.human, previousTotals?.human, ofAll('human')),
    row('AI', totals.ai, previousTotals?.ai, ofAll('ai')),
    row(
      complete ? 'Pages with views' : 'Pages read, not all',
      pages.length,
      isWhole ? pages.length - added + gone.length : undefined,
      isWhole ? `${thousands(added)} new, ${thousands(gone.length)} gone` : '',
    ),
  ];
  const heads = [' ', 'Now', ...(comparison ? ['Before', 'Change'] : []), ' '];
  return { title: 'Views', table: { heads, rows }, isFigures: true };
}

/** Fewer show no trend. */
const LEAST_COLUMNS = 2;

function trendBlocks(
  { period }: Report,
  { history = [], days = [] }: ProjectReport,
  totals: Counts,
): Block[] {
  const columnOf = (span: Span, isMonth = false) => ({ ...columnName(span, isMonth), counts: span.counts });
  const past = history.map((span) => ({ ...columnOf(span, period.isMonth), isPast: true }));
  const now = columnOf({ ...period, counts: totals }, period.isMonth);
  const blocks: Block[] = [
    { title: 'Is this unusual?', text: usualRange(totals.total, history).chart, columns: [...past, now] },
    { title: 'Which day?', text: bestDay(days), columns: days.map((day) => columnOf(day)) },
  ];
  const isShown = ({ columns = [] }: Block) => columns.filter(({ counts }) => counts).length > LEAST_COLUMNS;
  return blocks.filter(isShown).map(narrow);
}

const narrow = (block: Block): Block => ({ ...block, isNarrow: true });

/** A page and where it leads; before it its project, where the list has several. */
function namesOf(
  { siteUrl }: Report,
  { projectId, page }: Listed,
  projects: readonly ProjectReport[],
): Name[] {
  const name = { name: page.path, link: linkOf(siteUrl, page) };
  return projects.length > 1 ? [{ name: projectId }, name] : [name];
}

const headsOf = (projects: readonly ProjectReport[]) =>
  projects.length > 1 ? ['Project', 'Page'] : ['Page'];

function topBlock(report: Report, projects: readonly ProjectReport[]): Block {
  const rows = topPages(projects).map((each) => ({
    cells: namesOf(report, each, projects),
    counts: each.page,
    change: changeOfRow(each.page),
  }));
  const none = projects.every(({ complete }) => complete) ? 'No page had views.' : 'Not read.';
  if (rows.length === 0) return { title: 'Top pages', text: none };
  return { title: 'Top pages', table: viewsTable(report, headsOf(projects), rows) };
}

const MOVERS = [
  { title: 'Rising', which: 'rising', verb: 'gained' },
  { title: 'Falling', which: 'falling', verb: 'lost' },
] as const;

function moverBlocks(report: Report, projects: readonly ProjectReport[]): Block[] {
  if (!report.comparison) return [];
  const isWhole = projects.every(({ complete, previousComplete }) => complete && previousComplete);
  const isKnown = isWhole || projects.some(({ pages }) => pages.some(({ previous }) => previous));
  return MOVERS.map(({ title, which, verb }) => {
    const rows = movingPages(projects, which).map((each): Cell[] => {
      const { page } = each;
      return [...namesOf(report, each, projects), page.previous?.total, page.total, changeOfRow(page)];
    });
    const none = `No page${isWhole ? '' : ' that was read in both periods'} ${verb} views.`;
    if (rows.length === 0) return narrow({ title, text: isKnown ? none : 'Not read.' });
    const text = isWhole ? undefined : 'Of the pages that were read in both periods.';
    return narrow({ title, text, table: { heads: [...headsOf(projects), 'Before', 'Now', 'Change'], rows } });
  });
}

/** Rows of the table of sections. */
const MOST_SECTIONS = 50;

/** The sections of two pages or more, in either period; the others are summed in one row. */
function sectionsBlock(report: Report, { sections }: ProjectReport): Block[] {
  const isLarger = ({ pages, pagesBefore }: Section) => Math.max(pages, pagesBefore) > 1;
  const shown = sections.filter(isLarger).slice(0, MOST_SECTIONS);
  const others = sections.filter((section) => !shown.includes(section));
  if (shown.length === 0 || sections.length < 2) return [];
  const rowOf = (cell: Cell, parts: readonly Section[], isSum = false): ViewsRow => ({
    cells: [cell, parts.reduce((sum, { pages }) => sum + pages, 0)],
    isSum,
    counts: {
      ...sumOf(parts),
      previous: parts.every(({ previous }) => previous)
        ? sumOf(parts.map(({ previous }) => previous))
        : undefined,
    },
  });
  const rows = shown.map((section) => rowOf({ name: section.section }, [section]));
  if (others.length > 0) rows.push(rowOf(`${thousands(others.length)} others`, others, true));
  return [{ title: 'Sections', table: viewsTable(report, ['Section', 'Pages'], rows) }];
}
