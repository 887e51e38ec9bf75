import { Agent, type Dispatcher } from 'undici';
import type { Reply, Sent } from '../sandbox/exchange.ts';
import { unlessAborted } from '../src/http.ts';
import type { Network } from '../src/mode.ts';

/**
 * Brings a request to its host, in memory. Calls `onConnect` once there is a connection.
 *
 * @throws with a code, as connections fail; never settles where nobody answers
 */
export type Wire = (sent: Sent, onConnect?: () => void) => Promise<Reply>;

export function networkOver(wire: Wire): Network {
  const dispatch: Dispatcher.DispatcherComposeInterceptor = () => (options, handler) => {
    void answer(options, handler, wire);
    return true;
  };
  return { fetch: fetchOver(wire), dispatcher: () => new Agent().compose(dispatch) };
}

function fetchOver(wire: Wire): typeof globalThis.fetch {
  return async (input, { method = 'GET', headers, body, signal } = {}) => {
    const { pathname, search, host } = new URL(String(input));
    const all = { ...Object.fromEntries(new Headers(headers)), host };
    try {
      signal?.throwIfAborted();
      const sent = wire(sentOf(method, pathname + search, all, body));
      const reply = await unlessAborted(signal ?? new AbortController().signal, sent);
      return new Response(reply.status === 204 ? null : reply.body, reply);
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      throw new TypeError('fetch failed', { cause });
    }
  };
}

async function answer(
  { method, path, origin = '', headers, body }: Dispatcher.DispatchOptions,
  handler: Dispatcher.DispatchHandlers,
  wire: Wire,
): Promise<void> {
  const onConnect = () => {
    let isAborted = false;
    handler.onConnect?.(() => {
      isAborted = true;
    });
    if (isAborted) throw new Error('aborted');
  };
  try {
    const all = { host: new URL(String(origin)).host, ...(headers as Record<string, string>) };
    const reply = await wire(sentOf(method, path, all, body), onConnect);
    const raw = Object.entries(reply.headers).flatMap((pair) => pair.map((text) => Buffer.from(text)));
    handler.onHeaders?.(reply.status, raw, () => {}, '');
    if (reply.body !== '') handler.onData?.(Buffer.from(reply.body));
    handler.onComplete?.([]);
  } catch (error) {
    handler.onError?.(error as Error);
  }
}

function sentOf(method: string, target: string, headers: Sent['headers'], body: unknown): Sent {
  return { method, target, headers, body: Buffer.from(typeof body === 'string' ? body : '') };
}
