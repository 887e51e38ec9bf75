import { siteLink } from '../../text/site-link.ts';
import type { PageRow, ProjectReport, Report } from '../model.ts';
import { together } from '../summarize.ts';
import { changeOf, changeOfRow } from './words.ts';

/** The tables of a report, which each format renders in its own way. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** A count, which is absent where it is not known; words of this action; or text from elsewhere. */
export type Cell = number | undefined | string | ForeignCell;

export interface ForeignCell {
  readonly text: string;
  /** The page itself, or a part of this document. */
  readonly link?: string | undefined;
}

/** The address of a page on the docs site; absent where there is no site, no such page any more, or no safe address. */
export function linkOf(siteUrl: string | undefined, { path, state }: Pick<PageRow, 'path' | 'state'>) {
  return siteUrl && path !== '' && state !== 'gone' ? siteLink(siteUrl, path) : undefined;
}

const COMPARED = ['Before', 'Change'];

export function projectsTable({ projects, previousPeriod }: Report): Table {
  const each = projects.map((project) => ({ ...project, pageCount: project.pages.length }));
  const rows = [...each, together(projects)].map((figures, index): Cell[] => {
    const { projectId, totals, previousTotals, pageCount, complete } = figures;
    const change = totals && changeOf(totals.total, previousTotals?.total);
    return [
      projectId === undefined ? 'Together' : { text: projectId, link: `#project-${index}` },
      ...[totals?.total, totals?.human, totals?.ai],
      ...(previousPeriod ? [previousTotals?.total, change ?? '–'] : []),
      pageCount,
      complete ? 'yes' : 'no',
    ];
  });
  const compared = previousPeriod ? COMPARED : [];
  return { columns: ['Project', 'Views', 'People', 'AI', ...compared, 'Pages', 'Complete'], rows };
}

/** @param most rows */
export function sectionsTable({ sections }: ProjectReport, most: number): Table {
  const isCompared = sections.some(({ previous }) => previous);
  const rows = sections.slice(0, most).map(({ section, pages, human, ai, total, previous }): Cell[] => {
    const change = changeOf(total, previous?.total) ?? (total > 0 ? 'new' : '–');
    return [{ text: section }, pages, total, human, ai, ...(isCompared ? [previous?.total, change] : [])];
  });
  return { columns: ['Section', 'Pages', 'Views', 'People', 'AI', ...(isCompared ? COMPARED : [])], rows };
}

/** Each page with its views. */
export function pagesTable(report: Report, pages: readonly PageRow[]): Table {
  const { siteUrl, previousPeriod, baseline } = report;
  const rows = pages.map((row): Cell[] => [
    { text: row.path, link: linkOf(siteUrl, row) },
    ...[row.total, row.human, row.ai],
    ...(previousPeriod ? [row.previous?.total, changeOfRow(row)] : []),
    ...(baseline ? [row.baseline?.total] : []),
  ]);
  const compared = [...(previousPeriod ? COMPARED : []), ...(baseline ? ['Baseline'] : [])];
  return { columns: ['Page', 'Views', 'People', 'AI', ...compared], rows };
}

/** What changed since the baseline. */
export function baselineTable({ siteUrl }: Report, movers: readonly PageRow[]): Table {
  const rows = movers.map((row): Cell[] => [
    { text: row.path, link: linkOf(siteUrl, row) },
    row.baseline?.total,
    row.total,
    changeOfRow(row),
  ]);
  return { columns: ['Page', 'Baseline', 'Views', 'Change'], rows };
}
