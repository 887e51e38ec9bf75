import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';

/**
 * Whether `hostname` (of a URL) is this machine. No request to it goes through a proxy. Names below `localhost` are left
 * out: a resolver may know them as another machine.
 */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(hostname);
}

/**
 * Connections to `origin`: direct, or through the proxy of `HTTPS_PROXY` (of `HTTP_PROXY` for `http:`) and `NO_PROXY`, which
 * mean what they mean to the runner (actions/runner, `RunnerWebProxy.cs`): an empty one is none, and a name of `NO_PROXY`
 * is also that of its subdomains.
 *
 * @throws {Error} with the code `PROXY_URL`
 */
export function createDispatcher(origin: URL, env: NodeJS.ProcessEnv): Dispatcher {
  const variable = (name: string) => env[name] || env[name.toUpperCase()] || '';
  const proxy = variable(origin.protocol === 'https:' ? 'https_proxy' : 'http_proxy');
  if (proxy === '' || isLoopback(origin.hostname)) return new Agent();
  const names = variable('no_proxy').split(/[\s,]+/);
  const noProxy = names.flatMap((name) => (/^[.*]|^$/.test(name) ? name : [name, `.${name}`])).join();
  // undici 6 calls the class experimental on stderr, which a reader of the log cannot act on.
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return new EnvHttpProxyAgent({ httpProxy: proxy, httpsProxy: proxy, noProxy });
  } catch {
    // The error of `new URL` quotes what it was given, which may hold the proxy's password.
    throw Object.assign(new Error('A proxy variable holds no URL'), { code: 'PROXY_URL' });
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** `exchange`, but for the signal, which undici observes only once it has a connection. */
export async function unlessAborted<T>(signal: AbortSignal, exchange: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  // Whichever of the two fails after the other is of no interest.
  for (const each of [exchange, aborted]) each.catch(() => {});
  return Promise.race([exchange, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}

/** `100 Continue` responses, which a server may send before its own (RFC 9110, 15.2.1). */
const CONTINUE = /^(?:HTTP\/1\.[01] 100\b.*?\r?\n\r?\n)+/s;
const BEGINNING = 'HTTP/1.1 100';
const LONGEST_HEAD = 16_384;

/** What is waiting for the head of a response: the body of one can hold the same text. */
const awaiting = new WeakSet<Socket>();

// undici 6 ends a connection that brings one (client-h1.js, onHeadersComplete), so it is taken out of what undici reads.
subscribe('undici:client:connected', (message) => skipContinue((message as { socket: Socket }).socket));
subscribe('undici:client:sendHeaders', (message) => awaiting.add((message as { socket: Socket }).socket));

function skipContinue(socket: Socket): void {
  const read = socket.read.bind(socket);
  let held = '';
  socket.read = (size?: number): Buffer | null => {
    const chunk: Buffer | null = read(size);
    if (chunk === null || !awaiting.has(socket)) return chunk;
    const text = (held + chunk.toString('latin1')).replace(CONTINUE, '');
    const isPart = text.length < LONGEST_HEAD && (BEGINNING.startsWith(text) || text.startsWith(BEGINNING));
    held = isPart ? text : '';
    if (isPart) return null;
    awaiting.delete(socket);
    return Buffer.from(text, 'latin1');
  };
}
