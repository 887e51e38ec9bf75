import { STATUS_CODES } from 'node:http';
import { isNativeError } from 'node:util/types';
import type { Dispatcher } from 'undici';
import DecoratorHandler from 'undici/lib/handler/decorator-handler.js';
import { shorten } from '../text/markdown.ts';
import { createRedactor, type Redact, secretsOf } from '../text/redact.ts';
import { ANSWERED_BY_ANOTHER, adviceForStatus, proseForCode } from './advice.ts';
import { createDispatcher } from './dispatcher.ts';
import { HttpError, NetworkError, ResponseShapeError } from './errors.ts';
import { BodyTooLargeError, errorText, parseRetryAfter, readBody } from './response.ts';

/** Where requests go, and as whom. */
export interface TransportOptions {
  readonly baseUrl: URL;
  readonly apiKey: string;
  readonly userAgent: string;
  /** For the proxy variables. */
  readonly env: NodeJS.ProcessEnv;
}

/** One request to the platform. */
export interface PlatformRequest {
  readonly method: 'GET' | 'POST';
  /** What it is about; decides what to advise when it fails. */
  readonly resource: 'job' | 'views';
  /** From the first slash on, its parts percent-encoded, with the query. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Milliseconds for everything, from connecting to the last byte. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** Bytes of an error's body that are read. */
const MAX_ERROR_BYTES = 64 * 1024;

/**
 * Sends requests to the one origin that may see the key, and reads JSON back. It never follows a redirect and never
 * sends anything twice: whether to try again is for the caller to decide.
 */
export class Transport {
  readonly #options: TransportOptions;
  readonly #redact: Redact;
  #shared: Dispatcher | undefined;

  constructor(options: TransportOptions) {
    this.#options = options;
    // A platform that sends the key back, in an error or a page path, must not spread it: no other folder sees it.
    this.#redact = createRedactor(secretsOf(options.apiKey));
  }

  /**
   * The JSON body of a 2xx answer, not yet checked for its shape.
   *
   * @throws {HttpError} another status
   * @throws {ResponseShapeError} a 2xx that is not JSON, or too large
   * @throws {NetworkError} no whole answer
   */
  async send(request: PlatformRequest): Promise<unknown> {
    const attempt = new Attempt(request, this.#redact);
    const dispatcher = this.#dispatcherFor(attempt);
    try {
      return await attempt.within(this.#exchange(attempt, dispatcher));
    } finally {
      if (dispatcher !== this.#shared) await dispatcher.destroy();
    }
  }

  /** Closes every connection at once. */
  async close(): Promise<void> {
    await this.#shared?.destroy();
  }

  /**
   * A POST goes on a connection of its own: a connection that was idle may be closed by the other side just as the
   * request is written, and then nobody could tell whether it arrived. GETs share connections.
   */
  #dispatcherFor(attempt: Attempt): Dispatcher {
    try {
      const create = () => createDispatcher(this.#options.baseUrl, this.#options.env);
      if (attempt.request.method === 'POST') return create();
      this.#shared ??= create();
      return this.#shared;
    } catch {
      // The error of `new URL` quotes what it was given, which may hold the proxy's password.
      throw attempt.networkError('PROXY_URL');
    }
  }

  async #exchange(attempt: Attempt, dispatcher: Dispatcher): Promise<unknown> {
    const { method, path, body, maxBytes } = attempt.request;
    const { baseUrl, apiKey, userAgent } = this.#options;
    const response = await dispatcher.compose(attempt.watchDispatch).request({
      origin: baseUrl.origin,
      path,
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept: 'application/json',
        'user-agent': userAgent,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: attempt.signal,
      // The attempt's own limit covers the whole exchange.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    if (response.statusCode >= 300) throw await attempt.httpError(response);
    return attempt.json(
      await readBody(response.body, maxBytes),
      String(response.headers['content-type'] ?? ''),
    );
  }
}

/** One request on its way: its time limit, whether it was written, and the errors that it can end in. */
class Attempt {
  readonly request: PlatformRequest;
  readonly signal: AbortSignal;
  readonly #timeout: AbortSignal;
  readonly #redact: Redact;
  #written = false;

  constructor(request: PlatformRequest, redact: Redact) {
    this.request = request;
    this.#redact = redact;
    this.#timeout = AbortSignal.timeout(Math.max(1, Math.ceil(request.timeoutMs)));
    this.signal = request.signal ? AbortSignal.any([request.signal, this.#timeout]) : this.#timeout;
  }

  /** Learns from undici whether a connection stood, so that the request could be written on it. */
  readonly watchDispatch: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) =>
    dispatch(
      options,
      new WrittenHandler(handler, () => {
        this.#written = true;
      }),
    );

  /** `exchange`, but for the signal, which undici heeds only once it has a connection. */
  async within<T>(exchange: Promise<T>): Promise<T> {
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const onAbort = () => reject(this.signal.reason);
    this.signal.addEventListener('abort', onAbort, { once: true });
    if (this.signal.aborted) onAbort();
    try {
      return await Promise.race([exchange, aborted]);
    } catch (error) {
      exchange.catch(() => {});
      throw this.#explain(error);
    } finally {
      this.signal.removeEventListener('abort', onAbort);
      aborted.catch(() => {});
    }
  }

  networkError(code: string, cause?: unknown): NetworkError {
    const { method, path } = this.request;
    const { happened, advice } = proseForCode(code);
    const message = `${method} ${path} failed: ${happened} (${code}).`;
    return new NetworkError(message, { method, path, advice, code, sent: this.#written, cause });
  }

  async httpError(response: Dispatcher.ResponseData): Promise<HttpError> {
    const { method, path } = this.request;
    const status = response.statusCode;
    const body = await readBody(response.body, MAX_ERROR_BYTES).catch(() => '');
    const retryAfterMs = parseRetryAfter(response.headers['retry-after'], Date.now());
    return new HttpError(
      `${method} ${path} was answered ${status} ${STATUS_CODES[status] ?? ''}`.trim().concat('.'),
      {
        method,
        path,
        status,
        platformText:
          redirectText(response, this.#redact) ||
          errorText(body, String(response.headers['content-type'] ?? ''), this.#redact),
        retryAfterMs,
        advice: adviceForStatus(status, this.request, retryAfterMs),
      },
    );
  }

  json(text: string, contentType: string): unknown {
    try {
      // The texts are redacted, not the bytes: an escape before the key would lose a part of itself.
      return JSON.parse(text, (_, value) => (typeof value === 'string' ? this.#redact(value) : value));
    } catch (cause) {
      const what =
        /html/i.test(contentType) || /^\s*</.test(text) ? 'HTML instead of JSON' : 'a body that is not JSON';
      throw this.#shapeError(`${what}`, cause);
    }
  }

  #shapeError(what: string, cause: unknown): ResponseShapeError {
    const { method, path } = this.request;
    return new ResponseShapeError(`${method} ${path} was answered with ${what}.`, {
      method,
      path,
      advice: ANSWERED_BY_ANOTHER,
      cause,
    });
  }

  #explain(error: unknown): unknown {
    if (error instanceof HttpError || error instanceof ResponseShapeError) return error;
    if (error instanceof BodyTooLargeError) return this.#shapeError(`a body of ${error.message}`, error);
    if (this.request.signal?.aborted) return this.networkError('INTERRUPTED', error);
    if (this.#timeout.aborted) return this.networkError('TIMEOUT', error);
    const code = codeOf(error);
    return code === undefined ? error : this.networkError(code, error);
  }
}

class WrittenHandler extends DecoratorHandler {
  readonly #handler: Dispatcher.DispatchHandlers;
  readonly #onWritten: () => void;

  constructor(handler: Dispatcher.DispatchHandlers, onWritten: () => void) {
    super(handler);
    this.#handler = handler;
    this.#onWritten = onWritten;
  }

  /** Called when a connection stands and the request is about to be written, unless it is aborted right now. */
  onConnect(abort: (error?: Error) => void): void {
    let aborted = false;
    this.#handler.onConnect?.((error) => {
      aborted = true;
      abort(error);
    });
    if (!aborted) this.#onWritten();
  }
}

/** Where a redirect leads; empty for any other answer. */
function redirectText({ statusCode, headers }: Dispatcher.ResponseData, redact: Redact): string {
  if (statusCode >= 400 || !headers.location) return '';
  return `Location: ${shorten(redact(String(headers.location)), 200)}`;
}

/** The code of a system error, of undici's, or of the first of several; absent for a programming error. */
function codeOf(error: unknown): string | undefined {
  // Not `instanceof`: a system error may come from another realm.
  if (!isNativeError(error)) return undefined;
  // undici gives no other sign of what the proxy answered than this text (proxy-agent.js).
  const proxyStatus = /^Proxy response \((\d+)\)/.exec(error.message)?.[1];
  if (proxyStatus) return `PROXY_${proxyStatus}`;
  if ('code' in error && typeof error.code === 'string' && !error.code.startsWith('UND_ERR_INVALID'))
    return error.code;
  return error.cause === undefined ? undefined : codeOf(error.cause);
}
