import { expect, test } from '@jest/globals';
import { type Answer, afterPost, EARLY_404_MS, isPassingPoll } from '../../campaign/contract.ts';
import { connectionFailure } from '../../src/connection-failures.ts';
import { HttpError, type PlatformError } from '../../src/platform/errors.ts';
import {
  endsPolling,
  isJobGone,
  isTransient,
  mayExist,
  maySendAgain,
  speaksOfCredits,
} from '../../src/platform/failures.ts';
import { answerOf, errorOf, type Trouble } from '../helpers/wait-world.ts';

const http = (status: number, retryAfterMs?: number): Trouble => ({ kind: 'http', status, retryAfterMs });
const network = (code: string, sent: boolean): Trouble => ({ kind: 'network', code, sent });
const SHAPE: Trouble = { kind: 'shape' };

const deliveryOf = (error: PlatformError) =>
  mayExist(error) ? 'unknown' : maySendAgain(error) ? 'again' : 'refused';

/** What can go wrong, and what that is in the words of the contract, whose rules these are. */
test.each<[Trouble, Answer]>([
  [network('ECONNREFUSED', false), 'no connection'],
  [network('ENOTFOUND', false), 'no connection'],
  [network('UND_ERR_CONNECT_TIMEOUT', false), 'no connection'],
  [network('TIMEOUT', false), 'no connection'],
  [network('SELF_SIGNED_CERT_IN_CHAIN', false), 'no trust'],
  [network('CERT_HAS_EXPIRED', false), 'no trust'],
  [network('PROXY_407', false), 'no trust'],
  [network('PROXY_URL', false), 'no trust'],
  [network('ECONNRESET', true), 'nothing'],
  [network('TIMEOUT', true), 'nothing'],
  [network('INTERRUPTED', true), 'nothing'],
  [SHAPE, 'nothing'],
  ...Array.from({ length: 300 }, (_, index): [Trouble, Answer] => [http(300 + index), 300 + index]),
])('%j is %s, after a create or message and when a poll fails', (trouble, answer) => {
  expect(answerOf(errorOf(trouble))).toBe(answer);
  expect(deliveryOf(errorOf(trouble, 'POST'))).toBe(afterPost(answer));
  const error = errorOf(trouble);
  expect(isTransient(error)).toBe(
    typeof answer === 'number' ? [408, 429].includes(answer) || answer >= 500 : answer !== 'no trust',
  );
  for (const ms of [0, EARLY_404_MS - 1, EARLY_404_MS]) {
    const isOver = !isPassingPoll(answer, ms);
    expect([endsPolling(error, ms), isJobGone(error, ms)]).toEqual([isOver, isOver && answer === 404]);
  }
});

test('what may have been sent is not sent again, whatever the code is', () => {
  const error = errorOf(network('PROXY_407', true), 'POST');
  expect([mayExist(error), maySendAgain(error)]).toEqual([true, false]);
});

test.each([
  ['timeout', 'TIMEOUT'],
  ['interrupted', 'INTERRUPTED'],
  ['unreached', 'ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH UND_ERR_CONNECT_TIMEOUT'],
  ['broken', 'ECONNRESET EPIPE UND_ERR_SOCKET UND_ERR_RES_CONTENT_LENGTH_MISMATCH'],
  ['proxy-url', 'PROXY_URL'],
  ['proxy-password', 'PROXY_407'],
  ['proxy', 'PROXY_503 PROXY_403 PROXY_UND_ERR_SOCKET'],
  ['untrusted', 'CERT_HAS_EXPIRED SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ['untrusted', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY ERR_TLS_CERT_ALTNAME_INVALID'],
  ['other', 'EPROTO HPE_INVALID_CONSTANT ERR_SSL_WRONG_VERSION_NUMBER XECONNRESET'],
])('a connection is %s: %s', (failure, codes) => {
  for (const code of codes.split(' ')) expect(connectionFailure(code).kind).toBe(failure);
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

test('a rate limit is waited out, but not the want of credits', () => {
  for (const isOutOfCredits of [false, true]) {
    const details = { advice: '', status: 429, retryAfterMs: 1_000, isOutOfCredits };
    const error = new HttpError('429', details);
    expect([maySendAgain(error), isTransient(error)]).toEqual([!isOutOfCredits, !isOutOfCredits]);
    expect([mayExist(error), endsPolling(error, EARLY_404_MS)]).toEqual([false, false]);
  }
});
