import { NO_VIEWS, rounded, sumOf } from './counts.ts';
import type { Change, Comparable, PageRow, ProjectReport, Section } from './model.ts';
import type { PeriodPages } from './period-pages.ts';

export type Side = Pick<PeriodPages, 'rows' | 'isComplete' | 'isUnsound'>;

/**
 * Adds to each page of `current` what is known of it in the period before, in the report's order. Rows come in no known
 * order, so what is missing from a side that is not complete may exist: it is unknown, neither new nor gone.
 *
 * @param previous absent if nothing of it was read
 */
export function joinPages(projectId: string, current: Side, previous: Side | undefined): PageRow[] {
  const before = new Map(previous?.rows.map(({ path, ...counts }) => [path, counts]));
  const isKnown = previous?.isComplete === true && !current.isUnsound;
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
  return [...pages, ...changedRows(gone, -1)];
}

/** Whether the pages of both periods were all read. */
export function isWhole({ complete, previousComplete }: Omit<ProjectReport, 'sections'>): boolean {
  return complete && previousComplete === true;
}

/** The first part of a path, such as `/guides` of `/guides/start` and of `/guides`; `/` of the root page. */
export function sectionOf(path: string): string {
  return `/${path.replace(/^\/+/, '').replace(/[/?#].*$/s, '')}`;
}

/** The views of each section of a project, most first. */
export function sectionsOf(project: Omit<ProjectReport, 'sections'>): Section[] {
  return [...Map.groupBy(project.pages, ({ path }) => sectionOf(path))]
    .map(([path, pages]) => ({
      ...{ projectId: project.projectId, path },
      pages: pages.filter(({ state }) => state !== 'gone').length,
      isOnePage: pages.length === 1,
      ...sumOf(pages),
      previous: isWhole(project) ? sumOf(pages.map(({ previous }) => previous)) : undefined,
    }))
    .sort((a, b) => b.total - a.total || byPath(a, b));
}

type Row = Comparable & Pick<PageRow, 'path' | 'projectId'>;

/** Rows that gained views (`sign` 1), new pages among them, or lost views (-1), gone pages among them; most first. */
export function changedRows<T extends Row>(rows: readonly T[], sign: 1 | -1): T[] {
  return rows
    .filter((row) => sign * gainOf(row) > 0)
    .sort((a, b) => sign * (gainOf(b) - gainOf(a)) || byPath(a, b));
}

/** Views gained against the period before; 0 if those are unknown. */
function gainOf({ total, previous }: Comparable, scale = 1): number {
  return previous ? rounded(total - previous.total * scale) : 0;
}

/** The least change of the total whose cause is named. */
const LEAST_CHANGE = 0.01;

/**
 * The page, else the section, that made most of what all pages gained together, or lost. Absent if there is none, and
 * unless all pages of both periods are known.
 *
 * @param scale the days of the period for each day of the one before: gains are per day where it is not 1
 */
export function mainMover(project: ProjectReport, scale = 1) {
  const { totals = NO_VIEWS, previousTotals = NO_VIEWS, pages, sections } = project;
  const before = previousTotals.total * scale;
  const change = rounded(totals.total - before);
  if (change === 0 || Math.abs(change) < LEAST_CHANGE * before || !isWhole(project)) return undefined;
  const sign = Math.sign(change);
  const gains = pages.reduce((sum, row) => sum + Math.max(0, sign * gainOf(row, scale)), 0);
  const viewsBefore = pages.reduce((sum, { previous }) => sum + (previous?.total ?? 0), 0);
  // At least three fifths of what all gained, or lost, and one and a half times the share of the views before. Products
  // of whole numbers are exact, and quotients are not.
  const isMain = (row: Row) => {
    const gain = sign * gainOf(row, scale);
    const ofBefore = row.previous?.total ?? 0;
    return 5 * gain >= 3 * gains && 2 * gain * viewsBefore >= 3 * ofBefore * gains;
  };
  const page = pages.find(isMain);
  const row = page ?? sections.find(isMain);
  return row && { ...row, kind: page ? 'page' : 'section' };
}

/** @param scale what a view before counts, where the periods are not of the same length; absent if unknown */
export function changeOf({ total, previous, state }: Comparable, scale = 1): Change | undefined {
  if (state === 'new' || state === 'gone') return { kind: state };
  if (previous === undefined) return undefined;
  const before = rounded(previous.total * scale);
  const percent = percentChange(total, before);
  // Counts of people and AI need not add up to the total: only pages say whether one of 0 views is new.
  if (percent === undefined) return { kind: total > 0 && state === undefined ? 'new' : 'none' };
  const direction = total > before ? 1 : total < before ? -1 : 0;
  return { kind: 'percent', direction, percent };
}

/** To one decimal; absent from 0 or nothing, where there is no percentage. */
export function percentChange(now: number, before: number | undefined): number | undefined {
  if (!before) return undefined;
  // Without the sign of a zero.
  return Number((((now - before) / before) * 100).toFixed(1)) + 0;
}

/** Signed and with one decimal, such as `+12.3`. */
export function signedPercent(percent: number): string {
  return `${percent > 0 ? '+' : ''}${percent.toFixed(1)}`;
}

/** By code units: the same on every machine. */
function byPath(a: Row, b: Row): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
