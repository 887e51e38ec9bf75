import { expect, test } from '@jest/globals';
import { joinPages, mainMover, sectionOf } from '../../src/analytics/compare.ts';
import type { ProjectReport } from '../../src/analytics/model.ts';
import { chanceOf } from './campaign/site.ts';
import { counts, project } from './report/fixture.ts';

// How periods are joined, sections summed and changes told is held by random reports, in campaign/; here are bounds.

/** Views of pages before and now, such as `{ '/a': [5, 9] }`; 0 for a page that is not there. */
function moving(views: Readonly<Record<string, readonly [number, number]>>): ProjectReport {
  const [before, now] = ([0, 1] as const).map((at) => {
    const rows = Object.entries(views).map(([path, pair]) => ({ path, ...counts(pair[at], 0) }));
    return { rows: rows.filter(({ total }) => total > 0), isComplete: true, isUnsound: false };
  }) as [Parameters<typeof joinPages>[1], Parameters<typeof joinPages>[1]];
  return project({ pages: joinPages('handbook-docs', now, before) });
}

test.each([
  ['both periods', {}, {}, '/a known, /b new, /c gone'],
  ['a part of the period', { isComplete: false }, {}, '/a known, /b new'],
  ['a period that is not sound', { isComplete: false, isUnsound: true }, {}, '/a known, /b unknown'],
  ['a part of the period before', {}, { isComplete: false }, '/a known, /b unknown'],
])('of %s, pages are new or gone only where that is known', (_, now, before, expected) => {
  const sideOf = (...paths: string[]) => {
    return { rows: paths.map((path) => ({ path, ...counts(9, 0) })), isComplete: true, isUnsound: false };
  };
  const pages = joinPages('docs', { ...sideOf('/a', '/b'), ...now }, { ...sideOf('/a', '/c'), ...before });
  expect(pages.map(({ path, state }) => `${path} ${state}`).join(', ')).toBe(expected);
});

test.each([
  ['//guides/a', '/guides'],
  ['/guides#x', '/guides'],
  ['/#x', '/'],
])('%j is of the section %j', (path, section) => {
  expect(sectionOf(path)).toBe(section);
});

test.each([
  ['the page at both bounds', { '/a': [400, 460], '/b/x': [300, 340], '/c': [300, 300] }, [7, 7], 'page /a'],
  ['nothing below them', { '/a': [400, 459], '/b/x': [300, 340], '/c': [300, 300] }, [7, 7], undefined],
  ['nothing of less than 1 %', { '/a': [10, 11], '/b/x': [100, 100], '/c': [100, 100] }, [7, 7], undefined],
  ['what grew per day', { '/a': [31, 56], '/c': [310, 280], '/b/x': [310, 280] }, [28, 31], 'page /a'],
  ['nothing that is longer alone', { '/a': [28, 31], '/c': [280, 310] }, [31, 28], undefined],
  ['what gained twice the change', { '/a': [100, 300], '/b/x': [300, 200] }, [7, 7], 'page /a'],
  ['nothing that gained more', { '/a': [100, 301], '/b/x': [300, 199] }, [7, 7], undefined],
] as const)('what moved is %s', (_, views, [now, before], expected) => {
  const mover = mainMover(moving(views), { now, before });
  expect(mover && `${mover.kind} ${mover.path}`).toBe(expected);
});

test('of 1,000 quiet weeks at most 2 % name what moved, and of 1,000 weeks in which one page did, all do', () => {
  const moverOf = (viewsOf: (page: number) => readonly [number, number]) => {
    const pages = Array.from({ length: 150 }, (_, page) => [`/${page % 7}/${page}`, viewsOf(page)] as const);
    return mainMover(moving(Object.fromEntries(pages)), { now: 7, before: 7 });
  };
  const usual = Array.from({ length: 150 }, (_, page) => Math.round(20_000 / (page + 1)));
  const gain = Math.ceil(0.05 * usual.reduce((sum, views) => sum + views, 0));
  let named = 0;
  for (let week = 0; week < 1_000; week += 1) {
    const chance = (at: number) => chanceOf(300 * (Number(process.env['CHECK_SEED'] ?? 1) + week) + at);
    // Each page is within 5 % of its usual views, evenly, in both weeks. With normal noise of 5 %, 25 to 27 of 1,000
    // name something: the rule weighs shares, not chance.
    const noisy = (page: number, at: number) => Math.round((usual[page] ?? 0) * (0.95 + 0.1 * chance(at)));
    const quiet = moverOf((page) => [noisy(page, page), noisy(page, 150 + page)]);
    if (quiet) named += 1;
    const chosen = Math.floor(150 * chance(0));
    // The others gain what is left of it, in equal parts.
    const moved = moverOf((page) => {
      const more = page === chosen ? Math.ceil(0.7 * gain) : Math.floor((0.3 * gain) / 149);
      return [usual[page] ?? 0, (usual[page] ?? 0) + more];
    });
    expect(moved).toMatchObject({ kind: 'page', path: `/${chosen % 7}/${chosen}` });
  }
  expect(named).toBeLessThanOrEqual(20);
});
