import { lengthOf } from '../period.ts';
import { NO_VIEWS, rounded, sumOf } from './counts.ts';
import type { Change, Comparable, PageRow, ProjectReport, Report, Section } from './model.ts';
import type { PeriodPages } from './period-pages.ts';

/** Pages that were read for one period. */
export type Side = Pick<PeriodPages, 'rows' | 'isComplete' | 'isUnsound'>;

/**
 * Joins the pages of two periods. Pages with views come first, sorted by views. Pages with views only in the comparison
 * period follow. If a period wasn't read completely, a page missing from it may still have had views, because Mintlify
 * doesn't document the order of rows. The page's state is then unknown.
 *
 * @param previous pages of the comparison period; undefined if nothing of that period was read
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

/** Checks whether all pages of both periods were read. */
export function isWhole({ complete, previousComplete }: Omit<ProjectReport, 'sections'>): boolean {
  return complete && previousComplete === true;
}

/** Returns the first part of a path, such as `/guides` for `/guides/start` and `/guides`; `/` for the root page. */
export function sectionOf(path: string): string {
  return `/${path.replace(/^\/+/, '').replace(/[/?#].*$/s, '')}`;
}

/** Sums the views of each section of a project. Sections with the most views come first. */
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

/** Numbers of days of the period (`now`) and of the comparison period (`before`). */
export interface Lengths {
  readonly now: number;
  readonly before: number;
}

/** Equal lengths, for which totals are compared without conversion. */
export const SAME_LENGTH: Lengths = { now: 1, before: 1 };

/** Returns the lengths of a report's periods; {@link SAME_LENGTH} without a comparison. */
export function lengthsOf({ period, comparison }: Pick<Report, 'period' | 'comparison'>): Lengths {
  return comparison ? { now: lengthOf(period), before: lengthOf(comparison) } : SAME_LENGTH;
}

/** Returns ` per day`, the unit of changes, if the periods have different lengths; otherwise an empty string. */
export const unitOf = ({ now, before }: Lengths) => (now === before ? '' : ' per day');

/** Scales `views` from the length of the comparison period to the length of the report's period. */
export function projected(views: number, { now, before }: Lengths): number {
  // The multiplication comes first, so that equal views per day stay exactly equal.
  return rounded((views * now) / before);
}

type Row = Comparable & Pick<PageRow, 'path' | 'projectId'>;

/**
 * Lists the rows that gained views (`sign` 1) or lost views (`sign` -1), largest change first. Includes pages that are
 * new or gone.
 */
export function changedRows<T extends Row>(rows: readonly T[], sign: 1 | -1, lengths: Lengths): T[] {
  return rows
    .map((row) => ({ row, gain: sign * gainOf(row, lengths) }))
    .filter(({ gain }) => gain > 0)
    .sort((a, b) => b.gain - a.gain || byPath(a.row, b.row))
    .map(({ row }) => row);
}

/** Returns the views gained since the comparison period, converted to equal length; 0 if earlier views are unknown. */
export function gainOf({ total, previous }: Comparable, lengths: Lengths): number {
  return previous ? rounded(total - projected(previous.total, lengths)) : 0;
}

/** Minimum change of the total, as a share of the previous total, for which a cause is named. */
const LEAST_CHANGE = 0.01;
/** Maximum ratio of gained (or lost) views to the total's change. Above it, a single page can't explain the change. */
const MOST_MOVED = 2;

/**
 * Finds the page or, failing that, the section that caused most of the change. Returns undefined if there is none, or
 * if not all pages were read.
 */
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
  // The main row has at least 3/5 of all gains (or losses). That fraction is also at least 3/2 of the row's fraction of
  // the previous views. The code multiplies instead of dividing, because products of whole numbers are exact.
  const isMain = (row: Row) => {
    const gain = sign * gainOf(row, lengths);
    const rowBefore = row.previous?.total ?? 0;
    return 5 * gain >= 3 * moved && 2 * gain * viewsBefore >= 3 * rowBefore * moved;
  };
  const page = pages.find(isMain);
  const row = page ?? sections.find(isMain);
  return row && { ...row, kind: page ? 'page' : 'section' };
}

/** Returns how a count changed since the comparison period; undefined if the earlier count is unknown. */
export function changeOf({ total, previous, state }: Comparable, lengths: Lengths): Change | undefined {
  if (state === 'new' || state === 'gone') return { kind: state };
  if (previous === undefined) return undefined;
  const before = projected(previous.total, lengths);
  const percent = percentChange(total, before);
  // For pages, `state` says whether they are new. Other counts are new if the earlier count was 0.
  if (percent === undefined) return { kind: total > 0 && state === undefined ? 'new' : 'none' };
  const direction = total > before ? 1 : total < before ? -1 : 0;
  return { kind: 'percent', direction, percent };
}

/** Returns the change in percent, rounded to one decimal; undefined if `before` is 0 or unknown. */
export function percentChange(now: number, before: number | undefined): number | undefined {
  if (!before) return undefined;
  // Turns -0 into 0.
  return Number((((now - before) / before) * 100).toFixed(1)) + 0;
}

/** Formats a percentage with its sign and one decimal, such as `+12.3`. */
export function signedPercent(percent: number): string {
  return `${percent > 0 ? '+' : ''}${percent.toFixed(1)}`;
}

/** Compares paths by code units, so that the order doesn't depend on the machine's locale. */
function byPath(a: Row, b: Row): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
