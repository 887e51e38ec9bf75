import { HttpError, type PlatformError } from './errors.ts';
import { maySendAgain } from './failures.ts';

const MAX_SENDS = 4;

/** Milliseconds before the first time that something is sent again; doubled each time. */
const FIRST_RESEND_MS = 2_000;

/**
 * Milliseconds to wait before a POST that did not arrive is sent again; undefined when it should not be.
 *
 * @param sends how often it has been sent, 1 or more
 * @param leftMs the time left in all, in milliseconds
 */
export function resendDelay(error: PlatformError, sends: number, leftMs: number): number | undefined {
  if (!maySendAgain(error) || sends >= MAX_SENDS) return undefined;
  const askedMs = error instanceof HttpError ? (error.retryAfterMs ?? 0) : 0;
  const delayMs = Math.max(FIRST_RESEND_MS * 2 ** (sends - 1), askedMs);
  return delayMs < leftMs ? delayMs : undefined;
}
