import {
  type Days,
  daysOf,
  describePeriod,
  isSame,
  lengthOf,
  type Period,
  periodsBefore,
} from '../period.ts';
import type { PlatformError } from '../platform/errors.ts';
import { counted, thousands } from '../text/numbers.ts';
import { failureText, gapsOf, notesOf } from './gaps.ts';
import { PeriodPages } from './period-pages.ts';
import { type DatedCounts, Pages, type Report } from './report.ts';
import { type BudgetOptions, RequestBudget } from './request-budget.ts';

/** Number of earlier periods in a trend. */
const PERIODS_BEFORE = 8;
/** Maximum length of a period whose days are read, because each day takes one of the requests that Mintlify allows. */
const MOST_DAYS = 14;

export interface ReadOptions extends BudgetOptions {
  readonly projectId: string;
  readonly period: Period;
  /** Comparison period; undefined without a comparison. */
  readonly compare: Period | undefined;
  readonly siteUrl: string | undefined;
}

/**
 * Reads page views as far as `maxRequests` goes: the first pages of both periods, the other pages, then earlier totals
 * and days. Data of both periods that can't be read becomes a gap; parts of the trend become a note.
 *
 * @returns the error if the period's first page couldn't be read
 * @throws the signal's reason when the run is interrupted
 */
export async function readReport(options: ReadOptions): Promise<Report | PlatformError> {
  const { clock, period, compare: comparison, maxRequests, projectId, siteUrl } = options;
  const budget = new RequestBudget(options);
  const pages = new PeriodPages(period);
  const before = comparison && new PeriodPages(comparison);
  const history = periodsBefore(period, PERIODS_BEFORE).map((each) => totalsOf(each, pages, before));
  const isDaily = lengthOf(period) <= MOST_DAYS;
  const days = (isDaily ? daysOf(period) : []).map((day) => totalsOf({ from: day, to: day }, pages, before));
  options.log.info(planText(options, unrequested(history, before).length, unrequested(days, pages).length));
  await budget.readFirst([pages]);
  if (!pages.totals) return pages.error as PlatformError;
  for (const read of before ? [before] : []) await budget.readFirst([read]);
  for (const read of before ? [pages, before] : [pages]) await budget.readRest(read);
  await budget.readFirst(unrequested(history).reverse());
  // Some days alone would look like a quiet week.
  if (unrequested(days).length <= budget.left) await budget.readFirst(unrequested(days));

  const now = clock.date();
  const causeOf = ({ error = budget.closedBy }: PeriodPages) =>
    error ? failureText(error, now) : `The \`max-requests\` limit (${thousands(maxRequests)}) was reached.`;
  const gaps = gapsOf(pages, before, causeOf);
  return {
    ...{ generatedAt: now.toISOString(), projectId, period, comparison, siteUrl },
    ...{ totals: pages.totals, previousTotals: before?.totals },
    pages: new Pages(pages, before?.totals && before),
    days: spansOf(days),
    history: spansOf(history, period.isMonth),
    gaps,
    notes: notesOf(
      [
        ['earlier periods', history],
        ['days', days],
      ],
      before,
      gaps,
      causeOf,
    ),
    requests: { allowed: maxRequests, spent: budget.spent },
  };
}

/** Returns where the totals of `days` are read: with pages of the same days, or alone. */
function totalsOf(days: Days, ...known: readonly (PeriodPages | undefined)[]): PeriodPages {
  return known.find((each) => each && isSame(each.period, days)) ?? new PeriodPages(days, 1);
}

/** Returns the periods that weren't requested yet, without `other`, which is requested in any case. */
function unrequested(periods: readonly PeriodPages[], other?: PeriodPages): PeriodPages[] {
  return periods.filter((each) => !each.totals && !each.error && each !== other);
}

function planText({ period, compare, maxRequests }: ReadOptions, earlier: number, days: number): string {
  const before = compare ? `, then of ${describePeriod(compare)}` : '';
  const daily = days > 0 ? ` and ${counted(days, 'day')}` : '';
  return `Plan for at most ${counted(maxRequests, 'API call')}: pages of ${describePeriod(period)}${before}, then totals of ${earlier} earlier periods${daily}.`;
}

/** Returns the totals of the periods from the first one that was requested; empty if none was read. */
function spansOf(periods: readonly PeriodPages[], isMonth = false): DatedCounts[] {
  const first = periods.findIndex(({ totals, error }) => totals || error);
  if (!periods.some(({ totals }) => totals)) return [];
  return periods.slice(first).map(({ period, totals: counts }) => ({ ...period, isMonth, counts }));
}
