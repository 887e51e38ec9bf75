import type { ViewsPlatform } from '../platform/client.ts';
import type { Counts, ViewsResponse } from '../platform/schemas.ts';
import { boundsOf, type DatedPeriod } from './period.ts';
import { Reader, type ReaderContext, type Task } from './reader.ts';

interface TotalsTask extends Task {
  readonly period: DatedPeriod;
}

/** The totals of several periods, each with one request. The latest come first, in case the budget ends. */
export class TotalsReader extends Reader<TotalsTask> {
  readonly #queue: DatedPeriod[];
  readonly #counts = new Map<DatedPeriod, Counts>();

  /** @param periods in order */
  constructor(platform: ViewsPlatform, context: ReaderContext, periods: readonly DatedPeriod[]) {
    super(platform, context);
    this.#queue = [...periods];
  }

  /** Absent if the period was not read. */
  countsOf(period: DatedPeriod): Counts | undefined {
    return this.#counts.get(period);
  }

  protected override next(): TotalsTask | undefined {
    const period = this.#queue.pop();
    return period && { period, query: { ...boundsOf(period), limit: 1, offset: 0 } };
  }

  protected override hasNext(): boolean {
    return this.#queue.length > 0;
  }

  protected override isNeeded(): boolean {
    return true;
  }

  protected override take({ period }: TotalsTask, { totals }: ViewsResponse): number {
    this.#counts.set(period, totals);
    return 0;
  }
}
