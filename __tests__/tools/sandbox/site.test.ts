import { describe, expect, test } from '@jest/globals';
import { type Counts, type Site, viewsOf } from '../../../sandbox/platform/site.ts';

const usual: Site = { project: 'docs', pages: 400, seed: 1, kind: 'docs', steady: false };

function period(site: Partial<Site>, from: string, days = 7) {
  const first = Date.parse(from) / 86_400_000;
  return viewsOf({ ...usual, ...site }, first, first + days);
}

function sum(rows: readonly Counts[]): Counts {
  const add = (field: keyof Counts) => rows.reduce((total, row) => total + row[field], 0);
  return { human: add('human'), ai: add('ai'), total: add('total') };
}

const pathsOf = (site: Partial<Site>, from: string) =>
  new Set(period(site, from).rows.map(({ path }) => path));

describe('a site', () => {
  test('is the same for a seed and a project, and another for another', () => {
    const table = period({}, '2026-03-02');
    expect(period({}, '2026-03-02')).toEqual(table);
    expect(period({ seed: 2 }, '2026-03-02')).not.toEqual(table);
    expect(period({ project: 'blog' }, '2026-03-02')).not.toEqual(table);
  });

  test('has a week that is the sum of its days', () => {
    const days = [2, 3, 4, 5, 6, 7, 8].flatMap((day) => period({}, `2026-03-0${day}`, 1).rows);
    const byPath = new Map<string, number>();
    for (const { path, total } of days) byPath.set(path, (byPath.get(path) ?? 0) + total);
    const { rows } = period({}, '2026-03-02');
    expect(new Map(rows.map(({ path, total }) => [path, total]))).toEqual(byPath);
  });

  test('of any size lists each page with views once, most views first, and totals that add up', () => {
    const { rows, totals } = period({ pages: 300_000, steady: true }, '2026-03-02');
    expect(rows).toHaveLength(300_000);
    expect(new Set(rows.map(({ path }) => path)).size).toBe(rows.length);
    const wrong = rows.filter(
      ({ human, ai, total }, index) =>
        total !== human + ai || total === 0 || total > (rows[index - 1]?.total ?? Number.POSITIVE_INFINITY),
    );
    expect(wrong).toEqual([]);
    expect(totals).toEqual(sum(rows));
  });

  test('has fewer people on weekends, more readers after a launch, and more AI every half-year', () => {
    const people = (date: string) => period({}, date, 1).totals.human;
    expect(people('2026-03-01')).toBeLessThan(0.6 * people('2026-03-03'));
    const shares = ['2025-03-03', '2025-09-01', '2026-03-02', '2026-08-31'].map((from) => {
      const { ai, total } = period({}, from).totals;
      return ai / total;
    });
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    const changelog = Array.from({ length: 42 }, (_, index) => {
      const date = new Date(Date.UTC(2026, 2, 2 + index)).toISOString().slice(0, 10);
      return period({}, date, 1).rows.find(({ path }) => path === '/changelog')?.total ?? 0;
    });
    const typical = changelog.toSorted((a, b) => a - b)[21] ?? 0;
    expect(Math.max(...changelog)).toBeGreaterThan(2 * typical);
  });

  test('has pages that appear and vanish from week to week, unless it is steady', () => {
    const [before, after] = [pathsOf({}, '2026-02-23'), pathsOf({}, '2026-03-02')];
    expect([...after].some((path) => !before.has(path))).toBe(true);
    expect([...before].some((path) => !after.has(path))).toBe(true);
    expect(pathsOf({ steady: true }, '2026-03-02').size).toBe(400);
  });
});

test.each([
  ['empty', 0, undefined],
  ['one-page', 1, '/'],
  ['long-path', 400, expect.stringMatching(/^.{4000}$/)],
  ['unicode', 400, '/ar/دليل/البدء'],
  ['hostile', 400, '=HYPERLINK("http://x","y")'],
] as const)('%s: %i pages, and one of them is %s', (kind, size, path) => {
  const paths = pathsOf({ kind, pages: 400 }, '2026-03-02');
  expect(paths.size).toBe(size);
  if (path !== undefined) expect([...paths]).toContainEqual(path);
});

test('big counts are above 2^31, and exact', () => {
  const { rows, totals } = period({ kind: 'big-counts' }, '2026-03-02');
  expect(rows[0]?.total).toBeGreaterThan(2 ** 31);
  expect(totals).toEqual(sum(rows));
  expect(Number.isSafeInteger(totals.total)).toBe(true);
});
