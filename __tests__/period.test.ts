import { expect, test } from '@jest/globals';
import { InvalidValue } from '../src/invalid-value.ts';
import {
  daysOf,
  describePeriod,
  type Period,
  periodName,
  periodsBefore,
  readComparison,
  readPeriod,
} from '../src/period.ts';
import fc from './helpers/fast-check.ts';

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
  ['7d', '2026-11-21T08:30:00Z', '2026-11-14..2026-11-20'],
  ['7D', '2026-11-21T00:00:00Z', '2026-11-14..2026-11-20'],
  ['7d', '2026-11-20T23:59:59.999Z', '2026-11-13..2026-11-19'],
  ['1d', '2027-01-01T00:00:00Z', '2026-12-31..2026-12-31'],
  ['3d', '2028-03-02T12:00:00Z', '2028-02-28..2028-03-01'],
  ['3650d', '2026-11-21T08:30:00Z', '2016-11-23..2026-11-20'],
  ['last-week', '2026-11-21T08:30:00Z', '2026-11-09..2026-11-15'],
  ['last-week', '2026-11-23T00:00:00Z', '2026-11-16..2026-11-22'],
  ['Last-Week', '2026-11-22T23:59:59.999Z', '2026-11-09..2026-11-15'],
  ['last-week', '2027-01-02T12:00:00Z', '2026-12-21..2026-12-27'],
  ['last-month', '2026-11-21T08:30:00Z', '2026-10-01..2026-10-31'],
  ['last-month', '2026-03-01T00:00:00Z', '2026-02-01..2026-02-28'],
  ['last-month', '2026-03-31T23:59:59Z', '2026-02-01..2026-02-28'],
  ['last-month', '2027-01-01T00:00:00Z', '2026-12-01..2026-12-31'],
  ['2026-10-01..2026-10-31', '2026-11-21T08:30:00Z', '2026-10-01..2026-10-31'],
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
  ['7d', AT, 'previous', '2026-11-07..2026-11-13'],
  ['1d', AT, 'previous', '2026-11-19..2026-11-19'],
  ['last-month', AT, 'Previous', '2026-09-01..2026-09-30', true],
  ['2026-10-01..2026-10-31', AT, 'previous', '2026-08-31..2026-09-30'],
  ['7d', AT, 'none', 'none'],
  ['last-month', AT, 'last-year', '2025-10-01..2025-10-31', true],
  ['last-month', '2025-03-01', 'last-year', '2024-02-01..2024-02-28'],
  ['2026-10-01..2026-10-31', AT, 'last-year', '2025-10-01..2025-10-31'],
  ['2024-02-29..2024-02-29', AT, 'last-year', '2023-02-28..2023-02-28'],
  ['2024-02-28..2024-03-01', AT, 'last-year', '2023-02-28..2023-03-01'],
  ['2025-02-27..2025-02-28', AT, 'last-year', '2024-02-27..2024-02-28'],
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

test('the periods before one that is no month follow each other without a gap, each as long', () => {
  const days = fc.integer({ min: 1, max: 400 });
  const now = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(days, now, (length, at) => {
      const period = periodOf(`${length}d`, at);
      const all = [...periodsBefore(period, 8), period];
      expect(all.map((each) => daysOf(each).length)).toEqual(Array(9).fill(length));
      const every = all.flatMap(daysOf);
      const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);
      expect(every).toEqual(every.map((_, at) => dayAt(Date.parse(every[0] ?? '') + at * 86_400_000)));
    }),
  );
});

test.each([
  ['2026-01-05 (1 day, UTC)', '5 January 2026', '5 Jan'],
  ['2026-09-28 to 2026-09-30 (3 days, UTC)', '28–30 September 2026', '28–30 Sep'],
  ['2026-01-29 to 2026-02-04 (7 days, UTC)', '29 January – 4 February 2026', '29 Jan – 4 Feb'],
  ['2025-12-29 to 2026-01-04 (7 days, UTC)', '29 December 2025 – 4 January 2026', '29 Dec – 4 Jan'],
  ['2026-01-01 to 2026-01-31 (31 days, UTC)', 'January 2026', 'Jan'],
])('%s is called %s, or %s', (described, name, short) => {
  const [from = '', to = from] = described.match(/\d{4}-\d{2}-\d{2}/g) ?? [];
  const period = { from, to, isMonth: name === 'January 2026' };
  const names = [periodName(period), periodName(period, { isShort: true, isUndated: true })];
  expect([describePeriod(period), ...names]).toEqual([described, name, short]);
});
