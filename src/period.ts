import { InvalidValue } from './invalid-value.ts';
import { formatCount } from './text/numbers.ts';

/** Range of UTC days as `YYYY-MM-DD`. Both days are included. */
export interface Period {
  readonly from: string;
  readonly to: string;
  /** Whether the period is a calendar month, as `last-month` is. Preceding periods are then also months. */
  readonly isMonth: boolean;
}

const DAY_MS = 86_400_000;
const MOST_DAYS = 3650;
const ACCEPTED_PERIODS = `Accepted: 1d to ${MOST_DAYS}d (whole UTC days up to yesterday), last-week, last-month, or a range such as 2026-10-01..2026-10-31. Both dates are included. They must be real dates in order, from 1900 to yesterday (UTC).`;

/** Reads the input `period`. @throws {InvalidValue} with the accepted values */
export function readPeriod(text: string, now: Date): Period {
  const name = text.trim().toLowerCase();
  const today = dayOf(now);
  if (name === 'last-week') return daysBefore(dayAfter(today, -((now.getUTCDay() + 6) % 7)), 7);
  if (name === 'last-month') return monthBefore(`${today.slice(0, 8)}01`);
  const count = /^\d+d$/.test(name) ? Number(name.slice(0, -1)) : 0;
  if (count >= 1 && count <= MOST_DAYS) return daysBefore(today, count);
  const [, from = '', to = ''] = /^(\d{4}-\d{2}-\d{2})\s*\.\.\s*(\d{4}-\d{2}-\d{2})$/.exec(name) ?? [];
  if (exists(from) && exists(to) && from <= to && to < today) return { from, to, isMonth: false };
  throw new InvalidValue(ACCEPTED_PERIODS);
}

/** Reads the input `compare`; undefined for `none`. @throws {InvalidValue} also if the period is too long for `last-year` */
export function readComparison(text: string, period: Period): Period | undefined {
  const name = text.trim().toLowerCase();
  if (name === 'none') return undefined;
  if (name === 'previous') return periodBefore(period);
  if (name !== 'last-year') throw new InvalidValue('Accepted: previous, last-year or none.');
  const range = yearBefore(period);
  if (range.to < period.from) return range;
  throw new InvalidValue(
    `A year earlier, the period would overlap the report's own period, ${describePeriod(period)}. Set \`period\` to at most 365 days.`,
  );
}

/** Checks whether a date exists and is in 1900 or later. `Date.parse` alone would read 2026-02-30 as March 2. */
function exists(day: string) {
  return !Number.isNaN(Date.parse(day)) && dayAfter(day, 0) === day && day >= '1900';
}

/** Returns the period a year earlier. February 29 becomes February 28. */
function yearBefore({ from, to, isMonth }: Period): Period {
  const before = (day: string) => {
    const sameDay = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
    return exists(sameDay) ? sameDay : sameDay.replace(/29$/, '28');
  };
  const last = before(to);
  // In a leap year, February 1 to 28 isn't a whole month.
  return { from: before(from), to: last, isMonth: isMonth && dayAfter(last).endsWith('-01') };
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

export function dayAfter(day: string, count = 1): string {
  return dayOf(new Date(Date.parse(day) + count * DAY_MS));
}

function daysBefore(end: string, count: number): Period {
  return { from: dayAfter(end, -count), to: dayAfter(end, -1), isMonth: false };
}

/** Returns the calendar month that ends right before `end`, the first day of a month. */
function monthBefore(end: string): Period {
  const last = dayAfter(end, -1);
  return { from: `${last.slice(0, 8)}01`, to: last, isMonth: true };
}

/** Returns the preceding period of equal length; of a month, the preceding month. */
export function periodBefore(period: Period): Period {
  return period.isMonth ? monthBefore(period.from) : daysBefore(period.from, lengthOf(period));
}

/** Returns the `count` preceding periods, oldest first. */
export function periodsBefore(period: Period, count: number): Period[] {
  const periods: Period[] = [];
  let next = period;
  while (periods.length < count) {
    next = periodBefore(next);
    periods.unshift(next);
  }
  return periods;
}

export const isSame = (a: Period, b: Period) => a.from === b.from && a.to === b.to;

export const lengthOf = ({ from, to }: Period) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** Returns each day of a period as a period of its own. */
export function daysOf(period: Period): Period[] {
  return Array.from({ length: lengthOf(period) }, (_, index) =>
    daysBefore(dayAfter(period.from, index + 1), 1),
  );
}

export function formatLength(period: Period): string {
  return formatCount(lengthOf(period), 'day');
}

/** Describes a period, such as `2026-01-05 to 2026-01-11 (7 days, UTC)`. */
export function describePeriod(period: Period): string {
  const { from, to } = period;
  const range = from === to ? from : `${from} to ${to}`;
  return `${range} (${formatLength(period)}, UTC)`;
}
