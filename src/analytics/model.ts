import type { Counts } from '../platform/schemas.ts';
import type { Period } from './period.ts';

/** Everything that was read and computed. What is said of it is in `report/said.ts`. */
export interface Report {
  /** ISO 8601 instant in UTC. */
  readonly generatedAt: string;
  /** Of the action that made it. */
  readonly version: string;
  readonly period: Period;
  /** What the period is compared with, read or not; absent if no comparison was asked for. */
  readonly comparison?: Period | undefined;
  /** The address of the docs site, to which page paths are links. Absent without one. */
  readonly siteUrl?: string | undefined;
  readonly projects: readonly ProjectReport[];
  /** All that was asked for and is missing. The report is complete if this is empty. */
  readonly gaps: readonly Gap[];
  /** Where the platform's limit ended the reading: when to run again, as an ISO 8601 instant in UTC. */
  readonly runAgainAfter?: string | undefined;
  readonly requests: { readonly allowed: number; readonly spent: number };
}

/** Something that was asked for and is missing, in sentences of this action. */
export interface Gap {
  /** Absent if it concerns all projects. */
  readonly projectId?: string;
  readonly text: string;
}

export interface ProjectReport {
  readonly projectId: string;
  /** Of the whole site, as the platform gave them; absent if nothing was read. */
  readonly totals?: Counts | undefined;
  /** Of the period compared with; absent if not read. */
  readonly previousTotals?: Counts | undefined;
  /** Pages with views in the period, most views first, then by path. */
  readonly pages: readonly PageRow[];
  /** Pages with views in the period compared with alone. Empty unless both were read whole. */
  readonly gone: readonly PageRow[];
  /** Whether `pages` are all pages of the period. */
  readonly complete: boolean;
  /** Whether the pages of the period compared with were all read; absent without a comparison. */
  readonly previousComplete?: boolean | undefined;
  /** Sums over `pages`. */
  readonly sums: Counts;
  /** Each day of the period; absent without a trend, and for more than 31 days. */
  readonly days?: readonly Span[] | undefined;
  /** The eight periods right before, oldest first; absent without a trend. */
  readonly history?: readonly Span[] | undefined;
  /** Of `pages` and `gone`, most views first. */
  readonly sections: readonly Section[];
  /** What the platform refused this project with (401, 403, 404), and what to change, in sentences. */
  readonly refused?: string | undefined;
  /** What does not add up although nothing is known to be missing, in sentences of this action. */
  readonly notes: readonly string[];
}

/** A page and its views in the period. */
export interface PageRow extends Counts {
  readonly path: string;
  /** `unknown`: nobody can tell, since the period compared with was not read, or not whole and without this page. */
  state: 'known' | 'new' | 'gone' | 'unknown';
  /** In the period compared with; absent if unknown. */
  previous?: Counts | undefined;
}

/** The views of some days, both included. */
export interface Span extends Pick<Period, 'from' | 'to'> {
  /** Absent if they were not read. */
  readonly counts?: Counts | undefined;
}

/** The pages whose paths have the same first part. */
export interface Section extends Counts {
  /** Such as `/guides`; `/` is the root page's own. */
  readonly section: string;
  /** With views in the period. */
  readonly pages: number;
  /** With views in the period compared with. */
  readonly pagesBefore: number;
  /** In the period compared with; absent unless both were read whole. */
  readonly previous?: Counts | undefined;
}
