import { type Clock, sleepUnlessAborted, timeLimit } from '../clock.ts';

/** Time for retrying a failed call to GitHub, and the signal that cancels the call. */
export interface RetryOptions {
  readonly signal: AbortSignal;
  /** How long after the first try a retry can still begin (ms); 0 for no retries. */
  readonly patienceMs: number;
}

/**
 * Error for a failed call to GitHub: GitHub returned an error or an invalid response, or didn't respond. The cause is
 * never a bug in the action.
 */
export class GithubError extends Error {
  override readonly name = 'GithubError';
  /** HTTP status; undefined without a valid response. */
  readonly status: number | undefined;
  /**
   * `limited`: a rate limit (https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api).
   * `transient`: 5xx, 408, no response, or an invalid response. `refused`: GitHub would also refuse another try.
   */
  readonly kind: 'limited' | 'transient' | 'refused';
  /** Milliseconds after which GitHub accepts another try; undefined if GitHub doesn't say. */
  readonly retryAfterMs: number | undefined;
  /** Advice on what to change in the workflow, as a sentence; empty if nothing has to change. */
  readonly advice: string;

  constructor(
    message: string,
    details: Pick<GithubError, 'kind'> & Partial<Pick<GithubError, 'status' | 'retryAfterMs' | 'advice'>>,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.status = details.status;
    this.kind = details.kind;
    this.retryAfterMs = details.retryAfterMs;
    this.advice = details.advice ?? '';
  }

  /** Message, followed by the advice. */
  get full(): string {
    return `${this.message} ${this.advice}`.trim();
  }
}

/** Explanation of a missing token. The input has a default, so the workflow must have set it to an empty string. */
export const NO_TOKEN = '`github-token` is empty (does the secret exist?)';

/**
 * Builds the error for a missing token.
 *
 * @param problem what the action can't do, as the start of a sentence
 */
export function withoutToken(problem: string): GithubError {
  return new GithubError(`${problem} because ${NO_TOKEN}.`, { kind: 'refused' });
}

/**
 * Error that ends a run before anything is sent to Mintlify, because the action couldn't read required data from
 * GitHub.
 */
export class NothingSentError extends Error {
  override readonly name = 'NothingSentError';
  /** Advice on what to do, as sentences. */
  readonly advice: string;

  constructor(why: string, cause?: GithubError) {
    super(why, { cause });
    this.advice = cause ? `${cause.advice} Nothing was sent. ${nextRun(cause)}`.trim() : 'Nothing was sent.';
  }
}

/**
 * Returns advice on how to run again. A re-run uses the workflow file of the original commit:
 * https://docs.github.com/en/actions/how-tos/manage-workflow-runs/re-run-workflows-and-jobs
 */
function nextRun({ kind }: GithubError): string {
  return kind === 'refused'
    ? 'If you change the workflow file, start a new run, because a re-run uses the old file.'
    : 'Re-run the workflow.';
}

export function isGone(error: unknown): boolean {
  return error instanceof GithubError && (error.status === 404 || error.status === 410);
}

/** Returns the result; undefined if GitHub returned 404 or 410. */
export function unlessGone<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch((error: unknown) => {
    if (!isGone(error)) throw error;
    return undefined;
  });
}

/** Pause before the second try (ms). The pause doubles with each further try, up to `LONGEST_PAUSE_MS`. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Runs `work`, and repeats it after retryable errors until `patienceMs` has passed. Waits for a rate limit only if the
 * limit ends within that time.
 */
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
 * How long failed calls to GitHub are retried (ms). `required`: the run can't continue without the result. `optional`:
 * a warning can replace the result.
 */
const RETRY_MS = { required: 30_000, optional: 5_000 } as const;
export type TimeBudget = keyof typeof RETRY_MS;

/** Time limit of one try (ms). */
export const TRY_LIMIT_MS = 10_000;

/**
 * Runs `work`, which can retry each failed call for the time of the budget. Aborts `work` 10 s after this time has
 * passed since the start, no matter how many calls it makes.
 *
 * @param context clock, and a signal that also aborts the work
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
