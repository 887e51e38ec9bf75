import type { Counts } from '../platform/schemas.ts';
import { gain, percentChange, rising } from './compare.ts';
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

/** What the table of projects says of one, or of all together. */
interface ProjectFigures {
  /** Absent for all together. */
  readonly projectId?: string;
  readonly totals: Counts | undefined;
  /** Absent unless known for every project. */
  readonly previousTotals: Counts | undefined;
  /** Pages read. */
  readonly pageCount: number;
  /** Whether those are all pages. */
  readonly complete: boolean;
}

/** A report in a few values. With several projects, counts are sums over them. */
export interface Summary extends ProjectFigures {
  readonly totals: Counts;
  /** Total views against the previous period in percent, such as `+12.3`; null if unknown, and from 0. */
  readonly change: string | null;
  /** The pages with most views. */
  readonly topPages: readonly PageSummary[];
  /** The pages that gained most views. */
  readonly risingPages: readonly PageSummary[];
}

/** @param top the most pages in each list */
export function summarize({ projects }: Report, top: number): Summary {
  const all = together(projects);
  return {
    ...all,
    change: (all.previousTotals && percentChange(all.totals.total, all.previousTotals.total)) ?? null,
    topPages: leading(
      projects,
      top,
      ({ pages }) => pages.slice(0, top),
      ({ total }) => total,
    ),
    risingPages: leading(projects, top, (project) => rising(project, top), gain),
  };
}

/** All projects as one: over what was read, and compared only if all of it was. */
export function together(projects: readonly ProjectReport[]): ProjectFigures & { readonly totals: Counts } {
  const isCompared = projects.every(({ totals, previousTotals }) => totals && previousTotals);
  return {
    totals: sumOf(projects.map(({ totals }) => totals)),
    previousTotals: isCompared ? sumOf(projects.map(({ previousTotals }) => previousTotals)) : undefined,
    pageCount: projects.reduce((count, { pages }) => count + pages.length, 0),
    complete: projects.every(({ complete }) => complete),
  };
}

/** The first `top` pages by `weight`; where it is equal, in the order that `pagesOf` gives. */
function leading(
  projects: readonly ProjectReport[],
  top: number,
  pagesOf: (project: ProjectReport) => readonly PageRow[],
  weight: (page: PageRow) => number,
): PageSummary[] {
  return projects
    .flatMap((project) => pagesOf(project).map((page) => ({ page, project: project.projectId })))
    .sort((a, b) => weight(b.page) - weight(a.page))
    .slice(0, top)
    .map(({ page: { path, human, ai, total, previous }, project }) => ({
      ...(projects.length > 1 && { project }),
      ...{ path, human, ai, total, previous: previous?.total ?? null },
      change: (previous && percentChange(total, previous.total)) ?? null,
    }));
}
