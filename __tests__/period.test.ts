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

const NONE = ', all, 0d, 3651d, -1d, 7, 1.5d, ٧d, last month, 2026-10-01, 2026-10-01.., ..';
const RANGES =
  '2026-10-31..2026-10-01, 2026-02-30..2026-03-02, 2026-02-28..2026-02-29, 2026-11-01..2026-11-21, 1899-12-31..1900-01-02, 2026-10-01T00:00Z..2026-10-02, 2026-1-1..2026-1-2, 26-10-01..26-10-31';
test.each([...NONE.split(', '), ...RANGES.split(', ')])('%j is invalid, and why is told', (text) => {
  const accepted = /^Accepted: 1d to 3650d .* last-month, or a range such as/;
  expect(shortOrWhy(() => periodOf(text))).toMatch(accepted);
});

const OVERLAP = /^A year earlier, the period would overlap .*\. Set `period` to at most 365 days\.$/;
const ACCEPTED = /^Accepted: previous, last-year or none\.$/;
const AT = '2026-11-21';
// The last tells whether it is compared with a whole month. In a leap year, February has one day more.
test.each<[period: string, now: string, compare: string, expected: string | RegExp, isMonth?: boolean]>([
  ['last-month', AT, 'Previous', '2026-09-01..2026-09-30', true],
  ['2026-10-01..2026-10-31', AT, 'previous', '2026-08-31..2026-09-30'],
  ['last-month', AT, 'last-year', '2025-10-01..2025-10-31', true],
  ['last-month', '2025-03-01', 'last-year', '2024-02-01..2024-02-28'],
  ['2026-10-01..2026-10-31', AT, 'last-year', '2025-10-01..2025-10-31'],
  ['2024-02-29..2024-02-29', AT, 'last-year', '2023-02-28..2023-02-28'],
  ['365d', AT, 'last-year', '2024-11-21..2025-11-20'],
  ['366d', AT, 'last-year', OVERLAP],
  ['7d', AT, '2025-01-01..2025-01-07', ACCEPTED],
  ['7d', AT, '', ACCEPTED],
])('%s at %s is compared, with %s, to %s', (...[text, now, compare, expected, isMonth = false]) => {
  const period = periodOf(text, new Date(now));
  const found = shortOrWhy(() => readComparison(compare, period));
  if (typeof expected !== 'string') return expect(found).toMatch(expected);
  expect(found).toBe(expected);
  expect(readComparison(compare, period)?.isMonth ?? false).toBe(isMonth);
});

test('a period is described with its days', () => {
  const described = ['2d', '1d'].map((text) => describePeriod(periodOf(text)));
  expect(described).toEqual(['2026-11-19 to 2026-11-20 (2 days, UTC)', '2026-11-20 (1 day, UTC)']);
});
