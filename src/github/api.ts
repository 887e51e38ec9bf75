import { type Clock, timeLimit } from '../clock.ts';

/** How long to bear with GitHub. */
export interface CallOptions {
  readonly signal: AbortSignal;
  /** Milliseconds from the first try in which trouble that may pass (5xx, no answer, a rate limit) is met by another try. */
  readonly patienceMs: number;
}

/** GitHub answered with an error, with something that cannot be read, or not at all. */
export class GithubError extends Error {
  override readonly name = 'GithubError';
  /** Absent when there was no answer that can be read. */
  readonly status: number | undefined;
  /**
   * `limit`: a rate limit, which answers 403 or 429 (https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api).
   * `trouble`: 5xx, 408, no answer, or one that cannot be read. `refusal`: the same request would be refused again.
   */
  readonly kind: 'limit' | 'trouble' | 'refusal';
  /** When GitHub wants to be asked again, in milliseconds from now; absent if it did not say. */
  readonly retryAfterMs: number | undefined;
  /** What to change in the workflow, as a sentence; empty if there is nothing. */
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

  /** The message with the advice. */
  get full(): string {
    return `${this.message} ${this.advice}`.trim();
  }
}

/** Nothing was sent, since GitHub did not tell what has to be known first. Its message says what to do. */
export class NothingSentError extends Error {
  override readonly name = 'NothingSentError';

  constructor(why: string, cause?: GithubError) {
    const advice = cause && cause.advice !== '' ? ` ${cause.advice}` : '';
    const again = cause ? ': run the workflow again' : '';
    super(`${why}${advice} Nothing was sent${again}.`, cause ? { cause } : {});
  }
}

export function isGone(error: unknown): boolean {
  return error instanceof GithubError && (error.status === 404 || error.status === 410);
}

/** @returns absent if GitHub has no such thing */
export async function unlessGone<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** Milliseconds for a try that is under way when the time for trying again is over. */
const LAST_TRY_MS = 5_000;

/** Does the work within `ms`, trying again what may pass. Returns the trouble that was left. */
export async function attempt(
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
  ms: number,
  work: (options: CallOptions) => Promise<void>,
): Promise<GithubError | undefined> {
  const untilMs = clock.now() + ms;
  const limit = timeLimit(clock, ms + LAST_TRY_MS, signal);
  const options: CallOptions = {
    signal: limit.signal,
    get patienceMs() {
      return Math.max(0, untilMs - clock.now());
    },
  };
  try {
    await work(options);
    return undefined;
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    return error;
  } finally {
    limit.release();
  }
}
