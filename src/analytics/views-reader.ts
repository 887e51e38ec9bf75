import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { MintlifyClient, ViewsQuery } from '../mintlify/client.ts';
import { MintlifyError } from '../mintlify/errors.ts';
import { blocksFurtherReads, isTransient } from '../mintlify/failures.ts';
import { formatDuration } from '../text/duration.ts';
import { AT_ONCE, type PeriodViews } from './period-views.ts';

/** Pauses before a request is sent again (ms). */
const PAUSES_MS = [1_000, 4_000, 15_000, 30_000];
/** Time that failed requests, and the waits after them, may take in a run (ms). */
const MOST_FAILED_MS = 60_000;
/** Time limit of a request of the trend, for which a report shouldn't wait long (ms). */
const TREND_TIMEOUT_MS = 15_000;

export interface ViewsReaderOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly mintlify: Pick<MintlifyClient, 'getViews'>;
  readonly maxRequests: number;
}

interface ViewsRequest {
  views: PeriodViews;
  query: ViewsQuery;
}

interface FailedRequest extends ViewsRequest {
  error: MintlifyError;
  tookMs: number;
  endMs: number;
}

/** Reads page views within `maxRequests`. Retries count, because Mintlify limits the requests of an organization. */
export class ViewsReader {
  readonly #options: ViewsReaderOptions;
  /** Number of requests that were sent. */
  requestCount = 0;
  /** Error after which this run reads no more: every request would fail, or the trend has taken too long. */
  blockingError: MintlifyError | undefined;
  #failedMs = 0;
  #hasResponse = false;
  /** Failures that were logged, without their query. */
  readonly #logged = new Set<string>();

  constructor(options: ViewsReaderOptions) {
    this.#options = options;
  }

  /** Number of requests that may still be sent. */
  get requestsLeft(): number {
    return this.blockingError ? 0 : this.#options.maxRequests - this.requestCount;
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
  async #sendAll(requests: readonly ViewsRequest[]) {
    const results = await Promise.all(requests.map((request) => this.#send(request)));
    const failures = results.filter((failure) => failure !== undefined);
    this.#failedMs += Math.max(0, ...failures.map(({ tookMs }) => tookMs));
    for (const failure of failures) {
      const last = await this.#retry(failure);
      if (last?.views.needs(last.query)) this.#giveUp(last);
    }
  }

  /** Returns the failure, if any. */
  async #send({ views, query }: ViewsRequest): Promise<FailedRequest | undefined> {
    const { clock, signal, mintlify } = this.#options;
    signal.throwIfAborted();
    this.requestCount += 1;
    const startMs = clock.now();
    const options = isOfTrend(query) ? { signal, timeoutMs: TREND_TIMEOUT_MS } : { signal };
    try {
      views.addResponse(query, await mintlify.getViews(query, options));
      this.#hasResponse = true;
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof MintlifyError)) throw error;
      const endMs = clock.now();
      return { views, query, error, tookMs: endMs - startMs, endMs };
    }
  }

  /** Returns the last failure; undefined if a request succeeded. */
  async #retry(first: FailedRequest) {
    const { clock, signal, log } = this.#options;
    let failure: FailedRequest | undefined = first;
    for (const pauseMs of PAUSES_MS) {
      if (!failure || !this.#isWorthRetrying(failure)) break;
      const { error, endMs } = failure;
      // While another request of the group was sent again, some of this one's time has passed.
      const waitMs = Math.max(pauseMs, (error.retryAfterMs ?? 0) - (clock.now() - endMs));
      if (!this.#hasTimeFor(waitMs)) break;
      log.info(`${error.message} The action tries again in ${formatDuration(waitMs)}.`);
      await clock.sleep(waitMs, signal);
      failure = await this.#send(failure);
      this.#failedMs += waitMs + (failure?.tookMs ?? 0);
    }
    return failure;
  }

  #hasTimeFor(waitMs: number) {
    return this.#failedMs + waitMs < MOST_FAILED_MS;
  }

  #giveUp({ views, query, error }: FailedRequest) {
    views.error ??= error;
    this.#logOnce(error);
    const endsTrend = isOfTrend(query) && !this.#hasTimeFor(Math.min(...PAUSES_MS));
    if (endsTrend || blocksFurtherReads(error)) this.blockingError ??= error;
  }

  /** Logs failures that differ only in their query once. Before the first response, the run fails with the error. */
  #logOnce({ message, responseText }: MintlifyError) {
    const response = responseText && `\nMintlify's response: ${responseText}`;
    const kind = message.replace(/\?\S*/, '') + response;
    if (this.#hasResponse && !this.#logged.has(kind)) this.#options.log.info(`${message}${response}`);
    this.#logged.add(kind);
  }

  #isWorthRetrying({ views, query, error }: FailedRequest) {
    const isNeeded = !views.error && views.needs(query);
    return isNeeded && isTransient(error) && this.requestsLeft > 0;
  }
}

/** Requests of the trend ask for one row, because only the totals matter. */
function isOfTrend({ limit }: ViewsQuery) {
  return limit === 1;
}

function nextRequests(views: PeriodViews, most: number) {
  return views.nextQueries(most).map((query) => ({ views, query }));
}
