import { describe, expect, test } from '@jest/globals';
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
  [
    429,
    'POST',
    'job',
    undefined,
    'by the hour, so try again in an hour at the latest. The platform allows 100 c',
  ],
  [429, 'POST', 'job', 1, 'Try again in 1 s, as the platform asks. The platform allows 100 cr'],
  [429, 'GET', 'job', 1000, 'as the platform asks. The platform documents no limit on reading jobs.'],
  [429, 'GET', 'views', 5_400_000, 'in 1 h 30 min, as the platform asks. The platform allows 100 an'],
])('a %d to %s of a %s', (status, method, resource, retryAfterMs, text) => {
  expect(adviceForStatus(status, { method, resource }, retryAfterMs)).toContain(text);
});

describe('what the code of a failed connection means', () => {
  test.each([
    ['ECONNREFUSED', 'the connection was refused', false],
    ['ECONNRESET', 'the connection closed before the answer was complete', false],
    ['UND_ERR_SOCKET', 'the connection closed before the answer was complete', false],
    ['UND_ERR_CONNECT_TIMEOUT', 'no connection was made in time', false],
    ['EAI_AGAIN', 'the host name could not be resolved at the moment', false],
    ['CERT_HAS_EXPIRED', 'the certificate of the host is not trusted', true],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'the certificate of the host is not trusted', true],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'the certificate of the host is not trusted', true],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'the certificate of the host is not trusted', true],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate of the host is not trusted', true],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'the two sides could not agree on an encrypted connection', false],
    ['EPROTO', 'the two sides could not agree on an encrypted connection', false],
    ['HPE_INVALID_CONSTANT', 'what came back is not HTTP', false],
    ['PROXY_407', 'the proxy asks for a user and a password', true],
    ['PROXY_URL', 'a proxy variable holds no URL', true],
    ['PROXY_503', 'the proxy answered 503', false],
    ['EWEIRD', 'the request failed', false],
  ])('%s: %s', (code, happened, permanent) => {
    const prose = proseForCode(code);
    expect(prose.happened).toBe(happened);
    expect(prose.permanent ?? false).toBe(permanent);
    expect(prose.advice).toMatch(/^[A-Z].*\.$/);
  });
});
