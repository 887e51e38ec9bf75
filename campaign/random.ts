import { hash01, hashText } from '../sandbox/random.ts';

/** Numbers that depend on `keys` alone, so that a run can be repeated from its name. */
export class Random {
  readonly #seed: number;
  #drawn = 0;

  constructor(...keys: readonly (number | string)[]) {
    this.#seed = hashText(keys.join('\0'), 0);
  }

  /** From 0 up to 1. */
  next(): number {
    this.#drawn += 1;
    // Steps of the golden ratio keep neighbouring numbers apart before they are mixed.
    return hash01(this.#seed + Math.imul(this.#drawn, 0x9e3779b9));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.next() * choices.length)] as T;
  }

  /** A key of `weights`, as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const entries = Object.entries(weights) as [K, number][];
    let rest = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      rest -= weight;
      if (rest < 0) return key;
    }
    return (entries.at(-1) as [K, number])[0];
  }
}
