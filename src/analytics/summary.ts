import type { UploadedReport } from '../github/artifact.ts';
import { inlineCode, linkTo, ownSentence } from '../text/markdown.ts';
import { formatNumber, formatPercent } from '../text/numbers.ts';
import { type Block, blocksOf, type Cell, type Column, longest, sizeOf, type Table } from './blocks.ts';
import type { Report } from './report.ts';
import { colophonOf, headlineOf } from './words.ts';

const TOP = 10;
const PEOPLE = '█';
const AI = '░';
/** Length of a chart's longest bar, in characters. */
const WIDTH = 40;

/** Renders a report in GitHub's Markdown, for `report.md` and the job summary. */
export function summaryOf(report: Report, links: UploadedReport): string {
  const end = `---\n\n<sub>${ownSentence(colophonOf(report))}</sub>\n`;
  return joined([headOf(report, links), ...blocksOf(report, TOP).map(blockText), end]);
}

/** Renders a report's headline, gaps and links, which are also the comment. */
export function headOf(report: Report, { artifactUrl, reportUrl }: UploadedReport): string {
  const { projectId, gaps } = report;
  const links = [
    reportUrl && linkTo('**Open the report**', reportUrl),
    artifactUrl && linkTo('All files (CSV, JSON, Markdown, HTML)', artifactUrl),
  ];
  const items = gaps.map((gap) => `\n> - ${ownSentence(gap)}`).join('');
  return joined([
    `## 📊 Docs page views of ${inlineCode(projectId)}`,
    `**${ownSentence(headlineOf(report))}**`,
    items && `> [!WARNING]\n> **This report is incomplete.**${items}`,
    links.filter(Boolean).join(' · '),
  ]);
}

const joined = (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join('\n\n');

function blockText({ title, text, columns, figures, table = figures }: Block): string {
  const content = columns ? chartText(columns) : table && tableText(table);
  return joined([title && `### ${title}`, text && ownSentence(text), content]);
}

function chartText(columns: readonly Column[]): string {
  const most = longest(columns.map(({ counts }) => counts));
  const totals = columns.map(({ counts }) => (counts ? formatNumber(counts.total) : ''));
  const nameWidth = Math.max(...columns.map(({ name }) => name.length));
  const totalWidth = Math.max(...totals.map((total) => total.length));
  const lines = columns.map(({ name, counts }, index) => {
    const start = `${name.padEnd(nameWidth)}  ${totals[index]?.padStart(totalWidth)}  `;
    if (!counts) return `${start}not read`;
    const blocks = (views: number) => (most ? Math.round((views / most) * WIDTH) : 0);
    const people = blocks(counts.human);
    const bar = PEOPLE.repeat(people) + AI.repeat(blocks(sizeOf(counts)) - people);
    return `${start}${bar.padEnd(WIDTH)}  ${formatPercent(counts.ai, counts.total).padStart(6)}`;
  });
  return [`${PEOPLE} people   ${AI} AI`, '', ...lines].map((line) => `    ${line}`.trimEnd()).join('\n');
}

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
