import type { Counts } from '../../../platform/schemas.ts';
import { counted, share, thousands } from '../../../text/numbers.ts';
import { changesSince } from '../../baseline.ts';
import { falling, rising } from '../../compare.ts';
import type { ProjectReport, Report, Span } from '../../model.ts';
import { baselineTable, sectionsTable, type Table } from '../tables.ts';
import {
  changeOf,
  headlineOf,
  isRead,
  periodName,
  sinceBaseline,
  spanName,
  startName,
  trendSentence,
  UNIT_NAMES,
  unitOf,
  usualRange,
} from '../words.ts';
import { moversChart, type TimeBar, timeChart, topChart, WIDTHS } from './charts.ts';
import { directionOf, pagesPanel, tableOf } from './table.ts';
import { html, type Markup, type Part } from './template.ts';

const TOP = 10;
const MOVERS = 5;
/** Rows of the table of sections. */
const MOST_SECTIONS = 200;
const KEY = html`<p><span class="key" aria-hidden="true"></span>People <span class="key ai" aria-hidden="true"></span>AI</p>`;
const MOVERS_KEY = html`<p><span class="key up" aria-hidden="true"></span>Gained <span class="key down" aria-hidden="true"></span>Lost, in views</p>`;

/** The section of one project: figures, charts, pages, notes. */
export function* projectSection(report: Report, project: ProjectReport, index: number): Generator<string> {
  const isAlone = report.projects.length === 1;
  const title = isAlone ? 'At a glance' : html`<bdi>${project.projectId}</bdi>`;
  yield html`<section class="project" id="project-${index}" aria-labelledby="title-${index}"><h2 id="title-${index}">${title}</h2>
${!isAlone && html`<p class="headline">${headlineOf(report, project)}</p>`}${cards(report, project)}${charts(report, project)}`
    .text;
  yield* pagesPanel(report, project, index);
  const notes = project.notes.map((note) => html`<li>${note}</li>`);
  yield html`${notes.length > 0 && html`<div class="panel"><h3>Notes</h3><ul class="notes">${notes}</ul></div>\n`}</section>\n`
    .text;
}

/** A part of the report that has a chart, in the width that there is for it. */
type Panel = (width: number) => Markup;

function charts(report: Report, project: ProjectReport): Markup {
  const { days = [], history = [], sections, totals } = project;
  const trend = days.length > 0 && trendPanel(days)(WIDTHS.page);
  if (!totals) return html`${trend}`;
  const panels = [
    ...(sections.length > 1 ? [sectionsPanel(project)] : []),
    ...(history.some(isRead) ? [historyPanel(report, totals, history)] : []),
    topPanel(project),
    ...(report.previousPeriod ? [moversPanel(project)] : []),
    ...(report.baseline ? [baselinePanel(report, project)] : []),
  ];
  // Two stand side by side; one that is left over has the whole width.
  const rows = panels.map((panel, index) => {
    const other = panels[index + 1];
    if (index % 2 === 1) return '';
    if (!other) return panel(WIDTHS.page);
    return html`<div class="pair">${panel(WIDTHS.column)}${other(WIDTHS.column)}</div>\n`;
  });
  return html`${trend}${rows}`;
}

function cards({ previousPeriod }: Report, project: ProjectReport): Markup {
  const { totals, previousTotals, pages, gone, complete } = project;
  if (!totals) return html`<p>There are no numbers: not one response came.</p>\n`;
  const card = (kind: keyof Counts, label: string, aside: Part) => {
    const change = changeOf(totals[kind], previousTotals?.[kind]);
    const compared =
      change &&
      html`<dd class="aside"><span class="${directionOf(change)}">${change}</span> from\u00a0${thousands(previousTotals?.[kind] ?? 0)}</dd>`;
    return html`<div class="card ${kind}"><dt>${label}</dt>${figure(totals[kind])}${aside}${compared}</div>`;
  };
  const ofAll = (kind: keyof Counts) => {
    const was = previousTotals?.total && `, ${share(previousTotals[kind], previousTotals.total)} before`;
    const shown = html`<dd class="aside">${share(totals[kind], totals.total)} of all views${was || ''}</dd>`;
    return totals.total > 0 && shown;
  };
  const added = pages.filter(({ state }) => state === 'new').length;
  const moved =
    previousPeriod &&
    complete &&
    html`<dd class="aside">${thousands(added)} new, ${thousands(gone.length)} gone</dd>`;
  const read = complete ? 'Pages with views' : 'Pages read (not all)';
  return html`<dl class="cards">${card('total', 'Views', '')}${card('human', 'By people', ofAll('human'))}${card('ai', 'By AI', ofAll('ai'))}<div class="card"><dt>${read}</dt>${figure(pages.length)}${moved}</div></dl>\n`;
}

function figure(count: number): Markup {
  const shown = thousands(count);
  return html`<dd class="figure${shown.length > 9 && ' long'}">${shown}</dd>`;
}

function trendPanel(days: readonly Span[]): Panel {
  const unit = unitOf(days);
  const sentence = trendSentence(days);
  if (!days.some(isRead)) return sentencePanel('Trend', sentence);
  if (days.every(({ counts }) => counts?.total === 0)) {
    const when = days.length === 1 ? 'on this day' : `on any of the ${days.length} days`;
    return sentencePanel('Trend', unit === 'day' ? `No views ${when}.` : 'No views at any time.');
  }
  const bars = days.map((day) => ({ ...day, label: startName(day.from, unit), name: spanName(day) }));
  const column = { day: 'Day (UTC)', week: '7 days (UTC)', month: 'Month (UTC)' }[unit];
  return timePanel('Trend', sentence, bars, `Views of each ${UNIT_NAMES[unit]}`, column);
}

function historyPanel({ period }: Report, totals: Counts, history: readonly Span[]): Panel {
  const isMonths = period.kind === 'dates' && period.unit === 'month';
  const labelOf = (from: string) => startName(from, isMonths ? 'month' : 'week');
  const past = history.map((span) => {
    return { ...span, label: labelOf(span.from), name: spanName(span), isPast: true };
  });
  const label = labelOf(period.kind === 'dates' ? period.from : '');
  const now = { label, name: `This period, ${periodName(period)}`, counts: totals };
  const usual = usualRange(totals.total, history);
  const sentence = `This period and the ${history.length} before it${usual ? `: ${usual}` : ''}.`;
  return timePanel('Is this unusual?', sentence, [...past, now], 'Views of each period', 'Period (UTC)');
}

/** A chart whose values can be read by pointer and by keyboard, once the page's script runs. */
function timePanel(
  title: string,
  sentence: string,
  bars: readonly TimeBar[],
  name: string,
  column: string,
): Panel {
  const chart: Panel = (width) =>
    html`<div class="plot" role="group" aria-label="${name}: the arrow keys read the values">${timeChart(bars, width, sentence)}<div class="tip" role="status" hidden></div></div>`;
  const rows = bars.map(({ name, counts }) => {
    const aiShare = counts ? share(counts.ai, counts.total) : '–';
    return [name, counts?.total, counts?.human, counts?.ai, aiShare];
  });
  const table = { columns: [column, 'Views', 'People', 'AI', 'AI share'], rows };
  return chartPanel(title, html`${KEY}<p>${sentence}</p>`, chart, asTable(column, table));
}

function asTable(name: string, table: Table, more?: Part): Markup {
  return html`<details><summary>Show as a table</summary>${tableOf(name, table)}${more}</details>`;
}

function sectionsPanel(project: ProjectReport): Panel {
  const { sections } = project;
  const shown = sections.slice(0, TOP).map((each) => ({ ...each, path: each.section }));
  const left = sections.length - MOST_SECTIONS;
  const more = left > 0 && html`<p class="hint">${counted(left, 'more section')} in page-views.json.</p>`;
  const below = asTable('Views of each section', sectionsTable(project, MOST_SECTIONS), more);
  const label = `The ${counted(shown.length, 'section')} with most views. All are in the table.`;
  return chartPanel('Sections', KEY, (width) => topChart(shown, width, label), below);
}

function topPanel({ pages, complete }: ProjectReport): Panel {
  const shown = pages.slice(0, TOP);
  if (shown.length === 0) {
    return sentencePanel('Top pages', complete ? 'No page had views.' : 'No page was read.');
  }
  const label = `The ${counted(shown.length, 'page')} with most views. All are in the table of pages.`;
  return chartPanel('Top pages', KEY, (width) => topChart(shown, width, label));
}

function moversPanel(project: ProjectReport): Panel {
  const [risen, fallen] = [rising(project, MOVERS), falling(project, MOVERS)];
  if (risen.length + fallen.length === 0) {
    const known = project.pages.some(({ state }) => state !== 'unknown') || project.previousComplete;
    const none = known ? 'No page gained or lost views.' : 'The pages of the previous period were not read.';
    return sentencePanel('Rising and falling', none);
  }
  const label = `The pages whose views changed most: ${risen.length} gained and ${fallen.length} lost. All changes are in the table of pages.`;
  const chart: Panel = (width) => moversChart([...risen, ...fallen], width, label);
  return chartPanel('Rising and falling', MOVERS_KEY, chart);
}

function baselinePanel(report: Report, project: ProjectReport): Panel {
  const title = sinceBaseline(report);
  const { movers, note } = changesSince(report, project, MOVERS);
  if (movers.length === 0) return sentencePanel(title, 'No page of the baseline gained or lost views.');
  const below = asTable(title, baselineTable(report, movers));
  const chart: Panel = (width) => moversChart(movers, width, title);
  return chartPanel(title, html`${MOVERS_KEY}<p>${note}</p>`, chart, below);
}

function sentencePanel(title: string, sentence: string): Panel {
  return () => html`<div class="panel"><h3>${title}</h3><p>${sentence}</p></div>\n`;
}

/** Phones get a chart of their own. */
function chartPanel(title: string, caption: Markup, chart: Panel, below?: Markup): Panel {
  return (width) =>
    html`<figure class="panel"><h3>${title}</h3><figcaption>${caption}</figcaption><div class="wide">${chart(width)}</div><div class="phone">${chart(WIDTHS.phone)}</div>${below}</figure>\n`;
}
