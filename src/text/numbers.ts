// Formats numbers for people. `Intl` isn't used where that is simple, because loading it takes time and 9 MB.

/** Least number that is written with an exponent, or whose six decimals aren't exact. */
const LARGE = 1e15;

/** Formats a number from 0, such as `1,234,567`. Rounds to six digits, because sums of binary fractions are inexact. */
export function formatNumber(value: number): string {
  if (value >= LARGE) return value.toLocaleString('en-US', { maximumFractionDigits: 6 });
  const [whole = '', decimals = ''] = (Number.isInteger(value) ? `${value}` : value.toFixed(6)).split('.');
  const fraction = decimals.replace(/0+$/, '');
  return `${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}${fraction && `.${fraction}`}`;
}

/** Formats a number with three significant digits, such as `1.23K`, for places with little room. */
export function formatCompact(value: number): string {
  let [shown, unit] = [Number(value.toPrecision(3)), ''];
  for (const larger of 'KMBT') if (shown >= 1000) [shown, unit] = [shown / 1000, larger];
  return `${shown < 1000 ? shown.toPrecision(3) : Math.round(shown)}${unit}`;
}

/** Formats `part` as a percentage of `whole`, such as `23.1%`; `–` if `whole` is 0. */
export function formatPercent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}%`;
}

/** Returns the change in percent, rounded to one decimal; undefined if `before` is 0 or unknown. */
export function percentChange(now: number, before: number | undefined): number | undefined {
  // Adding 0 turns -0 into 0.
  return before ? Number((((now - before) / before) * 100).toFixed(1)) + 0 : undefined;
}

export function formatSignedPercent(percent: number): string {
  return `${percent > 0 ? '+' : ''}${percent.toFixed(1)}`;
}

/** Rounds to six decimals, which removes the inexactness of binary fractions: 0.1 + 0.2 becomes 0.3. */
export function roundDecimals(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toFixed(6));
}

/** Formats a number with its noun, such as `1 page` or `2,000 pages`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
