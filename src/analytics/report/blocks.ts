import type { Counts } from '../../platform/schemas.ts';
import { counted, share, thousands } from '../../text/numbers.ts';
import { siteLink } from '../../text/site-link.ts';
import { changeOf, isWhole, sectionOf } from '../compare.ts';
import { sumOf } from '../counts.ts';
import type { Change, Comparable, PageRow, ProjectReport, Report, Span } from '../model.ts';
import { combined, movingPages, pagesRead, topPages } from '../summarize.ts';
import { columnOf, extremeDays, notesOf, rangeText, usualRange } from './phrases.ts';

/** What a report shows, in a few kinds of blocks. The job summary, the comment and the page are renderings of them. */

/** A paragraph, a table, views over time, or figures, and a table of them for where there are no cards. */
export interface Block {
  readonly title: string;
  readonly text?: string | undefined;
  readonly figures?: readonly Figure[];
  readonly table?: Table;
  readonly columns?: readonly Column[];
  /** It may stand beside another. */
  readonly isNarrow?: boolean;
}

/** A count that matters, and what it was before. */
export interface Figure extends Comparable {
  readonly label: string;
  readonly aside: string;
}

export interface Table {
  readonly heads: readonly string[];
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
  /** What the longest bar stands for; infinite for no bar. */
  readonly most: number;
}

/** One column of a chart over time. */
export interface Column extends ReturnType<typeof columnOf> {
  /** Whether it stands back behind the others. */
  readonly isPast?: boolean;
}

/** How high a column is, or long a bar: people and AI, which need not add up to Mintlify's total. */
export function sizeOf(counts: Counts | undefined): number {
  return counts ? counts.human + counts.ai : 0;
}

/** The address of a page on the docs site; absent where there is no site, no such page any more, or no safe address. */
export function linkOf({ siteUrl }: Report, { path, state }: PageRow): string | undefined {
  return siteUrl && path !== '' && state !== 'gone' ? siteLink(siteUrl, path) : undefined;
}

/** What is shown of one project below its headline. */
export function projectBlocks(report: Report, project: ProjectReport): Block[] {
  if (!project.totals) return [{ title: 'Views', text: 'Not read.' }];
  const isAlone = report.projects.length === 1;
  return [
    figuresBlock(report, project, project.totals),
    ...trendBlocks(report, project, project.totals),
    ...moverBlocks(report, project),
    topBlock(report, project),
    ...sectionsBlock(report, project, project.totals),
    ...notesBlock([...(isAlone ? notesOf(report) : []), ...project.notes]),
  ];
}

/** What is shown of several projects before each of them; nothing of one. */
export function overviewBlocks(report: Report): Block[] {
  return report.projects.length === 1 ? [] : [projectsBlock(report), ...notesBlock(notesOf(report))];
}

/** The headline's details, without trend and sections: of several projects first the table of them. */
export function commentBlocks(report: Report): Block[] {
  const all = { ...combined(report.projects), history: [], days: [], sections: [] };
  return [...overviewBlocks(report), ...projectBlocks(report, all)];
}

function notesBlock(notes: readonly string[]): Block[] {
  return notes.length > 0 ? [{ title: 'Notes', text: notes.join(' ') }] : [];
}

/** What stands above a list of a part. */
function partText(isWhole: boolean, count: number, noun: string): string | undefined {
  return isWhole ? undefined : `Of the ${counted(count, noun)} that ${count === 1 ? 'was' : 'were'} read.`;
}

type Compared = Pick<Report, 'comparison'>;
const comparedHeads = ({ comparison }: Compared) => (comparison ? ['Change', 'Before'] : []);
const comparedCells = ({ comparison }: Compared, row: Comparable) =>
  comparison ? [changeOf(row) ?? '', row.previous?.total] : [];

/** What views are of, the views, absent if they were not read, and what else there is to say. */
type ViewsRow = readonly [names: readonly Cell[], views: (Counts & Comparable) | undefined, ...Cell[]];

/** Views, where there is a comparison with the change, and a bar; the last row has none if it is the sum of the others. */
function viewsTable(report: Report, rows: ViewsRow[], names: string[], last: string[] = [], sum?: ViewsRow) {
  const viewsHeads = ['Views', ...comparedHeads(report), 'People and AI'];
  const most = Math.max(...rows.map(([, views]) => sizeOf(views)));
  const cells = [...rows, ...(sum ? [sum] : [])].map((row): Cell[] => {
    const [names, views, ...more] = row;
    if (!views) return [...names, ...viewsHeads.map(() => ''), ...more];
    const bar: Bar = { kind: 'bar', counts: views, most: row === sum ? Number.POSITIVE_INFINITY : most };
    return [...names, views.total, ...comparedCells(report, views), bar, ...more];
  });
  return { heads: [...names, ...viewsHeads, ...last], rows: cells };
}

function projectsBlock(report: Report): Block {
  const all = combined(report.projects);
  const rowOf = (name: Cell, { totals, previousTotals: previous, ...project }: ProjectReport): ViewsRow => {
    const views = totals && { ...totals, previous };
    return [[name], views, totals?.human, totals?.ai, totals && pagesRead(project).length];
  };
  const rows = report.projects.map((project, index) =>
    rowOf({ kind: 'name', name: project.projectId, link: `#project-${index}` }, project),
  );
  const sum = rowOf('All', { ...all, totals: sumOf([all.totals]) });
  const read = report.projects.filter(({ totals }) => totals).length;
  const text = partText(read === rows.length, read, 'project');
  const table = viewsTable(report, rows, ['Project'], ['People', 'AI', 'Pages read'], sum);
  return { title: 'All projects', text, table };
}

/** People, AI and pages: the total is in the headline. */
function figuresBlock(report: Report, project: ProjectReport, totals: Counts): Block {
  const { pages, complete } = project;
  const before = report.comparison && project.previousTotals;
  const viewsFigure = (label: string, kind: 'human' | 'ai'): Figure => {
    const was = before?.total ? `, ${share(before[kind], before.total)} before` : '';
    const aside = totals.total > 0 ? `${share(totals[kind], totals.total)} of all views${was}` : '';
    return { label, total: totals[kind], previous: before && { total: before[kind] }, aside };
  };
  const read = pagesRead(project).length;
  const added = pages.filter(({ state }) => state === 'new').length;
  const isCompared = before !== undefined && isWhole(project);
  const pagesFigure: Figure = {
    label: complete ? 'Pages with views' : 'Pages read, not all',
    total: read,
    previous: isCompared ? { total: pages.length - added } : undefined,
    aside: isCompared ? `${thousands(added)} new, ${thousands(pages.length - read)} gone` : '',
  };
  const figures = [viewsFigure('People', 'human'), viewsFigure('AI', 'ai'), pagesFigure];
  const compared = before ? report : {};
  const rows = figures.map((row) => [row.label, row.total, ...comparedCells(compared, row), row.aside]);
  const heads = [' ', 'Now', ...comparedHeads(compared), ' '];
  return { title: 'Views', figures, table: { heads, rows } };
}

/** Two blocks of the same height stand side by side. */
function paired(blocks: readonly Block[]): Block[] {
  const [height, ...others] = blocks.map(({ columns, table }) => (columns ? 'columns' : table?.rows.length));
  return blocks.map((block) => ({ ...block, isNarrow: others.length > 0 && others[0] === height }));
}

function trendBlocks({ period }: Report, { history = [], days = [] }: ProjectReport, now: Counts): Block[] {
  const current = { ...period, counts: now };
  const columns = [...history.map((span) => ({ ...columnOf(span), isPast: true })), columnOf(current)];
  const isTrend = (spans: readonly Span[]) => spans.filter(({ counts }) => counts).length > 1;
  const range = usualRange(current, history);
  const text = range && rangeText(range);
  return paired([
    ...(isTrend(history) ? [{ title: 'Is this unusual?', text, columns }] : []),
    ...(isTrend(days) ? [{ title: 'Which day?', text: extremeDays(days), columns: days.map(columnOf) }] : []),
  ]);
}

/** A page and where it leads; before it its project, where there are several. */
function pageName(report: Report, { projectId }: ProjectReport, page: PageRow): Name[] {
  const name: Name = { kind: 'name', name: page.path, link: linkOf(report, page) };
  return projectId === '' ? [{ kind: 'name', name: page.projectId }, name] : [name];
}

const pageHeads = ({ projectId }: ProjectReport) => (projectId === '' ? ['Project', 'Page'] : ['Page']);

function topBlock(report: Report, project: ProjectReport): Block {
  const title = 'Top pages';
  const rows = topPages(project).map((page): ViewsRow => [pageName(report, project, page), page]);
  if (rows.length === 0) return { title, text: project.complete ? 'No page had views.' : 'Not read.' };
  const text = partText(project.complete, pagesRead(project).length, 'page');
  return { title, text, table: viewsTable(report, rows, pageHeads(project)) };
}

/** What gained and what lost views; absent where nothing did that is known. */
function moverBlocks(report: Report, project: ProjectReport): Block[] {
  if (!report.comparison) return [];
  const known = project.pages.filter(({ previous }) => previous).length;
  const part = `Of the ${counted(known, 'page')} whose views in both periods are known.`;
  const heads = [...pageHeads(project), 'Now', 'Change', 'Before'];
  const lists = ([1, -1] as const).map((sign) => {
    const rows = movingPages(project, sign).map((page): Cell[] => {
      return [...pageName(report, project, page), page.total, ...comparedCells(report, page)];
    });
    const title = sign > 0 ? 'Rising' : 'Falling';
    return { title, text: isWhole(project) ? undefined : part, table: { heads, rows } };
  });
  return paired(lists.filter(({ table }) => table.rows.length > 0));
}

/** Rows of the table of sections. */
const MOST_SECTIONS = 50;
/** The share of all views from which on a single page is shown among the sections. */
const LARGE_SHARE = 0.05;

/** Sections of two pages or more in either period, and single pages with many views; the others are one row. */
function sectionsBlock(report: Report, project: ProjectReport, { total }: Counts): Block[] {
  const { sections } = project;
  if (sections.length < 2) return [];
  const shown = sections
    .filter(({ isOnePage, total: views }) => !isOnePage || views >= LARGE_SHARE * total)
    .slice(0, MOST_SECTIONS);
  const rows = shown.map((section): ViewsRow => {
    const page = section.isOnePage && pagesRead(project).find(({ path }) => sectionOf(path) === section.path);
    return [[{ kind: 'name', name: page ? page.path : section.path }], section, section.pages];
  });
  const others = sections.filter((section) => !shown.includes(section));
  const previous = isWhole(project) ? sumOf(others.map((each) => each.previous)) : undefined;
  const pages = others.reduce((count, each) => count + each.pages, 0);
  const rest: ViewsRow = [[counted(others.length, 'other')], { ...sumOf(others), previous }, pages];
  const all = others.length > 0 ? [...rows, rest] : rows;
  const text = partText(project.complete, pagesRead(project).length, 'page');
  return [{ title: 'Sections', text, table: viewsTable(report, all, ['Section'], ['Pages']) }];
}
