import { type Days, dayAfter } from '../period.ts';
import type { ViewsQuery } from '../platform/client.ts';
import type { PlatformError } from '../platform/errors.ts';
import { type Counts, MOST_ROWS, type PageViews, type ViewsResponse } from '../platform/schemas.ts';
import { differenceOf, sumOf } from './counts.ts';

/** Largest number of requests that are sent at the same time. */
export const AT_ONCE = 4;
/** Share of the total views that the pages of a complete period may lack. */
const MOST_MISSING = 0.01;

/**
 * Reads one period: with the first answer the totals of the whole site, then the rows. Requests one range of rows, then
 * two, then four at once, until an answer says that there are no more. So at most three requests find nothing.
 */
export class PeriodPages {
  readonly period: Days;
  /** Views of the whole site, from the first answer; undefined before it. */
  totals: Counts | undefined;
  /** Number of rows left out because Mintlify doesn't document their shape. */
  oddRows = 0;
  /** Error that ended the reading early. */
  error: PlatformError | undefined;
  /** Rows by path. If a page comes more than once, its larger counts stay. */
  readonly #rows = new Map<string, PageViews>();
  readonly #limit: number;
  #atOnce = 1;
  /** Offset up to which every row has been requested, except for those in gaps. */
  #next = 0;
  /** Rows still to request, because an answer had fewer than requested. */
  #gaps: Pick<ViewsQuery, 'offset' | 'limit'>[] = [];
  /** Offset after the last row, as far as answers have shown it. */
  #end = Number.POSITIVE_INFINITY;
  /** Whether Mintlify repeated rows, or promised some that it didn't send. */
  #isDoubtful = false;

  /** @param limit rows per request; 1 if only totals matter */
  constructor(period: Days, limit = MOST_ROWS) {
    this.period = period;
    this.#limit = limit;
  }

  /** Rows with views: a row without any doesn't count as a page. */
  get rows(): PageViews[] {
    return [...this.#rows.values()].filter(({ human, ai, total }) => human + ai + total > 0);
  }

  get sums(): Counts {
    return sumOf(this.#rows.values());
  }

  /** Whether the totals are known and rows are left to request. */
  get isOpen(): boolean {
    return this.totals !== undefined && !this.error && (this.#gaps.length > 0 || this.#next < this.#end);
  }

  /** Whether every request was answered. */
  get isAnswered(): boolean {
    return this.totals !== undefined && !this.isOpen && !this.error;
  }

  /**
   * Whether rows don't add up to the totals after Mintlify repeated rows, sent rows after the last one, or didn't send
   * promised ones.
   */
  get isRepeated(): boolean {
    const isDoubtful = this.#isDoubtful || this.#rows.size + this.oddRows > this.#end;
    return isDoubtful && this.totals !== undefined && differenceOf(this.sums, this.totals) !== undefined;
  }

  /** Whether pages may be missing although their rows were answered. */
  get isUnsound(): boolean {
    if (this.isRepeated || !this.totals || !this.isAnswered) return this.isRepeated;
    return this.sums.total < (1 - MOST_MISSING) * this.totals.total;
  }

  get isComplete(): boolean {
    return this.isAnswered && !this.isUnsound && this.oddRows === 0;
  }

  /** Takes the requests to send now, at most `most`. Returns each request only once. */
  next(most: number): ViewsQuery[] {
    const count = Math.min(this.#atOnce, most);
    this.#atOnce = Math.min(AT_ONCE, 2 * this.#atOnce);
    // Rows after a gap may not exist, so gaps come first.
    if (this.#gaps.length === 0) {
      for (; this.#gaps.length < count; this.#next += this.#limit)
        this.#gaps.push({ offset: this.#next, limit: this.#limit });
    }
    // The API's end is exclusive.
    const bounds = { dateFrom: this.period.from, dateTo: dayAfter(this.period.to) };
    return this.#gaps.splice(0, count).map((range) => ({ ...bounds, ...range }));
  }

  /** Checks whether a request that failed should still be sent. */
  needs({ offset }: Pick<ViewsQuery, 'offset'>): boolean {
    return offset < this.#end;
  }

  /** Adds the answer to a request. */
  take({ offset, limit }: ViewsQuery, { totals, views, oddRows, hasMore }: ViewsResponse): void {
    // Summed, which rounds off what binary fractions add.
    this.totals ??= sumOf([totals]);
    this.oddRows += oddRows;
    const newRows = views.filter((row) => this.#add(row)).length + oddRows;
    const reached = offset + views.length + oddRows;
    if (!hasMore) {
      this.#end = Math.min(this.#end, reached);
    } else if (newRows === 0) {
      this.#isDoubtful ||= offset < this.#end;
      this.#end = Math.min(this.#end, offset);
    } else {
      if (reached < offset + limit) this.#gaps.push({ offset: reached, limit: offset + limit - reached });
      this.#next = Math.max(this.#next, reached);
    }
    this.#gaps = this.#gaps.filter((gap) => this.needs(gap));
  }

  /** Adds a row, and returns whether its page is new. */
  #add(row: PageViews): boolean {
    const known = this.#rows.get(row.path);
    if (known) this.#isDoubtful = true;
    const isLarger = !known || (row.total - known.total || row.human - known.human || row.ai - known.ai) > 0;
    if (isLarger) this.#rows.set(row.path, row);
    return !known;
  }
}
