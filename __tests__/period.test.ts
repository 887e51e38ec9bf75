import { expect, test } from '@jest/globals';
import { InvalidValue } from '../src/invalid-value.ts';
import { describePeriod, type Period, readComparison, readPeriod } from '../src/period.ts';

/** A Saturday. */
const NOW = new Date('2026-11-21T08:30:00Z');

const shortOf = (period: Period | undefined) => (period ? `${period.from}..${period.to}` : 'none');
const periodOf = (text: string, now = NOW) => readPeriod(text, now);

/** The message, if the text cannot be used. */
function shortOrWhy(read: () => Period | undefined): string {
  try {
    return shortOf(read());
  } catch (error) {
    if (error instanceof InvalidValue) return error.message;
    throw error;
  }
}

test('the tests run west of UTC (jest.config.js)', () => {
  expect(new Date('2026-11-27T03:00:00Z').getDate()).toBe(26);
});

test.each([
  ['7D', '2026-11-21T00:00:00Z', '2026-11-14..2026-11-20'],
  ['7d', '2026-11-20T23:59:59.999Z', '2026-11-13..2026-11-19'],
  ['1d', '2027-01-01T00:00:00Z', '2026-12-31..2026-12-31'],
  ['3d', '2028-03-02T12:00:00Z', '2028-02-28..2028-03-01'],
  ['3650d', '2026-11-21T08:30:00Z', '2016-11-23..2026-11-20'],
  ['last-week', '2026-11-23T00:00:00Z', '2026-11-16..2026-11-22'],
  ['Last-Week', '2026-11-22T23:59:59.999Z', '2026-11-09..2026-11-15'],
  ['last-month', '2026-03-01T00:00:00Z', '2026-02-01..2026-02-28'],
  ['2026-11-20 .. 2026-11-20', '2026-11-21T00:00:00Z', '2026-11-20..2026-11-20'],
  ['2028-02-29..2028-03-01', '2028-04-01T00:00:00Z', '2028-02-29..2028-03-01'],
])('%s at %s is %s', (text, now, expected) => {
  const period = periodOf(text, new Date(now));
  expect([shortOf(period), period.isMonth]).toEqual([expected, text === 'last-month']);
});

test.each([
  '',
  'all',
  '0d',
  '3651d',
  '-1d',
  '7',
  '1.5d',
  '٧d',
  'last month',
  '2026-10-01',
  '2026-10-01..',
  '..',
  '2026-10-31..2026-10-01',
  '2026-02-30..2026-03-02',
  '2026-02-28..2026-02-29',
  '2026-11-01..2026-11-21',
  '1899-12-31..1900-01-02',
  '2026-10-01T00:00Z..2026-10-02',
  '2026-1-1..2026-1-2',
  '26-10-01..26-10-31',
])('%j is invalid, and why is told', (text) => {
  const accepted = /^Accepted: 1d to 3650d .* last-month, or a range such as/;
  expect(shortOrWhy(() => periodOf(text))).toMatch(accepted);
});

interface Compared {
  readonly period: string;
  readonly now?: string;
  readonly compare: string;
  /** The comparison, or what is told. */
  readonly expected: string;
  /** Whether it is a whole month. In a leap year, February has one day more. */
  readonly isMonth?: boolean;
}

const OVERLAP =
  "A year earlier, the period would overlap the report's own period, 2025-11-20 to 2026-11-20 (366 days, UTC). Set `period` to at most 365 days.";
const ACCEPTED = 'Accepted: previous, last-year or none.';

test.each<Compared>([
  { period: 'last-month', compare: 'Previous', expected: '2026-09-01..2026-09-30', isMonth: true },
  { period: '2026-10-01..2026-10-31', compare: 'previous', expected: '2026-08-31..2026-09-30' },
  { period: 'last-month', compare: 'last-year', expected: '2025-10-01..2025-10-31', isMonth: true },
  { period: 'last-month', now: '2025-03-01', compare: 'last-year', expected: '2024-02-01..2024-02-28' },
  { period: '2026-10-01..2026-10-31', compare: 'last-year', expected: '2025-10-01..2025-10-31' },
  { period: '2024-02-29..2024-02-29', compare: 'last-year', expected: '2023-02-28..2023-02-28' },
  { period: '365d', compare: 'last-year', expected: '2024-11-21..2025-11-20' },
  { period: '366d', compare: 'last-year', expected: OVERLAP },
  { period: '7d', compare: '2025-01-01..2025-01-07', expected: ACCEPTED },
  { period: '7d', compare: '', expected: ACCEPTED },
  { period: '7d', compare: 'None', expected: 'none' },
])('$period is compared, with $compare, to $expected', (row) => {
  const { now = '2026-11-21', compare, expected, isMonth = false } = row;
  const period = periodOf(row.period, new Date(now));
  expect(shortOrWhy(() => readComparison(compare, period))).toBe(expected);
  if (/^\d/.test(expected)) expect(readComparison(compare, period)?.isMonth).toBe(isMonth);
});

test('a period is described with its days', () => {
  const described = ['2d', '1d'].map((text) => describePeriod(periodOf(text)));
  expect(described).toEqual(['2026-11-19 to 2026-11-20 (2 days, UTC)', '2026-11-20 (1 day, UTC)']);
});
