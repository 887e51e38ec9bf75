import { addTo, NO_VIEWS, roundedCounts } from './counts.ts';
import type { GonePage, PageRow, Section } from './model.ts';

/** The first part of a path, such as `/guides` of `/guides/start` and of `/guides`; `/` of the root page. */
export function sectionOf(path: string): string {
  const rest = path.replace(/^\/+/, '');
  const end = rest.search(/[/?#]/);
  return `/${end < 0 ? rest : rest.slice(0, end)}`;
}

/**
 * The views of each section, most first.
 *
 * @param isCompared whether the pages of both periods are all known
 */
export function sectionsOf(
  pages: readonly PageRow[],
  gone: readonly GonePage[],
  isCompared: boolean,
): Section[] {
  const sums = new Map<string, ReturnType<typeof none>>();
  const of = (path: string) => {
    const section = sectionOf(path);
    const known = sums.get(section);
    if (known) return known;
    const made = none();
    sums.set(section, made);
    return made;
  };
  for (const page of pages) {
    const sum = of(page.path);
    sum.pages += 1;
    addTo(sum.now, page);
    if (page.before.kind === 'known') addTo(sum.before, page.before.counts);
  }
  for (const { path, previous } of gone) addTo(of(path).before, previous);
  return [...sums]
    .map(([section, sum]) => ({
      section,
      pages: sum.pages,
      ...roundedCounts(sum.now),
      previous: isCompared ? roundedCounts(sum.before) : undefined,
    }))
    .sort((a, b) => b.total - a.total || (a.section < b.section ? -1 : 1));
}

function none() {
  return { pages: 0, now: { ...NO_VIEWS }, before: { ...NO_VIEWS } };
}
