import { createHash } from 'node:crypto';
import { onOneLine } from '../../../text/characters.ts';
import { escapeHtml, html, Markup } from '../../../text/html.ts';
import { shorten } from '../../../text/markdown.ts';
import { compact, counted, share, thousands } from '../../../text/numbers.ts';
import type { Change, Report } from '../../model.ts';
import { changeLabel, colophon, gapsTitle, gapTexts, periodName, reportHeadline } from '../phrases.ts';
import type { Bar, Block, Card, Cell, Column, Label, Name, Table } from '../report-blocks.ts';
import { labelText, overviewBlocks, PAGE, PAGE_OF_SEVERAL, projectBlocks, sizeOf } from '../report-blocks.ts';
import { STYLE } from './assets.ts';

const VENDOR_PAGE = 'https://app.mintlify.com/analytics';

/**
 * Renders `report.html`, a single file that doesn't load anything or run scripts. Its content security policy allows
 * only the report's style sheet, by its hash. Remote text is inert in the file.
 */
export function htmlReport(report: Report): string {
  const { projects, period } = report;
  const hash = createHash('sha256').update(STYLE).digest('base64');
  const policy = `default-src 'none'; script-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const hasTitles = projects.length > 1;
  const limits = hasTitles ? PAGE_OF_SEVERAL : PAGE;
  const sections = projects.map((project, index) => {
    const title = html`<h2 class="title" id="title-${index}"><bdi>${project.projectId}</bdi></h2><p class="headline">${reportHeadline(report, project)}</p>\n`;
    const blocks = projectBlocks(report, project, limits).map(blockMarkup);
    return html`<section id="project-${index}"${hasTitles && html` aria-labelledby="title-${index}"`}>${hasTitles && title}<div class="blocks">${blocks}</div></section>\n`;
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
${opening(report)}${hasTitles && html`<section><div class="blocks">${overviewBlocks(report).map(blockMarkup)}</div></section>\n`}${sections}</main>
<footer><p>Visitors, referrals, searches and feedback are on <a href="${VENDOR_PAGE}">Mintlify's analytics page</a>. ${colophon(report)}</p></footer>
</body>
</html>
`.text;
}

function opening(report: Report): Markup {
  const { projects, gaps } = report;
  const whose = projects.length > 1 ? 'all projects' : projects[0]?.projectId;
  const items = gapTexts(report).map((text) => html`<li>${ownText(text)}</li>`);
  const warning = html`<div class="warning" role="note"><strong>${gapsTitle(report)}</strong><ul>${items}</ul></div>\n`;
  return html`<body${projects.length > 1 && html` class="several"`}>
<a class="skip" href="#report">Skip to the numbers</a>
<header>
<p class="kicker">Docs page views · <bdi>${whose}</bdi></p>
<h1>${reportHeadline(report)}</h1>
</header>
<main id="report" tabindex="-1">
${gaps.length > 0 && warning}`;
}

/** Renders a sentence of the action, in which backticks mark code. */
function ownText(text: string): Markup {
  const parts = text.split(/`([^`]+)`/);
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

function blockMarkup(block: Block): Markup {
  const { title, text, isNarrow } = block;
  const paperText = block.kind === 'table' ? block.paperText : undefined;
  const screen = text && html`<p${paperText && html` class="screen"`}>${ownText(text)}</p>`;
  const told = html`${screen}${paperText && html`<p class="paper">${ownText(paperText)}</p>`}`;
  if (block.kind === 'cards') {
    return html`<section><h2 class="unseen">${title}</h2><dl class="cards">${block.cards.map(cardMarkup)}</dl>${text && html`<div class="note">${told}</div>`}</section>\n`;
  }
  const chart = block.kind === 'chart' && chartMarkup(title, block.columns);
  const content = block.kind === 'table' ? tableMarkup(title, block.table) : chart;
  return html`<section class="panel${isNarrow && ' narrow'}${paperText && ' pages'}"><h2>${title}</h2>${told}${content}</section>\n`;
}

function cardMarkup({ label, total, change, unit, before, aside }: Card): Markup {
  const how =
    change && change.kind !== 'none' && html`${changeMarkup(change)}${change.kind === 'percent' && unit} `;
  const from = before !== undefined && html`<dd>${how}from ${before}</dd>`;
  return html`<div><dt>${labelMarkup(label)}</dt><dd class="figure">${thousands(total)}</dd>${from}${aside && html`<dd>${aside}</dd>`}</div>`;
}

/** Renders a heading, with the colors of the charts if the heading is about people or AI. */
function labelMarkup(label: Label): Markup {
  if (typeof label === 'string') return html`${label}`;
  if (label.topic === 'both')
    return html`${labelMarkup({ topic: 'human' })} and ${labelMarkup({ topic: 'ai' })}`;
  return html`<i class="${label.topic}" aria-hidden="true"></i>${labelText(label)}`;
}

/** Renders a change, whose direction also has a color. */
function changeMarkup(change: Change): Markup {
  const direction = change.kind === 'percent' ? change.direction : { new: 1, gone: -1, none: 0 }[change.kind];
  const label = changeLabel(change);
  if (direction === 0) return html`${label}`;
  return html`<span class="${direction > 0 ? 'up' : 'down'}">${label}</span>`;
}

/** Height of the tallest column, in pixels. */
const HEIGHT = 110;
/** Maximum number of columns that fit side by side on a phone. */
const MOST_ON_PHONE = 10;
/** Maximum number of characters that fit above a column. */
const MOST_FIGURES = 5;

/**
 * Draws views over time as columns, with AI stacked on top of people. Each column also has text for readers who can't
 * see the chart.
 */
function chartMarkup(title: string, columns: readonly Column[]): Markup {
  const most = Math.max(...columns.map(({ counts }) => sizeOf(counts)));
  const items = columns.map(({ name, label, counts, isPast }) => {
    const past = isPast && html` class="past"`;
    if (!counts) {
      return html`<li${past}><b>not read</b><span aria-hidden="true">${label}</span><small>: ${name}</small></li>`;
    }
    const [size, top] = [sizeOf(counts), scaled(counts.ai, sizeOf(counts))];
    const bars = html`<rect class="ai" width="100%" height="${top}%"/><rect class="human" y="${top}%" width="100%" height="${scaled(counts.human, size)}%"/>`;
    const total = thousands(counts.total);
    const value = total.length > MOST_FIGURES ? compact(counts.total) : total;
    const details = `${name}: ${counted(counts.total, 'view')}, ${thousands(counts.human)} by people and ${thousands(counts.ai)} by AI`;
    const part = size === 0 ? '–' : `${Math.round((100 * counts.ai) / size)}%`;
    return html`<li${past}><small>${details}</small><b aria-hidden="true">${value}</b><svg aria-hidden="true" height="${scaled(size, most, HEIGHT)}">${bars}</svg><span aria-hidden="true">${label}</span><span class="part" aria-hidden="true">${part}</span></li>`;
  });
  return html`<ol class="columns${columns.length > MOST_ON_PHONE && ' many'}" aria-label="${title}">${items}</ol><p class="legend" aria-hidden="true">${labelMarkup({ topic: 'both' })}, with the share of AI</p>`;
}

/** Draws people and AI side by side, with the share of AI. */
function barMarkup({ counts: { human, ai, total }, most }: Bar): Markup {
  const start = scaled(human, most ?? 0);
  const bars =
    most !== undefined &&
    html`<rect class="human" width="${start}%" height="100%"/><rect class="ai" x="${start}%" width="${scaled(ai, most ?? 0)}%" height="100%"/>`;
  return html`<td class="bar"><svg aria-hidden="true">${bars}</svg>${share(ai, total)}\u00a0AI</td>`;
}

/** Returns the length that represents `views` in a drawing where `length` represents `most` views. */
const scaled = (views: number, most: number, length = 100) => ((views / (most || 1)) * length).toFixed(1);

/** Renders a table, which scrolls if it is too wide for the page. */
function tableMarkup(name: string, { heads, rows }: Table): Markup {
  const head = heads.map((each) => html`<th scope="col">${labelMarkup(each)}</th>`);
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${name}"><table><thead><tr>${head}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map(cellMarkup)}</tr>\n`)}</tbody></table></div>`;
}

function cellMarkup(cell: Cell, index: number): Markup {
  if (cell === undefined) return html`<td class="unread">not read</td>`;
  if (typeof cell === 'number') return html`<td>${thousands(cell)}</td>`;
  if (typeof cell === 'string') {
    return index === 0 ? html`<th scope="row">${cell}</th>` : html`<td>${cell}</td>`;
  }
  if (cell.kind === 'bar') return barMarkup(cell);
  if (cell.kind !== 'name') return html`<td>${changeMarkup(cell)}</td>`;
  return html`<th scope="row">${nameMarkup(cell)}</th>`;
}

/** Maximum length of a name, in characters. The CSV file has the full names. */
const MOST_CHARACTERS = 300;

/** Renders a name, which keeps its own writing direction and can wrap after each slash. */
function nameMarkup({ name, link }: Name): Markup {
  const parts = shorten(onOneLine(name), MOST_CHARACTERS).split(/(?<=.\/)(?=.)/);
  const text = html`<bdi>${new Markup(parts.map(escapeHtml).join('<wbr>'))}</bdi>`;
  return link === undefined ? text : html`<a href="${link}">${text}</a>`;
}
