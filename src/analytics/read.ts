import type { AnalyticsInputs } from '../inputs.ts';
import type { Days, Period } from '../period.ts';
import { daysOf, describePeriod, isSame, lengthOf, periodsBefore } from '../period.ts';
import type { PlatformError } from '../platform/errors.ts';
import { isRateLimit } from '../platform/failures.ts';
import { thousands } from '../text/numbers.ts';
import { joinPages, sectionsOf } from './compare.ts';
import { gapsOf, mismatches } from './gaps.ts';
import type { DatedCounts, ProjectReport, Report } from './model.ts';
import { PeriodPages } from './period-pages.ts';
import { type BudgetOptions, type ProjectReading, RequestBudget } from './request-budget.ts';

/** Number of earlier periods in a trend. */
const PERIODS_BEFORE = 8;
/** Minimum number of usable earlier periods. Fewer of them don't form a range, so none is read. */
const LEAST_PERIODS_BEFORE = 3;
/**
 * Maximum number of days to read one by one. Longer periods are read only as a whole, because their days would take too
 * many of the requests that Mintlify allows.
 */
const MOST_DAYS = 14;
const HOUR_MS = 3_600_000;

/** Inputs, context and projects of a report. */
export type ReadOptions = BudgetOptions &
  Pick<AnalyticsInputs, 'period' | 'compare' | 'trend' | 'siteUrl'> & {
    /** Projects to read, at least one. */
    readonly platforms: readonly Pick<ProjectReading, 'projectId' | 'platform'>[];
  };

/**
 * Reads page views within the budget: first the totals of all periods, then pages while requests are left. Data that
 * can't be read or doesn't fit becomes a gap. Parts of the trend that don't fit become notes.
 *
 * @throws the signal's reason when the run is interrupted
 */
export async function readReport(options: ReadOptions): Promise<Report> {
  const { log, clock, period, compare: comparison, maxRequests: allowed, siteUrl } = options;
  const budget = new RequestBudget(options);
  const readings = options.platforms.map((project): ProjectReading => {
    const before = comparison && new PeriodPages(comparison);
    return { ...project, pages: new PeriodPages(period), before, history: [], days: [] };
  });
  const notes = await log.group(`Reading page views: ${describePeriod(period)}`, () =>
    readAll(readings, budget, options),
  );
  const gaps = gapsOf(readings, budget);
  return {
    generatedAt: clock.date().toISOString(),
    period,
    comparison,
    gaps,
    notes,
    siteUrl: readings.length === 1 ? siteUrl : undefined,
    projects: readings.map((reading) => reportOf(reading, period)),
    runAgainAfter: whenToRunAgain(budget.closedBy, clock.date()),
    requests: { allowed, spent: budget.spent },
  };
}

/**
 * Returns the time in UTC after which Mintlify accepts requests again, as ISO 8601; undefined if `error` isn't a rate
 * limit. Without `Retry-After`, the time is an hour from `now`, because Mintlify limits requests per hour.
 */
export function whenToRunAgain(error: PlatformError | undefined, now: Date): string | undefined {
  if (!isRateLimit(error)) return undefined;
  return new Date(now.getTime() + (error.retryAfterMs ?? HOUR_MS)).toISOString();
}

/** Sends the requests of all projects. Returns sentences about parts of the trend that didn't fit into the budget. */
async function readAll(
  readings: readonly ProjectReading[],
  budget: RequestBudget,
  options: ReadOptions,
): Promise<string[]> {
  const sendFor = (periodsOf: (reading: ProjectReading) => readonly PeriodPages[]) =>
    budget.send(readings.flatMap((reading) => periodsOf(reading).map((pages) => ({ reading, pages }))));
  await sendFor(({ pages }) => [pages]);
  await sendFor(({ before }) => (before ? [before] : []));
  const notes =
    options.trend && readings.some(({ pages }) => pages.totals) ? planTrend(readings, budget, options) : [];
  for (const trend of ['history', 'days'] as const) {
    // The latest periods come first, in case the reading ends early.
    await sendFor((reading) => reading[trend].filter(({ totals }) => !totals).toReversed());
  }
  const isOpen = ({ pages, before, error }: ProjectReading) => !error && (pages.isOpen || before?.isOpen);
  while (budget.left > 0 && readings.some(isOpen)) {
    for (const reading of readings) {
      // The two periods take turns, so that their pages can be compared even if the budget runs out.
      for (const pages of [reading.pages, reading.before]) {
        if (pages?.isOpen) await budget.send([{ reading, pages }]);
      }
    }
  }
  return notes;
}

/**
 * Plans the trend of each project once the totals are read. Takes as many of the latest earlier periods as fit for
 * every project, then the days if all of them fit. While pages are left to read, the trend gets at most half of the
 * remaining requests.
 *
 * @returns sentences about the parts that don't fit
 */
function planTrend(
  readings: readonly ProjectReading[],
  budget: RequestBudget,
  { log, period, compare, maxRequests }: ReadOptions,
): string[] {
  const active = readings.filter(({ error }) => !error);
  // The totals of the period and the comparison period are already known.
  const costOf = (periods: readonly Days[]) =>
    active.length * periods.filter((each) => !isSame(each, period) && !isSame(each, compare)).length;
  const hasMore = active.some(({ pages, before }) => pages.isOpen || before?.isOpen);
  const left = maxRequests - budget.spent;
  const room = hasMore ? Math.floor(left / 2) : left;
  let history: readonly Days[] = periodsBefore(period, PERIODS_BEFORE);
  while (history.length > 0 && costOf(history) > room) history = history.slice(1);
  // These periods can include the comparison period, whose API call may have failed.
  const isKnown = (each: Days) => !isSame(each, compare) || active.some(({ before }) => before?.totals);
  if (history.filter(isKnown).length < LEAST_PERIODS_BEFORE) history = [];
  const all = lengthOf(period) > MOST_DAYS ? [] : daysOf(period).map((day) => ({ from: day, to: day }));
  const days = costOf(all) > room - costOf(history) ? [] : all;
  for (const reading of readings) {
    reading.history = totalsOf(reading, history);
    reading.days = totalsOf(reading, days);
  }
  const [historyCost, daysCost] = [costOf(history), costOf(days)];
  log.info(
    `Request plan (limit ${thousands(maxRequests)}): ${budget.spent} for totals, ${historyCost} for earlier periods, ${daysCost} for daily totals, ${left - historyCost - daysCost} left for more rows and retries.`,
  );
  return leftOut(history, days.length < all.length, maxRequests);
}

function leftOut(history: readonly Days[], isWithoutDays: boolean, maxRequests: number): string[] {
  const latest = `Only the latest ${history.length} of ${PERIODS_BEFORE} earlier periods were requested`;
  const periods = history.length > 0 ? latest : "Earlier periods weren't requested";
  return [
    ...(history.length < PERIODS_BEFORE ? [periods] : []),
    ...(isWithoutDays ? ["Daily totals weren't requested"] : []),
  ].map((what) => `${what}, because of \`max-requests\` (${thousands(maxRequests)}).`);
}

/**
 * Returns pages for the totals of each period. If a period is the report's own or the comparison period, reuses its
 * pages.
 */
function totalsOf({ pages, before }: ProjectReading, periods: readonly Days[]): PeriodPages[] {
  return periods.map((days) => {
    const known = [pages, before].find((each) => isSame(each?.period, days));
    return known ?? new PeriodPages(days, 1);
  });
}

function reportOf(reading: ProjectReading, { isMonth }: Period): ProjectReport {
  const { projectId, pages, before, error } = reading;
  const spansOf = (periods: readonly PeriodPages[], isMonth?: boolean): DatedCounts[] | undefined => {
    if (periods.length === 0) return undefined;
    return periods.map(({ period: { from, to }, totals: counts }) => ({ from, to, isMonth, counts }));
  };
  const project = {
    projectId,
    totals: pages.totals,
    previousTotals: before?.totals,
    pages: joinPages(projectId, pages, before?.totals && before),
    complete: pages.isComplete,
    previousComplete: before?.isComplete,
    days: spansOf(reading.days),
    history: spansOf(reading.history, isMonth),
    error,
    notes: mismatches(reading),
  };
  return { ...project, sections: sectionsOf(project) };
}
