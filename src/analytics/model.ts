import type { Days, Period } from '../period.ts';
import type { PlatformError } from '../platform/errors.ts';
import type { Counts } from '../platform/schemas.ts';

/** Everything that was read. `report/report-blocks.ts` selects what is shown. */
export interface Report {
  /** Time in UTC, as ISO 8601. */
  readonly generatedAt: string;
  readonly period: Period;
  /** Comparison period, even if it wasn't read; absent for `compare: none`. */
  readonly comparison?: Period | undefined;
  /** URL of the docs site, which page paths are linked to; absent for several projects. */
  readonly siteUrl?: string | undefined;
  readonly projects: readonly ProjectReport[];
  /** Everything that was requested and is missing. The report is complete if this is empty. */
  readonly gaps: readonly Gap[];
  /** Sentences about parts of the trend that didn't fit into the budget. */
  readonly notes: readonly string[];
  /** Time in UTC after which to run again, as ISO 8601; absent if Mintlify's rate limit didn't end the reading. */
  readonly runAgainAfter?: string | undefined;
  readonly requests: { readonly allowed: number; readonly spent: number };
}

/** Sentences about something that was requested and is missing. */
export interface Gap {
  readonly projectId: string;
  readonly text: string;
}

/** One project, as far as it was read, or all projects together. */
export interface ProjectReport {
  /** Empty for several projects together. */
  readonly projectId: string;
  /** Views of the whole site by Mintlify's count; absent if nothing was read. */
  readonly totals?: Counts | undefined;
  /** Views of the whole site in the comparison period; absent if they weren't read. */
  readonly previousTotals?: Counts | undefined;
  /** Pages, most views first, then by path. Pages that are gone come last, if both periods were read completely. */
  readonly pages: readonly PageRow[];
  /** Sections, most views first. */
  readonly sections: readonly Section[];
  /** Whether all pages of the period were read. */
  readonly complete: boolean;
  /** Whether all pages of the comparison period were read; absent without a comparison. */
  readonly previousComplete?: boolean | undefined;
  /** Views of each day; absent without a trend, for more than 14 days, and if they didn't fit into the budget. */
  readonly days?: readonly DatedCounts[] | undefined;
  /** Up to eight preceding periods that were requested, oldest first; absent if none were. */
  readonly history?: readonly DatedCounts[] | undefined;
  /** Error after which nothing more was requested; absent if there was none. */
  readonly error?: PlatformError | undefined;
  /** Sentences about sums that don't match Mintlify's totals although nothing is known to be missing. */
  readonly notes: readonly string[];
}

/** Count that can be compared with an earlier one. Only pages have a `state`. */
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
  /** `unknown`: the page's earlier views weren't read, or can't be relied on. */
  readonly state: 'known' | 'new' | 'gone' | 'unknown';
}

/** Pages whose paths share their first part. */
export interface Section extends Omit<PageRow, 'state'> {
  /** Number of pages with views in the period. */
  readonly pages: number;
  /** Its page, if only one had views in either period. */
  readonly onlyPage?: PageRow | undefined;
}

/** Views in a range of days. */
export interface DatedCounts extends Days {
  /** Whether it is a calendar month, and is named as one. */
  readonly isMonth?: boolean | undefined;
  /** Views; absent if they weren't read. */
  readonly counts?: Counts | undefined;
}

/** Change of a count. `none`: it has no percentage, because the earlier count was 0. */
export type Change =
  | { readonly kind: 'new' | 'gone' | 'none' }
  | { readonly kind: 'percent'; readonly direction: -1 | 0 | 1; readonly percent: number };
