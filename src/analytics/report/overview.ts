import type { Counts } from '../../platform/schemas.ts';
import type { ProjectReport } from '../model.ts';

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
  const isCompared = lines.every(({ totals, previousTotals }) => totals && previousTotals);
  const all = {
    totals: sum(lines.flatMap(({ totals }) => totals ?? [])),
    previousTotals: isCompared ? sum(lines.flatMap(({ previousTotals }) => previousTotals ?? [])) : undefined,
    pageCount: lines.reduce((count, line) => count + line.pageCount, 0),
    complete: lines.every(({ complete }) => complete),
  };
  return [...lines, all];
}

function sum(parts: readonly Counts[]): Counts {
  return parts.reduce(
    (all, { human, ai, total }) => ({ human: all.human + human, ai: all.ai + ai, total: all.total + total }),
    { human: 0, ai: 0, total: 0 },
  );
}
