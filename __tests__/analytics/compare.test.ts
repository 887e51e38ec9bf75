import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  falling,
  joinPages,
  mainMover,
  percentChange,
  rising,
  type Side,
  sectionOf,
  sectionsOf,
} from '../../src/analytics/compare.ts';
import type { PageRow, ProjectReport } from '../../src/analytics/model.ts';
import { anyReport } from './report/arbitrary.ts';
import { counts, project as fixture, gonePage, page } from './report/fixture.ts';

/** Rows such as `{ '/a': 5 }`, of which one view in five is AI's. */
function side(totals: Readonly<Record<string, number>>, complete = true): Side {
  return { rows: Object.entries(totals).map(([path, total]) => row(path, total)), isComplete: complete };
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
    complete: current.isComplete,
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

  test('orders by views, then by path, and keeps nothing but counts of the period before', () => {
    const current = side({ '/b': 2, '/a': 2, '/B': 2, '/é': 9 });
    const report = project(current, side({ '/a': 1 }));
    expect(report.pages.map(({ path }) => path)).toEqual(['/é', '/B', '/a', '/b']);
    expect(report.pages[2]).toEqual(page('/a', counts(2, 0), counts(1, 0)));
  });

  test('copes with paths that are names of object properties', () => {
    const rows = ['__proto__', 'constructor'].map((path) => row(path, 3));
    const report = project({ rows, isComplete: true }, side({}));
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
        expect(report.gone.map(({ path }) => path).sort()).toEqual(isWhole && wasWhole ? missing.sort() : []);
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
    expect(rising(report).map(({ path, state }) => `${path} ${state}`)).toEqual([
      '/new new',
      '/up known',
      '/also-up known',
      '/slightly known',
    ]);
    expect(rising(report).slice(0, 2)).toEqual([
      page('/new', counts(20, 5), 'new'),
      page('/up', counts(24, 6), counts(4, 1)),
    ]);
  });

  test('list pages by how many views they lost, those that are gone too', () => {
    expect(falling(report)).toEqual([
      gonePage('/gone', counts(10, 2)),
      page('/down', counts(4, 0), counts(12, 2)),
    ]);
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

describe('sections', () => {
  test.each([
    ['/', '/'],
    ['', '/'],
    ['/guides', '/guides'],
    ['/guides/', '/guides'],
    ['/guides/a/b', '/guides'],
    ['guides/a', '/guides'],
    ['//guides/a', '/guides'],
    ['/guides?x=/y', '/guides'],
    ['/guides#x', '/guides'],
    ['/#x', '/'],
    ['/日本語/ガイド', '/日本語'],
  ])('%j is of the section %j', (path, section) => {
    expect(sectionOf(path)).toBe(section);
  });

  const ROWS = [
    page('/guides/a', counts(5, 0), counts(2, 0)),
    page('/guides', counts(4, 0), 'new'),
    page('/', counts(12, 0), counts(9, 0)),
    gonePage('/old/x', counts(3, 1)),
  ];

  test('add up the pages of both periods, those that are gone among them', () => {
    expect(sectionsOf(ROWS, true)).toEqual([
      { section: '/', pages: 1, pagesBefore: 1, ...counts(12, 0), previous: counts(9, 0) },
      { section: '/guides', pages: 2, pagesBefore: 1, ...counts(9, 0), previous: counts(2, 0) },
      { section: '/old', pages: 0, pagesBefore: 1, ...counts(0, 0), previous: counts(3, 1) },
    ]);
    const uncompared = sectionsOf(ROWS.slice(0, 3), false);
    expect(uncompared.map(({ previous }) => previous)).toEqual([undefined, undefined]);
  });

  test('have all views of all pages, whatever the paths are', () => {
    fc.assert(
      fc.property(anyReport, ({ projects }) => {
        for (const { pages, gone, sections, sums } of projects) {
          expect(sections.reduce((sum, { total }) => sum + total, 0)).toBe(sums.total);
          expect(sections.reduce((sum, { pages: count }) => sum + count, 0)).toBe(pages.length);
          const names = new Set([...pages, ...gone].map(({ path }) => sectionOf(path)));
          expect(new Set(sections.map(({ section }) => section))).toEqual(names);
        }
      }),
    );
  });
});

describe('what moved', () => {
  /** Views of pages before and now, such as `{ '/a': [5, 9] }`. */
  function moving(views: Readonly<Record<string, readonly [number, number]>>, more = {}): ProjectReport {
    const [before, now] = [0, 1].map((at) =>
      Object.fromEntries(
        Object.entries(views).flatMap(([path, pair]) => (pair[at] ? [[path, pair[at]]] : [])),
      ),
    );
    const joined = joinPages(side(now ?? {}), side(before ?? {}));
    const sum = (all: Readonly<Record<string, number>> = {}) =>
      counts(
        Object.values(all).reduce((total, each) => total + each, 0),
        0,
      );
    return fixture({
      ...joined,
      totals: sum(now),
      previousTotals: sum(before),
      sections: sectionsOf([...joined.pages, ...joined.gone], true),
      ...more,
    });
  }
  const GROWN = { '/a/x': [10, 40], '/b/x': [10, 15], '/b/y': [10, 14] } as const;
  const BY_SECTION = { '/a/x': [10, 14], '/b/x': [10, 15], '/b/y': [10, 14] } as const;

  test.each([
    ['the page with more than half of the growth', GROWN, {}, '/a/x'],
    ['else the section', BY_SECTION, {}, '/b'],
    ['else nothing', { '/a': [10, 15], '/b': [10, 15] }, {}, undefined],
    ['what fell, where the total fell', { '/a': [50, 9], '/b': [10, 20] }, {}, '/a'],
    ['what is gone', { '/a': [50, 0], '/b': [10, 20] }, {}, '/a'],
    ['what is new', { '/a': [0, 50], '/b': [20, 10] }, {}, '/a'],
    ['nothing that moved the other way', { '/a': [90, 10], '/b/x': [10, 60], '/b/y': [1, 41] }, {}, '/b/x'],
    ['nothing without a change', { '/a': [10, 20], '/b': [20, 10] }, {}, undefined],
    ['nothing where the pages were not all read', GROWN, { complete: false }, undefined],
    ['nothing where those before were not', GROWN, { previousComplete: false }, undefined],
    ['nothing without a comparison', GROWN, { previousComplete: undefined }, undefined],
  ] as const)('is %s', (_, views, more, expected) => {
    expect(mainMover([moving(views, more)])?.name).toBe(expected);
  });

  test('in several projects is weighed against the change of all', () => {
    const [one, other] = [moving(GROWN), moving({ '/z': [100, 130] }, { projectId: 'blog' })];
    expect(mainMover([one, other])).toBeUndefined();
    expect(mainMover([moving(BY_SECTION), other])).toMatchObject({ name: '/z', projectId: 'blog' });
  });
});
