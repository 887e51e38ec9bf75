import type { PlatformError } from './errors.ts';
import { maySendAgain } from './failures.ts';

const MAX_SENDS = 4;

/** Pause before a POST is sent a second time (ms). The pause doubles with each further try. */
const FIRST_RESEND_MS = 2_000;

/**
 * Returns the milliseconds to wait before a POST is sent again; undefined if it isn't sent again.
 *
 * @param sends number of times that the POST has been sent
 * @param leftMs milliseconds until the deadline
 */
export function resendDelay(error: PlatformError, sends: number, leftMs: number): number | undefined {
  if (!maySendAgain(error) || sends >= MAX_SENDS) return undefined;
  const delayMs = Math.max(FIRST_RESEND_MS * 2 ** (sends - 1), error.retryAfterMs ?? 0);
  return delayMs < leftMs ? delayMs : undefined;
}
