import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { formulaSafe } from '../../text/csv.ts';
import type { Report } from '../model.ts';
import { changePercent, tableRows } from './rows.ts';

const COLUMNS = ['project', 'path', 'human', 'ai', 'total', 'previous_total', 'change_percent', 'state'];

/**
 * `page-views.csv` as a stream: RFC 4180, the pages of all projects, each project's gone pages after its others.
 *
 * It begins with a byte order mark: without one Excel takes UTF-8 for the system's own encoding and spoils every
 * path that is not ASCII. Other readers skip it, or have an option to (`utf-8-sig`, `bom: true`).
 */
export function csvStream(report: Report): NodeJS.ReadableStream {
  const lines = stringify({ bom: true, header: true, columns: COLUMNS, record_delimiter: 'windows' });
  const records = Readable.from(csvRecords(report));
  records.on('error', (error) => lines.destroy(error));
  return records.pipe(lines);
}

function* csvRecords(report: Report): Generator<unknown[]> {
  for (const project of report.projects) {
    const id = formulaSafe(project.projectId);
    for (const row of tableRows(project)) {
      const { human, ai, total, previous, state } = row;
      yield [id, formulaSafe(row.path), human, ai, total, previous?.total, changePercent(row), state];
    }
  }
}
