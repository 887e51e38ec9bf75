import { buffer } from 'node:stream/consumers';
import { Agent, type Dispatcher, fetch } from 'undici';
import type { Reply, Sent } from '../sandbox/exchange.ts';
import type { Network } from '../src/context.ts';

/**
 * Brings a request to its host, in memory. Calls `onConnect` once there is a connection.
 *
 * @throws with a code, as connections fail; never settles where nobody answers
 */
export type Wire = (sent: Sent, onConnect: () => void) => Promise<Reply>;

/** undici with everything below its dispatchers replaced by the wire. */
export function networkOver(wire: Wire): Network {
  const dispatcher = () =>
    new Agent().compose(() => (options, handler) => {
      void dispatch(options, handler, wire);
      return true;
    });
  const shared = dispatcher();
  const fetchHere = (input: string, init: object) => fetch(input, { ...init, dispatcher: shared });
  return { fetch: fetchHere as unknown as typeof globalThis.fetch, dispatcher };
}

/** A `fetch` whose requests are answered in memory. */
export function fetchOver(exchange: (sent: Sent) => Promise<Reply>) {
  const wire: Wire = (sent, onConnect) => {
    onConnect();
    return exchange(sent);
  };
  return networkOver(wire).fetch;
}

async function dispatch(
  { method, path, origin = '', headers, body }: Dispatcher.DispatchOptions,
  handler: Dispatcher.DispatchHandlers,
  wire: Wire,
): Promise<void> {
  let isAborted = false;
  const onConnect = () => {
    handler.onConnect?.(() => {
      isAborted = true;
    });
    if (isAborted) throw new Error('aborted');
  };
  try {
    const given = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]);
    const all = { host: new URL(String(origin)).host, ...Object.fromEntries(given) };
    const sent = { method, target: path, headers: all, body: await contentOf(body) };
    const reply = await wire(sent, onConnect);
    const raw = Object.entries(reply.headers).flatMap((pair) => pair.map((text) => Buffer.from(text)));
    handler.onHeaders?.(reply.status, raw, () => {}, '');
    if (reply.body !== '') handler.onData?.(Buffer.from(reply.body));
    handler.onComplete?.([]);
  } catch (error) {
    handler.onError?.(error as Error);
  }
}

/** Mintlify's client gives texts, and `fetch` gives what it has made of them. */
async function contentOf(body: unknown): Promise<Buffer> {
  if (typeof body === 'string') return Buffer.from(body);
  return body ? buffer(body as AsyncIterable<Uint8Array>) : Buffer.alloc(0);
}
