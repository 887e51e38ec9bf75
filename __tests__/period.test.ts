import { expect, test } from '@jest/globals';
import { describePeriod, type Period, readComparison, readPeriod } from '../src/period.ts';
import { tableOf } from './agent/table.ts';

/** A Saturday. */
const NOW = new Date('2026-11-21T08:30:00Z');

/** What is thrown for a value that cannot be used. */
const invalid = (message: unknown) => expect.objectContaining({ name: 'InvalidValue', message });
const shortOf = (period: Period | undefined) => (period ? `${period.from}..${period.to}` : 'none');

test('the tests run west of UTC (jest.config.js)', () => {
  expect(new Date('2026-11-27T03:00:00Z').getDate()).toBe(26);
});

test.each(
  tableOf<'period' | 'now' | 'days'>(`
    period                   | now                      | days
    7D                       | 2026-11-21T00:00:00Z     | 2026-11-14..2026-11-20
    7d                       | 2026-11-20T23:59:59.999Z | 2026-11-13..2026-11-19
    1d                       | 2027-01-01T00:00:00Z     | 2026-12-31..2026-12-31
    3d                       | 2028-03-02T12:00:00Z     | 2028-02-28..2028-03-01
    3650d                    | 2026-11-21T08:30:00Z     | 2016-11-23..2026-11-20
    last-week                | 2026-11-23T00:00:00Z     | 2026-11-16..2026-11-22
    Last-Week                | 2026-11-22T23:59:59.999Z | 2026-11-09..2026-11-15
    last-month               | 2026-03-01T00:00:00Z     | 2026-02-01..2026-02-28
    2026-11-20 .. 2026-11-20 | 2026-11-21T00:00:00Z     | 2026-11-20..2026-11-20
    2028-02-29..2028-03-01   | 2028-04-01T00:00:00Z     | 2028-02-29..2028-03-01
  `),
)('$period at $now is $days', ({ period, now, days }) => {
  const read = readPeriod(period, new Date(now));
  expect([shortOf(read), read.isMonth]).toEqual([days, period === 'last-month']);
});

test.each([
  '',
  ...tableOf<'period'>(`
    period
    all
    0d
    3651d
    -1d
    7
    1.5d
    ٧d
    last month
    2026-10-01
    2026-10-01..
    ..
    2026-10-31..2026-10-01
    2026-02-30..2026-03-02
    2026-02-28..2026-02-29
    2026-11-01..2026-11-21
    1899-12-31..1900-01-02
    2026-10-01T00:00Z..2026-10-02
    2026-1-1..2026-1-2
    26-10-01..26-10-31
  `).map(({ period }) => period),
])('%j is invalid, and why is told', (text) => {
  const told = /^Accepted: 1d to 3650d .* last-month, or a range such as/;
  expect(() => readPeriod(text, NOW)).toThrow(invalid(expect.stringMatching(told)));
});

/** In a leap year, February has one day more than the same days a year later, and they are no month. */
test.each(
  tableOf<'period' | 'now' | 'compare' | 'expected' | 'isMonth'>(`
    period                 | now        | compare                | expected               | isMonth
    last-month             | 2026-11-21 | Previous               | 2026-09-01..2026-09-30 | true
    2026-10-01..2026-10-31 | 2026-11-21 | previous               | 2026-08-31..2026-09-30 | false
    last-month             | 2026-11-21 | last-year              | 2025-10-01..2025-10-31 | true
    last-month             | 2025-03-01 | last-year              | 2024-02-01..2024-02-28 | false
    2026-10-01..2026-10-31 | 2026-11-21 | last-year              | 2025-10-01..2025-10-31 | false
    2024-02-29..2024-02-29 | 2026-11-21 | last-year              | 2023-02-28..2023-02-28 | false
    365d                   | 2026-11-21 | last-year              | 2024-11-21..2025-11-20 | false
    7d                     | 2026-11-21 | None                   | none                   | undefined
  `),
)('$period on $now is compared, with $compare, to $expected', (row) => {
  const comparison = readComparison(row.compare, readPeriod(row.period, new Date(row.now)));
  expect([shortOf(comparison), `${comparison?.isMonth}`]).toEqual([row.expected, row.isMonth]);
});

test.each(
  tableOf<'period' | 'compare' | 'told'>(`
    period | compare                | told
    366d   | last-year              | A year earlier, the period would overlap the report's own period, 2025-11-20 to 2026-11-20 (366 days, UTC). Set \`period\` to at most 365 days.
    7d     | 2025-01-01..2025-01-07 | Accepted: previous, last-year or none.
    7d     |                        | Accepted: previous, last-year or none.
  `),
)('$period is not compared with "$compare", and why is told', ({ period, compare, told }) => {
  expect(() => readComparison(compare, readPeriod(period, NOW))).toThrow(invalid(told));
});

test('a period is described with its days', () => {
  const described = ['2d', '1d'].map((text) => describePeriod(readPeriod(text, NOW)));
  expect(described).toEqual(['2026-11-19 to 2026-11-20 (2 days, UTC)', '2026-11-20 (1 day, UTC)']);
});
