import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  changedRows,
  joinPages,
  mainMover,
  percentChange,
  type Side,
  sectionOf,
  sectionsOf,
} from '../../src/analytics/compare.ts';
import type { PageRow } from '../../src/analytics/model.ts';
import { combined } from '../../src/analytics/summarize.ts';
import { sumOf } from './fake-site.ts';
import { anyReport } from './report/arbitrary.ts';
import { counts, gonePage, type ProjectOptions, page, project } from './report/fixture.ts';

/** Rows such as `{ '/a': 5 }`, of which one view in five is AI's. */
function side(totals: Readonly<Record<string, number>>, isComplete = true): Side {
  const rows = Object.entries(totals).map(([path, total]) => {
    const ai = Math.floor(total / 5);
    return { path, ...counts(total - ai, ai) };
  });
  return { rows, isComplete, isUnsound: false };
}

const joined = (current: Side, previous?: Side) => joinPages('handbook-docs', current, previous);

/** A page with what is known of it before, such as `/a 5 <3` or `/b 2 new`. */
function told({ path, total, state, previous }: PageRow): string {
  return `${path} ${total} ${state === 'known' ? `<${previous?.total}` : state}`;
}

describe('joining two periods', () => {
  const PROTO = { rows: [{ path: '__proto__', ...counts(3, 0) }], isComplete: true, isUnsound: false };

  test.each<[string, Side, Side | undefined, string[]]>([
    ['knows nothing without a period before', side({ '/a': 5 }), undefined, ['/a 5 unknown']],
    [
      'orders by views, then by path',
      side({ '/b': 2, '/a': 2, '/B': 2, '/é': 9 }),
      side({ '/a': 1 }),
      ['/é 9 new', '/B 2 new', '/a 2 <1', '/b 2 new'],
    ],
    [
      'copes with names of object properties',
      PROTO,
      side({ constructor: 1 }),
      ['__proto__ 3 new', 'constructor 0 gone'],
    ],
  ])('%s', (_, current, previous, expected) => {
    expect(joined(current, previous).map(told)).toEqual(expected);
  });

  test('keeps the counts of both periods, and nothing else; those that lost most come first', () => {
    expect(joined(side({ '/b': 6, '/a': 10 }), side({ '/a': 5, '/c': 4, '/d': 5 }))).toEqual([
      page('/a', counts(8, 2), counts(4, 1)),
      page('/b', counts(5, 1), 'new'),
      gonePage('/d', counts(4, 1)),
      gonePage('/c', counts(4, 0)),
    ]);
  });

  test('loses no page and invents none', () => {
    const sides = fc.tuple(
      fc.dictionary(fc.constantFrom('/a', '/b', '/c', '/d', '/e'), fc.integer({ min: 1, max: 9 })),
      fc.boolean(),
    );
    fc.assert(
      fc.property(sides, sides, ([now, isWhole], [before, wasWhole]) => {
        const pages = joined(side(now, isWhole), side(before, wasWhole));
        const pathsOf = (wanted: PageRow['state']) =>
          pages.flatMap(({ path, state }) => (state === wanted ? path : [])).sort();
        const [paths, past] = [Object.keys(now).sort(), Object.keys(before).sort()];
        expect(pathsOf('known')).toEqual(paths.filter((path) => path in before));
        expect(pathsOf(wasWhole ? 'new' : 'unknown')).toEqual(paths.filter((path) => !(path in before)));
        expect(pathsOf('gone')).toEqual(isWhole && wasWhole ? past.filter((path) => !(path in now)) : []);
      }),
    );
  });
});

test.each([
  ['gained', 1, ['/new 25 new', '/up 30 <5', '/also-up 21 <1', '/slightly 11 <10']],
  ['lost', -1, ['/gone 0 gone', '/down 4 <14']],
] as const)('what %s views is listed by how many, then by path', (_, sign, expected) => {
  const now = { '/up': 30, '/new': 25, '/same': 9, '/down': 4, '/slightly': 11, '/also-up': 21 };
  const before = { '/up': 5, '/same': 9, '/down': 14, '/slightly': 10, '/gone': 12, '/also-up': 1 };
  expect(changedRows(joined(side(now), side(before)), sign).map(told)).toEqual(expected);
});

test.each([
  [1123, 1000, 12.3],
  [96, 100, -4],
  [100, 100, 0],
  [99_996, 100_000, 0],
  [100_051, 100_000, 0.1],
  [3_000_000_000, 1, 299_999_999_900],
  [5, 0, undefined],
  [5, undefined, undefined],
])('with %i views now and %s before, the change is %s percent', (now, before, expected) => {
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

  test('add up the pages of both periods, those that are gone among them', () => {
    const pages = [
      page('/', counts(12, 0), counts(9, 0)),
      page('/guides/a', counts(5, 0), counts(2, 0)),
      page('/guides', counts(4, 0), 'new'),
      page('/more', counts(0, 0), counts(1, 0)),
      gonePage('/old/x', counts(3, 1)),
    ];
    const section = (path: string, own: number, isOnePage: boolean, now: number, previous: object) => {
      return { projectId: 'handbook-docs', path, pages: own, isOnePage, ...counts(now, 0), previous };
    };
    expect(sectionsOf(project({ pages }))).toEqual([
      section('/', 1, true, 12, counts(9, 0)),
      section('/guides', 2, false, 9, counts(2, 0)),
      section('/more', 1, true, 0, counts(1, 0)),
      section('/old', 0, true, 0, counts(3, 1)),
    ]);
    for (const half of [{ complete: false }, { previousComplete: false }]) {
      const previous = sectionsOf(project({ pages, ...half })).flatMap((each) => each.previous ?? []);
      expect(previous).toEqual([]);
    }
  });

  test('have all views of all pages, whatever the paths are', () => {
    fc.assert(
      fc.property(anyReport, ({ projects }) => {
        for (const each of projects) {
          const sections = sectionsOf(each);
          expect(sumOf(sections)).toEqual(sumOf(each.pages));
          const read = each.pages.filter(({ state }) => state !== 'gone');
          expect(sections.reduce((sum, { pages }) => sum + pages, 0)).toBe(read.length);
          const names = new Set(each.pages.map(({ path }) => sectionOf(path)));
          expect(new Set(sections.map(({ path }) => path))).toEqual(names);
        }
      }),
    );
  });
});

describe('what moved', () => {
  /** Views of pages before and now, such as `{ '/a': [5, 9] }`. */
  function moving(views: Readonly<Record<string, readonly [number, number]>>, more: ProjectOptions = {}) {
    const [before = {}, now = {}] = [0, 1].map((at) =>
      Object.fromEntries(
        Object.entries(views).flatMap(([path, pair]) => (pair[at] ? [[path, pair[at]]] : [])),
      ),
    );
    return project({ pages: joined(side(now), side(before)), ...more });
  }
  const REST = { '/b/x': [100, 100], '/c': [100, 100] } as const;
  test.each([
    ['the page with three fifths of the gains', { '/a/x': [10, 40], '/b/x': [100, 120] }, 1, 'page /a/x'],
    ['else the section', { '/a': [40, 46], '/b/x': [10, 15], '/b/y': [10, 14] }, 1, 'section /b'],
    ['else nothing', { '/a': [10, 25], '/b/x': [10, 21] }, 1, undefined],
    ['nothing with its own share alone', { '/a': [90, 180], '/b': [10, 20] }, 1, undefined],
    ['what fell, where the total fell', { '/a': [50, 9], '/b/x': [100, 110] }, 1, 'page /a'],
    ['what is gone', { '/a': [50, 0], '/b/x': [100, 120] }, 1, 'page /a'],
    ['nothing of less than 1 %', { '/a': [10, 11], ...REST }, 1, undefined],
    ['what grew per day', { '/a': [31, 56], '/c': [310, 280], '/b/x': [310, 280] }, 28 / 31, 'page /a'],
    ['nothing that is longer alone', { '/a': [28, 31], '/c': [280, 310] }, 31 / 28, undefined],
  ] as const)('is %s', (_, views, scale, expected) => {
    const mover = mainMover(moving(views), scale);
    expect(mover && `${mover.kind} ${mover.path}`).toBe(expected);
    for (const half of [{ complete: false }, { previousComplete: false }, { previousComplete: undefined }]) {
      expect(mainMover(moving(views, half), scale)).toBeUndefined();
    }
  });

  test('in several projects is weighed against the change of all, and a section is that of one', () => {
    const docs = moving({ '/a/x': [100, 140], '/a/y': [100, 140] });
    const blog = moving({ '/z': [1000, 1030] }, { projectId: 'blog' });
    expect(mainMover(combined([docs, blog]))).toMatchObject({ kind: 'section', projectId: 'handbook-docs' });
    expect(
      mainMover(combined([docs, moving({ '/a/x': [100, 190] }, { projectId: 'blog' })])),
    ).toBeUndefined();
  });
});
