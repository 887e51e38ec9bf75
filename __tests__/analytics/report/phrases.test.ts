import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { changeOf } from '../../../src/analytics/compare.ts';
import type { Report, Span } from '../../../src/analytics/model.ts';
import {
  changeLabel,
  columnOf,
  extremeDays,
  gapTexts,
  headlineOf,
  notesOf,
  periodName,
  rateLimitText,
  usualRange,
} from '../../../src/analytics/report/phrases.ts';
import { anyReport } from './arbitrary.ts';
import { counts, page, project, report, spanFrom, unread } from './fixture.ts';

// What the sentences say of random sites is held by the campaign; here are the words themselves, and rare cases.

function past(...totals: (number | undefined)[]): Span[] {
  return totals.map((total, index) => ({
    ...spanFrom('2025-11-01', index),
    ...(total !== undefined && { counts: counts(total, 0) }),
  }));
}

test.each<[string, number, (number | undefined)[], string]>([
  ['above', 101, [50, 100, 70], '50 to 100, above'],
  ['within', 100, [50, 100, 70], '50 to 100, within'],
  ['below, after a period that was not read', 49, [9, undefined, 50, 100, 70], '50 to 100, below'],
  ['known from the first views on', 20, [0, 0, 5, 0, 7], '0 to 7, above'],
  ['unknown from two periods with views', 20, [0, 0, 0, 5, 7], 'none'],
  ['none where all are the same', 6, [5, 5, 5], 'none'],
])('the usual range is %s: %i after %j', (_, now, before, expected) => {
  const range = usualRange({ ...spanFrom('2025-12-01'), counts: counts(now, 0) }, past(...before));
  expect(range ? `${range.least} to ${range.most}, ${range.place}` : 'none').toBe(expected);
});

const between = (from: string, to = from, isMonth = false) => ({ from, to, isMonth });
const [FEBRUARY, MARCH] = [
  between('2027-02-01', '2027-02-28', true),
  between('2027-03-01', '2027-03-31', true),
];
const JANUARY = between('2027-01-01', '2027-01-31', true);
const made = (now: number, before: number, more: Partial<Report> = {}) =>
  headlineOf(
    report([project({ count: 0, totals: counts(now, 0), previousTotals: counts(before, 0) })], more),
  );

test.each([
  [made(100, 50), '100 views from 5 to 11 January 2026, 100.0 % more than in the previous 7 days (50).'],
  [made(1, 1), '1 view from 5 to 11 January 2026, as many as in the previous 7 days.'],
  [made(0, 0), '0 views from 5 to 11 January 2026, as many as in the previous 7 days.'],
  [made(9, 0), '9 views from 5 to 11 January 2026, up from 0 in the previous 7 days.'],
  [
    made(28_000, 31_000, { period: FEBRUARY, comparison: JANUARY }),
    '28,000 views in February 2027, as many per day as in the previous month (31,000 in 31 days; this period has 28).',
  ],
  [
    made(62_000, 28_000, { period: MARCH, comparison: FEBRUARY }),
    '62,000 views in March 2027, 100.0 % more per day than in the previous month (28,000 in 28 days; this period has 31).',
  ],
  [
    made(7_000, 8_000, {
      period: between('2029-02-26', '2029-03-04'),
      comparison: between('2028-02-26', '2028-03-04'),
    }),
    '7,000 views from 26 February to 4 March 2029, as many per day as from 26 February to 4 March 2028 (8,000 in 8 days; this period has 7).',
  ],
])('%s', (headline, expected) => {
  expect(headline).toBe(expected);
});

const moved = (path: string) => {
  const pages = [page(path, counts(50, 0), counts(20, 0)), page('/other', counts(99, 0), counts(99, 0))];
  return headlineOf(report([project({ pages })]));
};

test('names what moved as a page, if a chat makes no link, mention or markup of it', () => {
  expect(moved('/日本語/v1.2_a~b')).toMatch(
    / \(119\), mostly the page \/日本語\/v1\.2_a~b \(\+150\.0 %\)\.$/,
  );
  for (const path of ['', '/a b', '/@team', 'https://x', '/*b*', '/<b>', '/a#1', `/${'x'.repeat(200)}`]) {
    expect(moved(path)).toMatch(/previous 7 days \(119\)\.$/);
  }
});

test('says of how many projects it is, when some could not be read', () => {
  const some = report([project({ totals: counts(5, 5) }), unread()]);
  expect(headlineOf(some)).toMatch(/^1 of 2 projects: 10 views from /);
  expect(headlineOf(some, unread())).toBe('No views could be read.');
});

test('is one line of plain text, whatever the paths are', () => {
  fc.assert(
    fc.property(anyReport, (any) => {
      for (const each of [undefined, ...any.projects]) {
        expect(headlineOf(any, each)).toMatch(/^[\d\p{L} ,.();%–:/_~+-]+\.$/u);
      }
    }),
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
  const { name, label } = columnOf(period);
  expect([periodName(period), `${name}, ${label}`]).toEqual([heading, column]);
});

test.each([
  [12, 10, '▲\u00a0+20.0\u00a0%', undefined],
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

test('projects with the same gap share a sentence', () => {
  const gaps = ['a', 'b'].map((projectId) => ({ projectId, text: 'Not read: this project.' }));
  const both = [unread('a'), unread('b')];
  expect(gapTexts(report(both, { gaps }))).toEqual(['a and b: Not read: this project.']);
});

test('notes say where lengths differ, and where Mintlify changed its way of counting in between', () => {
  const JUNE = between('2026-06-01', '2026-06-30', true);
  const JULY = between('2026-07-01', '2026-07-31', true);
  expect(notesOf(report([project()], { period: JULY, comparison: JUNE }))).toEqual([
    'The periods have 31 and 30 days: changes in tables are of totals, not per day.',
    'Mintlify changed how it distinguishes AI from people on 19 June 2026 and 31 July 2026: shares of AI before and after are not comparable.',
  ]);
  const before = { ...JUNE, from: '2026-06-19', to: '2026-07-18' };
  expect(notesOf(report([project()], { period: before, comparison: undefined }))).toEqual([]);
});
