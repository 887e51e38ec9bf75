import { inertJson } from '../../text/json.ts';
import { changePercent } from '../compare.ts';
import type { PageRow, ProjectReport, Report } from '../model.ts';
import type { Period } from '../period.ts';
import { headlineOf, unitOf } from './words.ts';

/** Goes up when a reader of older files would misread a newer one. */
const FORMAT_VERSION = 1;

/** `page-views.json` in pieces, as `docs/page-views.schema.json` describes it: one page on a line. */
export function* jsonText(report: Report): Generator<string> {
  const { generatedAt, version, previousPeriod, siteUrl = null, baseline, requests } = report;
  const head = { formatVersion: FORMAT_VERSION, generatedAt, actionVersion: version };
  const dates = {
    period: dated(report.period),
    previousPeriod: previousPeriod ? dated(previousPeriod) : null,
  };
  const past = baseline && {
    baseline: { generatedAt: baseline.generatedAt, period: dated(baseline.period) },
  };
  const fields = { ...head, headline: headlineOf(report), ...dates, siteUrl, ...past, requests };
  yield* objectWith(fields, 'projects', report.projects, (project) => projectText(report, project));
  yield '\n';
}

/** What else a period knows of itself is for this action alone. */
function dated(period: Period) {
  return period.kind === 'all' ? period : { kind: period.kind, from: period.from, to: period.to };
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
  const spans = project.days ?? [];
  const isDaily = unitOf(spans) === 'day';
  const days = spans.map(({ from, to, counts = null }) => ({ date: from, ...(!isDaily && { to }), counts }));
  const history = project.history?.map(({ from, to, counts = null }) => ({ from, to, counts })) ?? null;
  const sections = project.sections.map(({ previous, ...section }) => ({
    ...section,
    previous: previous ?? null,
    changePercent: changePercent({ total: section.total, previous }) ?? null,
  }));
  const head = { projectId, headline: headlineOf(report, project), totals, previousTotals, sums };
  const what = { complete, previousComplete, notes: project.notes };
  const parts = { days: project.days ? days : null, history, sections };
  const pages = [...project.pages, ...project.gone];
  const hasBaseline = report.baseline !== undefined;
  yield* objectWith({ ...head, ...what, ...parts }, 'pages', pages, (row) => pageText(row, hasBaseline));
}

function* pageText(row: PageRow, hasBaseline: boolean): Generator<string> {
  const { path, human, ai, total, state, previous = null, baseline = null } = row;
  const page = { path, human, ai, total, state, previous, changePercent: changePercent(row) ?? null };
  yield inertJson(hasBaseline ? { ...page, baseline } : page);
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
