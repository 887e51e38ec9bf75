import type { Counts, PageViews } from '../mintlify/schemas.ts';
import type { Period } from '../period.ts';
import { addCounts, type CountsSum, NO_VIEWS, roundCounts } from './counts.ts';

/** What a report says of the period and the comparison period. */
export interface ReportFigures {
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
  /** Whether every request for the comparison period got a response, even if its pages don't add up. */
  readonly isPreviousAnswered: boolean;
  readonly sections: readonly Section[];
  /** Sentences about missing views, pages and comparisons; empty if the report is complete. */
  readonly gaps: readonly string[];
}

export interface Report extends ReportFigures {
  readonly generatedAt: string;
  /** Up to eight preceding periods, oldest first; empty if none was read. */
  readonly history: readonly DatedCounts[];
  readonly days: readonly DatedCounts[];
  /** Sentences about figures that contradict each other, and about earlier periods and days that weren't read. */
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
  /** Number of pages in the comparison period, as far as they were read. */
  readonly previousPages: number;
  /** Undefined unless all pages of both periods were read. */
  readonly previous: Counts | undefined;
}

/** Pages of one period, as far as they were read. */
export interface PageList {
  readonly pages: PageViews[];
  /** Whether no page is missing. */
  readonly isComplete: boolean;
  /** Whether pages may be missing although every request got a response. */
  readonly isUnsound: boolean;
}

/** Joins the pages of two periods. A page missing from a period that wasn't read completely may have had views there. */
export function joinPages(current: PageList, previous: PageList | undefined): PageRow[] {
  const before = new Map(previous?.pages.map((page) => [page.path, page]));
  const isReliable = previous?.isComplete === true && !current.isUnsound;
  const stateAlone = isReliable ? 'new' : 'unknown';
  const previousAlone = isReliable ? NO_VIEWS : undefined;
  const rows = current.pages.sort(compareByViews).map(({ path, human, ai, total }): PageRow => {
    const past = before.get(path);
    before.delete(path);
    const state = past ? 'known' : stateAlone;
    return { path, human, ai, total, previous: past ?? previousAlone, state };
  });
  if (!isReliable || !current.isComplete) return rows;
  for (const page of [...before.values()].sort(compareByViews)) {
    rows.push({ path: page.path, ...NO_VIEWS, previous: page, state: 'gone' });
  }
  return rows;
}

interface SectionSum {
  pages: number;
  previousPages: number;
  readonly now: CountsSum;
  readonly before: CountsSum;
}

/** Sums pages by section, most views first. With `isWhole`, both periods were read completely. */
export function sectionsOf(rows: readonly PageRow[], isWhole: boolean): Section[] {
  const sums = new Map<string, SectionSum>();
  for (const row of rows) {
    const path = sectionOf(row.path);
    const sum = sums.get(path) ?? newSectionSum();
    sums.set(path, sum);
    if (row.state !== 'gone') sum.pages += 1;
    if (row.state === 'known' || row.state === 'gone') sum.previousPages += 1;
    addCounts(sum.now, row);
    if (row.previous) addCounts(sum.before, row.previous);
  }
  const sections = [...sums].map(([path, { pages, previousPages, now, before }]): Section => {
    const previous = isWhole ? roundCounts(before) : undefined;
    return { path, pages, previousPages, ...roundCounts(now), previous };
  });
  return sections.sort(compareByViews);
}

function newSectionSum(): SectionSum {
  return { pages: 0, previousPages: 0, now: { ...NO_VIEWS }, before: { ...NO_VIEWS } };
}

/** Returns the first part of a path, such as `/guides` for `/guides/start` and `/guides`; `/` for the root page. */
export function sectionOf(path: string): string {
  return `/${/^\/*([^/?#]*)/.exec(path)?.[1] ?? ''}`;
}

/** Most views first. Paths are compared by code units, so that the order doesn't depend on the machine's locale. */
function compareByViews(a: PageViews, b: PageViews): number {
  return b.total - a.total || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
}
