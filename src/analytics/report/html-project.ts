import type { Counts } from '../../platform/schemas.ts';
import { onOneLine } from '../../text/characters.ts';
import { escapeHtml } from '../../text/html.ts';
import { falling, rising } from '../compare.ts';
import type { DayViews, ProjectReport, Report } from '../model.ts';
import { changeOf } from './change.ts';
import { moversChart, topChart, trendChart, WIDTHS } from './charts.ts';
import { counted, share, thousands } from './figures.ts';
import { figureCell } from './html-cells.ts';
import { pagesPanel } from './html-table.ts';
import { dayName, isRead, trendSentence } from './wording.ts';

const TOP = 10;
const MOVERS = 5;
const KEY =
  '<span class="key" aria-hidden="true"></span>People <span class="key ai" aria-hidden="true"></span>AI';

/** The section of one project: figures, charts, pages, notes. */
export function* projectSection(report: Report, project: ProjectReport, index: number): Generator<string> {
  const several = report.projects.length > 1;
  const title = several ? `<bdi>${text(project.projectId)}</bdi>` : 'At a glance';
  yield `<section class="project" id="project-${index}" aria-labelledby="title-${index}"><h2 id="title-${index}">${title}</h2>\n`;
  yield cards(report, project);
  if (project.days?.length) yield trend(project.days);
  if (project.totals) yield pageCharts(report, project);
  yield* pagesPanel(report, project, index);
  if (project.notes.length > 0) {
    const notes = project.notes.map((note) => `<li>${text(note)}</li>`).join('');
    yield `<div class="panel"><h3>Notes</h3><ul class="notes">${notes}</ul></div>\n`;
  }
  yield '</section>\n';
}

function pageCharts({ previousPeriod }: Report, project: ProjectReport): string {
  if (!previousPeriod) return top(project, WIDTHS.page);
  return `<div class="pair">${top(project, WIDTHS.column)}${movers(project)}</div>\n`;
}

function cards(
  { previousPeriod }: Report,
  { totals, previousTotals, pages, gone, complete }: ProjectReport,
): string {
  if (!totals) return '<p>There are no numbers: not one response came.</p>\n';
  const card = (kind: keyof Counts, label: string, aside: string) => {
    const before = previousTotals?.[kind];
    const change = changeOf(totals[kind], before);
    const compared = change
      ? `<dd class="aside"><span class="${change.direction}">${change.text}</span> from&nbsp;${thousands(before ?? 0)}</dd>`
      : '';
    return `<div class="card ${kind}"><dt>${label}</dt>${figureOf(totals[kind])}${aside}${compared}</div>`;
  };
  const ofAll = (kind: keyof Counts) =>
    totals.total > 0 ? `<dd class="aside">${share(totals[kind], totals.total)} of all views</dd>` : '';
  const added = pages.filter(({ before }) => before.kind === 'new').length;
  const moved =
    previousPeriod && complete
      ? `<dd class="aside">${thousands(added)} new, ${thousands(gone.length)} gone</dd>`
      : '';
  const read = complete ? 'Pages with views' : 'Pages read (not all)';
  return `<dl class="cards">${card('total', 'Views', '')}${card('human', 'By people', ofAll('human'))}${card('ai', 'By AI', ofAll('ai'))}<div class="card"><dt>${read}</dt>${figureOf(pages.length)}${moved}</div></dl>\n`;
}

function figureOf(count: number): string {
  const shown = thousands(count);
  return `<dd class="figure${shown.length > 9 ? ' long' : ''}">${shown}</dd>`;
}

function trend(days: readonly DayViews[]): string {
  if (!days.some(isRead)) return panel('Trend', 'No day was read.');
  if (days.every(({ counts }) => counts?.total === 0)) {
    return panel(
      'Trend',
      `No views on ${days.length === 1 ? 'this day' : `any of the ${days.length} days`}.`,
    );
  }
  const label = trendSentence(days);
  const rows = days.map(
    ({ date, counts }) =>
      `<tr><th scope="row">${dayName(date)}</th>${[counts?.total, counts?.human, counts?.ai].map(figureCell).join('')}<td>${counts ? share(counts.ai, counts.total) : '–'}</td></tr>`,
  );
  const table = `<details><summary>Show the days as a table</summary><div class="scroll" tabindex="0" role="group" aria-label="Views on each day"><table><thead><tr><th scope="col">Day (UTC)</th><th scope="col">Views</th><th scope="col">People</th><th scope="col">AI</th><th scope="col">AI share</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></details>`;
  return figure(
    'Trend',
    `<p>${KEY}</p><p>${text(label)}</p>`,
    (width) => trendChart(days, width, label),
    WIDTHS.page,
    table,
  );
}

function top({ pages, complete }: ProjectReport, wide: number): string {
  const shown = pages.slice(0, TOP);
  const first = shown[0];
  if (!first) return panel('Top pages', complete ? 'No page had views.' : 'No page was read.');
  const label = `The ${counted(shown.length, 'page')} with most views, led by ${first.path.slice(0, 100)} with ${thousands(first.total)}. All are in the table of pages.`;
  return figure('Top pages', KEY, (width) => topChart(shown, width, label), wide);
}

function movers(project: ProjectReport): string {
  const [up, down] = [rising(project, MOVERS), falling(project, MOVERS)];
  if (up.length + down.length === 0) {
    const known = project.pages.some(({ before }) => before.kind !== 'unknown') || project.previousComplete;
    const none = known ? 'No page gained or lost views.' : 'The pages of the previous period were not read.';
    return panel('Rising and falling', none);
  }
  const label = `Pages whose views changed most: ${up.length} that gained and ${down.length} that lost. All changes are in the table of pages.`;
  const key =
    '<span class="key up" aria-hidden="true"></span>Gained <span class="key down" aria-hidden="true"></span>Lost, in views';
  return figure(
    'Rising and falling',
    key,
    (width) => moversChart([...up, ...down], width, label),
    WIDTHS.column,
  );
}

function panel(title: string, sentence: string): string {
  return `<div class="panel"><h3>${title}</h3><p>${sentence}</p></div>\n`;
}

/** @param wide width of the chart in pixels where there is room; phones get a chart of their own */
function figure(
  title: string,
  caption: string,
  chart: (width: number) => string,
  wide: number,
  below = '',
): string {
  return `<figure class="panel"><h3>${title}</h3><figcaption>${caption}</figcaption><div class="wide">${chart(wide)}</div><div class="phone">${chart(WIDTHS.phone)}</div>${below}</figure>\n`;
}

function text(plain: string): string {
  return escapeHtml(onOneLine(plain));
}
