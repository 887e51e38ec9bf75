import type { AnalyticsInputs } from '../inputs.ts';
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
import { isRateLimit } from '../platform/failures.ts';
import { thousands } from '../text/numbers.ts';
import { joinPages, sectionsOf } from './compare.ts';
import { gapsOf, mismatches } from './gaps.ts';
import type { DatedCounts, ProjectReport, Report } from './model.ts';
import { PeriodPages } from './period-pages.ts';
import { type BudgetOptions, type ProjectReading, RequestBudget } from './request-budget.ts';

const PERIODS_BEFORE = 8;
/** Least number of known periods: fewer do not make a range to compare with. */
const LEAST_PERIODS_BEFORE = 3;
/** Single days of a longer period would take too many of the requests that Mintlify allows. */
const MOST_DAYS = 14;
const HOUR_MS = 3_600_000;

export type ReadOptions = BudgetOptions &
  Pick<AnalyticsInputs, 'period' | 'compare' | 'trend' | 'siteUrl'> & {
    /** One or more. */
    readonly platforms: readonly Pick<ProjectReading, 'projectId' | 'platform'>[];
  };

/**
 * Reads page views within the budget: first the totals of all periods, then pages as far as requests are left. What does
 * not fit or fails is a gap; what does not fit of the trend is a note.
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
 * Returns when Mintlify answers again after a rate limit, as an ISO 8601 instant in UTC. If Mintlify does not say, that
 * is in an hour, because the limit is counted by the hour.
 */
export function whenToRunAgain(error: PlatformError | undefined, now: Date): string | undefined {
  if (!isRateLimit(error)) return undefined;
  return new Date(now.getTime() + (error.retryAfterMs ?? HOUR_MS)).toISOString();
}

/** @returns what did not fit into the budget of the trend, in sentences */
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
    // The latest first, in case the reading ends early.
    await sendFor((reading) => reading[trend].filter(({ totals }) => !totals).toReversed());
  }
  const isOpen = ({ pages, before, error }: ProjectReading) => !error && (pages.isOpen || before?.isOpen);
  while (budget.left > 0 && readings.some(isOpen)) {
    for (const reading of readings) {
      // A step of the one and a step of the other, so that what is read can be compared.
      for (const pages of [reading.pages, reading.before]) {
        if (pages?.isOpen) await budget.send([{ reading, pages }]);
      }
    }
  }
  return notes;
}

/**
 * Plans the trend of each project, after the first answers. The latest earlier periods come first, as far as they fit
 * for all projects. Then come the days, for all projects or for none. Both take at most half of what is left while
 * there are more pages to read.
 *
 * @returns what does not fit, in sentences
 */
function planTrend(
  readings: readonly ProjectReading[],
  budget: RequestBudget,
  { log, period, compare, maxRequests }: ReadOptions,
): string[] {
  const active = readings.filter(({ error }) => !error);
  // The two periods that are compared have their totals already.
  const costOf = (periods: readonly Days[]) =>
    active.length * periods.filter((each) => !isSame(each, period) && !isSame(each, compare)).length;
  const hasMore = active.some(({ pages, before }) => pages.isOpen || before?.isOpen);
  const left = maxRequests - budget.spent;
  const room = hasMore ? Math.floor(left / 2) : left;
  let history: readonly Days[] = periodsBefore(period, PERIODS_BEFORE);
  while (history.length > 0 && costOf(history) > room) history = history.slice(1);
  // The comparison period is one of them, and may have failed.
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
    `Request plan (limit ${thousands(maxRequests)}): ${budget.spent} for totals, ${historyCost} for earlier periods, ${daysCost} for single days, ${left - historyCost - daysCost} left for more rows and retries.`,
  );
  return leftOut(history, days.length < all.length, maxRequests);
}

function leftOut(history: readonly Days[], isWithoutDays: boolean, maxRequests: number): string[] {
  const budget = `\`max-requests\` (${thousands(maxRequests)})`;
  const latest = `Only the latest ${history.length} of ${PERIODS_BEFORE} earlier periods were requested, because of ${budget}.`;
  const none = `Earlier periods were not requested, because of ${budget}.`;
  const periods = history.length > 0 ? latest : none;
  const days = `Single days were not requested, because of ${budget}.`;
  return [...(history.length < PERIODS_BEFORE ? [periods] : []), ...(isWithoutDays ? [days] : [])];
}

/** Returns a reader for the totals of each period: one of the two that are compared, if it is that period. */
function totalsOf({ pages, before }: ProjectReading, periods: readonly Days[]): PeriodPages[] {
  return periods.map((days) => {
    const known = [pages, before].find((each) => isSame(each?.period, days));
    return known ?? new PeriodPages(days, 1);
  });
}

function reportOf(reading: ProjectReading, { isMonth }: Period): ProjectReport {
  const { projectId, pages, before, error } = reading;
  const spansOf = (periods: readonly PeriodPages[], isMonth?: boolean): DatedCounts[] | undefined =>
    periods.length === 0
      ? undefined
      : periods.map(({ period: { from, to }, totals: counts }) => ({ from, to, isMonth, counts }));
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
