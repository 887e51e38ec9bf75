import type { Clock } from '../clock.ts';
import type { AnalyticsInputs } from '../inputs.ts';
import type { Log } from '../log.ts';
import type { ViewsPlatform, ViewsQuery } from '../platform/client.ts';
import { HttpError, type PlatformError } from '../platform/errors.ts';
import type { Counts, ViewsResponse } from '../platform/schemas.ts';
import { counted, thousands } from '../text/numbers.ts';
import { withBaseline } from './baseline.ts';
import { joinPages, sectionsOf } from './compare.ts';
import { differenceOf, sumOf } from './counts.ts';
import type { ProjectReport, Report, Span } from './model.ts';
import { PagedReader } from './paged-reader.ts';
import { type DatedPeriod, describePeriod, periodsBefore, trendOf } from './period.ts';
import { describePlan, type Need, type Reader, Requests } from './requests.ts';

/** A project, and the platform asked on its behalf. */
export interface ProjectPlatform {
  readonly projectId: string;
  readonly platform: ViewsPlatform;
}

type Asked = Pick<AnalyticsInputs, 'period' | 'compare' | 'daily' | 'history' | 'maxRequests'>;

export interface ReadOptions extends Asked, Partial<Pick<AnalyticsInputs, 'baseline' | 'siteUrl'>> {
  /** One or more. */
  readonly platforms: readonly ProjectPlatform[];
  readonly version: string;
  readonly log: Log;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Reads page views within the budget: first the pages of the period, then its trend, then the pages of the period
 * before, then the totals of earlier periods. What does not fit or fails is left out and noted.
 *
 * @throws {PlatformError} if nothing could be read
 * @throws the signal's reason when the run is interrupted
 */
export async function readReport(options: ReadOptions): Promise<Report> {
  const { log, clock, period, maxRequests, baseline } = options;
  const scope = scopeOf(options);
  const requests = new Requests({ ...options, allowed: maxRequests });
  await log.group(`Request budget: ${maxRequests}`, () => logPlan(log, maxRequests, scope));
  const readers = options.platforms.map((project) => readerOf(project, scope));
  await log.group(`Reading page views: ${describePeriod(period)}`, () =>
    readAll(readers, scope, requests, log),
  );
  const read = readers.map((reader) => reportOf(reader, scope, requests));
  const projects = baseline ? read.map((project) => withBaseline(project, baseline)) : read;
  for (const { projectId, complete, notes } of projects) {
    const tell = complete ? log.info : log.warning;
    if (notes.length > 0) tell.call(log, `${projectId}: ${notes.join(' ')}`);
  }
  return {
    generatedAt: clock.date().toISOString(),
    version: options.version,
    period,
    previousPeriod: projects.some(({ previousTotals }) => previousTotals) ? scope.previous : undefined,
    siteUrl: options.siteUrl,
    baseline,
    runAgainAfter: requests.closedBy && whenToRunAgain(requests.closedBy, clock.date()),
    projects,
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

type Scope = Readonly<ReturnType<typeof scopeOf>>;

/** What is to be read, beyond the pages of the period. */
function scopeOf({ platforms, period, compare, daily, history, clock }: ReadOptions) {
  const before = compare && period.kind === 'dates' ? periodsBefore(period, Math.max(1, history)) : [];
  const trend = daily ? trendOf(period) : undefined;
  /** Why something that was asked for is not read at all, and what to bear in mind. */
  const notes: string[] = [];
  if (compare && period.kind === 'all') {
    notes.push('There is no comparison: without dates there is no period before.');
  }
  if (daily && !trend) notes.push('There is no trend: the period is not made of whole days in UTC.');
  if (period.kind === 'dates' && Date.parse(period.to) > clock.date().getTime()) {
    notes.push('The period is not over yet: its counts are still growing.');
  }
  return {
    period,
    projectCount: platforms.length,
    trend,
    /** What of the trend takes requests: a trend of one part has the totals of the period. */
    parts: trend && trend.parts.length > 1 ? trend.parts : [],
    /** Absent without a comparison. */
    previous: before.at(-1),
    /** The periods before `previous`, oldest first. */
    earlier: before.slice(0, -1),
    hasHistory: before.length > 0 && history > 0,
    notes,
  };
}

const TREND_NAMES = { day: 'each day', week: 'each 7 days', month: 'each month' } as const;

/** @param pageRequests that the pages of the period took; absent before they were read */
function needsOf({ projectCount, trend, parts, previous, earlier }: Scope, pageRequests?: number): Need[] {
  const before = { what: 'Pages of the period before', atLeast: true };
  const needs: Need[] = [
    { what: 'Pages of the period, 250 with each request', requests: projectCount, atLeast: true },
    { what: `Totals of ${TREND_NAMES[trend?.unit ?? 'day']}`, requests: projectCount * parts.length },
    { ...before, requests: previous ? (pageRequests ?? projectCount) : 0 },
    { what: 'Totals of earlier periods', requests: projectCount * earlier.length },
  ];
  return needs.slice(pageRequests === undefined ? 0 : 1).filter(({ requests }) => requests > 0);
}

function logPlan(log: Log, allowed: number, scope: Scope): void {
  log.info(
    `At most ${counted(allowed, 'request')}, retries included, of the 100 an hour that the platform allows the organization. In this order:`,
  );
  const steps = describePlan(allowed, needsOf(scope));
  log.info(steps.map((line, index) => `${index + 1}. ${line}`).join('\n'));
  if (scope.projectCount > 1) log.info(`Each step is shared equally by ${scope.projectCount} projects.`);
  if (scope.trend?.parts.length === 1) log.info('The period is one day, so its totals are those of the day.');
}

async function readAll(
  readers: readonly ProjectReader[],
  scope: Scope,
  requests: Requests,
  log: Log,
): Promise<void> {
  await requests.serve(readers.map(({ pages }) => pages));
  const first = readers[0]?.pages.error;
  if (first && readers.every(({ pages }) => !pages.totals)) throw first;
  const { spent, left } = requests;
  log.info(`The pages of the period took ${counted(spent, 'request')}; ${thousands(left)} left.`);
  const plan = describePlan(left, needsOf(scope, spent));
  if (plan.length > 0) log.info(plan.join('\n'));
  // More requests are not worth making after a failure that retries did not mend.
  const readable = readers.filter(({ pages }) => pages.totals && !pages.error);
  for (const part of ['trend', 'previous', 'earlier'] as const) {
    await requests.serve(readable.flatMap((reader) => reader[part] ?? []));
  }
  log.info(`Done: ${counted(requests.spent, 'request')}.`);
}

/** The totals of several periods, each with one request. The latest come first, in case the budget ends. */
class TotalsReader implements Reader {
  readonly platform: ViewsPlatform;
  asked = 0;
  error: PlatformError | undefined;
  /** In order, with what was read. */
  readonly spans: (Span & { counts?: Counts })[];
  readonly #queue: Span[];

  /** @param periods in order */
  constructor(platform: ViewsPlatform, periods: readonly DatedPeriod[]) {
    this.platform = platform;
    this.spans = periods.map(({ from, to }) => ({ from, to }));
    this.#queue = [...this.spans];
  }

  next(): ViewsQuery | undefined {
    const span = this.#queue.pop();
    return span && { dateFrom: span.from, dateTo: span.to, limit: 1, offset: 0 };
  }

  needs(): boolean {
    return true;
  }

  take({ dateFrom }: ViewsQuery, { totals }: ViewsResponse): number {
    for (const span of this.spans) if (span.from === dateFrom) span.counts = totals;
    return 0;
  }
}

type ProjectReader = Readonly<ReturnType<typeof readerOf>>;

/** What is read of one project. */
function readerOf({ projectId, platform }: ProjectPlatform, { period, parts, previous, earlier }: Scope) {
  return {
    projectId,
    pages: new PagedReader(platform, period),
    trend: new TotalsReader(platform, parts),
    previous: previous && new PagedReader(platform, previous),
    earlier: new TotalsReader(platform, earlier),
  };
}

function reportOf(reader: ProjectReader, scope: Scope, requests: Requests): ProjectReport {
  const { projectId, pages, earlier } = reader;
  const { parts, trend, previous: before, hasHistory } = scope;
  const previous = reader.previous?.totals && reader.previous;
  const { pages: rows, gone } = joinPages(pages, previous);
  const spanOf = ({ from, to }: DatedPeriod, counts?: Counts): Span => ({ from, to, counts });
  const days = parts.length > 0 ? reader.trend.spans : trend?.parts.map((part) => spanOf(part, pages.totals));
  return {
    projectId,
    totals: pages.totals,
    previousTotals: previous?.totals,
    pages: rows,
    gone,
    complete: pages.complete,
    previousComplete: previous?.complete,
    refused: refusal(pages.error),
    sums: pages.sums,
    days: pages.totals && days,
    history:
      pages.totals && before && hasHistory ? [...earlier.spans, spanOf(before, previous?.totals)] : undefined,
    sections: sectionsOf([...rows, ...gone], pages.complete && previous?.complete === true),
    notes: [...scope.notes, ...notesOf(reader, scope, requests)],
  };
}

/** What is missing, and what does not add up. */
function notesOf(project: ProjectReader, { period, trend: units }: Scope, requests: Requests): string[] {
  const { pages, previous, trend, earlier } = project;
  const reasonOf = (reader: Reader) => {
    if (reader !== pages && pages.error) return 'reading had ended already.';
    const cause = reader.error ?? requests.closedBy;
    return cause ? `${cause.message} ${cause.advice}` : `max-requests (${requests.allowed}) was used up.`;
  };
  const notes = pageNotes(pages, 'the period', reasonOf(pages));
  if (!pages.totals) return notes;
  const unreadOf = (what: string, reader: TotalsReader) =>
    reader.spans.every(({ counts }) => counts) ? [] : [`Not all ${what} were read: ${reasonOf(reader)}`];
  const parts = { day: 'days', week: 'spans of 7 days', month: 'months' }[units?.unit ?? 'day'];
  const unread = unreadOf(parts, trend);
  notes.push(...unread);
  const isWhole = period.kind === 'dates' && trend.spans[0]?.from === period.from;
  if (unread.length === 0 && isWhole) {
    notes.push(...differenceNotes(parts, sumOf(trend.spans.map(({ counts }) => counts)), pages.totals));
  }
  if (previous) notes.push(...pageNotes(previous, 'the period before', reasonOf(previous)));
  return [...notes, ...unreadOf('earlier periods', earlier)];
}

/**
 * The sentences on the pages of a period: what is missing, and whether they add up.
 *
 * @param period what the pages belong to, such as `the period`
 * @param reason why reading ended early, if it did
 */
export function pageNotes(pages: PagedReader, period: string, reason: string): string[] {
  const { totals, sums, complete, done, oddRows } = pages;
  if (!totals) return [`The pages of ${period} were not read: ${reason}`];
  const missing = complete ? 'No page is missing.' : 'Pages may be missing.';
  const notes = done
    ? differenceNotes(`pages of ${period}`, sums, totals).map((note) => `${note} ${missing}`)
    : [`Not all pages of ${period} were read: ${reason}`];
  if (oddRows > 0) {
    notes.push(
      `The platform sent ${counted(oddRows, 'row')} of ${period} in another shape than it documents. The report leaves them out.`,
    );
  }
  return notes;
}

function differenceNotes(what: string, sums: Counts, totals: Counts): string[] {
  const differing = differenceOf(sums, totals);
  if (!differing) return [];
  const views = { total: 'views', human: 'views by people', ai: 'views by AI' }[differing];
  return [
    `The ${what} add up to ${thousands(sums[differing])} ${views}, but the platform's total is ${thousands(totals[differing])}.`,
  ];
}

/** What to say of an answer that no later run can expect to be another, unless something is changed. */
function refusal(error: PlatformError | undefined): string | undefined {
  const isRefusal = error instanceof HttpError && [401, 403, 404].includes(error.status);
  return isRefusal ? `${error.message} ${error.advice}` : undefined;
}
