import type { Counts } from '../../platform/schemas.ts';
import type { ProjectReport } from '../model.ts';
import { together } from '../summarize.ts';

/** A line of the table of projects. */
export interface OverviewLine {
  /** Absent in the line of all projects together. */
  readonly projectId?: string;
  readonly totals: Counts | undefined;
  readonly previousTotals: Counts | undefined;
  readonly pageCount: number;
  readonly complete: boolean;
}

/** A line for each project, and a last one for all together: of what was read, and compared only if all of it was. */
export function overviewLines(projects: readonly ProjectReport[]): OverviewLine[] {
  const lines = projects.map(({ projectId, totals, previousTotals, pages, complete }) => {
    return { projectId, totals, previousTotals, pageCount: pages.length, complete };
  });
  return [...lines, together(projects)];
}
