type FailureDetails = ErrorOptions &
  Pick<MintlifyError, 'advice'> &
  Partial<Pick<MintlifyError, 'likelyCause' | 'responseText' | 'retryAfterMs'>>;

/** Base class of the errors for failed API calls to Mintlify. The message names the method and the path. */
export abstract class MintlifyError extends Error {
  /** What probably went wrong, as a sentence; empty if the message says it. */
  readonly likelyCause: string;
  /** What to do, as sentences; may be empty. */
  readonly advice: string;
  /** Text of Mintlify's error response or URL of its redirect, shortened; empty if there is neither. Remote text. */
  readonly responseText: string;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, details: FailureDetails) {
    super(message, details);
    this.likelyCause = details.likelyCause ?? '';
    this.advice = details.advice;
    this.responseText = details.responseText ?? '';
    this.retryAfterMs = details.retryAfterMs;
  }

  /** The likely cause and the advice, for places that don't say the cause otherwise. */
  get help(): string {
    return `${this.likelyCause} ${this.advice}`.trim();
  }
}

/** Error for a response with a status of 300 or more. */
export class HttpError extends MintlifyError {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly isOutOfCredits: boolean;

  constructor(message: string, details: FailureDetails & { status: number; isOutOfCredits?: boolean }) {
    super(message, details);
    this.status = details.status;
    this.isOutOfCredits = details.isOutOfCredits ?? false;
  }
}

/** Error for a 2xx response whose body is too large, isn't JSON, or doesn't have the documented shape. */
export class ResponseShapeError extends MintlifyError {
  override readonly name = 'ResponseShapeError';

  constructor(request: { readonly method: string; readonly path: string }, what: string, cause?: unknown) {
    const advice =
      'Something other than Mintlify may have answered. Check `base-url` and the proxy variables.';
    super(`${request.method} ${request.path} returned ${what}.`, { advice, cause });
  }
}

/** @param fields names of the fields that are wrong */
export function undocumentedShape(fields: string): string {
  return `JSON that doesn't have the documented shape (${fields})`;
}

/** Error for a call without a complete response, for example after a reset, a timeout or an untrusted certificate. */
export class NetworkError extends MintlifyError {
  override readonly name = 'NetworkError';
  /** Code from the system or undici, such as `ECONNREFUSED`; `TIMEOUT` for a late response, or `INTERRUPTED`. */
  readonly code: string;
  /** Whether Mintlify may have received the request. `false` only if the request's first byte wasn't written. */
  readonly sent: boolean;

  constructor(message: string, details: FailureDetails & { code: string; sent: boolean }) {
    super(message, details);
    this.code = details.code;
    this.sent = details.sent;
  }
}
