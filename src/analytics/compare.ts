import type { Counts, PageViews } from '../platform/schemas.ts';
import { NO_VIEWS, rounded } from './counts.ts';
import { type Before, type GonePage, type PageRow, type ProjectReport, UNKNOWN } from './model.ts';

/** The pages of one period, by path, and whether they are all of them. */
export interface Side {
  readonly rows: ReadonlyMap<string, PageRow>;
  readonly complete: boolean;
}

const NEW: Before = { kind: 'new' };

/**
 * Says of each page of `current` what is known of it in the period before, and puts them in the report's order. Rows
 * come in no known order, so what is missing from a side that is not complete may be there all the same: it is
 * unknown, neither new nor gone.
 *
 * The pages are those of `current`, not copies: a quarter of a million new objects at once would let V8 enlarge its
 * heap for new objects, and cost 80 MB.
 *
 * @param previous absent if nothing of it was read
 */
export function joinPages(current: Side, previous: Side | undefined): { pages: PageRow[]; gone: GonePage[] } {
  const missing = previous?.complete ? NEW : UNKNOWN;
  for (const row of current.rows.values()) {
    const counts = previous?.rows.get(row.path);
    row.before = counts ? { kind: 'known', counts: countsOf(counts) } : missing;
  }
  const gone: GonePage[] = [];
  for (const row of (current.complete && previous?.rows.values()) || []) {
    if (row.total > 0 && !current.rows.has(row.path)) gone.push({ path: row.path, previous: countsOf(row) });
  }
  gone.sort((a, b) => b.previous.total - a.previous.total || byText(a.path, b.path));
  return { pages: [...current.rows.values()].sort(byViews), gone };
}

/** A page whose views changed. */
export interface Mover extends Counts {
  readonly path: string;
  readonly state: 'known' | 'new' | 'gone';
  readonly previous: Counts;
}

/** The pages that gained the most views, new ones among them; the largest gain first, then by path. */
export function rising(project: ProjectReport, top: number): Mover[] {
  const rows = project.pages.filter((row) => (gain(row) ?? 0) > 0);
  const order = (a: PageRow, b: PageRow) => (gain(b) ?? 0) - (gain(a) ?? 0) || byText(a.path, b.path);
  return rows.sort(order).slice(0, top).map(moverOf);
}

/** The pages that lost the most views, those that are gone among them; the largest loss first, then by path. */
export function falling(project: ProjectReport, top: number): Mover[] {
  const lost = project.pages.filter((row) => (gain(row) ?? 0) < 0).map(moverOf);
  const gone = project.gone.map(
    ({ path, previous }): Mover => ({ path, ...NO_VIEWS, state: 'gone', previous }),
  );
  const loss = ({ previous, total }: Mover) => previous.total - total;
  return [...lost, ...gone].sort((a, b) => loss(b) - loss(a) || byText(a.path, b.path)).slice(0, top);
}

/** From `before` to `now` in percent, signed, with one decimal, such as `+12.3`; absent from 0, where there is no percent. */
export function percentChange(now: number, before: number): string | undefined {
  if (before === 0) return undefined;
  const percent = ((now - before) / before) * 100;
  const text = Math.abs(percent).toFixed(1);
  return text === '0.0' ? text : `${percent > 0 ? '+' : '-'}${text}`;
}

/** Absent if the page's views before are unknown. */
function gain({ total, before }: PageRow): number | undefined {
  if (before.kind === 'unknown') return undefined;
  return rounded(total - (before.kind === 'known' ? before.counts.total : 0));
}

function moverOf({ path, human, ai, total, before }: PageRow): Mover {
  return before.kind === 'known'
    ? { path, human, ai, total, state: 'known', previous: before.counts }
    : { path, human, ai, total, state: 'new', previous: NO_VIEWS };
}

function countsOf({ human, ai, total }: Counts): Counts {
  return { human, ai, total };
}

/** The order of a report's pages: most views first, then by path. */
function byViews(a: PageViews, b: PageViews): number {
  return b.total - a.total || byText(a.path, b.path);
}

/** By code units: the same on every machine. */
function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
