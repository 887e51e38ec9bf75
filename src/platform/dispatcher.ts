import methods from 'undici/lib/api/index.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';

// As undici's index does it; the proxy agent relies on it too.
Object.assign(Dispatcher.prototype, methods);

/** Milliseconds to get a connection, TLS included. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Whether `hostname` (of a URL) is this machine. No request to it goes through a proxy. */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:.*\.)?localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(hostname);
}

/**
 * Connections to `origin`: direct, or through the proxy of `HTTPS_PROXY` and `NO_PROXY`.
 * `EnvHttpProxyAgent` does not bypass loopback, so that is decided here.
 *
 * @throws {TypeError} when a proxy variable is not a URL
 */
export function createDispatcher(origin: URL, env: NodeJS.ProcessEnv): Dispatcher {
  // Said outright, since NODE_TLS_REJECT_UNAUTHORIZED=0 would let anybody read the key. The proxy agent makes the
  // connection to the proxy and the one through it with options of their own.
  const connect = { timeout: CONNECT_TIMEOUT_MS, rejectUnauthorized: true };
  const options = { connect, proxyTls: connect, requestTls: connect };
  const proxies = {
    httpProxy: env['http_proxy'] ?? env['HTTP_PROXY'] ?? '',
    httpsProxy: env['https_proxy'] ?? env['HTTPS_PROXY'] ?? '',
    noProxy: env['no_proxy'] ?? env['NO_PROXY'] ?? '',
  };
  const direct = isLoopback(origin.hostname) || (proxies.httpProxy === '' && proxies.httpsProxy === '');
  if (direct) return new Agent(options);
  return withoutExperimentalWarning(() => new EnvHttpProxyAgent({ ...options, ...proxies }));
}

/** undici 6 calls `EnvHttpProxyAgent` experimental on stderr, which a reader of the log cannot act on. */
function withoutExperimentalWarning<T>(create: () => T): T {
  const emitWarning = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return create();
  } finally {
    process.emitWarning = emitWarning;
  }
}
