import { isSame, lengthOf, type Period, periodsBefore, rangeOf } from '../../period.ts';
import type { Counts } from '../../platform/schemas.ts';
import { counted, listed, thousands } from '../../text/numbers.ts';
import { VERSION } from '../../version.ts';
import type { Lengths } from '../compare.ts';
import {
  changeOf,
  lengthsOf,
  mainMover,
  percentChange,
  projected,
  signedPercent,
  unitOf,
} from '../compare.ts';
import { rounded } from '../counts.ts';
import type { Change, DatedCounts, ProjectReport, Report } from '../model.ts';
import { combineProjects } from '../summarize.ts';

// Sentences that all formats of a report share, as plain text with code in backticks. Each format makes them safe in
// its own way.

/**
 * Date formats for names of periods, such as `5 January 2026`, `January 2026`, `5 Jan`, `5 Jan 2026`, `Mon 5 Jan` and
 * `Jan 2026`.
 */
const FORMS = {
  day: { day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  shortDay: { day: 'numeric', month: 'short' },
  datedDay: { day: 'numeric', month: 'short', year: 'numeric' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  shortMonth: { month: 'short', year: 'numeric' },
} as const;

/**
 * Returns the name of a period, such as `5–11 January 2026`, or with a short `form`, `29 Dec 2025 – 4 Jan 2026`.
 * Replaces Intl's thin spaces.
 */
export function periodName({ from, to, isMonth }: DatedCounts, form?: keyof typeof FORMS): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...FORMS[form ?? (isMonth ? 'month' : 'day')] })
    .formatRange(Date.parse(from), Date.parse(to))
    .replace(',', '')
    .replaceAll('\u2009', ' ')
    .replace(/^(\d+) – (\d)/, '$1–$2');
}

/** Describes a time, such as `from 5 to 11 January 2026`, `on 5 January 2026` or `in January 2026`. */
function timeOf(period: Period): string {
  const name = periodName(period);
  if (period.isMonth) return `in ${name}`;
  return period.from === period.to ? `on ${name}` : `from ${name.replace(/ ?– ?/, ' to ')}`;
}

/** Minimum length of a period, in days, at which its name needs a year to be unambiguous. */
const LONG = 90;

/** Returns the name of a column over time, such as `Mon 5 Jan` or `5–11 Jan`, and a short label to put below it. */
export function columnNames(span: DatedCounts) {
  const dated = lengthOf(span) < LONG ? 'shortDay' : 'datedDay';
  const form = span.isMonth ? 'shortMonth' : span.from === span.to ? 'weekday' : dated;
  return { name: periodName(span, form), label: periodName({ ...span, to: span.from }, form) };
}

/** Formats a change, such as `+12.3%`, `-4.0%`, `0.0%`, `new`, `gone`, or `–` if there is no percentage. */
export function changeText(change: Change): string {
  if (change.kind === 'percent') return `${signedPercent(change.percent)}%`;
  return change.kind === 'none' ? '–' : change.kind;
}

/** Formats a change with an arrow, a real minus sign and no-break spaces, such as `▲ +12.3%` or `▼ −4.0%`. */
export function changeLabel(change: Change): string {
  if (change.kind !== 'percent') return changeText(change);
  const arrow = { '1': '▲\u00a0', '0': '', '-1': '▼\u00a0' }[change.direction];
  return `${arrow}${changeText(change).replace('-', '−')}`;
}

/**
 * Formats gained or lost views, such as `+1,234`. If the periods have different lengths, formats views per day, such as
 * `−0.0171`.
 */
export function gainLabel(gain: number, lengths: Lengths): string {
  const views = Math.abs(gain);
  const daily = views / lengths.now;
  const perDay = daily < 100 ? daily.toPrecision(3) : thousands(Math.round(daily));
  return `${gain > 0 ? '+' : '−'}${unitOf(lengths) ? perDay : thousands(views)}`;
}

/** Sums up a report in a sentence. If `project` is given, sums up only that project. */
export function reportHeadline(report: Report, project?: ProjectReport): string {
  const { period, comparison, projects } = report;
  const shown = project ?? combineProjects(projects);
  const { totals, previousTotals, history = [] } = shown;
  const read = projects.filter((each) => each.totals).length;
  const count = read < projects.length ? `${read} of ${projects.length}` : projects.length;
  const subject = shown.projectId === '' ? `${count} projects: ` : '';
  if (!totals) return subject === '' ? 'No views could be read.' : `${subject}no views could be read.`;
  const lengths = lengthsOf(report);
  const before = comparison && previousTotals;
  const parts = [
    `${counted(totals.total, 'view')} ${timeOf(period)}`,
    recordText(rangeBefore({ ...period, counts: totals }, history)),
    before && comparedWith(totals, before, period, comparison),
    before && oppositeText(totals, before, lengths),
    comparison && moverText(shown, lengths),
  ];
  return `${subject}${parts.filter(Boolean).join(', ')}.`;
}

/**
 * Compares two totals, such as `25.0% more than in the previous 7 days (80)`. If the periods have different lengths,
 * compares views per day.
 */
function comparedWith(now: Counts, before: Counts, period: Period, comparison: Period): string {
  const name = comparisonName(period, comparison);
  const lengths = lengthsOf({ period, comparison });
  const change = changeOf({ total: now.total, previous: before }, lengths);
  if (change?.kind !== 'percent') return `${change?.kind === 'new' ? 'up from 0' : 'as many as'} ${name}`;
  const { direction, percent } = change;
  const unit = unitOf(lengths);
  const days = ` in ${counted(lengths.before, 'day')}; this period has ${lengths.now}`;
  const base = ` (${thousands(before.total)}${unit && days})`;
  if (direction === 0) return `as many${unit} as ${name}${unit && base}`;
  if (percent === 0) return `about as many${unit} as ${name}${base}`;
  return `${Math.abs(percent).toFixed(1)}% ${direction > 0 ? 'more' : 'fewer'}${unit} than ${name}${base}`;
}

/** Names the comparison period, such as `in the previous 7 days` or `in October 2025`. */
function comparisonName(period: Period, comparison: Period): string {
  if (!isSame(periodsBefore(period, 1)[0], comparison)) return timeOf(comparison);
  const days = lengthOf(period);
  if (period.isMonth) return 'in the previous month';
  return days === 1 ? 'on the previous day' : `in the previous ${days} days`;
}

/**
 * Minimum change in views, as a share of the earlier views. The headline contrasts people and AI only if both changed
 * at least this much.
 */
const OPPOSITE = 0.05;

/**
 * Describes how people and AI moved in opposite directions, such as `with people down 10.0% and AI up 60.0%`. Returns
 * undefined if they didn't.
 */
function oppositeText(now: Counts, before: Counts, lengths: Lengths): string | undefined {
  const [people, ai] = (['human', 'ai'] as const).map((kind) => {
    const base = projected(before[kind], lengths);
    const gain = rounded(now[kind] - base);
    const percent = Math.abs(percentChange(now[kind], base) ?? 0).toFixed(1);
    const text = base === 0 ? 'up from 0' : `${gain > 0 ? 'up' : 'down'} ${percent}%`;
    return { sign: Math.abs(gain) >= OPPOSITE * base ? Math.sign(gain) : 0, text };
  });
  if (!people || !ai || people.sign * ai.sign >= 0) return undefined;
  return `with people ${people.text} and AI ${ai.text}${unitOf(lengths)}`;
}

/**
 * Matches names that are safe in a headline. People copy headlines into chats, where other names might become links or
 * mentions.
 */
const PLAIN_NAME = /^[\p{L}\p{N}/._~-]{1,100}$/u;

/**
 * Names the page or section that caused most of the change, such as `mostly the page /guides/start (+34.7%)`. Returns
 * undefined if there is none, or if its name isn't safe.
 */
function moverText(project: ProjectReport, lengths: Lengths): string | undefined {
  const mover = mainMover(project, lengths);
  const change = mover && changeOf(mover, lengths);
  if (!change) return undefined;
  const names = project.projectId === '' ? [mover.path, mover.projectId] : [mover.path];
  if (!names.every((name) => PLAIN_NAME.test(name))) return undefined;
  const unit = change.kind === 'percent' ? unitOf(lengths) : '';
  return `mostly the ${mover.kind} ${names.join(' of ')} (${changeText(change)}${unit})`;
}

/**
 * Makes the views of periods comparable. If the periods have different lengths, returns views per day, rounded to one
 * decimal.
 */
export function comparablePeriods(periods: readonly DatedCounts[]) {
  const unit = new Set(periods.map(lengthOf)).size > 1 ? ' per day' : '';
  const spans = periods.map((span): DatedCounts => {
    if (unit === '' || !span.counts) return span;
    const { human, ai, total } = span.counts;
    const daily = (views: number) => Math.round((10 * views) / lengthOf(span)) / 10;
    return { ...span, counts: { human: daily(human), ai: daily(ai), total: daily(total) } };
  });
  return { unit, spans };
}

/** Minimum share by which a period must be above or below all earlier periods to be called a record. */
const RECORD = 0.01;

/** Minimum number of known periods that form a range. */
const LEAST_KNOWN = 3;

/**
 * Finds the range of views in earlier periods. Ignores all periods up to the latest unread one, then all before the
 * first period with views. If the periods have different lengths, uses views per day.
 *
 * @returns undefined if fewer than three periods remain, or if all of them have the same number of views
 */
export function rangeBefore(current: DatedCounts, history: readonly DatedCounts[]) {
  const unread = history.findLastIndex(({ counts }) => !counts);
  const start = history.findIndex(({ counts }, index) => index > unread && counts && counts.total > 0);
  const first = history[start];
  if (!first || history.length - start < LEAST_KNOWN) return undefined;
  const { unit, spans } = comparablePeriods([...history, current]);
  const [now = 0, ...before] = spans
    .slice(start)
    .reverse()
    .map(({ counts }) => counts?.total ?? 0);
  const [least, most] = [Math.min(...before), Math.max(...before)];
  if (least === most) return undefined;
  const place = now > most ? 'above' : now < least ? 'below' : 'within';
  const isFar = now >= rounded(most * (1 + RECORD)) || now <= rounded(least * (1 - RECORD));
  const isRecord = place !== 'within' && isFar;
  return { first, count: before.length, now, least, most, unit, place, isRecord };
}

function recordText(range: ReturnType<typeof rangeBefore>): string | undefined {
  if (!range?.isRecord) return undefined;
  const { first, unit, place } = range;
  const since = periodName({ ...first, to: first.from });
  return `the ${place === 'above' ? 'most' : 'fewest'}${unit} since at least ${since}`;
}

/** Describes where a period is in the range of earlier periods. The text also serves people who can't see the chart. */
export function rangeText(current: DatedCounts, history: readonly DatedCounts[]): string {
  const range = rangeBefore(current, history);
  if (!range)
    return "There isn't enough data to show a normal range. That takes at least three earlier periods with known views that aren't all equal.";
  const { count, now, least, most, unit, place } = range;
  const kind = current.isMonth ? 'month' : 'period';
  return `This ${kind} had ${counted(now, 'view')}${unit}, ${place} the range of the previous ${count} ${kind}s: ${thousands(least)} to ${thousands(most)}.`;
}

/** Returns the gap list's title. After a rate limit, the title says when to run again, rounded up to a full minute. */
export function gapsTitle({ runAgainAfter, generatedAt }: Report): string {
  if (runAgainAfter === undefined) return 'This report is incomplete.';
  const again = new Date(Math.ceil(Date.parse(runAgainAfter) / 60_000) * 60_000).toISOString();
  const [day = '', time = ''] = again.split('T');
  const date = generatedAt.startsWith(day) ? '' : `${periodName({ from: day, to: day })}, `;
  return `Mintlify's rate limit for analytics was reached: run again after ${date}${time.slice(0, 5)} UTC.`;
}

/** Returns a sentence for each gap. Projects with equal gaps share a sentence. */
export function gapTexts({ projects, gaps }: Report): string[] {
  return [...Map.groupBy(gaps, ({ text }) => text)].map(([text, same]) =>
    projects.length === 1 ? text : `${listed(same.map(({ projectId }) => projectId))}: ${text}`,
  );
}

/**
 * Returns sentences about everything that is missing. After a rate limit, the first sentence says when to run again.
 */
export function missingTexts(report: Report): string[] {
  return [...(report.runAgainAfter === undefined ? [] : [gapsTitle(report)]), ...gapTexts(report)];
}

/** Days on which Mintlify changed how it distinguishes AI from people. */
const AI_CHANGES = ['2026-06-19', '2026-07-31'];

/** Returns notes that readers need before they compare the two periods. */
export function comparisonNotes(report: Report): string[] {
  const { period, comparison } = report;
  if (!comparison) return [];
  const changes = AI_CHANGES.filter((day) => comparison.from < day && day <= period.to);
  const dates = listed(changes.map((day) => periodName({ from: day, to: day })));
  const lengths = lengthsOf(report);
  const days = `The periods have ${lengths.now} and ${lengths.before} days, so changes in views are per day. In the CSV and JSON files, they are changes in totals.`;
  const counting = `On ${dates}, Mintlify changed how it distinguishes AI from people, so counts of people and AI from before and after can't be compared.`;
  return [...(unitOf(lengths) ? [days] : []), ...(dates === '' ? [] : [counting])];
}

/**
 * Returns the footer: which views are AI views, which days the report covers, and which version made it, when, and with
 * how many API calls.
 */
export function colophon({ generatedAt, requests, period, comparison }: Report): string {
  const before = comparison ? `, compared with ${rangeOf(comparison)}` : '';
  const ai =
    "AI views are those that Mintlify attributes to AI; search and training crawlers aren't included.";
  return `${ai} Days in UTC: ${rangeOf(period)}${before}. Made by docs-agent-action ${VERSION} at ${generatedAt} with ${requests.spent} of at most ${counted(requests.allowed, 'API call')}.`;
}
