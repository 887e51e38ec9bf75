import type { Counts, ViewsResponse } from '../platform/schemas.ts';
import { boundsOf } from './export.ts';
import type { DayViews } from './model.ts';
import { dayPeriod } from './period.ts';
import { Reading, type ReadingPorts, type Task } from './reading.ts';

interface DayTask extends Task {
  readonly day: string;
}

/** The totals of single days, each with one request. The latest days come first, in case the budget ends. */
export class DayReading extends Reading<DayTask> {
  readonly #days: readonly string[];
  readonly #queue: string[];
  readonly #counts = new Map<string, Counts>();

  /** @param days as `YYYY-MM-DD`, in order */
  constructor(ports: ReadingPorts, days: readonly string[]) {
    super(ports);
    this.#days = days;
    this.#queue = [...days];
  }

  /** All days in order, with the counts of those that were read. */
  get days(): DayViews[] {
    return this.#days.map((date) => ({ date, counts: this.#counts.get(date) }));
  }

  protected override next(): DayTask | undefined {
    const day = this.#queue.pop();
    return day === undefined
      ? undefined
      : { day, query: { ...boundsOf(dayPeriod(day)), limit: 1, offset: 0 } };
  }

  protected override hasNext(): boolean {
    return this.#queue.length > 0;
  }

  protected override isNeeded(): boolean {
    return true;
  }

  protected override take({ day }: DayTask, { totals }: ViewsResponse): number {
    this.#counts.set(day, totals);
    return 0;
  }
}
