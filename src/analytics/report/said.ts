import type { Counts } from '../../platform/schemas.ts';
import { counted, share, thousands } from '../../text/numbers.ts';
import { siteLink } from '../../text/site-link.ts';
import { isWhole } from '../compare.ts';
import { NO_VIEWS, sumOf } from '../counts.ts';
import type { Changing, PageRow, ProjectReport, Report, Section, Span } from '../model.ts';
import { movingPages, pagesRead, together, topPages } from '../summarize.ts';
import { bestDay, changeOf, columnOf, usualRange } from './words.ts';

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

/** How high a column is, or long a bar: people and AI, which need not add up to the platform's total. */
export function sizeOf(counts: Counts | undefined): number {
  return counts ? counts.human + counts.ai : 0;
}

/** The address of a page on the docs site; absent where there is no site, no such page any more, or no safe address. */
export function linkOf({ siteUrl }: Report, { path, state }: PageRow): string | undefined {
  return siteUrl && path !== '' && state !== 'gone' ? siteLink(siteUrl, path) : undefined;
}

/** What is said of one project below its headline. */
export function projectBlocks(report: Report, project: ProjectReport): Block[] {
  if (!project.totals) return [{ title: 'Views', text: 'Not read.' }];
  return [
    figuresBlock(report, project, project.totals),
    ...trendBlocks(report, project, project.totals),
    ...moverBlocks(report, project),
    topBlock(report, project),
    ...sectionsBlock(report, project),
    ...(project.notes.length > 0 ? [{ title: 'Notes', text: project.notes.join(' ') }] : []),
  ];
}

const comparedHeads = ({ comparison }: Report) => (comparison ? ['Before', 'Change'] : []);

function comparedCells({ comparison }: Report, changing: Changing): Cell[] {
  return comparison ? [changing.previous?.total, changeOf(changing)] : [];
}

/** What views are of, the views, absent if they were not read, and what else there is to say. */
type ViewsRow = readonly [names: readonly Cell[], views: (Counts & Changing) | undefined, ...Cell[]];

/** Views with a bar, and where there is a comparison with the change. The bars of `sums` do not shorten those of `rows`. */
function viewsTable(report: Report, heads: readonly string[], rows: ViewsRow[], ...sums: ViewsRow[]): Table {
  const viewsHeads = ['Views', 'People and AI', ...comparedHeads(report)];
  const most = Math.max(...rows.map(([, views]) => sizeOf(views)));
  const cells = [...rows, ...sums].map(([names, views, ...others]): Cell[] => {
    if (!views) return [...names, ...viewsHeads.map(() => ''), ...others];
    const bar = { counts: views, most: Math.max(most, sizeOf(views)) };
    return [...names, views.total, bar, ...comparedCells(report, views), ...others];
  });
  return { heads: [...heads, ...viewsHeads], rows: cells };
}

export function projectsBlock(report: Report): Block {
  const all = together(report.projects);
  const rowOf = (name: Cell, { totals, previousTotals: previous, ...project }: ProjectReport): ViewsRow => {
    return [[name], totals && { ...totals, previous }, totals && pagesRead(project).length];
  };
  const rows = report.projects.map((project, index) =>
    rowOf({ name: project.projectId, link: `#project-${index}` }, project),
  );
  const sum = rowOf('Together', { ...all, totals: sumOf([all.totals]) });
  const { heads, ...table } = viewsTable(report, ['Project'], rows, sum);
  return { title: 'All projects', table: { ...table, heads: [...heads, 'Pages read'] } };
}

/** People, AI and pages: the total is in the headline. */
function figuresBlock(report: Report, project: ProjectReport, totals: Counts): Block {
  const { previousTotals, pages, complete } = project;
  const row = (name: string, total: number, before: number | undefined, aside: string): Cell[] => {
    const previous = before === undefined ? undefined : { ...NO_VIEWS, total: before };
    return [name, total, ...comparedCells(report, { total, previous }), aside];
  };
  const viewsRow = (name: string, kind: 'human' | 'ai') => {
    const was = previousTotals ? `, ${share(previousTotals[kind], previousTotals.total)} before` : '';
    const ofAll = `${share(totals[kind], totals.total)} of all views${was}`;
    return row(name, totals[kind], previousTotals?.[kind], ofAll);
  };
  const read = pagesRead(project).length;
  const added = pages.filter(({ state }) => state === 'new').length;
  const news = `${thousands(added)} new, ${thousands(pages.length - read)} gone`;
  const [before, aside] = isWhole(project) ? [pages.length - added, news] : [undefined, ''];
  const pagesRow = row(complete ? 'Pages with views' : 'Pages read, not all', read, before, aside);
  const rows = [viewsRow('People', 'human'), viewsRow('AI', 'ai'), pagesRow];
  const heads = [' ', 'Now', ...comparedHeads(report), ' '];
  return { title: 'Views', table: { heads, rows }, isFigures: true };
}

/** Two blocks of the same height stand side by side. */
function paired(blocks: readonly Block[]): Block[] {
  const [height, ...others] = blocks.map(({ columns, table }) => (columns ? 'columns' : table?.rows.length));
  return blocks.map((block) => ({ ...block, isNarrow: others.length > 0 && others[0] === height }));
}

function trendBlocks({ period }: Report, { history = [], days = [] }: ProjectReport, now: Counts): Block[] {
  const past = history.map((span) => ({ ...columnOf(span, period.isMonth), isPast: true }));
  const columns = [...past, columnOf({ ...period, counts: now }, period.isMonth)];
  const isTrend = (spans: readonly Span[]) => spans.filter(({ counts }) => counts).length > 1;
  const { chart } = usualRange(now.total, history);
  const daily = days.map((day) => columnOf(day));
  return paired([
    ...(isTrend(history) ? [{ title: 'Is this unusual?', text: chart, columns }] : []),
    ...(isTrend(days) ? [{ title: 'Which day?', text: bestDay(days), columns: daily }] : []),
  ]);
}

/** A page and where it leads; before it its project, where there are several. */
function pageName(report: Report, of: ProjectReport, page: PageRow): Cell[] {
  const name = { name: page.path, link: linkOf(report, page) };
  return of.projectId === '' ? [{ name: page.projectId }, name] : [name];
}

const pageHeads = ({ projectId }: ProjectReport) => (projectId === '' ? ['Project', 'Page'] : ['Page']);

export function topBlock(report: Report, project: ProjectReport): Block {
  const title = 'Top pages';
  const rows = topPages(project).map((page): ViewsRow => [pageName(report, project, page), page]);
  if (rows.length === 0) return { title, text: project.complete ? 'No page had views.' : 'Not read.' };
  return { title, table: viewsTable(report, pageHeads(project), rows) };
}

export function moverBlocks(report: Report, project: ProjectReport): Block[] {
  if (!report.comparison) return [];
  const isAll = isWhole(project);
  const isKnown = isAll || project.pages.some(({ previous }) => previous);
  const heads = [...pageHeads(project), 'Before', 'Now', 'Change'];
  const blockOf = (title: string, sign: 1 | -1, verb: string): Block => {
    const rows = movingPages(project, sign).map((page): Cell[] => {
      return [...pageName(report, project, page), page.previous?.total, page.total, changeOf(page)];
    });
    const none = `No page${isAll ? '' : ' that was read in both periods'} ${verb} views.`;
    if (rows.length === 0) return { title, text: isKnown ? none : 'Not read.' };
    const text = isAll ? undefined : 'Of the pages that were read in both periods.';
    return { title, text, table: { heads, rows } };
  };
  return paired([blockOf('Rising', 1, 'gained'), blockOf('Falling', -1, 'lost')]);
}

/** Rows of the table of sections. */
const MOST_SECTIONS = 50;

/** The sections of two pages or more, in either period; the others are summed in one row. */
function sectionsBlock(report: Report, project: ProjectReport): Block[] {
  const { sections } = project;
  const isLarge = ({ pages, pagesBefore }: Section) => Math.max(pages, pagesBefore) > 1;
  const shown = sections.filter(isLarge).slice(0, MOST_SECTIONS);
  if (shown.length === 0 || sections.length < 2) return [];
  const others = sections.filter((section) => !shown.includes(section));
  const previous = isWhole(project) ? sumOf(others.map((each) => each.previous)) : undefined;
  const pages = others.reduce((count, each) => count + each.pages, 0);
  const sum: ViewsRow = [[counted(others.length, 'other'), pages], { ...sumOf(others), previous }];
  const rows = shown.map((each): ViewsRow => [[{ name: each.path }, each.pages], each]);
  const table = viewsTable(report, ['Section', 'Pages'], rows, ...(others.length > 0 ? [sum] : []));
  return [{ title: 'Sections', table }];
}
