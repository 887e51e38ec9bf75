import type { Counts } from '../platform/schemas.ts';

// Arithmetic with views, which are usually whole numbers, but may be fractions.

/** Counts that are all 0. */
export const NO_VIEWS: Counts = { human: 0, ai: 0, total: 0 };

const KINDS = ['total', 'human', 'ai'] as const;

/** Rounds to six decimals, which removes the inexactness of binary fractions: 0.1 + 0.2 becomes 0.3. */
export function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toFixed(6));
}

/** Adds up counts of views. Undefined parts add nothing. */
export function sumOf(parts: Iterable<Counts | undefined>): Counts {
  const sum = { ...NO_VIEWS };
  for (const part of parts) for (const kind of KINDS) sum[kind] += part?.[kind] ?? 0;
  return { human: rounded(sum.human), ai: rounded(sum.ai), total: rounded(sum.total) };
}

/** Returns the first kind of views that differs; undefined if all are equal. */
export function differenceOf(a: Counts, b: Counts): (typeof KINDS)[number] | undefined {
  return KINDS.find((kind) => rounded(a[kind]) !== rounded(b[kind]));
}
