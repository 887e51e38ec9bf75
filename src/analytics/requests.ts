import type { AnalyticsInputs } from '../inputs.ts';
import type { ModeContext } from '../mode.ts';
import type { ViewsPlatform, ViewsQuery } from '../platform/client.ts';
import { HttpError, PlatformError } from '../platform/errors.ts';
import { isTransient } from '../platform/failures.ts';
import { duration } from '../text/duration.ts';
import { AT_ONCE, type PeriodPages } from './period-pages.ts';

/** Before what failed is tried again. */
const PAUSES_MS = [1_000, 4_000];
/** How long a run waits for what fails, at most. */
const PATIENCE_MS = 10 * 60_000;

/** One project, and what is read of it. */
export interface Reading {
  readonly projectId: string;
  readonly platform: ViewsPlatform;
  readonly pages: PeriodPages;
  /** Of the period compared with. */
  readonly before?: PeriodPages | undefined;
  /** Totals of the periods before, oldest first, and of the days of the period; some are those of `pages` or `before`. */
  readonly history?: readonly PeriodPages[];
  readonly days?: readonly PeriodPages[];
  /** Why nothing more is asked for this project. */
  error?: PlatformError | undefined;
}

/** What is asked, and what takes the answer. */
interface Question {
  readonly reading: Reading;
  readonly pages: PeriodPages;
  readonly query: ViewsQuery;
}

export type RequestsOptions = Pick<AnalyticsInputs, 'maxRequests'> &
  Pick<ModeContext, 'clock' | 'log' | 'signal'>;

/**
 * The requests that one run may make. The platform allows 100 analytics requests an hour for the whole organization, so
 * every one counts: retries and failures too.
 */
export class Requests {
  readonly #options: RequestsOptions;
  readonly #deadlineMs: number;
  readonly allowed: number;
  spent = 0;
  /** Why no request of this run can succeed any more, whatever it asks for. */
  closedBy: PlatformError | undefined;

  constructor(options: RequestsOptions) {
    this.#options = options;
    this.allowed = options.maxRequests;
    this.#deadlineMs = options.clock.now() + PATIENCE_MS;
  }

  get left(): number {
    return this.closedBy ? 0 : this.allowed - this.spent;
  }

  /**
   * Asks for what is next, in this order, four at once, as long as requests are left. What fails and may pass is asked
   * again one at a time: what the platform is not up to should not cost four times as many requests.
   *
   * @throws the signal's reason when the run is interrupted
   */
  async ask(wanted: readonly Omit<Question, 'query'>[]): Promise<void> {
    const questions = wanted.flatMap((each) =>
      each.pages.next(this.left).map((query) => ({ ...each, query })),
    );
    for (let at = 0; at < questions.length; at += AT_ONCE) {
      const open = questions.slice(at, at + AT_ONCE).filter(({ reading }) => !reading.error);
      const now = open.slice(0, this.left);
      const errors = await Promise.all(now.map((question) => this.#send(question)));
      for (const [index, question] of now.entries()) await this.#repeat(question, errors[index]);
    }
  }

  /** @returns what went wrong, if something did */
  async #send({ reading, pages, query }: Question): Promise<PlatformError | undefined> {
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

  async #repeat(question: Question, first: PlatformError | undefined): Promise<void> {
    const { clock, signal, log } = this.#options;
    let error = first;
    for (let tries = 0; error && question.pages.needs(question.query); tries += 1) {
      const pauseMs = retryPause(error, PAUSES_MS[tries]);
      const isInTime = pauseMs !== undefined && clock.now() + pauseMs < this.#deadlineMs;
      if (!isInTime || this.left === 0 || question.reading.error) return this.#giveUp(question, error);
      log.info(`${error.message} It is sent again in ${duration(pauseMs)}.`);
      await clock.sleep(pauseMs, signal);
      error = await this.#send(question);
    }
  }

  /** Of a project that is refused or has no totals, or while the platform is in trouble, nothing more is asked. */
  #giveUp({ reading, pages }: Question, error: PlatformError): void {
    pages.error ??= error;
    if (hasStatus(error, 401, 429)) this.closedBy ??= error;
    if (isRefusal(error) || isTransient(error) || !reading.pages.totals) reading.error ??= error;
  }
}

/** No later run can expect another answer, unless something is changed. */
export function isRefusal(error: PlatformError | undefined): boolean {
  return hasStatus(error, 401, 403, 404);
}

function hasStatus(error: PlatformError | undefined, ...statuses: number[]): error is HttpError {
  return error instanceof HttpError && statuses.includes(error.status);
}

/**
 * `ownMs`, or as long as the platform asks for; absent if the request should not be made again.
 * The limit behind a 429 is counted by the hour, so without `Retry-After` waiting is in vain.
 */
function retryPause(error: PlatformError, ownMs: number | undefined): number | undefined {
  const askedMs = error instanceof HttpError ? error.retryAfterMs : undefined;
  const isInVain = hasStatus(error, 429) && askedMs === undefined;
  return ownMs === undefined || isInVain || !isTransient(error) ? undefined : Math.max(askedMs ?? 0, ownMs);
}
