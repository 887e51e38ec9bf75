import type { PlatformError } from './errors.ts';
import { maySendAgain } from './failures.ts';

const MOST_SENDS = 4;
/** Pause before a POST is sent a second time (ms). The pause doubles with each further try. */
const FIRST_RESEND_MS = 2_000;
/** Time in which a POST may be sent again (ms). Other requests of the thread wait for this one meanwhile. */
const LONGEST_TRYING_MS = 60_000;

/**
 * Returns the milliseconds to wait before a POST is sent again; undefined if it isn't sent again, for example because
 * `Retry-After` asks for a longer wait.
 *
 * @param sends number of times that the POST has been sent
 * @param triedMs milliseconds since it was first sent
 * @param timeoutMs milliseconds that the run has in all
 */
export function resendDelay(
  error: PlatformError,
  sends: number,
  triedMs: number,
  timeoutMs: number,
): number | undefined {
  if (!maySendAgain(error) || sends >= MOST_SENDS) return undefined;
  const delayMs = Math.max(FIRST_RESEND_MS * 2 ** (sends - 1), error.retryAfterMs ?? 0);
  return triedMs + delayMs <= Math.min(LONGEST_TRYING_MS, timeoutMs) ? delayMs : undefined;
}
