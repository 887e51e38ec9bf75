import type { InputReader } from '../input-reader.ts';
import type { ViewsQuery } from '../platform/client.ts';

/** The dates of a report, fixed once when the inputs are read. */
export type Period =
  /** No dates are sent: the platform decides what it counts. */
  { readonly kind: 'all' } | DatedPeriod;

export interface DatedPeriod {
  readonly kind: 'dates';
  /** Inclusive. `YYYY-MM-DD` at midnight UTC, else an ISO 8601 instant in UTC. */
  readonly from: string;
  /** Exclusive. Likewise. */
  readonly to: string;
  /** The period is a calendar month, and so are those before it. */
  readonly unit?: 'month';
}

const ALL_TIME: Period = { kind: 'all' };
const DAY_MS = 86_400_000;
const DEFAULT_PERIOD = '7d';
const MOST_DAYS = 3650;
const ACCEPTED_PERIODS = `Accepted: 1d to ${MOST_DAYS}d (whole UTC days up to today, today excluded), last-week, last-month or all.`;
const ACCEPTED_DATES =
  'Accepted: a date that exists, from 1900 on, such as 2026-01-31, or an ISO 8601 time, such as 2026-01-31T09:00:00+02:00 (UTC if it has no offset).';

/**
 * The period that the inputs `period`, `date-from` and `date-to` mean. Explicit dates override `period`: `date-from`
 * alone reads up to today, today excluded; `date-to` alone goes back by the days of `period`.
 */
export function readPeriod(read: InputReader, now: Date): Period {
  const name = read.text('period', DEFAULT_PERIOD).toLowerCase();
  const named = namedPeriod(name, midnightOf(now)) ?? read.refuse('period', ACCEPTED_PERIODS, ALL_TIME);
  return (read.text('date-from') || read.text('date-to')) === '' ? named : explicitDates(read, name, now);
}

function namedPeriod(name: string, today: number): Period | undefined {
  if (name === 'all') return ALL_TIME;
  if (name === 'last-week') {
    const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * DAY_MS;
    return dates(monday - 7 * DAY_MS, monday);
  }
  // What is left of this month has begun by the end of today.
  const month = startOf('month', today + DAY_MS);
  if (name === 'last-month') return { ...dates(startOf('month', month), month), unit: 'month' };
  const days = countOfDays(name);
  return days === undefined ? undefined : dates(today - days * DAY_MS, today);
}

function countOfDays(name: string): number | undefined {
  const days = /^\d+d$/.test(name) ? Number(name.slice(0, -1)) : 0;
  return days >= 1 && days <= MOST_DAYS ? days : undefined;
}

function explicitDates(read: InputReader, period: string, now: Date): Period {
  const [dateFrom, dateTo] = [read.text('date-from'), read.text('date-to')];
  const today = midnightOf(now);
  const days = countOfDays(period);
  const to = dateTo ? parseInstant(dateTo) : today;
  const from = dateFrom ? parseInstant(dateFrom) : days && to && to - days * DAY_MS;
  const refuse = (name: 'date-from' | 'date-to', accepted: string) => read.refuse(name, accepted, undefined);
  if (dateFrom && from === undefined) {
    refuse('date-from', ACCEPTED_DATES);
  } else if (from !== undefined && from > now.getTime()) {
    refuse('date-from', `It is in the future: it is ${shown(now.getTime())} now, in UTC.`);
  } else if (from !== undefined && to !== undefined && from >= to) {
    const alone = `Alone it reads up to today (${shown(today)}, in UTC), which is left out: give an earlier day, or date-to too.`;
    const order = `It must be after date-from (${shown(from)}): date-to itself is not part of the period.`;
    refuse(dateTo ? 'date-to' : 'date-from', dateTo ? order : alone);
  }
  if (to === undefined) {
    refuse('date-to', ACCEPTED_DATES);
  } else if (to > today + DAY_MS) {
    refuse('date-to', `It may be ${shown(today + DAY_MS)} at the latest: today is ${shown(today)}, in UTC.`);
  } else if (!dateFrom && !days) {
    refuse(
      'date-to',
      `Alone it goes back by the days of period, such as 7d, but period is ${period}: give date-from too.`,
    );
  }
  return from === undefined || to === undefined ? ALL_TIME : dates(from, to);
}

const INSTANT =
  /^((?:19|2\d)\d{2}-\d{2}-\d{2})(?:(T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?)(?:Z|([+-](?:[01]\d|2[0-3]))(?::?([0-5]\d))?)?)?$/;

/** Milliseconds since 1970; absent for what is not a date or time, and for days that no calendar has. */
function parseInstant(text: string): number | undefined {
  const [, day = '', time = 'T00:00', hours = '+00', minutes = '00'] = INSTANT.exec(text) ?? [];
  const midnight = Date.parse(`${day}T00:00Z`);
  // Date.parse takes 2026-02-30 for March 2.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return undefined;
  return Date.parse(`${day}${time.replace(',', '.')}${hours}:${minutes}`);
}

function midnightOf(date: Date): number {
  return Math.floor(date.getTime() / DAY_MS) * DAY_MS;
}

function dates(from: number, to: number): DatedPeriod {
  return { kind: 'dates', from: shown(from), to: shown(to) };
}

/** Where a span that ends at `end` begins, if it is so many milliseconds, or what a calendar month has before `end`. */
function startOf(length: number | 'month', end: number): number {
  if (length !== 'month') return end - length;
  const last = new Date(end - 1);
  return Date.UTC(last.getUTCFullYear(), last.getUTCMonth());
}

/** At most `count` spans of that length which follow each other up to `end`, oldest first, cut to what is after `first`. */
function spansUpTo(end: number, length: number | 'month', count: number, first = -Infinity): DatedPeriod[] {
  const spans: DatedPeriod[] = [];
  for (let to = end; to > first && spans.length < count; ) {
    const from = Math.max(first, startOf(length, to));
    spans.unshift(dates(from, to));
    to = from;
  }
  return spans;
}

/** `YYYY-MM-DD` at midnight UTC, else an instant such as `2026-01-31T07:00:00Z`. */
function shown(time: number): string {
  return new Date(time).toISOString().replace('T00:00:00.000Z', '').replace('.000Z', 'Z');
}

/** What a query for `period` says of it. */
export function boundsOf(period: Period): Pick<ViewsQuery, 'dateFrom' | 'dateTo'> {
  return period.kind === 'all' ? {} : { dateFrom: period.from, dateTo: period.to };
}

/** The `count` periods of the same kind just before, oldest first: of the same length, or calendar months. */
export function periodsBefore(period: DatedPeriod, count: number): DatedPeriod[] {
  const from = Date.parse(period.from);
  return spansUpTo(from, period.unit ?? Date.parse(period.to) - from, count);
}

/** Each day as `YYYY-MM-DD`, in order; absent unless the period is made of whole UTC days. */
export function daysOf(period: Period): readonly string[] | undefined {
  if (period.kind === 'all' || period.from.length > 10 || period.to.length > 10) return undefined;
  const from = Date.parse(period.from);
  const count = (Date.parse(period.to) - from) / DAY_MS;
  return Array.from({ length: count }, (_, index) => shown(from + index * DAY_MS));
}

/** What a trend is made of. */
export type TrendUnit = 'day' | 'week' | 'month';

const MOST_POINTS = 31;

/**
 * The parts of a period that make its trend, in order: each day of up to 31, each 7 days of up to 31 times 7 (counted
 * back from the end, so that only the first may be shorter), or else the latest 31 calendar months. Absent unless the
 * period is made of whole UTC days.
 */
export function trendOf(period: Period): { unit: TrendUnit; parts: DatedPeriod[] } | undefined {
  const days = daysOf(period)?.length;
  if (!days || period.kind === 'all') return undefined;
  const unit = days <= MOST_POINTS ? 'day' : days <= 7 * MOST_POINTS ? 'week' : 'month';
  const length = { day: DAY_MS, week: 7 * DAY_MS, month: 'month' as const }[unit];
  return { unit, parts: spansUpTo(Date.parse(period.to), length, MOST_POINTS, Date.parse(period.from)) };
}

/** As people read it, such as `2026-01-05 to 2026-01-11 (7 days, UTC)`. The last day shown is part of the period. */
export function describePeriod(period: Period): string {
  if (period.kind === 'all') return 'all time (no dates are sent, so the platform decides)';
  const days = daysOf(period);
  if (!days) return `${period.from} up to ${period.to} (UTC)`;
  const [first = period.from] = days;
  return days.length === 1
    ? `${first} (1 day, UTC)`
    : `${first} to ${days.at(-1)} (${days.length} days, UTC)`;
}
