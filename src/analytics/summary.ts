import type { UploadedReport } from '../github/artifact.ts';
import { joinNonEmpty } from '../text/join.ts';
import { inlineCode, linkTo, ownSentence } from '../text/markdown.ts';
import { formatNumber, formatPercent } from '../text/numbers.ts';
import {
  type Block,
  blocksOf,
  type Cell,
  type ChartColumn,
  colophonOf,
  commentBlocksOf,
  type Figure,
  type Table,
} from './blocks.ts';
import { barLength, longestBar } from './counts.ts';
import { headlineOf } from './headline.ts';
import type { Report } from './report.ts';

const MOST_TOP_PAGES = 10;
const PEOPLE = '█';
const AI = '░';
/** Length of a chart's longest bar, in characters. */
const BAR_WIDTH = 40;

/** Renders a report in GitHub's Markdown, for `report.md` and the job summary. */
export function summaryOf(report: Report, links: UploadedReport): string {
  const end = `---\n\n<sub>${ownSentence(colophonOf(report))}</sub>\n`;
  const blocks = blocksOf(report, MOST_TOP_PAGES).map(blockText);
  return joinParts([headText(report), linksText(links), ...blocks, end]);
}

/** Renders the comment on an issue, which has what people forward. */
export function commentOf(report: Report, links: UploadedReport): string {
  return joinParts([headText(report), ...commentBlocksOf(report).map(blockText), linksText(links)]);
}

function headText(report: Report) {
  const items = report.gaps.map((gap) => `\n> - ${ownSentence(gap)}`).join('');
  return joinParts([
    `## 📊 Docs page views of ${inlineCode(report.projectId)}`,
    `**${ownSentence(headlineOf(report))}**`,
    items && `> [!WARNING]\n> **This report is incomplete.**${items}`,
  ]);
}

function linksText({ artifactUrl, reportUrl }: UploadedReport) {
  const links = [
    reportUrl && linkTo('**Open the report**', reportUrl),
    artifactUrl && linkTo('All files (CSV, JSON, Markdown, HTML)', artifactUrl),
  ];
  return joinNonEmpty(links, ' · ');
}

function joinParts(parts: readonly (string | undefined)[]) {
  return joinNonEmpty(parts, '\n\n');
}

function blockText({ title, text, columns, figures, table }: Block) {
  return joinParts([
    title && `### ${title}`,
    text && ownSentence(text),
    columns && chartText(columns),
    figures && tableText(figuresTable(figures)),
    table && tableText(table),
  ]);
}

function figuresTable(figures: readonly Figure[]) {
  const isCompared = figures.some(({ before }) => before !== '');
  const rows = figures.map(({ label, views, change, before, share, shareBefore }) =>
    isCompared ? [label, views, change, before, share, shareBefore] : [label, views, share],
  );
  const heads = isCompared
    ? [' ', 'Views', 'Change', 'Before', 'Share', 'Share before']
    : [' ', 'Views', 'Share'];
  return { heads, rows };
}

function chartText(columns: readonly ChartColumn[]) {
  const longest = longestBar(columns.map(({ counts }) => counts));
  const totals = columns.map(({ counts }) => (counts ? formatNumber(counts.total) : ''));
  const nameWidth = Math.max(...columns.map(({ name }) => name.length));
  const totalWidth = Math.max(...totals.map((total) => total.length));
  const lines = columns.map(({ name, counts, share }, index) => {
    const start = `${name.padEnd(nameWidth)}  ${totals[index]?.padStart(totalWidth)}  `;
    if (!counts) return `${start}not read`;
    const widthOf = (views: number) => (longest ? Math.round((views / longest) * BAR_WIDTH) : 0);
    const people = widthOf(counts.human);
    const bar = PEOPLE.repeat(people) + AI.repeat(widthOf(barLength(counts)) - people);
    return `${start}${bar.padEnd(BAR_WIDTH)}  ${share.padStart(6)}`;
  });
  return [`${PEOPLE} people   ${AI} AI`, '', ...lines].map((line) => `    ${line}`.trimEnd()).join('\n');
}

function tableText({ heads, rows }: Table) {
  const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = `|${heads.map((_, column) => (column === 0 ? ':--' : '--:')).join('|')}|`;
  return [lineOf(heads), rule, ...rows.map((row) => lineOf(row.map(cellText)))].join('\n');
}

function cellText(cell: Cell) {
  if (typeof cell === 'string') return cell;
  if ('counts' in cell) return formatPercent(cell.counts.ai, cell.counts.total);
  const name = inlineCode(cell.name);
  return cell.link ? linkTo(name, cell.link) : name;
}
