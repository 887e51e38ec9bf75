import type { AnalyticsInputs } from '../inputs.ts';
import type { ModeContext } from '../mode.ts';
import type { ViewsPlatform, ViewsQuery } from '../platform/client.ts';
import { PlatformError } from '../platform/errors.ts';
import { blocksAll, isRateLimit, isRefusal, isTransient } from '../platform/failures.ts';
import { duration } from '../text/duration.ts';
import { failureInLog } from './failure-text.ts';
import { AT_ONCE, type PeriodPages } from './period-pages.ts';

/** Pauses before the first and the second retry of a request (ms). */
const PAUSES_MS = [1_000, 4_000];
/** Time from the start of a run until retries stop (ms). */
const RETRY_BUDGET_MS = 10 * 60_000;

/** One project, with the data that has been read so far. */
export interface ProjectReading {
  readonly projectId: string;
  readonly platform: ViewsPlatform;
  readonly pages: PeriodPages;
  /** Pages of the comparison period; absent without a comparison. */
  readonly before?: PeriodPages | undefined;
  /** Planned periods of the trend, oldest first. They may include `pages` and `before`. */
  history: readonly PeriodPages[];
  /** Days of the period to read, in order. If the period is a single day, that day is `pages` itself. */
  days: readonly PeriodPages[];
  /** Error after which nothing more is requested for this project. */
  error?: PlatformError | undefined;
}

/** Request, with the pages that receive its response. */
interface ViewsRequest {
  readonly reading: ProjectReading;
  readonly pages: PeriodPages;
  readonly query: ViewsQuery;
}

/** Limit and context of a {@link RequestBudget}. */
export type BudgetOptions = Pick<AnalyticsInputs, 'maxRequests'> &
  Pick<ModeContext, 'clock' | 'log' | 'signal'>;

/**
 * Sends requests within the limit of a run. Retries and failed requests also use up the limit, because Mintlify allows
 * a whole organization 100 analytics requests an hour.
 */
export class RequestBudget {
  readonly #options: BudgetOptions;
  readonly #deadlineMs: number;
  readonly allowed: number;
  spent = 0;
  /** Error after which every further request of this run would fail. */
  closedBy: PlatformError | undefined;

  constructor(options: BudgetOptions) {
    this.#options = options;
    this.allowed = options.maxRequests;
    this.#deadlineMs = options.clock.now() + RETRY_BUDGET_MS;
  }

  get left(): number {
    return this.closedBy ? 0 : this.allowed - this.spent;
  }

  /**
   * Sends the next requests of all `wanted` pages in order, four at a time. Skips projects and pages with an error.
   * Retries transient failures one at a time, so that an overload doesn't cost four times as many requests.
   *
   * @throws the signal's reason when the run is interrupted
   */
  async send(wanted: readonly Omit<ViewsRequest, 'query'>[]): Promise<void> {
    const isOpen = ({ reading, pages }: (typeof wanted)[number]) => !reading.error && !pages.error;
    const requests = wanted
      .filter(isOpen)
      .flatMap((each) => each.pages.next(this.left).map((query) => ({ ...each, query })));
    for (let at = 0; at < requests.length; at += AT_ONCE) {
      const open = requests.slice(at, at + AT_ONCE).filter(isOpen);
      const now = open.slice(0, this.left);
      const errors = await Promise.all(now.map((request) => this.#sendOne(request)));
      for (const [index, request] of now.entries()) await this.#retry(request, errors[index]);
    }
  }

  /** Sends one request. Returns the error if it failed. */
  async #sendOne({ reading, pages, query }: ViewsRequest): Promise<PlatformError | undefined> {
    const { signal } = this.#options;
    signal.throwIfAborted();
    this.spent += 1;
    try {
      pages.take(query, await reading.platform.getViews(query, { signal }));
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof PlatformError)) throw error;
      return error;
    }
  }

  async #retry(request: ViewsRequest, first: PlatformError | undefined): Promise<void> {
    const { clock, signal, log } = this.#options;
    let error = first;
    for (let tries = 0; error && request.pages.needs(request.query); tries += 1) {
      const pauseMs = retryPause(error, PAUSES_MS[tries]);
      const isInTime = pauseMs !== undefined && clock.now() + pauseMs < this.#deadlineMs;
      if (!isInTime || this.left === 0 || request.reading.error) return this.#giveUp(request, error);
      log.info(`${error.message} The action tries again in ${duration(pauseMs)}.`);
      await clock.sleep(pauseMs, signal);
      error = await this.#sendOne(request);
    }
  }

  /**
   * Records a failure. A refusal ends the whole project, and so does any failure before the project's totals are known.
   * Once its retries are used up, a transient failure of the report's own period also ends the project. A transient
   * failure of the comparison period or the trend ends only that part.
   */
  #giveUp({ reading, pages }: ViewsRequest, error: PlatformError): void {
    this.#options.log.info(`${reading.projectId}: ${failureInLog(error)}`);
    pages.error ??= error;
    if (blocksAll(error)) this.closedBy ??= error;
    const isOwn = pages === reading.pages;
    const endsProject = isRefusal(error) || blocksAll(error) || (isOwn && isTransient(error));
    if (endsProject || !reading.pages.totals) reading.error ??= error;
    if (isOwn || pages === reading.before || !isTransient(error)) return;
    for (const each of [...reading.history, ...reading.days]) if (!each.totals) each.error ??= error;
  }
}

/**
 * Returns the pause before a retry, the longer of `ownMs` and `Retry-After`; undefined if the request shouldn't be
 * retried. A 429 comes from an hourly limit, so without `Retry-After`, a short wait doesn't help.
 */
function retryPause(error: PlatformError, ownMs: number | undefined): number | undefined {
  const { retryAfterMs: askedMs } = error;
  const isSpent = isRateLimit(error) && askedMs === undefined;
  return ownMs === undefined || isSpent || !isTransient(error) ? undefined : Math.max(askedMs ?? 0, ownMs);
}
