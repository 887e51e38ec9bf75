import { STATUS_CODES } from 'node:http';
import { explain, HttpError, NetworkError, type PlatformError } from '../platform/errors.ts';
import { isRateLimit } from '../platform/failures.ts';

/**
 * Says what failed and what to change. Omits the request's URL, which only the log contains.
 *
 * @returns an empty string for a rate limit, because the report mentions it only once, with the time to run again
 */
export function failureText(error: PlatformError): string {
  return isRateLimit(error) ? '' : `${happened(error)} ${error.advice}`;
}

/**
 * Explains a failure for the log. Leaves out the advice about a rate limit, because the report says only once when to
 * run again.
 */
export function failureInLog(error: PlatformError): string {
  const { message, platformText, advice } = error;
  return explain({ message, platformText, advice: isRateLimit(error) ? '' : advice });
}

function happened(error: PlatformError): string {
  if (error instanceof HttpError) {
    return `Mintlify answered ${error.status} ${STATUS_CODES[error.status] ?? ''}`.trimEnd().concat('.');
  }
  if (error instanceof NetworkError) return `The request to Mintlify failed (${error.code}).`;
  return "The response wasn't what Mintlify documents.";
}
