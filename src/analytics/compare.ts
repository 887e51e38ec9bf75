import type { Counts } from '../platform/schemas.ts';
import { NO_VIEWS, rounded, sumOf } from './counts.ts';
import type { PageRow, ProjectReport, Section } from './model.ts';
import type { PeriodPages } from './period-pages.ts';

/** The pages of one period with views, and whether they are all of them. */
export type Side = Pick<PeriodPages, 'rows' | 'isComplete'>;

/**
 * Says of each page of `current` what is known of it in the period before, and puts them in the report's order. Rows
 * come in no known order, so what is missing from a side that is not complete may be there all the same: it is
 * unknown, neither new nor gone.
 *
 * @param previous absent if nothing of it was read
 */
export function joinPages(current: Side, previous: Side | undefined): Pick<ProjectReport, 'pages' | 'gone'> {
  const before = new Map(previous?.rows.map((row) => [row.path, row]));
  const isWhole = previous?.isComplete === true;
  const pages = current.rows.map(({ path, human, ai, total }): PageRow => {
    const known = before.get(path);
    before.delete(path);
    const state = known ? 'known' : isWhole ? 'new' : 'unknown';
    return {
      path,
      human,
      ai,
      total,
      state,
      previous: known ? countsOf(known) : isWhole ? NO_VIEWS : undefined,
    };
  });
  const left = current.isComplete && isWhole ? [...before.values()] : [];
  const gone = left.map(
    (row): PageRow => ({ path: row.path, ...NO_VIEWS, state: 'gone', previous: countsOf(row) }),
  );
  pages.sort((a, b) => b.total - a.total || byText(a.path, b.path));
  return { pages, gone: moved(gone, -1) };
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
  return [...Map.groupBy(rows, ({ path }) => sectionOf(path))]
    .map(([section, own]) => ({
      section,
      pages: own.filter(({ state }) => state !== 'gone').length,
      pagesBefore: own.filter(({ state }) => state === 'known' || state === 'gone').length,
      ...sumOf(own),
      previous: isCompared ? sumOf(own.map(({ previous }) => previous)) : undefined,
    }))
    .sort((a, b) => b.total - a.total || byText(a.section, b.section));
}

/** The pages that gained views, new ones among them; the largest gain first, then by path. */
export function rising({ pages }: Pick<ProjectReport, 'pages'>): PageRow[] {
  return moved(pages, 1);
}

/** The pages that lost views, those that are gone among them; the largest loss first, then by path. */
export function falling({ pages, gone }: Pick<ProjectReport, 'pages' | 'gone'>): PageRow[] {
  return moved([...pages, ...gone], -1);
}

function moved(rows: readonly PageRow[], sign: 1 | -1): PageRow[] {
  return rows
    .filter((row) => sign * gain(row) > 0)
    .sort((a, b) => sign * (gain(b) - gain(a)) || byText(a.path, b.path));
}

/** The views that a page won against the period before; 0 if those are unknown. */
export function gain({ total, previous }: Pick<PageRow, 'total' | 'previous'>): number {
  return previous ? rounded(total - previous.total) : 0;
}

/** A page or a section, and its views in both periods. */
export interface Mover extends Pick<PageRow, 'total' | 'previous'> {
  readonly name: string;
  readonly projectId: string;
  /** Of a page. */
  readonly state?: PageRow['state'];
}

/**
 * What most of the change of the total comes from: the page, else the section, whose change in the same direction is more
 * than half of the total's. Absent if there is none, and unless the pages of both periods are all known.
 */
export function mainMover(projects: readonly ProjectReport[]): Mover | undefined {
  if (!projects.every(({ complete, previousComplete }) => complete && previousComplete)) return undefined;
  const gains = projects.map(({ totals, previousTotals }) =>
    gain({ total: totals?.total ?? 0, previous: previousTotals }),
  );
  const change = gains.reduce((sum, each) => sum + each, 0);
  const sign = Math.sign(change);
  const isMost = (row: Pick<PageRow, 'total' | 'previous'>) => sign * gain(row) > (sign * change) / 2;
  const first = (movers: Mover[]) =>
    movers.sort((a, b) => sign * (gain(b) - gain(a)) || byText(a.name, b.name))[0];
  const pages = projects.flatMap(({ projectId, ...project }) =>
    [...project.pages, ...project.gone]
      .filter(isMost)
      .map((page) => ({ ...page, name: page.path, projectId })),
  );
  const sections = projects.flatMap(({ projectId, ...project }) =>
    project.sections.filter(isMost).map((section) => ({ ...section, name: section.section, projectId })),
  );
  return first(pages) ?? first(sections);
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
