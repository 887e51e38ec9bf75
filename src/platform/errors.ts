type Details = Pick<PlatformError, 'advice'> & Partial<Pick<PlatformError, 'platformText'>> & ErrorOptions;

/**
 * Failures between this action and Mintlify: three classes, distinguished by class and never by text. The message names
 * the method and the path.
 */
export abstract class PlatformError extends Error {
  /** Advice on what to change, in one or two sentences made by this action. */
  readonly advice: string;
  /** Mintlify's own `error` and `details`, shortened; empty if it gave none. Remote text. */
  readonly platformText: string;

  constructor(message: string, { advice, platformText = '', cause }: Details) {
    super(message, { cause });
    this.advice = advice;
    this.platformText = platformText;
  }
}

/** Mintlify answered with a status other than 2xx. */
export class HttpError extends PlatformError {
  override readonly name = 'HttpError';
  readonly status: number;
  /** Milliseconds from now, from `Retry-After`; undefined if there was none. */
  readonly retryAfterMs: number | undefined;
  /** Whether the plan's credits are used up. */
  readonly isOutOfCredits: boolean;

  constructor(
    message: string,
    details: Details &
      Pick<HttpError, 'status' | 'retryAfterMs'> &
      Partial<Pick<HttpError, 'isOutOfCredits'>>,
  ) {
    super(message, details);
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.isOutOfCredits = details.isOutOfCredits ?? false;
  }
}

/** A 2xx whose body is not JSON, too large, or not of the documented shape. */
export class ResponseShapeError extends PlatformError {
  override readonly name = 'ResponseShapeError';

  /** @param what the request was answered with */
  constructor(request: { readonly method: string; readonly path: string }, what: string, cause?: unknown) {
    const advice = 'Something other than Mintlify may have answered: check base-url and proxies.';
    super(`${request.method} ${request.path} was answered with ${what}.`, { advice, cause });
  }
}

/** No complete answer: refused, reset, timed out, no such host, certificate not trusted. */
export class NetworkError extends PlatformError {
  override readonly name = 'NetworkError';
  /** The system's or undici's code, such as `ECONNREFUSED`; `TIMEOUT` after the time limit. */
  readonly code: string;
  /** `false` only when the request's first byte was provably never written: then it did not arrive. */
  readonly sent: boolean;

  constructor(message: string, details: Details & Pick<NetworkError, 'code' | 'sent'>) {
    super(message, details);
    this.code = details.code;
    this.sent = details.sent;
  }
}

/** Returns all that a maintainer should know of `error`. Holds remote text. */
export function explain({
  message,
  platformText,
  advice,
}: Pick<PlatformError, 'message' | 'platformText' | 'advice'>): string {
  const text = platformText && `Mintlify says: ${platformText}`;
  return [message, text, advice].filter((part) => part !== '').join('\n');
}
