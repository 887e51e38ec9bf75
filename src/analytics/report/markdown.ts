import type { UploadedReport } from '../../github/artifact.ts';
import { cutAtLine } from '../../text/limit.ts';
import { code, link, sentence } from '../../text/markdown.ts';
import { share, thousands } from '../../text/numbers.ts';
import type { Report } from '../model.ts';
import type { Bar, Block, Cell, Column, Table } from './blocks.ts';
import { commentBlocks, overviewBlocks, projectBlocks, sizeOf } from './blocks.ts';
import { changeLabel, colophon, gapsTitle, gapTexts, headlineOf, unbroken } from './phrases.ts';

/** GitHub drops a job summary over 1 MiB whole; a little of that is left for other writers of the same step. */
const MAX_BYTES = 1_000_000;
/** Characters of a comment; GitHub takes 65,536. */
const MOST_CHARACTERS = 60_000;
const NOTICE =
  '*This was cut to what GitHub shows. Everything is in `page-views.csv` and `page-views.json`.*';

/** Where the files of a report are, once they are uploaded. */
type Links = Pick<UploadedReport, 'artifactUrl' | 'reportUrl'>;

/** The report as GitHub's Markdown: `report.md`, and the job summary. */
export function markdownReport(report: Report, links: Links): string {
  const isAlone = report.projects.length === 1;
  const level = isAlone ? '###' : '####';
  const projects = report.projects.flatMap((project) => [
    ...(isAlone ? [] : [`### ${code(project.projectId)}`, plain(headlineOf(report, project))]),
    ...projectBlocks(report, project).map((block) => blockText(block, level)),
  ]);
  const all = overviewBlocks(report).map((block) => blockText(block, '###'));
  return fitted(documentOf(report, links, [...all, ...projects]), MAX_BYTES);
}

export function reportComment(report: Report, links: Links): string {
  const blocks = commentBlocks(report).map((block) => blockText(block, '###'));
  return fitted(documentOf(report, links, blocks), MOST_CHARACTERS);
}

/** A sentence of this action whose figures do not break. */
const plain = (text: string) => unbroken(sentence(text));

/** `whole` cut at a row. */
export const fitted = (whole: string, maxBytes: number) => cutAtLine(whole, maxBytes, NOTICE);

function documentOf(report: Report, { artifactUrl, reportUrl }: Links, texts: string[]): string {
  const { projects, gaps } = report;
  const links = [
    ...(reportUrl ? [link('**Open the report**', reportUrl)] : []),
    ...(artifactUrl ? [link('All files (CSV, JSON, Markdown, HTML)', artifactUrl)] : []),
  ];
  const whose = projects.length === 1 ? ` of ${code(projects[0]?.projectId ?? '')}` : '';
  const items = gapTexts(report).map((text) => `\n> - ${plain(text)}`);
  return [
    `## 📊 Docs page views${whose}`,
    `**${plain(headlineOf(report))}**`,
    gaps.length > 0 ? `> [!WARNING]\n> **${plain(gapsTitle(report))}**${items.join('')}` : '',
    links.join(' · '),
    ...texts,
    `---\n\n<sub>${plain(colophon(report))}</sub>\n`,
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

function blockText({ title, text, table, columns }: Block, level: string): string {
  return [
    `${level} ${title}`,
    ...(text ? [plain(text)] : []),
    ...(columns ? [columnsText(columns)] : []),
    ...(table ? [tableText(table)] : []),
  ].join('\n\n');
}

const PEOPLE = '█';
const AI = '░';
/** Characters of the longest bar, over time and in a table. */
const WIDTH = 40;
const CELL_WIDTH = 12;

function barOf({ counts, most }: Pick<Bar, 'counts' | 'most'>, width: number): string {
  const blocks = (views: number) => (most === 0 ? 0 : Math.round((views / most) * width));
  const people = blocks(counts.human);
  return PEOPLE.repeat(people) + AI.repeat(blocks(sizeOf(counts)) - people);
}

/** Views over time as lines of block characters, in a font of fixed width. It has no fence, so it can be cut. */
function columnsText(columns: readonly Column[]): string {
  const most = Math.max(...columns.map(({ counts }) => sizeOf(counts)));
  const totals = columns.map(({ counts }) => (counts ? thousands(counts.total) : ''));
  const nameWidth = Math.max(...columns.map(({ name }) => name.length));
  const totalWidth = Math.max(...totals.map((total) => total.length));
  const lines = columns.map(({ name, counts }, index) => {
    const start = `${name.padEnd(nameWidth)}  ${totals[index]?.padStart(totalWidth)}  `;
    if (!counts) return `${start}not read`;
    return `${start}${barOf({ counts, most }, WIDTH).padEnd(WIDTH)}  ${share(counts.ai, counts.total).padStart(7)} AI`.trimEnd();
  });
  return [`${PEOPLE} people   ${AI} AI`, '', ...lines].map((line) => `    ${line}`.trimEnd()).join('\n');
}

function tableText({ heads, rows }: Table): string {
  const isText = (cell: Cell) => typeof cell === 'object' && (cell.kind === 'name' || cell.kind === 'bar');
  const rules = heads.map((_, column) => {
    return column === 0 || rows.every((row) => isText(row[column])) ? ':--' : '--:';
  });
  return [heads, rules, ...rows.map((row) => row.map(cellText))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** A name from elsewhere is code, and a link where its page's address is known. */
function cellText(cell: Cell): string {
  if (typeof cell === 'string') return unbroken(cell);
  if (typeof cell === 'number') return thousands(cell);
  if (cell === undefined) return 'not read';
  if (cell.kind === 'bar') {
    return unbroken(`${barOf(cell, CELL_WIDTH)} ${share(cell.counts.ai, cell.counts.total)} AI`.trim());
  }
  if (cell.kind !== 'name') return changeLabel(cell);
  return cell.link?.startsWith('https:') ? link(code(cell.name), cell.link) : code(cell.name);
}
