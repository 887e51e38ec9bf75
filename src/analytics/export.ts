import type { ViewsQuery } from '../platform/client.ts';
import { type Counts, MOST_ROWS, type PageViews, type ViewsResponse } from '../platform/schemas.ts';
import { differenceOf, NO_VIEWS, rounded } from './counts.ts';
import { type PageRow, UNKNOWN } from './model.ts';
import type { Period } from './period.ts';
import { Reading, type ReadingPorts, type Task } from './reading.ts';

/** How many times as many rows as must be missing are taken for likely. */
const DARING = 1.5;

interface RowsTask extends Task {
  /** The offset up to which rows are expected. */
  readonly until: number;
}

/** An answer with `hasMore`, but without any row, or with none that had not come before. */
interface DeadEnd {
  readonly kind: 'empty' | 'repeated';
  readonly offset: number;
}

/** The query's part that says which period is meant. */
export function boundsOf(period: Period): Pick<ViewsQuery, 'dateFrom' | 'dateTo'> {
  return period.kind === 'all' ? {} : { dateFrom: period.from, dateTo: period.to };
}

/**
 * All pages of a project with views in a period. The first request goes alone: it tells how many rows an answer
 * really holds. The further ones run ahead of what is known to exist, as far as the totals make it likely, so that
 * at most 3 are made in vain and mostly none. The order in which answers come does not matter.
 */
export class PageExport extends Reading<RowsTask> {
  readonly #bounds: Pick<ViewsQuery, 'dateFrom' | 'dateTo'>;
  /** By path. If a page comes more than once, its larger counts stay. */
  readonly rows = new Map<string, PageRow>();
  readonly #sums = { ...NO_VIEWS };
  readonly #gaps: RowsTask[] = [];
  #totals: Counts | undefined;
  #totalsMoved = false;
  /** The least views of a row. */
  #lowest = Number.POSITIVE_INFINITY;
  #answers = 0;
  #conflicts = 0;
  #oddRows = 0;
  /** Rows that an answer holds. */
  #step = MOST_ROWS;
  /** The offset after the last row that came. */
  #furthest = 0;
  /** Every row before this offset was read or asked for. */
  #frontier = 0;
  /** The offset at which the platform said that the rows end. */
  #end = Number.POSITIVE_INFINITY;
  #deadEnd: DeadEnd | undefined;

  constructor(ports: ReadingPorts, period: Period) {
    super(ports);
    this.#bounds = boundsOf(period);
  }

  /** Of the whole site, as the first answer gave them; absent if none came. */
  get totals(): Counts | undefined {
    return this.#totals;
  }

  /** Over {@link rows}. */
  get sums(): Counts {
    return { ...this.#sums };
  }

  /** How often a page came again with other counts. */
  get conflicts(): number {
    return this.#conflicts;
  }

  /** Rows of another shape than documented, which were left out. */
  get oddRows(): number {
    return this.#oddRows;
  }

  /** Whether a later answer gave other totals than the first. */
  get totalsMoved(): boolean {
    return this.#totalsMoved;
  }

  /** Why reading ended before the platform said that there are no more rows, if it did. */
  get deadEnd(): DeadEnd['kind'] | undefined {
    return this.#deadEnd && this.#deadEnd.offset < this.#end ? this.#deadEnd.kind : undefined;
  }

  /** Where the rows end by the platform's own word, once that is known. */
  get end(): number | undefined {
    return this.done && this.#end < Number.POSITIVE_INFINITY ? this.#end : undefined;
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

  protected override next(underWay: number): RowsTask | undefined {
    for (let gap = this.#gaps.shift(); gap; gap = this.#gaps.shift()) if (this.isNeeded(gap)) return gap;
    if (this.#frontier >= this.#limit || (underWay > 0 && !this.#mayGoAhead())) return undefined;
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
    const { views, oddRows, hasMore } = response;
    this.#takeTotals(response.totals);
    const fresh = views.reduce((count, row) => count + (this.#add(row) ? 1 : 0), 0);
    const length = views.length + oddRows;
    const reached = offset + length;
    this.#answers += 1;
    this.#oddRows += oddRows;
    if (!hasMore) {
      this.#end = Math.min(this.#end, reached);
    } else if (length === 0 || (fresh + oddRows === 0 && reached > this.#furthest)) {
      this.#takeDeadEnd({ kind: length === 0 ? 'empty' : 'repeated', offset });
    } else {
      this.#advance(reached, until, length);
    }
    this.#furthest = Math.max(this.#furthest, reached);
    return fresh;
  }

  /** Notes that rows came up to `reached`, where they were expected up to `until`. */
  #advance(reached: number, until: number, length: number): void {
    if (this.#answers === 1) {
      // The platform may give fewer rows than were asked for, and counts offsets in rows.
      this.#step = length;
      this.#frontier = reached;
      return;
    }
    this.#step = Math.max(this.#step, length);
    this.#frontier = Math.max(this.#frontier, reached);
    if (reached < until) this.#gaps.push(this.#task(reached, until));
  }

  /** Offsets from here on are of no interest. */
  get #limit(): number {
    return Math.min(this.#end, this.#deadEnd?.offset ?? Number.POSITIVE_INFINITY);
  }

  #task(offset: number, until: number): RowsTask {
    return { query: { ...this.#bounds, limit: MOST_ROWS, offset }, until };
  }

  /**
   * Whether more rows are likely from the frontier on. Where the rows come in the order of their views, the missing
   * ones have at most as many as the lowest so far, so that there are at least `unaccounted / lowest` of them.
   */
  #mayGoAhead(): boolean {
    if (!this.#totals) return false;
    const unaccounted = this.#totals.total - this.#sums.total;
    // The totals are not those of the rows, so they tell nothing.
    if (unaccounted < 0) return true;
    const likely = unaccounted * Math.min(1, DARING / this.#lowest);
    return this.#frontier < this.rows.size + likely;
  }

  #takeTotals(totals: Counts): void {
    this.#totals ??= totals;
    if (differenceOf(this.#totals, totals)) this.#totalsMoved = true;
  }

  #takeDeadEnd(deadEnd: DeadEnd): void {
    if (deadEnd.offset < (this.#deadEnd?.offset ?? Number.POSITIVE_INFINITY)) this.#deadEnd = deadEnd;
  }

  /** Whether the page is new. */
  #add(row: PageViews): boolean {
    const known = this.rows.get(row.path);
    if (known && differenceOf(known, row)) this.#conflicts += 1;
    if (known && !isLarger(row, known)) return false;
    const { path, human, ai, total } = row;
    // Field by field: V8 keeps a field that is added to a spread object in an array of its own.
    this.rows.set(path, { path, human, ai, total, before: UNKNOWN });
    this.#lowest = Math.min(this.#lowest, row.total);
    for (const kind of ['human', 'ai', 'total'] as const) {
      this.#sums[kind] = rounded(this.#sums[kind] + row[kind] - (known?.[kind] ?? 0));
    }
    return !known;
  }
}

function isLarger(a: Counts, b: Counts): boolean {
  return (
    a.total > b.total || (a.total === b.total && (a.human > b.human || (a.human === b.human && a.ai > b.ai)))
  );
}
