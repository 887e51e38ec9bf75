import { lengthOf } from '../period.ts';
import { NO_VIEWS, rounded, sumOf } from './counts.ts';
import type { Change, Comparable, PageRow, ProjectReport, Report, Section } from './model.ts';
import type { PeriodPages } from './period-pages.ts';

export type Side = Pick<PeriodPages, 'rows' | 'isComplete' | 'isUnsound'>;

/**
 * Joins the pages of two periods, in the report's order. The order of rows is not known. So a page that is missing from
 * an incomplete side may exist there: its state is unknown, neither new nor gone.
 *
 * @param previous absent if nothing of the comparison period was read
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
  return [...pages, ...changedRows(gone, -1, SAME_LENGTH)];
}

/** Checks whether the pages of both periods were all read. */
export function isWhole({ complete, previousComplete }: Omit<ProjectReport, 'sections'>): boolean {
  return complete && previousComplete === true;
}

/** Returns the first part of a path, such as `/guides` for `/guides/start` and for `/guides`; `/` for the root page. */
export function sectionOf(path: string): string {
  return `/${path.replace(/^\/+/, '').replace(/[/?#].*$/s, '')}`;
}

/** Sums the views of each section of a project, most first. */
export function sectionsOf(project: Omit<ProjectReport, 'sections'>): Section[] {
  return [...Map.groupBy(project.pages, ({ path }) => sectionOf(path))]
    .map(([path, pages]) => ({
      projectId: project.projectId,
      path,
      pages: pages.filter(({ state }) => state !== 'gone').length,
      onlyPage: pages.length === 1 ? pages[0] : undefined,
      ...sumOf(pages),
      previous: isWhole(project) ? sumOf(pages.map(({ previous }) => previous)) : undefined,
    }))
    .sort((a, b) => b.total - a.total || byPath(a, b));
}

/** Days of the period, and of the comparison period. */
export interface Lengths {
  readonly now: number;
  readonly before: number;
}

/** Compares totals as they are. */
export const SAME_LENGTH: Lengths = { now: 1, before: 1 };

export function lengthsOf({ period, comparison }: Pick<Report, 'period' | 'comparison'>): Lengths {
  return comparison ? { now: lengthOf(period), before: lengthOf(comparison) } : SAME_LENGTH;
}

/** Checks whether changes are per day, because the periods have different lengths. */
export const isPerDay = ({ now, before }: Lengths) => now !== before;

/** Projects `views` of the comparison period to the length of the period. */
export function projected(views: number, { now, before }: Lengths): number {
  // Multiplied first: what is even per day stays exactly even.
  return rounded((views * now) / before);
}

type Row = Comparable & Pick<PageRow, 'path' | 'projectId'>;

/** Lists rows that gained views (`sign` 1), new pages among them, or lost views (-1), gone pages among them; most first. */
export function changedRows<T extends Row>(rows: readonly T[], sign: 1 | -1, lengths: Lengths): T[] {
  return rows
    .map((row) => ({ row, gain: sign * gainOf(row, lengths) }))
    .filter(({ gain }) => gain > 0)
    .sort((a, b) => b.gain - a.gain || byPath(a.row, b.row))
    .map(({ row }) => row);
}

/** Returns the views gained since the comparison period, projected to equal length; 0 if its views are unknown. */
export function gainOf({ total, previous }: Comparable, lengths: Lengths): number {
  return previous ? rounded(total - projected(previous.total, lengths)) : 0;
}

/** Least change of the total, as a share of the previous total, whose cause is named. */
const LEAST_CHANGE = 0.01;
/** Most views that pages gained, or lost, per view of the total's change. With more, much moved both ways. */
const MOST_MOVED = 2;

/** Finds the page, or else the section, that made most of the change; undefined unless all pages are known. */
export function mainMover(project: ProjectReport, lengths: Lengths) {
  const { totals = NO_VIEWS, previousTotals = NO_VIEWS, pages, sections } = project;
  const before = projected(previousTotals.total, lengths);
  const change = rounded(totals.total - before);
  if (change === 0 || Math.abs(change) < LEAST_CHANGE * before || !isWhole(project)) return undefined;
  const movedBy = (sign: number) =>
    rounded(pages.reduce((sum, row) => sum + Math.max(0, sign * gainOf(row, lengths)), 0));
  const sign = Math.sign(change);
  const moved = movedBy(sign);
  if (Math.max(moved, movedBy(-sign)) > MOST_MOVED * Math.abs(change)) return undefined;
  const viewsBefore = pages.reduce((sum, { previous }) => sum + (previous?.total ?? 0), 0);
  // At least three fifths of what all gained, or lost, and one and a half times the share of the views before. Products
  // of whole numbers are exact, and quotients are not.
  const isMain = (row: Row) => {
    const gain = sign * gainOf(row, lengths);
    const rowBefore = row.previous?.total ?? 0;
    return 5 * gain >= 3 * moved && 2 * gain * viewsBefore >= 3 * rowBefore * moved;
  };
  const page = pages.find(isMain);
  const row = page ?? sections.find(isMain);
  return row && { ...row, kind: page ? 'page' : 'section' };
}

/** Compares a count with that of the comparison period; undefined if that is unknown. */
export function changeOf({ total, previous, state }: Comparable, lengths: Lengths): Change | undefined {
  if (state === 'new' || state === 'gone') return { kind: state };
  if (previous === undefined) return undefined;
  const before = projected(previous.total, lengths);
  const percent = percentChange(total, before);
  // Counts of people and AI need not add up to the total: only pages say whether one of 0 views is new.
  if (percent === undefined) return { kind: total > 0 && state === undefined ? 'new' : 'none' };
  const direction = total > before ? 1 : total < before ? -1 : 0;
  return { kind: 'percent', direction, percent };
}

/** Returns the change in percent, rounded to one decimal; undefined if `before` is 0 or unknown. */
export function percentChange(now: number, before: number | undefined): number | undefined {
  if (!before) return undefined;
  // Without the sign of a zero.
  return Number((((now - before) / before) * 100).toFixed(1)) + 0;
}

/** Formats a percentage with its sign and one decimal, such as `+12.3`. */
export function signedPercent(percent: number): string {
  return `${percent > 0 ? '+' : ''}${percent.toFixed(1)}`;
}

/** Orders by code units, which is alike on every machine. */
function byPath(a: Row, b: Row): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
