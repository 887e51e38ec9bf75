import { isPermanent } from '../connection-failures.ts';
import { HttpError, NetworkError, type PlatformError } from './errors.ts';

/**
 * What a failed request to Mintlify means, and nothing of how it is put into words (`advice.ts`). A create or a message
 * is sent again only when it provably did not arrive: a job costs money, and cannot be undone or made idempotent.
 */

/** Statuses below 500 of whoever stopped waiting for a request that it may have passed on. */
const GAVE_UP = [408, 424, 425, 499];

/** Whether a failed create or message may have taken effect. It must not be sent again then. */
export function mayExist(error: PlatformError): boolean {
  if (error instanceof NetworkError) return error.sent;
  if (!(error instanceof HttpError)) return true;
  return error.status < 400 || error.status >= 500 || GAVE_UP.includes(error.status);
}

/**
 * Whether a failed create or message may be sent again: no connection was made, or Mintlify refused it for now (429),
 * unless the credits are used up.
 */
export function maySendAgain(error: PlatformError): boolean {
  if (mayExist(error)) return false;
  if (error instanceof NetworkError) return !isPermanent(error.code);
  return error instanceof HttpError && error.status === 429 && !error.isOutOfCredits;
}

/**
 * Whether another GET may succeed where this one failed: after network trouble, 408, 429, 5xx and unreadable responses.
 */
export function isTransient(error: PlatformError): boolean {
  if (error instanceof NetworkError) return !isPermanent(error.code);
  if (!(error instanceof HttpError)) return true;
  return ([408, 429].includes(error.status) && !error.isOutOfCredits) || error.status >= 500;
}

/** Whether a refusal says that the plan's credits are used up. Mintlify does not document its status. */
export function speaksOfCredits(status: number, platformText: string): boolean {
  return status === 402 || (status >= 400 && status < 500 && /\bcredits?\b/i.test(platformText));
}

/** Milliseconds in which Mintlify may not know a job yet that it has just accepted. */
const EARLY_404_MS = 30_000;

/**
 * Whether a 404 says that there is no such job (any more).
 *
 * @param knownForMs milliseconds since Mintlify accepted the job, or a message to it; or, where that is not known, since
 * this run first asked for the job
 */
export function isJobGone(error: PlatformError, knownForMs: number): boolean {
  return isNotFound(error) && knownForMs >= EARLY_404_MS;
}

/**
 * Whether asking for the job again makes no sense: Mintlify refuses to say, or somebody has to mend the connection. The
 * parameters are those of {@link isJobGone}.
 */
export function endsPolling(error: PlatformError, knownForMs: number): boolean {
  if (error instanceof NetworkError) return isPermanent(error.code);
  if (!(error instanceof HttpError)) return false;
  return isJobGone(error, knownForMs) || [400, 401, 403].includes(error.status);
}

/** Whether it is a 404. What that means for a job: {@link isJobGone}. */
export function isNotFound(error: PlatformError): boolean {
  return error instanceof HttpError && error.status === 404;
}
