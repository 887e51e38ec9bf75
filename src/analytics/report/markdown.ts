import { cutAtLine } from '../../text/limit.ts';
import { code, codeBlock, link, sentence } from '../../text/markdown.ts';
import { share, thousands } from '../../text/numbers.ts';
import type { Report } from '../model.ts';
import type { Bar, Block, Cell, Column, Table } from './said.ts';
import { commentBlocks, projectBlocks, projectsBlock, sizeOf } from './said.ts';
import { colophon, gapsTitle, gapText, headlineOf } from './words.ts';

/** GitHub drops a job summary over 1 MiB whole; a little of that is left for other writers of the same step. */
const MAX_BYTES = 1_000_000;
/** Characters of a comment; GitHub takes 65,536. */
const MOST_CHARACTERS = 60_000;
const FENCE = '\n```\n';
const NOTICE = '*This is cut to what GitHub shows. Everything is in `page-views.csv` and `page-views.json`.*';

export interface MarkdownOptions {
  /** The artifact with all files, and the page, opened in the browser. */
  readonly artifactUrl?: string | undefined;
  readonly reportUrl?: string | undefined;
  readonly maxBytes?: number;
}

/** The report as GitHub's Markdown: `report.md`, and the job summary. */
export function markdownReport(report: Report, options: MarkdownOptions): string {
  const isAlone = report.projects.length === 1;
  const level = isAlone ? '###' : '####';
  const projects = report.projects.flatMap((project) => [
    ...(isAlone ? [] : [`### ${code(project.projectId)}`, sentence(headlineOf(report, project))]),
    ...projectBlocks(report, project).map((block) => blockText(block, level)),
  ]);
  const all = isAlone ? [] : [blockText(projectsBlock(report), '###')];
  const end = `---\n\n<sub>${sentence(colophon(report))}</sub>\n`;
  return fitted([...opening(report, options), ...all, ...projects, end], options.maxBytes ?? MAX_BYTES);
}

/** The report in short, for a comment. */
export function reportComment(report: Report, options: MarkdownOptions): string {
  const blocks = commentBlocks(report).map((block) => blockText(block, '###'));
  return fitted([...opening(report, options), ...blocks], options.maxBytes ?? MOST_CHARACTERS);
}

/** Cut at a row. A chart that is cut is ended. */
function fitted(texts: readonly string[], maxBytes: number): string {
  const whole = texts.join('\n\n');
  if (Buffer.byteLength(whole) <= maxBytes) return whole;
  const cut = cutAtLine(whole, maxBytes - FENCE.length, NOTICE);
  const isInChart = (cut.match(/^```/gm) ?? []).length % 2 === 1;
  return isInChart ? cut.replace(`\n\n${NOTICE}`, `${FENCE}\n${NOTICE}`) : cut;
}

function opening(report: Report, { artifactUrl, reportUrl }: MarkdownOptions): string[] {
  const { projects, gaps } = report;
  const links = [
    ...(reportUrl ? [link('**Open the report**', reportUrl)] : []),
    ...(artifactUrl ? [link('All files (CSV, JSON, Markdown, HTML)', artifactUrl)] : []),
  ];
  const whose = projects.length === 1 ? ` of ${code(projects[0]?.projectId ?? '')}` : '';
  const items = gaps.map((gap) => `\n> - ${sentence(gapText(report, gap))}`);
  const warning = `> [!WARNING]\n> **${sentence(gapsTitle(report))}**${items.join('')}`;
  const opening = [`## 📊 Docs page views${whose}`, `**${sentence(headlineOf(report))}**`];
  return [
    ...opening,
    ...(gaps.length > 0 ? [warning] : []),
    ...(links.length > 0 ? [links.join(' · ')] : []),
  ];
}

function blockText({ title, text, table, columns }: Block, level: string): string {
  return [
    `${level} ${title}`,
    ...(text ? [sentence(text)] : []),
    ...(columns ? [columnsText(columns)] : []),
    ...(table ? [tableText(table)] : []),
  ].join('\n\n');
}

const PEOPLE = '█';
const AI = '░';
/** Characters of the longest bar, over time and in a table. */
const WIDTH = 40;
const CELL_WIDTH = 12;

function barOf({ counts, most }: Bar, width: number): string {
  const blocks = (views: number) => (most === 0 ? 0 : Math.round((views / most) * width));
  const people = blocks(counts.human);
  return PEOPLE.repeat(people) + AI.repeat(blocks(sizeOf(counts)) - people);
}

/** Views over time as lines of block characters, in a font of fixed width. */
function columnsText(columns: readonly Column[]): string {
  const most = Math.max(...columns.map(({ counts }) => sizeOf(counts)));
  const names = columns.map(({ name }) => name);
  const totals = columns.map(({ counts }) => (counts ? thousands(counts.total) : ''));
  const [nameWidth = 0, totalWidth = 0] = [names, totals].map((texts) =>
    Math.max(...texts.map((text) => text.length)),
  );
  const lines = columns.map(({ counts }, index) => {
    const start = `${names[index]?.padEnd(nameWidth)}  ${totals[index]?.padStart(totalWidth)}  `;
    if (!counts) return `${start}not read`;
    return `${start}${barOf({ counts, most }, WIDTH).padEnd(WIDTH)}  ${share(counts.ai, counts.total).padStart(7)} AI`;
  });
  return codeBlock([`${PEOPLE} people   ${AI} AI`, '', ...lines].join('\n'));
}

function tableText({ heads, rows }: Table): string {
  const isWords = heads.map((_, column) =>
    rows.every((row) => typeof row[column] === 'object' || (column === 0 && typeof row[column] === 'string')),
  );
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(heads),
    line(isWords.map((words) => (words ? ':--' : '--:'))),
    ...rows.map((row) => line(row.map(cellText))),
  ].join('\n');
}

/** A name from elsewhere is code, and a link where its page's address is known. */
function cellText(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return thousands(cell);
  if (cell === undefined) return 'not read';
  if ('counts' in cell)
    return `${barOf(cell, CELL_WIDTH)} ${share(cell.counts.ai, cell.counts.total)} AI`.trim();
  return cell.link?.startsWith('https:') ? link(code(cell.name), cell.link) : code(cell.name);
}
