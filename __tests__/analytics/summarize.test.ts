import { expect, test } from '@jest/globals';
import type { Before, PageRow, ProjectReport, Report } from '../../src/analytics/model.ts';
import { projectFigures, summarize } from '../../src/analytics/summarize.ts';
import type { Counts } from '../../src/platform/schemas.ts';
import { project as fixtureProject } from './report/fixture.ts';

function counts(total: number): Counts {
  return { human: total - 1, ai: 1, total };
}

function page(path: string, total: number, before: number | 'new' | 'unknown'): PageRow {
  const known: Before =
    typeof before === 'number' ? { kind: 'known', counts: counts(before) } : { kind: before };
  return { path, ...counts(total), before: known };
}

function project(projectId: string, more: Partial<ProjectReport>): ProjectReport {
  return {
    projectId,
    pages: [],
    gone: [],
    complete: true,
    sums: counts(1),
    notes: [],
    sections: [],
    ...more,
  };
}

function report(...projects: ProjectReport[]): Report {
  return {
    generatedAt: '2026-01-05T12:00:00.000Z',
    version: '1.0.0',
    period: { kind: 'all' },
    projects,
    requests: { allowed: 90, spent: 9 },
  };
}

const DOCS = project('docs', {
  totals: counts(112),
  previousTotals: counts(100),
  pages: [page('/a', 60, 50), page('/b', 30, 'new'), page('/c', 20, 40), page('/d', 2, 'unknown')],
});
const BLOG = project('blog', {
  totals: counts(50),
  previousTotals: counts(50),
  complete: false,
  pages: [page('/a', 45, 10), page('/x', 30, 30)],
});

test('one project gives exactly its own values', () => {
  const summary = summarize(report(DOCS));
  expect(summary).toMatchObject({
    totalViews: 112,
    humanViews: 111,
    aiViews: 1,
    change: '+12.0',
    pageCount: 4,
    complete: true,
  });
  expect(summary.topPages(10)).toEqual([
    { path: '/a', human: 59, ai: 1, total: 60, previous: 50, change: '+20.0' },
    { path: '/b', human: 29, ai: 1, total: 30, previous: 0, change: null },
    { path: '/c', human: 19, ai: 1, total: 20, previous: 40, change: '-50.0' },
    { path: '/d', human: 1, ai: 1, total: 2, previous: null, change: null },
  ]);
  expect(summary.risingPages(10).map(({ path }) => path)).toEqual(['/b', '/a']);
  expect(summary.topPages(1)).toHaveLength(1);
});

test('several projects give sums, and pages with their project', () => {
  const summary = summarize(report(DOCS, BLOG));
  expect(summary).toMatchObject({
    totalViews: 162,
    humanViews: 160,
    aiViews: 2,
    change: '+8.0',
    pageCount: 6,
    complete: false,
  });
  expect(summary.topPages(3).map(({ project, path, total }) => `${project}${path} ${total}`)).toEqual([
    'docs/a 60',
    'blog/a 45',
    'docs/b 30',
  ]);
  expect(summary.risingPages(2)).toEqual([
    { project: 'blog', path: '/a', human: 44, ai: 1, total: 45, previous: 10, change: '+350.0' },
    { project: 'docs', path: '/b', human: 29, ai: 1, total: 30, previous: 0, change: null },
  ]);
});

test('there is no change unless every project was compared', () => {
  const { previousTotals: _, ...rest } = BLOG;
  expect(summarize(report(DOCS, rest)).change).toBeNull();
  expect(
    summarize(report(project('docs', { totals: counts(3), previousTotals: counts(0) }))).change,
  ).toBeNull();
});

test('a project that could not be read counts for nothing', () => {
  const summary = summarize(report(DOCS, project('blog', { complete: false })));
  expect(summary).toMatchObject({ totalViews: 112, complete: false, change: null });
});

test('the last line adds up what was read', () => {
  const one = fixtureProject({ projectId: 'one' });
  const two = fixtureProject({ projectId: 'two' });
  const lines = projectFigures([one, two]);
  expect(lines.map(({ projectId }) => projectId)).toEqual(['one', 'two', undefined]);
  const twice = (count = 0) => 2 * count;
  expect(lines[2]).toEqual({
    totals: {
      human: twice(one.totals?.human),
      ai: twice(one.totals?.ai),
      total: twice(one.totals?.total),
    },
    previousTotals: {
      human: twice(one.previousTotals?.human),
      ai: twice(one.previousTotals?.ai),
      total: twice(one.previousTotals?.total),
    },
    pageCount: twice(one.pages.length),
    complete: true,
  });
});

test('it is not compared, and not complete, unless every project is', () => {
  const dead = fixtureProject({ projectId: 'dead', count: 0, totals: undefined, complete: false });
  const last = projectFigures([fixtureProject(), dead]).at(-1);
  expect(last).toMatchObject({ totals: fixtureProject().totals, previousTotals: undefined, complete: false });
});
