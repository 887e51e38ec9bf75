import { onOneLine } from '../../text/characters.ts';
import { escapeHtml } from '../../text/html.ts';
import { thousands } from './figures.ts';

/** A path with more UTF-16 units than this is folded; the page's script knows the same number. */
const LONG_PATH = 160;

/** A cell with a count; `–` if it is not known. */
export function figureCell(count: number | undefined): string {
  return `<td>${count === undefined ? '–' : thousands(count)}</td>`;
}

/** The first cell of a page's row. */
export function pathCell(path: string): string {
  const line = onOneLine(path);
  const whole = pathText(line || '(empty)');
  const start = line.slice(0, LONG_PATH).replace(/[\ud800-\udbff]$/, '');
  const content =
    line.length <= LONG_PATH
      ? whole
      : `<details><summary>${pathText(`${start}…`)}</summary>${whole}</details>`;
  return `<th scope="row" class="path">${content}</th>`;
}

/** A path that can be broken after each slash, and whose direction of writing stays its own. */
function pathText(path: string): string {
  return `<bdi>${escapeHtml(path).replaceAll('/', '/<wbr>')}</bdi>`;
}
