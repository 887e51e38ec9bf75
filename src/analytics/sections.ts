import { addTo, NO_VIEWS, roundedCounts } from './counts.ts';
import type { PageRow, Section } from './model.ts';

/** The first part of a path, such as `/guides` of `/guides/start` and of `/guides`; `/` of the root page. */
export function sectionOf(path: string): string {
  const rest = path.replace(/^\/+/, '');
  const end = rest.search(/[/?#]/);
  return `/${end < 0 ? rest : rest.slice(0, end)}`;
}

/**
 * The views of each section, most first.
 *
 * @param rows of both periods, those that are gone among them
 * @param isCompared whether the pages of both periods are all known
 */
export function sectionsOf(rows: readonly PageRow[], isCompared: boolean): Section[] {
  const sums = new Map<string, { pages: number; now: typeof NO_VIEWS; before: typeof NO_VIEWS }>();
  for (const row of rows) {
    const section = sectionOf(row.path);
    const sum = sums.get(section) ?? { pages: 0, now: { ...NO_VIEWS }, before: { ...NO_VIEWS } };
    sums.set(section, sum);
    if (row.state !== 'gone') sum.pages += 1;
    addTo(sum.now, row);
    if (row.previous) addTo(sum.before, row.previous);
  }
  return [...sums]
    .map(([section, { pages, now, before }]) => ({
      section,
      pages,
      ...roundedCounts(now),
      previous: isCompared ? roundedCounts(before) : undefined,
    }))
    .sort((a, b) => b.total - a.total || (a.section < b.section ? -1 : 1));
}
