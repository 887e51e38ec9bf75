import type { Counts } from '../../platform/schemas.ts';
import { share, thousands } from '../../text/numbers.ts';
import { siteLink } from '../../text/site-link.ts';
import { largerSections } from '../compare.ts';
import { sumOf } from '../counts.ts';
import type { PageRow, ProjectReport, Report, Span } from '../model.ts';
import { type Listed, movingPages, together, topPages } from '../summarize.ts';
import { bestDay, changeOf, changeOfRow, columnName, usualRange } from './words.ts';

/** What a report says, in a few kinds of blocks. The job summary, the comment and the page are renderings of them. */

/** A paragraph, or with `table` or `columns` what it introduces. */
export interface Block {
  readonly title: string;
  readonly text?: string | undefined;
  readonly table?: Table | undefined;
  /** Views over time. */
  readonly columns?: readonly Column[] | undefined;
  /** Whether it may stand beside the next block; and whether its rows are single figures. */
  readonly isNarrow?: boolean;
  readonly isFigures?: boolean;
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

/** All projects in one table. */
export function projectsBlock({ projects, comparison }: Report): Block {
  const each = projects.map((project) => ({ ...project, pageCount: project.pages.length }));
  const most = Math.max(...each.map(({ totals }) => sizeOf(totals)));
  const rows = [...each, { ...together(projects), projectId: undefined }].map((figures, index): Cell[] => {
    const { projectId, totals, previousTotals, pageCount } = figures;
    const bar = totals && { counts: totals, most: projectId === undefined ? sizeOf(totals) : most };
    const before = totals && [previousTotals?.total, changeOf(totals.total, previousTotals?.total)];
    return [
      projectId === undefined ? 'Together' : { name: projectId, link: `#project-${index}` },
      ...[totals?.total, bar],
      ...(comparison ? (before ?? [undefined, '']) : []),
      totals ? pageCount : undefined,
    ];
  });
  const heads = [
    'Project',
    'Views',
    'People and AI',
    ...(comparison ? ['Before', 'Change'] : []),
    'Pages read',
  ];
  return { title: 'All projects', table: { heads, rows } };
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

/** People, AI and pages: the total is in the headline. */
function figuresBlock({ comparison }: Report, project: ProjectReport, totals: Counts): Block {
  const { previousTotals, pages, gone, complete, previousComplete } = project;
  const ofAll = (kind: 'human' | 'ai') => {
    const was = previousTotals ? `, ${share(previousTotals[kind], previousTotals.total)} before` : '';
    return `${share(totals[kind], totals.total)} of all views${was}`;
  };
  const added = pages.filter(({ state }) => state === 'new').length;
  const isWhole = complete && previousComplete === true;
  const pagesBefore = isWhole ? pages.length - added + gone.length : undefined;
  const moved = isWhole ? `${thousands(added)} new, ${thousands(gone.length)} gone` : '';
  const row = (name: string, now: number, before: number | undefined, aside: string): Cell[] => [
    ...[name, now],
    ...(comparison ? [before, changeOf(now, before)] : []),
    aside,
  ];
  const rows = [
    row('By people', totals.human, previousTotals?.human, ofAll('human')),
    row('By AI', totals.ai, previousTotals?.ai, ofAll('ai')),
    row(complete ? 'Pages with views' : 'Pages read, not all', pages.length, pagesBefore, moved),
  ];
  const heads = [' ', 'Now', ...(comparison ? COMPARED : []), ' '];
  return { title: 'Views', table: { heads, rows }, isFigures: true };
}

const COMPARED = ['Before', 'Change'];

function trendBlocks({ period }: Report, { history, days }: ProjectReport, totals: Counts): Block[] {
  const columnOf = (span: Span, isPast: boolean): Column => {
    const [name, label] = columnName(span, period.isMonth && span.from !== span.to);
    return { name, label, counts: span.counts, isPast };
  };
  const blocks: Block[] = [];
  if (history?.some(({ counts }) => counts)) {
    const now = columnOf({ ...period, counts: totals }, false);
    const columns = [...history.map((span) => columnOf(span, true)), now];
    const text = usualRange(totals.total, history).chart;
    blocks.push({ title: 'Is this unusual?', text, columns, isNarrow: true });
  }
  if (days?.some(({ counts }) => counts) && days.length > 1) {
    const columns = days.map((day) => columnOf(day, false));
    blocks.push({ title: 'Which day?', text: bestDay(days), columns, isNarrow: true });
  }
  return blocks;
}

/** A page and where it leads; before it its project, where the list has several. */
function namesOf({ siteUrl }: Report, { projectId, page }: Listed, hasProjects: boolean): Name[] {
  const name = { name: page.path, link: linkOf(siteUrl, page) };
  return hasProjects ? [{ name: projectId }, name] : [name];
}

const headsOf = (hasProjects: boolean, ...heads: string[]) => [
  ...(hasProjects ? ['Project'] : []),
  ...['Page', ...heads],
];

function topBlock(report: Report, projects: readonly ProjectReport[]): Block {
  const title = 'Top pages';
  const listed = topPages(projects);
  const hasProjects = projects.length > 1;
  const none = projects.every(({ complete }) => complete) ? 'No page had views.' : 'Not read.';
  if (listed.length === 0) return { title, text: none };
  const most = Math.max(...listed.map(({ page }) => sizeOf(page)));
  const rows = listed.map((each) => [
    ...namesOf(report, each, hasProjects),
    ...countCells(report, each.page, most, changeOfRow(each.page)),
  ]);
  return { title, table: { heads: headsOf(hasProjects, ...COUNTED, ...comparedHeads(report)), rows } };
}

const COUNTED = ['Views', 'People and AI'];
const comparedHeads = ({ comparison }: Report) => (comparison ? COMPARED : []);

function countCells(
  { comparison }: Report,
  now: Counts & { readonly previous?: Counts | undefined },
  most: number,
  change: string,
): Cell[] {
  const { total, previous } = now;
  return [total, { counts: now, most }, ...(comparison ? [previous?.total, change] : [])];
}

function moverBlocks(report: Report, projects: readonly ProjectReport[]): Block[] {
  if (!report.comparison) return [];
  const hasProjects = projects.length > 1;
  const isWhole = projects.every(({ complete, previousComplete }) => complete && previousComplete);
  const isKnown = isWhole || projects.some(({ pages }) => pages.some(({ previous }) => previous));
  return (['rising', 'falling'] as const).map((which) => {
    const rows = movingPages(projects, which).map((each): Cell[] => {
      const { page } = each;
      const views = [page.previous?.total, page.total, changeOfRow(page)];
      return [...namesOf(report, each, hasProjects), ...views];
    });
    const title = { rising: 'Rising', falling: 'Falling' }[which];
    const some = isWhole ? undefined : 'Of the pages that were read in both periods.';
    if (rows.length > 0) {
      const heads = headsOf(hasProjects, 'Before', 'Now', 'Change');
      return { title, text: some, table: { heads, rows }, isNarrow: true };
    }
    const verb = { rising: 'gained', falling: 'lost' }[which];
    const of = isWhole ? '' : ' that was read in both periods';
    return { title, text: isKnown ? `No page${of} ${verb} views.` : 'Not read.', isNarrow: true };
  });
}

/** Rows of the table of sections. */
const MOST_SECTIONS = 50;

function sectionsBlock(report: Report, project: ProjectReport): Block[] {
  const { larger, others } = largerSections(project);
  const shown = larger.slice(0, MOST_SECTIONS);
  const rest = [...larger.slice(MOST_SECTIONS), ...others];
  if (shown.length === 0 || shown.length + rest.length < 2) return [];
  const most = Math.max(...shown.map(sizeOf));
  const rowOf = (name: Cell, pages: number, counts: Parameters<typeof countCells>[1]): Cell[] => [
    ...[name, pages],
    ...countCells(
      report,
      counts,
      Math.max(most, sizeOf(counts)),
      changeOf(counts.total, counts.previous?.total),
    ),
  ];
  const rows = shown.map((section) => rowOf({ name: section.section }, section.pages, section));
  if (rest.length > 0) {
    const isCompared = rest.every(({ previous }) => previous);
    const previous = isCompared ? sumOf(rest.map((section) => section.previous)) : undefined;
    const pages = rest.reduce((sum, section) => sum + section.pages, 0);
    rows.push(rowOf(`${thousands(rest.length)} others`, pages, { ...sumOf(rest), previous }));
  }
  return [
    { title: 'Sections', table: { heads: ['Section', 'Pages', ...COUNTED, ...comparedHeads(report)], rows } },
  ];
}
