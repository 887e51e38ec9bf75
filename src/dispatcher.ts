import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { type Dispatcher, EnvHttpProxyAgent } from 'undici';

/**
 * Whether `hostname` (of a URL) is this machine. No request to it goes through a proxy. Names below `localhost` are left
 * out: a resolver may know them as another machine.
 */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(hostname);
}

/**
 * Connections to `origin`: direct, or through the proxy of `HTTPS_PROXY` and `NO_PROXY`.
 *
 * @throws {Error} with the code `PROXY_URL`
 */
export function createDispatcher(origin: URL, env: NodeJS.ProcessEnv): Dispatcher {
  const variables = isLoopback(origin.hostname) ? {} : env;
  // undici 6 calls the class experimental on stderr, which a reader of the log cannot act on.
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return new EnvHttpProxyAgent({
      httpProxy: variables['http_proxy'] ?? variables['HTTP_PROXY'] ?? '',
      httpsProxy: variables['https_proxy'] ?? variables['HTTPS_PROXY'] ?? '',
      noProxy: variables['no_proxy'] ?? variables['NO_PROXY'] ?? '',
    });
  } catch {
    // The error of `new URL` quotes what it was given, which may hold the proxy's password.
    throw Object.assign(new Error('A proxy variable holds no URL'), { code: 'PROXY_URL' });
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** `100 Continue` responses, which a server may send before its own (RFC 9110, 15.2.1). */
const CONTINUE = /^(?:HTTP\/1\.[01] 100\b.*?\r?\n\r?\n)+/s;
const BEGINNING = 'HTTP/1.1 100';
const LONGEST_HEAD = 16_384;

// undici 6 ends a connection that brings one (client-h1.js, onHeadersComplete), so it is taken out of what undici reads.
subscribe('undici:client:connected', (message) => skipContinue((message as { socket: Socket }).socket));

function skipContinue(socket: Socket): void {
  const read = socket.read.bind(socket);
  let held = '';
  socket.read = (size?: number): Buffer | null => {
    const chunk: Buffer | null = read(size);
    if (chunk === null || (held === '' && chunk[0] !== BEGINNING.charCodeAt(0))) return chunk;
    const text = (held + chunk.toString('latin1')).replace(CONTINUE, '');
    const isPart = text.length < LONGEST_HEAD && (BEGINNING.startsWith(text) || text.startsWith(BEGINNING));
    held = isPart ? text : '';
    return isPart ? null : Buffer.from(text, 'latin1');
  };
}
