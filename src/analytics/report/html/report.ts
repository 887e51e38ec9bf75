import { createHash } from 'node:crypto';
import { onOneLine } from '../../../text/characters.ts';
import { escapeHtml, html, Markup } from '../../../text/html.ts';
import { shorten } from '../../../text/markdown.ts';
import { compact, counted, share, thousands } from '../../../text/numbers.ts';
import { changeOf, percentChange } from '../../compare.ts';
import type { Change, PageRow, ProjectReport, Report } from '../../model.ts';
import type { Bar, Block, Cell, Column, Figure, Name, Table } from '../blocks.ts';
import { linkOf, overviewBlocks, projectBlocks, sizeOf } from '../blocks.ts';
import { changeLabel, colophon, gapsTitle, gapTexts, headlineOf, periodName, unbroken } from '../phrases.ts';
import { SCRIPT, STYLE } from './assets.ts';

/** Rows of the tables of all pages, over all projects. */
const MOST_ROWS = 5_000;

/**
 * `report.html`: one file that loads nothing, and in which no text from elsewhere can act. The policy in it allows this
 * style sheet and this script by their hashes, and nothing else.
 */
export function htmlReport(report: Report): string {
  const { projects, period } = report;
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const policy = `default-src 'none'; style-src ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}; base-uri 'none'; form-action 'none'`;
  const hasTitles = projects.length > 1;
  const sections = projects.map((project, index) => {
    const title = html`<h2 class="title" id="title-${index}"><bdi>${project.projectId}</bdi></h2><p class="headline">${unbroken(headlineOf(report, project))}</p>\n`;
    const blocks = projectBlocks(report, project).map(blockOf);
    return html`<section id="project-${index}"${hasTitles && html` aria-labelledby="title-${index}"`}>${hasTitles && title}<div class="blocks">${blocks}${allPages(report, project, index)}</div></section>\n`;
  });
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>Docs page views, ${periodName(period)}</title>
<style>${new Markup(STYLE)}</style>
</head>
${opening(report)}${hasTitles && html`<section><div class="blocks">${overviewBlocks(report).map(blockOf)}</div></section>\n`}${sections}</main>
<footer><p>${colophon(report)}</p></footer>
<script>${new Markup(SCRIPT)}</script>
</body>
</html>
`.text;
}

function opening(report: Report): Markup {
  const { projects, gaps } = report;
  const whose = projects.length > 1 ? 'all projects' : projects[0]?.projectId;
  const items = gapTexts(report).map((text) => html`<li>${text}</li>`);
  const warning = html`<div class="warning" role="note"><strong>${gapsTitle(report)}</strong><ul>${items}</ul></div>\n`;
  return html`<body>
<a class="skip" href="#report">Skip to the numbers</a>
<header>
<p class="kicker">Docs page views · <bdi>${whose}</bdi></p>
<h1>${unbroken(headlineOf(report))}</h1>
</header>
<main id="report" tabindex="-1">
${gaps.length > 0 && warning}`;
}

function blockOf({ title, text, figures, table, columns, isNarrow }: Block): Markup {
  if (figures) return html`<dl class="cards">${figures.map(cardOf)}</dl>\n`;
  return html`<section class="panel${isNarrow && ' narrow'}"><h2>${title}</h2>${text && html`<p>${unbroken(text)}</p>`}${columns && columnsOf(title, columns)}${table && tableOf(title, table)}</section>\n`;
}

function cardOf({ label, aside, ...figure }: Figure): Markup {
  const { total, previous } = figure;
  const change = changeOf(figure);
  const how = change?.kind !== 'none' && html`${changed(change)} `;
  const from = previous && html`<dd>${how}from ${thousands(previous.total)}</dd>`;
  return html`<div><dt>${swatched(label)}</dt><dd class="figure">${thousands(total)}</dd>${from}${aside && html`<dd>${unbroken(aside)}</dd>`}</div>`;
}

/** Words that name people or AI show the colours of the charts. */
function swatched(text: string): Markup {
  const kind = (part: string) => (/^people/i.test(part) ? 'human' : part.startsWith('AI') && 'ai');
  const parts = text.split(/(?=People|people|AI)/);
  return html`${parts.map((part) => html`${kind(part) && html`<i class="${kind(part)}" aria-hidden="true"></i>`}${part}`)}`;
}

/** The direction of a change is a colour, too. */
function changed(change: Change | undefined): Markup {
  if (!change) return html``;
  const direction = change.kind === 'percent' ? change.direction : DIRECTIONS[change.kind];
  const kind = direction > 0 ? 'up' : direction < 0 && 'down';
  return kind ? html`<span class="${kind}">${changeLabel(change)}</span>` : html`${changeLabel(change)}`;
}

const DIRECTIONS = { new: 1, gone: -1, none: 0 };

/** Pixels of the highest column; and with more columns than this there is no room for a number on each. */
const HEIGHT = 120;
const MOST_LABELLED = 10;

/** Views over time, people below and AI above. What is told of a column is text, shown where the pointer or the focus is. */
function columnsOf(title: string, columns: readonly Column[]): Markup {
  const most = Math.max(...columns.map(({ counts }) => sizeOf(counts)));
  const isMany = columns.length > MOST_LABELLED;
  const items = columns.map(({ name, label, counts, isPast }) => {
    const [size, top] = [sizeOf(counts), scaled(counts?.ai ?? 0, sizeOf(counts))];
    const bars = html`<rect class="ai" width="100%" height="${top}%"/><rect class="human" y="${top}%" width="100%" height="${scaled(counts?.human ?? 0, size)}%"/>`;
    const total = counts ? thousands(counts.total) : 'not read';
    const details = counts
      ? `${counted(counts.total, 'view')}, ${thousands(counts.human)} by people and ${thousands(counts.ai)} by AI (${share(counts.ai, counts.total)})`
      : 'not read';
    const value = counts && total.length > 5 ? compact(counts.total) : total;
    return html`<li tabindex="0"${isPast && html` class="past"`}><b aria-hidden="true">${value}</b><svg aria-hidden="true" height="${scaled(size, most, HEIGHT)}">${bars}</svg><span aria-hidden="true">${isMany ? label.replace(/^\p{L}+ /u, '') : label}</span><small>${name}: ${details}</small></li>`;
  });
  return html`<ol class="columns${isMany && ' many'}" aria-label="${title}">${items}</ol>`;
}

function barOf({ counts: { human, ai, total }, most }: Bar): Markup {
  const start = scaled(human, most);
  const bars = html`<rect class="human" width="${start}%" height="100%"/><rect class="ai" x="${start}%" width="${scaled(ai, most)}%" height="100%"/>`;
  return html`<td class="bar"><svg aria-hidden="true">${bars}</svg>${share(ai, total)} AI</td>`;
}

/** How long `views` are, where `most` have this length. */
const scaled = (views: number, most: number, length = 100) => ((views / (most || 1)) * length).toFixed(1);

/** A table that scrolls by itself when there is no room for it. */
function tableOf(name: string, { heads, rows }: Table): Markup {
  const head = heads.map((each) => html`<th scope="col">${swatched(each)}</th>`);
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${name}"><table><thead><tr>${head}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map(cellOf)}</tr>\n`)}</tbody></table></div>`;
}

function cellOf(cell: Cell, index: number): Markup {
  if (cell === undefined) return html`<td class="unread">not read</td>`;
  if (typeof cell === 'number') return html`<td>${thousands(cell)}</td>`;
  if (typeof cell === 'string')
    return index === 0 ? html`<th scope="row">${cell}</th>` : html`<td>${cell}</td>`;
  if (cell.kind === 'bar') return barOf(cell);
  if (cell.kind !== 'name') return html`<td>${changed(cell)}</td>`;
  return html`<th scope="row" class="path">${nameOf(cell)}</th>`;
}

/** Of a name: in the CSV it is whole. */
const MOST_CHARACTERS = 300;

/** A name whose direction of writing stays its own. It can be broken after each slash. */
function nameOf({ name, link }: Omit<Name, 'kind'>): Markup {
  const parts = (shorten(onOneLine(name), MOST_CHARACTERS) || '(empty)').split(/(?<=.\/)(?=.)/);
  const text = html`<bdi>${new Markup(parts.map(escapeHtml).join('<wbr>'))}</bdi>`;
  return link === undefined ? text : html`<a href="${link}">${text}</a>`;
}

/** The table of all pages that the page's script sorts and filters: every row is there, in as few bytes as it takes. */
function allPages(report: Report, project: ProjectReport, index: number): Markup | undefined {
  const { pages, complete } = project;
  if (pages.length === 0) return undefined;
  const shown = pages.slice(0, MOST_ROWS / report.projects.length);
  const left =
    shown.length < pages.length &&
    html`<p>These are the first ${thousands(shown.length)} of ${thousands(pages.length)} rows. <strong>All are in page-views.csv</strong>, beside this file.</p>`;
  const heads = ['Page', 'Views', ...(report.comparison ? ['Change', 'Before'] : []), 'People', 'AI'].map(
    (name) => html`<th scope="col"${name === 'Views' && html` aria-sort="descending"`}>${name}</th>`,
  );
  const [title, rows] = complete ? ['All pages', 'rows'] : ['Pages that were read', 'rows that were read'];
  return html`<section class="panel pages"><h2 id="pages-${index}">${title}</h2>${left}
<div class="tools"><label>Filter by path <input type="search" autocomplete="off" spellcheck="false"></label><output aria-live="polite" data-rows="${rows}"></output></div>
<div class="scroll" tabindex="0" role="group" aria-labelledby="pages-${index}"><table><thead><tr>${heads}</tr></thead><tbody>
${shown.map((page) => pageRow(report, page))}</tbody></table></div></section>\n`;
}

/** The numbers of a row also stand in an attribute, in the order of its cells, for the page's script. */
function pageRow(report: Report, page: PageRow): Markup {
  const { path, human, ai, total, previous, state } = page;
  const cells =
    report.comparison &&
    html`<td>${changed(changeOf(page))}<td>${previous ? thousands(previous.total) : 'not read'}`;
  const change =
    { new: Number.POSITIVE_INFINITY, gone: -101 }[String(state)] ??
    percentChange(total, previous?.total) ??
    '?';
  const compared = report.comparison ? [change, previous?.total ?? '?'] : [];
  const numbers = [total, ...compared, human, ai].join(' ');
  return html`<tr data-numbers="${numbers}"><th>${nameOf({ name: path, link: linkOf(report, page) })}<td>${thousands(total)}${cells}<td>${thousands(human)}<td>${thousands(ai)}\n`;
}
