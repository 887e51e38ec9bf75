import type { MintlifyError } from '../mintlify/errors.ts';
import { daysOf, describePeriod, isSame, lengthOf, type Period, periodsBefore } from '../period.ts';
import { formatCount, formatNumber } from '../text/numbers.ts';
import { NO_VIEWS } from './counts.ts';
import { CONTRADICTION, gapsOf, laterFailureText, notesOf } from './gaps.ts';
import { PeriodViews } from './period-views.ts';
import { type DatedCounts, joinPages, type Report, type ReportFigures, sectionsOf } from './report.ts';
import { ViewsReader, type ViewsReaderOptions } from './views-reader.ts';

const PERIODS_BEFORE = 8;
/** Maximum length of a period whose days are read, because each day takes one of the requests that Mintlify allows. */
const MOST_DAYS = 14;

export interface ReadOptions extends ViewsReaderOptions {
  readonly projectId: string;
  readonly siteUrl: string | undefined;
  readonly period: Period;
  /** Comparison period; undefined for none. */
  readonly compare: Period | undefined;
}

/**
 * Reads page views as far as `maxRequests` goes: the first rows of both periods, the other rows, then the trend.
 * Calls `onFigures` before the trend, which may take minutes. Returns the error if the period's first rows couldn't be
 * read. @throws the signal's reason after an interruption
 */
export async function readReport(
  options: ReadOptions,
  onFigures: (figures: ReportFigures) => void,
): Promise<Report | MintlifyError> {
  const { clock, log, period, compare, maxRequests } = options;
  const reader = new ViewsReader(options);
  const views = new PeriodViews(period);
  const before = compare && new PeriodViews(compare);
  const both = before ? [views, before] : [views];
  log.info(planText(options));

  await reader.readFirstRows([views]);
  if (views.error) return views.error;
  await reader.readFirstRows(both.slice(1));
  for (const each of both) await reader.readOtherRows(each);
  const limitReached = `The \`max-requests\` limit (${formatNumber(maxRequests)}) doesn't allow more.`;
  const causeOf = (each: PeriodViews) => {
    const { totals, error = reader.blockingError } = each;
    if (!error) return limitReached;
    const unread = each === before ? 'the comparison period' : 'some of these dates';
    return laterFailureText(error, totals ? 'some of the pages' : unread);
  };
  const figures = figuresOf(options, views, before, gapsOf(both, causeOf));
  onFigures(figures);

  const totalsOf = (span: Period) =>
    both.find((known) => isSame(known.period, span)) ?? new PeriodViews(span, 1);
  const history = periodsBefore(period, PERIODS_BEFORE).map(totalsOf);
  const days = hasDays(period) ? daysOf(period).map(totalsOf) : [];
  await reader.readFirstRows(withoutRequest(history).reverse());
  // Some days alone would look like a quiet week.
  if (withoutRequest(days).length <= reader.requestsLeft) await reader.readFirstRows(withoutRequest(days));
  const isContradictory = [...both, ...history, ...days].some((each) => each.isContradictory);
  const unread = notesOf({ history, days }, figures.gaps, causeOf);
  return {
    ...figures,
    generatedAt: clock.date().toISOString(),
    history: datedCounts(history),
    days: datedCounts(days),
    notes: isContradictory ? [CONTRADICTION, ...unread] : unread,
    requests: { allowed: maxRequests, spent: reader.requestCount },
  };
}

function figuresOf(
  { projectId, siteUrl, period, compare }: ReadOptions,
  views: PeriodViews,
  before: PeriodViews | undefined,
  gaps: readonly string[],
): ReportFigures {
  const pages = joinPages(views, before);
  const hasAllPages = views.isComplete;
  const hasAllPreviousPages = before?.isComplete === true;
  return {
    projectId,
    siteUrl,
    period,
    comparison: compare,
    totals: views.totals ?? NO_VIEWS,
    previousTotals: before?.totals,
    pages,
    sums: views.sums,
    hasAllPages,
    hasAllPreviousPages,
    isPreviousAnswered: before?.isAnswered === true,
    sections: sectionsOf(pages, hasAllPages && hasAllPreviousPages),
    gaps,
  };
}

function hasDays(period: Period) {
  return lengthOf(period) <= MOST_DAYS;
}

function planText({ period, compare, maxRequests }: ReadOptions) {
  const periods = compare ? [period, compare] : [period];
  const names = periods.map(describePeriod).join(', then of ');
  const trend = `${PERIODS_BEFORE} earlier periods${hasDays(period) ? ' and of each day' : ''}`;
  return `Plan for at most ${formatCount(maxRequests, 'API call')}, in this order: pages of ${names}; then totals of ${trend}.`;
}

function isRequested({ totals, error }: PeriodViews) {
  return totals !== undefined || error !== undefined;
}

function withoutRequest(periods: readonly PeriodViews[]) {
  return periods.filter((views) => !isRequested(views));
}

/** Leaves out the oldest periods, if they weren't requested; empty if no period was read. */
function datedCounts(periods: readonly PeriodViews[]): DatedCounts[] {
  if (!periods.some(({ totals }) => totals)) return [];
  return periods
    .slice(periods.findIndex(isRequested))
    .map(({ period, totals }) => ({ ...period, counts: totals }));
}
