import { isNativeError } from 'node:util/types';

/** Reason why an HTTP request didn't get a complete response. */
interface ConnectionFailure {
  readonly kind: (typeof FAILURES)[number][1];
  readonly happened: string;
  /** Advice on what to change; empty if another try may succeed without a change. */
  readonly advice: string;
}

const CHECK_PROXY =
  'Store a URL such as http://user:password@proxy.example:3128 in a secret, and set HTTPS_PROXY to that secret. Percent-encode special characters in the password, for example % as %25.';
const CHECK_CERTIFICATE =
  'If the runner is behind a proxy with its own CA, set NODE_EXTRA_CA_CERTS in the step to the path of its certificate.';

/**
 * Error codes from Node, undici and this action. The first pattern that matches is used. Node's tls.md lists the codes
 * for untrusted certificates under "X509 certificate error codes".
 */
const FAILURES = [
  [/^TIMEOUT$/, 'timeout', 'the request timed out', ''],
  [/^INTERRUPTED$/, 'interrupted', 'the run was interrupted', ''],
  [
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/,
    'unreached',
    'no connection could be made',
    '',
  ],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/,
    'broken',
    'the connection closed before the response was complete',
    '',
  ],
  [/^PROXY_URL$/, 'proxy-url', 'a proxy variable holds an invalid URL', CHECK_PROXY],
  [/^PROXY_407$/, 'proxy-password', 'the proxy requires a user name and a password', CHECK_PROXY],
  [/^PROXY_/, 'proxy', "the proxy couldn't connect", ''],
  [
    /CERT|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/,
    'untrusted',
    "the host's certificate isn't trusted",
    CHECK_CERTIFICATE,
  ],
  [/(?:)/, 'other', 'the request failed', ''],
] as const;

export function connectionFailure(code: string): ConnectionFailure {
  const [, kind, happened, advice] = FAILURES.find(([pattern]) => pattern.test(code)) ?? FAILURES[8];
  return { kind, happened, advice };
}

/** Checks whether the request would keep failing until somebody changes the workflow or the runner. */
export function isPermanent(code: string): boolean {
  return connectionFailure(code).advice !== '';
}

/**
 * Returns the first error code in the chain of causes; undefined if there is none, which means that the error is a bug.
 * Ignores the codes `ERR_INVALID_…`, which bugs cause.
 */
export function codeOf(error: unknown): string | undefined {
  // `instanceof` would miss a system error from another realm.
  if (!isNativeError(error)) return undefined;
  if ('code' in error && typeof error.code === 'string' && !/^(UND_)?ERR_INVALID_/.test(error.code))
    return error.code;
  return error.cause === undefined ? undefined : codeOf(error.cause);
}
