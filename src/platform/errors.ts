type Details = Pick<PlatformError, 'advice'> &
  Partial<Pick<PlatformError, 'platformText' | 'retryAfterMs'>> &
  ErrorOptions;

/** Failed API call to Mintlify, in one of three classes. The message names the method and the path. */
export abstract class PlatformError extends Error {
  /** Advice on what to change, in this action's own words. */
  readonly advice: string;
  /** Mintlify's own `error` and `details`, shortened; empty without them. Remote text. */
  readonly platformText: string;
  /** Milliseconds until another try, from `Retry-After`; undefined without that header. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, { advice, platformText = '', retryAfterMs, cause }: Details) {
    super(message, { cause });
    this.advice = advice;
    this.platformText = platformText;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Mintlify answered with a status other than 2xx. */
export class HttpError extends PlatformError {
  override readonly name = 'HttpError';
  readonly status: number;
  /** Whether the plan's credits are used up. */
  readonly isOutOfCredits: boolean;

  constructor(
    message: string,
    details: Details & Pick<HttpError, 'status'> & Partial<Pick<HttpError, 'isOutOfCredits'>>,
  ) {
    super(message, details);
    this.status = details.status;
    this.isOutOfCredits = details.isOutOfCredits ?? false;
  }
}

/** A 2xx whose body is too large, isn't JSON, or doesn't have the documented shape. */
export class ResponseShapeError extends PlatformError {
  override readonly name = 'ResponseShapeError';

  /** @param what describes the body, as the end of "returned …" */
  constructor(request: { readonly method: string; readonly path: string }, what: string, cause?: unknown) {
    const advice =
      'Something other than Mintlify may have answered. Check `base-url` and the proxy variables.';
    super(`${request.method} ${request.path} returned ${what}.`, { advice, cause });
  }
}

/** Describes JSON whose `fields` don't have the documented shape. */
export function undocumented(fields: string): string {
  return `JSON that doesn't have the documented shape (${fields})`;
}

/** No complete response, for example because of a reset, a timeout, or an untrusted certificate. */
export class NetworkError extends PlatformError {
  override readonly name = 'NetworkError';
  /** Code of the system or undici, such as `ECONNREFUSED`, or `TIMEOUT` after the time limit. */
  readonly code: string;
  /** Whether the request may have arrived. `false` only if its first byte certainly wasn't written. */
  readonly sent: boolean;

  constructor(message: string, details: Details & Pick<NetworkError, 'code' | 'sent'>) {
    super(message, details);
    this.code = details.code;
    this.sent = details.sent;
  }
}

/** Returns the message, Mintlify's text and the advice, each on a line. Contains remote text. */
export function explain({
  message,
  platformText,
  advice,
}: Pick<PlatformError, 'message' | 'platformText' | 'advice'>): string {
  const text = platformText && `Mintlify's response: ${platformText}`;
  return [message, text, advice].filter((part) => part !== '').join('\n');
}
