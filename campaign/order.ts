import type { LedgerEntry } from '../sandbox/ledger.ts';
import type { Operation } from '../sandbox/operations.ts';

const ORDERED: readonly Operation[] = [
  'comment-list',
  'comment-create',
  'comment-update',
  'create',
  'message',
];

function isOrdered({ operation, nth }: LedgerEntry): boolean {
  return ORDERED.includes(operation) || (operation === 'get' && nth === 1);
}

export class Order {
  #runs: number[];
  #underWay: LedgerEntry | undefined;
  readonly #held = new Map<number, { readonly entry: LedgerEntry; readonly go: () => void }>();

  constructor(digits: string) {
    this.#runs = [...digits].map((digit) => Number(digit) - 1);
  }

  /** Resolves when the exchange comes next; absent if it can happen at any time. */
  admit(entry: LedgerEntry): Promise<void> | undefined {
    if (!isOrdered(entry) || !this.#runs.includes(entry.caller)) return undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held.set(entry.caller, { entry, go: resolve });
    this.#next();
    return promise;
  }

  answered(entry: LedgerEntry): void {
    if (this.#underWay !== entry) return;
    this.#underWay = undefined;
    this.#next();
  }

  leave(run: number): void {
    if (this.#underWay?.caller === run) this.#underWay = undefined;
    this.#runs = this.#runs.filter((each) => each !== run);
    this.#held.get(run)?.go();
    this.#held.delete(run);
    this.#next();
  }

  #next(): void {
    const [run] = this.#runs;
    const held = run === undefined ? undefined : this.#held.get(run);
    if (this.#underWay || run === undefined || !held) return;
    this.#runs.shift();
    this.#held.delete(run);
    this.#underWay = held.entry;
    held.go();
  }
}
