import { STATUS_CODES } from 'node:http';
import type { Dispatcher } from 'undici';
import type * as z from 'zod/mini';
import { type Clock, parseRetryAfter, timeLimit } from '../clock.ts';
import { codeOf, createDispatcher, readBody, unlessAborted } from '../http.ts';
import { shorten } from '../text/markdown.ts';
import { type Redact, redactor, redactTexts } from '../text/redact.ts';
import { USER_AGENT } from '../version.ts';
import { adviceForConnection, adviceForStatus, type CallKind, OUT_OF_CREDITS } from './advice.ts';
import { HttpError, MintlifyError, NetworkError, ResponseShapeError, undocumentedShape } from './errors.ts';
import { isAboutCredits } from './failures.ts';
import { errorText, isHtml } from './response.ts';

export interface TransportOptions {
  /** The only origin that is allowed to see the API key. */
  readonly baseUrl: URL;
  readonly apiKey: string;
  readonly clock: Clock;
  readonly dispatcher?: ((origin: URL) => Dispatcher) | undefined;
}

export interface MintlifyRequest<T> extends CallKind {
  /** Percent-encoded path and query, beginning with a slash. */
  readonly path: string;
  readonly body?: unknown;
  readonly schema: z.ZodMiniType<T>;
  /** Time limit (ms), from connecting until the response is parsed. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

const MAX_ERROR_BYTES = 64 * 1024;

/** Makes API calls. Doesn't follow redirects, and leaves retries to the caller. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #redact: Redact;
  #shared: Dispatcher | undefined;

  constructor(options: TransportOptions) {
    this.#options = options;
    // If a server sends the key back in an error or a page path, the key must not get any further.
    this.#redact = redactor([options.apiKey]);
  }

  /** Returns the parsed body of a 2xx response, with the API key redacted. @throws {MintlifyError} of errors.ts */
  async send<T>(request: MintlifyRequest<T>): Promise<T> {
    const { method, path, timeoutMs, signal: interruption } = request;
    const { clock } = this.#options;
    const startMs = clock.now();
    const limit = timeLimit(clock, timeoutMs);
    const signal = AbortSignal.any(interruption ? [interruption, limit.signal] : [limit.signal]);
    // The signal can't abort while a response is parsed, so the clock is also checked.
    const isLate = () => limit.signal.aborted || clock.now() - startMs > timeoutMs;
    let dispatcher: Dispatcher | undefined;
    const written = { sent: false };
    try {
      dispatcher = this.#dispatcherFor(method);
      const watched = dispatcher.compose(watchWriting(written));
      const body = await unlessAborted(signal, this.#exchange(request, watched, signal));
      const value = this.#read(request, body);
      if (isLate()) throw new Error('The time limit passed while the response was parsed.');
      return value;
    } catch (cause) {
      if (cause instanceof MintlifyError) throw cause;
      const code = interruption?.aborted ? 'INTERRUPTED' : isLate() ? 'TIMEOUT' : codeOf(cause);
      if (code === undefined) throw cause;
      const { happened, advice } = adviceForConnection(code, this.#options.baseUrl.host);
      const message = `${method} ${path} failed: ${happened} (${code}).`;
      throw new NetworkError(message, { advice, code, ...written, cause });
    } finally {
      limit.release();
      if (dispatcher !== this.#shared) await dispatcher?.destroy();
    }
  }

  async close(): Promise<void> {
    await this.#shared?.destroy();
  }

  /** A POST gets a new connection: if a server closed an idle one just then, nobody could know whether it arrived. */
  #dispatcherFor(method: string): Dispatcher {
    const { baseUrl, dispatcher = createDispatcher } = this.#options;
    if (method === 'POST') return dispatcher(baseUrl);
    this.#shared ??= dispatcher(baseUrl);
    return this.#shared;
  }

  async #exchange(
    request: MintlifyRequest<unknown>,
    dispatcher: Dispatcher,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { method, path, body } = request;
    const { baseUrl, apiKey } = this.#options;
    const response = await dispatcher.request({
      origin: baseUrl.origin,
      path,
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': USER_AGENT,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal,
      // 0 turns these limits off, because the signal limits the time of the whole API call.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    if (response.statusCode >= 300) throw await this.#httpError(request, response);
    const text = await readBody(response.body, request.maxBytes);
    if (text === undefined) {
      throw new ResponseShapeError(request, `a body of more than ${request.maxBytes} bytes`);
    }
    try {
      return JSON.parse(text);
    } catch (cause) {
      const what = isHtml(text, typeOf(response)) ? 'HTML instead of JSON' : "a body that isn't JSON";
      throw new ResponseShapeError(request, what, cause);
    }
  }

  /** Redacts the parsed strings: in JSON that isn't parsed yet, redaction could cut an escape sequence. */
  #read<T>(request: MintlifyRequest<T>, body: unknown): T {
    const { data, error } = request.schema.safeParse(body);
    if (error === undefined) return redactTexts(data, this.#redact);
    const fields = error.issues.map(({ path }) => path.join('.') || 'the whole body');
    throw new ResponseShapeError(request, undocumentedShape(fields.join(', ')), error);
  }

  async #httpError(request: MintlifyRequest<unknown>, response: Dispatcher.ResponseData): Promise<HttpError> {
    const { method, path } = request;
    const { statusCode: status, headers } = response;
    const text = (await readBody(response.body, MAX_ERROR_BYTES).catch(() => undefined)) ?? '';
    const location = status < 400 && headers.location;
    const responseText = location
      ? `Location: ${shorten(this.#redact(String(location)), 200)}`
      : errorText(text, typeOf(response), this.#redact);
    const retryAfterMs = parseRetryAfter(headers['retry-after'], this.#options.clock.date().getTime());
    const isOutOfCredits = isAboutCredits(status, responseText);
    const advice = isOutOfCredits ? OUT_OF_CREDITS : adviceForStatus(status, request, retryAfterMs);
    const answer = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
    return new HttpError(`${method} ${path} returned ${answer}.`, {
      ...advice,
      status,
      responseText,
      retryAfterMs,
      isOutOfCredits,
    });
  }
}

const typeOf = ({ headers }: Dispatcher.ResponseData) => String(headers['content-type'] ?? '');

/** Sets `sent` when a connection exists and the request is about to be written. */
function watchWriting(written: { sent: boolean }): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const onConnect = handler.onConnect?.bind(handler);
    handler.onConnect = (abort) => {
      written.sent = true;
      onConnect?.(abort);
    };
    return dispatch(options, handler);
  };
}
