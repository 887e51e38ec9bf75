import type { Days, Period } from '../period.ts';
import type { PlatformError } from '../platform/errors.ts';
import type { Counts } from '../platform/schemas.ts';

/** Everything that was read. `report/report-blocks.ts` chooses what to show of it. */
export interface Report {
  /** ISO 8601 instant in UTC. */
  readonly generatedAt: string;
  readonly period: Period;
  /** The comparison period, read or not; absent if no comparison was asked for. */
  readonly comparison?: Period | undefined;
  /** The address of the docs site of one project, to which page paths are links. */
  readonly siteUrl?: string | undefined;
  readonly projects: readonly ProjectReport[];
  /** All that was asked for and is missing. The report is complete if this is empty. */
  readonly gaps: readonly Gap[];
  /** Parts of the trend that did not fit into the budget, in sentences of this action. */
  readonly notes: readonly string[];
  /** When to run again after Mintlify's rate limit ended the reading, as an ISO 8601 instant in UTC. */
  readonly runAgainAfter?: string | undefined;
  readonly requests: { readonly allowed: number; readonly spent: number };
}

/** Something that was asked for and is missing, in sentences of this action. */
export interface Gap {
  readonly projectId: string;
  readonly text: string;
}

/** One project as far as it was read, or all projects together. */
export interface ProjectReport {
  /** Empty for several together. */
  readonly projectId: string;
  /** Views of the whole site, as Mintlify returned them; absent if nothing was read. */
  readonly totals?: Counts | undefined;
  /** Views of the whole site in the comparison period; absent if not read. */
  readonly previousTotals?: Counts | undefined;
  /** Pages by views, most first, then by path; after them those that are gone, if both periods were read whole. */
  readonly pages: readonly PageRow[];
  /** Sections by views, most first. */
  readonly sections: readonly Section[];
  /** Whether all pages of the period were read. */
  readonly complete: boolean;
  /** Whether all pages of the comparison period were read; absent without a comparison. */
  readonly previousComplete?: boolean | undefined;
  /** Each day of the period; absent without a trend, for more than 14 days, and if they did not fit. */
  readonly days?: readonly DatedCounts[] | undefined;
  /** The requested ones of the eight periods right before, oldest first; absent if none were. */
  readonly history?: readonly DatedCounts[] | undefined;
  /** Why nothing more was requested of it. */
  readonly error?: PlatformError | undefined;
  /** Sums that do not add up although nothing is known to be missing, in sentences of this action. */
  readonly notes: readonly string[];
}

/** A count, or the views of a page, whose `state` says whether it is new or gone. */
export interface Comparable extends Partial<Pick<PageRow, 'state'>> {
  readonly total: number;
  readonly previous?: Pick<Counts, 'total'> | undefined;
}

/** A page with views in one of the periods. */
export interface PageRow extends Counts {
  /** Views in the comparison period; absent if unknown. */
  readonly previous?: Counts | undefined;
  readonly projectId: string;
  readonly path: string;
  /** `unknown`: the comparison period was not read, or only in part and without this page. */
  readonly state: 'known' | 'new' | 'gone' | 'unknown';
}

/** The pages whose paths have the same first part. */
export interface Section extends Omit<PageRow, 'state'> {
  /** How many have views in the period. */
  readonly pages: number;
  /** The page, if one alone had views in either period. */
  readonly onlyPage?: PageRow | undefined;
}

/** Views in a range of days. */
export interface DatedCounts extends Days {
  /** Whether it is a calendar month, and called so. */
  readonly isMonth?: boolean | undefined;
  /** Absent if they were not read. */
  readonly counts?: Counts | undefined;
}

/** Change of a count from the previous one. `none`: there is no percentage, because that one was 0. */
export type Change =
  | { readonly kind: 'new' | 'gone' | 'none' }
  | { readonly kind: 'percent'; readonly direction: -1 | 0 | 1; readonly percent: number };
