import { expect, test } from '@jest/globals';
import * as errors from '../../src/platform/errors.ts';
import * as failures from '../../src/platform/failures.ts';
import { resendDelay } from '../../src/platform/retry.ts';

type PlatformError = errors.PlatformError;
const { endsPolling, isNotFound, isTransient, mayExist, maySendAgain, speaksOfCredits } = failures;

const http = (status: number, details: { retryAfterMs?: number; isOutOfCredits?: boolean } = {}) =>
  new errors.HttpError(`POST returned ${status}.`, { advice: '', status, ...details });
const network = (code: string, sent: boolean) => new errors.NetworkError(code, { advice: '', code, sent });
const shape = new errors.ResponseShapeError({ method: 'POST', path: '/' }, 'HTML');

/** Whether a POST may be sent again, surely had no effect, or may have had one. */
const deliveryOf = (error: PlatformError) =>
  mayExist(error) ? 'unknown' : maySendAgain(error) ? 'again' : 'refused';

type Row = [error: PlatformError, delivery: string, isTransient: boolean, endsPolling: boolean];
const CODES = ['ECONNREFUSED', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT', 'TIMEOUT', 'PROXY_503'];
const FIXABLE = ['SELF_SIGNED_CERT_IN_CHAIN', 'CERT_HAS_EXPIRED', 'PROXY_407', 'PROXY_URL'];
const SENT = ['ECONNRESET', 'TIMEOUT', 'INTERRUPTED'];
const FORWARDED = [408, 424, 425, 499];

test.each<Row>([
  ...CODES.map((code): Row => [network(code, false), 'again', true, false]),
  ...FIXABLE.map((code): Row => [network(code, false), 'refused', false, true]),
  ...SENT.map((code): Row => [network(code, true), 'unknown', true, false]),
  // What may have been sent is not sent again, whatever the code is.
  [network('PROXY_407', true), 'unknown', false, true],
  [shape, 'unknown', true, false],
  [http(429), 'again', true, false],
  [http(429, { isOutOfCredits: true }), 'refused', false, false],
  ...[400, 401, 403].map((status): Row => [http(status), 'refused', false, true]),
  ...FORWARDED.map((status): Row => [http(status), 'unknown', status === 408, false]),
])('%s: a POST is %s; transient: %p; ends polling: %p', (error, delivery, transient, ends) => {
  expect([deliveryOf(error), isTransient(error), endsPolling(error)]).toEqual([delivery, transient, ends]);
});

test('every other status is unknown below 400 and from 500, and refused in between', () => {
  for (let status = 300; status < 600; status += 1) {
    if ([400, 401, 403, 429, ...FORWARDED].includes(status)) continue;
    const error = http(status);
    const isServers = status >= 500;
    const delivery = status < 400 || isServers ? 'unknown' : 'refused';
    const seen = [deliveryOf(error), isTransient(error), endsPolling(error), isNotFound(error)];
    expect([status, ...seen]).toEqual([status, delivery, isServers, false, status === 404]);
  }
});

const refused = network('ECONNREFUSED', false);
const soon = http(429, { isOutOfCredits: true, retryAfterMs: 1 });

test.each<[what: string, PlatformError, sends: number, leftMs: number, delayMs: number | undefined]>([
  ['after 2 s', refused, 1, 60_000, 2_000],
  ['then after 4 s', refused, 2, 60_000, 4_000],
  ['then after 8 s', refused, 3, 60_000, 8_000],
  ['four times at most', refused, 4, 1e9, undefined],
  ['never once it was written', network('ECONNRESET', true), 1, 1e9, undefined],
  ['never where credits are used up', soon, 1, 1e9, undefined],
  ['not before Retry-After', http(429, { retryAfterMs: 30_000 }), 1, 60_000, 30_000],
  ['nor earlier than without', http(429, { retryAfterMs: 0 }), 2, 60_000, 4_000],
  ['never where Retry-After is too late', http(429, { retryAfterMs: 150_000 }), 1, 60_000, undefined],
  ['never at the deadline', http(429), 1, 2_000, undefined],
])('a POST is sent again %s', (_, error, sends, leftMs, delayMs) => {
  expect(resendDelay(error, sends, leftMs)).toBe(delayMs);
});

test.each([
  [402, '', true],
  [400, 'Not enough credits', true],
  [403, 'Your plan has no CREDIT left', true],
  [429, 'credits: 0', true],
  [499, 'credits', true],
  [401, 'Invalid credentials', false],
  [403, 'accreditation', false],
  [399, 'credits', false],
  [500, 'credits', false],
  [400, '', false],
])('a %d with %j says that credits are used up: %p', (status, text, isSaid) => {
  expect(speaksOfCredits(status, text)).toBe(isSaid);
});
