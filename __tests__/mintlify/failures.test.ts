import { expect, test } from '@jest/globals';
import { parseRetryAfter } from '../../src/clock.ts';
import * as advices from '../../src/mintlify/advice.ts';
import * as errors from '../../src/mintlify/errors.ts';
import * as failures from '../../src/mintlify/failures.ts';
import { resendDelay } from '../../src/mintlify/retry.ts';
import { ownSentence } from '../../src/text/markdown.ts';

const { adviceAfterAccepted, adviceForConnection, adviceForStatus, OUT_OF_CREDITS } = advices;
const { endsPolling, isNotFound, isTransient, mayExist, isSafeToResend } = failures;

const http = (
  status: number,
  details: { retryAfterMs?: number | undefined; isOutOfCredits?: boolean } = {},
) => new errors.HttpError(`POST returned ${status}.`, { advice: 'Create a new key.', status, ...details });
const network = (code: string, sent: boolean) => new errors.NetworkError(code, { advice: '', code, sent });
const shape = new errors.ResponseShapeError({ method: 'POST', path: '/' }, 'HTML');

/** Whether a POST may be sent again, surely had no effect, or may have had one. For a GET: is transient, ends polling. */
type Meaning = [post: 'again' | 'refused' | 'unknown', isTransient: boolean, endsPolling: boolean];

function meaningOf(error: errors.MintlifyError): Meaning {
  const post = isSafeToResend(error) ? 'again' : mayExist(error) ? 'unknown' : 'refused';
  return [post, isTransient(error), endsPolling(error)];
}

const HOST = /^Check `base-url`\. If the runner needs/;
const [PROXY, CA] = [/^Store a URL such as/, /NODE_EXTRA_CA_CERTS/];
const UNREACHED = 'ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH UND_ERR_CONNECT_TIMEOUT';
const BROKEN = 'ECONNRESET EPIPE UND_ERR_SOCKET UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
const EXPIRED = 'CERT_HAS_EXPIRED SELF_SIGNED_CERT_IN_CHAIN ERR_TLS_CERT_ALTNAME_INVALID';
const UNTRUSTED = `${EXPIRED} UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT_LOCALLY`;
const OTHERS = 'EPROTO HPE_INVALID_CONSTANT ERR_SSL_WRONG_VERSION_NUMBER XECONNRESET';

test.each<[codes: string, happened: string, advice: RegExp]>([
  ['TIMEOUT', 'the request timed out', HOST],
  ['INTERRUPTED', 'the run was interrupted', /re-run the workflow/],
  [UNREACHED, 'no connection could be made', HOST],
  [BROKEN, 'the connection closed before the response was complete', HOST],
  ['PROXY_503 PROXY_403 PROXY_UND_ERR_SOCKET', "the proxy couldn't connect", HOST],
  ['PROXY_URL', 'a proxy variable holds an invalid URL', PROXY],
  ['PROXY_407', 'the proxy requires a user name and a password', PROXY],
  [UNTRUSTED, "the host's certificate isn't trusted", CA],
  [OTHERS, 'the request failed', HOST],
])('%s: %s', (codes, happened, advice) => {
  const isFixable = advice === PROXY || advice === CA;
  for (const code of codes.split(' ')) {
    expect(adviceForConnection(code)).toEqual({ happened, advice: expect.stringMatching(advice) });
    expect(meaningOf(network(code, false))).toEqual([isFixable ? 'refused' : 'again', !isFixable, isFixable]);
    // What may have been sent is not sent again, whatever the code is.
    expect(meaningOf(network(code, true))).toEqual(['unknown', !isFixable, isFixable]);
  }
});

test('every status has its meaning', () => {
  for (let status = 300; status < 600; status += 1) {
    const mayHaveArrived = status < 400 || status >= 500 || [408, 424, 425, 499].includes(status);
    const post = mayHaveArrived ? 'unknown' : status === 429 ? 'again' : 'refused';
    const [transient, ends] = [
      status >= 500 || [408, 429].includes(status),
      [400, 401, 403].includes(status),
    ];
    const error = http(status);
    const seen = [...meaningOf(error), isNotFound(error)];
    expect([status, ...seen]).toEqual([status, post, transient, ends, status === 404]);
  }
});

test('a POST is not sent again where credits are used up, nor after an answer that is none', () => {
  expect(meaningOf(http(429, { isOutOfCredits: true }))).toEqual(['refused', false, false]);
  expect(meaningOf(shape)).toEqual(['unknown', true, false]);
});

// How often, after 2, 4 and 8 s, and after which failures: that is held by stories.
test.each([
  ['not before Retry-After', 30_000, 1, 60_000, 30_000],
  ['nor earlier than without', 0, 2, 60_000, 4_000],
  ['never where Retry-After is too late', 150_000, 1, 60_000, undefined],
  ['never at the deadline', undefined, 1, 2_000, undefined],
])('a POST is sent again %s', (_, retryAfterMs, sends, leftMs, delayMs) => {
  expect(resendDelay(http(429, { retryAfterMs }), sends, leftMs)).toBe(delayMs);
});

// What to do after each status is held by the client's test.
test('what Mintlify wants to be waited for is told in whole seconds', () => {
  expect(adviceForStatus(429, { method: 'POST', resource: 'job' }, 1)).toContain('try again in 1 s.');
});

test('the address of the usage page can be clicked, in the log and in Markdown', () => {
  for (const text of [OUT_OF_CREDITS, ownSentence(OUT_OF_CREDITS)])
    expect(text).toMatch(/ https:\/\/app\.mintlify\.com\/settings\/organization\/usage(\s|$)/);
  const others = ownSentence('https://app.mintlify.com/a?b https://app.mintlify.com.example/');
  expect(others).not.toMatch(/ https|^https/);
});

test('after a job was accepted, a 401 also says how to watch it, and that a re-run would send again', () => {
  const says = /^Create a new key\. .*keeps running\. .*`job-id: job_1`\. A re-run .* the request again\.$/;
  expect(adviceAfterAccepted(http(401), 'job_1')).toMatch(says);
  expect(adviceAfterAccepted(http(403), 'job_1')).toBe('Create a new key.');
});

const NEVER = ['', ' ', 'soon', '-5', '1.5', '1e3', '9'.repeat(20), '2026-01-05T12:01:30Z', 'Mon, x'];
test.each<[header: string | string[], ms: number]>([
  ['120', 120_000],
  [' 0 ', 0],
  ['Mon, 05 Jan 2026 12:01:30 GMT', 90_000],
  ['Mon, 05 Jan 2026 11:00:00 GMT', 0],
  ['Monday, 05-Jan-26 12:00:10 GMT', 10_000],
  [['7', '9'], 7000],
])('Retry-After: %j is %p ms, and other texts say nothing', (header, ms) => {
  const now = Date.parse('2026-01-05T12:00:00Z');
  expect(parseRetryAfter(header, now)).toBe(ms);
  for (const other of [undefined, ...NEVER])
    expect([other, parseRetryAfter(other, now)]).toEqual([other, undefined]);
});
