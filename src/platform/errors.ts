/**
 * What can go wrong between this action and the platform. Three kinds, told apart by class, never by text:
 * the platform answered with an error ({@link HttpError}), the answer is not what it should be
 * ({@link ResponseShapeError}), or there was no answer ({@link NetworkError}).
 */
export abstract class PlatformError extends Error {
  /** `GET` or `POST`. */
  readonly method: string;
  /** The path on the platform, without its origin. */
  readonly path: string;
  /** What to change, in one or two sentences made by this action. */
  readonly advice: string;

  constructor(message: string, details: ErrorDetails) {
    super(message, { cause: details.cause });
    this.method = details.method;
    this.path = details.path;
    this.advice = details.advice;
  }
}

/** What every {@link PlatformError} knows. */
export interface ErrorDetails {
  readonly method: string;
  readonly path: string;
  readonly advice: string;
  readonly cause?: unknown;
}

/** The platform answered with a status other than 2xx. */
export class HttpError extends PlatformError {
  override readonly name = 'HttpError';
  readonly status: number;
  /** The platform's own `error` and `details`, shortened; empty if it gave none. Remote text. */
  readonly platformText: string;
  /** From `Retry-After`, in milliseconds from now; absent if the platform gave none. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    details: ErrorDetails & { status: number; platformText: string; retryAfterMs: number | undefined },
  ) {
    super(message, details);
    this.status = details.status;
    this.platformText = details.platformText;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** A 2xx whose body is not JSON, too large, or not of the documented shape. */
export class ResponseShapeError extends PlatformError {
  override readonly name = 'ResponseShapeError';

  /** @param what the request was answered with */
  constructor({ method, path }: Pick<ErrorDetails, 'method' | 'path'>, what: string, cause?: unknown) {
    const advice = 'Something other than the platform may have answered: check base-url and proxies.';
    super(`${method} ${path} was answered with ${what}.`, { method, path, advice, cause });
  }
}

/** No complete answer: refused, reset, timed out, no such host, certificate not trusted. */
export class NetworkError extends PlatformError {
  override readonly name = 'NetworkError';
  /** The system's or undici's code, such as `ECONNREFUSED`; `TIMEOUT` when the time limit passed. */
  readonly code: string;
  /** `false` only when the request's first byte was provably never written: then it did not arrive. */
  readonly sent: boolean;

  constructor(message: string, details: ErrorDetails & { code: string; sent: boolean }) {
    super(message, details);
    this.code = details.code;
    this.sent = details.sent;
  }
}

/** All that a maintainer should know of `error`. Holds remote text. */
export function explain(error: PlatformError): string {
  const text =
    error instanceof HttpError && error.platformText ? `The platform says: ${error.platformText}` : '';
  return [error.message, text, error.advice].filter((part) => part !== '').join('\n');
}
