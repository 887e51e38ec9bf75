import { csvLine } from '../../text/csv.ts';
import { percentChange } from '../compare.ts';
import type { Report } from '../model.ts';

const COLUMNS = 'from to project path human ai total previous_total change_percent state'.split(' ');

/**
 * Yields `page-views.csv` in pieces: RFC 4180, the pages of all projects.
 *
 * It begins with a byte order mark: without one Excel takes UTF-8 for the system's own encoding and spoils every
 * path that is not ASCII. Other readers skip it, or have an option to (`utf-8-sig`, `bom: true`).
 */
export function* csvText({ period: { from, to }, projects }: Report): Generator<string> {
  yield `\ufeff${csvLine(COLUMNS)}`;
  for (const page of projects.flatMap(({ pages }) => pages)) {
    const { projectId, path, human, ai, total, previous, state } = page;
    const compared = [previous?.total, percentChange(total, previous?.total), state];
    yield csvLine([from, to, projectId, path, human, ai, total, ...compared]);
  }
}
