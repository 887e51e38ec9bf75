import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { ViewsPlatform, ViewsQuery } from '../platform/client.ts';
import { HttpError, PlatformError } from '../platform/errors.ts';
import { isPassing } from '../platform/retry.ts';
import type { ViewsResponse } from '../platform/schemas.ts';
import { duration } from '../text/duration.ts';
import { counted, thousands } from '../text/numbers.ts';

const AT_ONCE = 4;
const MOST_TRIES = 3;
const FIRST_PAUSE_MS = 1_000;
const PAUSE_GROWTH = 4;
/** How long a run waits for what fails, at most. */
const PATIENCE_MS = 10 * 60_000;
/** A line of progress at most so often. */
const MS_PER_LINE = 10_000;

/** What is read with several requests, whose answers may come in any order. */
export interface Reader {
  readonly platform: ViewsPlatform;
  /** Requests made for it. */
  asked: number;
  /** What ended its reading early. */
  error?: PlatformError | undefined;
  /** The next request worth making now; it will not be given again. */
  next(): ViewsQuery | undefined;
  /** Whether a request that failed is still worth making. */
  needs(query: ViewsQuery): boolean;
  /** Takes an answer in, and says how many rows are new. */
  take(query: ViewsQuery, response: ViewsResponse): number;
}

export interface RequestsOptions {
  readonly allowed: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly patienceMs?: number;
}

/**
 * The requests that one run may make, four at once. The platform allows 100 analytics requests an hour for the whole
 * organization, so every one counts: retries and failures too.
 */
export class Requests {
  readonly #options: RequestsOptions;
  readonly #deadlineMs: number;
  #spent = 0;
  #closedBy: PlatformError | undefined;
  #rows = 0;
  /** The request that is being repeated. */
  #repeats = Promise.resolve();
  #toldAtMs: number;

  constructor(options: RequestsOptions) {
    const now = options.clock.now();
    this.#options = options;
    this.#deadlineMs = now + (options.patienceMs ?? PATIENCE_MS);
    this.#toldAtMs = now;
  }

  get allowed(): number {
    return this.#options.allowed;
  }

  get spent(): number {
    return this.#spent;
  }

  get left(): number {
    return this.#closedBy ? 0 : this.allowed - this.#spent;
  }

  /** Why no request of this run can succeed any more, whatever it asks for. */
  get closedBy(): PlatformError | undefined {
    return this.#closedBy;
  }

  /**
   * Reads until all is read or no request is left. The next request is that of the reader that had the fewest, so that a
   * large project cannot starve a small one.
   *
   * @throws the signal's reason when the run is interrupted
   */
  async serve(readers: readonly Reader[]): Promise<void> {
    const underWay = new Set<Promise<void>>();
    for (;;) {
      this.#options.signal.throwIfAborted();
      while (underWay.size < AT_ONCE && this.left > 0) {
        const exchange = this.#begin(readers);
        if (!exchange) break;
        const ended = exchange.finally(() => underWay.delete(ended));
        underWay.add(ended);
      }
      if (underWay.size === 0) return;
      await Promise.race(underWay);
    }
  }

  #begin(readers: readonly Reader[]): Promise<void> | undefined {
    for (const reader of readers.toSorted((a, b) => a.asked - b.asked)) {
      const query = reader.error ? undefined : reader.next();
      if (query) return this.#exchange(reader, query);
    }
    return undefined;
  }

  /** Makes a request, and makes it again if it fails and may yet succeed. */
  async #exchange(reader: Reader, query: ViewsQuery): Promise<void> {
    const error = await this.#ask(reader, query);
    if (!error || this.#pauseAfter(reader, error, 1) === undefined) return;
    // One at a time: what the platform is not up to should not cost four times as many requests.
    const before = this.#repeats;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#repeats = promise;
    try {
      await before;
      await this.#repeat(reader, query, error);
    } finally {
      resolve();
    }
  }

  async #repeat(reader: Reader, query: ViewsQuery, first: PlatformError): Promise<void> {
    const { clock, signal, log } = this.#options;
    let error: PlatformError | undefined = first;
    for (let tries = 1; error; tries += 1) {
      const pauseMs = this.#pauseAfter(reader, error, tries);
      if (pauseMs === undefined) return;
      log.info(`${describe(error)} It is sent again in ${duration(pauseMs)}.`);
      await clock.sleep(pauseMs, signal);
      if (this.#isOver(reader, error) || !reader.needs(query)) return;
      error = await this.#ask(reader, query);
    }
  }

  /** @returns what went wrong, if something did */
  async #ask(reader: Reader, query: ViewsQuery): Promise<PlatformError | undefined> {
    this.#spent += 1;
    reader.asked += 1;
    try {
      this.#tell(reader.take(query, await reader.platform.getViews(query, { signal: this.#options.signal })));
      return undefined;
    } catch (error) {
      this.#options.signal.throwIfAborted();
      if (!(error instanceof PlatformError)) throw error;
      return error;
    }
  }

  /** Milliseconds before a request that failed is made again; absent if it is given up, and its reader with it. */
  #pauseAfter(reader: Reader, error: PlatformError, tries: number): number | undefined {
    const pauseMs = retryPause(error, tries, this.#deadlineMs - this.#options.clock.now());
    if (pauseMs === undefined) {
      if (isForAll(error)) this.#closedBy ??= error;
      reader.error ??= error;
    }
    return this.#isOver(reader, error) ? undefined : pauseMs;
  }

  /** Whether a reader has ended, or ends now because no request is left. */
  #isOver(reader: Reader, error: PlatformError): boolean {
    if (this.left === 0) reader.error ??= error;
    return reader.error !== undefined;
  }

  /** Tells the log how far the run has read, now and then. */
  #tell(newRows: number): void {
    this.#rows += newRows;
    const now = this.#options.clock.now();
    if (now - this.#toldAtMs < MS_PER_LINE) return;
    this.#toldAtMs = now;
    this.#options.log.info(
      `${counted(this.#rows, 'row')} after ${counted(this.#spent, 'request')}; ${thousands(this.left)} left.`,
    );
  }
}

/** Whether the platform would answer every other request of this run in the same way. */
function isForAll(error: PlatformError): boolean {
  return error instanceof HttpError && (error.status === 401 || error.status === 429);
}

/**
 * Milliseconds to wait before a failed request is made again; absent if it should not be.
 * The limit behind a 429 is counted by the hour, so without `Retry-After` waiting is in vain.
 *
 * @param tries how often it was made, 1 or more
 * @param leftMs until the deadline
 */
function retryPause(error: PlatformError, tries: number, leftMs: number): number | undefined {
  if (tries >= MOST_TRIES || !isPassing(error, undefined)) return undefined;
  const asked = error instanceof HttpError ? error.retryAfterMs : undefined;
  if (asked === undefined && error instanceof HttpError && error.status === 429) return undefined;
  const pauseMs = Math.max(asked ?? 0, FIRST_PAUSE_MS * PAUSE_GROWTH ** (tries - 1));
  return pauseMs < leftMs ? pauseMs : undefined;
}

function describe(error: PlatformError): string {
  const text =
    error instanceof HttpError && error.platformText ? ` The platform says: "${error.platformText}".` : '';
  return `${error.message}${text}`;
}

/** What requests are spent on. */
export interface Need {
  /** As the plan names it. */
  readonly what: string;
  readonly requests: number;
  /** More may be needed: only answers tell how many rows there are. */
  readonly atLeast?: boolean;
}

/** What each part can have of `left` requests, when the parts before it take no more than they need: a line for each. */
export function describePlan(left: number, needs: readonly Need[]): string[] {
  let rest = left;
  return needs.map(({ what, requests, atLeast }) => {
    const most = Math.max(0, rest);
    rest -= requests;
    if (most === 0) return `${what}: left out, since no request is left for it.`;
    const needed = `${what}: ${counted(requests, 'request')}${atLeast ? ' or more' : ''}`;
    if (most < requests) return `${needed}, of which ${thousands(most)} can be made.`;
    return atLeast ? `${needed}, at most ${thousands(most)}.` : `${needed}.`;
  });
}
