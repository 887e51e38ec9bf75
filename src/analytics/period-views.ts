import { isDeepStrictEqual } from 'node:util';
import type { ViewsQuery } from '../mintlify/client.ts';
import type { MintlifyError } from '../mintlify/errors.ts';
import { type Counts, MOST_ROWS, type PageViews, type ViewsResponse } from '../mintlify/schemas.ts';
import { dayAfter, type Period } from '../period.ts';
import { roundCounts, sumCounts } from './counts.ts';

/** Maximum number of requests that are sent at once. */
export const AT_ONCE = 4;
/** Maximum difference between a period's total and the sum of its pages, as a share of the total. */
const MOST_DIFFERENCE = 0.01;

/** Collects the views of one period. One range of rows is requested, then two, then four at a time, until the end. */
export class PeriodViews {
  readonly period: Period;
  /** Views of the whole site, from the first response. */
  totals: Counts | undefined;
  /** Number of rows whose shape Mintlify doesn't document. */
  oddRows = 0;
  error: MintlifyError | undefined;
  /** Pages by path. If Mintlify returns a page more than once, the larger counts are kept. */
  readonly #pages = new Map<string, PageViews>();
  readonly #limit: number;
  #atOnce = 1;
  /** Offset up to which every row has been requested, except for `#openQueries`. */
  #nextOffset = 0;
  /** Requests that are still to be sent, because a response had fewer rows than requested. */
  readonly #openQueries: ViewsQuery[] = [];
  /** Offset after the last row, as far as the responses say. */
  #endOffset = Number.POSITIVE_INFINITY;
  /** Whether Mintlify repeated rows, or promised rows that it didn't send. */
  #isDoubtful = false;
  #hasOddShares = false;

  /** With a `limit` of 1 row per request, only totals matter. */
  constructor(period: Period, limit = MOST_ROWS) {
    this.period = period;
    this.#limit = limit;
  }

  /** Pages with views. Rows without views aren't treated as pages. */
  get pages(): PageViews[] {
    return [...this.#pages.values()].filter(({ human, ai, total }) => human + ai + total > 0);
  }

  get sums(): Counts {
    return sumCounts(this.#pages.values());
  }

  /** Whether the first response arrived, and more requests can be sent. */
  get isUnfinished(): boolean {
    const hasUnrequestedRows = this.#openQueries.length > 0 || this.#nextOffset < this.#endOffset;
    return this.totals !== undefined && !this.error && hasUnrequestedRows;
  }

  /** Whether every request got a response. */
  get isAnswered(): boolean {
    return this.totals !== undefined && !this.error && !this.isUnfinished;
  }

  /** Whether Mintlify repeated or withheld rows, and the pages don't add up to the totals. */
  get isRepeated(): boolean {
    const { totals, sums } = this;
    const isDoubtful = this.#isDoubtful || this.#pages.size + this.oddRows > this.#endOffset;
    return isDoubtful && totals !== undefined && !isDeepStrictEqual(sums, totals);
  }

  /** Whether pages may be missing although every request got a response. */
  get isUnsound(): boolean {
    const least = this.isAnswered && this.totals ? (1 - MOST_DIFFERENCE) * this.totals.total : 0;
    return this.isRepeated || this.sums.total < least;
  }

  get isComplete(): boolean {
    return this.isAnswered && !this.isUnsound && this.oddRows === 0;
  }

  /** Whether there are more views by people or AI than in total, or more on pages than on the whole site. */
  get isContradictory(): boolean {
    const most = this.totals ? (1 + MOST_DIFFERENCE) * this.totals.total : 0;
    return this.#hasOddShares || this.sums.total > most;
  }

  /** Returns the requests to send now, at most `most`, each only once. */
  nextQueries(most: number): ViewsQuery[] {
    const count = Math.min(this.#atOnce, most);
    this.#atOnce = Math.min(AT_ONCE, 2 * this.#atOnce);
    // Rows after a short response may not exist, so the rest of its range comes first.
    if (this.#openQueries.length > 0) return this.#openQueries.splice(0, count);
    const dateFrom = this.period.from;
    // The API excludes the day `dateTo`.
    const dateTo = dayAfter(this.period.to);
    const limit = this.#limit;
    const first = this.#nextOffset;
    this.#nextOffset += count * limit;
    return Array.from({ length: count }, (_, index) => ({
      dateFrom,
      dateTo,
      limit,
      offset: first + index * limit,
    }));
  }

  /** Whether the rows of a request may exist, as far as the responses say. */
  needs({ offset }: ViewsQuery): boolean {
    return offset < this.#endOffset;
  }

  addResponse(query: ViewsQuery, { totals, views, oddRows, hasMore }: ViewsResponse): void {
    const { offset } = query;
    this.totals ??= roundCounts(totals);
    this.#hasOddShares ||= hasOddShares(this.totals) || views.some(hasOddShares);
    this.oddRows += oddRows;
    const newRows = views.filter((row) => this.#addPage(row)).length + oddRows;
    const reached = offset + views.length + oddRows;
    if (!hasMore) {
      this.#endOffset = Math.min(this.#endOffset, reached);
    } else if (newRows === 0) {
      this.#isDoubtful ||= offset < this.#endOffset;
      this.#endOffset = Math.min(this.#endOffset, offset);
    } else {
      const limit = offset + query.limit - reached;
      if (limit > 0) this.#openQueries.push({ ...query, limit, offset: reached });
      this.#nextOffset = Math.max(this.#nextOffset, reached);
    }
  }

  /** Returns whether the page is new. */
  #addPage(page: PageViews) {
    const known = this.#pages.get(page.path);
    if (known) this.#isDoubtful = true;
    if (!known || isLarger(page, known)) this.#pages.set(page.path, page);
    return !known;
  }
}

/** Ignores the inexactness of binary fractions. */
function hasOddShares({ human, ai, total }: Counts) {
  return Math.max(human, ai) - total > 1e-6;
}

/** Compares totals; if they are equal, views by people; then views by AI. */
function isLarger(page: Counts, known: Counts) {
  return (page.total - known.total || page.human - known.human || page.ai - known.ai) > 0;
}
