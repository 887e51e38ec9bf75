import { NO_VIEWS, rounded, sumOf } from './counts.ts';
import type { Changing, PageRow, ProjectReport, Section, Views } from './model.ts';
import type { PeriodPages } from './period-pages.ts';

export type Side = Pick<PeriodPages, 'rows' | 'isComplete'>;

/**
 * Says of each page of `current` what is known of it in the period before, and puts them in the report's order. Rows
 * come in no known order, so what is missing from a side that is not complete may be there all the same: it is
 * unknown, neither new nor gone.
 *
 * @param previous absent if nothing of it was read
 */
export function joinPages(projectId: string, current: Side, previous: Side | undefined): PageRow[] {
  const before = new Map(previous?.rows.map(({ path, ...counts }) => [path, counts]));
  const isKnown = previous?.isComplete === true;
  const pages = current.rows.map((row): PageRow => {
    const known = before.get(row.path);
    before.delete(row.path);
    if (known) return { ...row, projectId, state: 'known', previous: known };
    return { ...row, projectId, ...(isKnown ? { state: 'new', previous: NO_VIEWS } : { state: 'unknown' }) };
  });
  pages.sort((a, b) => b.total - a.total || byPath(a, b));
  if (!current.isComplete || !isKnown) return pages;
  const gone = [...before].map(([path, counts]): PageRow => {
    return { path, projectId, ...NO_VIEWS, state: 'gone', previous: counts };
  });
  return [...pages, ...moved(gone, -1)];
}

/** Whether the pages of both periods were all read. */
export function isWhole({ complete, previousComplete }: Omit<ProjectReport, 'sections'>): boolean {
  return complete && previousComplete === true;
}

/** The first part of a path, such as `/guides` of `/guides/start` and of `/guides`; `/` of the root page. */
export function sectionOf(path: string): string {
  return `/${path.replace(/^\/+/, '').replace(/[/?#].*$/s, '')}`;
}

/** The views of each section of each project, most first. */
export function sectionsOf(project: Omit<ProjectReport, 'sections'>): Section[] {
  const keyOf = ({ projectId, path }: PageRow) => `${projectId}\n${sectionOf(path)}`;
  return [...Map.groupBy(project.pages, keyOf).values()]
    .map((pages) => ({
      ...{ projectId: pages[0]?.projectId ?? '', path: sectionOf(pages[0]?.path ?? '') },
      pages: pages.filter(({ state }) => state !== 'gone').length,
      pagesBefore: pages.filter(({ state }) => state === 'known' || state === 'gone').length,
      ...sumOf(pages),
      previous: isWhole(project) ? sumOf(pages.map(({ previous }) => previous)) : undefined,
    }))
    .sort((a, b) => b.total - a.total || byPath(a, b));
}

type Moving = Changing & Pick<PageRow, 'path' | 'projectId'>;

/** What gained views, pages that are new among them, or lost some, those that are gone among them; most first. */
export function moved<T extends Moving>(rows: readonly T[], sign: number): T[] {
  return rows
    .filter((row) => sign * gain(row) > 0)
    .sort((a, b) => sign * (gain(b) - gain(a)) || byPath(a, b));
}

/** The views won against the period before; 0 if those are unknown. */
function gain({ total, previous }: Changing): number {
  return previous ? rounded(total - previous.total) : 0;
}

/**
 * What most of the change of the total comes from: the page, else the section, whose change in the same direction is more
 * than half of the total's. Absent if there is none, and unless the pages of both periods are all known.
 */
export function mainMover(project: ProjectReport): Moving | undefined {
  const { totals = NO_VIEWS, previousTotals } = project;
  const change = gain({ total: totals.total, previous: previousTotals });
  if (change === 0 || !isWhole(project)) return undefined;
  const isMost = (row: Moving) => gain(row) / change > 0.5;
  const first = (rows: readonly Moving[]) => moved(rows.filter(isMost), Math.sign(change))[0];
  return first(project.pages) ?? first(project.sections);
}

/** In percent, signed, with one decimal, such as `+12.3`; absent from 0 or nothing, where there is no percent. */
export function percentChange(now: number, before: number | undefined): string | undefined {
  if (!before) return undefined;
  const percent = ((now - before) / before) * 100;
  const text = Math.abs(percent).toFixed(1);
  return text === '0.0' ? text : `${percent > 0 ? '+' : '-'}${text}`;
}

/** The change of all views in percent, with one decimal; `null` where there is nothing to compare with. */
export function changePercent({ total, previous }: Views): number | null {
  const percent = percentChange(total, previous?.total);
  return percent === undefined ? null : Number(percent);
}

/** By code units: the same on every machine. */
function byPath(a: Moving, b: Moving): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
