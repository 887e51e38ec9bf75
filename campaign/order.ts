import type { LedgerEntry } from '../sandbox/ledger.ts';

const ORDERED = /^(comment-(list|create|update)|create|message)$/;

/** Lets the requests of runs that go on at the same time happen in a given order. */
export class Order {
  #turns: number[];
  #underWay: LedgerEntry | undefined;
  readonly #waiting = new Map<number, () => void>();

  /** @param digits the run whose request comes next, digit by digit, from 1 */
  constructor(digits: string) {
    this.#turns = [...digits].map((digit) => Number(digit) - 1);
  }

  /** Resolves when it is the request's turn; undefined if it can happen at any time. */
  admit(entry: LedgerEntry): Promise<void> | undefined {
    const { operation, nth, caller } = entry;
    const isOrdered = ORDERED.test(operation) || (operation === 'get' && nth === 1);
    if (!isOrdered || !this.#turns.includes(caller)) return undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.set(caller, () => {
      this.#underWay = entry;
      resolve();
    });
    this.#next();
    return promise;
  }

  answered(entry: LedgerEntry): void {
    if (this.#underWay === entry) this.#underWay = undefined;
    this.#next();
  }

  /** Nobody waits for a run that is over. */
  leave(run: number): void {
    this.#turns = this.#turns.filter((each) => each !== run);
    this.#next();
  }

  #next(): void {
    const [turn = -1] = this.#turns;
    const go = this.#underWay ? undefined : this.#waiting.get(turn);
    if (!go) return;
    this.#turns.shift();
    this.#waiting.delete(turn);
    go();
  }
}
