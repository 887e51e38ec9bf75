import { expect, test } from '@jest/globals';
import { differenceOf } from '../../src/analytics/counts.ts';
import type { ProjectReport } from '../../src/analytics/model.ts';
import { combineProjects, summarize } from '../../src/analytics/summarize.ts';
import { counts, gonePage, page, project, report, unread } from './report/fixture.ts';

const views = (total: number) => counts(total - 1, 1);
const DOCS = project({
  ...{ projectId: 'docs', totals: views(112), previousTotals: views(100) },
  pages: [
    page('/a', views(60), views(50)),
    page('/b', views(30), 'new'),
    page('/c', views(20), views(40)),
    page('/d', views(2)),
    gonePage('/e', views(7)),
  ],
});
const BLOG = project({
  ...{ projectId: 'blog', totals: views(50), previousTotals: views(50), complete: false },
  pages: [page('/a', views(45), views(10)), page('/x', views(30), views(30))],
});

test('one project gives exactly its own values', () => {
  const { topPages, risingPages, ...values } = summarize(report([DOCS]));
  expect(values).toEqual({ totals: counts(111, 1), change: '+12.0', pageCount: 4, complete: true });
  expect(topPages).toEqual([
    { path: '/a', human: 59, ai: 1, total: 60, previous: 50, change: '+20.0' },
    { path: '/b', human: 29, ai: 1, total: 30, previous: 0, change: null },
    { path: '/c', human: 19, ai: 1, total: 20, previous: 40, change: '-50.0' },
    { path: '/d', human: 1, ai: 1, total: 2, previous: null, change: null },
  ]);
  expect(risingPages.map(({ path }) => path)).toEqual(['/b', '/a']);
});

test('several projects give sums, and pages with their project', () => {
  const gaps = [{ projectId: 'blog', text: 'Not read.' }];
  const { topPages, risingPages, ...values } = summarize(report([DOCS, BLOG], { gaps }));
  expect(values).toEqual({ totals: counts(160, 2), change: '+8.0', pageCount: 6, complete: false });
  const named = topPages.map(({ project, path, total }) => `${project}${path} ${total}`);
  expect(named).toEqual(['docs/a 60', 'blog/a 45', 'docs/b 30', 'blog/x 30', 'docs/c 20', 'docs/d 2']);
  expect(risingPages.slice(0, 2)).toEqual([
    { project: 'blog', path: '/a', human: 44, ai: 1, total: 45, previous: 10, change: '+350.0' },
    { project: 'docs', path: '/b', human: 29, ai: 1, total: 30, previous: 0, change: null },
  ]);
});

test.each<[string, ProjectReport[], number]>([
  ['where one project was not compared', [DOCS, { ...BLOG, previousTotals: undefined }], 162],
  ['where one could not be read', [DOCS, unread()], 112],
  ['from 0', [project({ totals: views(9), previousTotals: counts(0, 0) })], 9],
])('there is no change %s, and the views are of what was read', (_, projects, total) => {
  expect(summarize(report(projects))).toMatchObject({ totals: { total }, change: null });
});

test('counts are shown as people add them up', () => {
  const totals = { human: 0.1 + 0.2, ai: 0, total: 0.1 + 0.2 };
  expect(summarize(report([project({ totals })])).totals).toEqual({ human: 0.3, ai: 0, total: 0.3 });
  expect(differenceOf(totals, { human: 0.3, ai: 0, total: 0.3 })).toBeUndefined();
});

test('lists have ten pages, without those whose path no address could hold', () => {
  const long = page(`/${'x'.repeat(2000)}`, views(10_000), views(1));
  const pages = [
    long,
    ...Array.from({ length: 12 }, (_, index) => page(`/${index}`, views(20 - index), views(2))),
  ];
  const { topPages, risingPages } = summarize(report([project({ pages })]));
  expect([topPages.length, risingPages.length, topPages[0]?.path]).toEqual([10, 10, '/0']);
});

test('together, projects are whole only if each is', () => {
  const flagsOf = (part: Partial<ProjectReport>) => {
    const { complete, previousComplete } = combineProjects([
      project({ count: 1 }),
      project({ count: 1, ...part }),
    ]);
    return [complete, previousComplete];
  };
  expect(flagsOf({})).toEqual([true, true]);
  expect(flagsOf({ complete: false })).toEqual([false, false]);
  expect(flagsOf({ previousComplete: false })).toEqual([true, false]);
});
