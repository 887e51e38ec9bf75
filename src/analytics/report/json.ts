import { inertJson } from '../../text/json.ts';
import type { ProjectReport, Report } from '../model.ts';
import { changePercent, type TableRow, tableRows } from './rows.ts';

/** Goes up when a reader of older files would misread a newer one. */
const FORMAT_VERSION = 1;

/** `page-views.json` in pieces, as `docs/page-views.schema.json` describes it: one page on a line. */
export function* jsonText(report: Report): Generator<string> {
  const { generatedAt, version, period, previousPeriod = null, requests } = report;
  const head = { formatVersion: FORMAT_VERSION, generatedAt, actionVersion: version };
  yield openObject({ ...head, period, previousPeriod, requests });
  yield* list('projects', report.projects, projectText);
  yield '}\n';
}

function* projectText(project: ProjectReport): Generator<string> {
  const {
    projectId,
    totals = null,
    previousTotals = null,
    sums,
    complete,
    previousComplete = null,
  } = project;
  const days = project.days?.map(({ date, counts = null }) => ({ date, counts })) ?? null;
  const head = { projectId, totals, previousTotals, sums, complete, previousComplete };
  yield openObject({ ...head, notes: project.notes, days });
  yield* list('pages', tableRows(project), pageText);
  yield '}';
}

function* pageText(row: TableRow): Generator<string> {
  const { path, human, ai, total, state, previous = null } = row;
  const page = { path, human, ai, total, state, previous, changePercent: changePercent(row) ?? null };
  yield inertJson(page);
}

/** `value` without its closing brace, and with a comma for one more field. */
function openObject(value: object): string {
  return `${inertJson(value).slice(0, -1)},\n`;
}

function* list<T>(
  name: string,
  items: Iterable<T>,
  textOf: (item: T) => Iterable<string>,
): Generator<string> {
  yield `${JSON.stringify(name)}: [`;
  let separator = '\n';
  for (const item of items) {
    yield separator;
    yield* textOf(item);
    separator = ',\n';
  }
  yield '\n]';
}
