import { connectionFailure } from '../http.ts';
import { HttpError, type MintlifyError, NetworkError } from './errors.ts';

// What a failed API call means. A job costs money and can't be undone, and a POST can't be made idempotent.

/** Statuses below 500 that a server may return even though it has already forwarded the request. */
const GAVE_UP = [408, 424, 425, 499];

/** Checks whether a failed POST may have taken effect, in which case it must not be sent again. */
export function mayHaveTakenEffect(error: MintlifyError): boolean {
  if (error instanceof NetworkError) return error.sent;
  if (!(error instanceof HttpError)) return true;
  return error.status < 400 || error.status >= 500 || GAVE_UP.includes(error.status);
}

export function isSafeToResend(error: MintlifyError): boolean {
  if (mayHaveTakenEffect(error)) return false;
  if (error instanceof NetworkError) return !isPermanent(error);
  return error instanceof HttpError && error.status === 429 && !error.isOutOfCredits;
}

/** Checks whether further reads would fail in this run: the key or the rate limit doesn't allow them. */
export function blocksFurtherReads(error: MintlifyError): boolean {
  if (!(error instanceof HttpError)) return false;
  return error.isOutOfCredits || error.status === 401 || error.status === 429;
}

/** Checks whether a repeated GET may succeed: after a temporary network failure, 408, 429, 5xx or invalid response. */
export function isTransient(error: MintlifyError): boolean {
  if (error instanceof NetworkError) return !isPermanent(error);
  if (!(error instanceof HttpError)) return true;
  const isTemporary = error.status === 408 || error.status === 429;
  return (isTemporary && !error.isOutOfCredits) || error.status >= 500;
}

/** Checks whether a refusal says that the plan's credits are used up, whose status Mintlify doesn't document. */
export function isAboutCredits(status: number, responseText: string): boolean {
  const isRefusal = status >= 400 && status < 500;
  return status === 402 || (isRefusal && /\bcredits?\b/i.test(responseText));
}

/** Checks whether further polls would also fail. A 404 isn't final at first, so the caller checks it on its own. */
export function endsPolling(error: MintlifyError): boolean {
  if (error instanceof NetworkError) return isPermanent(error);
  return error instanceof HttpError && [400, 401, 403].includes(error.status);
}

/** Checks whether Mintlify doesn't know the project or job (404). */
export function isNotFound(error: unknown): boolean {
  return error instanceof HttpError && error.status === 404;
}

/** Checks whether Mintlify doesn't accept the key (401). */
export function isKeyRefused(error: unknown): boolean {
  return error instanceof HttpError && error.status === 401;
}

function isPermanent({ code }: NetworkError) {
  return connectionFailure(code).isPermanent;
}
