import type { LedgerEntry } from '../sandbox/ledger.ts';

const ORDERED = /^(comment-(list|create|update)|create|message)$/;

/** Lets the requests of runs that go on at the same time happen in a given order. */
export class Order {
  #turns: number[];
  readonly #held = new Map<number, () => void>();

  /** @param digits the run whose request comes next, digit by digit, from 1 */
  constructor(digits: string) {
    this.#turns = [...digits].map((digit) => Number(digit) - 1);
  }

  /** Resolves when it is the request's turn; undefined if it can happen at any time. */
  admit({ operation, nth, caller }: LedgerEntry): Promise<void> | undefined {
    const isOrdered = ORDERED.test(operation) || (operation === 'get' && nth === 1);
    if (!isOrdered || !this.#turns.includes(caller)) return undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held.set(caller, resolve);
    this.#next();
    return promise;
  }

  /** Nobody waits for a run that is over. */
  leave(run: number): void {
    this.#turns = this.#turns.filter((each) => each !== run);
    this.#held.get(run)?.();
    this.#next();
  }

  #next(): void {
    for (let [turn = 0] = this.#turns; this.#held.has(turn); [turn = 0] = this.#turns) {
      this.#held.get(turn)?.();
      this.#held.delete(turn);
      this.#turns.shift();
    }
  }
}
