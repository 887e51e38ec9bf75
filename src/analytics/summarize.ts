import type { Counts } from '../platform/schemas.ts';
import { changedRows, isWhole, percentChange, signedPercent } from './compare.ts';
import { sumOf } from './counts.ts';
import type { PageRow, ProjectReport, Report } from './model.ts';

/** Rows in every list of pages but the whole one. */
const TOP = 10;
/** Characters of a path in an output: the runner drops all outputs over 1 MB, and no address is longer. */
const LONGEST_PATH = 2_000;

/** A report in a few values, fit for outputs. With several projects, counts are sums over them. */
export type Summary = ReturnType<typeof summarize>;

export function summarize({ projects, gaps }: Report) {
  const all = combined(projects);
  const totals = sumOf([all.totals]);
  const printable = { ...all, pages: all.pages.filter(({ path }) => path.length <= LONGEST_PATH) };
  const summarized = ({ projectId, path, human, ai, total, previous }: PageRow) => ({
    ...(projects.length > 1 && { project: projectId }),
    ...{ path, human, ai, total, previous: previous?.total ?? null },
    change: changeText(total, previous?.total),
  });
  return {
    totals,
    pageCount: pagesRead(all).length,
    complete: gaps.length === 0,
    change: changeText(totals.total, all.totals && all.previousTotals?.total),
    topPages: topPages(printable).map(summarized),
    risingPages: movingPages(printable, 1).map(summarized),
  };
}

function changeText(now: number, before: number | undefined): string | null {
  const percent = percentChange(now, before);
  return percent === undefined ? null : signedPercent(percent);
}

/** All projects as one: over what was read, and compared only if all of it was. */
export function combined(projects: readonly ProjectReport[]): ProjectReport {
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

/** Pages of the period, without those that are gone. */
export function pagesRead({ pages }: ProjectReport): PageRow[] {
  return pages.filter(({ state }) => state !== 'gone');
}

export function topPages(project: ProjectReport): PageRow[] {
  return pagesRead(project)
    .sort((a, b) => b.total - a.total)
    .slice(0, TOP);
}

export function movingPages({ pages }: ProjectReport, sign: 1 | -1): PageRow[] {
  return changedRows(pages, sign).slice(0, TOP);
}
