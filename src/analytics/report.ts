import type { Period } from '../period.ts';
import type { Counts, PageViews } from '../platform/schemas.ts';
import { add, NO_VIEWS, type PeriodPages, rounded, type Sum } from './period-pages.ts';

/** Everything that a report says or lists. */
export interface Report {
  /** Time in UTC, as ISO 8601. */
  readonly generatedAt: string;
  readonly projectId: string;
  readonly siteUrl: string | undefined;
  readonly period: Period;
  /** Comparison period, even if it wasn't read; undefined without a comparison. */
  readonly comparison: Period | undefined;
  /** Views of the whole site, according to Mintlify. */
  readonly totals: Counts;
  /** Views of the whole site in the comparison period; undefined if they weren't read. */
  readonly previousTotals: Counts | undefined;
  readonly pages: Pages;
  /** Up to eight preceding periods, oldest first; empty if none was read. */
  readonly history: readonly DatedCounts[];
  /** Days of the period; empty if none was read. */
  readonly days: readonly DatedCounts[];
  /** Sentences about missing views, pages and comparisons; empty if the report is complete. */
  readonly gaps: readonly string[];
  /** Sentences about earlier periods and days that weren't read. */
  readonly notes: readonly string[];
  readonly requests: { readonly allowed: number; readonly spent: number };
}

/** Views in a range of days; undefined if they weren't read. */
export interface DatedCounts extends Period {
  readonly counts: Counts | undefined;
}

/** Page with its views in both periods. */
export interface PageRow extends PageViews {
  /** Views in the comparison period; undefined if unknown. */
  readonly previous: Counts | undefined;
  /**
   * `new`, `gone`: the page had views only in the period, or only in the comparison period. `unknown`: the page's
   * earlier views weren't read, or can't be relied on.
   */
  readonly state: 'known' | 'new' | 'gone' | 'unknown';
}

/** Pages whose paths share their first part. */
export interface Section extends Counts {
  readonly path: string;
  /** Number of pages with views in the period. */
  readonly pages: number;
  /** Views in the comparison period; undefined unless all pages of both periods were read. */
  readonly previous: Counts | undefined;
}

type Side = Pick<PeriodPages, 'rows' | 'sums' | 'isComplete' | 'isUnsound'>;

/** Pages of two periods. Rows aren't copied, because a second object for each row would take much memory. */
export class Pages {
  /** Pages with views in the period, sorted by views, then by path. */
  readonly rows: readonly PageViews[];
  /** Pages with views only in the comparison period, in the same order; empty unless both periods are complete. */
  readonly gone: readonly PageViews[];
  readonly sections: readonly Section[];
  readonly sums: Counts;
  readonly isComplete: boolean;
  readonly isPreviousComplete: boolean;
  readonly #before: ReadonlyMap<string, PageViews>;
  /** Whether a page that wasn't read for the comparison period had no views there. */
  readonly #isKnown: boolean;

  constructor(current: Side, previous: Side | undefined) {
    this.rows = current.rows.sort(byViews);
    this.sums = current.sums;
    this.isComplete = current.isComplete;
    this.isPreviousComplete = previous?.isComplete === true;
    this.#isKnown = this.isPreviousComplete && !current.isUnsound;
    this.#before = new Map(previous?.rows.map((row) => [row.path, row]));
    const gone = new Map(this.isWhole ? this.#before : []);
    for (const { path } of this.rows) gone.delete(path);
    this.gone = [...gone.values()].sort(byViews);
    this.sections = sectionsOf(this.rows, this.isWhole ? this.#before.values() : undefined);
  }

  get isWhole(): boolean {
    return this.isComplete && this.isPreviousComplete;
  }

  /** Adds the views of the comparison period to a page of the period. */
  compared({ path, human, ai, total }: PageViews): PageRow {
    const previous = this.#before.get(path) ?? (this.#isKnown ? NO_VIEWS : undefined);
    const state = previous === NO_VIEWS ? 'new' : previous ? 'known' : 'unknown';
    return { path, human, ai, total, state, previous };
  }

  /** Lists all pages. Pages that are gone come last. */
  *all(): Generator<PageRow> {
    for (const row of this.rows) yield this.compared(row);
    for (const row of this.gone) yield { path: row.path, ...NO_VIEWS, state: 'gone', previous: row };
  }
}

/** Sums the views of each section. Sections with the most views come first. */
function sectionsOf(rows: readonly PageViews[], before: Iterable<PageViews> | undefined): Section[] {
  const sections = new Map<string, { path: string; pages: number; now: Sum; before: Sum }>();
  const sectionFor = (page: PageViews) => {
    const path = sectionOf(page.path);
    const known = sections.get(path);
    if (known) return known;
    const section = { path, pages: 0, now: { ...NO_VIEWS }, before: { ...NO_VIEWS } };
    sections.set(path, section);
    return section;
  };
  for (const row of rows) {
    const section = sectionFor(row);
    section.pages += 1;
    add(section.now, row);
  }
  for (const row of before ?? []) add(sectionFor(row).before, row);
  return [...sections.values()]
    .map((each) => ({
      ...{ path: each.path, pages: each.pages, ...rounded(each.now) },
      previous: before && rounded(each.before),
    }))
    .sort(byViews);
}

/** Returns the first part of a path, such as `/guides` for `/guides/start` and `/guides`; `/` for the root page. */
export function sectionOf(path: string): string {
  return `/${/^\/*([^/?#]*)/.exec(path)?.[1] ?? ''}`;
}

/** Compares paths by code units, so that the order doesn't depend on the machine's locale. */
function byViews(a: Pick<PageViews, 'path' | 'total'>, b: Pick<PageViews, 'path' | 'total'>): number {
  return b.total - a.total || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
}

/** Returns the change in percent, rounded to one decimal; undefined if `before` is 0 or unknown. */
export function percentChange(now: number, before: number | undefined): number | undefined {
  // Adding 0 turns -0 into 0.
  return before ? Number((((now - before) / before) * 100).toFixed(1)) + 0 : undefined;
}

/** Formats a percentage with its sign and one decimal, such as `+12.3`. */
export function signedPercent(percent: number): string {
  return `${percent > 0 ? '+' : ''}${percent.toFixed(1)}`;
}
