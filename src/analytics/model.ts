import type { Days, Period } from '../period.ts';
import type { PlatformError } from '../platform/errors.ts';
import type { Counts } from '../platform/schemas.ts';

/** Data that was read, for all projects. `report/report-blocks.ts` selects the parts that are shown. */
export interface Report {
  /** Time in UTC, as ISO 8601. */
  readonly generatedAt: string;
  readonly period: Period;
  /** Comparison period, even if it wasn't read; absent for `compare: none`. */
  readonly comparison?: Period | undefined;
  /** URL of the docs site, for links to its pages; absent for several projects. */
  readonly siteUrl?: string | undefined;
  readonly projects: readonly ProjectReport[];
  /** Data that was requested but is missing; empty if the report is complete. */
  readonly gaps: readonly Gap[];
  /** Sentences about parts of the trend that didn't fit into the budget. */
  readonly notes: readonly string[];
  /** Earliest time to run again, in UTC as ISO 8601; absent if no rate limit was reached. */
  readonly runAgainAfter?: string | undefined;
  readonly requests: { readonly allowed: number; readonly spent: number };
}

/** Missing data of one project, as sentences. */
export interface Gap {
  readonly projectId: string;
  readonly text: string;
}

/** Data that was read for one project, or for all projects together. */
export interface ProjectReport {
  /** ID of the project; empty for several projects together. */
  readonly projectId: string;
  /** Total views of the site according to Mintlify; absent if nothing was read. */
  readonly totals?: Counts | undefined;
  /** Total views of the site in the comparison period; absent if they weren't read. */
  readonly previousTotals?: Counts | undefined;
  /** Pages, sorted by views, then by path. If both periods were read completely, pages that are gone come last. */
  readonly pages: readonly PageRow[];
  /** Sections, sorted by views. */
  readonly sections: readonly Section[];
  /** Whether all pages of the period were read. */
  readonly complete: boolean;
  /** Whether all pages of the comparison period were read; absent without a comparison. */
  readonly previousComplete?: boolean | undefined;
  /**
   * Views of each day; absent if there is no trend, if the period has more than 14 days, or if the days didn't fit into
   * the budget.
   */
  readonly days?: readonly DatedCounts[] | undefined;
  /** Up to eight preceding periods that were requested, oldest first; absent if none were. */
  readonly history?: readonly DatedCounts[] | undefined;
  /** Error after which nothing more was requested; absent if there was none. */
  readonly error?: PlatformError | undefined;
  /** Sentences about sums that don't match Mintlify's totals although nothing is known to be missing. */
  readonly notes: readonly string[];
}

/** Count that can be compared with an earlier count. Only pages have a `state`. */
export interface Comparable extends Partial<Pick<PageRow, 'state'>> {
  readonly total: number;
  readonly previous?: Pick<Counts, 'total'> | undefined;
}

/** Page with views in one of the periods. */
export interface PageRow extends Counts {
  /** Views in the comparison period; absent if unknown. */
  readonly previous?: Counts | undefined;
  readonly projectId: string;
  readonly path: string;
  /**
   * `new`, `gone`: the page had views only in the period, or only in the comparison period. `unknown`: the page's
   * earlier views weren't read, or can't be relied on.
   */
  readonly state: 'known' | 'new' | 'gone' | 'unknown';
}

/** Pages whose paths share their first part. */
export interface Section extends Omit<PageRow, 'state'> {
  /** Number of pages with views in the period. */
  readonly pages: number;
  /** Only page of the section; absent if several pages had views in either period. */
  readonly onlyPage?: PageRow | undefined;
}

/** Views in a range of days. */
export interface DatedCounts extends Days {
  /** Whether the range is a calendar month, which is shown by the month's name. */
  readonly isMonth?: boolean | undefined;
  /** Views; absent if they weren't read. */
  readonly counts?: Counts | undefined;
}

/** Change of a count. `none`: the change doesn't have a percentage, because the earlier count was 0. */
export type Change =
  | { readonly kind: 'new' | 'gone' | 'none' }
  | { readonly kind: 'percent'; readonly direction: -1 | 0 | 1; readonly percent: number };
