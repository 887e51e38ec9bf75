import { isNativeError } from 'node:util/types';

/** Reason why an HTTP request did not get a complete response. */
export interface ConnectionFailure {
  readonly kind: (typeof FAILURES)[number][1];
  readonly happened: string;
  /** Advice on what to change, if the request would fail again until somebody does; otherwise empty. */
  readonly advice: string;
}

const CHECK_PROXY =
  'Set HTTPS_PROXY to a URL such as http://user:password@proxy.example:3128, from a secret. Percent-encode special characters of the password, such as % as %25.';
const CHECK_CERTIFICATE =
  'If the runner sits behind a proxy with a CA of its own, set NODE_EXTRA_CA_CERTS to that CA in the step.';

/**
 * Codes of Node, undici and this action. The first pattern that matches counts. The codes of untrusted certificates are
 * Node's (tls.md, "X509 certificate error codes").
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
  [/^PROXY_407$/, 'proxy-password', 'the proxy requires a user and a password', CHECK_PROXY],
  [/^PROXY_/, 'proxy', 'the proxy could not connect', ''],
  [
    /CERT|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/,
    'untrusted',
    'the certificate of the host is not trusted',
    CHECK_CERTIFICATE,
  ],
  [/(?:)/, 'other', 'the request failed', ''],
] as const;

export function connectionFailure(code: string): ConnectionFailure {
  const [, kind, happened, advice] = FAILURES.find(([pattern]) => pattern.test(code)) ?? FAILURES[8];
  return { kind, happened, advice };
}

/** Checks whether the request would fail again until somebody changes the workflow or the runner. */
export function isPermanent(code: string): boolean {
  return connectionFailure(code).advice !== '';
}

/** Returns the code of a system error, of undici's, or of the first in its chain of causes; undefined for a bug. */
export function codeOf(error: unknown): string | undefined {
  // Not `instanceof`: a system error may come from another realm.
  if (!isNativeError(error)) return undefined;
  if ('code' in error && typeof error.code === 'string' && !/^(UND_)?ERR_INVALID_/.test(error.code))
    return error.code;
  return error.cause === undefined ? undefined : codeOf(error.cause);
}
