import { checkBypass, getProxyUrl } from '@actions/http-client/lib/proxy';
import { Agent, type Dispatcher, Pool, ProxyAgent } from 'undici';
import { codeOf, connectionFailure } from './connection-failures.ts';

/**
 * Creates a dispatcher that connects to `origin` directly, or through the proxy that the runner would use. As in
 * GitHub's toolkit, the proxy comes from the process's environment variables.
 *
 * @throws {Error} with the code `PROXY_URL` if the proxy variable isn't valid
 */
export function createDispatcher(origin: URL): Dispatcher {
  if (checkBypass(origin)) return new Agent();
  try {
    const proxy = getProxyUrl(origin);
    if (proxy) return connectionsThrough(proxy);
    // For an invalid value, `getProxyUrl` returns undefined, as if no proxy were set.
    if (!isProxySet(origin.protocol)) return new Agent();
  } catch {}
  // The error of `new URL` would quote the value, which may contain the proxy's password.
  throw Object.assign(new Error("A proxy variable doesn't hold a URL"), { code: 'PROXY_URL' });
}

function connectionsThrough({ href: uri, username, password }: URL): Dispatcher {
  // undici itself sends a user name only together with a password.
  const token = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return new ProxyAgent({ uri, clientFactory: connectionsToProxy, ...(username !== '' && { token }) });
}

function isProxySet(protocol: string): boolean {
  const name = protocol === 'https:' ? 'https_proxy' : 'http_proxy';
  return Boolean(process.env[name] || process.env[name.toUpperCase()]);
}

type Connect = (options: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData>;

/**
 * Creates a pool of connections to a proxy. The pool requests each tunnel only once. If the proxy closes the connection
 * without a response, undici 6 would retry at once, thousands of times a second. It gives up only if the error's code
 * isn't one of undici's own (client.js, `onError`). Therefore, the error gets a `PROXY_` code.
 */
function connectionsToProxy(origin: URL, options: object): Dispatcher {
  const pool = new Pool(origin, options);
  const connect = pool.connect.bind(pool) as Connect;
  const connectOnce: Connect = async (options) => {
    const answer = await connect(options).catch((cause: unknown) => {
      const code = codeOf(cause) ?? '';
      throw /^(broken|other)$/.test(connectionFailure(code).kind) ? proxyError(code, cause) : cause;
    });
    if (answer.statusCode === 200) return answer;
    answer.socket.on('error', () => {}).destroy();
    throw proxyError(`${answer.statusCode}`);
  };
  return Object.assign(pool, { connect: connectOnce });
}

function proxyError(what: string, cause?: unknown): Error {
  return Object.assign(new Error(`The proxy didn't make a tunnel (${what})`, { cause }), {
    code: `PROXY_${what}`,
  });
}

/**
 * Returns the result of `exchange`, or throws as soon as the signal aborts. undici itself doesn't notice an abort until
 * it has a connection.
 */
export async function unlessAborted<T>(signal: AbortSignal, exchange: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  // Once the race is decided, a failure of the losing promise doesn't matter.
  for (const each of [exchange, aborted]) each.catch(() => {});
  return Promise.race([exchange, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}
