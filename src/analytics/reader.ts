import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { ViewsPlatform, ViewsQuery } from '../platform/client.ts';
import { HttpError, PlatformError } from '../platform/errors.ts';
import { isPassing } from '../platform/retry.ts';
import type { ViewsResponse } from '../platform/schemas.ts';
import { duration } from '../text/duration.ts';
import { counted, thousands } from '../text/numbers.ts';
import type { Budget, Spender } from './budget.ts';

/** What all readers of a run share. */
export interface ReaderContext {
  readonly budget: Budget;
  readonly clock: Clock;
  /** On the clock, in milliseconds: no pause before a retry goes beyond it. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly progress: Progress;
}

/** A request to be made. */
export interface Task {
  readonly query: ViewsQuery;
}

const AT_ONCE = 4;
const MOST_TRIES = 3;
const FIRST_PAUSE_MS = 1_000;
const PAUSE_GROWTH = 4;

/**
 * Reads something with several requests, up to four at once, whose answers may come in any order. A request that fails
 * and may yet succeed is made again, one at a time until one is answered.
 */
export abstract class Reader<T extends Task> implements Spender {
  readonly #platform: ViewsPlatform;
  readonly #context: ReaderContext;
  readonly #underWay = new Set<Promise<void>>();
  readonly #again: T[] = [];
  readonly #tries = new Map<T, number>();
  #isCautious = false;
  #pauseMs = 0;
  #lastError: PlatformError | undefined;
  #failure: PlatformError | undefined;

  constructor(platform: ViewsPlatform, context: ReaderContext) {
    this.#platform = platform;
    this.#context = context;
  }

  /** The next request worth making now, with so many under way; it will not be given again. */
  protected abstract next(underWay: number): T | undefined;

  /** Whether {@link next} would give something once all that is under way is answered. */
  protected abstract hasNext(): boolean;

  /** Whether a request that failed is still needed. */
  protected abstract isNeeded(task: T): boolean;

  /** Takes an answer in, and says how many rows are new. */
  protected abstract take(task: T, response: ViewsResponse): number;

  get done(): boolean {
    return this.#failure !== undefined || (!this.#hasRetry() && !this.hasNext());
  }

  /** What it ended with, or could not get over while the budget lasted. */
  get error(): PlatformError | undefined {
    return this.#failure ?? (this.#hasRetry() ? this.#lastError : undefined);
  }

  /**
   * Spends at most `allowance` requests, and may be called again with more.
   *
   * @throws the signal's reason when the run is interrupted
   */
  async run(allowance: number): Promise<void> {
    const { budget, signal } = this.#context;
    signal.throwIfAborted();
    let rest = Math.min(allowance, budget.left);
    for (;;) {
      if (rest > 0) await this.#pause();
      for (let task = this.#pick(rest); task; task = this.#pick(rest)) {
        rest -= 1;
        this.#send(task);
      }
      if (this.#underWay.size === 0) return;
      await Promise.race(this.#underWay);
      signal.throwIfAborted();
    }
  }

  #hasRetry(): boolean {
    return this.#again.some((task) => this.isNeeded(task));
  }

  async #pause(): Promise<void> {
    if (this.#pauseMs === 0 || this.#underWay.size > 0 || this.done) return;
    const pauseMs = this.#pauseMs;
    this.#pauseMs = 0;
    await this.#context.clock.sleep(pauseMs, this.#context.signal);
  }

  #pick(rest: number): T | undefined {
    const underWay = this.#underWay.size;
    if (rest === 0 || this.#context.budget.left === 0 || this.#failure || this.#pauseMs > 0) return undefined;
    if (underWay >= (this.#isCautious ? 1 : AT_ONCE)) return undefined;
    for (let task = this.#again.shift(); task; task = this.#again.shift())
      if (this.isNeeded(task)) return task;
    return this.next(underWay);
  }

  #send(task: T): void {
    this.#context.budget.spend();
    const exchange = this.#exchange(task).finally(() => this.#underWay.delete(exchange));
    // `run` sees the error too; this only keeps a second one from counting as unhandled.
    exchange.catch(() => {});
    this.#underWay.add(exchange);
  }

  async #exchange(task: T): Promise<void> {
    const { signal, progress } = this.#context;
    let response: ViewsResponse;
    try {
      response = await this.#platform.getViews(task.query, { signal });
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (!signal.aborted) this.#failed(task, error);
      return;
    }
    this.#isCautious = false;
    progress.answered(this.take(task, response));
  }

  #failed(task: T, error: PlatformError): void {
    const { budget, clock, deadlineMs, log } = this.#context;
    const tries = (this.#tries.get(task) ?? 0) + 1;
    this.#tries.set(task, tries);
    this.#lastError = error;
    const pauseMs = retryPause(error, tries, deadlineMs - clock.now());
    if (pauseMs === undefined) {
      this.#failure ??= error;
      if (isForAll(error)) budget.close(error);
      return;
    }
    if (this.#pauseMs === 0) log.info(`${describe(error)} It is sent again in ${duration(pauseMs)}.`);
    this.#pauseMs = Math.max(this.#pauseMs, pauseMs);
    this.#isCautious = true;
    this.#again.push(task);
    this.#again.sort((a, b) => a.query.offset - b.query.offset);
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

/** A line of progress at most so often. */
const REQUESTS_PER_LINE = 20;
const MS_PER_LINE = 10_000;

/** Tells the log how far a run has read, now and then. */
export class Progress {
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #budget: Budget;
  #rows = 0;
  #answers = 0;
  #toldAnswers = 0;
  #toldAtMs: number;

  constructor(log: Log, clock: Clock, budget: Budget) {
    this.#log = log;
    this.#clock = clock;
    this.#budget = budget;
    this.#toldAtMs = clock.now();
  }

  /** Called with every answer. */
  answered(newRows: number): void {
    this.#rows += newRows;
    this.#answers += 1;
    const now = this.#clock.now();
    if (this.#answers - this.#toldAnswers < REQUESTS_PER_LINE && now - this.#toldAtMs < MS_PER_LINE) return;
    this.#toldAnswers = this.#answers;
    this.#toldAtMs = now;
    const { spent, left } = this.#budget;
    this.#log.info(
      `${counted(this.#rows, 'row')} after ${counted(spent, 'request')}; ${thousands(left)} left.`,
    );
  }
}
