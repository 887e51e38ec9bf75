import type { Counts } from '../../platform/schemas.ts';
import { cutAtLine } from '../../text/limit.ts';
import { code, codeBlock, link, sentence } from '../../text/markdown.ts';
import { counted, share, signed, thousands } from '../../text/numbers.ts';
import { siteLink } from '../../text/site-link.ts';
import { changesSince } from '../baseline.ts';
import { falling, gain, rising } from '../compare.ts';
import type { PageRow, ProjectReport, Report } from '../model.ts';
import { type PageSummary, projectFigures, type Summary } from '../summarize.ts';
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
  pointName,
  sinceBaseline,
  spanName,
  unitOf,
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
    ...(several ? [projectsTable(report)] : []),
    ...report.projects.flatMap((project) => projectSections(report, project, options.top)),
    `---\n\n<sub>${sentence(boundsSentence(report))}</sub>\n\n<sub>${sentence(colophon(report))}</sub>\n`,
  ];
  return fitted(sections, options.maxBytes ?? MAX_BYTES);
}

/** Characters of a comment; GitHub takes 65,536. */
const MOST_CHARACTERS = 60_000;
/** Rows in each table of a comment, which people read in their mail. */
const COMMENT_TOP = 10;

/** The report in short, for a comment: headline, links, top and rising pages. */
export function reportComment(report: Report, summary: Summary, options: MarkdownOptions): string {
  const top = Math.min(options.top, COMMENT_TOP);
  const pages = (title: string, shown: readonly PageSummary[]) => {
    const several = report.projects.length > 1;
    const rows = shown.map(({ project, path, total, previous, change }) => [
      ...(several ? [code(project ?? '')] : []),
      pageLink(report, path),
      `**${thousands(total)}**`,
      previous === null ? '–' : thousands(previous),
      change === null ? (previous === 0 ? 'new' : '–') : `${change.replace('-', '−')}%`,
    ]);
    const columns = [...(several ? ['Project'] : []), 'Page', 'Views:', 'Before:', 'Change:'];
    return rows.length > 0 ? [`### ${title}\n\n${table(columns, rows)}`] : [];
  };
  const text = [
    opening(report, options),
    ...pages('Top pages', summary.topPages.slice(0, top)),
    ...pages('Rising', summary.risingPages.slice(0, top)),
  ].join('\n\n');
  return cutAtLine(text, MOST_CHARACTERS, NOTICE);
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
    ...(report.runAgainAfter === undefined ? [] : warning(report)),
    sentence(headlineOf(report)),
    ...(report.runAgainAfter === undefined ? warning(report) : []),
    ...(links.length > 0 ? [links.join(' · ')] : []),
  ].join('\n\n');
}

function warning({ projects, runAgainAfter }: Report): string[] {
  const title = runAgainAfter === undefined ? 'This report is incomplete.' : hourSpent(runAgainAfter);
  const lines = projects.flatMap((project) =>
    gaps(project).map((gap) =>
      projects.length > 1 ? `${code(project.projectId)}: ${sentence(gap)}` : sentence(gap),
    ),
  );
  if (lines.length === 0) return [];
  return [['> [!WARNING]', `> **${sentence(title)}**`, ...lines.map((line) => `> - ${line}`)].join('\n')];
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
  const rows = projectFigures(projects).map(({ projectId, totals, previousTotals, pageCount, complete }) => {
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
  const isAlone = report.projects.length === 1;
  const level = isAlone ? '###' : '####';
  const title = isAlone
    ? [`**Project** ${code(project.projectId)}`]
    : [`### ${code(project.projectId)}`, sentence(headlineOf(report, project))];
  return [
    [...title, figures(report, project)].join('\n\n'),
    ...trend(project, level),
    ...history(report, project, level),
    ...sectionsTable(project, top, level),
    ...topPages(report, project, top, level),
    ...(report.previousPeriod ? movers(report, project, top, level) : []),
    ...baselineTable(report, project, top, level),
    ...(project.notes.length > 0
      ? [`${level} Notes\n\n${project.notes.map((note) => `- ${sentence(note)}`).join('\n')}`]
      : []),
  ];
}

function trend({ days = [] }: ProjectReport, level: string): string[] {
  if (!days.some(isRead)) return [];
  const unit = unitOf(days);
  const lines = days.map((point) => ({
    label: unit === 'day' ? pointName(point, unit) : spanName({ from: point.date, to: point.to }),
    counts: point.counts,
  }));
  return [`${level} Trend\n\n${codeBlock(textChart(lines))}`];
}

function history({ period }: Report, { history: past = [], totals }: ProjectReport, level: string): string[] {
  if (!past.some(isRead) || period.kind === 'all') return [];
  const lines = [...past, { ...period, counts: totals }].map((each) => ({
    label: spanName(each),
    counts: each.counts,
  }));
  return [`${level} This period and those before\n\n${codeBlock(textChart(lines))}`];
}

interface ChartLine {
  readonly label: string;
  readonly counts?: Counts | undefined;
}

/** Characters of the longest bar. */
const WIDTH = 40;
const PEOPLE = '█';
const AI = '░';

/** Views over time as lines of block characters, for a place with a fixed-width font. */
function textChart(lines: readonly ChartLine[]): string {
  const most = Math.max(
    ...lines.map(({ counts }) => Math.max(counts?.total ?? 0, (counts?.human ?? 0) + (counts?.ai ?? 0))),
  );
  const totals = lines.map(({ counts }) => (counts ? thousands(counts.total) : ''));
  const labelWidth = Math.max(...lines.map(({ label }) => label.length));
  const totalWidth = Math.max(...totals.map((text) => text.length));
  const blocks = (views: number) => (most > 0 ? Math.round((views / most) * WIDTH) : 0);
  const drawn = lines.map(({ label, counts }, index) => {
    const start = `${label.padEnd(labelWidth)}  ${totals[index]?.padStart(totalWidth)}  `;
    if (!counts) return `${start}(not read)`;
    const people = blocks(counts.human);
    const bar = `${PEOPLE.repeat(people)}${AI.repeat(blocks(counts.human + counts.ai) - people)}`.padEnd(
      WIDTH,
    );
    return `${start}${bar}  ${share(counts.ai, counts.total).padStart(6)} AI`;
  });
  return [`${PEOPLE} people   ${AI} AI`, '', ...drawn].join('\n');
}

function figures(
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

function sectionsTable({ sections }: ProjectReport, top: number, level: string): string[] {
  if (sections.length < 2) return [];
  const isCompared = sections.some(({ previous }) => previous);
  const columns = [
    'Section',
    'Pages:',
    'Views:',
    'People:',
    'AI:',
    ...(isCompared ? ['Before:', 'Change:'] : []),
  ];
  const rows = sections
    .slice(0, top)
    .map(({ section, pages, human, ai, total, previous }) => [
      code(section),
      thousands(pages),
      `**${thousands(total)}**`,
      thousands(human),
      thousands(ai),
      ...(isCompared
        ? [
            thousands(previous?.total ?? 0),
            changeOf(total, previous?.total)?.text ?? (total > 0 ? 'new' : '–'),
          ]
        : []),
    ]);
  return [`${level} Sections\n\n${table(columns, rows)}`];
}

function topPages(report: Report, project: ProjectReport, top: number, level: string): string[] {
  const columns = [
    ':',
    'Page',
    'Views:',
    'People:',
    'AI:',
    ...(report.previousPeriod ? ['Before:', 'Change:'] : []),
  ];
  const rows = project.pages
    .slice(0, top)
    .map((row, index) => [
      String(index + 1),
      pageLink(report, row.path),
      `**${thousands(row.total)}**`,
      thousands(row.human),
      thousands(row.ai),
      ...(report.previousPeriod ? [before(row), changeOfRow(row)] : []),
    ]);
  return rows.length > 0 ? [`${level} Top pages\n\n${table(columns, rows)}`] : [];
}

function movers(report: Report, project: ProjectReport, top: number, level: string): string[] {
  const columns = ['Page', 'Before:', 'Now:', 'Difference:', 'Change:'];
  const section = (title: string, rows: readonly PageRow[]) => {
    const cells = rows.map((row) => [
      row.state === 'gone' ? code(row.path) : pageLink(report, row.path),
      before(row),
      `**${thousands(row.total)}**`,
      signed(gain(row)),
      changeOfRow(row),
    ]);
    return `${level} ${title}\n\n${cells.length > 0 ? table(columns, cells) : 'None.'}`;
  };
  return [section('Rising', rising(project, top)), section('Falling', falling(project, top))];
}

function baselineTable(report: Report, project: ProjectReport, top: number, level: string): string[] {
  if (!report.baseline) return [];
  const { movers, note } = changesSince(project, report.period, report.baseline.period, top);
  const rows = movers.map((row) => [
    pageLink(report, row.path),
    thousands(row.baseline?.total ?? 0),
    `**${thousands(row.total)}**`,
    changeOfRow(row),
  ]);
  const text = rows.length > 0 ? table(['Page', 'Baseline:', 'Now:', 'Change:'], rows) : 'None.';
  const title = sentence(sinceBaseline(report.baseline));
  return [`${level} ${title}\n\n${sentence(note)}\n\n${text}`];
}

/** A path as code, and as a link where the site's address is known. */
function pageLink({ siteUrl }: Report, path: string): string {
  const address = siteUrl && siteLink(siteUrl, path);
  return address && path !== '' ? link(code(path), address) : code(path);
}

function before({ previous }: PageRow): string {
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
