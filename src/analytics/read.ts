import type { Clock } from '../clock.ts';
import type { AnalyticsInputs } from '../inputs.ts';
import type { Log } from '../log.ts';
import type { ViewsPlatform } from '../platform/client.ts';
import { HttpError, type PlatformError } from '../platform/errors.ts';
import { counted } from '../text/numbers.ts';
import { joinPages, sectionsOf } from './compare.ts';
import { gapsOf, notesOf } from './gaps.ts';
import type { ProjectReport, Report, Span } from './model.ts';
import { daysOf, describePeriod, type Period, periodsBefore } from './period.ts';
import { PeriodPages } from './period-pages.ts';
import { isRefusal, type LeftOut, type ProjectReading, type Question, Requests } from './requests.ts';

const PERIODS_BEFORE = 8;
/** A longer period has no columns for its days. */
const MOST_DAYS = 31;

type Asked = Pick<AnalyticsInputs, 'period' | 'compare' | 'trend' | 'maxRequests' | 'siteUrl'>;

export interface ReadOptions extends Asked {
  /** One or more. */
  readonly platforms: readonly { readonly projectId: string; readonly platform: ViewsPlatform }[];
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
  const { log, clock, period, compare: comparison, maxRequests, siteUrl, version } = options;
  const requests = new Requests({ ...options, allowed: maxRequests });
  const readings = options.platforms.map((project) => readingOf(project, options));
  log.info(planOf(readings, maxRequests));
  const leftOut = await log.group(`Reading page views: ${describePeriod(period)}`, async () => {
    const left = await readAll(readings, requests);
    log.info(`${counted(requests.spent, 'request')} made.`);
    return left;
  });
  const gaps = gapsOf(readings, leftOut, requests);
  for (const { projectId, text } of gaps)
    log.warning(projectId === undefined ? text : `${projectId}: ${text}`);
  const projects = readings.map((reading) => reportOf(reading, options));
  for (const { projectId, notes } of projects) for (const note of notes) log.info(`${projectId}: ${note}`);
  return {
    ...{ generatedAt: clock.date().toISOString(), version, period, comparison, siteUrl, projects, gaps },
    runAgainAfter: requests.closedBy && whenToRunAgain(requests.closedBy, clock.date()),
    requests: { allowed: maxRequests, spent: requests.spent },
  };
}

const HOUR_MS = 3_600_000;

/**
 * When the platform answers again, after a 429: when it says so, or else in an hour, since the limit is counted by the
 * hour. An ISO 8601 instant in UTC.
 */
export function whenToRunAgain(error: PlatformError, now: Date): string | undefined {
  if (!(error instanceof HttpError) || error.status !== 429) return undefined;
  return new Date(now.getTime() + (error.retryAfterMs ?? HOUR_MS)).toISOString();
}

function readingOf(
  project: { readonly projectId: string; readonly platform: ViewsPlatform },
  { period, compare, trend }: Asked,
): ProjectReading {
  const pages = new PeriodPages(period);
  const before = compare && new PeriodPages(compare);
  const days = daysOf(period);
  const totalsOf = (each: Pick<Period, 'from' | 'to'>) =>
    [pages, before].find((known) => known?.period.from === each.from && known.period.to === each.to) ??
    new PeriodPages({ ...each, isMonth: false }, 1);
  return {
    ...{ ...project, pages, before },
    history: trend ? periodsBefore(period, PERIODS_BEFORE).map(totalsOf) : [],
    days: trend && days.length <= MOST_DAYS ? days.map((day) => totalsOf({ from: day, to: day })) : [],
  };
}

/** What is not known without requests of its own; the latest first, in case the budget ends. */
function unread({ pages, before }: ProjectReading, periods: readonly PeriodPages[]): PeriodPages[] {
  return periods.filter((each) => each !== pages && each !== before).toReversed();
}

/** What a trend is made of, in the order in which it is read. */
const TREND = ['history', 'days'] as const;

/** One line: what the requests are for, as far as that is known before the first answer. */
function planOf(readings: readonly ProjectReading[], allowed: number): string {
  let left = allowed;
  const steps: string[] = [];
  const plan = (requests: number, what: string) => {
    if (requests === 0) return;
    const isLeftOut = requests > left && what.startsWith('totals');
    steps.push(isLeftOut ? `no ${what} (${requests})` : `${Math.min(requests, left)} for ${what}`);
    if (!isLeftOut) left = Math.max(0, left - requests);
  };
  plan(readings.length, 'first pages of the period');
  plan(readings.filter(({ before }) => before).length, 'those of the period compared with');
  for (const kind of TREND) {
    const needed = readings.flatMap((reading) => unread(reading, reading[kind])).length;
    plan(needed, kind === 'days' ? 'totals of each day' : 'totals of the periods before');
  }
  return `Plan for at most ${counted(allowed, 'request')}: ${steps.join(', ')}, ${left} left for other pages and retries.`;
}

/** @returns what of the trend did not fit */
async function readAll(readings: readonly ProjectReading[], requests: Requests): Promise<LeftOut[]> {
  const first = (reading: ProjectReading, pages: PeriodPages): Question[] =>
    pages.next(1).map((query) => ({ project: reading, pages, query }));
  await requests.ask(readings.flatMap((reading) => first(reading, reading.pages)));
  const error = readings[0]?.pages.error;
  if (error && readings.every(({ pages }) => !pages.totals)) throw error;
  const readable = () => readings.filter((reading) => reading.pages.totals && !reading.error);
  await requests.ask(readable().flatMap((reading) => (reading.before ? first(reading, reading.before) : [])));
  const leftOut: LeftOut[] = [];
  for (const kind of TREND) {
    const wanted = readable().flatMap((reading) =>
      unread(reading, reading[kind]).flatMap((pages) => first(reading, pages)),
    );
    if (wanted.length <= requests.left) await requests.ask(wanted);
    else leftOut.push({ kind, requests: wanted.length, left: requests.left });
  }
  for (const kind of ['pages', 'before'] as const) await readPages(readable, kind, requests);
  return leftOut;
}

/** The other pages of one period, in turn over the projects. */
async function readPages(
  readable: () => ProjectReading[],
  kind: 'pages' | 'before',
  requests: Requests,
): Promise<void> {
  for (;;) {
    const open = readable().filter((reading) => reading[kind]?.isOpen);
    if (open.length === 0 || requests.left === 0) return;
    for (const project of open) {
      const pages = project[kind];
      if (pages) await requests.ask(pages.next(requests.left).map((query) => ({ project, pages, query })));
    }
  }
}

function reportOf(reading: ProjectReading, { trend }: Asked): ProjectReport {
  const { projectId, pages, before } = reading;
  const isCompared = pages.isComplete && before?.isComplete === true;
  const joined = joinPages(
    { rows: pages.rows, isComplete: pages.isComplete },
    before?.totals && { rows: before.rows, isComplete: before.isComplete },
  );
  const spansOf = (periods: readonly PeriodPages[]): Span[] =>
    periods.map(({ period: { from, to }, totals }) => ({ from, to, counts: totals }));
  const refused = isRefusal(reading.error) ? reading.error : undefined;
  return {
    projectId,
    totals: pages.totals,
    previousTotals: before?.totals,
    ...joined,
    complete: pages.isComplete,
    previousComplete: before?.isComplete,
    sums: pages.sums,
    days: trend && reading.days.length > 0 ? spansOf(reading.days) : undefined,
    history: trend ? spansOf(reading.history) : undefined,
    sections: sectionsOf([...joined.pages, ...joined.gone], isCompared),
    refused: refused && `${refused.message} ${refused.advice}`,
    notes: notesOf(reading),
  };
}
