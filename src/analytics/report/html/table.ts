import { escaped, onOneLine } from '../../../text/characters.ts';
import { inertJson } from '../../../text/json.ts';
import { counted, thousands } from '../../../text/numbers.ts';
import { siteLink } from '../../../text/site-link.ts';
import type { PageRow, ProjectReport, Report } from '../../model.ts';
import { sectionOf } from '../../sections.ts';
import { changeOfRow } from '../words.ts';
import { html, type Markup, type Part } from './template.ts';

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

/** What a table of pages is made of. */
interface Columns {
  readonly isCompared: boolean;
  readonly hasBaseline: boolean;
  readonly siteUrl: string | undefined;
}

/** A cell with a count; `–` if it is not known. */
export function figureCell(count: number | undefined): Markup {
  return html`<td>${count === undefined ? '–' : thousands(count)}</td>`;
}

/** A cell with a change in words. */
export function changeCell(change: string): Markup {
  const direction = change.startsWith('▲') ? 'up' : change.startsWith('▼') ? 'down' : '';
  return html`<td class="${direction}">${change}</td>`;
}

/** A table that scrolls by itself when there is no room for it. */
export function table(name: string, columns: readonly string[], rows: Part): Markup {
  const heads = columns.map((column) => html`<th scope="col">${column}</th>`);
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${name}"><table><thead><tr>${heads}</tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

/** The table of a project's pages, with the rows as JSON for the page's script. */
export function* pagesPanel(report: Report, project: ProjectReport, index: number): Generator<string> {
  const all = project.pages.length + project.gone.length;
  if (all === 0) return;
  const { siteUrl, baseline } = report;
  const columns = {
    isCompared: report.previousPeriod !== undefined,
    hasBaseline: baseline !== undefined,
    siteUrl,
  };
  const data = embeddedRows(project, columns, report.projects.length);
  const names = [
    ...['Page', 'Views', 'People', 'AI'],
    ...(columns.isCompared ? ['Before', 'Change'] : []),
    ...(columns.hasBaseline ? ['Baseline'] : []),
  ];
  const heads = names.map(
    (name) => html`<th scope="col"${name === 'Views' && html` aria-sort="descending"`}>${name}</th>`,
  );
  yield html`<div class="panel pages" data-site="${siteUrl?.replace(/\/+$/, '') ?? ''}"><h3 id="pages-${index}">All pages</h3>${hint(data.length, all)}
${tools(project, index)}
<div class="scroll" tabindex="0" role="group" aria-labelledby="pages-${index}"><table><caption>Views of each page, by people and by AI${columns.isCompared && ', and the period before'}</caption><thead><tr>${heads}</tr></thead>
<tbody>`.text;
  yield* firstRows(project, columns);
  yield html`</tbody></table></div><p class="printed">${printed(data.length)}</p>${data.length > FIRST_ROWS && noScript(data.length)}<button class="more" type="button" hidden>Show more</button>
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

/** What a print without the page's script says; with it, all rows are printed, up to a limit that it tells. */
function printed(rows: number): string {
  return rows > FIRST_ROWS
    ? `Printed are the first ${FIRST_ROWS} of ${thousands(rows)} rows. All are in page-views.csv, beside this file.`
    : '';
}

function noScript(rows: number): Markup {
  return html`<noscript><p class="hint">The first ${FIRST_ROWS} of ${thousands(rows)} rows are shown. Sorting, filtering and the other rows need JavaScript.</p></noscript>`;
}

function* firstRows(project: ProjectReport, columns: Columns): Generator<string> {
  let rows = 0;
  for (const row of [...project.pages, ...project.gone]) {
    if (++rows > FIRST_ROWS) return;
    const compared = columns.isCompared && [figureCell(row.previous?.total), changeCell(changeOfRow(row))];
    const baseline = columns.hasBaseline && figureCell(row.baseline?.total);
    const link = row.state === 'gone' || !columns.siteUrl ? undefined : siteLink(columns.siteUrl, row.path);
    yield html`<tr>${pathCell(row.path, link)}${figureCell(row.total)}${figureCell(row.human)}${figureCell(row.ai)}${compared}${baseline}</tr>
`.text;
  }
}

/** The first cell of a page's row. */
export function pathCell(path: string, link?: string | undefined): Markup {
  const line = onOneLine(path);
  const whole = pathText(line || '(empty)', link);
  const start = line.slice(0, LONG_PATH).replace(/[\ud800-\udbff]$/, '');
  const content =
    line.length <= LONG_PATH
      ? whole
      : html`<details><summary>${pathText(`${start}…`)}</summary>${whole}</details>`;
  return html`<th scope="row" class="path">${content}</th>`;
}

/** A path that can be broken after each slash, and whose direction of writing stays its own. */
function pathText(path: string, link?: string | undefined): Markup {
  const parts = path.split(/(?<=\/)/).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`);
  const text = html`<bdi>${parts}</bdi>`;
  return link === undefined ? text : html`<a href="${link}" rel="noreferrer">${text}</a>`;
}

/**
 * As many rows as the page may carry, each as JSON that is safe inside a script element: path, section, views, people,
 * AI; with a comparison also views before and change; with a baseline also its views; and last, with a site's address,
 * the end of the link where it is not the path itself, or null where there is no link.
 */
function embeddedRows(project: ProjectReport, columns: Columns, projects: number): string[] {
  const rows: string[] = [];
  const sections = new Map(
    project.sections.slice(0, MOST_SECTIONS).map(({ section }, index) => [section, index]),
  );
  let bytes = 0;
  for (const row of [...project.pages, ...project.gone]) {
    const cells = [
      onOneLine(row.path).toWellFormed(),
      sections.get(sectionOf(row.path)) ?? -1,
      ...[row.total, row.human, row.ai],
      ...(columns.isCompared ? [row.previous?.total ?? null, changeOfRow(row)] : []),
      ...(columns.hasBaseline ? [row.baseline?.total ?? null] : []),
      ...linkCell(row, columns),
    ];
    // `<` could end the script element or open a comment in it.
    const json = inertJson(cells).replaceAll('<', escaped);
    bytes += Buffer.byteLength(json);
    if (rows.length >= MOST_ROWS / projects || bytes > MOST_BYTES / projects) break;
    rows.push(json);
  }
  return rows;
}

function linkCell({ path, state }: PageRow, { siteUrl }: Columns): (string | null)[] {
  if (!siteUrl) return [];
  const end =
    state === 'gone' ? undefined : siteLink(siteUrl, path)?.slice(siteUrl.replace(/\/+$/, '').length);
  return end === path ? [] : [end ?? null];
}
