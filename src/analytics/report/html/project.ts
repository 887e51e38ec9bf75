import type { Counts } from '../../../platform/schemas.ts';
import { counted, share, thousands } from '../../../text/numbers.ts';
import { siteLink } from '../../../text/site-link.ts';
import { changesSince } from '../../baseline.ts';
import { falling, gain, rising } from '../../compare.ts';
import type { PastPeriod, ProjectReport, Report, Section, TrendPoint } from '../../model.ts';
import {
  changeOf,
  changeOfRow,
  headlineOf,
  isRead,
  periodName,
  pointName,
  sinceBaseline,
  spanName,
  trendSentence,
  UNIT_NAMES,
  unitOf,
  usualRange,
} from '../words.ts';
import { moversChart, type TimeBar, timeChart, topChart, WIDTHS } from './charts.ts';
import { changeCell, figureCell, pagesPanel, pathCell, table } from './table.ts';
import { html, type Markup, type Part } from './template.ts';

const TOP = 10;
const MOVERS = 5;
/** Rows of the table of sections. */
const MOST_SECTIONS = 200;
const KEY = html`<span class="key" aria-hidden="true"></span>People <span class="key ai" aria-hidden="true"></span>AI`;
const MOVERS_KEY = html`<span class="key up" aria-hidden="true"></span>Gained <span class="key down" aria-hidden="true"></span>Lost, in views`;

/** The section of one project: figures, charts, pages, notes. */
export function* projectSection(report: Report, project: ProjectReport, index: number): Generator<string> {
  const isAlone = report.projects.length === 1;
  const title = isAlone ? 'At a glance' : html`<bdi>${project.projectId}</bdi>`;
  yield html`<section class="project" id="project-${index}" aria-labelledby="title-${index}"><h2 id="title-${index}">${title}</h2>
${!isAlone && html`<p class="headline">${headlineOf(report, project)}</p>`}${cards(report, project)}`.text;
  if (project.totals) yield charts(report, project).text;
  else if (project.days?.length) yield trendPanel(project.days).text;
  yield* pagesPanel(report, project, index);
  if (project.notes.length > 0) {
    const notes = project.notes.map((note) => html`<li>${note}</li>`);
    yield html`<div class="panel"><h3>Notes</h3><ul class="notes">${notes}</ul></div>\n`.text;
  }
  yield '</section>\n';
}

function charts(report: Report, project: ProjectReport): Markup {
  const { days = [], history = [], sections, totals } = project;
  const panels = [
    sections.length > 1 && ((width: number) => sectionsPanel(sections, width)),
    totals && history.some(isRead) && ((width: number) => historyPanel(report, totals, history, width)),
    (width: number) => topPanel(project, width),
    report.previousPeriod && ((width: number) => moversPanel(project, width)),
    report.baseline && ((width: number) => baselinePanel(report, project, width)),
  ].filter((panel) => typeof panel === 'function');
  // Two stand side by side; one that is left over has the whole width.
  const rows: Markup[] = [];
  for (let at = 0; at < panels.length; at += 2) {
    const [one, other] = [panels[at], panels[at + 1]];
    if (other) rows.push(html`<div class="pair">${one?.(WIDTHS.column)}${other(WIDTHS.column)}</div>\n`);
    else rows.push(html`${one?.(WIDTHS.page)}`);
  }
  return html`${days.length > 0 && trendPanel(days)}${rows}`;
}

function cards(
  { previousPeriod }: Report,
  { totals, previousTotals, pages, gone, complete }: ProjectReport,
): Markup {
  if (!totals) return html`<p>There are no numbers: not one response came.</p>\n`;
  const card = (kind: keyof Counts, label: string, aside: Part) => {
    const before = previousTotals?.[kind];
    const change = changeOf(totals[kind], before);
    const compared =
      change &&
      html`<dd class="aside"><span class="${change.direction}">${change.text}</span> from\u00a0${thousands(before ?? 0)}</dd>`;
    return html`<div class="card ${kind}"><dt>${label}</dt>${figure(totals[kind])}${aside}${compared}</div>`;
  };
  const ofAll = (kind: keyof Counts) => {
    const was =
      previousTotals && previousTotals.total > 0
        ? `, ${share(previousTotals[kind], previousTotals.total)} before`
        : '';
    return (
      totals.total > 0 && html`<dd class="aside">${share(totals[kind], totals.total)} of all views${was}</dd>`
    );
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

function trendPanel(days: readonly TrendPoint[]): Markup {
  const unit = unitOf(days);
  if (!days.some(isRead)) return panel('Trend', trendSentence(days));
  if (days.every(({ counts }) => counts?.total === 0)) {
    const when = days.length === 1 ? 'on this day' : `on any of the ${days.length} days`;
    return panel('Trend', unit === 'day' ? `No views ${when}.` : 'No views at any time.');
  }
  const bars = days.map((point): TimeBar => {
    return {
      label: pointName(point, unit),
      name: spanName({ from: point.date, to: point.to }),
      counts: point.counts,
    };
  });
  const label = trendSentence(days);
  const chart = (width: number) => timeChart(bars, width, label);
  const below = timeTable(
    unit === 'day' ? 'Day (UTC)' : unit === 'week' ? '7 days (UTC)' : 'Month (UTC)',
    bars,
  );
  return chartPanel(
    'Trend',
    html`<p>${KEY}</p><p>${label}</p>`,
    readable(`Views of each ${UNIT_NAMES[unit]}`, chart),
    WIDTHS.page,
    below,
  );
}

function historyPanel(report: Report, totals: Counts, history: readonly PastPeriod[], wide: number): Markup {
  const { period } = report;
  const isMonths = period.kind === 'dates' && period.unit === 'month';
  const past = history.map(({ from, to, counts }): TimeBar => {
    const label = pointName({ date: from }, isMonths ? 'month' : 'week');
    return { label, name: spanName({ from, to }), counts, isPast: true };
  });
  const from = period.kind === 'dates' ? period.from : '';
  const now: TimeBar = {
    label: pointName({ date: from }, isMonths ? 'month' : 'week'),
    name: `This period, ${periodName(period)}`,
    counts: totals,
  };
  const bars = [...past, now];
  const usual = usualRange(totals.total, history);
  const label = `This period and the ${history.length} before it${usual ? `: ${usual}` : ''}.`;
  const chart = (width: number) => timeChart(bars, width, label);
  return chartPanel(
    'Is this unusual?',
    html`<p>${KEY}</p><p>${label}</p>`,
    readable('Views of each period', chart),
    wide,
    timeTable('Period (UTC)', bars),
  );
}

/** A chart whose values can be read by pointer and by keyboard, once the page's script runs. */
function readable(name: string, chart: (width: number) => Markup): (width: number) => Markup {
  return (width) =>
    html`<div class="plot" role="group" aria-label="${name}: the arrow keys read the values">${chart(width)}<div class="tip" role="status" hidden></div></div>`;
}

function timeTable(what: string, bars: readonly TimeBar[]): Markup {
  const rows = bars.map(
    ({ name, counts }) =>
      html`<tr><th scope="row">${name}</th>${[counts?.total, counts?.human, counts?.ai].map(figureCell)}<td>${counts ? share(counts.ai, counts.total) : '–'}</td></tr>`,
  );
  return html`<details><summary>Show as a table</summary>${table(what, [what, 'Views', 'People', 'AI', 'AI share'], rows)}</details>`;
}

function sectionsPanel(sections: readonly Section[], wide: number): Markup {
  const shown = sections.slice(0, TOP).map((each) => ({ ...each, path: each.section }));
  const isCompared = sections.some(({ previous }) => previous);
  const rows = sections.slice(0, MOST_SECTIONS).map(({ section, pages, human, ai, total, previous }) => {
    const change = isCompared && [
      figureCell(previous?.total),
      changeCell(changeOf(total, previous?.total)?.text ?? (previous?.total === 0 ? 'new' : '–')),
    ];
    return html`<tr>${pathCell(section)}${[pages, total, human, ai].map(figureCell)}${change}</tr>`;
  });
  const columns = ['Section', 'Pages', 'Views', 'People', 'AI', ...(isCompared ? ['Before', 'Change'] : [])];
  const left = sections.length - rows.length;
  const more = left > 0 && html`<p class="hint">${counted(left, 'more section')} in page-views.json.</p>`;
  const below = html`<details><summary>Show as a table</summary>${table('Views of each section', columns, rows)}${more}</details>`;
  const label = `The ${counted(shown.length, 'section')} with most views. All are in the table.`;
  return chartPanel('Sections', html`<p>${KEY}</p>`, (width) => topChart(shown, width, label), wide, below);
}

function topPanel({ pages, complete }: ProjectReport, wide: number): Markup {
  const shown = pages.slice(0, TOP);
  const first = shown[0];
  if (!first) return panel('Top pages', complete ? 'No page had views.' : 'No page was read.');
  const label = `The ${counted(shown.length, 'page')} with most views. All are in the table of pages.`;
  return chartPanel('Top pages', html`<p>${KEY}</p>`, (width) => topChart(shown, width, label), wide);
}

function moversPanel(project: ProjectReport, wide: number): Markup {
  const movers = [...rising(project, MOVERS), ...falling(project, MOVERS)];
  if (movers.length === 0) {
    const known = project.pages.some(({ state }) => state !== 'unknown') || project.previousComplete;
    const none = known ? 'No page gained or lost views.' : 'The pages of the previous period were not read.';
    return panel('Rising and falling', none);
  }
  const differences = movers.map((row) => ({ path: row.path, difference: gain(row) }));
  const label = `The pages whose views changed most: ${differences.filter(({ difference }) => difference > 0).length} gained and ${differences.filter(({ difference }) => difference < 0).length} lost. All changes are in the table of pages.`;
  return chartPanel(
    'Rising and falling',
    html`<p>${MOVERS_KEY}</p>`,
    (width) => moversChart(differences, width, label),
    wide,
  );
}

function baselinePanel({ period, baseline, siteUrl }: Report, project: ProjectReport, wide: number): Markup {
  const compared = baseline && changesSince(project, period, baseline.period, MOVERS);
  if (!baseline || !compared) return html``;
  const title = sinceBaseline(baseline);
  if (compared.movers.length === 0) return panel(title, 'No page of the baseline gained or lost views.');
  const rows = compared.movers.map(
    (row) =>
      html`<tr>${pathCell(row.path, siteUrl && siteLink(siteUrl, row.path))}${figureCell(row.baseline?.total)}${figureCell(row.total)}${changeCell(changeOfRow(row))}</tr>`,
  );
  const differences = compared.movers.map((row) => ({ path: row.path, difference: gain(row) }));
  const below = html`<details><summary>Show as a table</summary>${table(title, ['Page', 'Baseline', 'Views', 'Change'], rows)}</details>`;
  return chartPanel(
    title,
    html`<p>${MOVERS_KEY}</p><p>${compared.note}</p>`,
    (width) => moversChart(differences, width, title),
    wide,
    below,
  );
}

function panel(title: string, sentence: string): Markup {
  return html`<div class="panel"><h3>${title}</h3><p>${sentence}</p></div>\n`;
}

/** @param wide width of the chart in pixels where there is room; phones get a chart of their own */
function chartPanel(
  title: string,
  caption: Markup,
  chart: (width: number) => Markup,
  wide: number,
  below?: Markup,
): Markup {
  return html`<figure class="panel"><h3>${title}</h3><figcaption>${caption}</figcaption><div class="wide">${chart(wide)}</div><div class="phone">${chart(WIDTHS.phone)}</div>${below}</figure>\n`;
}
