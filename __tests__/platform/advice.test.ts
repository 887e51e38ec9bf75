import { describe, expect, test } from '@jest/globals';
import { adviceForStatus, proseForCode } from '../../src/platform/advice.ts';

describe('what a status asks of the maintainer', () => {
  test.each([
    [400, 'POST', 'Check the inputs.'],
    [401, 'GET', 'keys last 90 days unless set otherwise. Make a new admin key'],
    [403, 'POST', '`write` scope (which agent mode needs)'],
    [403, 'GET', '`read` scope (which reading jobs and page views needs)'],
    [404, 'GET', 'No such project or job: check project-id and job-id'],
    [413, 'POST', 'shorten it, or set `context: none`'],
    [307, 'POST', 'follows no redirect'],
    [399, 'GET', 'follows no redirect'],
    [418, 'GET', 'Check base-url and the inputs'],
    [500, 'GET', 'a problem of its own: try again later'],
    [599, 'POST', 'a problem of its own: try again later'],
  ])('%d to %s', (status, method, text) => {
    expect(adviceForStatus(status, { method, resource: 'job' }, undefined)).toContain(text);
  });

  test('404 to a request for page views does not speak of jobs', () => {
    expect(adviceForStatus(404, { method: 'GET', resource: 'views' }, undefined)).toMatch(
      /^No such project: check project-id, and/,
    );
  });

  test.each([
    ['POST', 'job', undefined, 'The limits are counted by the hour, so try again in an hour at the latest. '],
    ['POST', 'job', 1, 'Try again in 1 s, as the platform asks. '],
    ['GET', 'views', 5_400_000, 'Try again in 1 h 30 min, as the platform asks. '],
  ] as const)(
    '429 to %s %s says when to try again, if the platform did: %s',
    (method, resource, ms, text) => {
      expect(adviceForStatus(429, { method, resource }, ms).startsWith(text)).toBe(true);
    },
  );

  test.each([
    ['POST', 'job', '100 creations and 100 messages per project in an hour.'],
    ['GET', 'job', 'The platform documents no limit on reading jobs.'],
    ['GET', 'views', '100 analytics requests per organization in an hour'],
  ] as const)('429 to %s %s names the limit that may have been met', (method, resource, text) => {
    expect(adviceForStatus(429, { method, resource }, undefined)).toContain(text);
  });
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
