import type { Counts } from '../../platform/schemas.ts';
import { counted, listed, thousands } from '../../text/numbers.ts';
import { VERSION } from '../../version.ts';
import { changeOf, mainMover, signedPercent } from '../compare.ts';
import type { Change, ProjectReport, Report, Span } from '../model.ts';
import { isSame, lengthOf, type Period, periodsBefore, rangeOf } from '../period.ts';
import { combined } from '../summarize.ts';

/** The sentences that all renderings share, as plain text: a renderer makes them safe for its format. */

/** Such as `5 January 2026`, `January 2026`, `5 Jan`, `5 Jan 2026`, `Mon 5 Jan` and `Jan 2026`. */
const FORMS = {
  day: { day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  shortDay: { day: 'numeric', month: 'short' },
  datedDay: { day: 'numeric', month: 'short', year: 'numeric' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  shortMonth: { month: 'short', year: 'numeric' },
} as const;

/** A period as people read it, such as `5–11 January 2026` or `29 Dec 2025 – 4 Jan 2026`, without Intl's thin spaces. */
export function periodName({ from, to, isMonth }: Span, form?: keyof typeof FORMS): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...FORMS[form ?? (isMonth ? 'month' : 'day')] })
    .formatRange(Date.parse(from), Date.parse(to))
    .replace(',', '')
    .replaceAll('\u2009', ' ')
    .replace(/^(\d+) – (\d)/, '$1–$2');
}

/** Such as `from 5 to 11 January 2026`, `on 5 January 2026` or `in January 2026`. */
function timeOf(period: Period): string {
  const name = periodName(period);
  if (period.isMonth) return `in ${name}`;
  return period.from === period.to ? `on ${name}` : `from ${name.replace(/ ?– ?/, ' to ')}`;
}

/** Days of periods whose columns need a year to be distinct. */
const LONG = 90;

/** A column over time: its name, such as `Mon 5 Jan` or `5–11 Jan`, and what there is room for below it. */
export function columnOf(span: Span) {
  const dated = lengthOf(span) < LONG ? 'shortDay' : 'datedDay';
  const form = span.isMonth ? 'shortMonth' : span.from === span.to ? 'weekday' : dated;
  const label = periodName({ ...span, to: span.from }, form);
  return { name: periodName(span, form), label, counts: span.counts };
}

/** Such as `+12.3 %`, `-4.0 %`, `0.0 %`, `new`, `gone`, or `–` where there is no percentage. */
export function changeText(change: Change): string {
  if (change.kind === 'percent') return `${signedPercent(change.percent)} %`;
  return change.kind === 'none' ? '–' : change.kind;
}

/** `changeText` with an arrow and a minus sign, such as `▲ +12.3 %` or `▼ −4.0 %`, which does not break. */
export function changeLabel(change: Change): string {
  if (change.kind !== 'percent') return changeText(change);
  const arrow = { '1': '▲ ', '0': '', '-1': '▼ ' }[change.direction];
  return unbroken(`${arrow}${changeText(change).replace('-', '−')}`);
}

/** With blanks that do not break within a figure. */
export function unbroken(text: string): string {
  return text.replaceAll(' %', '\u00a0%').replace(/^([▲▼]) /, '$1\u00a0');
}

/** One sentence on a report, or on one of its projects: the figures that matter, as plain text. */
export function headlineOf(report: Report, project?: ProjectReport): string {
  const { period, comparison, projects } = report;
  const shown = project ?? combined(projects);
  const { totals, previousTotals, history = [] } = shown;
  const read = projects.filter((each) => each.totals).length;
  const count = read < projects.length ? `${read} of ${projects.length}` : projects.length;
  const subject = shown.projectId === '' ? `${count} projects: ` : '';
  if (!totals) return `${subject}no views could be read.`.replace(/^n/, 'N');
  const parts = [
    `${counted(totals.total, 'view')} ${timeOf(period)}`,
    superlativeOf(usualRange({ ...period, counts: totals }, history)),
    comparison && previousTotals && comparedWith(totals, previousTotals, period, comparison),
    comparison && moverOf(shown, scaleOf(period, comparison)),
  ];
  return `${subject}${parts.filter(Boolean).join(', ')}.`;
}

/** What a view before counts, where the periods are not of the same length. */
const scaleOf = (period: Period, comparison: Period) => lengthOf(period) / lengthOf(comparison);

/** Such as `25.0 % more than in the previous 7 days (80)`; per day where the periods are not of the same length. */
function comparedWith(now: Counts, before: Counts, period: Period, comparison: Period): string {
  const name = comparisonName(period, comparison);
  const scale = scaleOf(period, comparison);
  const change = changeOf({ total: now.total, previous: before }, scale);
  if (change?.kind !== 'percent') return `${change?.kind === 'new' ? 'up from 0' : 'as many as'} ${name}`;
  const { direction, percent } = change;
  const perDay = scale === 1 ? '' : ' per day';
  const lengths = ` in ${counted(lengthOf(comparison), 'day')}; this period has ${lengthOf(period)}`;
  const base = ` (${thousands(before.total)}${scale === 1 ? '' : lengths})`;
  if (direction === 0) return `as many${perDay} as ${name}${scale === 1 ? '' : base}`;
  if (percent === 0) return `almost as many${perDay} as ${name}${base}`;
  return `${Math.abs(percent).toFixed(1)} % ${direction > 0 ? 'more' : 'fewer'}${perDay} than ${name}${base}`;
}

/** Such as `in the previous 7 days` or `in October 2025`. */
function comparisonName(period: Period, comparison: Period): string {
  if (!isSame(periodsBefore(period, 1)[0], comparison)) return timeOf(comparison);
  const days = lengthOf(period);
  if (period.isMonth) return 'in the previous month';
  return days === 1 ? 'on the previous day' : `in the previous ${days} days`;
}

/** A headline goes into chats, where other names might become links or mentions. */
const PLAIN_NAME = /^[\p{L}\p{N}/._~-]{1,100}$/u;

/** Such as `mostly the page /guides/start (+34.7 %)`. */
function moverOf(project: ProjectReport, scale: number): string | undefined {
  const mover = mainMover(project, scale);
  const change = mover && changeOf(mover, scale);
  if (!change) return undefined;
  const names = project.projectId === '' ? [mover.path, mover.projectId] : [mover.path];
  if (!names.every((name) => PLAIN_NAME.test(name))) return undefined;
  const perDay = scale !== 1 && change.kind === 'percent' ? ' per day' : '';
  return `mostly the ${mover.kind} ${names.join(' of ')} (${changeText(change)}${perDay})`;
}

const totalOf = ({ counts }: Span) => counts?.total ?? 0;

type UsualRange = ReturnType<typeof usualRange>;

/**
 * The range of views of the periods right before, up to the first that was not read, from the first with views; per day
 * where the periods are not of the same length. Absent where fewer than three are known, or all have the same views.
 */
export function usualRange(current: Span, history: readonly Span[]) {
  const read = history.slice(history.findLastIndex(({ counts }) => !counts) + 1);
  const start = read.findIndex((span) => totalOf(span) > 0);
  const known = start < 0 ? [] : read.slice(start);
  const [first] = known;
  if (!first || known.length < 3) return undefined;
  const isPerDay = new Set([...known, current].map(lengthOf)).size > 1;
  const viewsIn = (span: Span) =>
    isPerDay ? Math.round((10 * totalOf(span)) / lengthOf(span)) / 10 : totalOf(span);
  const values = known.map(viewsIn);
  const [now, least, most] = [viewsIn(current), Math.min(...values), Math.max(...values)];
  if (least === most) return undefined;
  const place = now > most ? 'above' : now < least ? 'below' : 'within';
  return { first, count: known.length, least, most, perDay: isPerDay ? ' per day' : '', place };
}

function superlativeOf(range: UsualRange): string | undefined {
  if (!range || range.place === 'within') return undefined;
  const { first, perDay, place } = range;
  const since = periodName({ ...first, to: first.from });
  return `the ${place === 'above' ? 'most' : 'fewest'}${perDay} since at least ${since}`;
}

/** What the range means, for those who cannot see the chart, too. */
export function rangeText({ first, count, least, most, perDay, place }: NonNullable<UsualRange>): string {
  const within = place === 'within' ? ' This one is within that range.' : '';
  const views = `${thousands(least)} to ${counted(most, 'view')}${perDay}`;
  return `The previous ${count} ${first.isMonth ? 'months' : 'periods'} had ${views}.${within}`;
}

/** Days with equal views that are named. */
const MOST_NAMED = 3;

/** Which days had most and fewest views. Absent where fewer than three days are known, or all have the same views. */
export function extremeDays(days: readonly Span[]): string | undefined {
  const known = days.filter(({ counts }) => counts);
  const totals = known.map(totalOf);
  const [least, most] = [Math.min(...totals), Math.max(...totals)];
  if (known.length < 3 || least === most) return undefined;
  const read = known.length < days.length ? ` of the ${known.length} days that were read` : '';
  const daysWith = (wanted: number, word: string) => {
    const names = known.filter((day) => totalOf(day) === wanted).map((day) => columnOf(day).name);
    if (names.length > MOST_NAMED) return [];
    const what = read || (names.length === 1 ? ' day' : ' days');
    return [`${word}${what}: ${listed(names)} (${counted(wanted, 'view')}).`];
  };
  return [...daysWith(most, 'Busiest'), ...daysWith(least, 'Quietest')].join(' ') || undefined;
}

/** @param again an ISO 8601 instant in UTC, as `now` */
export function rateLimitText(again: string, now: string): string {
  // To the next full minute.
  const minute = new Date(Math.ceil(Date.parse(again) / 60_000) * 60_000).toISOString();
  const day = minute.slice(0, 10);
  const date = day === now.slice(0, 10) ? '' : `${periodName({ from: day, to: day })}, `;
  return `Mintlify's rate limit for analytics requests is reached: run again after ${date}${minute.slice(11, 16)} UTC.`;
}

/** What stands above the list of gaps. */
export const gapsTitle = ({ runAgainAfter, generatedAt }: Report) =>
  runAgainAfter === undefined ? 'This report is incomplete.' : rateLimitText(runAgainAfter, generatedAt);

/** A sentence for each gap; projects with the same gap share it. */
export function gapTexts({ projects, gaps }: Report): string[] {
  return [...Map.groupBy(gaps, ({ text }) => text)].map(([text, same]) =>
    projects.length === 1 ? text : `${listed(same.map(({ projectId }) => projectId))}: ${text}`,
  );
}

/** When Mintlify changed how it tells AI from people. */
const AI_CHANGES = ['2026-06-19', '2026-07-31'];

/** What readers should know of the figures of all projects. */
export function notesOf({ period, comparison, projects, notes }: Report): string[] {
  const spans = [period, comparison ?? period, ...projects.flatMap(({ history = [] }) => history)];
  const changes = AI_CHANGES.filter((day) => spans.some(({ from }) => from < day) && day <= period.to);
  const dates = listed(changes.map((day) => periodName({ from: day, to: day })));
  const [length, lengthBefore] = [lengthOf(period), lengthOf(comparison ?? period)];
  const lengths = `The periods have ${length} and ${lengthBefore} days: changes in tables are of totals, not per day.`;
  const counting = `Mintlify changed how it distinguishes AI from people on ${dates}: shares of AI before and after are not comparable.`;
  return [...notes, ...(length === lengthBefore ? [] : [lengths]), ...(dates === '' ? [] : [counting])];
}

/** What was counted, who made the report, when, and what it cost. */
export function colophon({ generatedAt, requests, period, comparison }: Report): string {
  const before = comparison ? `, compared with ${rangeOf(comparison)}` : '';
  const ai =
    'AI views are those that Mintlify attributes to AI; search and training crawlers are not included.';
  return `${ai} Days in UTC: ${rangeOf(period)}${before}. Made ${generatedAt} by docs-agent-action ${VERSION} with ${requests.spent} of at most ${counted(requests.allowed, 'request')}.`;
}
