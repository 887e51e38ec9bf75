import { createHash } from 'node:crypto';
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

function ownText(text: string): Markup {
  const parts = text.split(/`([^`]+)`/);
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

function blockMarkup({ title, text, columns, table, figures }: Block): Markup {
  if (figures) {
    return html`<section><h2 class="unseen">${title}</h2><dl class="cards">${figures.map(cardMarkup)}</dl></section>\n`;
  }
  if (!title) return html`<p class="note">${ownText(text ?? '')}</p>\n`;
  const chart = columns && chartMarkup(title, columns);
  return html`<section class="panel"><h2>${title}</h2>${text && html`<p>${ownText(text)}</p>`}${chart}${table && tableMarkup(title, table)}</section>\n`;
}

function cardMarkup({ kind, label, views, share, change, before }: Figure): Markup {
  const shownChange = change !== undefined && change !== '–' && changeMarkup(change);
  const from = before !== undefined && html`<dd>${shownChange} from ${before}</dd>`;
  return html`<div><dt><i class="${kind}" aria-hidden="true"></i>${label}</dt><dd class="figure">${views}</dd>${from}${share !== '–' && html`<dd>${share} of all views</dd>`}</div>`;
}

function changeMarkup(text: string): Markup {
  if (/^(?:▲|\+|new$)/.test(text)) return html`<span class="up">${text}</span>`;
  if (/^(?:▼|−|gone$)/.test(text)) return html`<span class="down">${text}</span>`;
  return html`${text}`;
}

const LEGEND = html`<i class="human" aria-hidden="true"></i>People and <i class="ai" aria-hidden="true"></i>AI`;

/** Maximum number of columns that fit side by side on a phone. */
const MOST_ON_PHONE = 10;

/** Draws columns with AI on top of people. Each also has text for readers who can't see it. */
function chartMarkup(title: string, columns: readonly ChartColumn[]): Markup {
  const longest = longestBar(columns.map(({ counts }) => counts));
  const items = columns.map((column) => columnMarkup(column, longest));
  return html`<ol class="columns${columns.length > MOST_ON_PHONE && ' many'}" aria-label="${title}">${items}</ol><p class="legend" aria-hidden="true">${LEGEND}, with the share of AI</p>`;
}

/** Height of the tallest column, in pixels. */
const COLUMN_HEIGHT = 110;
/** Maximum number of characters that fit above a column. */
const MOST_FIGURES = 5;

function columnMarkup({ name, label, counts, isPast }: ChartColumn, longest: number): Markup {
  const past = isPast && html` class="past"`;
  // A narrow column must not break a label such as `Mon 16 Nov` between day and month.
  const shownLabel = label.replace(/(?<=^\w+ \d+) /, '\u00a0');
  if (!counts) {
    return html`<li${past}><b>not read</b><span aria-hidden="true">${shownLabel}</span><small>: ${name}</small><span class="part" aria-hidden="true">–</span></li>`;
  }
  const { human, ai, total } = counts;
  const length = barLength(counts);
  const aiHeight = scaleTo(100, ai, length);
  const bars = html`<rect class="ai" width="100%" height="${aiHeight}%"/><rect class="human" y="${aiHeight}%" width="100%" height="${scaleTo(100, human, length)}%"/>`;
  const exactTotal = formatNumber(total);
  const shownTotal = exactTotal.length > MOST_FIGURES ? formatCompact(total) : exactTotal;
  const details = `${name}: ${formatCount(total, 'view')}, ${formatNumber(human)} by people and ${formatNumber(ai)} by AI`;
  const share = length === 0 ? '–' : `${Math.round((100 * ai) / length)}%`;
  return html`<li${past}><small>${details}</small><b aria-hidden="true">${shownTotal}</b><svg aria-hidden="true" height="${scaleTo(COLUMN_HEIGHT, length, longest)}">${bars}</svg><span aria-hidden="true">${shownLabel}</span><span class="part" aria-hidden="true">${share}</span></li>`;
}

/** Returns `part` on a scale where `whole` is `length`. */
function scaleTo(length: number, part: number, whole: number): string {
  return ((part / (whole || 1)) * length).toFixed(1);
}

function tableMarkup(title: string, { heads, rows }: Table): Markup {
  const headCells = heads.map(
    (head) => html`<th scope="col">${head === '' || head === 'AI' ? LEGEND : head}</th>`,
  );
  const rowMarkup = (row: readonly Cell[]) =>
    html`<tr>${row.map((cell, column) => cellMarkup(cell, heads[column]))}</tr>\n`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${title}"><table><thead><tr>${headCells}</tr></thead>
<tbody>${rows.map(rowMarkup)}</tbody></table></div>`;
}

/** Maximum length of a name, in characters. The CSV file has the full names. */
const LONGEST_NAME = 300;

function cellMarkup(cell: Cell, head: string | undefined): Markup {
  if (typeof cell === 'string') return html`<td>${changeMarkup(cell)}</td>`;
  if ('counts' in cell) return html`<td class="bar">${barMarkup(cell)}${head && shareText(cell)}</td>`;
  // A name keeps its own writing direction and can wrap after each slash.
  const parts = shorten(onOneLine(cell.name), LONGEST_NAME).split(/(?<=.\/)(?=.)/);
  const name = html`<bdi>${new Markup(parts.map(escapeHtml).join('<wbr>'))}</bdi>`;
  return html`<th scope="row">${cell.link === undefined ? name : html`<a href="${cell.link}">${name}</a>`}</th>`;
}

function barMarkup({ counts, longest }: Bar): Markup {
  const people = scaleTo(100, counts.human, longest);
  return html`<svg aria-hidden="true"><rect class="human" width="${people}%" height="100%"/><rect class="ai" x="${people}%" width="${scaleTo(100, counts.ai, longest)}%" height="100%"/></svg>`;
}

function shareText({ counts }: Bar): string {
  return formatPercent(counts.ai, counts.total);
}
