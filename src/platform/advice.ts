import { duration } from '../text/duration.ts';

/** What a maintainer should change, for each way a request can fail. Facts from the platform's public documentation. */

const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'The platform does not accept this request. Check the inputs.',
  401: 'The API key is wrong or has expired: keys last 90 days unless set otherwise. Make a new admin key in the dashboard and update the secret.',
  404: 'No such project or job: check project-id and job-id, and that the API key belongs to the same organization.',
  413: 'The prompt is too long: shorten it, or set `context: none` so that the text of the event is left out.',
};

const SCOPES = {
  POST: '`write` scope (which agent mode needs)',
  GET: '`read` scope (which reading jobs and page views needs)',
} as const;

/** What was asked of the platform. */
export interface Asked {
  readonly method: keyof typeof SCOPES;
  readonly resource: 'job' | 'views';
}

/** @param retryAfterMs when the platform said so */
export function adviceForStatus(
  status: number,
  { method, resource }: Asked,
  retryAfterMs: number | undefined,
): string {
  if (status === 403) {
    return `The API key may not do this. Check that it has the ${SCOPES[method]}, that its IP allowlist lets this runner through (hosted runners change their addresses), and that the plan includes the API.`;
  }
  if (status === 404 && resource === 'views') {
    return 'No such project: check project-id, and that the API key belongs to the same organization.';
  }
  if (status === 429) {
    const again =
      retryAfterMs === undefined
        ? 'The limits are counted by the hour, so try again in an hour at the latest.'
        : `Try again in ${duration(Math.ceil(retryAfterMs / 1000) * 1000)}, as the platform asks.`;
    return `${again} ${RATE_LIMITS[resource === 'views' ? resource : method]}`;
  }
  if (status >= 300 && status < 400) {
    return 'This action follows no redirect, so that the key goes nowhere else. Check base-url.';
  }
  if (status >= 500) return 'The platform has a problem of its own: try again later.';
  return BY_STATUS[status] ?? 'Check base-url and the inputs.';
}

const RATE_LIMITS = {
  views: 'The platform allows 100 analytics requests per organization in an hour, whoever makes them.',
  POST: 'The platform allows 100 creations and 100 messages per project in an hour.',
  GET: 'The platform documents no limit on reading jobs.',
};

const CHECK_HOST = 'Check base-url, and the proxy variables if the runner needs a proxy.';
const CHECK_PROXY =
  'Set HTTPS_PROXY to a URL such as http://user:password@proxy.example:3128, from a secret.';
const CHECK_CERTIFICATE =
  'If the runner sits behind a proxy with a CA of its own, set NODE_EXTRA_CA_CERTS to that CA in the step.';

/** What a failed connection means; the code stands in the message too. With `permanent`, trying again cannot help. */
type Failure = readonly [code: RegExp, happened: string, advice?: string, permanent?: true];

const BROKEN = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/;
const UNREACHED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;
/** Codes that Node gives when a certificate is not trusted. */
const UNTRUSTED = /CERT|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/;

/** The first that matches counts. */
const FAILURES: readonly Failure[] = [
  [/^TIMEOUT$/, 'no complete answer came in time'],
  [/^INTERRUPTED$/, 'the run was interrupted', 'If nobody meant to cancel it, run the workflow again.'],
  [UNREACHED, 'no connection could be made'],
  [BROKEN, 'the connection closed before the answer was complete'],
  [/^PROXY_URL$/, 'a proxy variable holds no URL', CHECK_PROXY, true],
  [/^PROXY_407$/, 'the proxy asks for a user and a password', CHECK_PROXY, true],
  [/^PROXY_/, 'the proxy made no connection'],
  [UNTRUSTED, 'the certificate of the host is not trusted', CHECK_CERTIFICATE, true],
  [/^/, 'the request failed'],
];

export function proseForCode(code: string) {
  const [, happened = '', advice = CHECK_HOST, permanent = false] =
    FAILURES.find(([pattern]) => pattern.test(code)) ?? [];
  return { happened, advice, permanent };
}
