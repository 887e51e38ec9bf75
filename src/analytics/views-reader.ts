import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { ViewsClient, ViewsQuery } from '../mintlify/client.ts';
import { MintlifyError } from '../mintlify/errors.ts';
import { blocksFurtherReads, isTransient } from '../mintlify/failures.ts';
import { formatDuration } from '../text/duration.ts';
import { AT_ONCE, type PeriodViews } from './period-views.ts';

/** Pauses before a request is sent again (ms). */
const PAUSES_MS = [1_000, 4_000, 15_000, 30_000];
/** Time for which requests that failed together are sent again (ms). */
const RETRY_FOR_MS = 60_000;

export interface ViewsReaderOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly mintlify: ViewsClient;
  readonly maxRequests: number;
}

interface ViewsRequest {
  readonly views: PeriodViews;
  readonly query: ViewsQuery;
}

/** Reads page views within `maxRequests`. Retries count, because Mintlify limits the requests of an organization. */
export class ViewsReader {
  readonly #options: ViewsReaderOptions;
  #requestCount = 0;
  /** Error after which every further request of this run would fail. */
  #blockingError: MintlifyError | undefined;

  constructor(options: ViewsReaderOptions) {
    this.#options = options;
  }

  get requestCount(): number {
    return this.#requestCount;
  }

  get blockingError(): MintlifyError | undefined {
    return this.#blockingError;
  }

  /** Number of requests that may still be sent. */
  get requestsLeft(): number {
    return this.#blockingError ? 0 : this.#options.maxRequests - this.#requestCount;
  }

  /** Reads the first rows of each period, which come with the period's totals. */
  async readFirstRows(periods: readonly PeriodViews[]): Promise<void> {
    const waiting = [...periods];
    while (waiting.length > 0 && this.requestsLeft > 0) {
      const group = waiting.splice(0, Math.min(AT_ONCE, this.requestsLeft));
      await this.#sendAll(group.flatMap((views) => nextRequests(views, 1)));
    }
  }

  async readOtherRows(views: PeriodViews): Promise<void> {
    while (views.isUnfinished && this.requestsLeft > 0) {
      await this.#sendAll(nextRequests(views, this.requestsLeft));
    }
  }

  /** Retries requests one at a time, so that an overload doesn't cost four times as many. */
  async #sendAll(requests: readonly ViewsRequest[]): Promise<void> {
    const { clock, log } = this.#options;
    const errors = await Promise.all(requests.map((request) => this.#send(request)));
    const deadlineMs = clock.now() + RETRY_FOR_MS;
    for (const [index, request] of requests.entries()) {
      const error = await this.#retry(request, errors[index], deadlineMs);
      const { views, query } = request;
      if (!error || !views.needs(query)) continue;
      const response = error.responseText && `\nMintlify's response: ${error.responseText}`;
      log.info(`${error.message}${response}`);
      views.error ??= error;
      if (blocksFurtherReads(error)) this.#blockingError ??= error;
    }
  }

  async #send({ views, query }: ViewsRequest): Promise<MintlifyError | undefined> {
    const { signal, mintlify } = this.#options;
    signal.throwIfAborted();
    this.#requestCount += 1;
    try {
      views.addResponse(query, await mintlify.getViews(query, { signal }));
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof MintlifyError)) throw error;
      return error;
    }
  }

  /** Returns the last error; undefined if a request succeeded. */
  async #retry(
    request: ViewsRequest,
    firstError: MintlifyError | undefined,
    deadlineMs: number,
  ): Promise<MintlifyError | undefined> {
    const { clock, signal, log } = this.#options;
    let error = firstError;
    let failedAtMs = deadlineMs - RETRY_FOR_MS;
    for (const pauseMs of PAUSES_MS) {
      if (!error || !this.#isWorthRetrying(request, error)) break;
      // While another request of the group was sent again, some of this one's time has passed.
      const waitMs = Math.max(pauseMs, (error.retryAfterMs ?? 0) - (clock.now() - failedAtMs));
      if (clock.now() + waitMs > deadlineMs) break;
      log.info(`${error.message} The action tries again in ${formatDuration(waitMs)}.`);
      await clock.sleep(waitMs, signal);
      error = await this.#send(request);
      failedAtMs = clock.now();
    }
    return error;
  }

  #isWorthRetrying({ views, query }: ViewsRequest, error: MintlifyError): boolean {
    const isNeeded = !views.error && views.needs(query);
    return isNeeded && isTransient(error) && this.requestsLeft > 0;
  }
}

function nextRequests(views: PeriodViews, most: number): ViewsRequest[] {
  return views.nextQueries(most).map((query) => ({ views, query }));
}
