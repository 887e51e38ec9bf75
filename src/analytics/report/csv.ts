import { commandSafe, formulaSafe } from '../../text/csv.ts';
import { changePercent } from '../compare.ts';
import type { Report } from '../model.ts';

const COLUMNS = 'from to project path human ai total previous_total change_percent state'.split(' ');

/**
 * `page-views.csv` in pieces: RFC 4180, the pages of all projects, each project's gone pages after its others.
 *
 * It begins with a byte order mark: without one Excel takes UTF-8 for the system's own encoding and spoils every
 * path that is not ASCII. Other readers skip it, or have an option to (`utf-8-sig`, `bom: true`).
 */
export function* csvText({ period: { from, to }, projects }: Report): Generator<string> {
  yield `\ufeff${lineOf(COLUMNS)}`;
  for (const project of projects) {
    const id = safe(project.projectId);
    for (const row of [...project.pages, ...project.gone]) {
      const { human, ai, total, previous, state } = row;
      yield lineOf([
        from,
        to,
        id,
        safe(row.path),
        human,
        ai,
        total,
        previous?.total,
        changePercent(row),
        state,
      ]);
    }
  }
}

/** A record of RFC 4180. Any line break is quoted, not only the one that ends records. */
function lineOf(cells: readonly unknown[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: unknown): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Nearly every page path: no formula and no command can begin in it. */
const PLAIN = /^[/\w][/\w.-]*$/;

function safe(text: string): string {
  return PLAIN.test(text) ? text : formulaSafe(commandSafe(text));
}
