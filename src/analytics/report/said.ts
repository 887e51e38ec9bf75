import type { Counts } from '../../platform/schemas.ts';
import { share, thousands } from '../../text/numbers.ts';
import { siteLink } from '../../text/site-link.ts';
import { sumOf } from '../counts.ts';
import type { PageRow, ProjectReport, Report, Section, Span } from '../model.ts';
import { type Listed, movingPages, together, topPages } from '../summarize.ts';
import { bestDay, changeOf, columnName, usualRange } from './words.ts';

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
  readonly state?: PageRow['state'];
}

/** The cells in which each row of views ends: with a bar, and where there is a comparison with the change. */
function viewsCells({ comparison }: Report, counts: Compared, most: number): Cell[] {
  const { total, previous, state } = counts;
  const compared = comparison ? [previous?.total, changeOf(total, previous?.total, state)] : [];
  return [total, { counts, most }, ...compared];
}

const comparedHeads = ({ comparison }: Report) => (comparison ? ['Before', 'Change'] : []);
const viewsHeads = (report: Report) => ['Views', 'People and AI', ...comparedHeads(report)];

/** All projects in one table. */
export function projectsBlock(report: Report): Block {
  const { projects } = report;
  const most = Math.max(...projects.map(({ totals }) => sizeOf(totals)));
  const rows = projects.map(({ projectId, totals, previousTotals, pages }, index): Cell[] => {
    const name = { name: projectId, link: `#project-${index}` };
    if (!totals) return [name, ...viewsHeads(report).map(() => ''), undefined];
    return [name, ...viewsCells(report, { ...totals, previous: previousTotals }, most), pages.length];
  });
  const { totals, previousTotals, pageCount } = together(projects);
  const all = viewsCells(report, { ...totals, previous: previousTotals }, sizeOf(totals));
  const heads = ['Project', ...viewsHeads(report), 'Pages read'];
  return { title: 'All projects', table: { heads, rows: [...rows, ['Together', ...all, pageCount]] } };
}

/** People, AI and pages: the total is in the headline. */
function figuresBlock(report: Report, project: ProjectReport, totals: Counts): Block {
  const { previousTotals, pages, gone, complete, previousComplete } = project;
  const ofAll = (kind: 'human' | 'ai') => {
    const was = previousTotals ? `, ${share(previousTotals[kind], previousTotals.total)} before` : '';
    return `${share(totals[kind], totals.total)} of all views${was}`;
  };
  const added = pages.filter(({ state }) => state === 'new').length;
  const isWhole = complete && previousComplete === true;
  const row = (name: string, now: number, before: number | undefined, aside: string): Cell[] => [
    ...[name, now],
    ...(report.comparison ? [before, changeOf(now, before)] : []),
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
  const heads = [' ', 'Now', ...comparedHeads(report), ' '];
  return { title: 'Views', table: { heads, rows }, isFigures: true };
}

const readIn = (columns: readonly Column[]) => columns.filter(({ counts }) => counts).length;

/** Two blocks of the same height stand side by side. */
function paired(blocks: readonly Block[]): Block[] {
  const [height, ...others] = blocks.map(({ columns, table }) => (columns ? 'columns' : table?.rows.length));
  return blocks.map((block) => ({ ...block, isNarrow: others.length > 0 && others[0] === height }));
}

function trendBlocks({ period }: Report, { history = [], days = [] }: ProjectReport, now: Counts): Block[] {
  const columnOf = (span: Span, isMonth = false) => ({ ...columnName(span, isMonth), counts: span.counts });
  const past = history.map((span) => ({ ...columnOf(span, period.isMonth), isPast: true }));
  const columns = [...past, columnOf({ ...period, counts: now }, period.isMonth)];
  const daily = days.map((day) => columnOf(day));
  return paired([
    ...(readIn(past) > 1
      ? [{ title: 'Is this unusual?', text: usualRange(now.total, history).chart, columns }]
      : []),
    ...(readIn(daily) > 1 ? [{ title: 'Which day?', text: bestDay(days), columns: daily }] : []),
  ]);
}

/** Pages and where they lead; before them their projects, where there are several. */
function pagesTable(
  { siteUrl }: Report,
  projects: readonly ProjectReport[],
  listed: readonly Listed[],
  heads: readonly string[],
  cellsOf: (page: PageRow) => Cell[],
): Table {
  const hasProjects = projects.length > 1;
  const rows = listed.map(({ projectId, page }): Cell[] => {
    const name = { name: page.path, link: linkOf(siteUrl, page) };
    return [...(hasProjects ? [{ name: projectId }] : []), name, ...cellsOf(page)];
  });
  return { heads: [...(hasProjects ? ['Project'] : []), 'Page', ...heads], rows };
}

function topBlock(report: Report, projects: readonly ProjectReport[]): Block {
  const title = 'Top pages';
  const listed = topPages(projects);
  const none = projects.every(({ complete }) => complete) ? 'No page had views.' : 'Not read.';
  if (listed.length === 0) return { title, text: none };
  const most = Math.max(...listed.map(({ page }) => sizeOf(page)));
  const cellsOf = (page: PageRow) => viewsCells(report, page, most);
  return { title, table: pagesTable(report, projects, listed, viewsHeads(report), cellsOf) };
}

const MOVERS = [
  { title: 'Rising', which: 'rising', verb: 'gained' },
  { title: 'Falling', which: 'falling', verb: 'lost' },
] as const;

function moverBlocks(report: Report, projects: readonly ProjectReport[]): Block[] {
  if (!report.comparison) return [];
  const isWhole = projects.every(({ complete, previousComplete }) => complete && previousComplete);
  const isKnown = isWhole || projects.some(({ pages }) => pages.some(({ previous }) => previous));
  const blocks = MOVERS.map(({ title, which, verb }): Block => {
    const listed = movingPages(projects, which);
    const none = isKnown
      ? `No page${isWhole ? '' : ' that was read in both periods'} ${verb} views.`
      : 'Not read.';
    if (listed.length === 0) return { title, text: none };
    const text = isWhole ? undefined : 'Of the pages that were read in both periods.';
    const table = pagesTable(report, projects, listed, ['Before', 'Now', 'Change'], (page) => [
      ...[page.previous?.total, page.total, changeOf(page.total, page.previous?.total, page.state)],
    ]);
    return { title, text, table };
  });
  return paired(blocks);
}

/** Rows of the table of sections. */
const MOST_SECTIONS = 50;

/** The sections of two pages or more, in either period; the others are summed in one row. */
function sectionsBlock(report: Report, { sections }: ProjectReport): Block[] {
  const isLarger = ({ pages, pagesBefore }: Section) => Math.max(pages, pagesBefore) > 1;
  const shown = sections.filter(isLarger).slice(0, MOST_SECTIONS);
  const others = sections.filter((section) => !shown.includes(section));
  if (shown.length === 0 || sections.length < 2) return [];
  const most = Math.max(...shown.map(sizeOf));
  const rows = shown.map((each): Cell[] => [
    { name: each.section },
    each.pages,
    ...viewsCells(report, each, most),
  ]);
  const before = others.map(({ previous }) => previous);
  const sum = { ...sumOf(others), previous: before.every(Boolean) ? sumOf(before) : undefined };
  const pages = others.reduce((count, each) => count + each.pages, 0);
  const name = `${thousands(others.length)} ${others.length === 1 ? 'other' : 'others'}`;
  if (others.length > 0) rows.push([name, pages, ...viewsCells(report, sum, Math.max(most, sizeOf(sum)))]);
  return [{ title: 'Sections', table: { heads: ['Section', 'Pages', ...viewsHeads(report)], rows } }];
}
