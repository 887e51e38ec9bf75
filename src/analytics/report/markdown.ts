import type { Counts } from '../../platform/schemas.ts';
import { cutAtLine } from '../../text/limit.ts';
import { code, codeBlock, link, sentence } from '../../text/markdown.ts';
import { falling, rising } from '../compare.ts';
import type { ProjectReport, Report } from '../model.ts';
import { changeOf, changeOfRow } from './change.ts';
import { counted, share, signed, thousands } from './figures.ts';
import { overviewLines } from './overview.ts';
import { type TableRow, tableRows } from './rows.ts';
import { textChart } from './text-chart.ts';
import { boundsSentence, colophon, comparisonSentence, gaps, isRead, periodName } from './wording.ts';

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
    ...(several ? [projectsTable(report)] : []),
    ...report.projects.flatMap((project) => projectSections(report, project, options.top)),
    `---\n\n<sub>${sentence(colophon(report))}</sub>\n`,
  ];
  return fitted(sections, options.maxBytes ?? MAX_BYTES);
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
  const links = [
    ...(reportUrl ? [link('**Open the report**', reportUrl)] : []),
    ...(artifactUrl ? [link('All files (CSV, JSON, Markdown, HTML)', artifactUrl)] : []),
  ];
  return [
    `## 📊 Docs page views: ${sentence(periodName(report.period))}`,
    ...warning(report),
    `${sentence(boundsSentence(report.period))} ${sentence(comparisonSentence(report))}`,
    ...(links.length > 0 ? [links.join(' · ')] : []),
  ].join('\n\n');
}

function warning({ projects }: Report): string[] {
  const lines = projects.flatMap((project) =>
    gaps(project).map((gap) =>
      projects.length > 1 ? `${code(project.projectId)}: ${sentence(gap)}` : sentence(gap),
    ),
  );
  if (lines.length === 0) return [];
  return [
    ['> [!WARNING]', '> **This report is incomplete.**', ...lines.map((line) => `> - ${line}`)].join('\n'),
  ];
}

function projectsTable({ projects, previousPeriod }: Report): string {
  const columns = [
    'Project',
    'Views:',
    'People:',
    'AI:',
    ...(previousPeriod ? ['Before:', 'Change:'] : []),
    'Pages:',
    'Complete',
  ];
  const rows = overviewLines(projects).map(({ projectId, totals, previousTotals, pageCount, complete }) => {
    const change = totals && changeOf(totals.total, previousTotals?.total);
    return [
      projectId === undefined ? '**Together**' : code(projectId),
      ...(totals
        ? [`**${thousands(totals.total)}**`, thousands(totals.human), thousands(totals.ai)]
        : ['–', '–', '–']),
      ...(previousPeriod
        ? [previousTotals ? thousands(previousTotals.total) : '–', change?.text ?? '–']
        : []),
      thousands(pageCount),
      complete ? 'yes' : '**no**',
    ];
  });
  return `### All projects\n\n${table(columns, rows)}`;
}

function projectSections(report: Report, project: ProjectReport, top: number): string[] {
  const level = report.projects.length > 1 ? '####' : '###';
  const title =
    report.projects.length > 1
      ? [`### ${code(project.projectId)}`]
      : [`**Project** ${code(project.projectId)}`];
  return [
    [...title, headline(report, project)].join('\n\n'),
    ...(project.days?.some(isRead) ? [`${level} Trend\n\n${codeBlock(textChart(project.days))}`] : []),
    ...topPages(report, project, top, level),
    ...(report.previousPeriod ? movers(project, top, level) : []),
    ...(project.notes.length > 0
      ? [`${level} Notes\n\n${project.notes.map((note) => `- ${sentence(note)}`).join('\n')}`]
      : []),
  ];
}

function headline(
  { previousPeriod }: Report,
  { totals, previousTotals, pages, complete }: ProjectReport,
): string {
  if (!totals) return 'No numbers: not one response came.';
  const line = (label: string, field: keyof Counts) => [
    label,
    `**${thousands(totals[field])}**`,
    share(totals[field], totals.total),
    ...(previousPeriod ? [previousTotals ? thousands(previousTotals[field]) : '–'] : []),
    ...(previousPeriod ? [changeOf(totals[field], previousTotals?.[field])?.text ?? '–'] : []),
  ];
  const columns = ['', 'Views:', 'Share:', ...(previousPeriod ? ['Before:', 'Change:'] : [])];
  const rows = [line('**Total**', 'total'), line('People', 'human'), line('AI', 'ai')];
  const read = complete
    ? `All ${counted(pages.length, 'page')} with views were read.`
    : `${counted(pages.length, 'page')} read, not all.`;
  const none = complete ? 'No page had views.' : 'No page was read.';
  return `${table(columns, rows)}\n\n${pages.length === 0 ? none : read}`;
}

function topPages({ previousPeriod }: Report, project: ProjectReport, top: number, level: string): string[] {
  const columns = [
    ':',
    'Page',
    'Views:',
    'People:',
    'AI:',
    ...(previousPeriod ? ['Before:', 'Change:'] : []),
  ];
  const shown = [...tableRows({ ...project, pages: project.pages.slice(0, top), gone: [] })];
  const rows = shown.map((row, index) => [
    String(index + 1),
    code(row.path),
    `**${thousands(row.total)}**`,
    thousands(row.human),
    thousands(row.ai),
    ...(previousPeriod ? [before(row), changeOfRow(row)] : []),
  ]);
  return rows.length > 0 ? [`${level} Top pages\n\n${table(columns, rows)}`] : [];
}

function movers(project: ProjectReport, top: number, level: string): string[] {
  const columns = ['Page', 'Before:', 'Now:', 'Difference:', 'Change:'];
  const section = (title: string, movers: readonly TableRow[]) => {
    const rows = movers.map((row) => [
      code(row.path),
      before(row),
      `**${thousands(row.total)}**`,
      signed(row.total - (row.previous?.total ?? 0)),
      changeOfRow(row),
    ]);
    return `${level} ${title}\n\n${rows.length > 0 ? table(columns, rows) : 'None.'}`;
  };
  return [section('Rising', rising(project, top)), section('Falling', falling(project, top))];
}

function before({ previous }: TableRow): string {
  return previous ? thousands(previous.total) : '–';
}

/** @param columns headings; one that ends with a colon is a column of numbers, aligned to the right */
function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map((column) => column.replace(/:$/, '') || ' ')),
    line(columns.map((column) => (column.endsWith(':') ? '--:' : ':--'))),
    ...rows.map(line),
  ].join('\n');
}
