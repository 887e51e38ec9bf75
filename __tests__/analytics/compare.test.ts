import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { falling, joinPages, percentChange, rising, type Side } from '../../src/analytics/compare.ts';
import type { PageRow, ProjectReport } from '../../src/analytics/model.ts';
import { counts, gonePage, page } from './report/fixture.ts';

/** Rows such as `{ '/a': 5 }`, of which one view in five is AI's. */
function side(totals: Readonly<Record<string, number>>, complete = true): Side {
  const rows = Object.entries(totals).map(([path, total]): [string, PageRow] => [path, row(path, total)]);
  return { rows: new Map(rows), complete };
}

function row(path: string, total: number): PageRow {
  const ai = Math.floor(total / 5);
  return page(path, counts(total - ai, ai));
}

function project(current: Side, previous?: Side): ProjectReport {
  const sums = { human: 0, ai: 0, total: 0 };
  return {
    projectId: 'docs',
    sums,
    complete: current.complete,
    notes: [],
    sections: [],
    ...joinPages(current, previous),
  };
}

/** Each page with what is known of it before, such as `/a 5 <3` or `/b 2 new`. */
function told({ pages }: ProjectReport): string[] {
  return pages.map(({ path, total, state, previous }) => {
    return `${path} ${total} ${state === 'known' ? `<${previous?.total}` : state}`;
  });
}

describe('joining two periods', () => {
  test('tells what is new and what is gone when both are whole', () => {
    const report = project(side({ '/a': 5, '/b': 7, '/c': 1 }), side({ '/a': 9, '/b': 7, '/d': 4, '/e': 6 }));
    expect(told(report)).toEqual(['/b 7 <7', '/a 5 <9', '/c 1 new']);
    expect(report.gone).toEqual([gonePage('/e', counts(5, 1)), gonePage('/d', counts(4, 0))]);
  });

  test('knows nothing without a period before', () => {
    const report = project(side({ '/a': 5 }));
    expect(told(report)).toEqual(['/a 5 unknown']);
    expect(report.gone).toEqual([]);
  });

  test('does not call a page gone that had no views before', () => {
    expect(project(side({}), side({ '/a': 0 })).gone).toEqual([]);
  });

  test('orders by views, then by path, and keeps nothing but counts of the period before', () => {
    const current = side({ '/b': 2, '/a': 2, '/B': 2, '/é': 9 });
    const report = project(current, side({ '/a': 1 }));
    expect(report.pages.map(({ path }) => path)).toEqual(['/é', '/B', '/a', '/b']);
    expect(report.pages[2]).toEqual(page('/a', counts(2, 0), counts(1, 0)));
  });

  test('copes with paths that are names of object properties', () => {
    const rows = ['__proto__', 'constructor'].map((path): [string, PageRow] => [path, row(path, 3)]);
    const report = project({ rows: new Map(rows), complete: true }, side({}));
    expect(told(report)).toEqual(['__proto__ 3 new', 'constructor 3 new']);
  });

  test('loses no page and invents none', () => {
    const sides = fc.tuple(
      fc.dictionary(fc.constantFrom('/a', '/b', '/c', '/d', '/e'), fc.integer({ min: 1, max: 9 })),
      fc.boolean(),
    );
    fc.assert(
      fc.property(sides, sides, ([now, isWhole], [before, wasWhole]) => {
        const report = project(side(now, isWhole), side(before, wasWhole));
        expect(report.pages.map(({ path }) => path).sort()).toEqual(Object.keys(now).sort());
        const kinds = Map.groupBy(report.pages, ({ state }) => state);
        expect((kinds.get('known') ?? []).every(({ path }) => path in before)).toBe(true);
        expect(kinds.has('new') && !wasWhole).toBe(false);
        expect(kinds.has('unknown') && wasWhole).toBe(false);
        const missing = Object.keys(before).filter((path) => !(path in now));
        expect(report.gone.map(({ path }) => path).sort()).toEqual(isWhole ? missing.sort() : []);
      }),
    );
  });
});

describe('rising and falling', () => {
  const report = project(
    side({ '/up': 30, '/new': 25, '/same': 9, '/down': 4, '/slightly': 11, '/also-up': 21 }),
    side({ '/up': 5, '/same': 9, '/down': 14, '/slightly': 10, '/gone': 12, '/also-up': 1 }),
  );

  test('list pages by how many views they won, new ones too', () => {
    expect(rising(report, 10).map(({ path, state }) => `${path} ${state}`)).toEqual([
      '/new new',
      '/up known',
      '/also-up known',
      '/slightly known',
    ]);
    expect(rising(report, 2)).toEqual([
      page('/new', counts(20, 5), 'new'),
      page('/up', counts(24, 6), counts(4, 1)),
    ]);
  });

  test('list pages by how many views they lost, those that are gone too', () => {
    expect(falling(report, 10)).toEqual([
      gonePage('/gone', counts(10, 2)),
      page('/down', counts(4, 0), counts(12, 2)),
    ]);
    expect(falling(report, 1)).toHaveLength(1);
  });
});

test.each([
  [1123, 1000, '+12.3'],
  [96, 100, '-4.0'],
  [100, 100, '0.0'],
  [100_004, 100_000, '0.0'],
  [99_996, 100_000, '0.0'],
  [100_051, 100_000, '+0.1'],
  [0, 7, '-100.0'],
  [3_000_000_000, 1, '+299999999900.0'],
  [5, 0, undefined],
  [0, 0, undefined],
])('with %i views now and %i before, the change is %s percent', (now, before, expected) => {
  expect(percentChange(now, before)).toBe(expected);
});
