import { inertJson } from '../../text/json.ts';
import { changePercent } from '../compare.ts';
import type { PageRow, ProjectReport, Report } from '../model.ts';
import type { Period } from '../period.ts';
import { gapText, headlineOf } from './words.ts';

/** Goes up when a reader of older files would misread a newer one. */
const FORMAT_VERSION = 1;

/** `page-views.json` in pieces, as `docs/page-views.schema.json` describes it: one page on a line. */
export function* jsonText(report: Report): Generator<string> {
  const { generatedAt, version, period, comparison, siteUrl = null, requests } = report;
  const fields = {
    ...{ formatVersion: FORMAT_VERSION, generatedAt, actionVersion: version, headline: headlineOf(report) },
    ...{ period: dated(period), previousPeriod: comparison ? dated(comparison) : null, siteUrl, requests },
    gaps: report.gaps.map((gap) => gapText(report, gap)),
  };
  yield* objectWith(fields, 'projects', report.projects, (project) => projectText(report, project));
  yield '\n';
}

function dated({ from, to }: Period) {
  return { from, to };
}

function projectText(report: Report, project: ProjectReport): Iterable<string> {
  const { projectId, totals = null, previousTotals = null, sums, previousComplete = null } = project;
  const gaps = report.gaps.filter((gap) => gap.projectId === undefined || gap.projectId === projectId);
  const fields = {
    ...{ projectId, headline: headlineOf(report, project), totals, previousTotals, sums },
    ...{
      complete: project.complete,
      previousComplete,
      gaps: gaps.map(({ text }) => text),
      notes: project.notes,
    },
    days: project.days?.map(({ from, counts }) => ({ date: from, counts: counts ?? null })) ?? null,
    history: project.history?.map(({ counts, ...span }) => ({ ...span, counts: counts ?? null })) ?? null,
    sections: project.sections.map(({ pagesBefore: _, ...section }) => ({
      ...section,
      ...compared(section),
    })),
  };
  return objectWith(fields, 'pages', [...project.pages, ...project.gone], (page) => {
    const { path, human, ai, total, state } = page;
    return [inertJson({ path, human, ai, total, state, ...compared(page) })];
  });
}

function compared({ total, previous }: Pick<PageRow, 'total' | 'previous'>) {
  return { previous: previous ?? null, changePercent: changePercent({ total, previous }) ?? null };
}

/** An object whose last field is a list, each item of it on a line. */
function* objectWith<T>(
  fields: object,
  name: string,
  items: readonly T[],
  textOf: (item: T) => Iterable<string>,
): Generator<string> {
  yield `${inertJson(fields).slice(0, -1)},\n${JSON.stringify(name)}: [`;
  for (const [index, item] of items.entries()) {
    yield index === 0 ? '\n' : ',\n';
    yield* textOf(item);
  }
  yield '\n]}';
}
