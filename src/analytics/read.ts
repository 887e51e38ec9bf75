import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { ViewsPlatform } from '../platform/client.ts';
import { HttpError, type PlatformError } from '../platform/errors.ts';
import { counted, thousands } from '../text/numbers.ts';
import type { Baseline } from './baseline.ts';
import { Budget, describePlan, type Need, planRequests, shareOut } from './budget.ts';
import { joinPages } from './compare.ts';
import type { PastPeriod, ProjectReport, Report, TrendPoint } from './model.ts';
import { pageNotes, reasonOf, totalsNotes } from './notes.ts';
import { PagedReader } from './paged-reader.ts';
import {
  type DatedPeriod,
  describePeriod,
  type Period,
  periodsBefore,
  type TrendUnit,
  trendOf,
} from './period.ts';
import { Progress, type ReaderContext } from './reader.ts';
import { sectionsOf } from './sections.ts';
import { TotalsReader } from './totals-reader.ts';

/** A project, and the platform asked on its behalf. */
export interface ProjectPlatform {
  readonly projectId: string;
  readonly platform: ViewsPlatform;
}

export interface ReadOptions {
  /** One or more. */
  readonly platforms: readonly ProjectPlatform[];
  readonly period: Period;
  /** Whether to read the period before, too. */
  readonly compare: boolean;
  /** Whether to read the trend, too. */
  readonly daily: boolean;
  /** How many earlier periods to read the totals of; 0 without `compare`. */
  readonly history: number;
  /** An earlier report to compare the pages with. */
  readonly baseline?: Baseline | undefined;
  readonly siteUrl?: string | undefined;
  readonly maxRequests: number;
  readonly version: string;
  readonly log: Log;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Milliseconds after which no failed request is waited for any more; 10 minutes unless given. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 10 * 60_000;

/**
 * Reads page views within the budget: first the pages of the period, then its trend, then the pages of the period
 * before, then the totals of earlier periods. What does not fit or fails is left out and noted.
 *
 * @throws {PlatformError} if nothing could be read
 * @throws the signal's reason when the run is interrupted
 */
export async function readReport(options: ReadOptions): Promise<Report> {
  const { log, clock, signal, period, maxRequests, baseline, patienceMs = PATIENCE_MS } = options;
  const scope = scopeOf(options);
  const budget = new Budget(maxRequests);
  const progress = new Progress(log, clock, budget);
  const context = { budget, clock, signal, log, progress, deadlineMs: clock.now() + patienceMs };
  await log.group(`Request budget: ${maxRequests}`, () => logPlan(log, budget, scope));
  const readers = options.platforms.map((project) => new ProjectReader(project, scope, context));
  const read = await log.group(`Reading page views: ${describePeriod(period)}`, () =>
    readAll(readers, scope, budget, log),
  );
  const projects = baseline ? read.map((project) => baseline.addedTo(project)) : read;
  for (const project of projects) logNotes(log, project);
  return {
    generatedAt: clock.date().toISOString(),
    version: options.version,
    period,
    previousPeriod: projects.some(({ previousTotals }) => previousTotals) ? scope.previous : undefined,
    siteUrl: options.siteUrl,
    baseline: baseline?.info,
    runAgainAfter: budget.closedBy && whenToRunAgain(budget.closedBy, clock.date()),
    projects,
    requests: { allowed: budget.allowed, spent: budget.spent },
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

/** What is to be read, beyond the pages of the period. */
interface Scope {
  readonly period: Period;
  readonly projectCount: number;
  /** Absent without a trend. A trend of one part has the totals of the period, and needs no request. */
  readonly trend: { readonly unit: TrendUnit; readonly parts: readonly DatedPeriod[] } | undefined;
  /** Absent without a comparison. */
  readonly previous: DatedPeriod | undefined;
  /** The periods before `previous`, oldest first. */
  readonly earlier: readonly DatedPeriod[];
  readonly hasHistory: boolean;
  /** Why something that was asked for is not read at all, and what to bear in mind. */
  readonly notes: readonly string[];
}

function scopeOf({ platforms, period, compare, daily, history, clock }: ReadOptions): Scope {
  const notes: string[] = [];
  const before = compare && period.kind === 'dates' ? periodsBefore(period, Math.max(1, history)) : [];
  if (compare && period.kind === 'all') {
    notes.push('There is no comparison: without dates there is no period before.');
  }
  const trend = daily ? trendOf(period) : undefined;
  if (daily && !trend) notes.push('There is no trend: the period is not made of whole days in UTC.');
  if (period.kind === 'dates' && Date.parse(period.to) > clock.date().getTime()) {
    notes.push('The period is not over yet: its counts are still growing.');
  }
  return {
    period,
    projectCount: platforms.length,
    trend,
    previous: before.at(-1),
    earlier: before.slice(0, -1),
    hasHistory: before.length > 0 && history > 0,
    notes,
  };
}

const TREND_NAMES = { day: 'each day', week: 'each 7 days', month: 'each month' } as const;

/** @param pageRequests that the pages of the period took; absent before they were read */
function needsOf({ projectCount, trend, previous, earlier }: Scope, pageRequests?: number): Need[] {
  const parts = trend && trend.parts.length > 1 ? trend.parts.length : 0;
  const needs: Need[] = [
    { what: 'Pages of the period, 250 with each request', requests: projectCount, atLeast: true },
    { what: `Totals of ${TREND_NAMES[trend?.unit ?? 'day']}`, requests: projectCount * parts },
    {
      what: 'Pages of the period before',
      requests: previous ? (pageRequests ?? projectCount) : 0,
      atLeast: true,
    },
    { what: 'Totals of earlier periods', requests: projectCount * earlier.length },
  ];
  return needs.slice(pageRequests === undefined ? 0 : 1).filter(({ requests }) => requests > 0);
}

function logPlan(log: Log, budget: Budget, scope: Scope): void {
  log.info(
    `At most ${counted(budget.allowed, 'request')}, retries included, of the 100 an hour that the platform allows the organization. In this order:`,
  );
  const steps = describePlan(planRequests(budget.left, needsOf(scope)));
  log.info(steps.map((line, index) => `${index + 1}. ${line}`).join('\n'));
  if (scope.projectCount > 1) {
    log.info(
      `Each step is shared by ${scope.projectCount} projects: one request each first, then equal parts.`,
    );
  }
  if (scope.trend?.parts.length === 1) log.info('The period is one day, so its totals are those of the day.');
}

async function readAll(
  readers: readonly ProjectReader[],
  scope: Scope,
  budget: Budget,
  log: Log,
): Promise<ProjectReport[]> {
  await shareOut(
    readers.map(({ pages }) => pages),
    budget,
  );
  const first = readers[0]?.pages.error;
  if (first && readers.every(({ pages }) => !pages.totals)) throw first;
  log.info(
    `The pages of the period took ${counted(budget.spent, 'request')}; ${thousands(budget.left)} left.`,
  );
  const plan = describePlan(planRequests(budget.left, needsOf(scope, budget.spent)));
  if (plan.length > 0) log.info(plan.join('\n'));

  const readable = readers.filter(({ isReadable }) => isReadable);
  for (const part of ['trend', 'previous', 'earlier'] as const) {
    await shareOut(
      readable.flatMap((reader) => reader[part] ?? []),
      budget,
    );
  }
  log.info(`Done: ${counted(budget.spent, 'request')}.`);
  return readers.map((reader) => reader.report());
}

function logNotes(log: Log, { projectId, complete, notes }: ProjectReport): void {
  if (notes.length === 0) return;
  const text = `${projectId}: ${notes.join(' ')}`;
  if (complete) log.info(text);
  else log.warning(text);
}

/** What to say of an answer that no later run can expect to be another, unless something is changed. */
function refusal(error: PlatformError | undefined): string | undefined {
  const isRefusal = error instanceof HttpError && [401, 403, 404].includes(error.status);
  return isRefusal ? `${error.message} ${error.advice}` : undefined;
}

/** What is read of one project. */
class ProjectReader {
  readonly pages: PagedReader;
  readonly trend: TotalsReader | undefined;
  readonly previous: PagedReader | undefined;
  readonly earlier: TotalsReader;
  readonly #projectId: string;
  readonly #scope: Scope;
  readonly #budget: Budget;

  constructor({ projectId, platform }: ProjectPlatform, scope: Scope, context: ReaderContext) {
    const { period, trend, previous, earlier } = scope;
    this.#projectId = projectId;
    this.#scope = scope;
    this.#budget = context.budget;
    this.pages = new PagedReader(platform, context, period);
    this.trend =
      trend && trend.parts.length > 1 ? new TotalsReader(platform, context, trend.parts) : undefined;
    this.previous = previous && new PagedReader(platform, context, previous);
    this.earlier = new TotalsReader(platform, context, earlier);
  }

  /** Whether more requests are worth making: not after a failure that retries did not mend. */
  get isReadable(): boolean {
    return this.pages.totals !== undefined && this.pages.error === undefined;
  }

  report(): ProjectReport {
    const { pages, previous } = this;
    const wasCompared = previous?.totals !== undefined;
    const rows = joinPages(pages, wasCompared ? previous : undefined);
    const previousComplete = wasCompared ? previous.complete : undefined;
    const [days, history] = [this.#days(), this.#history()];
    return {
      projectId: this.#projectId,
      totals: pages.totals,
      previousTotals: previous?.totals,
      ...rows,
      complete: pages.complete,
      previousComplete,
      refused: refusal(pages.error),
      sums: pages.sums,
      days,
      history,
      sections: sectionsOf(rows.pages, rows.gone, pages.complete && previousComplete === true),
      notes: this.#notes(days, history),
    };
  }

  #days(): TrendPoint[] | undefined {
    const { trend } = this.#scope;
    const { totals } = this.pages;
    if (!totals || !trend) return undefined;
    return trend.parts.map((part) => ({
      date: part.from,
      to: trend.unit === 'day' ? undefined : part.to,
      counts: this.trend ? this.trend.countsOf(part) : totals,
    }));
  }

  #history(): PastPeriod[] | undefined {
    const { previous, earlier, hasHistory } = this.#scope;
    if (!this.pages.totals || !previous || !hasHistory) return undefined;
    const past = earlier.map((each) => ({
      from: each.from,
      to: each.to,
      counts: this.earlier.countsOf(each),
    }));
    return [...past, { from: previous.from, to: previous.to, counts: this.previous?.totals }];
  }

  #notes(days: readonly TrendPoint[] | undefined, history: readonly PastPeriod[] | undefined): string[] {
    const { pages, previous, trend, earlier } = this;
    const notes = [
      ...this.#scope.notes,
      ...pageNotes(pages, 'the period', reasonOf(pages.error, this.#budget)),
    ];
    if (!pages.totals) return notes;
    const later = (error: PlatformError | undefined) =>
      pages.error ? 'reading had ended already.' : reasonOf(error, this.#budget);
    if (days) {
      const isWhole = this.#scope.period.kind === 'dates' && days[0]?.date === this.#scope.period.from;
      const what = { day: 'days', week: 'spans of 7 days', month: 'months' }[
        this.#scope.trend?.unit ?? 'day'
      ];
      const counts = days.map((day) => day.counts);
      notes.push(...totalsNotes(what, counts, isWhole ? pages.totals : undefined, later(trend?.error)));
    }
    if (previous) notes.push(...pageNotes(previous, 'the period before', later(previous.error)));
    const past = history?.slice(0, -1).map(({ counts }) => counts) ?? [];
    notes.push(...totalsNotes('earlier periods', past, undefined, later(earlier.error)));
    return notes;
  }
}
