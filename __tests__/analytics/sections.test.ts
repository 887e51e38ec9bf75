import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sectionOf, sectionsOf } from '../../src/analytics/compare.ts';
import { anyReport } from './report/arbitrary.ts';
import { counts, gonePage, page } from './report/fixture.ts';

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

test('sections add up the pages of both periods, those that are gone among them', () => {
  expect(sectionsOf(ROWS, true)).toEqual([
    { section: '/', pages: 1, human: 12, ai: 0, total: 12, previous: { human: 9, ai: 0, total: 9 } },
    { section: '/guides', pages: 2, human: 9, ai: 0, total: 9, previous: { human: 2, ai: 0, total: 2 } },
    { section: '/old', pages: 0, human: 0, ai: 0, total: 0, previous: { human: 3, ai: 1, total: 4 } },
  ]);
});

test('sections are not compared where pages of either period may be missing', () => {
  expect(sectionsOf(ROWS.slice(0, 3), false).map(({ previous }) => previous)).toEqual([undefined, undefined]);
});

test('sections have all views of all pages, whatever the paths are', () => {
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
