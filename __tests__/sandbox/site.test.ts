import { describe, expect, test } from '@jest/globals';
import { type Counts, Site, type SiteOptions } from '../../sandbox/site.ts';
import { dayNumber } from '../../sandbox/views.ts';

const usual: SiteOptions = { pages: 400, seed: 1, kind: 'docs', steady: false };

function day(date: string): number {
  return dayNumber(Date.parse(date));
}

function week(site: Site, from: string) {
  return site.table(day(from), day(from) + 7);
}

function sum(rows: readonly Counts[]): Counts {
  const add = (field: keyof Counts) => rows.reduce((total, row) => total + row[field], 0);
  return { human: add('human'), ai: add('ai'), total: add('total') };
}

describe('a site', () => {
  test('is the same for a seed, and another for another', () => {
    const rows = week(new Site(usual), '2026-03-02').rows();
    expect(week(new Site(usual), '2026-03-02').rows()).toEqual(rows);
    expect(week(new Site({ ...usual, seed: 2 }), '2026-03-02').rows()).not.toEqual(rows);
  });

  test('has a week that is the sum of its days', () => {
    const site = new Site(usual);
    const byPath = new Map<string, number>();
    for (let number = day('2026-03-02'); number < day('2026-03-09'); number += 1) {
      for (const { path, total } of site.table(number, number + 1).rows()) {
        byPath.set(path, (byPath.get(path) ?? 0) + total);
      }
    }
    const rows = week(site, '2026-03-02').rows();
    expect(new Map(rows.map(({ path, total }) => [path, total]))).toEqual(byPath);
  });

  test('keeps what a page has when more pages are there', () => {
    const small = new Map(
      week(new Site(usual), '2026-03-02')
        .rows()
        .map((row) => [row.path, row]),
    );
    const large = week(new Site({ ...usual, pages: 900 }), '2026-03-02').rows();
    expect(large.filter(({ path }) => small.has(path))).toEqual([...small.values()]);
  });

  test('lists each page with views once, most views first, and totals that add up', () => {
    const table = week(new Site({ ...usual, pages: 20_000 }), '2026-03-02');
    const rows = table.rows();
    expect(rows).toHaveLength(table.length);
    expect(new Set(rows.map(({ path }) => path)).size).toBe(rows.length);
    const wrong = rows.filter(
      ({ human, ai, total }, index) =>
        total !== human + ai || total === 0 || total > (rows[index - 1]?.total ?? Number.POSITIVE_INFINITY),
    );
    expect(wrong).toEqual([]);
    expect(table.totals).toEqual(sum(rows));
    expect(table.rows(3, 2)).toEqual([table.row(3), table.row(4)]);
  });

  test('has fewer people on weekends, more readers after a launch, and more AI every half-year', () => {
    const site = new Site(usual);
    const on = (date: string) => site.table(day(date), day(date) + 1).totals;
    expect(on('2026-03-01').human).toBeLessThan(0.6 * on('2026-03-03').human);
    const share = ({ ai, total }: Counts) => ai / total;
    const shares = ['2025-03-03', '2025-09-01', '2026-03-02', '2026-08-31'].map((from) =>
      share(week(site, from).totals),
    );
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    const changelog = Array.from({ length: 42 }, (_, index) => {
      const rows = site.table(day('2026-03-02') + index, day('2026-03-02') + index + 1).rows();
      return rows.find(({ path }) => path === '/changelog')?.total ?? 0;
    });
    const typical = changelog.toSorted((a, b) => a - b)[21] ?? 0;
    expect(Math.max(...changelog)).toBeGreaterThan(2 * typical);
  });

  test('has pages that appear and vanish from week to week, unless it is steady', () => {
    const paths = (site: Site, from: string) =>
      new Set(
        week(site, from)
          .rows()
          .map(({ path }) => path),
      );
    const site = new Site(usual);
    const [before, after] = [paths(site, '2026-02-23'), paths(site, '2026-03-02')];
    expect([...after].some((path) => !before.has(path))).toBe(true);
    expect([...before].some((path) => !after.has(path))).toBe(true);
    expect(paths(new Site({ ...usual, steady: true }), '2026-03-02').size).toBe(400);
  });

  test('can be as large as 300,000 pages', () => {
    const table = week(new Site({ ...usual, pages: 300_000, steady: true }), '2026-03-02');
    expect(table.length).toBe(300_000);
    const ends = [...table.rows(0, 250), ...table.rows(299_750)];
    expect(new Set(ends.map(({ path }) => path)).size).toBe(500);
    expect(table.row(299_999).total).toBeGreaterThan(0);
  });
});

describe('odd sites', () => {
  const rowsOf = (kind: SiteOptions['kind']) => week(new Site({ ...usual, kind }), '2026-03-02').rows();

  test('one that nobody has seen, and one of one page', () => {
    expect(rowsOf('empty')).toEqual([]);
    expect(rowsOf('one-page')).toMatchObject([{ path: '/' }]);
  });

  test('paths that are long, in many scripts, or hostile; no path twice', () => {
    for (const kind of ['long-path', 'unicode', 'hostile'] as const) {
      const paths = rowsOf(kind).map(({ path }) => path);
      expect(paths).toHaveLength(400);
      expect(new Set(paths).size).toBe(400);
    }
    expect(rowsOf('long-path').filter(({ path }) => path.length === 4000)).toHaveLength(1);
    expect(rowsOf('unicode').map(({ path }) => path)).toContain('/ar/دليل/البدء');
    const hostile = rowsOf('hostile').map(({ path }) => path);
    expect(hostile).toContain('=HYPERLINK("http://x","y")');
    expect(hostile.filter((path) => path.includes('\r'))).not.toEqual([]);
  });

  test('counts above 2^31 that are exact', () => {
    const table = week(new Site({ ...usual, kind: 'big-counts' }), '2026-03-02');
    expect(table.row(0).total).toBeGreaterThan(2 ** 31);
    expect(table.totals).toEqual(sum(table.rows()));
    expect(Number.isSafeInteger(table.totals.total)).toBe(true);
  });
});
