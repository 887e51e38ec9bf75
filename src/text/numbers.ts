// Numbers as people read them. The `format` of a NumberFormat knows what it belongs to.

/**
 * Formats a number with thousands separators, such as `1,234,567`. Views may be fractions, and Mintlify may add them up
 * in binary: 0.1 + 0.2 is shown as 0.3.
 */
export const thousands = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 }).format;

/** Formats a number with three significant digits for places with little room, such as `1.23K`. */
export const compact = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  minimumSignificantDigits: 3,
  maximumSignificantDigits: 3,
}).format;

/** Formats `part` in percent of `whole`, such as `23.1%`; `–` if `whole` is 0. */
export function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}%`;
}

/** Formats a number with its noun, such as `1 page` or `2,000 pages`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${thousands(count)} ${count === 1 ? one : many}`;
}

/** Joins a list, such as `a`, `a and b`, or `a, b and c`. */
export function listed(parts: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(parts);
}
