import { Dispatcher } from 'undici';
import type { Reply, Sent } from '../sandbox/exchange.ts';

export interface Wire {
  /** @throws with a code, as connections fail; never settles where nobody answers */
  exchange(sent: Sent): Promise<Reply>;
  /** Settles once there is a connection. @throws with a code where there is none */
  connect(): Promise<void>;
}

const { Response, Headers } = globalThis;

export function fetchOver(wire: Wire): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const { pathname, search, host } = new URL(String(input));
    const headers = { ...Object.fromEntries(new Headers(init.headers)), host };
    const body = Buffer.from(typeof init.body === 'string' ? init.body : '');
    const sent = { method: init.method ?? 'GET', target: pathname + search, headers, body };
    const signal = init.signal ?? undefined;
    signal?.throwIfAborted();
    try {
      const { status, headers, body: text } = await unlessAborted(wire.exchange(sent), signal);
      return new Response(status === 204 ? null : text, { status, headers });
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      throw new TypeError('fetch failed', { cause });
    }
  };
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

export class MemoryDispatcher extends Dispatcher {
  readonly #wire: Wire;

  constructor(wire: Wire) {
    super();
    this.#wire = wire;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandlers): boolean {
    void this.#exchange(options, handler);
    return true;
  }

  async #exchange(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandlers): Promise<void> {
    let isOver = false;
    const fail = (error: Error) => {
      if (!isOver) handler.onError?.(error);
      isOver = true;
    };
    try {
      await this.#wire.connect();
      handler.onConnect?.((reason) => fail(reason ?? new Error('aborted')));
      if (isOver) return;
      const { status, headers, body } = await this.#wire.exchange(sentOf(options));
      if (isOver) return;
      isOver = true;
      const raw = Object.entries(headers).flatMap((pair) => pair.map((text) => Buffer.from(text)));
      handler.onHeaders?.(status, raw, () => {}, '');
      if (body !== '') handler.onData?.(Buffer.from(body));
      handler.onComplete?.([]);
    } catch (error) {
      fail(error as Error);
    }
  }

  override async close(): Promise<void> {}
  override async destroy(): Promise<void> {}
}

function sentOf({ method, path, origin = '', headers, body }: Dispatcher.DispatchOptions): Sent {
  const given = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]);
  const all = { host: new URL(String(origin)).host, ...Object.fromEntries(given) };
  return { method, target: path, headers: all, body: Buffer.from(typeof body === 'string' ? body : '') };
}
