// Numbers as people read them. The `format` of a NumberFormat knows what it belongs to.

/**
 * With thousands separators, such as `1,234,567`. Views may be fractions, and a platform may add them up in binary: 0.1 +
 * 0.2 is shown as 0.3.
 */
export const thousands = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 }).format;

/** With three significant digits where there is little room, such as `1.23K`. */
export const compact = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  minimumSignificantDigits: 3,
  maximumSignificantDigits: 3,
}).format;

/** Formats `part` in percent of `whole`, such as `23.1%`; `–` if `whole` is 0. */
export function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}%`;
}

/** `1 page`, `2,000 pages`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${thousands(count)} ${count === 1 ? one : many}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(parts: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(parts);
}
