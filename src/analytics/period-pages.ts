import { type Days, dayAfter } from '../period.ts';
import type { ViewsQuery } from '../platform/client.ts';
import type { PlatformError } from '../platform/errors.ts';
import { type Counts, MOST_ROWS, type PageViews, type ViewsResponse } from '../platform/schemas.ts';
import { differenceOf, sumOf } from './counts.ts';

/** Requests under way at the same time, at most. */
export const AT_ONCE = 4;
/** The share of the total's views that may be on no page. */
const MOST_MISSING = 0.01;

/**
 * Reads one period: with the first answer the totals of the whole site, then the rows. It requests one page, then two,
 * then four at once, until one is answered with `hasMore: false`. So at most three requests find nothing.
 */
export class PeriodPages {
  readonly period: Days;
  /** Rows by path. If a page comes more than once, its larger counts stay. */
  readonly #rows = new Map<string, PageViews>();
  /** Views of the whole site, as the first answer gave them; absent if none came. */
  totals: Counts | undefined;
  /** Rows of another shape than documented, which were left out. */
  oddRows = 0;
  /** Error that ended the reading early. */
  error: PlatformError | undefined;
  /** Whether rows were repeated, came after the last one, or were promised and did not come. */
  #isDoubtful = false;
  #atOnce = 1;
  readonly #limit: number;
  /** Every row before this offset was read or requested. */
  #frontier = 0;
  /** Rows left to read, since an answer had fewer than requested. */
  #holes: Pick<ViewsQuery, 'offset' | 'limit'>[] = [];
  /** Offset from which on rows do not matter. */
  #end = Number.POSITIVE_INFINITY;
  /** The offset after the last row that came. */
  #reached = 0;

  /** @param limit rows per request; 1 where only totals matter */
  constructor(period: Days, limit = MOST_ROWS) {
    this.period = period;
    this.#limit = limit;
  }

  /** Rows with views: a row without any does not count as a page. */
  get rows(): PageViews[] {
    return [...this.#rows.values()].filter(({ human, ai, total }) => human + ai + total > 0);
  }

  get sums(): Counts {
    return sumOf(this.#rows.values());
  }

  /** Whether the first answer came, and more is to be requested. */
  get isOpen(): boolean {
    return this.totals !== undefined && !this.error && (this.#holes.length > 0 || this.#frontier < this.#end);
  }

  /** Whether rows were repeated, or promised and not sent, and do not add up to the totals. */
  get isRepeated(): boolean {
    const isDoubtful = this.#isDoubtful || this.#reached > this.#end;
    return isDoubtful && this.totals !== undefined && differenceOf(this.sums, this.totals) !== undefined;
  }

  /** Whether every request was answered. */
  get isAnswered(): boolean {
    return this.totals !== undefined && !this.isOpen && !this.error;
  }

  /** Whether pages may be missing from what was answered. */
  get isUnsound(): boolean {
    if (this.isRepeated || !this.totals || !this.isAnswered) return this.isRepeated;
    return this.sums.total < (1 - MOST_MISSING) * this.totals.total;
  }

  get isComplete(): boolean {
    return this.isAnswered && !this.isUnsound && this.oddRows === 0;
  }

  /** Takes the requests to make now, at most `most`. Each is given only once. */
  next(most: number): ViewsQuery[] {
    const count = Math.min(this.#atOnce, most);
    this.#atOnce = Math.min(AT_ONCE, 2 * this.#atOnce);
    // The API's end is exclusive.
    const bounds = { dateFrom: this.period.from, dateTo: dayAfter(this.period.to) };
    // What is beyond a hole may not exist.
    if (this.#holes.length === 0) {
      const [first, limit] = [this.#frontier, this.#limit];
      this.#holes = Array.from({ length: count }, (_, index) => ({ offset: first + index * limit, limit }));
      this.#frontier += count * limit;
    }
    return this.#holes.splice(0, count).map((hole) => ({ ...bounds, ...hole }));
  }

  /** Checks whether a request that failed is still worth making. */
  needs({ offset }: Pick<ViewsQuery, 'offset'>): boolean {
    return offset < this.#end;
  }

  take({ offset, limit }: ViewsQuery, { totals, views, oddRows, hasMore }: ViewsResponse): void {
    // Without what binary fractions add.
    this.totals ??= sumOf([totals]);
    this.oddRows += oddRows;
    const fresh = views.filter((row) => this.#add(row)).length + oddRows;
    const reached = offset + views.length + oddRows;
    if (fresh > 0) this.#reached = Math.max(this.#reached, reached);
    if (!hasMore) {
      this.#end = Math.min(this.#end, reached);
    } else if (fresh === 0) {
      this.#isDoubtful ||= offset < this.#end;
      this.#end = Math.min(this.#end, offset);
    } else {
      if (reached < offset + limit) this.#holes.push({ offset: reached, limit: offset + limit - reached });
      this.#frontier = Math.max(this.#frontier, reached);
    }
    this.#holes = this.#holes.filter((hole) => this.needs(hole));
  }

  /** Adds a row, and returns whether it is a new page. */
  #add(row: PageViews): boolean {
    const known = this.#rows.get(row.path);
    if (known) this.#isDoubtful = true;
    const isLarger = !known || (row.total - known.total || row.human - known.human || row.ai - known.ai) > 0;
    if (isLarger) this.#rows.set(row.path, row);
    return !known;
  }
}
