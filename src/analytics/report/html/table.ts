import { escaped, onOneLine } from '../../../text/characters.ts';
import { inertJson } from '../../../text/json.ts';
import { counted, thousands } from '../../../text/numbers.ts';
import { sectionOf } from '../../compare.ts';
import type { PageRow, ProjectReport, Report } from '../../model.ts';
import { type Cell, linkOf, pagesTable, type Table } from '../tables.ts';
import { changeOfRow } from '../words.ts';
import { html, type Markup } from './template.ts';

/** Rows in the HTML itself: what is seen at first, and without JavaScript. */
const FIRST_ROWS = 100;
/** Rows that the page carries for sorting and filtering, over all projects. */
const MOST_ROWS = 50_000;
/** Bytes of them; rows with very long paths are many bytes. */
const MOST_BYTES = 8 * 1024 * 1024;
/** A path with more UTF-16 units than this is folded; the page's script knows the same number. */
const LONG_PATH = 160;
/** Sections in the filter; a site with all its pages at the root has as many sections as pages. */
const MOST_SECTIONS = 200;

/** A table that scrolls by itself when there is no room for it. */
export function tableOf(name: string, { columns, rows }: Table): Markup {
  const heads = columns.map((column) => html`<th scope="col">${column}</th>`);
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${name}"><table><thead><tr>${heads}</tr></thead>
<tbody>${rows.map(rowOf)}</tbody></table></div>`;
}

function rowOf([first, ...cells]: readonly Cell[]): Markup {
  return html`<tr>${headOf(first)}${cells.map(cellOf)}</tr>\n`;
}

function cellOf(cell: Cell): Markup {
  if (cell === undefined) return html`<td>–</td>`;
  if (typeof cell === 'number') return html`<td>${thousands(cell)}</td>`;
  const text = typeof cell === 'string' ? cell : cell.text;
  return html`<td class="${directionOf(text)}">${text}</td>`;
}

/** Which way a change goes, as the style sheet names it. */
export function directionOf(change: string): string {
  return change.startsWith('▲') ? 'up' : change.startsWith('▼') ? 'down' : '';
}

function headOf(cell: Cell): Markup {
  if (typeof cell !== 'object') return html`<th scope="row">${cell}</th>`;
  const line = onOneLine(cell.text);
  const whole = pathText(line || '(empty)', cell.link);
  const start = line.slice(0, LONG_PATH).replace(/[\ud800-\udbff]$/, '');
  const content =
    line.length <= LONG_PATH
      ? whole
      : html`<details><summary>${pathText(`${start}…`)}</summary>${whole}</details>`;
  return html`<th scope="row" class="path">${content}</th>`;
}

/** A path that can be broken after each slash, and whose direction of writing stays its own. */
function pathText(path: string, link?: string): Markup {
  const parts = path.split(/(?<=\/)/).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`);
  const text = html`<bdi>${parts}</bdi>`;
  return link === undefined ? text : html`<a href="${link}" rel="noreferrer">${text}</a>`;
}

/** The table of a project's pages, with the rows as JSON for the page's script. */
export function* pagesPanel(report: Report, project: ProjectReport, index: number): Generator<string> {
  const pages = [...project.pages, ...project.gone];
  if (pages.length === 0) return;
  const { columns, rows } = pagesTable(report, pages.slice(0, FIRST_ROWS));
  const data = embeddedRows(report, project, pages);
  const site = report.siteUrl?.replace(/\/+$/, '') ?? '';
  const heads = columns.map(
    (name) => html`<th scope="col"${name === 'Views' && html` aria-sort="descending"`}>${name}</th>`,
  );
  const left = data.length > FIRST_ROWS && `the first ${FIRST_ROWS} of ${thousands(data.length)} rows`;
  yield html`<div class="panel pages" data-site="${site}"><h3 id="pages-${index}">All pages</h3>${hint(data.length, pages.length)}
${tools(project, index)}
<div class="scroll" tabindex="0" role="group" aria-labelledby="pages-${index}"><table><caption>Views of each page, by people and by AI${report.previousPeriod && ', and the period before'}</caption><thead><tr>${heads}</tr></thead>
<tbody>${rows.map(rowOf)}</tbody></table></div><p class="printed">${left && `Printed are ${left}. All are in page-views.csv, beside this file.`}</p>${left && html`<noscript><p class="hint">${left.replace('t', 'T')} are shown. Sorting, filtering and the other rows need JavaScript.</p></noscript>`}<button class="more" type="button" hidden>Show more</button>
<script type="application/json">[`.text;
  yield data.join(',\n');
  yield ']</script></div>\n';
}

function tools({ sections }: ProjectReport, index: number): Markup {
  const options = sections.slice(0, MOST_SECTIONS).map(({ section }) => html`<option>${section}</option>`);
  const select = html`<div><label for="section-${index}">Section</label><select id="section-${index}"><option>All</option>${options}</select></div>`;
  return html`<div class="tools"><div><label for="search-${index}">Filter by path</label><input id="search-${index}" type="search" autocomplete="off" spellcheck="false"></div>${sections.length > 1 && select}<output for="search-${index} section-${index}" aria-live="polite"></output><p class="sum" aria-live="polite"></p></div>`;
}

function hint(carried: number, all: number): Markup | undefined {
  if (carried === all) return undefined;
  return html`<p class="hint">These are the first ${thousands(carried)} of ${counted(all, 'page')}: more would make this page slow. <strong>All are in page-views.csv</strong>, beside this file.</p>`;
}

/**
 * As many rows as the page may carry, each as JSON that is safe inside a script element: path, section, views, people,
 * AI; with a comparison also views before and change; with a baseline also its views; and last, with a site's address,
 * the end of the link where it is not the path itself, or null where there is no link.
 */
function embeddedRows(report: Report, { sections }: ProjectReport, pages: readonly PageRow[]): string[] {
  const { previousPeriod, baseline, siteUrl, projects } = report;
  const numbers = new Map(sections.slice(0, MOST_SECTIONS).map(({ section }, index) => [section, index]));
  const rows: string[] = [];
  let bytes = 0;
  for (const row of pages) {
    const cells = [
      onOneLine(row.path).toWellFormed(),
      numbers.get(sectionOf(row.path)) ?? -1,
      ...[row.total, row.human, row.ai],
      ...(previousPeriod ? [row.previous?.total ?? null, changeOfRow(row)] : []),
      ...(baseline ? [row.baseline?.total ?? null] : []),
      ...(siteUrl ? linkCell(siteUrl, row) : []),
    ];
    // `<` could end the script element or open a comment in it.
    const json = inertJson(cells).replaceAll('<', escaped);
    bytes += Buffer.byteLength(json);
    if (rows.length >= MOST_ROWS / projects.length || bytes > MOST_BYTES / projects.length) break;
    rows.push(json);
  }
  return rows;
}

function linkCell(siteUrl: string, row: PageRow): (string | null)[] {
  const end = linkOf(siteUrl, row)?.slice(siteUrl.replace(/\/+$/, '').length);
  return end === row.path ? [] : [end ?? null];
}
