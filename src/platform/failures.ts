import { isPermanent } from '../http.ts';
import { HttpError, NetworkError, type PlatformError } from './errors.ts';

// What a failed API call means. A job costs money and can't be undone, and a POST can't be made idempotent.

/** Statuses below 500 that a server may return even though it has already forwarded the request. */
const GAVE_UP = [408, 424, 425, 499];

/** Checks whether a failed POST may have taken effect, in which case it must not be sent again. */
export function mayExist(error: PlatformError): boolean {
  if (error instanceof NetworkError) return error.sent;
  if (!(error instanceof HttpError)) return true;
  return error.status < 400 || error.status >= 500 || GAVE_UP.includes(error.status);
}

export function maySendAgain(error: PlatformError): boolean {
  if (mayExist(error)) return false;
  if (error instanceof NetworkError) return !isPermanent(error.code);
  return isRateLimit(error);
}

export function isRateLimit(error: PlatformError | undefined): error is HttpError {
  return error instanceof HttpError && error.status === 429 && !error.isOutOfCredits;
}

/** Checks whether further reads would fail in this run: the key or the rate limit doesn't allow them. */
export function blocksAll(error: PlatformError): boolean {
  return error instanceof HttpError && (error.isOutOfCredits || error.status === 401 || error.status === 429);
}

/** Checks whether a repeated GET may succeed: after a temporary network failure, 408, 429, 5xx or invalid response. */
export function isTransient(error: PlatformError): boolean {
  if (error instanceof NetworkError) return !isPermanent(error.code);
  if (!(error instanceof HttpError)) return true;
  return ([408, 429].includes(error.status) && !error.isOutOfCredits) || error.status >= 500;
}

/** Checks whether a refusal says that the plan's credits are used up, whose status Mintlify doesn't document. */
export function speaksOfCredits(status: number, platformText: string): boolean {
  return status === 402 || (status >= 400 && status < 500 && /\bcredits?\b/i.test(platformText));
}

/** Checks whether further polls would also fail. A 404 isn't final at first, so the caller checks it on its own. */
export function endsPolling(error: PlatformError): boolean {
  if (error instanceof NetworkError) return isPermanent(error.code);
  return error instanceof HttpError && [400, 401, 403].includes(error.status);
}

export function isNotFound(error: unknown): boolean {
  return error instanceof HttpError && error.status === 404;
}
