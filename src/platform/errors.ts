type Details = Pick<PlatformError, 'advice'> &
  Partial<Pick<PlatformError, 'platformText' | 'retryAfterMs'>> &
  ErrorOptions;

/** Base class of the errors for failed API calls to Mintlify. The message names the method and the path. */
export abstract class PlatformError extends Error {
  readonly advice: string;
  /** Text of Mintlify's error response or URL of its redirect, shortened; empty if there is neither. Remote text. */
  readonly platformText: string;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, { advice, platformText = '', retryAfterMs, cause }: Details) {
    super(message, { cause });
    this.advice = advice;
    this.platformText = platformText;
    this.retryAfterMs = retryAfterMs;
  }
}

export class HttpError extends PlatformError {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly isOutOfCredits: boolean;

  constructor(message: string, details: Details & { status: number; isOutOfCredits?: boolean }) {
    super(message, details);
    this.status = details.status;
    this.isOutOfCredits = details.isOutOfCredits ?? false;
  }
}

/** Error for a 2xx response whose body is too large, isn't JSON, or doesn't have the documented shape. */
export class ResponseShapeError extends PlatformError {
  override readonly name = 'ResponseShapeError';

  constructor(request: { readonly method: string; readonly path: string }, what: string, cause?: unknown) {
    const advice =
      'Something other than Mintlify may have answered. Check `base-url` and the proxy variables.';
    super(`${request.method} ${request.path} returned ${what}.`, { advice, cause });
  }
}

export function undocumented(fields: string): string {
  return `JSON that doesn't have the documented shape (${fields})`;
}

/** Error for a call without a complete response, for example after a reset, a timeout or an untrusted certificate. */
export class NetworkError extends PlatformError {
  override readonly name = 'NetworkError';
  /** Code from the system or undici, such as `ECONNREFUSED`; `TIMEOUT` for a late response, or `INTERRUPTED`. */
  readonly code: string;
  /** Whether Mintlify may have received the request. `false` only if the request's first byte wasn't written. */
  readonly sent: boolean;

  constructor(message: string, details: Details & { code: string; sent: boolean }) {
    super(message, details);
    this.code = details.code;
    this.sent = details.sent;
  }
}

/** Returns the message, Mintlify's response and the advice, each on its own line. The result contains remote text. */
export function explain(error: Pick<PlatformError, 'message' | 'platformText' | 'advice'>): string {
  const text = error.platformText && `Mintlify's response: ${error.platformText}`;
  return [error.message, text, error.advice].filter((part) => part !== '').join('\n');
}
