import { createHash } from 'node:crypto';
import { periodName } from '../period.ts';
import { onOneLine } from '../text/characters.ts';
import { escapeHtml, html, Markup } from '../text/html.ts';
import { shorten } from '../text/markdown.ts';
import { formatCompact, formatCount, formatNumber, formatPercent } from '../text/numbers.ts';
import { STYLE } from './assets.ts';
import { type Block, blocksOf, type Cell, type Column, longest, sizeOf, type Table } from './blocks.ts';
import type { Report } from './report.ts';
import { colophonOf, headlineOf } from './words.ts';

const TOP = 20;
const VENDOR_PAGE = 'https://app.mintlify.com/analytics';

/** Renders `report.html`, which loads and runs nothing. Its policy allows only the style sheet, by its hash. */
export function pageOf(report: Report): string {
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
${gaps.length > 0 && warning}<div class="blocks">${blocksOf(report, TOP).map(blockMarkup)}</div></main>
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
    return html`<section><h2 class="unseen">${title}</h2><dl class="cards">${figures.rows.map(cardMarkup)}</dl></section>\n`;
  }
  if (!title) return html`<p class="note">${ownText(text ?? '')}</p>\n`;
  const chart = columns && chartMarkup(title, columns);
  return html`<section class="panel"><h2>${title}</h2>${text && html`<p>${ownText(text)}</p>`}${chart}${table && tableMarkup(title, table)}</section>\n`;
}

function cardMarkup([label, views, part, change = '', before]: readonly string[]): Markup {
  const kind = label === 'AI' ? 'ai' : 'human';
  const from = before && html`<dd>${change !== '–' && changeMarkup(change)} from ${before}</dd>`;
  return html`<div><dt><i class="${kind}" aria-hidden="true"></i>${label}</dt><dd class="figure">${views}</dd>${from}${part !== '–' && html`<dd>${part} of all views</dd>`}</div>`;
}

function changeMarkup(text: string): Markup {
  const direction = /^(?:▲|\+|new$)/.test(text) ? 'up' : /^(?:▼|−|gone$)/.test(text) ? 'down' : undefined;
  return direction ? html`<span class="${direction}">${text}</span>` : html`${text}`;
}

const LEGEND = html`<i class="human" aria-hidden="true"></i>People and <i class="ai" aria-hidden="true"></i>AI`;

/** Height of the tallest column, in pixels. */
const HEIGHT = 110;
/** Maximum number of columns that fit side by side on a phone. */
const MOST_ON_PHONE = 10;
/** Maximum number of characters that fit above a column. */
const MOST_FIGURES = 5;

/** Keeps day and month together, where a narrow column breaks a label such as `Mon 16 Nov`. */
const onTwoLines = (label: string) => label.replace(/(?<=^\w+ \d+) /, '\u00a0');

/** Draws columns with AI on top of people. Each also has text for readers who can't see it. */
function chartMarkup(title: string, columns: readonly Column[]): Markup {
  const most = longest(columns.map(({ counts }) => counts));
  const items = columns.map(({ name, label, counts, isPast }) => {
    const past = isPast && html` class="past"`;
    if (!counts) {
      return html`<li${past}><b>not read</b><span aria-hidden="true">${onTwoLines(label)}</span><small>: ${name}</small><span class="part" aria-hidden="true">–</span></li>`;
    }
    const [size, top] = [sizeOf(counts), scaled(counts.ai, sizeOf(counts))];
    const bars = html`<rect class="ai" width="100%" height="${top}%"/><rect class="human" y="${top}%" width="100%" height="${scaled(counts.human, size)}%"/>`;
    const total = formatNumber(counts.total);
    const value = total.length > MOST_FIGURES ? formatCompact(counts.total) : total;
    const details = `${name}: ${formatCount(counts.total, 'view')}, ${formatNumber(counts.human)} by people and ${formatNumber(counts.ai)} by AI`;
    const part = size === 0 ? '–' : `${Math.round((100 * counts.ai) / size)}%`;
    return html`<li${past}><small>${details}</small><b aria-hidden="true">${value}</b><svg aria-hidden="true" height="${scaled(size, most, HEIGHT)}">${bars}</svg><span aria-hidden="true">${onTwoLines(label)}</span><span class="part" aria-hidden="true">${part}</span></li>`;
  });
  return html`<ol class="columns${columns.length > MOST_ON_PHONE && ' many'}" aria-label="${title}">${items}</ol><p class="legend" aria-hidden="true">${LEGEND}, with the share of AI</p>`;
}

const scaled = (views: number, most: number, length = 100) => ((views / (most || 1)) * length).toFixed(1);

function tableMarkup(name: string, { heads, rows }: Table): Markup {
  const head = heads.map(
    (each) => html`<th scope="col">${each === '' || each === 'AI' ? LEGEND : each}</th>`,
  );
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${name}"><table><thead><tr>${head}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell, column) => cellMarkup(cell, heads[column]))}</tr>\n`)}</tbody></table></div>`;
}

/** Maximum length of a name, in characters. The CSV file has the full names. */
const MOST_CHARACTERS = 300;

function cellMarkup(cell: Cell, head: string | undefined): Markup {
  if (typeof cell === 'string') return html`<td>${changeMarkup(cell)}</td>`;
  if ('counts' in cell) {
    const { human, ai, total } = cell.counts;
    const [start, length] = [scaled(human, cell.most), scaled(ai, cell.most)];
    return html`<td class="bar"><svg aria-hidden="true"><rect class="human" width="${start}%" height="100%"/><rect class="ai" x="${start}%" width="${length}%" height="100%"/></svg>${head && formatPercent(ai, total)}</td>`;
  }
  // A name keeps its own writing direction and can wrap after each slash.
  const parts = shorten(onOneLine(cell.name), MOST_CHARACTERS).split(/(?<=.\/)(?=.)/);
  const name = html`<bdi>${new Markup(parts.map(escapeHtml).join('<wbr>'))}</bdi>`;
  return html`<th scope="row">${cell.link === undefined ? name : html`<a href="${cell.link}">${name}</a>`}</th>`;
}
