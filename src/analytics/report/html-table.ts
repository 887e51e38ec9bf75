import { escaped, onOneLine } from '../../text/characters.ts';
import { inertJson } from '../../text/json.ts';
import type { ProjectReport, Report } from '../model.ts';
import { changeOfRow } from './change.ts';
import { counted, thousands } from './figures.ts';
import { figureCell, pathCell } from './html-cells.ts';
import { type TableRow, tableRows } from './rows.ts';

/** Rows in the HTML itself: what is seen at first, and without JavaScript. */
const FIRST_ROWS = 100;
/** Rows that the page carries for sorting and filtering, over all projects. */
const MOST_ROWS = 50_000;
/** Bytes of them; rows with very long paths are many bytes. */
const MOST_BYTES = 8 * 1024 * 1024;

/** The table of a project's pages, with the rows as JSON for the page's script. */
export function* pagesPanel(report: Report, project: ProjectReport, index: number): Generator<string> {
  const compared = report.previousPeriod !== undefined;
  const all = project.pages.length + project.gone.length;
  if (all === 0) return;
  const data = embedded(project, compared, report.projects.length);
  const columns = ['Page', 'Views', 'People', 'AI', ...(compared ? ['Before', 'Change'] : [])];
  const heads = columns.map(
    (column) => `<th scope="col"${column === 'Views' ? ' aria-sort="descending"' : ''}>${column}</th>`,
  );
  const left = all - data.length;
  const hint =
    left > 0
      ? `<p class="hint">These are the first ${thousands(data.length)} of ${counted(all, 'page')}: more would make this page slow. <strong>All are in page-views.csv</strong>, beside this file.</p>`
      : '';
  yield `<div class="panel pages"><h3 id="pages-${index}">All pages</h3>${hint}
<div class="tools"><div><label for="search-${index}">Filter by path</label><input id="search-${index}" type="search" autocomplete="off" spellcheck="false"></div><output for="search-${index}" aria-live="polite"></output></div>
<div class="scroll" tabindex="0" role="group" aria-labelledby="pages-${index}"><table><caption>Views of each page, by people and by AI${compared ? ', and the period before' : ''}</caption><thead><tr>${heads.join('')}</tr></thead>
<tbody>`;
  yield* firstRows(project, compared);
  yield `</tbody></table></div>${data.length > FIRST_ROWS ? noScript(data.length) : ''}<button class="more" type="button" hidden>Show more</button>
<script type="application/json">[`;
  yield data.join(',\n');
  yield ']</script></div>\n';
}

function noScript(rows: number): string {
  return `<noscript><p class="hint">The first ${FIRST_ROWS} of ${thousands(rows)} rows are shown. Sorting, filtering and the other rows need JavaScript.</p></noscript>`;
}

function* firstRows(project: ProjectReport, compared: boolean): Generator<string> {
  let rows = 0;
  for (const row of tableRows(project)) {
    if (++rows > FIRST_ROWS) return;
    yield `<tr>${pathCell(row.path)}${figureCell(row.total)}${figureCell(row.human)}${figureCell(row.ai)}${compared ? comparedCells(row) : ''}</tr>\n`;
  }
}

function comparedCells(row: TableRow): string {
  const change = changeOfRow(row);
  const direction = change.startsWith('▲') ? 'up' : change.startsWith('▼') ? 'down' : '';
  return `${figureCell(row.previous?.total)}<td class="${direction}">${change}</td>`;
}

/** As many rows as the page may carry, each as JSON that is safe inside a script element. */
function embedded(project: ProjectReport, compared: boolean, projects: number): string[] {
  const rows: string[] = [];
  let bytes = 0;
  for (const row of tableRows(project)) {
    const { human, ai, total, previous } = row;
    const comparison = compared ? [previous?.total ?? null, changeOfRow(row)] : [];
    const cells = [onOneLine(row.path).toWellFormed(), total, human, ai, ...comparison];
    // `<` could end the script element or open a comment in it.
    const json = inertJson(cells).replaceAll('<', escaped);
    bytes += Buffer.byteLength(json);
    if (rows.length >= MOST_ROWS / projects || bytes > MOST_BYTES / projects) break;
    rows.push(json);
  }
  return rows;
}
