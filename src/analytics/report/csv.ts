import { stringify } from 'csv-stringify/sync';
import { commandSafe, formulaSafe } from '../../text/csv.ts';
import type { Report } from '../model.ts';
import { changePercent, tableRows } from './rows.ts';

const COLUMNS = ['project', 'path', 'human', 'ai', 'total', 'previous_total', 'change_percent', 'state'];

/** RFC 4180. Once it is told how lines end, the writer quotes other line breaks only if it is told that, too. */
const FORMAT = { record_delimiter: 'windows', quote_record_delimiter: true } as const;

/** Records that are rendered at once. One by one, the passing on would take as long as the rendering. */
const BATCH = 500;

/**
 * `page-views.csv` in pieces: RFC 4180, the pages of all projects, each project's gone pages after its others.
 *
 * It begins with a byte order mark: without one Excel takes UTF-8 for the system's own encoding and spoils every
 * path that is not ASCII. Other readers skip it, or have an option to (`utf-8-sig`, `bom: true`).
 */
export function* csvText(report: Report): Generator<string> {
  yield stringify([COLUMNS], { ...FORMAT, bom: true });
  let batch: unknown[][] = [];
  for (const record of csvRecords(report)) {
    if (batch.push(record) < BATCH) continue;
    yield stringify(batch, FORMAT);
    batch = [];
  }
  if (batch.length > 0) yield stringify(batch, FORMAT);
}

function* csvRecords(report: Report): Generator<unknown[]> {
  for (const project of report.projects) {
    const id = safe(project.projectId);
    for (const row of tableRows(project)) {
      const { human, ai, total, previous, state } = row;
      yield [id, safe(row.path), human, ai, total, previous?.total, changePercent(row), state];
    }
  }
}

/** Nearly every page path: no formula and no command can begin in it. */
const PLAIN = /^[/\w][/\w.-]*$/;

function safe(text: string): string {
  return PLAIN.test(text) ? text : formulaSafe(commandSafe(text));
}
