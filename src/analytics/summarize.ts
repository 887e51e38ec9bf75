import type { Counts } from '../platform/schemas.ts';
import { changedRows, isWhole, lengthsOf, percentChange, signedPercent } from './compare.ts';
import { sumOf } from './counts.ts';
import type { PageRow, ProjectReport, Report } from './model.ts';

/** Maximum number of pages in a list, such as the top pages. */
export const TOP = 10;
/**
 * Maximum length of a path in an output, in characters. The runner drops all outputs if they exceed 1 MB, and real URLs
 * aren't longer than this.
 */
const LONGEST_PATH = 2_000;

/** Sums up a report for the outputs. Changes are in percent, such as `+12.3`; null if unknown. */
export function summarize(report: Report) {
  const { projects, gaps } = report;
  const all = combineProjects(projects);
  const totals = sumOf([all.totals]);
  const printable = { ...all, pages: all.pages.filter(({ path }) => path.length <= LONGEST_PATH) };
  const summarized = ({ projectId, path, human, ai, total, previous }: PageRow) => ({
    ...(projects.length > 1 && { project: projectId }),
    path,
    human,
    ai,
    total,
    previous: previous?.total ?? null,
    change: changeOutput(total, previous?.total),
  });
  return {
    totals,
    pageCount: pagesRead(all).length,
    complete: gaps.length === 0,
    change: changeOutput(totals.total, all.totals && all.previousTotals?.total),
    topPages: topPages(printable, TOP).map(summarized),
    risingPages: changedRows(printable.pages, 1, lengthsOf(report)).slice(0, TOP).map(summarized),
  };
}

function changeOutput(now: number, before: number | undefined): string | null {
  const percent = percentChange(now, before);
  return percent === undefined ? null : signedPercent(percent);
}

/**
 * Merges the data of projects. Totals are sums over the projects that were read. Comparisons need data from all
 * projects.
 */
export function combineProjects(projects: readonly ProjectReport[]): ProjectReport {
  const [first] = projects;
  if (first && projects.length === 1) return first;
  const read = projects.flatMap(({ totals }) => totals ?? []);
  const sumIfAll = (countsOf: (project: ProjectReport) => Counts | undefined) => {
    const known = projects.flatMap((project) => countsOf(project) ?? []);
    return known.length === projects.length ? sumOf(known) : undefined;
  };
  return {
    projectId: '',
    totals: read.length > 0 ? sumOf(read) : undefined,
    previousTotals: sumIfAll(({ totals, previousTotals }) => totals && previousTotals),
    pages: projects.flatMap(({ pages }) => pages),
    sections: projects.flatMap(({ sections }) => sections),
    complete: projects.every(({ complete }) => complete),
    previousComplete: projects.every(isWhole),
    history: first?.history?.map((span, index) => {
      return { ...span, counts: sumIfAll(({ history }) => history?.[index]?.counts) };
    }),
    notes: [],
  };
}

/** Returns the pages with views in the period, without pages that are gone. */
export function pagesRead({ pages }: ProjectReport): PageRow[] {
  return pages.filter(({ state }) => state !== 'gone');
}

/** Returns the pages with the most views, at most `most`, sorted by views. */
export function topPages(project: ProjectReport, most: number): PageRow[] {
  return pagesRead(project)
    .sort((a, b) => b.total - a.total)
    .slice(0, most);
}
