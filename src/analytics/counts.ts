import type { Counts } from '../mintlify/schemas.ts';
import { roundDecimals } from '../text/numbers.ts';

// Arithmetic with views by people, by AI, and in total. The total may differ from the sum of the others.

export const NO_VIEWS: Counts = { human: 0, ai: 0, total: 0 };

export function sumCounts(rows: Iterable<Counts>): Counts {
  const sum = { ...NO_VIEWS };
  for (const { human, ai, total } of rows) {
    sum.human += human;
    sum.ai += ai;
    sum.total += total;
  }
  return roundCounts(sum);
}

export function roundCounts({ human, ai, total }: Counts): Counts {
  return { human: roundDecimals(human), ai: roundDecimals(ai), total: roundDecimals(total) };
}

/** Returns the length of a bar: the views by people and AI. 0 if the views weren't read. */
export function barLength(counts: Counts | undefined): number {
  return counts ? counts.human + counts.ai : 0;
}

export function longestBar(counts: readonly (Counts | undefined)[]): number {
  return Math.max(...counts.map(barLength));
}
