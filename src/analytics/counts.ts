import type { Counts } from '../platform/schemas.ts';

// Arithmetic with views, which are whole numbers as a rule, but may be fractions.

export const NO_VIEWS: Counts = { human: 0, ai: 0, total: 0 };

const KINDS = ['total', 'human', 'ai'] as const;

/** Rounds off what binary fractions add: 0.1 + 0.2 is 0.3. */
export function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toFixed(6));
}

/** Adds up views; what is absent counts as none. */
export function sumOf(parts: Iterable<Counts | undefined>): Counts {
  const sum = { ...NO_VIEWS };
  for (const part of parts) for (const kind of KINDS) sum[kind] += part?.[kind] ?? 0;
  return { human: rounded(sum.human), ai: rounded(sum.ai), total: rounded(sum.total) };
}

/** Returns the first kind of views that differs, if any. */
export function differenceOf(a: Counts, b: Counts): (typeof KINDS)[number] | undefined {
  return KINDS.find((kind) => rounded(a[kind]) !== rounded(b[kind]));
}
