import { isPermanent } from '../connection-failures.ts';
import { HttpError, NetworkError, type PlatformError } from './errors.ts';

// Classification of failed API calls to Mintlify. A POST, which creates a job or sends a message to one, is repeated
// only if it certainly didn't have an effect. A job costs money and can't be undone, and the calls can't be made
// idempotent.

/** Statuses below 500 that a server may return even though it has already forwarded the request. */
const GAVE_UP = [408, 424, 425, 499];

/** Checks whether a failed POST may have taken effect, in which case it must not be sent again. */
export function mayExist(error: PlatformError): boolean {
  if (error instanceof NetworkError) return error.sent;
  if (!(error instanceof HttpError)) return true;
  return error.status < 400 || error.status >= 500 || GAVE_UP.includes(error.status);
}

/**
 * Checks whether a failed POST can safely be sent again, because no connection was made or Mintlify's rate limit is
 * reached.
 */
export function maySendAgain(error: PlatformError): boolean {
  if (mayExist(error)) return false;
  if (error instanceof NetworkError) return !isPermanent(error.code);
  return isRateLimit(error);
}

/** Checks whether Mintlify's rate limit is reached. */
export function isRateLimit(error: PlatformError | undefined): error is HttpError {
  return error instanceof HttpError && error.status === 429 && !error.isOutOfCredits;
}

/** Checks whether further API calls would fail for every project of the organization. */
export function blocksAll(error: PlatformError): boolean {
  return error instanceof HttpError && (error.isOutOfCredits || error.status === 429);
}

/** Checks whether page views can't be read until somebody changes the key or the inputs. */
export function isRefusal(error: PlatformError | undefined): boolean {
  return error instanceof HttpError && [401, 403, 404].includes(error.status);
}

/** Checks whether a repeated GET may succeed: after a temporary network failure, 408, 429, 5xx or invalid response. */
export function isTransient(error: PlatformError): boolean {
  if (error instanceof NetworkError) return !isPermanent(error.code);
  if (!(error instanceof HttpError)) return true;
  return ([408, 429].includes(error.status) && !error.isOutOfCredits) || error.status >= 500;
}

/**
 * Checks whether an error says that the plan's credits are used up. Mintlify doesn't document the status of this error.
 */
export function speaksOfCredits(status: number, platformText: string): boolean {
  return status === 402 || (status >= 400 && status < 500 && /\bcredits?\b/i.test(platformText));
}

/** Time for which Mintlify may return 404 for a job that it has just accepted (ms). */
const EARLY_404_MS = 30_000;

/**
 * Checks whether a 404 means that the job doesn't exist any more.
 *
 * @param knownForMs milliseconds since Mintlify accepted the job or a message to it; if that time isn't known, since
 * this run first tried to read the job
 */
export function isJobGone(error: PlatformError, knownForMs: number): boolean {
  return isNotFound(error) && knownForMs >= EARLY_404_MS;
}

/**
 * Checks whether further polls would also fail: the job is gone, Mintlify refuses the polls, or somebody has to fix the
 * connection. Takes the parameters of {@link isJobGone}.
 */
export function endsPolling(error: PlatformError, knownForMs: number): boolean {
  if (error instanceof NetworkError) return isPermanent(error.code);
  if (!(error instanceof HttpError)) return false;
  return isJobGone(error, knownForMs) || [400, 401, 403].includes(error.status);
}

/** Checks whether the error is a 404. {@link isJobGone} says what that means for a job. */
export function isNotFound(error: PlatformError): boolean {
  return error instanceof HttpError && error.status === 404;
}
