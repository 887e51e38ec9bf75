import { inertJson } from '../../text/json.ts';
import { VERSION } from '../../version.ts';
import { percentChange } from '../compare.ts';
import { sumOf } from '../counts.ts';
import type { Comparable, ProjectReport, Report } from '../model.ts';
import { comparisonNotes, missingTexts, reportHeadline } from './phrases.ts';

/** Version of the format. It increases if programs that read older files would misread newer files. */
const FORMAT_VERSION = 1;

/** Yields `page-views.json` in pieces, with one page per line. `docs/page-views.schema.json` describes it. */
export function* jsonText(report: Report): Generator<string> {
  const { generatedAt, period, comparison, siteUrl = null, requests } = report;
  const daysOf = ({ from, to }: Report['period']) => ({ from, to });
  const fields = {
    formatVersion: FORMAT_VERSION,
    generatedAt,
    actionVersion: VERSION,
    headline: reportHeadline(report),
    period: daysOf(period),
    previousPeriod: comparison ? daysOf(comparison) : null,
    siteUrl,
    requests,
    gaps: missingTexts(report),
  };
  yield* withList(fields, 'projects', report.projects, (project) => projectText(report, project));
  yield '\n';
}

function projectText(report: Report, project: ProjectReport): Iterable<string> {
  const { projectId, totals = null, previousTotals = null, complete, previousComplete = null } = project;
  const { pages, sections, notes, days, history } = project;
  const gaps = report.gaps.filter((gap) => gap.projectId === projectId);
  const fields = {
    projectId,
    headline: reportHeadline(report, project),
    totals,
    previousTotals,
    sums: sumOf(pages),
    complete,
    previousComplete,
    gaps: gaps.map(({ text }) => text),
    notes: [...report.notes, ...(previousTotals ? comparisonNotes(report) : []), ...notes],
    days: days?.map(({ from, counts = null }) => ({ date: from, counts })) ?? null,
    history: history?.map(({ from, to, counts = null }) => ({ from, to, counts })) ?? null,
    sections: sections.map(({ path: section, pages, human, ai, total, previous }) =>
      withChange({ section, pages, human, ai, total, previous }),
    ),
  };
  return withList(fields, 'pages', pages, ({ path, human, ai, total, state, previous }) => [
    inertJson(withChange({ path, human, ai, total, state, previous })),
  ]);
}

function withChange<T extends Comparable>(views: T): object {
  const { total, previous = null } = views;
  return { ...views, previous, changePercent: percentChange(total, previous?.total) ?? null };
}

/** Yields an object whose last field is a list, with one item per line. */
function* withList<T>(
  fields: object,
  name: string,
  items: readonly T[],
  textOf: (item: T) => Iterable<string>,
) {
  yield `${inertJson(fields).slice(0, -1)},\n${JSON.stringify(name)}: [`;
  for (const [index, item] of items.entries()) {
    yield index === 0 ? '\n' : ',\n';
    yield* textOf(item);
  }
  yield '\n]}';
}
