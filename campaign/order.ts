import type { LedgerEntry } from '../sandbox/ledger.ts';
import type { Operation } from '../sandbox/operations.ts';

/** What is put in order: the rest (who may ask, polls) says nothing to other runs. */
const ORDERED: readonly Operation[] = [
  'comment-list',
  'comment-create',
  'comment-update',
  'create',
  'message',
];

/** The first poll of a job is what decides about it. */
function isOrdered({ operation, nth }: LedgerEntry): boolean {
  return ORDERED.includes(operation) || (operation === 'get' && nth === 1);
}

/** Lets exchanges of several steps happen in a given order, each wholly before the next one. */
export class Order {
  /** The steps whose exchanges are still to come, in order. */
  #steps: number[];
  #underWay: LedgerEntry | undefined;
  readonly #held = new Map<number, { readonly entry: LedgerEntry; readonly go: () => void }>();

  /** @param digits a digit for each exchange: the step that makes it */
  constructor(digits: string) {
    this.#steps = [...digits].map(Number);
  }

  /** Resolves when the exchange comes next; absent if it can happen at any time. */
  admit(entry: LedgerEntry): Promise<void> | undefined {
    if (!isOrdered(entry) || !this.#steps.includes(entry.caller)) return undefined;
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

  /** The step has ended: nothing of it is to come. */
  leave(step: number): void {
    if (this.#underWay?.caller === step) this.#underWay = undefined;
    this.#steps = this.#steps.filter((each) => each !== step);
    this.#held.get(step)?.go();
    this.#held.delete(step);
    this.#next();
  }

  #next(): void {
    const [step] = this.#steps;
    const held = step === undefined ? undefined : this.#held.get(step);
    if (this.#underWay || step === undefined || !held) return;
    this.#steps.shift();
    this.#held.delete(step);
    this.#underWay = held.entry;
    held.go();
  }
}
