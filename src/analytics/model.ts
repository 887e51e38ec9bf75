import type { Counts } from '../platform/schemas.ts';
import type { Period } from './period.ts';

/** Everything a report shows, read and computed; every file and summary is a rendering of this and nothing else. */
export interface Report {
  /** ISO 8601 instant in UTC. */
  readonly generatedAt: string;
  /** Of the action that made it. */
  readonly version: string;
  readonly period: Period;
  /** Absent when no comparison was asked for or possible: `period: all`, or nothing of it was read for any project. */
  readonly previousPeriod?: Period | undefined;
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
  readonly gone: readonly GonePage[];
  /** Whether `pages` are all pages of the period. */
  readonly complete: boolean;
  /** Whether the previous period's pages were all read; absent without a comparison. */
  readonly previousComplete?: boolean | undefined;
  /** What the platform refused this project with (401, 403, 404), and what to change, in sentences. */
  readonly refused?: string | undefined;
  /** Sums over `pages`. */
  readonly sums: Counts;
  /** Each day of the period, in order; a day that was not read has no counts. Absent when days were not asked for or not possible. */
  readonly days?: readonly DayViews[] | undefined;
  /** Sentences made by this action: what was left out, what does not add up. Shown in log and reports. Remote text only inside quotes and shortened. */
  readonly notes: readonly string[];
}

export interface PageRow extends Counts {
  readonly path: string;
  /** Unknown until the period before was read. */
  before: Before;
}

/** What is known of a page's views in the previous period. */
export type Before =
  | { readonly kind: 'known'; readonly counts: Counts }
  /** The previous period was read whole and the page is not in it. */
  | { readonly kind: 'new' }
  /** The previous period was not read whole, so nobody can tell. */
  | { readonly kind: 'unknown' };

export const UNKNOWN: Before = { kind: 'unknown' };

export interface GonePage {
  readonly path: string;
  readonly previous: Counts;
}

export interface DayViews {
  /** `YYYY-MM-DD`, UTC. */
  readonly date: string;
  readonly counts?: Counts | undefined;
}
