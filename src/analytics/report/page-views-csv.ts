import { csvLine } from '../../text/csv.ts';
import { percentChange } from '../compare.ts';
import type { Report } from '../model.ts';

const COLUMNS = 'from to project path human ai total previous_total change_percent state'.split(' ');

/**
 * Yields `page-views.csv` (RFC 4180) in pieces. The file has the pages of all projects.
 *
 * The file begins with a byte order mark. Without the mark, Excel uses the system's own encoding and garbles paths that
 * aren't ASCII. Other readers skip the mark, or have an option for it (`utf-8-sig`, `bom: true`).
 */
export function* csvText({ period: { from, to }, projects }: Report): Generator<string> {
  yield `\ufeff${csvLine(COLUMNS)}`;
  for (const page of projects.flatMap(({ pages }) => pages)) {
    const { projectId, path, human, ai, total, previous, state } = page;
    const compared = [previous?.total, percentChange(total, previous?.total), state];
    yield csvLine([from, to, projectId, path, human, ai, total, ...compared]);
  }
}
