import { STATUS_CODES } from 'node:http';
import type { Dispatcher } from 'undici';
import type * as z from 'zod/mini';
import { parseRetryAfter } from '../clock.ts';
import { codeOf } from '../connection-failures.ts';
import { createDispatcher, unlessAborted } from '../dispatcher.ts';
import { readBody } from '../response-body.ts';
import { shorten } from '../text/markdown.ts';
import { type Redact, redactor } from '../text/redact.ts';
import { USER_AGENT } from '../version.ts';
import { type Asked, adviceForConnection, adviceForStatus, OUT_OF_CREDITS } from './advice.ts';
import { HttpError, NetworkError, PlatformError, ResponseShapeError } from './errors.ts';
import { speaksOfCredits } from './failures.ts';
import { errorText, isHtml } from './response.ts';

/** Address that requests go to, and the key that they carry. */
export interface Target {
  readonly baseUrl: URL;
  readonly apiKey: string;
}

export interface PlatformRequest<T> extends Asked {
  /** Path from the first slash on, its parts percent-encoded, with the query. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly schema: z.ZodMiniType<T>;
  /** Milliseconds for everything, from connecting to a response that is read. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

const MAX_ERROR_BYTES = 64 * 1024;

/**
 * Sends requests to the one origin that may see the key, and reads JSON back. It never follows a redirect and never
 * sends anything twice: whether to try again is for the caller to decide.
 */
export class Transport {
  readonly #target: Target;
  readonly #redact: Redact;
  #shared: Dispatcher | undefined;

  constructor(target: Target) {
    this.#target = target;
    // A server that sends the key back, in an error or a page path, must not spread it: no other folder sees it.
    this.#redact = redactor([target.apiKey]);
  }

  /**
   * The body of a 2xx response, as the schema gives it, without the key.
   *
   * @throws {HttpError} another status
   * @throws {ResponseShapeError} a 2xx that is not JSON, of another shape, or too large
   * @throws {NetworkError} no complete response in time
   */
  async send<T>(request: PlatformRequest<T>): Promise<T> {
    const { method, path, signal: interruption } = request;
    const timeoutMs = Math.max(1, Math.ceil(request.timeoutMs));
    const timeout = AbortSignal.timeout(timeoutMs);
    const startMs = performance.now();
    // Nothing aborts while a response is parsed.
    const isLate = () => timeout.aborted || performance.now() - startMs > timeoutMs;
    const signal = AbortSignal.any(interruption ? [interruption, timeout] : [timeout]);
    let dispatcher: Dispatcher | undefined;
    const progress = { sent: false };
    try {
      dispatcher = this.#dispatcherFor(method);
      const watched = dispatcher.compose(watchWriting(progress));
      const body = await unlessAborted(signal, this.#exchange(request, watched, signal));
      const value = this.#read(request, body);
      if (isLate()) throw new Error('The time limit passed while the response was parsed.');
      return value;
    } catch (cause) {
      if (cause instanceof PlatformError) throw cause;
      const code = interruption?.aborted ? 'INTERRUPTED' : isLate() ? 'TIMEOUT' : codeOf(cause);
      if (code === undefined) throw cause;
      const { happened, advice } = adviceForConnection(code);
      const message = `${method} ${path} failed: ${happened} (${code}).`;
      throw new NetworkError(message, { advice, code, ...progress, cause });
    } finally {
      if (dispatcher !== this.#shared) await dispatcher?.destroy();
    }
  }

  /** Closes every connection at once. */
  async close(): Promise<void> {
    await this.#shared?.destroy();
  }

  /**
   * Returns a connection of its own for a POST; GETs share connections. A server may close an idle connection just as
   * the request is written, and then it is unknown whether the request arrived.
   */
  #dispatcherFor(method: string): Dispatcher {
    const create = () => createDispatcher(this.#target.baseUrl);
    if (method === 'POST') return create();
    this.#shared ??= create();
    return this.#shared;
  }

  async #exchange(
    request: PlatformRequest<unknown>,
    dispatcher: Dispatcher,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { method, path, body } = request;
    const { baseUrl, apiKey } = this.#target;
    const response = await dispatcher.request({
      origin: baseUrl.origin,
      path,
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept: 'application/json',
        // Without it, a server may compress.
        'accept-encoding': 'identity',
        'user-agent': USER_AGENT,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal,
      // The signal's own limit covers the whole exchange.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    if (response.statusCode >= 300) throw await this.#httpError(request, response);
    const text = await readBody(response, request.maxBytes);
    if (text === undefined) {
      throw new ResponseShapeError(request, `a body of more than ${request.maxBytes} bytes`);
    }
    try {
      return JSON.parse(text);
    } catch (cause) {
      const what = isHtml(text, typeOf(response)) ? 'HTML instead of JSON' : 'a body that is not JSON';
      throw new ResponseShapeError(request, what, cause);
    }
  }

  /** The texts are redacted, not the bytes: an escape before the key would lose a part of itself. */
  #read<T>(request: PlatformRequest<T>, body: unknown): T {
    const { data, error } = request.schema.safeParse(body);
    if (error === undefined) return redactTexts(data, this.#redact);
    const fields = error.issues.map(({ path }) => path.join('.') || 'the whole body');
    const what = `JSON of another shape than documented (${fields.join(', ')})`;
    throw new ResponseShapeError(request, what, error);
  }

  async #httpError(request: PlatformRequest<unknown>, response: Dispatcher.ResponseData): Promise<HttpError> {
    const { method, path } = request;
    const { statusCode: status, headers } = response;
    const text = (await readBody(response, MAX_ERROR_BYTES).catch(() => undefined)) ?? '';
    const location = status < 400 && headers.location;
    const platformText = location
      ? `Location: ${shorten(this.#redact(String(location)), 200)}`
      : errorText(text, typeOf(response), this.#redact);
    const retryAfterMs = parseRetryAfter(headers['retry-after'], Date.now());
    const isOutOfCredits = speaksOfCredits(status, platformText);
    const advice = isOutOfCredits ? OUT_OF_CREDITS : adviceForStatus(status, request, retryAfterMs);
    const answer = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
    const details = { status, platformText, retryAfterMs, isOutOfCredits, advice };
    return new HttpError(`${method} ${path} was answered ${answer}.`, details);
  }
}

/** Redacts the texts of a value. A schema has let it through, so it is small, unlike a hostile body. */
function redactTexts<T>(value: T, redact: Redact): T {
  return JSON.parse(JSON.stringify(value), (_, part) => (typeof part === 'string' ? redact(part) : part));
}

const typeOf = ({ headers }: Dispatcher.ResponseData) => String(headers['content-type'] ?? '');

/** Notes when a connection stands and the request is about to be written on it. */
function watchWriting(progress: { sent: boolean }): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const onConnect = handler.onConnect?.bind(handler);
    handler.onConnect = (abort) => {
      progress.sent = true;
      onConnect?.(abort);
    };
    return dispatch(options, handler);
  };
}
