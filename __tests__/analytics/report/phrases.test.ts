import { expect, test } from '@jest/globals';
import { changeOf, SAME_LENGTH } from '../../../src/analytics/compare.ts';
import type { DatedCounts } from '../../../src/analytics/model.ts';
import {
  changeLabel,
  columnNames,
  comparisonNotes,
  gainLabel,
  gapsTitle,
  periodName,
  rangeBefore,
  rangeText,
  reportHeadline,
} from '../../../src/analytics/report/phrases.ts';
import { counts, page, project, report, spanFrom } from './fixture.ts';

// What the sentences say of random sites is held by the campaign; here are rare cases.

function past(...totals: (number | undefined)[]): DatedCounts[] {
  return totals.map((total, index) => ({
    ...spanFrom('2025-11-01', index),
    ...(total !== undefined && { counts: counts(total, 0) }),
  }));
}

test.each<[string, number, number, (number | undefined)[], string]>([
  ['above', 101, 1, [50, 100, 70], '101 in 50 to 100: above, a record'],
  ['above, but by less than 1 %', 10_099, 1, [5000, 10_000, 7000], '10099 in 5000 to 10000: above'],
  ['above, by 1 %', 10_100, 1, [5000, 10_000, 7000], '10100 in 5000 to 10000: above, a record'],
  ['below, but by less than 1 %', 9_901, 1, [10_000, 20_000, 30_000], '9901 in 10000 to 30000: below'],
  ['below, by 1 %', 9_900, 1, [10_000, 20_000, 30_000], '9900 in 10000 to 30000: below, a record'],
  ['at its end', 100, 1, [50, 100, 70], '100 in 50 to 100: within'],
  ['per day for other lengths', 102, 2, [50, 100, 70], '51 per day in 50 to 100: within'],
  [
    'below, after a period that was not read',
    49,
    1,
    [9, undefined, 50, 100, 70],
    '49 in 50 to 100: below, a record',
  ],
  ['known from the first views on', 20, 1, [0, 0, 5, 0, 7], '20 in 0 to 7: above, a record'],
  ['unknown where all are equal', 20, 1, [7, 7, 7], 'none'],
  ['unknown from two periods with views', 20, 1, [0, 0, 0, 5, 7], 'none'],
])('the place in the range is %s: %i in %i days after %j', (_, total, length, before, expected) => {
  const range = rangeBefore(
    { ...spanFrom('2025-12-01', 0, length), counts: counts(total, 0) },
    past(...before),
  );
  const { now, least, most, unit, place, isRecord } = range ?? {};
  const words = `${now}${unit} in ${least} to ${most}: ${place}${isRecord ? ', a record' : ''}`;
  expect(range ? words : 'none').toBe(expected);
});

test.each([
  [-1234.5, 7, 7, '−1,234.5'],
  [12_345, 28, 31, '+441'],
  [1204, 28, 31, '+43.0'],
  [-0.5, 28, 31, '−0.0179'],
])('%s views gained in %i days, after %i, are %s', (gain, now, before, expected) => {
  expect(gainLabel(gain, { now, before })).toBe(expected);
});

test('the range is told with the only view of this period', () => {
  const current = { ...spanFrom('2025-12-01'), counts: counts(1, 0) };
  const expected = 'This period had 1 view, below the range of the previous 3 periods: 50 to 100.';
  expect(rangeText(current, past(50, 100, 70))).toBe(expected);
});

test('that people and AI moved in opposite directions is said from 0, too', () => {
  const moved = project({ pages: [], totals: counts(900, 5), previousTotals: counts(1000, 0) });
  expect(reportHeadline(report([moved]))).toMatch(/, with people down 10\.0% and AI up from 0\.$/);
});

test('names what is new as new, and not per day, where the periods have other lengths', () => {
  const pages = [page('/a', counts(50, 0), 'new'), page('/b', counts(99, 0), counts(99, 0))];
  const comparison = { from: '2025-12-29', to: '2026-01-03', isMonth: false };
  expect(reportHeadline(report([project({ pages })], { comparison }))).toMatch(
    /mostly the page \/a \(new\)\.$/,
  );
});

test('compares per day, with the base, where a February has another day', () => {
  const period = { from: '2024-02-26', to: '2024-03-03', isMonth: false };
  const comparison = { from: '2023-02-26', to: '2023-03-03', isMonth: false };
  const even = project({ totals: counts(7000, 0), previousTotals: counts(6000, 0) });
  expect(reportHeadline(report([even], { period, comparison }))).toContain(
    ', as many per day as from 26 February to 3 March 2023 (6,000 in 6 days; this period has 7)',
  );
});

test.each([
  ['2026-01-05', '2026-01-05', false, '5 January 2026', 'Mon 5 Jan, Mon 5 Jan'],
  ['2026-01-05', '2026-01-11', false, '5–11 January 2026', '5–11 Jan, 5 Jan'],
  [
    '2025-10-08',
    '2026-10-07',
    false,
    '8 October 2025 – 7 October 2026',
    '8 Oct 2025 – 7 Oct 2026, 8 Oct 2025',
  ],
  ['2026-01-01', '2026-01-31', true, 'January 2026', 'Jan 2026, Jan 2026'],
])('%s to %s (a month: %s) is called %s, a column %s', (from, to, isMonth, heading, column) => {
  const period = { from, to, isMonth };
  const { name, label } = columnNames(period);
  expect([periodName(period), `${name}, ${label}`]).toEqual([heading, column]);
});

test.each([
  [3, 0, 'new', undefined],
  [0, 0, '–', undefined],
  [0, 3, 'gone', 'gone'],
  // Mintlify's totals need not be those of people and AI: only its rows say what is new or gone.
  [3, 0, '–', 'known'],
] as const)(
  'from %s now and %s before the change is %j, of a page that is %s',
  (total, before, expected, state) => {
    const change = changeOf({ total, previous: counts(before, 0), ...(state && { state }) }, SAME_LENGTH);
    expect(change && changeLabel(change)).toBe(expected);
  },
);

test.each([
  ['2026-11-22T07:17:01Z', 'run again after 07:18 UTC.'],
  ['2026-11-23T07:17:01Z', 'run again after 23 November 2026, 07:18 UTC.'],
])('after a rate limit that ends at %s: %s', (again, expected) => {
  const limited = report([], { runAgainAfter: again, generatedAt: '2026-11-22T06:17:00Z' });
  expect(gapsTitle(limited)).toContain(expected);
});

test.each([
  ['2026-06-12', '2026-06-19', '19 June 2026'],
  ['2026-06-19', '2026-06-26', ''],
  ['2026-06-11', '2026-06-18', ''],
  ['2026-06-18', '2026-07-31', '19 June 2026 and 31 July 2026'],
])('days %s and %s straddle a change of how AI is counted: "%s"', (before, now, dates) => {
  const dayOf = (day: string) => ({ from: day, to: day, isMonth: false });
  const notes = comparisonNotes(report([project()], { period: dayOf(now), comparison: dayOf(before) }));
  expect(notes.length).toBe(dates === '' ? 0 : 1);
  expect(notes.join()).toContain(dates);
});
