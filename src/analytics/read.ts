import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { ViewsPlatform } from '../platform/client.ts';
import { HttpError, type PlatformError } from '../platform/errors.ts';
import { Budget, describePlan, type Need, planRequests, shareOut } from './budget.ts';
import { joinPages } from './compare.ts';
import { DayReading } from './days.ts';
import { PageExport } from './export.ts';
import type { DayViews, ProjectReport, Report } from './model.ts';
import { dayNotes, exportNotes, reasonOf } from './notes.ts';
import { daysOf, describePeriod, type Period, previousPeriod } from './period.ts';
import { Progress } from './progress.ts';
import type { ReadingPorts } from './reading.ts';
import { counted, thousands } from './report/figures.ts';

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
  /** Whether to read the totals of each day, too. */
  readonly daily: boolean;
  readonly maxRequests: number;
  readonly version: string;
  readonly log: Log;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Milliseconds after which no failed request is waited for any more; 10 minutes unless given. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 10 * 60_000;
const MOST_DAYS = 31;

/**
 * Reads page views within the budget: first the pages of the period, then its days, then the period before. What
 * does not fit or fails is left out and noted.
 *
 * @throws {PlatformError} if nothing could be read
 * @throws the signal's reason when the run is interrupted
 */
export async function readReport(options: ReadOptions): Promise<Report> {
  const { log, clock, signal, period, maxRequests, patienceMs = PATIENCE_MS } = options;
  const scope = scopeOf(options);
  const budget = new Budget(maxRequests);
  const progress = new Progress(log, clock, budget);
  const ports = { budget, clock, signal, log, progress, deadlineMs: clock.now() + patienceMs };
  await log.group(`Request budget: ${maxRequests}`, () => tellPlan(log, budget, scope));
  const readings = options.platforms.map((project) => new ProjectReading(project, scope, ports));
  const projects = await log.group(`Reading page views: ${describePeriod(period)}`, () =>
    readAll(readings, scope, budget, log),
  );
  for (const { projectId, complete, notes } of projects) tellNotes(log, projectId, complete, notes);
  return {
    generatedAt: clock.date().toISOString(),
    version: options.version,
    period,
    previousPeriod: projects.some(({ previousTotals }) => previousTotals) ? scope.previous : undefined,
    projects,
    requests: { allowed: budget.allowed, spent: budget.spent },
  };
}

/** What is to be read, beyond the pages of the period. */
interface Scope {
  readonly period: Period;
  readonly projectCount: number;
  /** Absent without a trend. */
  readonly days: readonly string[] | undefined;
  /** Absent without a comparison. */
  readonly previous: Period | undefined;
  /** Why something that was asked for is not read at all, and what to bear in mind. */
  readonly notes: readonly string[];
}

function scopeOf({ platforms, period, compare, daily, clock }: ReadOptions): Scope {
  const notes: string[] = [];
  const previous = compare ? previousPeriod(period) : undefined;
  if (compare && !previous) notes.push('There is no comparison: without dates there is no period before.');
  let days = daily ? daysOf(period) : undefined;
  if (daily && !days) notes.push('There is no trend: the period is not made of whole days in UTC.');
  if (days && days.length > MOST_DAYS) {
    notes.push(
      `There is no trend: the period has ${thousands(days.length)} days, and at most ${MOST_DAYS} are read.`,
    );
    days = undefined;
  }
  if (period.kind === 'dates' && Date.parse(period.to) > clock.date().getTime()) {
    notes.push('The period is not over yet: its counts are still growing.');
  }
  return { period, projectCount: platforms.length, days, previous, notes };
}

/** @param pageRequests that the pages of the period took; absent before they were read */
function needsOf({ projectCount, days, previous }: Scope, pageRequests?: number): Need[] {
  const ofDays = days && days.length > 1 ? projectCount * days.length : 0;
  const needs: Need[] = [];
  if (pageRequests === undefined) needs.push({ part: 'pages', requests: projectCount });
  if (ofDays > 0) needs.push({ part: 'days', requests: ofDays });
  if (previous) needs.push({ part: 'comparison', requests: pageRequests ?? projectCount });
  return needs;
}

function tellPlan(log: Log, budget: Budget, scope: Scope): void {
  log.info(
    `At most ${counted(budget.allowed, 'request')}, retries included, of the 100 an hour that the platform allows the organization. In this order:`,
  );
  const steps = describePlan(planRequests(budget.left, needsOf(scope)));
  log.info(steps.map((line, index) => `${index + 1}. ${line}`).join('\n'));
  if (scope.days?.length === 1) log.info('The period is one day, so its totals are those of the day.');
}

async function readAll(
  readings: readonly ProjectReading[],
  scope: Scope,
  budget: Budget,
  log: Log,
): Promise<ProjectReport[]> {
  await shareOut(
    readings.map(({ pages }) => pages),
    budget,
  );
  const first = readings[0]?.pages.error;
  if (first && readings.every(({ pages }) => !pages.totals)) throw first;
  log.info(
    `The pages of the period took ${counted(budget.spent, 'request')}; ${thousands(budget.left)} left.`,
  );
  const plan = describePlan(planRequests(budget.left, needsOf(scope, budget.spent)));
  if (plan.length > 0) log.info(plan.join('\n'));

  const readable = readings.filter(({ isReadable }) => isReadable);
  await shareOut(
    readable.flatMap(({ days }) => days ?? []),
    budget,
  );
  await shareOut(
    readable.flatMap(({ previous }) => previous ?? []),
    budget,
  );
  log.info(`Done: ${counted(budget.spent, 'request')}.`);
  return readings.map((reading) => reading.report());
}

function tellNotes(log: Log, projectId: string, complete: boolean, notes: readonly string[]): void {
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
class ProjectReading {
  readonly pages: PageExport;
  readonly days: DayReading | undefined;
  readonly previous: PageExport | undefined;
  readonly #projectId: string;
  readonly #scope: Scope;
  readonly #budget: Budget;

  constructor(
    { projectId, platform }: ProjectPlatform,
    scope: Scope,
    shared: Omit<ReadingPorts, 'platform'>,
  ) {
    const ports = { ...shared, platform };
    this.#projectId = projectId;
    this.#scope = scope;
    this.#budget = shared.budget;
    this.pages = new PageExport(ports, scope.period);
    this.days = scope.days && scope.days.length > 1 ? new DayReading(ports, scope.days) : undefined;
    this.previous = scope.previous && new PageExport(ports, scope.previous);
  }

  /** Whether more requests are worth making: not after a failure that retries did not mend. */
  get isReadable(): boolean {
    return this.pages.totals !== undefined && this.pages.error === undefined;
  }

  report(): ProjectReport {
    const { pages, previous } = this;
    const wasCompared = previous?.totals !== undefined;
    const days = this.#days();
    return {
      projectId: this.#projectId,
      totals: pages.totals,
      previousTotals: previous?.totals,
      ...joinPages(pages, wasCompared ? previous : undefined),
      complete: pages.complete,
      previousComplete: wasCompared ? previous.complete : undefined,
      refused: refusal(pages.error),
      sums: pages.sums,
      days,
      notes: this.#notes(days),
    };
  }

  #days(): DayViews[] | undefined {
    const { totals } = this.pages;
    const [day] = this.#scope.days ?? [];
    if (!totals || !day) return undefined;
    return this.days ? this.days.days : [{ date: day, counts: totals }];
  }

  #notes(days: readonly DayViews[] | undefined): string[] {
    const { pages, previous } = this;
    const reason = reasonOf(pages.error, this.#budget);
    const notes = [...this.#scope.notes, ...exportNotes(pages, 'the period', reason)];
    if (!pages.totals) return notes;
    const later = (error: PlatformError | undefined) =>
      pages.error ? 'reading had ended already.' : reasonOf(error, this.#budget);
    if (days) notes.push(...dayNotes(days, pages.totals, later(this.days?.error)));
    if (previous) notes.push(...exportNotes(previous, 'the period before', later(previous.error)));
    return notes;
  }
}
