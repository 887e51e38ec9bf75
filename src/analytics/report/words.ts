import type { Counts } from '../../platform/schemas.ts';
import { counted, share, thousands } from '../../text/numbers.ts';
import { percentChange } from '../compare.ts';
import { sumOf } from '../counts.ts';
import type { PageRow, ProjectReport, Report, Span } from '../model.ts';
import { daysOf, describePeriod, type Period, type TrendUnit } from '../period.ts';
import { together } from '../summarize.ts';

/** The sentences that the summary and the files share, as plain text: a renderer makes them safe for its format. */

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
const DAY = format({ day: 'numeric', month: 'long', year: 'numeric' });
const MONTH = format({ month: 'long', year: 'numeric' });
const SHORT_DAY = format({ weekday: 'short', day: 'numeric', month: 'short' });
const SHORT_DATE = format({ day: 'numeric', month: 'short' });
const SHORT_MONTH = format({ month: 'short', year: 'numeric' });

/** A period as a heading, such as `5–11 January 2026`. */
export function periodName(period: Period): string {
  if (period.kind === 'all') return 'All time';
  const days = daysOf(period);
  const [first, last] = [days?.[0], days?.at(-1)];
  if (!first || !last) return describePeriod(period);
  if (period.unit === 'month') return MONTH.format(Date.parse(first));
  return rangeOf(DAY, Date.parse(first), Date.parse(last));
}

/** Such as `5–11 January` or `29 December – 4 January`, without the thin spaces that Intl has. */
function rangeOf(form: Intl.DateTimeFormat, from: number, to: number): string {
  return form
    .formatRange(from, to)
    .replaceAll('\u2009', ' ')
    .replace(/^(\d+) – (\d)/, '$1–$2');
}

/** What the parts of a trend are. */
export function unitOf(spans: readonly Span[]): TrendUnit {
  const longest = Math.max(...spans.map(daysIn));
  return longest <= 1 ? 'day' : longest <= 7 ? 'week' : 'month';
}

function daysIn({ from, to }: Span): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

/** The start of a span as a label, such as `Mon 5 Jan`, `5 Jan` (the first of 7 days) or `Jan 2026`. */
export function startName(from: string, unit: TrendUnit): string {
  const form = { day: SHORT_DAY, week: SHORT_DATE, month: SHORT_MONTH }[unit];
  return form.format(Date.parse(from)).replace(',', '');
}

/** The days of a span, such as `Mon 5 Jan` or `5–11 Jan`. */
export function spanName(span: Span): string {
  if (daysIn(span) === 1) return startName(span.from, 'day');
  return rangeOf(SHORT_DATE, Date.parse(span.from), Date.parse(span.to) - 1);
}

/** What the parts of a trend are called: `each day`. */
export const UNIT_NAMES = { day: 'day', week: '7 days', month: 'month' } as const;

/** From `before` to `now`, such as `▲ +12.3%`, `▼ −4.0%` or `0.0%`; absent where there is nothing to compare with. */
export function changeOf(now: number, before: number | undefined): string | undefined {
  const percent = before === undefined ? undefined : percentChange(now, before);
  if (before === undefined || percent === undefined) return undefined;
  const arrow = now > before ? '▲ ' : now < before ? '▼ ' : '';
  return `${arrow}${percent.replace('-', '−')}%`;
}

/** What a table says in a page's column "Change". */
export function changeOfRow({ state, total, previous }: PageRow): string {
  return state === 'new' || state === 'gone' ? state : (changeOf(total, previous?.total) ?? '–');
}

/** One sentence on a report, or on one of its projects: the figures that matter, as plain text without remote text. */
export function headlineOf({ period, projects }: Report, project?: ProjectReport): string {
  const { totals, previousTotals } = project ?? together(projects);
  const when = timeOf(period);
  const read = projects.filter((each) => each.totals).length;
  const of = read < projects.length ? `${read} of ${projects.length}` : projects.length;
  const subject = project || projects.length === 1 ? '' : `${of} projects: `;
  if (!totals || read === 0) return `${subject}no views could be read.`.replace(/^n/, 'N');
  const parts = [`${counted(totals.total, 'view')} ${when}`];
  if (previousTotals) parts.push(comparison(totals.total, previousTotals.total, period));
  const usual = usualRange(totals.total, historyOf(project ? [project] : projects));
  if (usual) parts.push(usual);
  if (totals.total > 0) parts.push(aiShare(totals, previousTotals));
  return `${subject}${parts.join(', ')}.`;
}

/** Such as `from 5 to 11 January 2026`, `on 5 January 2026` or `in January 2026`. */
function timeOf(period: Period): string {
  if (period.kind === 'all') return 'in all time';
  if (period.unit === 'month') return `in ${periodName(period)}`;
  const days = daysOf(period);
  if (!days) return `from ${period.from} until ${period.to} (UTC)`;
  return days.length === 1
    ? `on ${periodName(period)}`
    : `from ${periodName(period).replace(/ ?– ?/, ' to ')}`;
}

function comparison(now: number, before: number, period: Period): string {
  const days = daysOf(period)?.length;
  const unit = period.kind === 'dates' && period.unit === 'month' ? 'month' : days === 1 ? 'day' : undefined;
  const than = unit ? `the ${unit} before` : days ? `the ${days} days before` : 'the period before';
  const percent = percentChange(now, before);
  if (percent === undefined) return now > 0 ? `after none in ${than}` : `as in ${than}`;
  if (now === before) return `as many as in ${than}`;
  return `${percent.replace(/^[+-]/, '')}% ${now > before ? 'more' : 'fewer'} than in ${than}`;
}

function aiShare(now: Counts, before: Counts | undefined): string {
  const was = before && before.total > 0 ? ` (${share(before.ai, before.total)} before)` : '';
  return `${share(now.ai, now.total)} of them by AI${was}`;
}

/** The least number of earlier periods that make a usual range. */
const LEAST_HISTORY = 3;

/**
 * Whether `now` is within the range of the earlier periods: the rule is that, and nothing more.
 *
 * @returns `undefined` where fewer than three were read
 */
export function usualRange(now: number, history: readonly Span[]): string | undefined {
  const read = history.filter(({ counts }) => counts);
  const totals = read.map(({ counts }) => counts?.total ?? 0);
  const [first] = read;
  if (!first || read.length < LEAST_HISTORY) return undefined;
  const [least, most] = [Math.min(...totals), Math.max(...totals)];
  const since = `since at least ${DAY.format(Date.parse(first.from))}`;
  if (now > most) return `the most ${since}`;
  if (now < least) return `the fewest ${since}`;
  return `within the usual range of the ${read.length} periods before (${thousands(least)} to ${thousands(most)})`;
}

/** Of several projects together, where all of them have it; a period counts as read if it was for each of them. */
function historyOf(projects: readonly ProjectReport[]): readonly Span[] {
  const [first] = projects;
  if (projects.length === 1) return first?.history ?? [];
  return (first?.history ?? []).map(({ from, to }, index) => {
    const counts = projects.map(({ history }) => history?.[index]?.counts);
    return { from, to, counts: counts.every((each) => each) ? sumOf(counts) : undefined };
  });
}

/** Which views are counted, to the second. */
export function boundsSentence({ period, previousPeriod, baseline }: Report): string {
  const bounds = (name: string, span: Period) =>
    span.kind === 'all'
      ? `${name}: no dates were sent.`
      : `${name}: from ${span.from} until ${span.to} (UTC, end exclusive).`;
  return [
    bounds('Counted', period),
    previousPeriod ? bounds('Compared with', previousPeriod) : 'Not compared with a period before.',
    ...(baseline ? [bounds('Baseline', baseline.period)] : []),
  ].join(' ');
}

/** @param again an ISO 8601 instant in UTC */
export function hourSpent(again: string): string {
  // To the next full minute.
  const minute = new Date(Math.ceil(Date.parse(again) / 60_000) * 60_000).toISOString();
  return `The organization's analytics requests of this hour are spent: run again after ${minute.slice(11, 16)} UTC.`;
}

/** The heading of what changed since the baseline. */
export function sinceBaseline({ baseline }: Report): string {
  const isDated = baseline?.period.kind === 'dates';
  return `Pages changed since ${isDated ? periodName(baseline.period) : 'the baseline'}`;
}

/** What is missing, one sentence each; empty when everything was read. */
export function gaps(project: ProjectReport): string[] {
  const { totals, sums, pages, complete, previousComplete, refused, days = [], history = [] } = project;
  const missing: string[] = refused === undefined ? [] : [`The platform refused this project. ${refused}`];
  if (!totals) {
    missing.push('Nothing was read: there are no numbers for this project.');
  } else if (!complete) {
    missing.push(
      `Not all pages were read: only ${counted(pages.length, 'page')}, with ${thousands(sums.total)} of the site's ${thousands(totals.total)} views (${share(sums.total, totals.total)}). The totals are those of the whole site.`,
    );
  }
  if (totals && previousComplete === false) {
    missing.push(
      'The pages of the previous period were not all read: where a change is –, nobody can tell whether the page is new, and there may be more pages that are gone.',
    );
  }
  const unread = days.filter(({ counts }) => !counts).length;
  const what = unitOf(days) === 'day' ? 'Days' : 'Parts of the trend';
  if (unread > 0) missing.push(`${what} that were not read: ${unread} of ${days.length}.`);
  const unreadPast = history.filter(({ counts }) => !counts).length;
  if (unreadPast > 0) missing.push(`Earlier periods that were not read: ${unreadPast} of ${history.length}.`);
  return missing;
}

/** The trend in one sentence, for those who cannot see the chart. */
export function trendSentence(spans: readonly Span[]): string {
  const read = spans.filter(isRead);
  const [first] = read;
  const unit = unitOf(spans);
  if (!first) return `No ${unit === 'day' ? 'day' : 'part of the trend'} was read.`;
  const most = read.reduce((best, each) => (each.counts.total > best.counts.total ? each : best), first);
  const least = read.reduce((best, each) => (each.counts.total < best.counts.total ? each : best), first);
  const name = (span: Span) => (unit === 'day' ? 'on ' : 'in ') + spanName(span);
  return `Views ${unit === 'day' ? 'on' : 'in'} each ${UNIT_NAMES[unit]}. Most: ${thousands(most.counts.total)} ${name(most)}. Fewest: ${thousands(least.counts.total)} ${name(least)}.`;
}

/** Whether a part was read. */
export function isRead(span: Span): span is Span & { readonly counts: Counts } {
  return span.counts !== undefined;
}

/** Who made the report, when, and what it cost. */
export function colophon({ generatedAt, version, requests }: Report): string {
  return `Made ${generatedAt} by docs-agent-action ${version} with ${requests.spent} of at most ${counted(requests.allowed, 'request')}.`;
}
