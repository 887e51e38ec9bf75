import { expect, test } from '@jest/globals';
import { summarize } from '../../src/analytics/summarize.ts';
import { counts, page, project, report } from './report/fixture.ts';

const views = (total: number) => counts(total - 1, 1);
const DOCS = project({
  projectId: 'docs',
  totals: views(112),
  previousTotals: views(100),
  pages: [
    page('/a', views(60), views(50)),
    page('/b', views(30), 'new'),
    page('/c', views(20), views(40)),
    page('/d', views(2)),
  ],
});
const BLOG = project({
  projectId: 'blog',
  totals: views(50),
  previousTotals: views(50),
  complete: false,
  pages: [page('/a', views(45), views(10)), page('/x', views(30), views(30))],
});
const DEAD = project({ projectId: 'dead', count: 0, totals: undefined, complete: false });

test('one project gives exactly its own values', () => {
  const { topPages, risingPages, ...values } = summarize(report([DOCS]));
  expect(values).toEqual({
    totals: counts(111, 1),
    change: '+12.0',
    pageCount: 4,
    complete: true,
  });
  expect(topPages).toEqual([
    { path: '/a', human: 59, ai: 1, total: 60, previous: 50, change: '+20.0' },
    { path: '/b', human: 29, ai: 1, total: 30, previous: 0, change: null },
    { path: '/c', human: 19, ai: 1, total: 20, previous: 40, change: '-50.0' },
    { path: '/d', human: 1, ai: 1, total: 2, previous: null, change: null },
  ]);
  expect(risingPages.map(({ path }) => path)).toEqual(['/b', '/a']);
});

test('several projects give sums, and pages with their project', () => {
  const { topPages, risingPages, ...values } = summarize(
    report([DOCS, BLOG], { gaps: [{ projectId: 'blog', text: 'Not read.' }] }),
  );
  expect(values).toEqual({
    totals: counts(160, 2),
    change: '+8.0',
    pageCount: 6,
    complete: false,
  });
  const named = topPages.map(({ project, path, total }) => `${project}${path} ${total}`);
  expect(named).toEqual(['docs/a 60', 'blog/a 45', 'docs/b 30', 'blog/x 30', 'docs/c 20', 'docs/d 2']);
  expect(risingPages.slice(0, 2)).toEqual([
    { project: 'blog', path: '/a', human: 44, ai: 1, total: 45, previous: 10, change: '+350.0' },
    { project: 'docs', path: '/b', human: 29, ai: 1, total: 30, previous: 0, change: null },
  ]);
});

test('there is no change unless every project was compared, and none from 0', () => {
  for (const projects of [
    [DOCS, project({ ...BLOG, previousTotals: undefined })],
    [project({ previousTotals: counts(0, 0) })],
  ]) {
    expect(summarize(report(projects)).change).toBeNull();
  }
});

test('a project that could not be read counts for nothing', () => {
  expect(summarize(report([DOCS, DEAD]))).toMatchObject({ totals: { total: 112 }, change: null });
});

test('lists have at most ten pages', () => {
  const { topPages, risingPages } = summarize(report([project({ count: 60 }), project({ count: 60 })]));
  expect([topPages.length, risingPages.length]).toEqual([10, 10]);
});
