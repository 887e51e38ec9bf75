import type { AnalyticsInputs } from '../inputs.ts';
import type { MintlifyError } from '../mintlify/errors.ts';
import { type Days, daysOf, describePeriod, isSame, lengthOf, periodsBefore } from '../period.ts';
import { formatCount, formatNumber } from '../text/numbers.ts';
import { failureText, gapsOf, notesOf } from './gaps.ts';
import { PeriodPages } from './period-pages.ts';
import { type DatedCounts, joinPages, type Report, sectionsOf } from './report.ts';
import { type BudgetOptions, RequestBudget } from './request-budget.ts';

const PERIODS_BEFORE = 8;
/** Maximum length of a period whose days are read, because each day takes one of the requests that Mintlify allows. */
const MOST_DAYS = 14;

export type ReadOptions = BudgetOptions &
  Pick<AnalyticsInputs, 'projectId' | 'period' | 'compare' | 'siteUrl'>;

/**
 * Reads page views as far as `maxRequests` goes: the first pages of both periods, the other pages, then the trend.
 * Returns the error if the period's first page couldn't be read. @throws the signal's reason after an interruption
 */
export async function readReport(options: ReadOptions): Promise<Report | MintlifyError> {
  const { clock, log, period, compare: comparison, maxRequests, projectId, siteUrl } = options;
  const budget = new RequestBudget(options);
  const pages = new PeriodPages(period);
  const before = comparison && new PeriodPages(comparison);
  const compared = before ? [before] : [];
  const totalsOf = (days: Days) =>
    [pages, ...compared].find((each) => isSame(each.period, days)) ?? new PeriodPages(days, 1);
  const history = periodsBefore(period, PERIODS_BEFORE).map(totalsOf);
  const isDaily = lengthOf(period) <= MOST_DAYS;
  const days = isDaily ? daysOf(period).map((day) => totalsOf({ from: day, to: day })) : [];
  const names = [period, ...(comparison ? [comparison] : [])].map(describePeriod).join(', then of ');
  const trend = `${PERIODS_BEFORE} earlier periods${isDaily ? ' and of each day' : ''}`;
  log.info(
    `Plan for at most ${formatCount(maxRequests, 'API call')}: pages of ${names}; then totals of ${trend}.`,
  );

  await budget.readFirst([pages]);
  if (!pages.totals) return pages.error as MintlifyError;
  await budget.readFirst(compared);
  for (const each of [pages, ...compared]) await budget.readRest(each);
  await budget.readFirst(unrequested(history).reverse());
  // Some days alone would look like a quiet week.
  if (unrequested(days).length <= budget.left) await budget.readFirst(unrequested(days));

  const causeOf = ({ error = budget.closedBy }: PeriodPages) =>
    error
      ? failureText(error)
      : `The \`max-requests\` limit (${formatNumber(maxRequests)}) doesn't allow more.`;
  const gaps = gapsOf(pages, before, causeOf);
  const rows = joinPages(pages, before);
  const hasAllPreviousPages = before?.isComplete === true;
  return {
    ...{ generatedAt: clock.date().toISOString(), projectId, siteUrl, period, comparison, gaps },
    ...{ totals: pages.totals, previousTotals: before?.totals, pages: rows, sums: pages.sums },
    ...{ hasAllPages: pages.isComplete, hasAllPreviousPages },
    sections: sectionsOf(rows, pages.isComplete && hasAllPreviousPages),
    history: spansOf(history, period.isMonth),
    days: spansOf(days, false),
    notes: notesOf({ 'earlier periods': history, days }, gaps, causeOf),
    requests: { allowed: maxRequests, spent: budget.spent },
  };
}

const isRequested = ({ totals, error }: PeriodPages) => totals !== undefined || error !== undefined;
const unrequested = (periods: readonly PeriodPages[]) => periods.filter((each) => !isRequested(each));

function spansOf(periods: readonly PeriodPages[], isMonth: boolean): DatedCounts[] {
  if (!periods.some(({ totals }) => totals)) return [];
  return periods
    .slice(periods.findIndex(isRequested))
    .map(({ period, totals: counts }) => ({ ...period, isMonth, counts }));
}
