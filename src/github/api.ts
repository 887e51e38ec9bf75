import { type Clock, sleepUnlessAborted, timeLimit } from '../clock.ts';

/** How long a failed GitHub call is retried, and what cancels it. */
export interface RetryOptions {
  readonly signal: AbortSignal;
  /** Milliseconds from the first try in which a call is made again after a rate limit or trouble that may pass; 0: one try. */
  readonly patienceMs: number;
}

/** GitHub answered with an error, with an invalid response, or not at all. Never a bug of this action. */
export class GithubError extends Error {
  override readonly name = 'GithubError';
  /** Undefined without a valid response. */
  readonly status: number | undefined;
  /**
   * `limited`: a rate limit (https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api).
   * `transient`: 5xx, 408, no response, or an invalid one. `refused`: the same request would be refused again.
   */
  readonly kind: 'limited' | 'transient' | 'refused';
  /** When GitHub wants to be asked again, in milliseconds from now; undefined if it did not say. */
  readonly retryAfterMs: number | undefined;
  /** Advice on what to change in the workflow, as a sentence; empty if there is nothing to change. */
  readonly advice: string;

  constructor(
    message: string,
    details: Pick<GithubError, 'status' | 'kind'> & Partial<Pick<GithubError, 'retryAfterMs' | 'advice'>>,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.status = details.status;
    this.kind = details.kind;
    this.retryAfterMs = details.retryAfterMs;
    this.advice = details.advice ?? '';
  }

  /** The message, followed by the advice. */
  get full(): string {
    return `${this.message} ${this.advice}`.trim();
  }
}

/**
 * Name of a missing token in messages. The input has a default, so a token is missing only if the workflow gave it
 * empty, for example from an unset secret.
 */
export const NO_TOKEN = '`github-token` is empty (does the secret exist?)';

/** @param problem what the action cannot do, as the beginning of a sentence */
export function withoutToken(problem: string): GithubError {
  return new GithubError(`${problem} because ${NO_TOKEN}.`, { status: undefined, kind: 'refused' });
}

/** Nothing was sent to Mintlify, since something that must be known first could not be read from GitHub. */
export class NothingSentError extends Error {
  override readonly name = 'NothingSentError';
  /** Advice on what to do. */
  readonly advice: string;

  constructor(why: string, cause?: GithubError) {
    super(why, { cause });
    this.advice = cause
      ? `${cause.advice} Nothing was sent: run the workflow again.`.trim()
      : 'Nothing was sent.';
  }
}

export function isGone(error: unknown): boolean {
  return error instanceof GithubError && (error.status === 404 || error.status === 410);
}

/** Waits for a reading, and returns undefined if GitHub does not have the thing. */
export function unlessGone<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch((error: unknown) => {
    if (!isGone(error)) throw error;
    return undefined;
  });
}

/** Milliseconds before the second try; each further pause is twice as long. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

/** Tries the work again after an error that is retryable, until `patienceMs` end. Waits for rate limits that end by then. */
export async function tryAgain<T>(
  clock: Clock,
  { signal, patienceMs }: RetryOptions,
  isRetryable: (error: GithubError) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  const untilMs = clock.now() + patienceMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof GithubError) || signal.aborted || !isRetryable(error)) throw error;
      const waitMs = Math.max(pauseMs, error.retryAfterMs ?? 0);
      if (clock.now() + waitMs > untilMs) throw error;
      await sleepUnlessAborted(clock, waitMs, signal);
      if (signal.aborted) throw error;
    }
  }
}

/**
 * Milliseconds in which GitHub is asked again after a rate limit, an error that can pass, or no response. `required`: for
 * what the run cannot continue without. `optional`: for what a warning can replace.
 */
const RETRY_MS = { required: 30_000, optional: 5_000 } as const;
export type TimeBudget = keyof typeof RETRY_MS;

/** Milliseconds that one try may take. */
export const TRY_LIMIT_MS = 10_000;

/**
 * Does the work within a budget: calls that fail are made again until the budget ends. The last of them ends at most 10
 * s later, whatever their number is.
 *
 * @param context its signal ends the work, too
 * @throws {GithubError} if all tries failed
 */
export async function withinBudget<T>(
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
  budget: TimeBudget,
  work: (options: RetryOptions) => Promise<T>,
): Promise<T> {
  const patienceMs = RETRY_MS[budget];
  const limit = timeLimit(clock, patienceMs + TRY_LIMIT_MS, signal);
  try {
    return await work({ signal: limit.signal, patienceMs });
  } finally {
    limit.release();
  }
}
