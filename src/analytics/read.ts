import type { Clock } from '../clock.ts';
import type { AnalyticsInputs } from '../inputs.ts';
import type { Log } from '../log.ts';
import { HttpError, type PlatformError } from '../platform/errors.ts';
import { counted } from '../text/numbers.ts';
import { joinPages, sectionsOf } from './compare.ts';
import { gapsOf, notesOf } from './gaps.ts';
import type { ProjectReport, Report, Span } from './model.ts';
import { daysOf, describePeriod, periodsBefore } from './period.ts';
import { PeriodPages } from './period-pages.ts';
import { isRefusal, type Question, type Reading, Requests } from './requests.ts';

const PERIODS_BEFORE = 8;
/** A longer period has no columns for its days. */
const MOST_DAYS = 31;
const HOUR_MS = 3_600_000;

type Asked = Pick<AnalyticsInputs, 'period' | 'compare' | 'trend' | 'maxRequests' | 'siteUrl'>;

export interface ReadOptions extends Asked {
  /** One or more. */
  readonly platforms: readonly Pick<Reading, 'projectId' | 'platform'>[];
  readonly version: string;
  readonly log: Log;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Reads page views within the budget: first the totals of all periods, then pages as far as requests are left. What does
 * not fit or fails is a gap.
 *
 * @throws {PlatformError} if nothing could be read
 * @throws the signal's reason when the run is interrupted
 */
export async function readReport(options: ReadOptions): Promise<Report> {
  const { log, clock, period, compare: comparison, maxRequests: allowed, siteUrl, version } = options;
  const requests = new Requests({ ...options, allowed });
  const readings = options.platforms.map((project) => readingOf(project, options));
  log.info(planOf(readings, allowed));
  const leftOut = await log.group(`Reading page views: ${describePeriod(period)}`, () =>
    readAll(readings, requests),
  );
  const gaps = gapsOf(readings, leftOut, requests, allowed);
  for (const { projectId = 'All projects', text } of gaps) log.warning(`${projectId}: ${text}`);
  const closed = requests.closedBy;
  return {
    ...{ generatedAt: clock.date().toISOString(), version, period, comparison, siteUrl, gaps },
    projects: readings.map((reading) => reportOf(reading, options)),
    runAgainAfter: closed && whenToRunAgain(closed, clock.date()),
    requests: { allowed, spent: requests.spent },
  };
}

/**
 * When the platform answers again, after a 429: when it says so, or else in an hour, since the limit is counted by the
 * hour. An ISO 8601 instant in UTC.
 */
export function whenToRunAgain(error: PlatformError, now: Date): string | undefined {
  if (!(error instanceof HttpError) || error.status !== 429) return undefined;
  return new Date(now.getTime() + (error.retryAfterMs ?? HOUR_MS)).toISOString();
}

function readingOf(project: ReadOptions['platforms'][number], { period, compare, trend }: Asked): Reading {
  const pages = new PeriodPages(period);
  const before = compare && new PeriodPages(compare);
  const totalsOf = (each: Pick<Span, 'from' | 'to'>) =>
    [pages, before].find((known) => known?.period.from === each.from && known.period.to === each.to) ??
    new PeriodPages({ ...each, isMonth: false }, 1);
  const days = trend ? daysOf(period) : [];
  return {
    ...{ ...project, pages, before },
    history: trend ? periodsBefore(period, PERIODS_BEFORE).map(totalsOf) : [],
    days: days.length <= MOST_DAYS ? days.map((day) => totalsOf({ from: day, to: day })) : [],
  };
}

/** What a trend is made of, in the order in which it is read. */
const TREND = ['history', 'days'] as const;
type Trend = (typeof TREND)[number];

/** What of the trend takes requests of its own; the latest first, in case the budget ends. */
function unread(reading: Reading, kind: Trend): PeriodPages[] {
  return reading[kind].filter((each) => each !== reading.pages && each !== reading.before).toReversed();
}

/** One line: what the requests are for, as far as that is known before the first answer. */
function planOf(readings: readonly Reading[], allowed: number): string {
  const steps = [
    { what: 'first pages', needed: readings.length },
    {
      what: 'first pages of the period compared with',
      needed: readings.flatMap((each) => each.before ?? []).length,
    },
    {
      what: 'totals of the periods before',
      needed: readings.flatMap((each) => unread(each, 'history')).length,
    },
    { what: 'totals of each day', needed: readings.flatMap((each) => unread(each, 'days')).length },
  ];
  let left = allowed;
  const texts = steps.map(({ what, needed }) => {
    const made = what.startsWith('totals') && needed > left ? 0 : Math.min(needed, left);
    left -= made;
    return `${made}${made < needed ? ` instead of ${needed}` : ''} for ${what}`;
  });
  return `Plan: at most ${counted(allowed, 'request')}, ${texts.join(', ')}, ${left} for other pages and retries.`;
}

/** @returns what of the trend did not fit, and so was left out for all projects */
async function readAll(readings: readonly Reading[], requests: Requests): Promise<Trend[]> {
  const first = (reading: Reading, pages: PeriodPages | undefined): Question[] =>
    pages ? pages.next(1).map((query) => ({ reading, pages, query })) : [];
  await requests.ask(readings.flatMap((reading) => first(reading, reading.pages)));
  const error = readings[0]?.pages.error;
  if (error && readings.every(({ pages }) => !pages.totals)) throw error;
  const readable = () => readings.filter(({ pages, error }) => pages.totals && !error);
  await requests.ask(readable().flatMap((reading) => first(reading, reading.before)));
  const leftOut: Trend[] = [];
  for (const kind of TREND) {
    const wanted = readable().flatMap((each) => unread(each, kind).flatMap((pages) => first(each, pages)));
    if (wanted.length > requests.left && !requests.closedBy) leftOut.push(kind);
    else await requests.ask(wanted);
  }
  for (const kind of ['pages', 'before'] as const) {
    const open = () => (requests.left > 0 ? readable().filter((each) => each[kind]?.isOpen) : []);
    for (let now = open(); now.length > 0; now = open()) {
      for (const reading of now) {
        const pages = reading[kind] ?? reading.pages;
        await requests.ask(pages.next(requests.left).map((query) => ({ reading, pages, query })));
      }
    }
  }
  return leftOut;
}

function reportOf(reading: Reading, { trend }: Asked): ProjectReport {
  const { projectId, pages, before, history, days, error } = reading;
  const joined = joinPages(pages, before?.totals && before);
  const spansOf = (periods: readonly PeriodPages[]) =>
    periods.map(({ period: { from, to }, totals }): Span => ({ from, to, counts: totals }));
  return {
    projectId,
    totals: pages.totals,
    previousTotals: before?.totals,
    ...joined,
    complete: pages.isComplete,
    previousComplete: before?.isComplete,
    sums: pages.sums,
    days: days.length > 0 ? spansOf(days) : undefined,
    history: trend ? spansOf(history) : undefined,
    sections: sectionsOf([...joined.pages, ...joined.gone], pages.isComplete && before?.isComplete === true),
    refused: error && isRefusal(error) ? `${error.message} ${error.advice}` : undefined,
    notes: notesOf(reading),
  };
}
