import { Agent, type Dispatcher } from 'undici';
import type { Reply, Sent } from '../sandbox/exchange.ts';
import { unlessAborted } from '../src/http.ts';
import type { Network } from '../src/mode.ts';

/** How the requests of a step reach their hosts, in memory. */
export interface Wire {
  /** @throws with a code, as connections fail; never settles where nobody answers */
  exchange(sent: Sent): Promise<Reply>;
  /** Settles once there is a connection to Mintlify. @throws with a code where there is none */
  connect(): Promise<void>;
}

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
    const given = Object.fromEntries(new Headers(headers));
    const sent = sentOf(method, pathname + search, { ...given, host }, body);
    try {
      signal?.throwIfAborted();
      const { signal: never } = new AbortController();
      const reply = await unlessAborted(signal ?? never, wire.exchange(sent));
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
  let isAborted = false;
  try {
    await wire.connect();
    handler.onConnect?.(() => {
      isAborted = true;
    });
    if (isAborted) return;
    const all = { host: new URL(String(origin)).host, ...(headers as Record<string, string>) };
    const reply = await wire.exchange(sentOf(method, path, all, body));
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
