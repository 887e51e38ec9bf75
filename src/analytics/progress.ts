import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Budget } from './budget.ts';
import { counted, thousands } from './report/figures.ts';

/** A line at most so often. */
const REQUESTS_PER_LINE = 20;
const MS_PER_LINE = 10_000;

/** Tells the log how far the reading is, now and then. */
export class Progress {
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #budget: Budget;
  #rows = 0;
  #answers = 0;
  #toldAnswers = 0;
  #toldAtMs: number;

  constructor(log: Log, clock: Clock, budget: Budget) {
    this.#log = log;
    this.#clock = clock;
    this.#budget = budget;
    this.#toldAtMs = clock.now();
  }

  /** Called with every answer. */
  answered(newRows: number): void {
    this.#rows += newRows;
    this.#answers += 1;
    const now = this.#clock.now();
    if (this.#answers - this.#toldAnswers < REQUESTS_PER_LINE && now - this.#toldAtMs < MS_PER_LINE) return;
    this.#toldAnswers = this.#answers;
    this.#toldAtMs = now;
    const { spent, left } = this.#budget;
    this.#log.info(
      `${counted(this.#rows, 'row')} after ${counted(spent, 'request')}; ${thousands(left)} left.`,
    );
  }
}
