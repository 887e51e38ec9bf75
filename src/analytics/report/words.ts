import { counted, thousands } from '../../text/numbers.ts';
import { mainMover, percentChange } from '../compare.ts';
import { sumOf } from '../counts.ts';
import type { Gap, PageRow, ProjectReport, Report, Span } from '../model.ts';
import { daysOf, type Period, periodsBefore } from '../period.ts';
import { together } from '../summarize.ts';
import { dayName, rangeName } from './dates.ts';

/** The sentences that all renderings share, as plain text: a renderer makes them safe for its format. */

/** A period as a heading, such as `5–11 January 2026`. */
export function periodName(period: Period): string {
  return period.isMonth ? dayName(period.from, 'month') : rangeName(period, 'day');
}

/** Such as `from 5 to 11 January 2026`, `on 5 January 2026` or `in January 2026`. */
function timeOf(period: Period): string {
  if (period.isMonth) return `in ${periodName(period)}`;
  return period.from === period.to
    ? `on ${periodName(period)}`
    : `from ${periodName(period).replace(/ ?– ?/, ' to ')}`;
}

/** The days of a column over time, such as `Mon 5 Jan` or `5–11 Jan`, and what stands below it. */
export function columnName(span: Pick<Span, 'from' | 'to'>, isMonth: boolean) {
  const isDay = span.from === span.to;
  const label = dayName(span.from, isMonth ? 'shortMonth' : isDay ? 'weekday' : 'shortDay');
  return { name: isMonth || isDay ? label : rangeName(span, 'shortDay'), label };
}

/**
 * From `before` to `now`, such as `▲ +12.3 %`, `▼ −4.0 %` or `0.0 %`.
 *
 * @param state of a page: whether it is new or gone is not for its numbers to say
 */
export function changeOf(now: number, before: number | undefined, state?: PageRow['state']): string {
  if (state === 'new' || state === 'gone') return state;
  if (before === undefined) return '';
  const percent = percentChange(now, before);
  if (percent === undefined) return now > 0 && state === undefined ? 'new' : '–';
  return `${now > before ? '▲ ' : now < before ? '▼ ' : ''}${percent.replace('-', '−')} %`;
}

/** One sentence on a report, or on one of its projects: the figures that matter, as plain text. */
export function headlineOf(report: Report, project?: ProjectReport): string {
  const { period, comparison } = report;
  const projects = project ? [project] : report.projects;
  const { totals, previousTotals } = together(projects);
  const read = projects.filter((each) => each.totals).length;
  const of = read < projects.length ? `${read} of ${projects.length}` : projects.length;
  const subject = projects.length === 1 ? '' : `${of} projects: `;
  if (read === 0) return `${subject}no views could be read.`.replace(/^n/, 'N');
  const parts = [`${counted(totals.total, 'view')} ${timeOf(period)}`];
  const unusual = usualRange(totals.total, historyOf(projects)).headline;
  if (unusual) parts.push(unusual);
  if (previousTotals && comparison)
    parts.push(compared(totals.total, previousTotals.total, period, comparison));
  return `${subject}${parts.join(', ')}${moverOf(projects)}.`;
}

function compared(now: number, before: number, period: Period, comparison: Period): string {
  const than = comparisonName(period, comparison);
  const percent = percentChange(now, before);
  if (percent === undefined) return now > 0 ? `after none ${than}` : `as ${than}`;
  if (now === before) return `as many as ${than}`;
  return `${percent.replace(/^[+-]/, '')} % ${now > before ? 'more' : 'fewer'} than ${than}`;
}

/** Such as `in the 7 days before` or `in October 2025`. */
function comparisonName(period: Period, comparison: Period): string {
  const [right] = periodsBefore(period, 1);
  const isRightBefore = right?.from === comparison.from && right.to === comparison.to;
  if (!isRightBefore) return timeOf(comparison);
  const days = daysOf(period).length;
  return `${days === 1 ? 'on' : 'in'} the ${period.isMonth ? 'month' : days === 1 ? 'day' : `${days} days`} before`;
}

/** A headline goes into chats, where other names might become links or mentions. */
const PLAIN_NAME = /^\/?[\p{L}\p{N}/._~-]{0,100}$/u;

/** Such as `, mostly /guides (+34.7 %)`. */
function moverOf(projects: readonly ProjectReport[]): string {
  const mover = mainMover(projects);
  if (!mover || !PLAIN_NAME.test(mover.name) || !PLAIN_NAME.test(mover.projectId)) return '';
  const change = changeOf(mover.total, mover.previous?.total, mover.state);
  const text = change.replace(/^[▲▼] /, '').replace('−', '-');
  return `, mostly ${mover.name}${projects.length > 1 ? ` of ${mover.projectId}` : ''} (${text})`;
}

/** The least number of earlier periods that make a usual range. */
const LEAST_HISTORY = 3;

/**
 * Whether `now` is within the range of the periods right before, up to the first that was not read: nobody can tell more.
 *
 * @returns what a headline and what a chart says of it, nothing where fewer than three were read
 */
export function usualRange(now: number, history: readonly Span[]): { headline?: string; chart?: string } {
  const known = history.slice(history.findLastIndex(({ counts }) => !counts) + 1);
  const totals = known.map(({ counts }) => counts?.total ?? 0);
  const [first] = known;
  if (!first || known.length < LEAST_HISTORY) return {};
  const [least, most] = [Math.min(...totals), Math.max(...totals)];
  const chart = `The ${known.length} periods before had ${thousands(least)} to ${counted(most, 'view')}`;
  const extreme = now > most ? 'most' : now < least ? 'fewest' : undefined;
  if (!extreme) return { chart: `${chart}: this one is within that range.` };
  return {
    chart: `${chart}.`,
    headline: `the ${extreme} since at least ${dayName(first.from, 'day')}`,
  };
}

/** Of several projects together; a period counts as read if it was for each of them. */
function historyOf(projects: readonly ProjectReport[]): readonly Span[] {
  const [first] = projects;
  return (first?.history ?? []).map(({ from, to }, index) => {
    const counts = projects.map(({ history }) => history?.[index]?.counts);
    return { from, to, counts: counts.every(Boolean) ? sumOf(counts) : undefined };
  });
}

/** Which day had most views, for those who cannot see the chart, too. */
export function bestDay(days: readonly Span[]): string {
  const read = days.flatMap(({ from, to, counts }) => (counts ? [{ from, to, total: counts.total }] : []));
  const byViews = read.toSorted((a, b) => b.total - a.total);
  const [most, least] = [byViews[0], byViews.at(-1)];
  if (!most || !least) return 'Not read.';
  if (most.total === 0) return 'No views on any day that was read.';
  const name = (day: typeof most) => `${thousands(day.total)} on ${columnName(day, false).name}`;
  return read.length === 1 ? `${name(most)}.` : `Most: ${name(most)}. Fewest: ${name(least)}.`;
}

/** @param again an ISO 8601 instant in UTC */
export function hourSpent(again: string): string {
  // To the next full minute.
  const minute = new Date(Math.ceil(Date.parse(again) / 60_000) * 60_000).toISOString();
  return `The organization's analytics requests of this hour are spent: run again after ${minute.slice(11, 16)} UTC.`;
}

/** What stands above the list of gaps. */
export const gapsTitle = ({ runAgainAfter }: Report) =>
  runAgainAfter === undefined ? 'This report is incomplete.' : hourSpent(runAgainAfter);

export function gapText({ projects }: Report, { projectId, text }: Gap): string {
  return projectId === undefined || projects.length === 1 ? text : `${projectId}: ${text}`;
}

/** What was counted, who made the report, when, and what it cost. */
export function colophon({ generatedAt, version, requests, period, comparison }: Report): string {
  const days = ({ from, to }: Period) => (from === to ? from : `${from} to ${to}`);
  const before = comparison ? `, compared with ${days(comparison)}` : '';
  return `Days in UTC: ${days(period)}${before}. Made ${generatedAt} by docs-agent-action ${version} with ${requests.spent} of at most ${counted(requests.allowed, 'request')}.`;
}
