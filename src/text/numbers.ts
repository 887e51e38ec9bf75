// Formats numbers for people. Creating an `Intl` format takes milliseconds, so each format is created when it is first
// used.

let exactFormat: Intl.NumberFormat | undefined;
let compactFormat: Intl.NumberFormat | undefined;

/**
 * Formats a number with thousands separators, such as `1,234,567`. Rounds fractions to six digits, because sums of
 * binary fractions are inexact: 0.1 + 0.2 is shown as 0.3.
 */
export function thousands(value: number): string {
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  exactFormat ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
  return exactFormat.format(value);
}

/** Formats a number with three significant digits, such as `1.23K`, for places with little room. */
export function compact(value: number): string {
  const digits = { minimumSignificantDigits: 3, maximumSignificantDigits: 3 };
  compactFormat ??= new Intl.NumberFormat('en-US', { notation: 'compact', ...digits });
  return compactFormat.format(value);
}

/** Formats `part` as a percentage of `whole`, such as `23.1%`; `–` if `whole` is 0. */
export function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}%`;
}

/** Formats a number with its noun, such as `1 page` or `2,000 pages`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${thousands(count)} ${count === 1 ? one : many}`;
}

/** Joins texts for a sentence, such as `a`, `a and b`, or `a, b and c`. */
export function listed(parts: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(parts);
}
