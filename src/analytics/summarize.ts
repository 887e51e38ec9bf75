import type { Counts } from '../platform/schemas.ts';
import { falling, gain, percentChange, rising } from './compare.ts';
import { sumOf } from './counts.ts';
import type { PageRow, ProjectReport, Report } from './model.ts';

/** Rows in every list of pages but the whole one. */
const TOP = 10;

/** A page in an output that a next step can read. */
export interface PageSummary extends Counts {
  /** Only when the report covers several projects. */
  readonly project?: string;
  readonly path: string;
  /** Total views in the period compared with; null if unknown. */
  readonly previous: number | null;
  /** In percent, such as `+12.3`; null if unknown, and from 0. */
  readonly change: string | null;
}

/** A report in a few values. With several projects, counts are sums over them. */
export type Summary = ReturnType<typeof summarize>;

export function summarize({ projects, gaps }: Report) {
  const { totals, previousTotals, pageCount } = together(projects);
  const summarized = ({ page: { path, human, ai, total, previous }, projectId }: Listed): PageSummary => ({
    ...(projects.length > 1 && { project: projectId }),
    ...{ path, human, ai, total, previous: previous?.total ?? null },
    change: (previous && percentChange(total, previous.total)) ?? null,
  });
  return {
    ...{ totals, pageCount, complete: gaps.length === 0 },
    change: (previousTotals && percentChange(totals.total, previousTotals.total)) ?? null,
    topPages: topPages(projects).map(summarized),
    risingPages: movingPages(projects, 'rising').map(summarized),
  };
}

/** All projects as one: over what was read, and compared only if all of it was. */
export function together(projects: readonly ProjectReport[]) {
  const isCompared = projects.every(({ totals, previousTotals }) => totals && previousTotals);
  return {
    totals: sumOf(projects.map(({ totals }) => totals)),
    previousTotals: isCompared ? sumOf(projects.map(({ previousTotals }) => previousTotals)) : undefined,
    pageCount: projects.reduce((count, { pages }) => count + pages.length, 0),
  };
}

/** A page in a list over one or more projects. */
export interface Listed {
  readonly projectId: string;
  readonly page: PageRow;
}

/** The pages with most views. */
export function topPages(projects: readonly ProjectReport[]): Listed[] {
  return leading(
    projects,
    ({ pages }) => pages,
    ({ total }) => total,
  );
}

/** The pages that gained, or lost, most views. */
export function movingPages(projects: readonly ProjectReport[], which: 'rising' | 'falling'): Listed[] {
  return leading(projects, { rising, falling }[which], (page) => Math.abs(gain(page)));
}

/** The first pages by `weight`; where it is equal, in the order that `pagesOf` gives. */
function leading(
  projects: readonly ProjectReport[],
  pagesOf: (project: ProjectReport) => readonly PageRow[],
  weight: (page: PageRow) => number,
): Listed[] {
  const listed = projects.flatMap((project) =>
    pagesOf(project)
      .slice(0, TOP)
      .map((page) => ({ page, projectId: project.projectId })),
  );
  return listed.sort((a, b) => weight(b.page) - weight(a.page)).slice(0, TOP);
}
