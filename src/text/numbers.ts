/** Numbers as people read them. */

/** Views may be fractions, and a platform may add them up in binary: 0.1 + 0.2 is shown as 0.3. */
const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const LIST = new Intl.ListFormat('en-GB');

/** With thousands separators, such as `1,234,567`. */
export function thousands(count: number): string {
  return WHOLE.format(count);
}

/** For the axis of a chart, such as `1.2K`. */
export function compact(count: number): string {
  return COMPACT.format(count);
}

/** `part` of `whole` in percent, such as `23.1 %`; `–` of nothing. */
export function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`;
}

/** `1 page`, `2,000 pages`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${thousands(count)} ${count === 1 ? one : many}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(parts: readonly string[]): string {
  return LIST.format(parts);
}
