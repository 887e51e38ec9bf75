import type { ViewsPlatform, ViewsQuery } from '../platform/client.ts';
import type { PlatformError } from '../platform/errors.ts';
import { type Counts, MOST_ROWS, type PageViews, type ViewsResponse } from '../platform/schemas.ts';
import { addTo, differenceOf, NO_VIEWS, roundedCounts } from './counts.ts';
import type { PageRow } from './model.ts';
import { boundsOf, type Period } from './period.ts';
import type { Reader } from './requests.ts';

/** So many times the least number of rows that must be missing are asked for at once. */
const LOOKAHEAD = 1.5;

/**
 * All pages of a project with views in a period. The first request goes alone: it tells how many rows an answer holds.
 * The others follow each other at once, as far as the totals make more rows likely, until one is answered with
 * `hasMore: false`. With four under way at most three are in vain, and mostly none, since the platform counts every one.
 */
export class PagedReader implements Reader {
  readonly platform: ViewsPlatform;
  readonly #period: Period;
  asked = 0;
  error: PlatformError | undefined;
  /** By path. If a page comes more than once, its larger counts stay. */
  readonly rows = new Map<string, PageRow>();
  /** Of the whole site, as the first answer gave them; absent if none came. */
  totals: Counts | undefined;
  /** Rows of another shape than documented, which were left out. */
  oddRows = 0;
  readonly #sums = { ...NO_VIEWS };
  /** The least views of a row. */
  #lowest = Number.POSITIVE_INFINITY;
  /** What was asked for and is not answered: the offsets, and where the next request begins. */
  readonly #open = new Map<number, number>();
  /** What answers with fewer rows than asked for have left out, likewise. */
  readonly #gaps = new Map<number, number>();
  /** Rows that an answer holds. */
  #step = MOST_ROWS;
  /** Every row before this offset was read or asked for. */
  #frontier = 0;
  /** The offset after the last row that came. */
  #furthest = 0;
  /** How many rows there are by the platform's own word. */
  #end = Number.POSITIVE_INFINITY;
  /** Offsets from here on are of no interest: the rows have ended, or nothing new came although there is more. */
  #limit = Number.POSITIVE_INFINITY;

  constructor(platform: ViewsPlatform, period: Period) {
    this.platform = platform;
    this.#period = period;
  }

  /** Over {@link rows}. */
  get sums(): Counts {
    return roundedCounts(this.#sums);
  }

  /** Whether there is nothing more to ask for. */
  get done(): boolean {
    const open = [this.#frontier, ...this.#open.keys(), ...this.#gaps.keys()];
    return open.every((offset) => offset >= this.#limit);
  }

  /**
   * Whether every row was read: as many different pages as the platform said there are rows, or pages that add up to
   * its totals. Fewer may mean that the order of the rows changed between two answers, so that some were missed.
   */
  get complete(): boolean {
    if (!this.done || !this.totals) return false;
    return this.rows.size === this.#end || !differenceOf(this.#sums, this.totals);
  }

  next(): ViewsQuery | undefined {
    for (const [offset, until] of this.#gaps) {
      this.#gaps.delete(offset);
      if (offset < this.#limit) return this.#ask(offset, until);
    }
    if (this.#frontier >= this.#limit || (this.#open.size > 0 && !this.#mayLookAhead())) return undefined;
    this.#frontier += this.#step;
    return this.#ask(this.#frontier - this.#step, this.#frontier);
  }

  needs({ offset }: ViewsQuery): boolean {
    return offset < this.#limit;
  }

  take({ offset }: ViewsQuery, { totals, views, oddRows, hasMore }: ViewsResponse): number {
    const until = this.#open.get(offset) ?? offset;
    this.#open.delete(offset);
    const isFirst = this.totals === undefined;
    this.totals ??= totals;
    const known = this.rows.size;
    for (const row of views) this.#add(row);
    this.oddRows += oddRows;
    const fresh = this.rows.size - known;
    const reached = offset + views.length + oddRows;
    if (!hasMore) {
      this.#end = Math.min(this.#end, reached);
      this.#limit = Math.min(this.#limit, reached);
    } else if (reached === offset || (fresh + oddRows === 0 && reached > this.#furthest)) {
      this.#limit = Math.min(this.#limit, offset);
    } else {
      // The platform may give fewer rows than were asked for, and counts offsets in rows.
      if (isFirst) this.#step = reached;
      else if (reached < until) this.#gaps.set(reached, until);
      this.#frontier = isFirst ? reached : Math.max(this.#frontier, reached);
    }
    this.#furthest = Math.max(this.#furthest, reached);
    return fresh;
  }

  #ask(offset: number, until: number): ViewsQuery {
    this.#open.set(offset, until);
    return { ...boundsOf(this.#period), limit: MOST_ROWS, offset };
  }

  /**
   * Whether more rows are likely from the frontier on. Where the rows come in the order of their views, the missing
   * ones have at most as many as the lowest so far, so that there are at least `unaccounted / lowest` of them.
   */
  #mayLookAhead(): boolean {
    if (!this.totals) return false;
    const unaccounted = this.totals.total - this.#sums.total;
    // The totals are not those of the rows, so they tell nothing.
    if (unaccounted < 0) return true;
    const likely = unaccounted * Math.min(1, LOOKAHEAD / this.#lowest);
    return this.#frontier < this.rows.size + likely;
  }

  #add(row: PageViews): void {
    const { path, human, ai, total } = row;
    const known = this.rows.get(path);
    if (known) {
      const isLarger = (total - known.total || human - known.human || ai - known.ai) > 0;
      if (!isLarger) return;
      addTo(this.#sums, { human: -known.human, ai: -known.ai, total: -known.total });
    }
    // Field by field: V8 keeps a field that is added to a spread object in an array of its own.
    this.rows.set(path, { path, human, ai, total, state: 'unknown', previous: undefined });
    this.#lowest = Math.min(this.#lowest, total);
    addTo(this.#sums, row);
  }
}
