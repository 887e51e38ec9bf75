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
  return joinParts([headOf(report, links), ...blocksOf(report, MOST_TOP_PAGES).map(blockText), end]);
}

/** Renders a report's headline, gaps and links, which are also the comment. */
export function headOf(report: Report, { artifactUrl, reportUrl }: UploadedReport): string {
  const { projectId, gaps } = report;
  const links = [
    reportUrl && linkTo('**Open the report**', reportUrl),
    artifactUrl && linkTo('All files (CSV, JSON, Markdown, HTML)', artifactUrl),
  ];
  const items = gaps.map((gap) => `\n> - ${ownSentence(gap)}`).join('');
  return joinParts([
    `## 📊 Docs page views of ${inlineCode(projectId)}`,
    `**${ownSentence(headlineOf(report))}**`,
    items && `> [!WARNING]\n> **This report is incomplete.**${items}`,
    joinNonEmpty(links, ' · '),
  ]);
}

function joinParts(parts: readonly (string | undefined)[]): string {
  return joinNonEmpty(parts, '\n\n');
}

function blockText({ title, text, columns, figures, table }: Block): string {
  return joinParts([
    title && `### ${title}`,
    text && ownSentence(text),
    columns && chartText(columns),
    figures && tableText(figuresTable(figures)),
    table && tableText(table),
  ]);
}

function figuresTable(figures: readonly Figure[]): Table {
  const isCompared = figures.some(({ before }) => before !== undefined);
  const rows = figures.map(({ label, views, share, change = '', before = '' }) => {
    return [label, views, share, ...(isCompared ? [change, before] : [])];
  });
  return { heads: [' ', 'Views', 'Share', ...(isCompared ? ['Change', 'Before'] : [])], rows };
}

function chartText(columns: readonly ChartColumn[]): string {
  const longest = longestBar(columns.map(({ counts }) => counts));
  const totals = columns.map(({ counts }) => (counts ? formatNumber(counts.total) : ''));
  const nameWidth = Math.max(...columns.map(({ name }) => name.length));
  const totalWidth = Math.max(...totals.map((total) => total.length));
  const lines = columns.map(({ name, counts }, index) => {
    const start = `${name.padEnd(nameWidth)}  ${totals[index]?.padStart(totalWidth)}  `;
    if (!counts) return `${start}not read`;
    const widthOf = (views: number) => (longest ? Math.round((views / longest) * BAR_WIDTH) : 0);
    const people = widthOf(counts.human);
    const bar = PEOPLE.repeat(people) + AI.repeat(widthOf(barLength(counts)) - people);
    return `${start}${bar.padEnd(BAR_WIDTH)}  ${formatPercent(counts.ai, counts.total).padStart(6)}`;
  });
  return [`${PEOPLE} people   ${AI} AI`, '', ...lines].map((line) => `    ${line}`.trimEnd()).join('\n');
}

/** Leaves out the column without a heading, which holds bars. */
function tableText({ heads, rows }: Table): string {
  const rules = heads.map((_, column) => (column === 0 ? ':--' : '--:'));
  return [heads, rules, ...rows.map((row) => row.map(cellText))]
    .map((cells) => `| ${cells.filter((_, column) => heads[column] !== '').join(' | ')} |`)
    .join('\n');
}

function cellText(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  if ('counts' in cell) return formatPercent(cell.counts.ai, cell.counts.total);
  return cell.link?.startsWith('https:') ? linkTo(inlineCode(cell.name), cell.link) : inlineCode(cell.name);
}
