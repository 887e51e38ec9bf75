import { expect, test } from '@jest/globals';
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

const pathsOf = (site: Partial<Site>, from: string) => period(site, from).rows.map(({ path }) => path);

test('a site is the same for a seed and a project, and another for another', () => {
  const table = period({}, '2026-03-02');
  expect(period({}, '2026-03-02')).toEqual(table);
  for (const other of [{ seed: 2 }, { project: 'blog' }])
    expect(period(other, '2026-03-02')).not.toEqual(table);
});

test('a week is the sum of its days', () => {
  const byPath = new Map<string, number>();
  for (const day of [2, 3, 4, 5, 6, 7, 8])
    for (const { path, total } of period({}, `2026-03-0${day}`, 1).rows)
      byPath.set(path, (byPath.get(path) ?? 0) + total);
  expect(new Map(period({}, '2026-03-02').rows.map(({ path, total }) => [path, total]))).toEqual(byPath);
});

test('a site of any size lists each page with views once, most views first, and totals that add up', () => {
  const { rows, totals } = period({ pages: 300_000, steady: true }, '2026-03-02');
  expect(new Set(rows.map(({ path }) => path)).size).toBe(300_000);
  const isRight = ({ human, ai, total }: Counts, index: number) =>
    total > 0 && total === human + ai && total <= (rows[index - 1]?.total ?? total);
  expect(rows.every(isRight)).toBe(true);
  expect(totals).toEqual(sum(rows));
});

test('fewer people come on weekends, and every half-year more AI', () => {
  const people = (date: string) => period({}, date, 1).totals.human;
  expect(people('2026-03-01')).toBeLessThan(0.6 * people('2026-03-03'));
  const shares = ['2025-03-03', '2025-09-01', '2026-03-02', '2026-08-31'].map((from) => {
    const { ai, total } = period({}, from).totals;
    return ai / total;
  });
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
});

test('pages appear and vanish from week to week, unless the site is steady', () => {
  const [before, after] = [pathsOf({}, '2026-02-23'), pathsOf({}, '2026-03-02')];
  expect(after.some((path) => !before.includes(path))).toBe(true);
  expect(before.some((path) => !after.includes(path))).toBe(true);
  expect(pathsOf({ steady: true }, '2026-03-02')).toHaveLength(400);
});

test.each([
  ['empty', 0, []],
  ['one-page', 1, ['/']],
  ['long-path', 400, [expect.stringMatching(/^.{4000}$/)]],
  ['unicode', 400, ['/ar/دليل/البدء']],
  ['hostile', 400, ['=HYPERLINK("http://x","y")']],
] as const)('%s: %i pages, and one of them is %s', (kind, size, some) => {
  const paths = pathsOf({ kind, pages: 400 }, '2026-03-02');
  expect(paths).toHaveLength(size);
  expect(paths).toEqual(expect.arrayContaining([...some]));
});

test('big counts are above 2^31, and exact', () => {
  const { rows, totals } = period({ kind: 'big-counts' }, '2026-03-02');
  expect(rows[0]?.total).toBeGreaterThan(2 ** 31);
  expect(totals).toEqual(sum(rows));
  expect(Number.isSafeInteger(totals.total)).toBe(true);
});
