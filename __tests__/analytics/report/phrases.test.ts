import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Report, Span } from '../../../src/analytics/model.ts';
import {
  bestDay,
  changeOf,
  columnOf,
  headlineOf,
  periodName,
  usualRange,
} from '../../../src/analytics/report/words.ts';
import { anyReport } from './arbitrary.ts';
import { counts, type ProjectOptions, page, project, report, spanFrom, unread } from './fixture.ts';

function past(...totals: (number | undefined)[]): Span[] {
  return totals.map((total, index) => ({
    ...spanFrom('2025-11-01', index),
    ...(total !== undefined && { counts: counts(total, 0) }),
  }));
}

test.each<[number, Span[], string | undefined, string | undefined]>([
  [101, past(50, 100, 70), 'the most since at least 1 November 2025', '.'],
  [100, past(50, 100, 70), undefined, ': this one is within that range.'],
  [50, past(50, 100, 70), undefined, ': this one is within that range.'],
  [49, past(50, 100, 70), 'the fewest since at least 1 November 2025', '.'],
  // Nobody can tell what was before a period that was not read.
  [200, past(900, undefined, 50, 100, 70), 'the most since at least 3 November 2025', '.'],
  [200, past(9, undefined, 900, undefined, 50, 100, 70), 'the most since at least 5 November 2025', '.'],
  [200, past(50, 60, 70, undefined, 100), undefined, undefined],
  [200, past(50, 60, 70, undefined), undefined, undefined],
  [200, past(50, 100), undefined, undefined],
  [0, [], undefined, undefined],
])('whether %i is unusual after %j', (now, history, headline, end) => {
  const chart = end && `The 3 periods before had 50 to 100 views${end}`;
  expect(usualRange(now, history)).toEqual({ ...(headline && { headline }), ...(chart && { chart }) });
});

describe('the headline', () => {
  const made = (now: [number, number], before: [number, number] | undefined, more: Partial<Report> = {}) => {
    const previousTotals = before && counts(...before);
    return headlineOf(report([project({ count: 0, totals: counts(...now), previousTotals })], more));
  };
  const WEEK = '100 views from 5 to 11 January 2026';
  const MONTH = { from: '2025-12-01', to: '2025-12-31', isMonth: true };
  const between = (from: string, to = from) => ({ from, to, isMonth: false });

  test.each([
    [made([90, 10], [40, 10]), `${WEEK}, 100.0 % more than in the 7 days before.`],
    [made([90, 10], [200, 0]), `${WEEK}, 50.0 % fewer than in the 7 days before.`],
    [made([1, 0], [1, 0]), '1 view from 5 to 11 January 2026, as many as in the 7 days before.'],
    [made([90, 10], [0, 0]), `${WEEK}, after none in the 7 days before.`],
    [made([90, 10], undefined), `${WEEK}.`],
    [made([90, 10], [80, 0], { comparison: undefined }), `${WEEK}.`],
    [made([0, 0], [0, 0]), '0 views from 5 to 11 January 2026, as in the 7 days before.'],
    [made([1.5, 0.25], undefined), '1.75 views from 5 to 11 January 2026.'],
    [
      made([90, 10], [80, 0], { comparison: between('2025-01-05', '2025-01-11') }),
      `${WEEK}, 25.0 % more than from 5 to 11 January 2025.`,
    ],
    [
      made([5, 5], [4, 4], { period: MONTH, comparison: { ...MONTH, from: '2025-11-01', to: '2025-11-30' } }),
      '10 views in December 2025, 25.0 % more than in the month before.',
    ],
    [
      made([5, 5], [4, 4], { period: MONTH, comparison: { ...MONTH, from: '2024-12-01', to: '2024-12-31' } }),
      '10 views in December 2025, 25.0 % more than in December 2024.',
    ],
    [
      made([5, 5], [4, 4], { period: between('2026-01-05'), comparison: between('2026-01-04') }),
      '10 views on 5 January 2026, 25.0 % more than on the day before.',
    ],
  ])('%s', (headline, expected) => {
    expect(headline).toBe(expected);
  });

  const moved = (path: string, now: number, before: number, more: ProjectOptions = {}) => {
    const pages = [page(path, counts(now, 0), before === 0 ? 'new' : counts(before, 0))];
    const totals = { totals: counts(now + 10, 0), previousTotals: counts(before + 10, 0) };
    return headlineOf(report([project({ pages, ...totals, ...more })]));
  };

  test.each([
    [moved('/guides', 1347, 1000), /days before, mostly \/guides \(\+34\.7 %\)\.$/],
    [moved('/guides', 315, 460), /days before, mostly \/guides \(-31\.5 %\)\.$/],
    [moved('/guides', 50, 0), /days before, mostly \/guides \(new\)\.$/],
    [moved('/日本語/v1.2_a~b', 50, 0), /, mostly \/日本語\/v1\.2_a~b \(new\)\.$/],
    [
      moved('/guides', 50, 0, { history: past(1, 2, 3) }),
      /2026, the most since at least 1 November 2025, .*mostly/,
    ],
    [moved('/guides', 1347, 1000, { previousComplete: false }), /days before\.$/],
    // What a chat would make a link, a mention or markup of is left out.
    ...['/a b', '/@team', 'https://x', '/*b*', '/<b>', '/a#1', `/${'x'.repeat(200)}`].map(
      (path) => [moved(path, 50, 20), /days before\.$/] as const,
    ),
  ])('%s says what moved', (headline, expected) => {
    expect(headline).toMatch(expected);
  });

  test('of several projects is that of all together', () => {
    const one = { totals: counts(5, 5), previousTotals: counts(5, 0), history: past(10, 20, 5), count: 0 };
    const both = report([project(one), project({ ...one, projectId: 'b' })]);
    expect(headlineOf(both)).toBe(
      '2 projects: 20 views from 5 to 11 January 2026, 100.0 % more than in the 7 days before.',
    );
    expect(headlineOf(both, both.projects[1])).toMatch(/^10 views from 5 to 11 January 2026, 100\.0 % more/);
    const grown = (projectId: string) => {
      const pages = [page('/a', counts(5, 5), counts(5, 0))];
      const still = { totals: counts(1, 0), previousTotals: counts(1, 0), count: 0 };
      return headlineOf(report([project({ ...one, pages, projectId }), project(still)]));
    };
    expect(grown('docs')).toMatch(/, mostly \/a of docs \(\+100\.0 %\)\.$/);
    expect(grown('@docs')).toMatch(/days before\.$/);
  });

  test('says of how many projects it is, when some could not be read', () => {
    const some = report([project({ totals: counts(5, 5) }), unread()]);
    expect(headlineOf(some)).toMatch(/^1 of 2 projects: 10 views from /);
    expect(headlineOf(some, unread())).toBe('No views could be read.');
    expect(headlineOf(report([unread(), unread()]))).toBe('0 of 2 projects: no views could be read.');
  });

  test('is one line of plain text, whatever the paths are', () => {
    fc.assert(
      fc.property(anyReport, (any) => {
        for (const each of [undefined, ...any.projects]) {
          expect(headlineOf(any, each)).toMatch(/^[\d\p{L} ,.()%–:/_~+-]+\.$/u);
        }
      }),
    );
  });
});

test.each([
  ['2026-01-05', '2026-01-05', false, '5 January 2026', 'Mon 5 Jan, Mon 5 Jan'],
  ['2026-01-05', '2026-01-11', false, '5–11 January 2026', '5–11 Jan, 5 Jan'],
  [
    '2025-12-29',
    '2026-01-04',
    false,
    '29 December 2025 – 4 January 2026',
    '29 Dec 2025 – 4 Jan 2026, 29 Dec',
  ],
  ['2026-01-01', '2026-01-31', true, 'January 2026', 'Jan 2026, Jan 2026'],
])('%s to %s (a month: %s) is called %s, a column %s', (from, to, isMonth, heading, column) => {
  const period = { from, to, isMonth };
  const { name, label } = columnOf(period, isMonth);
  expect([periodName(period), `${name}, ${label}`]).toEqual([heading, column]);
});

test.each([
  [12, 10, '▲ +20.0 %', undefined],
  [8, 10, '▼ −20.0 %', undefined],
  [10, 10, '0.0 %', undefined],
  [3, 0, 'new', undefined],
  [0, 3, '▼ −100.0 %', undefined],
  [0, 0, '–', undefined],
  [3, undefined, '', undefined],
  [0, 3, 'gone', 'gone'],
  [3, 0, 'new', 'new'],
  // The platform's totals need not be those of people and AI: only its rows say what is new or gone.
  [0, 3, '▼ −100.0 %', 'known'],
  [3, 0, '–', 'known'],
  [3, undefined, '', 'unknown'],
] as const)(
  'from %s now and %s before the change is %j, of a page that is %s',
  (total, before, expected, state) => {
    const previous = before === undefined ? undefined : counts(before, 0);
    expect(changeOf({ total, previous, ...(state && { state }) })).toBe(expected);
  },
);

test('the best day is among those that were read', () => {
  expect(bestDay(past(5, undefined, 9))).toBe('Most: 9 on Mon 3 Nov. Fewest: 5 on Sat 1 Nov.');
  expect(bestDay(past(undefined, 7))).toBe('7 on Sun 2 Nov.');
  expect(bestDay(past(undefined))).toBe('Not read.');
  expect(bestDay(past(0, undefined))).toBe('No views on any day that was read.');
});
