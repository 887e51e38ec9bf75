import { proseForCode } from './advice.ts';
import { HttpError, NetworkError, type PlatformError } from './errors.ts';

/**
 * The decisions after a failed request, as pure functions. The rule behind them: a create or a message is sent again
 * only when it provably did not arrive, since a job costs money and cannot be undone or made idempotent.
 */

/** What a failed POST left behind. */
export type Delivery =
  /** It did not arrive, and may be sent again: the connection was never made, or a 429. */
  | 'again'
  /** It was refused, or can never arrive: nothing was started. */
  | 'refused'
  /** It may have taken effect. It must not be sent again. */
  | 'unknown';

export function deliveryOf(error: PlatformError): Delivery {
  if (error instanceof NetworkError) {
    if (error.sent) return 'unknown';
    return proseForCode(error.code).permanent ? 'refused' : 'again';
  }
  if (error instanceof HttpError) {
    if (error.status === 429) return 'again';
    // 408 comes from whoever stopped waiting for the request, which may have been passed on.
    return error.status >= 400 && error.status < 500 && error.status !== 408 ? 'refused' : 'unknown';
  }
  return 'unknown';
}

const MAX_SENDS = 4;

/** Milliseconds before the first time that something is sent again; doubled each time. */
const FIRST_RESEND_MS = 2_000;
const LEAST_AFTER_429_MS = 1_000;

/**
 * Milliseconds to wait before a POST that did not arrive is sent again; absent when it should not be.
 *
 * @param sends how often it has been sent, 1 or more
 * @param limits the longest pause, unless the platform asks for more, and the time left in all, in milliseconds
 */
export function resendDelay(
  error: PlatformError,
  sends: number,
  limits: { readonly longestMs: number; readonly leftMs: number },
): number | undefined {
  if (deliveryOf(error) !== 'again' || sends >= MAX_SENDS) return undefined;
  const ownMs = Math.min(FIRST_RESEND_MS * 2 ** (sends - 1), limits.longestMs);
  // `Retry-After: 0` asks for nothing, but a platform that just refused needs a moment.
  const askedMs = error instanceof HttpError ? Math.max(error.retryAfterMs ?? 0, LEAST_AFTER_429_MS) : 0;
  const delay = Math.max(ownMs, askedMs);
  return delay < limits.leftMs ? delay : undefined;
}

/** Milliseconds after a create or a message in which a 404 for the job is not final. */
const EARLY_404_MS = 30_000;

/**
 * Whether a failed poll says nothing of the job, so that polling goes on: network trouble, 408, 429, 5xx and
 * unreadable bodies; and 404 shortly after this run created or messaged the job.
 *
 * @param sinceSentMs milliseconds since this run's create or message was accepted; absent if it sent nothing
 */
export function isPassing(error: PlatformError, sinceSentMs: number | undefined): boolean {
  if (error instanceof NetworkError) return !proseForCode(error.code).permanent;
  if (error instanceof HttpError) {
    if (error.status === 404) return sinceSentMs !== undefined && sinceSentMs < EARLY_404_MS;
    return error.status === 408 || error.status === 429 || error.status >= 500;
  }
  return true;
}
