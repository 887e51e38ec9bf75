import { counted, thousands } from '../../text/numbers.ts';
import { VERSION } from '../../version.ts';
import { mainMover, percentChange } from '../compare.ts';
import type { Changing, Gap, ProjectReport, Report, Span } from '../model.ts';
import { daysOf, type Period, periodsBefore, rangeOf } from '../period.ts';
import { together } from '../summarize.ts';

/** The sentences that all renderings share, as plain text: a renderer makes them safe for its format. */

/** Such as `5 January 2026`, `January 2026`, `5 Jan`, `Mon 5 Jan` and `Jan 2026`. */
const FORMS = {
  day: { day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  shortDay: { day: 'numeric', month: 'short' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  shortMonth: { month: 'short', year: 'numeric' },
} as const;

/** A period as people read it, such as `5–11 January 2026` or `29 Dec 2025 – 4 Jan 2026`, without Intl's thin spaces. */
export function periodName({ from, to, isMonth }: Span & Partial<Period>, form?: keyof typeof FORMS): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...FORMS[form ?? (isMonth ? 'month' : 'day')] })
    .formatRange(Date.parse(from), Date.parse(to))
    .replace(',', '')
    .replaceAll('\u2009', ' ')
    .replace(/^(\d+) – (\d)/, '$1–$2');
}

/** Such as `from 5 to 11 January 2026`, `on 5 January 2026` or `in January 2026`. */
function timeOf(period: Period): string {
  if (period.isMonth) return `in ${periodName(period)}`;
  return period.from === period.to
    ? `on ${periodName(period)}`
    : `from ${periodName(period).replace(/ ?– ?/, ' to ')}`;
}

/** A column over time, whose days are such as `Mon 5 Jan` or `5–11 Jan`, and what stands below it. */
export function columnOf({ from, to, counts }: Span, isMonth = false) {
  const form = isMonth ? 'shortMonth' : from === to ? 'weekday' : 'shortDay';
  return { name: periodName({ from, to }, form), label: periodName({ from, to: from }, form), counts };
}

/** Such as `▲ +12.3 %`, `▼ −4.0 %` or `0.0 %`. */
export function changeOf({ total: now, previous, state }: Changing): string {
  if (state === 'new' || state === 'gone') return state;
  if (previous === undefined) return '';
  const percent = percentChange(now, previous.total);
  if (percent === undefined) return now > 0 && state === undefined ? 'new' : '–';
  return `${now > previous.total ? '▲ ' : now < previous.total ? '▼ ' : ''}${percent.replace('-', '−')} %`;
}

/** One sentence on a report, or on one of its projects: the figures that matter, as plain text. */
export function headlineOf(report: Report, project?: ProjectReport): string {
  const { period, comparison, projects } = report;
  const of = project ?? together(projects);
  const read = projects.filter(({ totals }) => totals).length;
  const count = read < projects.length ? `${read} of ${projects.length}` : projects.length;
  const subject = of.projectId === '' ? `${count} projects: ` : '';
  if (!of.totals) return `${subject}no views could be read.`.replace(/^n/, 'N');
  const now = of.totals.total;
  const before = of.previousTotals?.total;
  const parts = [
    `${counted(now, 'view')} ${timeOf(period)}`,
    usualRange(now, of.history ?? []).headline,
    before !== undefined && comparison ? compared(now, before, period, comparison) : undefined,
  ].filter((part) => part !== undefined);
  return `${subject}${parts.join(', ')}${moverOf(of)}.`;
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
  if (right?.from !== comparison.from || right.to !== comparison.to) return timeOf(comparison);
  const days = daysOf(period).length;
  if (period.isMonth) return 'in the month before';
  return days === 1 ? 'on the day before' : `in the ${days} days before`;
}

/** A headline goes into chats, where other names might become links or mentions. */
const PLAIN_NAME = /^\/?[\p{L}\p{N}/._~-]{0,100}$/u;

/** Such as `, mostly /guides (+34.7 %)`. */
function moverOf(project: ProjectReport): string {
  const mover = mainMover(project);
  if (!mover || !PLAIN_NAME.test(mover.path) || !PLAIN_NAME.test(mover.projectId)) return '';
  const name = project.projectId === '' ? `${mover.path} of ${mover.projectId}` : mover.path;
  const change = changeOf(mover).replace(/^[▲▼] /, '');
  return `, mostly ${name} (${change.replace('−', '-')})`;
}

/**
 * Whether `now` is within the range of the periods right before, up to the first that was not read: nobody can tell more.
 *
 * @returns what a headline and what a chart says of it, nothing where fewer than three were read
 */
export function usualRange(now: number, history: readonly Span[]): { headline?: string; chart?: string } {
  const known = history.slice(history.findLastIndex(({ counts }) => !counts) + 1);
  const totals = known.map(({ counts }) => counts?.total ?? 0);
  const [first] = known;
  if (!first || known.length < 3) return {};
  const [least, most] = [Math.min(...totals), Math.max(...totals)];
  const chart = `The ${known.length} periods before had ${thousands(least)} to ${counted(most, 'view')}`;
  if (now >= least && now <= most) return { chart: `${chart}: this one is within that range.` };
  const since = periodName({ from: first.from, to: first.from });
  return { chart: `${chart}.`, headline: `the ${now > most ? 'most' : 'fewest'} since at least ${since}` };
}

/** Which day had most views, for those who cannot see the chart, too. */
export function bestDay(days: readonly Span[]): string {
  const byViews = days
    .flatMap((day) => (day.counts ? { name: columnOf(day).name, total: day.counts.total } : []))
    .sort((a, b) => b.total - a.total);
  const [most, least] = [byViews[0], byViews.at(-1)];
  if (!most || !least) return 'Not read.';
  if (most.total === 0) return 'No views on any day that was read.';
  const told = ({ total, name }: typeof most) => `${thousands(total)} on ${name}`;
  return byViews.length === 1 ? `${told(most)}.` : `Most: ${told(most)}. Fewest: ${told(least)}.`;
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
export function colophon({ generatedAt, requests, period, comparison }: Report): string {
  const before = comparison ? `, compared with ${rangeOf(comparison)}` : '';
  return `Days in UTC: ${rangeOf(period)}${before}. Made ${generatedAt} by docs-agent-action ${VERSION} with ${requests.spent} of at most ${counted(requests.allowed, 'request')}.`;
}
