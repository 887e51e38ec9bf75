import type { MintlifyError } from './errors.ts';
import { isSafeToResend } from './failures.ts';

const MAX_SENDS = 4;

const FIRST_RESEND_MS = 2_000;

/** Returns how long to wait before a POST that was sent `sends` times is sent again (ms); undefined if it isn't. */
export function resendDelay(error: MintlifyError, sends: number, leftMs: number): number | undefined {
  if (!isSafeToResend(error) || sends >= MAX_SENDS) return undefined;
  const delayMs = Math.max(FIRST_RESEND_MS * 2 ** (sends - 1), error.retryAfterMs ?? 0);
  return delayMs < leftMs ? delayMs : undefined;
}
