import { isPermanent } from '../connection-failures.ts';
import { HttpError, NetworkError, type PlatformError } from './errors.ts';

/**
 * What a failed request to Mintlify means, and nothing of how it is put into words (`advice.ts`). A create or a message
 * is sent again only when it provably did not arrive: a job costs money, and cannot be undone or made idempotent.
 */

/** Whether a failed create or message may have taken effect. It must not be sent again then. */
export function mayExist(error: PlatformError): boolean {
  if (error instanceof NetworkError) return error.sent;
  // 408 comes from whoever stopped waiting for the request, which may have been passed on.
  return !(error instanceof HttpError) || error.status < 400 || error.status >= 500 || error.status === 408;
}

/** Whether a failed create or message may be sent again: no connection was made, or Mintlify refused it for now (429). */
export function maySendAgain(error: PlatformError): boolean {
  if (mayExist(error)) return false;
  return error instanceof NetworkError
    ? !isPermanent(error.code)
    : error instanceof HttpError && error.status === 429;
}

/**
 * Whether a failed GET says nothing of what was asked for, so that another one may succeed: network trouble, 408, 429,
 * 5xx, and responses that cannot be read. What a 404 for a job means depends on time: {@link isJobGone}.
 */
export function isTransient(error: PlatformError): boolean {
  if (error instanceof NetworkError) return !isPermanent(error.code);
  return !(error instanceof HttpError) || [408, 429].includes(error.status) || error.status >= 500;
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

/** Whether asking for the job again makes no sense. The parameters are those of {@link isJobGone}. */
export function endsPolling(error: PlatformError, knownForMs: number): boolean {
  return isNotFound(error) ? isJobGone(error, knownForMs) : !isTransient(error);
}

/** What it means for a job: {@link isJobGone}. */
export function isNotFound(error: PlatformError): boolean {
  return error instanceof HttpError && error.status === 404;
}
