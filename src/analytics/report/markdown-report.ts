import type { UploadedReport } from '../../github/artifact.ts';
import { cutAtLine } from '../../text/limit.ts';
import { code, link, sentence } from '../../text/markdown.ts';
import { share, thousands } from '../../text/numbers.ts';
import type { Report } from '../model.ts';
import { changeLabel, colophon, gapsTitle, gapTexts, reportHeadline } from './phrases.ts';
import type { Bar, Block, Cell, Column, Table } from './report-blocks.ts';
import { commentBlocks, labelText, overviewBlocks, projectBlocks, sizeOf } from './report-blocks.ts';

/**
 * Maximum size of a report, in bytes. GitHub drops a job summary over 1 MiB, and other parts of the step may add to it.
 */
const MAX_BYTES = 1_000_000;
/** Maximum size of a comment, in bytes. GitHub accepts 65,536 characters. */
const MOST_COMMENT_BYTES = 60_000;
const NOTICE =
  '*This report was cut to the length that GitHub shows. `page-views.csv` and `page-views.json` have everything.*';

/** Renders a report in GitHub's Markdown, for `report.md` and the job summary. */
export function markdownReport(report: Report, links: UploadedReport): string {
  const isAlone = report.projects.length === 1;
  const level = isAlone ? '###' : '####';
  const projects = report.projects.flatMap((project) => [
    ...(isAlone ? [] : [`### ${code(project.projectId)}`, ownText(reportHeadline(report, project))]),
    ...projectBlocks(report, project).map((block) => blockText(block, level)),
  ]);
  const all = overviewBlocks(report).map((block) => blockText(block, '###'));
  return fitted(documentOf(report, links, [...all, ...projects]), MAX_BYTES);
}

/** Renders a report's headline, figures and short lists as a comment. */
export function reportComment(report: Report, links: UploadedReport): string {
  const blocks = commentBlocks(report).map((block) => blockText(block, '###'));
  return fitted(documentOf(report, links, blocks), MOST_COMMENT_BYTES);
}

/** Renders a sentence of the action, in which backticks mark code. */
export function ownText(text: string): string {
  return text
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? code(part) : sentence(part)))
    .join('');
}

/** Cuts a document to `maxBytes` at the end of a line. */
export const fitted = (whole: string, maxBytes: number) => cutAtLine(whole, maxBytes, NOTICE);

function documentOf(report: Report, { artifactUrl, reportUrl }: UploadedReport, texts: string[]): string {
  const { projects, gaps } = report;
  const links = [
    ...(reportUrl ? [link('**Open the report**', reportUrl)] : []),
    ...(artifactUrl ? [link('All files (CSV, JSON, Markdown, HTML)', artifactUrl)] : []),
  ];
  const whose = projects.length === 1 ? ` of ${code(projects[0]?.projectId ?? '')}` : '';
  const items = gapTexts(report).map((text) => `\n> - ${ownText(text)}`);
  return [
    `## 📊 Docs page views${whose}`,
    `**${ownText(reportHeadline(report))}**`,
    gaps.length > 0 ? `> [!WARNING]\n> **${ownText(gapsTitle(report))}**${items.join('')}` : '',
    links.join(' · '),
    ...texts,
    `---\n\n<sub>${ownText(colophon(report))}</sub>\n`,
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

function blockText(block: Block, level: string): string {
  const { title, text } = block;
  const chart = block.kind === 'chart' ? columnsText(block.columns) : '';
  const content = 'table' in block ? tableText(block.table) : chart;
  return [`${level} ${title}`, ownText(text ?? ''), content].filter(Boolean).join('\n\n');
}

const PEOPLE = '█';
const AI = '░';
/** Length of the longest bar of a chart, in characters. */
const WIDTH = 40;
/** Length of the longest bar of a table, in characters. */
const CELL_WIDTH = 12;

function barOf({ counts, most }: Pick<Bar, 'counts' | 'most'>, width: number): string {
  const blocks = (views: number) => (most ? Math.round((views / most) * width) : 0);
  const people = blocks(counts.human);
  return PEOPLE.repeat(people) + AI.repeat(blocks(sizeOf(counts)) - people);
}

/** Draws views over time as indented code. A fenced block would lose its closing fence if the document were cut. */
function columnsText(columns: readonly Column[]): string {
  const most = Math.max(...columns.map(({ counts }) => sizeOf(counts)));
  const totals = columns.map(({ counts }) => (counts ? thousands(counts.total) : ''));
  const nameWidth = Math.max(...columns.map(({ name }) => name.length));
  const totalWidth = Math.max(...totals.map((total) => total.length));
  const lines = columns.map(({ name, counts }, index) => {
    const start = `${name.padEnd(nameWidth)}  ${totals[index]?.padStart(totalWidth)}  `;
    if (!counts) return `${start}not read`;
    return `${start}${barOf({ counts, most }, WIDTH).padEnd(WIDTH)}  ${share(counts.ai, counts.total).padStart(6)} AI`.trimEnd();
  });
  return [`${PEOPLE} people   ${AI} AI`, '', ...lines].map((line) => `    ${line}`.trimEnd()).join('\n');
}

function tableText({ heads, rows }: Table): string {
  const isText = (cell: Cell) => typeof cell === 'object' && (cell.kind === 'name' || cell.kind === 'bar');
  const rules = heads.map((_, column) => {
    return column === 0 || rows.every((row) => isText(row[column])) ? ':--' : '--:';
  });
  return [heads.map(labelText), rules, ...rows.map((row) => row.map(cellText))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** Renders a cell. A {@link Name} becomes code, with a link if the URL of its page is known. */
function cellText(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return thousands(cell);
  if (cell === undefined) return 'not read';
  if (cell.kind === 'bar') {
    return `${barOf(cell, CELL_WIDTH)} ${share(cell.counts.ai, cell.counts.total)}\u00a0AI`.trim();
  }
  if (cell.kind !== 'name') return changeLabel(cell);
  return cell.link?.startsWith('https:') ? link(code(cell.name), cell.link) : code(cell.name);
}
