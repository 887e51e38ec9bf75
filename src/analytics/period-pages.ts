import { isDeepStrictEqual } from 'node:util';
import type { ViewsQuery } from '../mintlify/client.ts';
import type { MintlifyError } from '../mintlify/errors.ts';
import { type Counts, MOST_ROWS, type PageViews, type ViewsResponse } from '../mintlify/schemas.ts';
import { type Days, dayAfter } from '../period.ts';
import { roundDecimals } from '../text/numbers.ts';

export const AT_ONCE = 4;
/** Maximum share of the total views that may be missing from the pages of a complete period. */
const MOST_MISSING = 0.01;

export const NO_VIEWS: Counts = { human: 0, ai: 0, total: 0 };

export type Sum = { -readonly [K in keyof Counts]: number };

export function add(sum: Sum, { human, ai, total }: Counts, sign: 1 | -1 = 1): void {
  sum.human += sign * human;
  sum.ai += sign * ai;
  sum.total += sign * total;
}

export function rounded({ human, ai, total }: Counts): Counts {
  return { human: roundDecimals(human), ai: roundDecimals(ai), total: roundDecimals(total) };
}

/** Collects the pages of one period. One range of rows is requested, then two, then four at a time, until the end. */
export class PeriodPages {
  readonly period: Days;
  /** Views of the whole site, from the first response. */
  totals: Counts | undefined;
  /** Number of rows whose shape Mintlify doesn't document. */
  oddRows = 0;
  error: MintlifyError | undefined;
  /** Rows by path. If Mintlify returns a page more than once, the larger counts are kept. */
  readonly #rows = new Map<string, PageViews>();
  readonly #sums: Sum = { ...NO_VIEWS };
  readonly #limit: number;
  #atOnce = 1;
  /** Offset up to which every row has been requested, except for the rows in `#left`. */
  #next = 0;
  /** Ranges of rows that are still to be requested, because a response had fewer rows than requested. */
  #left: Pick<ViewsQuery, 'offset' | 'limit'>[] = [];
  /** Offset after the last row, as far as the responses say. */
  #end = Number.POSITIVE_INFINITY;
  /** Whether Mintlify repeated rows, or promised rows that it didn't send. */
  #isDoubtful = false;

  /** With a `limit` of 1 row per request, only totals matter. */
  constructor(period: Days, limit = MOST_ROWS) {
    this.period = period;
    this.#limit = limit;
  }

  /** Rows with views. Others aren't treated as pages. */
  get rows(): PageViews[] {
    return [...this.#rows.values()].filter(({ human, ai, total }) => human + ai + total > 0);
  }

  get sums(): Counts {
    return rounded(this.#sums);
  }

  get isOpen(): boolean {
    return this.totals !== undefined && !this.error && (this.#left.length > 0 || this.#next < this.#end);
  }

  get isAnswered(): boolean {
    return this.totals !== undefined && !this.isOpen && !this.error;
  }

  /** Whether Mintlify repeated or withheld rows, and the rows don't add up to the totals. */
  get isRepeated(): boolean {
    const { totals, sums } = this;
    const isDoubtful = this.#isDoubtful || this.#rows.size + this.oddRows > this.#end;
    return isDoubtful && totals !== undefined && !isDeepStrictEqual(sums, totals);
  }

  /** Whether pages may be missing although every request got a response. */
  get isUnsound(): boolean {
    const least = this.isAnswered && this.totals ? (1 - MOST_MISSING) * this.totals.total : 0;
    return this.isRepeated || this.sums.total < least;
  }

  get isComplete(): boolean {
    return this.isAnswered && !this.isUnsound && this.oddRows === 0;
  }

  /** Returns the requests to send now, at most `most`, each only once. */
  next(most: number): ViewsQuery[] {
    const count = Math.min(this.#atOnce, most);
    this.#atOnce = Math.min(AT_ONCE, 2 * this.#atOnce);
    // Rows after a short response may not exist, so the rest of its range comes first.
    if (this.#left.length === 0) {
      for (; this.#left.length < count; this.#next += this.#limit)
        this.#left.push({ offset: this.#next, limit: this.#limit });
    }
    // The API excludes the day `dateTo`.
    const bounds = { dateFrom: this.period.from, dateTo: dayAfter(this.period.to) };
    return this.#left.splice(0, count).map((range) => ({ ...bounds, ...range }));
  }

  needs({ offset }: Pick<ViewsQuery, 'offset'>): boolean {
    return offset < this.#end;
  }

  take({ offset, limit }: ViewsQuery, { totals, views, oddRows, hasMore }: ViewsResponse): void {
    this.totals ??= rounded(totals);
    this.oddRows += oddRows;
    const newRows = views.filter((row) => this.#add(row)).length + oddRows;
    const reached = offset + views.length + oddRows;
    if (!hasMore) {
      this.#end = Math.min(this.#end, reached);
    } else if (newRows === 0) {
      this.#isDoubtful ||= offset < this.#end;
      this.#end = Math.min(this.#end, offset);
    } else {
      if (reached < offset + limit) this.#left.push({ offset: reached, limit: offset + limit - reached });
      this.#next = Math.max(this.#next, reached);
    }
  }

  #add(row: PageViews): boolean {
    const known = this.#rows.get(row.path);
    if (known) this.#isDoubtful = true;
    const isLarger = !known || (row.total - known.total || row.human - known.human || row.ai - known.ai) > 0;
    if (!isLarger) return false;
    this.#rows.set(row.path, row);
    if (known) add(this.#sums, known, -1);
    add(this.#sums, row);
    return !known;
  }
}
