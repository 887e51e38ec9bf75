import { expect, test } from '@jest/globals';
import { changeOf } from '../../../src/analytics/compare.ts';
import type { Span } from '../../../src/analytics/model.ts';
import {
  changeLabel,
  columnOf,
  extremeDays,
  headlineOf,
  notesOf,
  periodName,
  rateLimitText,
  usualRange,
} from '../../../src/analytics/report/phrases.ts';
import { counts, page, project, report, spanFrom } from './fixture.ts';

// What the sentences say of random sites is held by the campaign; here are rare cases.

function past(...totals: (number | undefined)[]): Span[] {
  return totals.map((total, index) => ({
    ...spanFrom('2025-11-01', index),
    ...(total !== undefined && { counts: counts(total, 0) }),
  }));
}

test.each<[string, number, number, (number | undefined)[], string]>([
  ['above', 101, 1, [50, 100, 70], '50 to 100, above'],
  ['within', 100, 1, [50, 100, 70], '50 to 100, within'],
  ['per day for other lengths', 102, 2, [50, 100, 70], '50 to 100 per day, within'],
  ['below, after a period that was not read', 49, 1, [9, undefined, 50, 100, 70], '50 to 100, below'],
  ['known from the first views on', 20, 1, [0, 0, 5, 0, 7], '0 to 7, above'],
  ['unknown where all are equal', 20, 1, [7, 7, 7], 'none'],
  ['unknown from two periods with views', 20, 1, [0, 0, 0, 5, 7], 'none'],
])('the usual range is %s: %i in %i days after %j', (_, now, length, before, expected) => {
  const range = usualRange({ ...spanFrom('2025-12-01', 0, length), counts: counts(now, 0) }, past(...before));
  expect(range ? `${range.least} to ${range.most}${range.perDay}, ${range.place}` : 'none').toBe(expected);
});

const moved = (path: string) => {
  const pages = [page(path, counts(50, 0), counts(20, 0)), page('/other', counts(99, 0), counts(99, 0))];
  return headlineOf(report([project({ pages })]));
};

test('names what is new as new, and not per day, where the periods have other lengths', () => {
  const pages = [page('/a', counts(50, 0), 'new'), page('/b', counts(99, 0), counts(99, 0))];
  const comparison = { from: '2025-12-29', to: '2026-01-03', isMonth: false };
  expect(headlineOf(report([project({ pages })], { comparison }))).toMatch(/mostly the page \/a \(new\)\.$/);
});

test('compares per day, with the base, where a February has another day', () => {
  const period = { from: '2024-02-26', to: '2024-03-03', isMonth: false };
  const comparison = { from: '2023-02-26', to: '2023-03-03', isMonth: false };
  const even = project({ totals: counts(7000, 0), previousTotals: counts(6000, 0) });
  expect(headlineOf(report([even], { period, comparison }))).toContain(
    ', as many per day as from 26 February to 3 March 2023 (6,000 in 6 days; this period has 7)',
  );
});

test('names what moved as a page, if a chat makes no link, mention or markup of it', () => {
  expect(moved('/日本語/v1.2_a~b')).toMatch(
    / \(119\), mostly the page \/日本語\/v1\.2_a~b \(\+150\.0 %\)\.$/,
  );
  for (const path of ['', '/a b', '/@team', 'https://x', '/*b*', '/<b>', '/a#1', `/${'x'.repeat(200)}`]) {
    expect(moved(path)).toMatch(/previous 7 days \(119\)\.$/);
  }
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
  const { name, label } = columnOf(period);
  expect([periodName(period), `${name}, ${label}`]).toEqual([heading, column]);
});

test.each([
  [12, 10, '▲\u00a0+20.0\u00a0%', undefined],
  [1003, 1000, '▲\u00a0+0.3\u00a0%', undefined],
  [8, 10, '▼\u00a0−20.0\u00a0%', undefined],
  [10, 10, '0.0\u00a0%', undefined],
  [3, 0, 'new', undefined],
  [0, 0, '–', undefined],
  [3, undefined, undefined, undefined],
  [0, 3, 'gone', 'gone'],
  // Mintlify's totals need not be those of people and AI: only its rows say what is new or gone.
  [3, 0, '–', 'known'],
  [3, undefined, undefined, 'unknown'],
] as const)(
  'from %s now and %s before the change is %j, of a page that is %s',
  (total, before, expected, state) => {
    const previous = before === undefined ? undefined : counts(before, 0);
    const change = changeOf({ total, previous, ...(state && { state }) });
    expect(change && changeLabel(change)).toBe(expected);
  },
);

test.each<[string | undefined, (number | undefined)[]]>([
  ['Busiest day: Mon 3 Nov (9 views). Quietest day: Sat 1 Nov (5 views).', [5, 6, 9]],
  [
    'Busiest of the 3 days that were read: Tue 4 Nov (9 views). Quietest of the 3 days that were read: Sat 1 Nov and Mon 3 Nov (1 view).',
    [1, undefined, 1, 9],
  ],
  ['Quietest day: Wed 5 Nov (5 views).', [9, 9, 9, 9, 5]],
  [
    'Busiest days: Sat 1 Nov, Sun 2 Nov and Mon 3 Nov (9 views). Quietest day: Tue 4 Nov (5 views).',
    [9, 9, 9, 5],
  ],
  [undefined, [5, 9]],
  [undefined, [5, 5, 5]],
])('the extreme days are %s', (expected, totals) => {
  expect(extremeDays(past(...totals))).toBe(expected);
});

test.each([
  ['2026-11-22T07:17:01Z', 'run again after 07:18 UTC.'],
  ['2026-11-23T07:17:01Z', 'run again after 23 November 2026, 07:18 UTC.'],
])('after a rate limit that ends at %s: %s', (again, expected) => {
  expect(rateLimitText(again, '2026-11-22T06:17:00Z')).toContain(expected);
});

test('notes say nothing of a change in counting on the first day that is compared', () => {
  const period = { from: '2026-06-19', to: '2026-07-18', isMonth: false };
  expect(notesOf(report([project()], { period, comparison: undefined }))).toEqual([]);
});
