import type { Counts } from '../platform/schemas.ts';
import { percentChange, rising } from './compare.ts';
import { sumOf } from './counts.ts';
import type { PageRow, ProjectReport, Report } from './model.ts';

/** A page in an output that a next step can read. */
export interface PageSummary extends Counts {
  /** Only when the report covers several projects. */
  readonly project?: string;
  readonly path: string;
  /** Total views in the previous period; null if unknown. */
  readonly previous: number | null;
  /** In percent, such as `+12.3`; null if unknown, and from 0. */
  readonly change: string | null;
}

/** A report in a few values. With several projects, counts are sums over them. */
export interface Summary {
  readonly totalViews: number;
  readonly humanViews: number;
  readonly aiViews: number;
  /** Total views against the previous period in percent, such as `+12.3`; null unless known for every project. */
  readonly change: string | null;
  /** Pages read. */
  readonly pageCount: number;
  /** Whether those are all pages. */
  readonly complete: boolean;
  /** The pages with most views. */
  topPages(top: number): PageSummary[];
  /** The pages that gained most views. */
  risingPages(top: number): PageSummary[];
}

export function summarize({ projects }: Report): Summary {
  const { totals = sumOf([]), previousTotals, pageCount, complete } = together(projects);
  return {
    totalViews: totals.total,
    humanViews: totals.human,
    aiViews: totals.ai,
    change: (previousTotals && percentChange(totals.total, previousTotals.total)) ?? null,
    pageCount,
    complete,
    topPages: (top) =>
      leading(
        projects,
        top,
        ({ pages }) => pages.slice(0, top).map(topPage),
        ({ total }) => total,
      ),
    risingPages: (top) => leading(projects, top, (project) => rising(project, top).map(risingPage), gain),
  };
}

/** What the table of projects says of one, or of all together. */
export interface ProjectFigures {
  /** Absent for all together. */
  readonly projectId?: string;
  readonly totals: Counts | undefined;
  readonly previousTotals: Counts | undefined;
  readonly pageCount: number;
  readonly complete: boolean;
}

/** All projects as one: over what was read, and compared only if all of it was. */
export function together(projects: readonly ProjectReport[]): ProjectFigures {
  const isCompared = projects.every(({ totals, previousTotals }) => totals && previousTotals);
  return {
    totals: sumOf(projects.map(({ totals }) => totals)),
    previousTotals: isCompared ? sumOf(projects.map(({ previousTotals }) => previousTotals)) : undefined,
    pageCount: projects.reduce((count, { pages }) => count + pages.length, 0),
    complete: projects.every(({ complete }) => complete),
  };
}

/** The figures of each project, and last those of all together. */
export function projectFigures(projects: readonly ProjectReport[]): ProjectFigures[] {
  const each = projects.map(({ projectId, totals, previousTotals, pages, complete }) => {
    return { projectId, totals, previousTotals, pageCount: pages.length, complete };
  });
  return [...each, together(projects)];
}

/** The first `top` pages by `weight`; where it is equal, in the order that `pagesOf` gives. */
function leading(
  projects: readonly ProjectReport[],
  top: number,
  pagesOf: (project: ProjectReport) => PageSummary[],
  weight: (page: PageSummary) => number,
): PageSummary[] {
  return projects
    .flatMap((project) =>
      pagesOf(project).map((page) => (projects.length > 1 ? { project: project.projectId, ...page } : page)),
    )
    .sort((a, b) => weight(b) - weight(a))
    .slice(0, top);
}

function topPage({ before, ...row }: PageRow): PageSummary {
  const previous = before.kind === 'known' ? before.counts.total : before.kind === 'new' ? 0 : null;
  return pageSummary(row, previous);
}

function risingPage({ previous, ...row }: ReturnType<typeof rising>[number]): PageSummary {
  return pageSummary(row, previous.total);
}

function gain({ total, previous }: PageSummary): number {
  return total - (previous ?? total);
}

function pageSummary(
  { path, human, ai, total }: Counts & { readonly path: string },
  previous: number | null,
): PageSummary {
  const change = previous === null ? null : (percentChange(total, previous) ?? null);
  return { path, human, ai, total, previous, change };
}
