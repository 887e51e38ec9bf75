import type { DayViews, ProjectReport, Report } from '../model.ts';
import { daysOf, describePeriod, type Period } from '../period.ts';
import { counted, share, thousands } from './figures.ts';

/** The sentences that the summary and the files share, as plain text: a renderer makes them safe for its format. */

const DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const SHORT_DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
});

/** A period as a heading, such as `5–11 January 2026`. */
export function periodName(period: Period): string {
  if (period.kind === 'all') return 'All time';
  const days = daysOf(period);
  const [first, last] = [days?.[0], days?.at(-1)];
  return first && last ? DAY.formatRange(Date.parse(first), Date.parse(last)) : describePeriod(period);
}

/** A day as a label, such as `Mon 5 Jan`. */
export function dayName(date: string): string {
  return SHORT_DAY.format(Date.parse(date)).replace(',', '');
}

/** Which views are counted, and that the end is exclusive. */
export function boundsSentence(period: Period): string {
  const described = describePeriod(period);
  if (period.kind === 'all') return `Counted: ${described}.`;
  return `Counted: ${described}. The end is exclusive: views from ${period.to} on are not counted.`;
}

/** What the numbers are compared with, if anything. */
export function comparisonSentence({ period, previousPeriod }: Report): string {
  if (previousPeriod) return `Compared with ${describePeriod(previousPeriod)}.`;
  return period.kind === 'all'
    ? 'All time has no period before it to compare with.'
    : 'Not compared with a period before.';
}

/** What is missing, one sentence each; empty when everything was read. */
export function gaps(project: ProjectReport): string[] {
  const { totals, sums, pages, complete, previousComplete, refused, days = [] } = project;
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
  if (unread > 0) missing.push(`Days that were not read: ${unread} of ${days.length}.`);
  return missing;
}

/** The trend in one sentence, for those who cannot see the chart. */
export function trendSentence(days: readonly DayViews[]): string {
  const read = days.filter(isRead);
  const [first] = read;
  if (!first) return 'No day was read.';
  const most = read.reduce((best, day) => (day.counts.total > best.counts.total ? day : best), first);
  const least = read.reduce((best, day) => (day.counts.total < best.counts.total ? day : best), first);
  return `Views on each day. Most: ${thousands(most.counts.total)} on ${dayName(most.date)}. Fewest: ${thousands(least.counts.total)} on ${dayName(least.date)}.`;
}

/** Whether the day's views were read. */
export function isRead(
  day: DayViews,
): day is DayViews & { readonly counts: NonNullable<DayViews['counts']> } {
  return day.counts !== undefined;
}

/** Who made the report, when, and what it cost. */
export function colophon({ generatedAt, version, requests }: Report): string {
  return `Made ${generatedAt} by docs-agent-action ${version} with ${requests.spent} of at most ${counted(requests.allowed, 'request')}.`;
}
