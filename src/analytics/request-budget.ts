import type { RunContext } from '../context.ts';
import type { AnalyticsInputs } from '../inputs.ts';
import type { ViewsClient, ViewsQuery } from '../mintlify/client.ts';
import { MintlifyError } from '../mintlify/errors.ts';
import { blocksFurtherReads, isTransient } from '../mintlify/failures.ts';
import { formatDuration } from '../text/duration.ts';
import { AT_ONCE, type PeriodPages } from './period-pages.ts';

/** Pauses before a request is sent again (ms). */
const PAUSES_MS = [1_000, 4_000, 15_000, 30_000];
/** Time for which requests that failed together are sent again (ms). */
const PATIENCE_MS = 60_000;

export type BudgetOptions = Pick<RunContext, 'clock' | 'log' | 'signal'> &
  Pick<AnalyticsInputs, 'maxRequests'> & { readonly platform: ViewsClient };

/** Sends requests within the limit of a run. Retries count, because Mintlify limits the requests of an organization. */
export class RequestBudget {
  readonly #options: BudgetOptions;
  spent = 0;
  /** Error after which every further request of this run would fail. */
  closedBy: MintlifyError | undefined;

  constructor(options: BudgetOptions) {
    this.#options = options;
  }

  get left(): number {
    return this.closedBy ? 0 : this.#options.maxRequests - this.spent;
  }

  /** Reads the first page of each period, which has the period's totals. */
  async readFirst(periods: readonly PeriodPages[]): Promise<void> {
    const waiting = [...periods];
    while (waiting.length > 0 && this.left > 0) {
      const now = waiting.splice(0, Math.min(AT_ONCE, this.left));
      await this.#sendAll(now.flatMap((pages) => pages.next(1).map((query) => [pages, query] as const)));
    }
  }

  async readRest(pages: PeriodPages): Promise<void> {
    while (pages.isOpen && this.left > 0) {
      await this.#sendAll(pages.next(this.left).map((query) => [pages, query] as const));
    }
  }

  /** Retries requests one at a time, so that an overload doesn't cost four times as many. */
  async #sendAll(requests: readonly (readonly [PeriodPages, ViewsQuery])[]): Promise<void> {
    const { clock, log } = this.#options;
    const errors = await Promise.all(requests.map(([pages, query]) => this.#send(pages, query)));
    const deadlineMs = clock.now() + PATIENCE_MS;
    for (const [index, [pages, query]] of requests.entries()) {
      const error = await this.#retry(pages, query, errors[index], deadlineMs);
      if (!error || !pages.needs(query)) continue;
      const response = error.responseText && `\nMintlify's response: ${error.responseText}`;
      log.info(`${error.message}${response}`);
      pages.error ??= error;
      if (blocksFurtherReads(error)) this.closedBy ??= error;
    }
  }

  async #send(pages: PeriodPages, query: ViewsQuery): Promise<MintlifyError | undefined> {
    const { signal, platform } = this.#options;
    signal.throwIfAborted();
    this.spent += 1;
    try {
      pages.take(query, await platform.getViews(query, { signal }));
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof MintlifyError)) throw error;
      return error;
    }
  }

  async #retry(pages: PeriodPages, query: ViewsQuery, first: MintlifyError | undefined, deadlineMs: number) {
    const { clock, signal, log } = this.#options;
    let error = first;
    let failedMs = deadlineMs - PATIENCE_MS;
    for (const pauseMs of PAUSES_MS) {
      if (!error || pages.error || !pages.needs(query) || !isTransient(error) || this.left === 0) break;
      // While another request of the group was sent again, some of this one's time has passed.
      const waitMs = Math.max(pauseMs, (error.retryAfterMs ?? 0) - (clock.now() - failedMs));
      if (clock.now() + waitMs > deadlineMs) break;
      log.info(`${error.message} The action tries again in ${formatDuration(waitMs)}.`);
      await clock.sleep(waitMs, signal);
      error = await this.#send(pages, query);
      failedMs = clock.now();
    }
    return error;
  }
}
