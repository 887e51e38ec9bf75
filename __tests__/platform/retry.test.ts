import { describe, expect, test } from '@jest/globals';
import { deliveryOf, isPassing, resendDelay } from '../../src/platform/retry.ts';
import { type Answer, afterPost, EARLY_404_MS, isPassingPoll, MOST_SENDS } from '../helpers/contract.ts';
import { answerOf, errorOf, type Trouble } from '../helpers/wait-world.ts';

const http = (status: number, retryAfterMs?: number): Trouble => ({ kind: 'http', status, retryAfterMs });
const network = (code: string, sent: boolean): Trouble => ({ kind: 'network', code, sent });
const SHAPE: Trouble = { kind: 'shape' };

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
  for (const sinceSentMs of [0, EARLY_404_MS - 1, EARLY_404_MS, undefined]) {
    expect(isPassing(errorOf(trouble), sinceSentMs)).toBe(isPassingPoll(answer, sinceSentMs));
  }
});

test('what may have been sent is unknown, whatever the code is', () => {
  expect(deliveryOf(errorOf(network('PROXY_407', true), 'POST'))).toBe('unknown');
});

describe('the pause before it is sent again', () => {
  const limits = { longestMs: 30_000, leftMs: 60_000 };
  const refused = errorOf(network('ECONNREFUSED', false), 'POST');

  test('doubles, up to the longest, and comes at most three times', () => {
    const pauses = Array.from({ length: MOST_SENDS }, (_, index) => resendDelay(refused, index + 1, limits));
    expect(pauses).toEqual([2_000, 4_000, 8_000, undefined]);
    expect(resendDelay(refused, 3, { ...limits, longestMs: 5_000 })).toBe(5_000);
  });

  test('is what a 429 asks for, even if that is longer, and 2 s if it asks for nothing', () => {
    expect(resendDelay(errorOf(http(429, 45_000), 'POST'), 1, limits)).toBe(45_000);
    expect(resendDelay(errorOf(http(429), 'POST'), 1, limits)).toBe(2_000);
  });

  test('is never none after a 429, whatever it asks for and however short the longest pause is', () => {
    expect(resendDelay(errorOf(http(429, 0), 'POST'), 1, limits)).toBe(2_000);
    for (const asked of [0, 999, undefined]) {
      expect(resendDelay(errorOf(http(429, asked), 'POST'), 1, { ...limits, longestMs: 20 })).toBe(1_000);
    }
  });

  test('must leave time', () => {
    expect(resendDelay(refused, 1, { ...limits, leftMs: 2_001 })).toBe(2_000);
    expect(resendDelay(refused, 1, { ...limits, leftMs: 2_000 })).toBeUndefined();
  });

  test.each([http(500, 1_000), http(503, 1_000), http(408), network('ECONNRESET', true), SHAPE, http(403)])(
    'is none after %j',
    (trouble) => {
      expect(resendDelay(errorOf(trouble, 'POST'), 1, limits)).toBeUndefined();
    },
  );
});
