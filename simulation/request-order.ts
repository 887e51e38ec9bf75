import type { LedgerEntry } from '../sandbox/ledger.ts';

/** Operations that other runs can tell by, and of polls the first. */
const ORDERED = /^(comment-(list|create|update)|create|message) |^get 1$/;

/** Lets the requests of runs that go on at the same time happen in a given order, one after the other. */
export class Order {
  #turns: number[];
  #underWay: LedgerEntry | undefined;
  #change = Promise.withResolvers<void>();

  /** @param digits the run whose request comes next, digit by digit, from 1 */
  constructor(digits: string) {
    this.#turns = [...digits].map((digit) => Number(digit) - 1);
  }

  /** Waits until it is the request's turn. */
  async admit(entry: LedgerEntry): Promise<void> {
    const { operation, nth, caller } = entry;
    if (!ORDERED.test(`${operation} ${nth}`)) return;
    while (this.#turns.includes(caller) && (this.#underWay || this.#turns[0] !== caller))
      await this.#change.promise;
    if (this.#turns[0] !== caller) return;
    this.#turns.shift();
    this.#underWay = entry;
  }

  answered(entry: LedgerEntry): void {
    if (this.#underWay === entry) this.#underWay = undefined;
    this.#wake();
  }

  /** Nobody waits for a run that is over. */
  leave(run: number): void {
    this.#turns = this.#turns.filter((each) => each !== run);
    this.#wake();
  }

  #wake(): void {
    const { resolve } = this.#change;
    this.#change = Promise.withResolvers();
    resolve();
  }
}
