import { formatLength, isSame, lengthOf, type Period, periodBefore } from '../period.ts';
import { formatCount, formatNumber, formatPercent, percentChange } from '../text/numbers.ts';
import { periodName } from './period-names.ts';
import type { ReportFigures } from './report.ts';

/** Says a report in one sentence of plain text: the total, the days, the change and the share of AI. */
export function headlineOf({ period, comparison, totals, previousTotals }: ReportFigures): string {
  const isUnequal = comparison && previousTotals && lengthOf(period) !== lengthOf(comparison);
  const days = isUnequal ? ` (${formatLength(period)})` : '';
  const parts = [`${formatCount(totals.total, 'view')} ${timeOf(period)}${days}`];
  if (comparison && previousTotals) {
    parts.push(comparisonPart(totals.total, previousTotals.total, period, comparison));
  }
  if (totals.total > 0) parts.push(`${formatPercent(totals.ai, totals.total)} by AI`);
  return `${parts.join(', ')}.`;
}

/** Says when, such as `in March 2026`, `on 5 January 2026` or `from 5 to 11 January 2026`. */
function timeOf(period: Period, isUndated = false) {
  const name = periodName(period, isUndated);
  if (period.isMonth) return `in ${name}`;
  return period.from === period.to ? `on ${name}` : `from ${name.replace(/ ?– ?/, ' to ')}`;
}

function comparisonPart(now: number, before: number, period: Period, comparison: Period) {
  const when = comparisonTime(period, comparison);
  if (before === 0) return now === 0 ? `as many as ${when}` : `up from 0 ${when}`;
  const length = lengthOf(period);
  const lengthBefore = lengthOf(comparison);
  const difference = differenceText(now, before);
  const isAlike = percentChange(now, before) === 0;
  const than = `${difference}${isAlike ? ' as' : ' than'} ${when}`;
  if (length === lengthBefore) return now === before ? than : `${than} (${formatNumber(before)})`;
  // Products of whole numbers are exact, so that equal views per day stay exactly equal.
  const daily = differenceText(now * lengthBefore, before * length);
  return `${than} (${formatNumber(before)} in ${formatLength(comparison)}; per day ${daily})`;
}

function differenceText(now: number, before: number) {
  const percent = percentChange(now, before) ?? 0;
  if (percent === 0) return now === before ? 'as many' : 'about as many';
  return `${Math.abs(percent).toFixed(1)}% ${percent > 0 ? 'more' : 'fewer'}`;
}

function comparisonTime(period: Period, comparison: Period) {
  if (!isSame(comparison, periodBefore(period))) return timeOf(comparison);
  if (period.isMonth) return timeOf(comparison, comparison.to.slice(0, 4) === period.to.slice(0, 4));
  return lengthOf(period) === 1 ? 'on the previous day' : `in the previous ${formatLength(period)}`;
}
