import type { ViewsPlatform } from '../platform/client.ts';
import { type Counts, MOST_ROWS, type PageViews, type ViewsResponse } from '../platform/schemas.ts';
import { addTo, differenceOf, NO_VIEWS, roundedCounts } from './counts.ts';
import { type PageRow, UNKNOWN } from './model.ts';
import { boundsOf, type Period } from './period.ts';
import { Reader, type ReaderContext, type Task } from './reader.ts';

/** So many times the least number of rows that must be missing are asked for at once. */
const LOOKAHEAD = 1.5;

interface RowsTask extends Task {
  /** The offset up to which rows are expected. */
  readonly until: number;
}

/**
 * All pages of a project with views in a period. The first request goes alone: it tells how many rows an answer holds.
 * Then up to four go at once, as far as the totals make more rows likely, until one is answered with `hasMore: false`:
 * at most three are made in vain, and mostly none, since the platform counts every one. The order of answers does not
 * matter.
 */
export class PagedReader extends Reader<RowsTask> {
  readonly #period: Period;
  /** By path. If a page comes more than once, its larger counts stay. */
  readonly rows = new Map<string, PageRow>();
  readonly #sums = { ...NO_VIEWS };
  readonly #gaps: RowsTask[] = [];
  #totals: Counts | undefined;
  #changed = false;
  #oddRows = 0;
  /** The least views of a row. */
  #lowest = Number.POSITIVE_INFINITY;
  /** Rows that an answer holds. */
  #step = MOST_ROWS;
  /** The offset after the last row that came. */
  #furthest = 0;
  /** Every row before this offset was read or asked for. */
  #frontier = 0;
  /** The offset at which the platform said that the rows end. */
  #end = Number.POSITIVE_INFINITY;
  /** The offset from which on the platform said that there is more, and sent nothing new. */
  #deadEnd = Number.POSITIVE_INFINITY;

  constructor(platform: ViewsPlatform, context: ReaderContext, period: Period) {
    super(platform, context);
    this.#period = period;
  }

  /** Of the whole site, as the first answer gave them; absent if none came. */
  get totals(): Counts | undefined {
    return this.#totals;
  }

  /** Over {@link rows}. */
  get sums(): Counts {
    return roundedCounts(this.#sums);
  }

  /** Rows of another shape than documented, which were left out. */
  get oddRows(): number {
    return this.#oddRows;
  }

  /**
   * Whether every row was read: as many different pages as the platform said there are rows, or pages that add up to
   * its totals. Fewer may mean that the order of the rows changed between two answers, so that some were missed.
   */
  get complete(): boolean {
    if (!this.done || this.error) return false;
    return (
      this.rows.size === this.#end || (this.#totals !== undefined && !differenceOf(this.#sums, this.#totals))
    );
  }

  /** Whether a page came again with other counts, or an answer with other totals than the first. */
  get changed(): boolean {
    return this.#changed;
  }

  /** How many rows there are by the platform's own word; infinite while it has not said so. */
  get end(): number {
    return this.#end;
  }

  protected override next(underWay: number): RowsTask | undefined {
    for (let gap = this.#gaps.shift(); gap; gap = this.#gaps.shift()) if (this.isNeeded(gap)) return gap;
    if (this.#frontier >= this.#limit || (underWay > 0 && !this.#mayLookAhead())) return undefined;
    const offset = this.#frontier;
    this.#frontier += this.#step;
    return this.#task(offset, this.#frontier);
  }

  protected override hasNext(): boolean {
    return this.#frontier < this.#limit || this.#gaps.some((gap) => this.isNeeded(gap));
  }

  protected override isNeeded({ query }: RowsTask): boolean {
    return query.offset < this.#limit;
  }

  protected override take({ query: { offset }, until }: RowsTask, response: ViewsResponse): number {
    const { totals, views, oddRows, hasMore } = response;
    const isFirst = this.#totals === undefined;
    this.#totals ??= totals;
    if (differenceOf(this.#totals, totals)) this.#changed = true;
    const fresh = views.reduce((count, row) => count + (this.#add(row) ? 1 : 0), 0);
    this.#oddRows += oddRows;
    const length = views.length + oddRows;
    const reached = offset + length;
    if (!hasMore) {
      this.#end = Math.min(this.#end, reached);
    } else if (length === 0 || (fresh + oddRows === 0 && reached > this.#furthest)) {
      this.#deadEnd = Math.min(this.#deadEnd, offset);
    } else {
      // The platform may give fewer rows than were asked for, and counts offsets in rows.
      this.#step = isFirst ? length : Math.max(this.#step, length);
      this.#frontier = isFirst ? reached : Math.max(this.#frontier, reached);
      if (reached < until && !isFirst) this.#gaps.push(this.#task(reached, until));
    }
    this.#furthest = Math.max(this.#furthest, reached);
    return fresh;
  }

  /** Offsets from here on are of no interest. */
  get #limit(): number {
    return Math.min(this.#end, this.#deadEnd);
  }

  #task(offset: number, until: number): RowsTask {
    return { query: { ...boundsOf(this.#period), limit: MOST_ROWS, offset }, until };
  }

  /**
   * Whether more rows are likely from the frontier on. Where the rows come in the order of their views, the missing
   * ones have at most as many as the lowest so far, so that there are at least `unaccounted / lowest` of them.
   */
  #mayLookAhead(): boolean {
    if (!this.#totals) return false;
    const unaccounted = this.#totals.total - this.#sums.total;
    // The totals are not those of the rows, so they tell nothing.
    if (unaccounted < 0) return true;
    const likely = unaccounted * Math.min(1, LOOKAHEAD / this.#lowest);
    return this.#frontier < this.rows.size + likely;
  }

  /** Whether the page is new. */
  #add(row: PageViews): boolean {
    const known = this.rows.get(row.path);
    if (known && differenceOf(known, row)) this.#changed = true;
    if (known && !isLarger(row, known)) return false;
    const { path, human, ai, total } = row;
    // Field by field: V8 keeps a field that is added to a spread object in an array of its own.
    this.rows.set(path, { path, human, ai, total, before: UNKNOWN });
    this.#lowest = Math.min(this.#lowest, total);
    addTo(this.#sums, row);
    if (known) addTo(this.#sums, { human: -known.human, ai: -known.ai, total: -known.total });
    return !known;
  }
}

function isLarger(a: Counts, b: Counts): boolean {
  return (a.total - b.total || a.human - b.human || a.ai - b.ai) > 0;
}
