import type { Counts, PageViews } from '../mintlify/schemas.ts';
import type { Period } from '../period.ts';
import { add, NO_VIEWS, type PeriodPages, rounded, type Sum } from './period-pages.ts';

export interface Report {
  readonly generatedAt: string;
  readonly projectId: string;
  readonly siteUrl: string | undefined;
  readonly period: Period;
  /** Comparison period, even if it wasn't read; undefined without a comparison. */
  readonly comparison: Period | undefined;
  /** Views of the whole site, according to Mintlify. */
  readonly totals: Counts;
  readonly previousTotals: Counts | undefined;
  /** Pages, sorted by views, then by path. If both periods were read completely, pages that are gone come last. */
  readonly pages: readonly PageRow[];
  readonly sums: Counts;
  readonly hasAllPages: boolean;
  readonly hasAllPreviousPages: boolean;
  readonly sections: readonly Section[];
  /** Up to eight preceding periods, oldest first; empty if none was read. */
  readonly history: readonly DatedCounts[];
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

export interface PageRow extends PageViews {
  readonly previous: Counts | undefined;
  /** `new`, `gone`: the page had views in one period only. `unknown`: earlier views weren't read, or aren't reliable. */
  readonly state: 'known' | 'new' | 'gone' | 'unknown';
}

export interface Section extends PageViews {
  readonly pages: number;
  /** Undefined unless all pages of both periods were read. */
  readonly previous: Counts | undefined;
}

type Side = Pick<PeriodPages, 'rows' | 'isComplete' | 'isUnsound'>;

/** Joins the pages of two periods. A page missing from a period that wasn't read completely may have had views there. */
export function joinPages(current: Side, previous: Side | undefined): PageRow[] {
  const before = new Map(previous?.rows.map((row) => [row.path, row]));
  const isKnown = previous?.isComplete === true && !current.isUnsound;
  const alone = isKnown ? { state: 'new' as const, previous: NO_VIEWS } : { state: 'unknown' as const };
  const pages = current.rows.sort(byViews).map(({ path, human, ai, total }): PageRow => {
    const known = before.get(path);
    before.delete(path);
    const past = known ? { state: 'known' as const, previous: known } : alone;
    return { path, human, ai, total, previous: undefined, ...past };
  });
  if (!isKnown || !current.isComplete) return pages;
  for (const row of [...before.values()].sort(byViews)) {
    pages.push({ path: row.path, ...NO_VIEWS, state: 'gone', previous: row });
  }
  return pages;
}

export function sectionsOf(pages: readonly PageRow[], isWhole: boolean): Section[] {
  const sections = new Map<string, { pages: number; now: Sum; before: Sum }>();
  for (const page of pages) {
    const path = sectionOf(page.path);
    const section = sections.get(path) ?? { pages: 0, now: { ...NO_VIEWS }, before: { ...NO_VIEWS } };
    sections.set(path, section);
    if (page.state !== 'gone') section.pages += 1;
    add(section.now, page);
    if (page.previous) add(section.before, page.previous);
  }
  const rows = [...sections].map(([path, { pages: count, now, before }]): Section => {
    return { path, pages: count, ...rounded(now), previous: isWhole ? rounded(before) : undefined };
  });
  return rows.sort(byViews);
}

/** Returns the first part of a path, such as `/guides` for `/guides/start` and `/guides`; `/` for the root page. */
export const sectionOf = (path: string) => `/${/^\/*([^/?#]*)/.exec(path)?.[1] ?? ''}`;

/** Compares paths by code units, so that the order doesn't depend on the machine's locale. */
function byViews(a: PageViews, b: PageViews): number {
  return b.total - a.total || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
}
