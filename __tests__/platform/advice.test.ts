import { expect, test } from '@jest/globals';
import { adviceForStatus, proseForCode } from '../../src/platform/advice.ts';

test.each<[number, 'GET' | 'POST', 'job' | 'views', number | undefined, string]>([
  [400, 'POST', 'job', undefined, 'Check the inputs.'],
  [401, 'GET', 'job', undefined, 'keys last 90 days unless set otherwise. Make a new admin key'],
  [403, 'POST', 'job', undefined, '`write` scope (which agent mode needs)'],
  [403, 'GET', 'job', undefined, '`read` scope (which reading jobs and page views needs)'],
  [404, 'GET', 'job', undefined, 'No such project or job: check project-id and job-id'],
  [404, 'GET', 'views', undefined, 'No such project: check project-id, and'],
  [413, 'POST', 'job', undefined, 'shorten it, or set `context: none`'],
  [307, 'POST', 'job', undefined, 'follows no redirect'],
  [399, 'GET', 'job', undefined, 'follows no redirect'],
  [418, 'GET', 'job', undefined, 'Check base-url and the inputs'],
  [500, 'GET', 'job', undefined, 'a problem of its own: try again later'],
  [599, 'POST', 'job', undefined, 'a problem of its own: try again later'],
  [429, 'POST', 'job', undefined, 'so try again in an hour at the latest. The platform allows 100 c'],
  [429, 'POST', 'job', 1, 'Try again in 1 s, as the platform asks. The platform allows 100 cr'],
  [429, 'GET', 'job', 1000, 'as the platform asks. The platform documents no limit on reading jobs.'],
  [429, 'GET', 'views', 5_400_000, 'in 1 h 30 min, as the platform asks. The platform allows 100 an'],
])('a %d to %s of a %s', (status, method, resource, retryAfterMs, text) => {
  expect(adviceForStatus(status, { method, resource }, retryAfterMs)).toContain(text);
});

const [HOST, PROXY] = [/^Check base-url, and the proxy/, /^Set HTTPS_PROXY to a URL/];
const UNTRUSTED =
  'CERT_HAS_EXPIRED SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT_LOCALLY';
const UNMADE = 'ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH UND_ERR_CONNECT_TIMEOUT';
const CLOSED = 'ECONNRESET EPIPE UND_ERR_SOCKET UND_ERR_RES_CONTENT_LENGTH_MISMATCH';

test.each<[codes: string, happened: string, advice: RegExp, permanent: boolean]>([
  ['TIMEOUT', 'no complete answer came in time', HOST, false],
  ['INTERRUPTED', 'the run was interrupted', /run the workflow again/, false],
  [UNMADE, 'no connection could be made', HOST, false],
  [CLOSED, 'the connection closed before the answer was complete', HOST, false],
  ['PROXY_503', 'the proxy made no connection', HOST, false],
  ['PROXY_URL', 'a proxy variable holds no URL', PROXY, true],
  ['PROXY_407', 'the proxy asks for a user and a password', PROXY, true],
  [UNTRUSTED, 'the certificate of the host is not trusted', /set NODE_EXTRA_CA_CERTS/, true],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate of the host is not trusted', /set NODE_EXTRA_CA/, true],
  ['EPROTO HPE_INVALID_CONSTANT ERR_SSL_WRONG_VERSION_NUMBER XECONNRESET', 'the request failed', HOST, false],
])('%s: %s', (codes, happened, advice, permanent) => {
  for (const code of codes.split(' ')) {
    expect(proseForCode(code)).toEqual({ happened, advice: expect.stringMatching(advice), permanent });
  }
});
