import type { PlatformError } from './errors.ts';
import { maySendAgain } from './failures.ts';

const MAX_SENDS = 4;

/** Milliseconds before a POST is first sent again. Each further pause is twice as long. */
const FIRST_RESEND_MS = 2_000;

/**
 * Returns the milliseconds to wait before a POST is sent again; undefined if it must not be.
 *
 * @param sends number of times that it has been sent
 * @param leftMs milliseconds left in all
 */
export function resendDelay(error: PlatformError, sends: number, leftMs: number): number | undefined {
  if (!maySendAgain(error) || sends >= MAX_SENDS) return undefined;
  const delayMs = Math.max(FIRST_RESEND_MS * 2 ** (sends - 1), error.retryAfterMs ?? 0);
  return delayMs < leftMs ? delayMs : undefined;
}
