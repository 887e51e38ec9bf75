import type { Counts } from '../platform/schemas.ts';
import type { Period } from './period.ts';

/** Everything that was read. What is said of it is in `report/said.ts`. */
export interface Report {
  /** ISO 8601 instant in UTC. */
  readonly generatedAt: string;
  readonly period: Period;
  /** What the period is compared with, read or not; absent if no comparison was asked for. */
  readonly comparison?: Period | undefined;
  /** The address of the docs site, to which page paths are links. */
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

/** What was read of one project, or of all together. */
export interface ProjectReport {
  /** Empty for several together. */
  readonly projectId: string;
  /** Of the whole site, as the platform gave them; absent if nothing was read. */
  readonly totals?: Counts | undefined;
  /** Of the period compared with; absent if not read. */
  readonly previousTotals?: Counts | undefined;
  /** Most views first, then by path; after them those that are gone, if both periods were read whole. */
  readonly pages: readonly PageRow[];
  /** Most views first. */
  readonly sections: readonly Section[];
  /** Whether all pages of the period were read. */
  readonly complete: boolean;
  /** Whether those of the period compared with were; absent without a comparison. */
  readonly previousComplete?: boolean | undefined;
  /** Each day of the period; absent without a trend, and for more than 31 days. */
  readonly days?: readonly Span[] | undefined;
  /** The eight periods right before, oldest first; absent without a trend. */
  readonly history?: readonly Span[] | undefined;
  /** What the platform refused this project with (401, 403, 404), and what to change, in sentences. */
  readonly refused?: string | undefined;
  /** What does not add up although nothing is known to be missing, in sentences of this action. */
  readonly notes: readonly string[];
}

/** Views in the period, and in the one compared with. */
export interface Views extends Counts {
  /** Absent if unknown. */
  readonly previous?: Counts | undefined;
}

/** What changes: a count, or the views of a page, for whose numbers it is not to say whether it is new or gone. */
export type Changing = Pick<Views, 'total' | 'previous'> & Partial<Pick<PageRow, 'state'>>;

/** A page with views in one of the periods. */
export interface PageRow extends Views {
  readonly projectId: string;
  readonly path: string;
  /** `unknown`: nobody can tell, since the period compared with was not read, or not whole and without this page. */
  readonly state: 'known' | 'new' | 'gone' | 'unknown';
}

/** The pages whose paths have the same first part. */
export interface Section extends Omit<PageRow, 'state'> {
  /** With views in the period, and in the one compared with. */
  readonly pages: number;
  readonly pagesBefore: number;
}

/** The views of some days, both included. */
export interface Span extends Pick<Period, 'from' | 'to'> {
  /** Absent if they were not read. */
  readonly counts?: Counts | undefined;
}
