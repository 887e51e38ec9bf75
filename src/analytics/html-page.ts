import { createHash } from 'node:crypto';
import type { Counts } from '../mintlify/schemas.ts';
import { onOneLine } from '../text/characters.ts';
import { escapeHtml, html, Markup } from '../text/html.ts';
import { shorten } from '../text/markdown.ts';
import { formatCompact, formatCount, formatNumber, formatPercent } from '../text/numbers.ts';
import { STYLE } from './assets.ts';
import {
  type Bar,
  type Block,
  blocksOf,
  type Cell,
  type ChartColumn,
  colophonOf,
  type Figure,
  type Table,
} from './blocks.ts';
import { barLength, longestBar } from './counts.ts';
import { headlineOf } from './headline.ts';
import { periodName } from './period-names.ts';
import type { Report } from './report.ts';

const MOST_TOP_PAGES = 20;
const VENDOR_PAGE = 'https://app.mintlify.com/analytics';

/** Renders `report.html`, which loads and runs nothing. Its policy allows only the style sheet, by its hash. */
export function htmlPageOf(report: Report): string {
  const { projectId, period, gaps } = report;
  const hash = createHash('sha256').update(STYLE).digest('base64');
  const policy = `default-src 'none'; script-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const items = gaps.map((gap) => html`<li>${ownText(gap)}</li>`);
  const warning = html`<div class="warning" role="note"><strong>This report is incomplete.</strong><ul>${items}</ul></div>\n`;
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
<body>
<a class="skip" href="#report">Skip to the numbers</a>
<header>
<p class="kicker">Docs page views · <bdi>${projectId}</bdi></p>
<h1>${headlineOf(report)}</h1>
</header>
<main id="report" tabindex="-1">
${gaps.length > 0 && warning}<div class="blocks">${blocksOf(report, MOST_TOP_PAGES).map(blockMarkup)}</div></main>
<footer><p>Visitors, referrals, searches and feedback are on <a href="${VENDOR_PAGE}">Mintlify's analytics page</a>. ${colophonOf(report)}</p></footer>
</body>
</html>
`.text;
}

function ownText(text: string) {
  const parts = text.split(/`([^`]+)`/);
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

function blockMarkup({ title, text, columns, table, figures }: Block) {
  if (figures) {
    return html`<section><h2 class="unseen">${title}</h2><dl class="cards">${figures.map(cardMarkup)}</dl></section>\n`;
  }
  if (!title) return html`<p class="note">${ownText(text ?? '')}</p>\n`;
  const content = [columns && chartMarkup(title, columns), table && tableMarkup(title, table)];
  return html`<section class="panel"><h2>${title}</h2>${text && html`<p>${ownText(text)}</p>`}${content}</section>\n`;
}

function cardMarkup({ kind, label, views, change, before, share, shareBefore }: Figure) {
  const marker = kind !== 'total' && html`<i class="${kind}" aria-hidden="true"></i>`;
  const isChange = change.endsWith('%');
  const saysBefore = before !== '' && (isChange || before !== views);
  const from = saysBefore && html`<dd>${isChange && figureMarkup(change)} from ${before}</dd>`;
  const past = shareBefore.endsWith('%') && `, ${shareBefore} before`;
  const part = share.endsWith('%') && html`<dd>${share} of all views${past}</dd>`;
  return html`<div><dt>${marker}${label}</dt><dd class="figure">${figureMarkup(views)}</dd>${from}${part}</div>`;
}

/** Marks up a number or a change. A long number can wrap after each comma. */
function figureMarkup(text: string) {
  const shown = new Markup(escapeHtml(text).replaceAll(',', ',<wbr>'));
  if (/^(?:▲|\+|new$)/.test(text)) return html`<span class="up">${shown}</span>`;
  if (/^(?:▼|−|gone$)/.test(text)) return html`<span class="down">${shown}</span>`;
  return shown;
}

const PEOPLE_MARKER = html`<i class="human" aria-hidden="true"></i>`;
const AI_MARKER = html`<i class="ai" aria-hidden="true"></i>`;

/** Maximum number of columns of a chart that has another one beside it. */
const MOST_BESIDE = 10;

/** Draws columns with AI on top of people. Each also has text for readers who can't see it. */
function chartMarkup(title: string, columns: readonly ChartColumn[]) {
  const longest = longestBar(columns.map(({ counts }) => counts));
  const items = columns.map((column) => columnMarkup(column, longest));
  const isWide = columns.some(({ name }) => name.includes(' – '));
  const isMany = columns.length > MOST_BESIDE;
  const legend = html`${PEOPLE_MARKER}People and ${AI_MARKER}AI${columns.some(({ share }) => share) && ', with the share of AI'}`;
  return html`<ol class="columns${isWide && ' wide'}${isMany && ' many'}" aria-label="${title}">${items}</ol><p class="legend" aria-hidden="true">${legend}</p>`;
}

/** Height of the tallest column, in pixels. */
const COLUMN_HEIGHT = 110;
/** Maximum number of characters that fit above a column. */
const MOST_FIGURES = 5;

function columnMarkup({ name, counts, isPast, share }: ChartColumn, longest: number) {
  // Splits a name such as `Mon 16 Nov`, `16–22 Nov` or `28 Dec – 3 Jan` into lines that fit below a column.
  const lines = name.split(/ (?=\d)|(?<=–\d+) /).map((line) => html`${line}<br>`);
  const value = counts ? barMarkup(name, counts, longest) : html`<b>not read</b><small>: ${name}</small>`;
  const part = share && html`<span class="part" aria-hidden="true">${share}</span>`;
  return html`<li${isPast && html` class="past"`}>${value}<span aria-hidden="true">${lines}</span>${part}</li>`;
}

function barMarkup(name: string, counts: Counts, longest: number) {
  const { human, ai, total } = counts;
  const length = barLength(counts);
  const aiHeight = scaleTo(100, ai, length);
  const bars = html`<rect class="ai" width="100%" height="${aiHeight}%"/><rect class="human" y="${aiHeight}%" width="100%" height="${scaleTo(100, human, length)}%"/>`;
  const exactTotal = formatNumber(total);
  const shownTotal = exactTotal.length > MOST_FIGURES ? formatCompact(total) : exactTotal;
  const details = `${name}: ${formatCount(total, 'view')}, ${formatNumber(human)} by people and ${formatNumber(ai)} by AI`;
  return html`<small>${details}</small><b aria-hidden="true">${shownTotal}<svg height="${scaleTo(COLUMN_HEIGHT, length, longest)}">${bars}</svg></b>`;
}

/** Returns `part` on a scale where `whole` is `length`. */
function scaleTo(length: number, part: number, whole: number) {
  return ((part / (whole || 1)) * length).toFixed(1);
}

function tableMarkup(title: string, { heads, rows }: Table) {
  const headCells = heads.map((head) => html`<th scope="col">${head === 'AI' && AI_MARKER}${head}</th>`);
  const rowMarkup = (row: readonly Cell[]) => html`<tr>${row.map(cellMarkup)}</tr>\n`;
  return html`<table aria-label="${title}"><thead><tr>${headCells}</tr></thead>
<tbody>${rows.map(rowMarkup)}</tbody></table>`;
}

/** Maximum length of a number that stays on one line. */
const LONGEST_NUMBER = 13;
/** Maximum length of a name, in characters. The CSV file has the full names. */
const LONGEST_NAME = 300;

function cellMarkup(cell: Cell) {
  if (typeof cell === 'string') {
    return html`<td${cell.length > LONGEST_NUMBER && html` class="long"`}>${figureMarkup(cell)}</td>`;
  }
  if ('counts' in cell) return html`<td class="bar">${shareMarkup(cell)}</td>`;
  // A name keeps its own writing direction and can wrap after each slash.
  const parts = shorten(onOneLine(cell.name), LONGEST_NAME).split(/(?<=.\/)(?=.)/);
  const name = html`<bdi>${new Markup(parts.map(escapeHtml).join('<wbr>'))}</bdi>`;
  return html`<th scope="row">${cell.link === undefined ? name : html`<a href="${cell.link}">${name}</a>`}</th>`;
}

function shareMarkup({ counts, longest }: Bar) {
  const people = scaleTo(100, counts.human, longest);
  const bars = html`<rect class="human" width="${people}%" height="100%"/><rect class="ai" x="${people}%" width="${scaleTo(100, counts.ai, longest)}%" height="100%"/>`;
  return html`<svg aria-hidden="true">${bars}</svg>${formatPercent(counts.ai, counts.total)}`;
}
