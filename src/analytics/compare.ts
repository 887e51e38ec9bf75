import type { Counts } from '../platform/schemas.ts';
import { addTo, NO_VIEWS, rounded, roundedCounts } from './counts.ts';
import type { PageRow, ProjectReport, Section } from './model.ts';

/** The pages of one period, by path, and whether they are all of them. */
export interface Side {
  readonly rows: ReadonlyMap<string, PageRow>;
  readonly complete: boolean;
}

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
export function joinPages(current: Side, previous: Side | undefined): { pages: PageRow[]; gone: PageRow[] } {
  for (const row of current.rows.values()) {
    const before = previous?.rows.get(row.path);
    const isNew = !before && previous?.complete;
    row.state = before ? 'known' : isNew ? 'new' : 'unknown';
    row.previous = before ? countsOf(before) : isNew ? NO_VIEWS : undefined;
  }
  const gone: PageRow[] = [];
  for (const row of (current.complete && previous?.rows.values()) || []) {
    if (row.total === 0 || current.rows.has(row.path)) continue;
    gone.push({ path: row.path, ...NO_VIEWS, state: 'gone', previous: countsOf(row) });
  }
  const pages = [...current.rows.values()].sort((a, b) => b.total - a.total || byText(a.path, b.path));
  return { pages, gone: moved(gone, gone.length, -1) };
}

/** The first part of a path, such as `/guides` of `/guides/start` and of `/guides`; `/` of the root page. */
export function sectionOf(path: string): string {
  const rest = path.replace(/^\/+/, '');
  const end = rest.search(/[/?#]/);
  return `/${end < 0 ? rest : rest.slice(0, end)}`;
}

/**
 * The views of each section, most first.
 *
 * @param rows of both periods, those that are gone among them
 * @param isCompared whether the pages of both periods are all known
 */
export function sectionsOf(rows: readonly PageRow[], isCompared: boolean): Section[] {
  const sums = new Map<string, { pages: number; now: typeof NO_VIEWS; before: typeof NO_VIEWS }>();
  for (const row of rows) {
    const section = sectionOf(row.path);
    const sum = sums.get(section) ?? { pages: 0, now: { ...NO_VIEWS }, before: { ...NO_VIEWS } };
    sums.set(section, sum);
    if (row.state !== 'gone') sum.pages += 1;
    addTo(sum.now, row);
    if (row.previous) addTo(sum.before, row.previous);
  }
  return [...sums]
    .map(([section, { pages, now, before }]) => ({
      section,
      pages,
      ...roundedCounts(now),
      previous: isCompared ? roundedCounts(before) : undefined,
    }))
    .sort((a, b) => b.total - a.total || byText(a.section, b.section));
}

/** The pages that gained the most views, new ones among them; the largest gain first, then by path. */
export function rising({ pages }: Pick<ProjectReport, 'pages'>, top: number): PageRow[] {
  return moved(pages, top, 1);
}

/** The pages that lost the most views, those that are gone among them; the largest loss first, then by path. */
export function falling({ pages, gone }: Pick<ProjectReport, 'pages' | 'gone'>, top: number): PageRow[] {
  return moved([...pages, ...gone], top, -1);
}

function moved(rows: readonly PageRow[], top: number, sign: 1 | -1): PageRow[] {
  return rows
    .filter((row) => sign * gain(row) > 0)
    .sort((a, b) => sign * (gain(b) - gain(a)) || byText(a.path, b.path))
    .slice(0, top);
}

/** The views that a page won against the period before; 0 if those are unknown. */
export function gain({ total, previous }: Pick<PageRow, 'total' | 'previous'>): number {
  return previous ? rounded(total - previous.total) : 0;
}

/** From `before` to `now` in percent, signed, with one decimal, such as `+12.3`; absent from 0, where there is no percent. */
export function percentChange(now: number, before: number): string | undefined {
  if (before === 0) return undefined;
  const percent = ((now - before) / before) * 100;
  const text = Math.abs(percent).toFixed(1);
  return text === '0.0' ? text : `${percent > 0 ? '+' : '-'}${text}`;
}

/** The change of views in percent, with one decimal; absent where there is nothing to compare with. */
export function changePercent({ total, previous }: Pick<PageRow, 'total' | 'previous'>): number | undefined {
  const percent = previous && percentChange(total, previous.total);
  return percent === undefined ? undefined : Number(percent);
}

function countsOf({ human, ai, total }: Counts): Counts {
  return { human, ai, total };
}

/** By code units: the same on every machine. */
function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
