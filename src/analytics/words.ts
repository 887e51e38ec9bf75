import { type Days, isSame, lengthOf, type Period, periodName, periodsBefore } from '../period.ts';
import { formatCount, formatNumber, formatPercent, percentChange, signedPercent } from '../text/numbers.ts';
import { VERSION } from '../version.ts';
import type { Report } from './report.ts';

// Sentences and labels of a report, as plain text with code in backticks.

export function headlineOf({ period, comparison, totals, previousTotals }: Report): string {
  const isUnequal = comparison && previousTotals && lengthOf(period) !== lengthOf(comparison);
  const days = isUnequal ? ` (${daysIn(period)})` : '';
  const parts = [`${formatCount(totals.total, 'view')} ${timeOf(period)}${days}`];
  const before = previousTotals?.total ?? 0;
  if (comparison && previousTotals) parts.push(compared(totals.total, before, period, comparison));
  if (totals.total > 0) parts.push(`${formatPercent(totals.ai, totals.total)} by AI`);
  return `${parts.join(', ')}.`;
}

function timeOf(period: Period, isUndated = false): string {
  const name = periodName(period, { isUndated });
  if (period.isMonth) return `in ${name}`;
  return period.from === period.to ? `on ${name}` : `from ${name.replace(/ ?– ?/, ' to ')}`;
}

function compared(now: number, before: number, period: Period, comparison: Period): string {
  const name = comparisonName(period, comparison);
  if (before === 0) return now === 0 ? `as many as ${name}` : `up from 0 ${name}`;
  const [length, lengthBefore] = [lengthOf(period), lengthOf(comparison)];
  const change = changeWords(now, before);
  const than = `${change}${now === before || change.startsWith('about') ? ' as' : ' than'} ${name}`;
  if (length === lengthBefore) return now === before ? than : `${than} (${formatNumber(before)})`;
  // Products of whole numbers are exact, so that equal views per day stay exactly equal.
  const daily = changeWords(now * lengthBefore, before * length);
  return `${than} (${formatNumber(before)} in ${daysIn(comparison)}; per day ${daily})`;
}

function changeWords(now: number, before: number): string {
  const percent = percentChange(now, before) ?? 0;
  if (percent === 0) return now === before ? 'as many' : 'about as many';
  return `${Math.abs(percent).toFixed(1)}% ${percent > 0 ? 'more' : 'fewer'}`;
}

function comparisonName(period: Period, comparison: Period): string {
  const [previous] = periodsBefore(period, 1);
  if (!previous || !isSame(comparison, previous)) return timeOf(comparison);
  if (period.isMonth) return timeOf(comparison, comparison.to.slice(0, 4) === period.to.slice(0, 4));
  return lengthOf(period) === 1 ? 'on the previous day' : `in the previous ${daysIn(period)}`;
}

const daysIn = (days: Days) => formatCount(lengthOf(days), 'day');

/** Formats a change with an arrow, such as `▲+12.3%`, `▼−4.0%` or `0.0%`; `–` if there is no percentage. */
export function changeLabel(now: number, before: number): string {
  const percent = percentChange(now, before);
  if (percent === undefined) return '–';
  const arrow = percent > 0 ? '▲' : percent < 0 ? '▼' : '';
  return `${arrow}${signedPercent(percent).replace('-', '−')}%`;
}

export function colophonOf({ generatedAt, requests }: Report): string {
  return `Days are in UTC. AI views don't include crawlers. Made by docs-agent-action ${VERSION} at ${generatedAt} with ${requests.spent} of at most ${formatCount(requests.allowed, 'API call')}.`;
}
