import { inertJson } from '../../text/json.ts';
import { changePercent } from '../compare.ts';
import type { PageRow, ProjectReport, Report, Section } from '../model.ts';
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

function* projectText(report: Report, project: ProjectReport): Generator<string> {
  const {
    projectId,
    totals = null,
    previousTotals = null,
    sums,
    complete,
    previousComplete = null,
  } = project;
  const own = report.gaps.filter((gap) => gap.projectId === undefined || gap.projectId === projectId);
  const fields = {
    ...{ projectId, headline: headlineOf(report, project), totals, previousTotals, sums },
    ...{ complete, previousComplete, gaps: own.map(({ text }) => text), notes: project.notes },
    days: project.days?.map(({ from, counts }) => ({ date: from, counts: counts ?? null })) ?? null,
    history: project.history?.map(({ from, to, counts }) => ({ from, to, counts: counts ?? null })) ?? null,
    sections: project.sections.map(sectionFields),
  };
  const pages = [...project.pages, ...project.gone];
  yield* objectWith(fields, 'pages', pages, (row) => [inertJson(pageFields(row))]);
}

function sectionFields({ section, pages, human, ai, total, previous }: Section) {
  const changed = { previous: previous ?? null, changePercent: changePercent({ total, previous }) ?? null };
  return { section, pages, human, ai, total, ...changed };
}

function pageFields(row: PageRow) {
  const { path, human, ai, total, state, previous = null } = row;
  return { path, human, ai, total, state, previous, changePercent: changePercent(row) ?? null };
}

/** An object whose last field is a list, each item of it on a line. */
function* objectWith<T>(
  fields: object,
  name: string,
  items: Iterable<T>,
  textOf: (item: T) => Iterable<string>,
): Generator<string> {
  yield `${inertJson(fields).slice(0, -1)},\n${JSON.stringify(name)}: [`;
  let separator = '\n';
  for (const item of items) {
    yield separator;
    yield* textOf(item);
    separator = ',\n';
  }
  yield '\n]}';
}
