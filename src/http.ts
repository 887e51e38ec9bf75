import { isNativeError } from 'node:util/types';
import { checkBypass, getProxyUrl } from '@actions/http-client/lib/proxy';
import { Agent, type Dispatcher, fetch, Pool, ProxyAgent } from 'undici';

// Connections, also through proxies, why they fail, and how bodies are read.

/** Connects directly or through the proxy of the environment variables. @throws code `PROXY_URL` if one is invalid */
export function createDispatcher(origin: URL): Dispatcher {
  if (checkBypass(origin)) return new Agent();
  try {
    const proxy = getProxyUrl(origin);
    if (proxy) return connectionsThrough(proxy);
    // For an invalid value, `getProxyUrl` returns undefined, as if no proxy were set.
    const name = origin.protocol === 'https:' ? 'https_proxy' : 'http_proxy';
    if (!process.env[name] && !process.env[name.toUpperCase()]) return new Agent();
  } catch {}
  // The error of `new URL` would quote the value, which may contain the proxy's password.
  throw Object.assign(new Error("A proxy variable doesn't hold a URL"), { code: 'PROXY_URL' });
}

function connectionsThrough({ href: uri, username, password }: URL) {
  // undici itself sends a user name only together with a password.
  const token = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return new ProxyAgent({ uri, clientFactory: connectionsToProxy, ...(username !== '' && { token }) });
}

/** Returns a `fetch` for Octokit. With the toolkit's own, a proxy that hangs up is asked again all the time. */
export function createFetch(origin: URL) {
  const dispatcher = createDispatcher(origin);
  return (url: string, init: object) => fetch(url, { ...init, dispatcher });
}

type Connect = (options: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData>;

/**
 * Creates a pool of connections to a proxy that requests each tunnel only once. If the proxy closes the connection,
 * undici 6 would retry thousands of times a second, unless the error has a code that isn't undici's own (client.js).
 */
function connectionsToProxy(origin: URL, options: object) {
  const pool = new Pool(origin, options);
  const connect = pool.connect.bind(pool) as Connect;
  const connectOnce: Connect = async (options) => {
    const answer = await connect(options).catch((cause: unknown) => {
      const code = codeOf(cause) ?? '';
      const saysWhy = UNREACHED.test(code) || UNTRUSTED.test(code);
      throw saysWhy ? cause : proxyError(code, cause);
    });
    if (answer.statusCode === 200) return answer;
    answer.socket.on('error', () => {}).destroy();
    throw proxyError(`${answer.statusCode}`);
  };
  return Object.assign(pool, { connect: connectOnce });
}

function proxyError(what: string, cause?: unknown) {
  return Object.assign(new Error(`The proxy didn't make a tunnel (${what})`, { cause }), {
    code: `PROXY_${what}`,
  });
}

/** Returns the result of `exchange`, or throws when the signal aborts, which undici notices only once connected. */
export async function unlessAborted<T>(signal: AbortSignal, exchange: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  // Once the race is decided, a failure of the losing promise doesn't matter.
  for (const each of [exchange, aborted]) each.catch(() => {});
  return Promise.race([exchange, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}

/** Reads a body as text; undefined if it has more than `maxBytes` bytes. */
export async function readBody(body: Dispatcher.ResponseData['body'], maxBytes: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

const CHECK_PROXY =
  'Store a URL such as http://user:password@proxy.example:3128 in a secret, and set HTTPS_PROXY to that secret. Percent-encode special characters in the password, for example % as %25.';
const CHECK_CERTIFICATE =
  "If a proxy has its own CA, or the server itself, as GitHub Enterprise Server can, set NODE_EXTRA_CA_CERTS in the step's `env` to the path of a file with that CA's certificate. It may hold several.";
const CHECK_DATES = "Check the runner's clock. If it is right, renew the certificate on the server.";

interface ConnectionFailure {
  /** What happened, as the end of a sentence. In the table below, `{host}` stands for the server. */
  readonly happened: string;
  /** Whether the request would keep failing until somebody changes the workflow or the runner. */
  readonly isPermanent: boolean;
  /** What to change; may be empty. */
  readonly advice: string;
}

const UNREACHED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;
const BROKEN = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/;
/** Node's tls.md lists these codes under "X509 certificate error codes". */
const UNTRUSTED = /CERT|UNABLE_TO_(VERIFY|GET_ISSUER)/;

function passing(happened: string): ConnectionFailure {
  return { happened, isPermanent: false, advice: '' };
}

function permanent(happened: string, advice: string): ConnectionFailure {
  return { happened, isPermanent: true, advice };
}

/** The first pattern counts. */
const FAILURES: readonly (readonly [code: RegExp, failure: ConnectionFailure])[] = [
  [/^TIMEOUT$/, passing('the request timed out')],
  [/^INTERRUPTED$/, passing('the run was interrupted')],
  [UNREACHED, passing('no connection could be made')],
  [BROKEN, passing('the connection closed before the response was complete')],
  [/^PROXY_URL$/, permanent('a proxy variable holds an invalid URL', CHECK_PROXY)],
  [/^PROXY_407$/, permanent('the proxy requires a user name and a password', CHECK_PROXY)],
  [/^PROXY_/, passing("the proxy couldn't connect")],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    permanent('a certificate on the way to {host} is for another name', 'Check the host name in the URL.'),
  ],
  [
    /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    permanent("a certificate on the way to {host} has expired or isn't valid yet", CHECK_DATES),
  ],
  [UNTRUSTED, permanent("a certificate on the way to {host} isn't trusted", CHECK_CERTIFICATE)],
];

/** Returns why a request has no complete response. */
export function connectionFailure(code: string, host = 'the server'): ConnectionFailure {
  const known = FAILURES.find(([pattern]) => pattern.test(code));
  const failure = known?.[1] ?? passing('the request failed');
  return { ...failure, happened: failure.happened.replace('{host}', host) };
}

/** Returns the first error code in the chain of causes; undefined for a bug, which may have a code `ERR_INVALID_…`. */
export function codeOf(error: unknown): string | undefined {
  // `instanceof` would miss a system error from another realm.
  if (!isNativeError(error)) return undefined;
  if ('code' in error && typeof error.code === 'string' && !/^(UND_)?ERR_INVALID_/.test(error.code))
    return error.code;
  return error.cause === undefined ? undefined : codeOf(error.cause);
}
