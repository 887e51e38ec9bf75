import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Span } from '../../../src/analytics/model.ts';
import { headlineOf, periodName, usualRange } from '../../../src/analytics/report/words.ts';
import { anyReport } from './arbitrary.ts';
import { counts, project, report } from './fixture.ts';

function past(...totals: (number | undefined)[]): Span[] {
  return totals.map((total, index) => ({
    from: `2025-11-${String(index + 1).padStart(2, '0')}`,
    to: `2025-11-${String(index + 2).padStart(2, '0')}`,
    ...(total !== undefined && { counts: counts(total, 0) }),
  }));
}

describe('whether a period is unusual', () => {
  test.each<[number, Span[], string | undefined]>([
    [101, past(50, 100, 70), 'the most since at least 1 November 2025'],
    [100, past(50, 100, 70), 'within the usual range of the 3 periods before (50 to 100)'],
    [50, past(50, 100, 70), 'within the usual range of the 3 periods before (50 to 100)'],
    [49, past(50, 100, 70), 'the fewest since at least 1 November 2025'],
    [200, past(undefined, 50, 100, 70), 'the most since at least 2 November 2025'],
    [200, past(50, 100), undefined],
    [200, past(50, undefined, 70), undefined],
    [0, [], undefined],
  ])('%i after %j', (now, history, expected) => {
    expect(usualRange(now, history)).toBe(expected);
  });
});

describe('the headline', () => {
  const made = (totals: [number, number], before: [number, number] | undefined, more: object = {}) =>
    headlineOf(
      report([project({ totals: counts(...totals), previousTotals: before && counts(...before) })], more),
    );

  test.each([
    [
      made([90, 10], [40, 10]),
      '100 views from 5 to 11 January 2026, 100.0% more than in the 7 days before, 10.0% of them by AI (20.0% before).',
    ],
    [
      made([30, 10], [50, 0]),
      '40 views from 5 to 11 January 2026, 20.0% fewer than in the 7 days before, 25.0% of them by AI (0.0% before).',
    ],
    [
      made([1, 0], [1, 0]),
      '1 view from 5 to 11 January 2026, as many as in the 7 days before, 0.0% of them by AI (0.0% before).',
    ],
    [
      made([5, 5], [0, 0]),
      '10 views from 5 to 11 January 2026, after none in the 7 days before, 50.0% of them by AI.',
    ],
    [made([5, 5], undefined), '10 views from 5 to 11 January 2026, 50.0% of them by AI.'],
    [made([0, 0], [0, 0]), '0 views from 5 to 11 January 2026, as in the 7 days before.'],
    [
      made([5, 5], [4, 4], {
        period: { kind: 'dates', from: '2025-12-01', to: '2026-01-01', unit: 'month' },
      }),
      '10 views in December 2025, 25.0% more than in the month before, 50.0% of them by AI (50.0% before).',
    ],
    [made([1.5, 0.25], undefined), '1.75 views from 5 to 11 January 2026, 14.3% of them by AI.'],
  ])('%s', (headline, expected) => {
    expect(headline).toBe(expected);
  });

  test('of several projects is that of all together', () => {
    const one = { totals: counts(5, 5), previousTotals: counts(5, 0), history: past(10, 20, 5) };
    const both = report([project(one), project({ ...one, projectId: 'b' })]);
    expect(headlineOf(both)).toBe(
      '2 projects: 20 views from 5 to 11 January 2026, 100.0% more than in the 7 days before, within the usual range of the 3 periods before (10 to 40), 50.0% of them by AI (0.0% before).',
    );
    expect(headlineOf(both, both.projects[1])).toMatch(/^10 views from 5 to 11 January 2026, 100\.0% more/);
  });

  test('says of how many projects it is, when some could not be read', () => {
    const dead = project({ projectId: 'c', count: 0, totals: undefined, complete: false, days: undefined });
    const some = report([project({ totals: counts(5, 5) }), dead]);
    expect(headlineOf(some)).toMatch(/^1 of 2 projects: 10 views from /);
    expect(headlineOf(some, dead)).toBe('No views could be read.');
    expect(headlineOf(report([dead, dead]))).toBe('0 of 2 projects: no views could be read.');
  });

  test('is one line of plain text, without anything that came from elsewhere', () => {
    fc.assert(
      fc.property(anyReport, (any) => {
        for (const each of [undefined, ...any.projects]) {
          expect(headlineOf(any, each)).toMatch(/^[\d\w ,.()%–:-]+\.$/);
        }
      }),
    );
  });
});

test.each([
  [{ kind: 'all' }, 'All time'],
  [{ kind: 'dates', from: '2026-01-05', to: '2026-01-06' }, '5 January 2026'],
  [{ kind: 'dates', from: '2026-01-05', to: '2026-01-12' }, '5–11 January 2026'],
  [{ kind: 'dates', from: '2025-12-29', to: '2026-01-05' }, '29 December 2025 – 4 January 2026'],
  [{ kind: 'dates', from: '2026-01-01', to: '2026-02-01', unit: 'month' }, 'January 2026'],
] as const)('%j is called %s', (period, name) => {
  expect(periodName(period)).toBe(name);
});
