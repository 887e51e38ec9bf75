import type { Counts, PageViews } from '../mintlify/schemas.ts';
import type { Period } from '../period.ts';
import { NO_VIEWS, sumCounts } from './counts.ts';
import type { PeriodViews } from './period-views.ts';

/** What a report says of the period and the comparison period. */
export type ReportFigures = Readonly<{
  projectId: string;
  siteUrl: string | undefined;
  period: Period;
  /** Comparison period, even if it wasn't read; undefined without a comparison. */
  comparison: Period | undefined;
  /** Views of the whole site, according to Mintlify. */
  totals: Counts;
  previousTotals: Counts | undefined;
  /** Pages, sorted by views, then by path. If both periods were read completely, pages that are gone come last. */
  pages: readonly PageRow[];
  sums: Counts;
  hasAllPages: boolean;
  hasAllPreviousPages: boolean;
  /** Whether every request for the comparison period got a response, even if its pages don't add up. */
  isPreviousAnswered: boolean;
  sections: readonly Section[];
  /** Sentences about missing views, pages and comparisons; empty if the report is complete. */
  gaps: readonly string[];
}>;

export type Report = ReportFigures &
  Readonly<{
    generatedAt: string;
    /** Up to eight preceding periods, oldest first; empty if none was read. */
    history: readonly DatedCounts[];
    days: readonly DatedCounts[];
    /** Sentences about figures that contradict each other, and about earlier periods and days that weren't read. */
    notes: readonly string[];
    requests: { readonly allowed: number; readonly spent: number };
  }>;

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
type PageList = Pick<PeriodViews, 'pages' | 'isComplete' | 'isUnsound'>;

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

/** Sums pages by section, most views first. With `isWhole`, both periods were read completely. */
export function sectionsOf(rows: readonly PageRow[], isWhole: boolean): Section[] {
  const sections = Map.groupBy(rows, ({ path }) => sectionOf(path));
  return [...sections]
    .map(
      ([path, pages]): Section => ({
        path,
        pages: pages.filter(({ state }) => state !== 'gone').length,
        previousPages: pages.filter(({ state }) => state === 'known' || state === 'gone').length,
        ...sumCounts(pages),
        previous: isWhole ? sumCounts(pages.map(({ previous = NO_VIEWS }) => previous)) : undefined,
      }),
    )
    .sort(compareByViews);
}

/** Returns the first part of a path, such as `/guides` for `/guides/start` and `/guides`; `/` for the root page. */
export function sectionOf(path: string): string {
  return `/${/^\/*([^/?#]*)/.exec(path)?.[1] ?? ''}`;
}

/** Most views first. Paths are compared by code units, so that the order doesn't depend on the machine's locale. */
function compareByViews(a: PageViews, b: PageViews) {
  return b.total - a.total || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
}
