import type { Counts } from '../platform/schemas.ts';
import type { DatedPeriod, Period } from './period.ts';

/** Everything a report shows, read and computed; every file and summary is a rendering of this and nothing else. */
export interface Report {
  /** ISO 8601 instant in UTC. */
  readonly generatedAt: string;
  /** Of the action that made it. */
  readonly version: string;
  readonly period: Period;
  /** Absent when no comparison was asked for or possible: `period: all`, or nothing of it was read for any project. */
  readonly previousPeriod?: DatedPeriod | undefined;
  /** The address of the docs site, to which page paths are links. Absent without one. */
  readonly siteUrl?: string | undefined;
  /** What each page is also compared with; absent without one. */
  readonly baseline?: BaselineInfo | undefined;
  /** Where the platform's limit ended the reading: when to run again, as an ISO 8601 instant in UTC. */
  readonly runAgainAfter?: string | undefined;
  readonly projects: readonly ProjectReport[];
  readonly requests: { readonly allowed: number; readonly spent: number };
}

export interface ProjectReport {
  readonly projectId: string;
  /** Of the whole site, as the platform gave them; absent if not one response came. */
  readonly totals?: Counts | undefined;
  /** Of the previous period; absent if not read. */
  readonly previousTotals?: Counts | undefined;
  /** Pages of this period, most views first, then by path. Pages that are gone come in `gone`. */
  readonly pages: readonly PageRow[];
  /** Pages with views in the previous period and none in this one. Empty unless this one was read whole; a few of them if the previous one was not. */
  readonly gone: readonly PageRow[];
  /** Whether `pages` are all pages of the period. */
  readonly complete: boolean;
  /** Whether the previous period's pages were all read; absent without a comparison. */
  readonly previousComplete?: boolean | undefined;
  /** What the platform refused this project with (401, 403, 404), and what to change, in sentences. */
  readonly refused?: string | undefined;
  /** Sums over `pages`. */
  readonly sums: Counts;
  /** The trend, in order; absent when it was not asked for or not possible. */
  readonly days?: readonly Span[] | undefined;
  /** The periods before, oldest first; the last is the one compared with. Absent when not asked for or not possible. */
  readonly history?: readonly Span[] | undefined;
  /** Of `pages` and `gone`, most views first. */
  readonly sections: readonly Section[];
  /** Sentences made by this action: what was left out, what does not add up. Shown in log and reports. Remote text only inside quotes and shortened. */
  readonly notes: readonly string[];
}

/** A page and its views in this period. */
export interface PageRow extends Counts {
  readonly path: string;
  /**
   * `known`: it had views in the previous period, too. `new` and `gone`: it had them in one of the two. `unknown`: the
   * previous period was not read, or not whole and without this page.
   */
  state: 'known' | 'new' | 'gone' | 'unknown';
  /** In the previous period; absent if unknown. */
  previous?: Counts | undefined;
  /** In the baseline; absent if the page is not in it, or there is none. */
  baseline?: Counts | undefined;
}

/** A part of the trend, which is a day, 7 days or a calendar month; or a period before the one of the report. */
export interface Span {
  readonly from: string;
  /** Exclusive. */
  readonly to: string;
  /** Absent if it was not read. */
  readonly counts?: Counts | undefined;
}

/** The pages whose paths have the same first part. */
export interface Section extends Counts {
  /** Such as `/guides`; `/` is the root page's own. */
  readonly section: string;
  /** With views in this period. */
  readonly pages: number;
  /** In the previous period; absent unless both periods were read whole. */
  readonly previous?: Counts | undefined;
}

/** An earlier report that pages are compared with. */
export interface BaselineInfo {
  readonly generatedAt: string;
  readonly period: Period;
}
