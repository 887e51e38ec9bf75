import type { ViewsQuery } from '../platform/client.ts';

/** From a day to a day (`YYYY-MM-DD`, UTC), both included. The dates of a report are fixed once, as its inputs are read. */
export interface Period {
  readonly from: string;
  readonly to: string;
  /** A whole calendar month, given as `last-month`: those before it are calendar months, too. */
  readonly isMonth: boolean;
}

const DAY_MS = 86_400_000;
const MOST_DAYS = 3650;
const ACCEPTED_PERIODS = `Accepted: 1d to ${MOST_DAYS}d (whole UTC days up to today, today excluded), last-week, last-month, or two days that exist, such as 2026-10-01..2026-10-31: both included, in order, from 1900 on, and before today.`;
const ACCEPTED_COMPARISONS =
  'Accepted: previous, last-year, none, or two days that exist, such as 2026-10-01..2026-10-31: both included, in order, from 1900 on, and before today.';

/** @returns the period that the input means, or a sentence that says what is accepted */
export function readPeriod(text: string, now: Date): Period | string {
  const name = text.trim().toLowerCase();
  const today = midnightOf(now);
  if (name === 'last-week') {
    const monday = today - ((now.getUTCDay() + 6) % 7) * DAY_MS;
    return days(monday - 7 * DAY_MS, monday);
  }
  if (name === 'last-month') return monthBefore(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  const count = /^\d+d$/.test(name) ? Number(name.slice(0, -1)) : 0;
  if (count >= 1 && count <= MOST_DAYS) return days(today - count * DAY_MS, today);
  return readRange(name, now) ?? ACCEPTED_PERIODS;
}

/** @returns what `period` is compared with, nothing for `none`, or a sentence that says what is accepted */
export function readComparison(text: string, period: Period, now = new Date()): Period | undefined | string {
  const name = text.trim().toLowerCase();
  if (name === 'none') return undefined;
  if (name === 'previous') return periodsBefore(period, 1)[0];
  const isYear = name === 'last-year';
  const range = isYear ? yearBefore(period) : readRange(name, now);
  if (!range) return ACCEPTED_COMPARISONS;
  if (range.from <= period.to && period.from <= range.to) {
    return `It overlaps the period, which is ${describePeriod(period)}${isYear ? ': give a shorter period.' : '.'}`;
  }
  const [given, wanted] = [daysOf(range).length, daysOf(period).length];
  return isYear || given === wanted
    ? range
    : `It has ${given} days, but needs as many as the period: ${describePeriod(period)}.`;
}

function readRange(text: string, now: Date): Period | undefined {
  const [, from = '', to = ''] = /^(\d{4}-\d{2}-\d{2})\s*\.\.\s*(\d{4}-\d{2}-\d{2})$/.exec(text) ?? [];
  const isValid = exists(from) && exists(to) && from <= to && Date.parse(to) < midnightOf(now);
  return isValid ? { from, to, isMonth: false } : undefined;
}

/** `Date.parse` alone would take 2026-02-30 for March 2. */
function exists(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && shown(time) === day && day >= '1900';
}

/** The same dates a year before. February 29 becomes 28, where the year before has none. */
function yearBefore({ from, to, isMonth }: Period): Period {
  const before = (day: string) => {
    const sameDay = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
    return exists(sameDay) ? sameDay : sameDay.replace(/29$/, '28');
  };
  const last = before(to);
  // In a leap year, February has one day more.
  const isWhole = isMonth && shown(Date.parse(last) + DAY_MS).endsWith('-01');
  return { from: before(from), to: last, isMonth: isWhole };
}

function midnightOf(date: Date): number {
  return Math.floor(date.getTime() / DAY_MS) * DAY_MS;
}

/** @param end the midnight after the last day */
function days(from: number, end: number): Period {
  return { from: shown(from), to: shown(end - DAY_MS), isMonth: false };
}

/** @param end the midnight that ends the month */
function monthBefore(end: number): Period {
  const last = new Date(end - DAY_MS);
  return { ...days(Date.UTC(last.getUTCFullYear(), last.getUTCMonth()), end), isMonth: true };
}

function shown(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** What a query for `period` says of it: the platform takes the day after the last. */
export function boundsOf({ from, to }: Period): Pick<ViewsQuery, 'dateFrom' | 'dateTo'> {
  return { dateFrom: from, dateTo: shown(Date.parse(to) + DAY_MS) };
}

/** The `count` periods right before, oldest first: of as many days, or calendar months. */
export function periodsBefore(period: Period, count: number): Period[] {
  const periods: Period[] = [];
  for (let end = Date.parse(period.from); periods.length < count; ) {
    const before = period.isMonth ? monthBefore(end) : days(end - daysOf(period).length * DAY_MS, end);
    periods.unshift(before);
    end = Date.parse(before.from);
  }
  return periods;
}

/** Each day, in order. */
export function daysOf({ from, to }: Period): string[] {
  const first = Date.parse(from);
  const count = (Date.parse(to) - first) / DAY_MS + 1;
  return Array.from({ length: count }, (_, index) => shown(first + index * DAY_MS));
}

/** As people read it, such as `2026-01-05 to 2026-01-11 (7 days, UTC)`. */
export function describePeriod(period: Period): string {
  const count = daysOf(period).length;
  return count === 1 ? `${period.from} (1 day, UTC)` : `${period.from} to ${period.to} (${count} days, UTC)`;
}
