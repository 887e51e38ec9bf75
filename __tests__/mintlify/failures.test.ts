import { expect, test } from '@jest/globals';
import {
  adviceForConnection,
  adviceForStatus,
  adviceOnRefusedKey,
  OUT_OF_CREDITS,
} from '../../src/mintlify/advice.ts';
import {
  HttpError,
  type MintlifyError,
  NetworkError,
  ResponseShapeError,
} from '../../src/mintlify/errors.ts';
import {
  endsPolling,
  isKeyRefused,
  isNotFound,
  isSafeToResend,
  isTransient,
  mayHaveTakenEffect,
} from '../../src/mintlify/failures.ts';
import { resendDelay } from '../../src/mintlify/retry.ts';
import { ownSentence } from '../../src/text/markdown.ts';
import { tableOf } from '../agent/table.ts';

interface HttpDetails {
  readonly retryAfterMs?: number | undefined;
  readonly isOutOfCredits?: boolean;
}

function httpError(status: number, details: HttpDetails = {}) {
  return new HttpError(`POST returned ${status}.`, { advice: '', status, ...details });
}

/** What an error means for a POST: it may be sent again, surely had no effect, or may have had one. */
function meaningForPost(error: MintlifyError): 'again' | 'refused' | 'unknown' {
  if (isSafeToResend(error)) return 'again';
  return mayHaveTakenEffect(error) ? 'unknown' : 'refused';
}

/** A failure that lasts ends only when somebody changes the workflow. */
const CODES = tableOf<'codes' | 'lasts' | 'advice' | 'happened'>(`
  codes                                                                | lasts | advice                                          | happened
  TIMEOUT                                                              | no    | Check \`base-url\`. If the runner needs a proxy | the request timed out
  INTERRUPTED                                                          | no    | re-run the workflow                             | the run was interrupted
  ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH            | no    | Check \`base-url\`. If the runner needs a proxy | no connection could be made
  UND_ERR_CONNECT_TIMEOUT                                              | no    | Check \`base-url\`. If the runner needs a proxy | no connection could be made
  ECONNRESET EPIPE UND_ERR_SOCKET UND_ERR_RES_CONTENT_LENGTH_MISMATCH  | no    | Check \`base-url\`. If the runner needs a proxy | the connection closed before the response was complete
  PROXY_503 PROXY_403 PROXY_UND_ERR_SOCKET                             | no    | Check \`base-url\`. If the runner needs a proxy | the proxy couldn't connect
  PROXY_URL                                                            | yes   | Store a URL such as                             | a proxy variable holds an invalid URL
  PROXY_407                                                            | yes   | Store a URL such as                             | the proxy requires a user name and a password
  DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN                | yes   | If a proxy has its own CA, or the server itself | a certificate on the way to api.example.test isn't trusted
  ERR_TLS_CERT_ALTNAME_INVALID                                         | yes   | Check the host name in the URL                  | a certificate on the way to api.example.test is for another name
  CERT_HAS_EXPIRED CERT_NOT_YET_VALID                                  | yes   | Check the runner's clock                        | a certificate on the way to api.example.test has expired or isn't valid yet
  UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT_LOCALLY    | yes   | If a proxy has its own CA, or the server itself | a certificate on the way to api.example.test isn't trusted
  EPROTO HPE_INVALID_CONSTANT ERR_SSL_WRONG_VERSION_NUMBER XECONNRESET | no    | Check \`base-url\`. If the runner needs a proxy | the request failed
`);
test.each(CODES)('$codes: $happened', ({ codes, lasts, advice, happened }) => {
  const needsFix = lasts === 'yes';
  for (const code of codes.split(' ')) {
    const told = adviceForConnection(code, 'api.example.test');
    expect(told).toEqual({ happened, advice: expect.stringContaining(advice) });
    for (const sent of [true, false]) {
      const error = new NetworkError(code, { advice: '', code, sent });
      const unsent = needsFix ? 'refused' : 'again';
      // What may have been sent is never sent again, whatever the code is.
      expect(meaningForPost(error)).toBe(sent ? 'unknown' : unsent);
      expect([isTransient(error), endsPolling(error)]).toEqual([!needsFix, needsFix]);
    }
  }
});

test('every status has its meaning', () => {
  for (let status = 300; status < 600; status += 1) {
    const error = httpError(status);
    const mayHaveArrived = status < 400 || status >= 500 || [408, 424, 425, 499].includes(status);
    const otherwise = status === 429 ? 'again' : 'refused';
    expect([status, meaningForPost(error)]).toEqual([status, mayHaveArrived ? 'unknown' : otherwise]);
    const isTemporary = status >= 500 || status === 408 || status === 429;
    expect([status, isTransient(error)]).toEqual([status, isTemporary]);
    expect([status, endsPolling(error)]).toEqual([status, [400, 401, 403].includes(status)]);
    expect([status, isNotFound(error)]).toEqual([status, status === 404]);
    expect([status, isKeyRefused(error)]).toEqual([status, status === 401]);
  }
});

test('a POST is not sent again if the credits are used up, or after a success that cannot be read', () => {
  const outOfCredits = httpError(429, { isOutOfCredits: true });
  expect(meaningForPost(outOfCredits)).toBe('refused');
  expect([isTransient(outOfCredits), endsPolling(outOfCredits)]).toEqual([false, false]);
  const unreadable = new ResponseShapeError({ method: 'POST', path: '/' }, 'HTML');
  expect(meaningForPost(unreadable)).toBe('unknown');
  expect([isTransient(unreadable), endsPolling(unreadable)]).toEqual([true, false]);
});

// Stories hold how often, after 2, 4 and 8 s, and after which failures.
test.each([
  { when: 'not before Retry-After', retryAfterMs: 30_000, sends: 1, leftMs: 60_000, delayMs: 30_000 },
  { when: 'not earlier than without it', retryAfterMs: 0, sends: 2, leftMs: 60_000, delayMs: 4_000 },
  { when: 'never if it is too late', retryAfterMs: 150_000, sends: 1, leftMs: 60_000, delayMs: undefined },
  { when: 'never at the deadline', retryAfterMs: undefined, sends: 1, leftMs: 2_000, delayMs: undefined },
])('a POST is sent again $when', ({ retryAfterMs, sends, leftMs, delayMs }) => {
  expect(resendDelay(httpError(429, { retryAfterMs }), sends, leftMs)).toBe(delayMs);
});

// The client's test holds the advice for each status.
test('the time that Mintlify asks to wait is given in whole seconds', () => {
  const { advice } = adviceForStatus(429, { method: 'POST', resource: 'job' }, 1);
  expect(advice).toContain('try again in 1 s.');
});

test('the address of the usage page can be clicked, in the log and in Markdown', () => {
  const { advice } = OUT_OF_CREDITS;
  for (const text of [advice, ownSentence(advice)])
    expect(text).toMatch(/ https:\/\/app\.mintlify\.com\/settings\/organization\/usage(\s|$)/);
  const others = ownSentence('https://app.mintlify.com/a?b https://app.mintlify.com.example/');
  expect(others).not.toMatch(/ https|^https/);
});

test('after a job was accepted, advice on a wrong key says how to watch it, and that a re-run would send again', () => {
  expect(adviceOnRefusedKey('Create a new key.', 'job_1')).toMatch(
    /^Create a new key\. .*keeps running\. .*`job-id: job_1`\. A re-run .* the request again\.$/,
  );
});
