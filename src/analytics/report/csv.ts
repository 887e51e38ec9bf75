import { csvLine } from '../../text/csv.ts';
import { percentChange } from '../compare.ts';
import type { Report } from '../model.ts';

const COLUMNS = 'from to project path human ai total previous_total change_percent state'.split(' ');

/**
 * `page-views.csv`: RFC 4180, the pages of all projects.
 *
 * It begins with a byte order mark: without one Excel takes UTF-8 for the system's own encoding and spoils every
 * path that is not ASCII. Other readers skip it, or have an option to (`utf-8-sig`, `bom: true`).
 */
export function csvText({ period: { from, to }, projects }: Report): string {
  const lines = projects
    .flatMap(({ pages }) => pages)
    .map(({ projectId, path, human, ai, total, previous, state }) => {
      const compared = [previous?.total, percentChange(total, previous?.total), state];
      return csvLine([from, to, projectId, path, human, ai, total, ...compared]);
    });
  return `\ufeff${csvLine(COLUMNS)}${lines.join('')}`;
}
