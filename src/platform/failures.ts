import { HttpError, NetworkError, type PlatformError } from './errors.ts';

/**
 * What a failed request to Mintlify means, and nothing of how it is put into words (`advice.ts`). A create or a message
 * is sent again only when it provably did not arrive: a job costs money, and cannot be undone or made idempotent.
 */

/** Why a connection failed, by the code of Node, of undici, or of the transport. */
export type ConnectionFailure = ReturnType<typeof connectionFailure>;

/** The first pattern that matches counts. The codes of untrusted certificates are Node's (tls.md, "X509 certificate error codes"). */
const CONNECTION_FAILURES = [
  [/^TIMEOUT$/, 'timeout'],
  [/^INTERRUPTED$/, 'interrupted'],
  [/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/, 'unreached'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/, 'broken'],
  [/^PROXY_URL$/, 'proxy-url'],
  [/^PROXY_407$/, 'proxy-password'],
  [/^PROXY_/, 'proxy'],
  [/CERT|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/, 'untrusted'],
] as const;

export function connectionFailure(code: string) {
  return CONNECTION_FAILURES.find(([pattern]) => pattern.test(code))?.[1] ?? 'other';
}

/** The same request would fail again, until somebody changes the workflow or the runner. */
function isPermanent({ code }: NetworkError): boolean {
  return /^(proxy-url|proxy-password|untrusted)$/.test(connectionFailure(code));
}

/** Whether a failed create or message may have taken effect. It must not be sent again then. */
export function mayExist(error: PlatformError): boolean {
  if (error instanceof NetworkError) return error.sent;
  // 408 comes from whoever stopped waiting for the request, which may have been passed on.
  return !(error instanceof HttpError) || error.status < 400 || error.status >= 500 || error.status === 408;
}

/** Whether a failed create or message may be sent again: no connection was made, or Mintlify refused it for now (429). */
export function maySendAgain(error: PlatformError): boolean {
  if (mayExist(error)) return false;
  return error instanceof NetworkError
    ? !isPermanent(error)
    : error instanceof HttpError && error.status === 429;
}

/**
 * Whether a failed GET says nothing of what was asked for, so that another one may succeed: network trouble, 408, 429,
 * 5xx, and responses that cannot be read. What a 404 for a job means depends on time: {@link isJobGone}.
 */
export function isTransient(error: PlatformError): boolean {
  if (error instanceof NetworkError) return !isPermanent(error);
  return !(error instanceof HttpError) || [408, 429].includes(error.status) || error.status >= 500;
}

/** Milliseconds in which Mintlify may not know a job yet that it has just accepted. */
const EARLY_404_MS = 30_000;

/**
 * Whether a 404 says that there is no such job (any more).
 *
 * @param knownForMs milliseconds since Mintlify accepted the job, or a message to it; or, where that is not known, since
 * this run first asked for the job
 */
export function isJobGone(error: PlatformError, knownForMs: number): boolean {
  return isNotFound(error) && knownForMs >= EARLY_404_MS;
}

/** Whether asking for the job again makes no sense. The parameters are those of {@link isJobGone}. */
export function endsPolling(error: PlatformError, knownForMs: number): boolean {
  return isNotFound(error) ? isJobGone(error, knownForMs) : !isTransient(error);
}

/** What it means for a job: {@link isJobGone}. */
export function isNotFound(error: PlatformError): boolean {
  return error instanceof HttpError && error.status === 404;
}
