import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Span } from '../../../src/analytics/model.ts';
import {
  bestDay,
  changeOf,
  columnName,
  headlineOf,
  periodName,
  usualRange,
} from '../../../src/analytics/report/words.ts';
import { anyReport } from './arbitrary.ts';
import { counts, page, project, report, spanFrom } from './fixture.ts';

function past(...totals: (number | undefined)[]): Span[] {
  return totals.map((total, index) => ({
    ...spanFrom('2025-11-01', index),
    ...(total !== undefined && { counts: counts(total, 0) }),
  }));
}

describe('whether a period is unusual', () => {
  const within = (count: number, range: string) =>
    `The ${count} periods before had ${range} views: this one is within that range.`;

  test.each<[number, Span[], string | undefined, string | undefined]>([
    [
      101,
      past(50, 100, 70),
      'the most since at least 1 November 2025',
      'The 3 periods before had 50 to 100 views.',
    ],
    [100, past(50, 100, 70), undefined, within(3, '50 to 100')],
    [50, past(50, 100, 70), undefined, within(3, '50 to 100')],
    [
      49,
      past(50, 100, 70),
      'the fewest since at least 1 November 2025',
      'The 3 periods before had 50 to 100 views.',
    ],
    // Nobody can tell what was before a period that was not read.
    [
      200,
      past(900, undefined, 50, 100, 70),
      'the most since at least 3 November 2025',
      'The 3 periods before had 50 to 100 views.',
    ],
    [200, past(50, 60, 70, undefined, 100), undefined, undefined],
    [200, past(50, 60, 70, undefined), undefined, undefined],
    [200, past(50, 100), undefined, undefined],
    [0, [], undefined, undefined],
  ])('%i after %j', (now, history, headline, chart) => {
    expect(usualRange(now, history)).toEqual({ ...(headline && { headline }), ...(chart && { chart }) });
  });
});

describe('the headline', () => {
  const made = (totals: [number, number], before: [number, number] | undefined, more: object = {}) =>
    headlineOf(
      report(
        [project({ count: 0, totals: counts(...totals), previousTotals: before && counts(...before) })],
        more,
      ),
    );
  const WEEK = '100 views from 5 to 11 January 2026';

  test.each([
    [made([90, 10], [40, 10]), `${WEEK}, 100.0 % more than in the 7 days before.`],
    [made([90, 10], [200, 0]), `${WEEK}, 50.0 % fewer than in the 7 days before.`],
    [made([1, 0], [1, 0]), '1 view from 5 to 11 January 2026, as many as in the 7 days before.'],
    [made([90, 10], [0, 0]), `${WEEK}, after none in the 7 days before.`],
    [made([90, 10], undefined), `${WEEK}.`],
    [made([0, 0], [0, 0]), '0 views from 5 to 11 January 2026, as in the 7 days before.'],
    [
      made([90, 10], [80, 0], { comparison: { from: '2025-01-05', to: '2025-01-11', isMonth: false } }),
      `${WEEK}, 25.0 % more than from 5 to 11 January 2025.`,
    ],
    [
      made([5, 5], [4, 4], {
        period: { from: '2025-12-01', to: '2025-12-31', isMonth: true },
        comparison: { from: '2025-11-01', to: '2025-11-30', isMonth: true },
      }),
      '10 views in December 2025, 25.0 % more than in the month before.',
    ],
    [
      made([5, 5], [4, 4], {
        period: { from: '2025-12-01', to: '2025-12-31', isMonth: true },
        comparison: { from: '2024-12-01', to: '2024-12-31', isMonth: true },
      }),
      '10 views in December 2025, 25.0 % more than in December 2024.',
    ],
    [
      made([5, 5], [4, 4], {
        period: { from: '2026-01-05', to: '2026-01-05', isMonth: false },
        comparison: { from: '2026-01-04', to: '2026-01-04', isMonth: false },
      }),
      '10 views on 5 January 2026, 25.0 % more than on the day before.',
    ],
    [made([1.5, 0.25], undefined), '1.75 views from 5 to 11 January 2026.'],
  ])('%s', (headline, expected) => {
    expect(headline).toBe(expected);
  });

  const moved = (path: string, now: number, before: number, more: object = {}) => {
    const pages = [page(path, counts(now, 0), before === 0 ? 'new' : counts(before, 0))];
    const totals = { totals: counts(now + 10, 0), previousTotals: counts(before + 10, 0) };
    return headlineOf(report([project({ count: 0, pages, gone: [], ...totals, ...more })]));
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
    const grown = { pages: [page('/a', counts(5, 5), counts(5, 0))], gone: [], projectId: 'docs' };
    const still = { totals: counts(1, 0), previousTotals: counts(1, 0), count: 0 };
    expect(headlineOf(report([project({ ...one, ...grown }), project(still)]))).toMatch(
      /, mostly \/a of docs \(\+100\.0 %\)\.$/,
    );
  });

  test('says of how many projects it is, when some could not be read', () => {
    const dead = project({ projectId: 'c', count: 0, totals: undefined, complete: false, days: undefined });
    const some = report([project({ totals: counts(5, 5) }), dead]);
    expect(headlineOf(some)).toMatch(/^1 of 2 projects: 10 views from /);
    expect(headlineOf(some, dead)).toBe('No views could be read.');
    expect(headlineOf(report([dead, dead]))).toBe('0 of 2 projects: no views could be read.');
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
  [{ from: '2026-01-05', to: '2026-01-05', isMonth: false }, '5 January 2026', 'Mon 5 Jan', 'Mon 5 Jan'],
  [{ from: '2026-01-05', to: '2026-01-11', isMonth: false }, '5–11 January 2026', '5–11 Jan', '5 Jan'],
  [
    { from: '2025-12-29', to: '2026-01-04', isMonth: false },
    '29 December 2025 – 4 January 2026',
    '29 Dec 2025 – 4 Jan 2026',
    '29 Dec',
  ],
  [{ from: '2026-01-01', to: '2026-01-31', isMonth: true }, 'January 2026', 'Jan 2026', 'Jan 2026'],
] as const)('%j is called %s', (period, heading, name, label) => {
  expect([periodName(period), columnName(period, period.isMonth)]).toEqual([heading, { name, label }]);
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
  (now, before, expected, state) => {
    expect(changeOf(now, before, state)).toBe(expected);
  },
);

test('the best day is among those that were read', () => {
  expect(bestDay(past(5, undefined, 9))).toBe('Most: 9 on Mon 3 Nov. Fewest: 5 on Sat 1 Nov.');
  expect(bestDay(past(undefined))).toBe('Not read.');
  expect(bestDay(past(0, undefined))).toBe('No views on any day that was read.');
});
