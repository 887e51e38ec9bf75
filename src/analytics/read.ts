import type { AnalyticsInputs } from '../inputs.ts';
import { HttpError, type PlatformError } from '../platform/errors.ts';
import { counted } from '../text/numbers.ts';
import { joinPages, sectionsOf } from './compare.ts';
import { gapsOf, notesOf, type Trend } from './gaps.ts';
import type { ProjectReport, Report, Span } from './model.ts';
import { daysOf, describePeriod, periodsBefore } from './period.ts';
import { PeriodPages } from './period-pages.ts';
import { isRefusal, type Reading, Requests, type RequestsOptions } from './requests.ts';

const PERIODS_BEFORE = 8;
/** A longer period has no columns for its days. */
const MOST_DAYS = 31;
const HOUR_MS = 3_600_000;

export type ReadOptions = RequestsOptions &
  Pick<AnalyticsInputs, 'period' | 'compare' | 'trend' | 'siteUrl'> & {
    /** One or more. */
    readonly platforms: readonly Pick<Reading, 'projectId' | 'platform'>[];
  };

/**
 * Reads page views within the budget: first the totals of all periods, then pages as far as requests are left. What does
 * not fit or fails is a gap.
 *
 * @throws {PlatformError} if nothing could be read
 * @throws the signal's reason when the run is interrupted
 */
export async function readReport(options: ReadOptions): Promise<Report> {
  const { log, clock, period, compare: comparison, maxRequests: allowed, siteUrl } = options;
  const requests = new Requests(options);
  const readings = options.platforms.map((project) => readingOf(project, options));
  log.info(planOf(readings, allowed));
  const leftOut = await log.group(`Reading page views: ${describePeriod(period)}`, () =>
    readAll(readings, requests),
  );
  const gaps = gapsOf(readings, leftOut, requests);
  for (const { projectId = 'All projects', text } of gaps) log.warning(`${projectId}: ${text}`);
  return {
    ...{ generatedAt: clock.date().toISOString(), period, comparison, siteUrl, gaps },
    projects: readings.map(reportOf),
    runAgainAfter: whenToRunAgain(requests.closedBy, clock.date()),
    requests: { allowed, spent: requests.spent },
  };
}

/**
 * When the platform answers again, after a 429: when it says so, or else in an hour, since the limit is counted by the
 * hour. An ISO 8601 instant in UTC.
 */
export function whenToRunAgain(error: PlatformError | undefined, now: Date): string | undefined {
  if (!(error instanceof HttpError) || error.status !== 429) return undefined;
  return new Date(now.getTime() + (error.retryAfterMs ?? HOUR_MS)).toISOString();
}

function readingOf(
  project: ReadOptions['platforms'][number],
  { period, compare, trend }: ReadOptions,
): Reading {
  const pages = new PeriodPages(period);
  const before = compare && new PeriodPages(compare);
  const totalsOf = ({ from, to }: Pick<Span, 'from' | 'to'>) =>
    [pages, before].find((known) => known?.period.from === from && known.period.to === to) ??
    new PeriodPages({ from, to, isMonth: false }, 1);
  const days = daysOf(period).map((day) => ({ from: day, to: day }));
  return {
    ...{ ...project, pages, before },
    ...(trend && { history: periodsBefore(period, PERIODS_BEFORE).map(totalsOf) }),
    ...(trend && days.length <= MOST_DAYS && { days: days.map(totalsOf) }),
  };
}

/** What is asked for first, in this order: the first answer for these periods. A trend is read for all projects or none. */
const STEPS: readonly (readonly [what: string, of: (reading: Reading) => PeriodPages[], trend?: Trend])[] = [
  ['first pages', ({ pages }) => [pages]],
  ['first pages of the period compared with', ({ before }) => (before ? [before] : [])],
  ['totals of the periods before', unread('history'), 'history'],
  ['totals of each day', unread('days'), 'days'],
];

/** What of the trend takes requests of its own; the latest first, in case the reading ends. */
function unread(trend: Trend) {
  return ({ pages, before, [trend]: periods = [] }: Reading) =>
    periods.filter((each) => each !== pages && each !== before).toReversed();
}

/** One line: what the requests are for, as far as that is known before the first answer. */
function planOf(readings: readonly Reading[], allowed: number): string {
  let left = allowed;
  const texts = STEPS.map(([what, periodsOf, trend]) => {
    const needed = readings.flatMap(periodsOf).length;
    const made = trend && needed > left ? 0 : Math.min(needed, left);
    left -= made;
    return `${made}${made < needed ? ` instead of ${needed}` : ''} for ${what}`;
  });
  return `Plan: at most ${counted(allowed, 'request')}, ${texts.join(', ')}, ${left} for other pages and retries.`;
}

/** @returns what of the trend did not fit */
async function readAll(readings: readonly Reading[], requests: Requests): Promise<Trend[]> {
  const leftOut: Trend[] = [];
  for (const [, periodsOf, trend] of STEPS) {
    const wanted = readings
      .filter(({ error }) => !error)
      .flatMap((reading) => periodsOf(reading).map((pages) => ({ reading, pages })));
    if (trend && wanted.length > requests.left && !requests.closedBy) leftOut.push(trend);
    else await requests.ask(wanted);
    const error = readings[0]?.error;
    if (error && readings.every(({ pages }) => !pages.totals)) throw error;
  }
  for (const kind of ['pages', 'before'] as const) {
    const isOpen = (reading: Reading) => requests.left > 0 && !reading.error && reading[kind]?.isOpen;
    while (readings.some(isOpen)) {
      for (const reading of readings.filter(isOpen)) {
        await requests.ask([{ reading, pages: reading[kind] ?? reading.pages }]);
      }
    }
  }
  return leftOut;
}

function reportOf(reading: Reading): ProjectReport {
  const { projectId, pages, before, history, days, error } = reading;
  const spanOf = ({ period: { from, to }, totals }: PeriodPages): Span => ({ from, to, counts: totals });
  const project = {
    projectId,
    totals: pages.totals,
    previousTotals: before?.totals,
    pages: joinPages(projectId, pages, before?.totals && before),
    complete: pages.isComplete,
    previousComplete: before?.isComplete,
    days: days?.map(spanOf),
    history: history?.map(spanOf),
    refused: error && isRefusal(error) ? `${error.message} ${error.advice}` : undefined,
    notes: notesOf(reading),
  };
  return { ...project, sections: sectionsOf(project) };
}
