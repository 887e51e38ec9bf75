import type { Counts } from '../../platform/schemas.ts';
import { cutAtLine } from '../../text/limit.ts';
import { code, codeBlock, link, sentence } from '../../text/markdown.ts';
import { counted, share, signed, thousands } from '../../text/numbers.ts';
import { changesSince } from '../baseline.ts';
import { falling, gain, rising } from '../compare.ts';
import type { ProjectReport, Report, Span } from '../model.ts';
import type { PageSummary, Summary } from '../summarize.ts';
import {
  baselineTable,
  type Cell,
  linkOf,
  pagesTable,
  projectsTable,
  sectionsTable,
  type Table,
} from './tables.ts';
import {
  boundsSentence,
  changeOf,
  changeOfRow,
  colophon,
  gaps,
  headlineOf,
  hourSpent,
  isRead,
  periodName,
  sinceBaseline,
  spanName,
} from './words.ts';

/** GitHub drops a job summary over 1 MiB whole; a little of that is left for other writers of the same step. */
const MAX_BYTES = 1_000_000;
/** A section that has less room than this is left out rather than cut. */
const LEAST_BYTES = 4_000;
const NOTICE = '*This is cut to what GitHub shows. Everything is in `page-views.csv` and `page-views.json`.*';

export interface MarkdownOptions {
  /** Rows in each table. */
  readonly top: number;
  /** The artifact with all files. */
  readonly artifactUrl?: string | undefined;
  /** The HTML report, opened in the browser. */
  readonly reportUrl?: string | undefined;
  readonly maxBytes?: number;
}

/** The report as GitHub's Markdown: `report.md`, and the job summary. */
export function markdownReport(report: Report, options: MarkdownOptions): string {
  const several = report.projects.length > 1;
  const sections = [
    opening(report, options),
    several && section('### All projects', projectsTable(report)),
    ...report.projects.flatMap((project) => projectSections(report, project, options.top)),
    `---\n\n<sub>${sentence(boundsSentence(report))}</sub>\n\n<sub>${sentence(colophon(report))}</sub>\n`,
  ];
  return fitted(present(sections), options.maxBytes ?? MAX_BYTES);
}

/** The parts of a text that there are. */
function present(parts: readonly (string | false | undefined)[]): string[] {
  return parts.flatMap((part) => part || []);
}

/** Characters of a comment; GitHub takes 65,536. */
const MOST_CHARACTERS = 60_000;
/** Rows in each table of a comment, which people read in their mail. */
const COMMENT_TOP = 10;

/** The report in short, for a comment: headline, links, top and rising pages. */
export function reportComment(report: Report, summary: Summary, options: MarkdownOptions): string {
  const several = report.projects.length > 1;
  const columns = [...(several ? ['Project'] : []), 'Page', 'Views', 'Before', 'Change'];
  const pages = (title: string, shown: readonly PageSummary[]) => {
    const rows = shown.slice(0, COMMENT_TOP).map(({ project = '', path, total, previous }): Cell[] => {
      const cell = { text: path, link: linkOf(report.siteUrl, { path, state: 'known' }) };
      const change = previous === null ? '–' : (changeOf(total, previous) ?? 'new');
      return [...(several ? [{ text: project }] : []), cell, total, previous ?? undefined, change];
    });
    return section(`### ${title}`, { columns, rows });
  };
  const lists = [pages('Top pages', summary.topPages), pages('Rising', summary.risingPages)];
  return cutAtLine(present([opening(report, options), ...lists]).join('\n\n'), MOST_CHARACTERS, NOTICE);
}

/** As many sections as there is room for; the first that has no room is cut at a row, unless it holds a code block. */
function fitted(sections: readonly string[], maxBytes: number): string {
  let text = '';
  for (const section of sections) {
    const longer = text === '' ? section : `${text}\n\n${section}`;
    if (Buffer.byteLength(longer) + Buffer.byteLength(NOTICE) + 4 > maxBytes) {
      const hasRoom = maxBytes - Buffer.byteLength(text) > LEAST_BYTES;
      return hasRoom && !section.includes('\n```')
        ? cutAtLine(longer, maxBytes, NOTICE)
        : `${text}\n\n${NOTICE}\n`;
    }
    text = longer;
  }
  return text;
}

function opening(report: Report, { artifactUrl, reportUrl }: MarkdownOptions): string {
  const links = present([
    reportUrl && link('**Open the report**', reportUrl),
    artifactUrl && link('All files (CSV, JSON, Markdown, HTML)', artifactUrl),
  ]);
  const hasWarningFirst = report.runAgainAfter !== undefined;
  return present([
    `## 📊 Docs page views: ${sentence(periodName(report.period))}`,
    hasWarningFirst && warning(report),
    sentence(headlineOf(report)),
    !hasWarningFirst && warning(report),
    links.length > 0 && links.join(' · '),
  ]).join('\n\n');
}

function warning({ projects, runAgainAfter }: Report): string | undefined {
  const title = runAgainAfter === undefined ? 'This report is incomplete.' : hourSpent(runAgainAfter);
  const lines = projects.flatMap((project) =>
    gaps(project).map((gap) =>
      projects.length > 1 ? `${code(project.projectId)}: ${sentence(gap)}` : sentence(gap),
    ),
  );
  if (lines.length === 0) return undefined;
  return ['> [!WARNING]', `> **${sentence(title)}**`, ...lines.map((line) => `> - ${line}`)].join('\n');
}

function projectSections(report: Report, project: ProjectReport, top: number): string[] {
  const isAlone = report.projects.length === 1;
  const level = isAlone ? '###' : '####';
  const title = isAlone
    ? [`**Project** ${code(project.projectId)}`]
    : [`### ${code(project.projectId)}`, sentence(headlineOf(report, project))];
  const { sections, pages, notes, totals, history = [] } = project;
  const { period } = report;
  const isPlaced = period.kind === 'dates' && history.some(isRead);
  const topPages = pagesTable({ ...report, baseline: undefined }, pages.slice(0, top));
  return present([
    [...title, figures(report, project)].join('\n\n'),
    textChart(`${level} Trend`, project.days ?? []),
    isPlaced &&
      textChart(`${level} This period and those before`, [...history, { ...period, counts: totals }]),
    sections.length > 1 && section(`${level} Sections`, sectionsTable(project, top)),
    section(`${level} Top pages`, numbered(topPages)),
    ...(report.previousPeriod ? movers(report, project, top, level) : []),
    report.baseline && baselineSection(report, project, top, level),
    notes.length > 0 && `${level} Notes\n\n${notes.map((note) => `- ${sentence(note)}`).join('\n')}`,
  ]);
}

/** Characters of the longest bar. */
const WIDTH = 40;
const PEOPLE = '█';
const AI = '░';

/** Views over time as lines of block characters, in a font of fixed width. */
function textChart(title: string, spans: readonly Span[]): string | undefined {
  if (!spans.some(isRead)) return undefined;
  const stacked = spans.map(({ counts }) => (counts ? counts.human + counts.ai : 0));
  const most = Math.max(1, ...stacked);
  const labels = spans.map(spanName);
  const totals = spans.map(({ counts }) => (counts ? thousands(counts.total) : ''));
  const [labelWidth, totalWidth] = [labels, totals].map((texts) =>
    Math.max(...texts.map((text) => text.length)),
  );
  const blocks = (views: number) => Math.round((views / most) * WIDTH);
  const lines = spans.map(({ counts }, index) => {
    const start = `${labels[index]?.padEnd(labelWidth ?? 0)}  ${totals[index]?.padStart(totalWidth ?? 0)}  `;
    if (!counts) return `${start}(not read)`;
    const people = blocks(counts.human);
    const bar = PEOPLE.repeat(people) + AI.repeat(blocks(counts.human + counts.ai) - people);
    return `${start}${bar.padEnd(WIDTH)}  ${share(counts.ai, counts.total).padStart(6)} AI`;
  });
  return `${title}\n\n${codeBlock([`${PEOPLE} people   ${AI} AI`, '', ...lines].join('\n'))}`;
}

function figures({ previousPeriod }: Report, project: ProjectReport): string {
  const { totals, previousTotals, pages, complete } = project;
  if (!totals) return 'No numbers: not one response came.';
  const line = (label: string, field: keyof Counts): Cell[] => [
    label,
    totals[field],
    share(totals[field], totals.total),
    ...(previousPeriod
      ? [previousTotals?.[field], changeOf(totals[field], previousTotals?.[field]) ?? '–']
      : []),
  ];
  const columns = ['', 'Views', 'Share', ...(previousPeriod ? ['Before', 'Change'] : [])];
  const rows = [line('**Total**', 'total'), line('People', 'human'), line('AI', 'ai')];
  const read = complete
    ? `All ${counted(pages.length, 'page')} with views were read.`
    : `${counted(pages.length, 'page')} read, not all.`;
  const none = complete ? 'No page had views.' : 'No page was read.';
  return `${tableOf({ columns, rows })}\n\n${pages.length === 0 ? none : read}`;
}

function numbered({ columns, rows }: Table): Table {
  return { columns: ['#', ...columns], rows: rows.map((row, index) => [index + 1, ...row]) };
}

function movers(report: Report, project: ProjectReport, top: number, level: string) {
  const columns = ['Page', 'Before', 'Now', 'Difference', 'Change'];
  return [
    { title: 'Rising', pages: rising(project, top) },
    { title: 'Falling', pages: falling(project, top) },
  ].map(({ title, pages }) => {
    const rows = pages.map((row): Cell[] => {
      const cell = { text: row.path, link: linkOf(report.siteUrl, row) };
      return [cell, row.previous?.total, row.total, signed(gain(row)), changeOfRow(row)];
    });
    return section(`${level} ${title}`, { columns, rows }, 'None.');
  });
}

function baselineSection(report: Report, project: ProjectReport, top: number, level: string) {
  const { movers, note } = changesSince(report, project, top);
  const title = `${level} ${sentence(sinceBaseline(report))}\n\n${sentence(note)}`;
  return section(title, baselineTable(report, movers), 'None.');
}

/** @param none what stands in place of a table without rows; without it, there is no section */
function section(title: string, table: Table, none?: string): string | undefined {
  const text = table.rows.length > 0 ? tableOf(table) : none;
  return text && `${title}\n\n${text}`;
}

/** The columns that are not of numbers; and those that matter most. */
const WORDS = ['', 'Project', 'Section', 'Page', 'Complete'];
const STRONG = ['Views', 'Now'];

function tableOf({ columns, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map((column) => column || ' ')),
    line(columns.map((column) => (WORDS.includes(column) ? ':--' : '--:'))),
    ...rows.map((row) => line(row.map((cell, index) => cellOf(cell, STRONG.includes(columns[index] ?? ''))))),
  ].join('\n');
}

/** A path is code, and a link where the site's address is known. */
function cellOf(cell: Cell, isStrong: boolean): string {
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'object')
    return cell.link?.startsWith('https:') ? link(code(cell.text), cell.link) : code(cell.text);
  if (cell === undefined) return '–';
  return isStrong ? `**${thousands(cell)}**` : thousands(cell);
}
