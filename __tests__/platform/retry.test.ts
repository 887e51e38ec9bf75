import { describe, expect, test } from '@jest/globals';
import { deliveryOf, EARLY_404_MS, isPassing, MAX_SENDS, resendDelay } from '../../src/platform/retry.ts';
import { afterPost, isPassingPoll } from '../helpers/contract.ts';
import { errorOf, type Trouble } from '../helpers/wait-world.ts';

const http = (status: number, retryAfterMs?: number): Trouble => ({ kind: 'http', status, retryAfterMs });
const network = (code: string, sent: boolean): Trouble => ({ kind: 'network', code, sent });
const SHAPE: Trouble = { kind: 'shape' };
const STATUSES = Array.from({ length: 300 }, (_, index) => 300 + index);

describe('after a create or message', () => {
  test.each([
    [network('ECONNREFUSED', false), afterPost('no connection')],
    [network('ENOTFOUND', false), 'again'],
    [network('UND_ERR_CONNECT_TIMEOUT', false), 'again'],
    [network('TIMEOUT', false), 'again'],
    [network('SELF_SIGNED_CERT_IN_CHAIN', false), 'refused'],
    [network('PROXY_407', false), 'refused'],
    [network('PROXY_URL', false), 'refused'],
    [network('ECONNRESET', true), afterPost('nothing')],
    [network('TIMEOUT', true), 'unknown'],
    [network('INTERRUPTED', true), 'unknown'],
    [network('PROXY_407', true), 'unknown'],
    ...STATUSES.map((status) => [http(status), afterPost(status)] as const),
    [SHAPE, 'unknown'],
  ] as const)('%j leaves it %s', (trouble, delivery) => {
    expect(deliveryOf(errorOf(trouble, 'POST'))).toBe(delivery);
  });
});

describe('the pause before it is sent again', () => {
  const limits = { longestMs: 30_000, leftMs: 60_000 };
  const refused = errorOf(network('ECONNREFUSED', false), 'POST');

  test('doubles, up to the longest, and comes at most three times', () => {
    const pauses = Array.from({ length: MAX_SENDS }, (_, index) => resendDelay(refused, index + 1, limits));
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

describe('a poll that failed', () => {
  test.each([
    [network('ECONNRESET', true), true],
    [network('ENOTFOUND', false), true],
    [network('CERT_HAS_EXPIRED', false), false],
    [network('PROXY_407', false), false],
    ...STATUSES.filter((status) => status !== 404).map(
      (status) => [http(status), isPassingPoll(status, undefined)] as const,
    ),
    [SHAPE, true],
  ] as const)('by %j is passing: %s', (trouble, passing) => {
    const error = errorOf(trouble);
    expect(isPassing(error, undefined)).toBe(passing);
    expect(isPassing(error, 0)).toBe(passing);
    expect(isPassing(error, EARLY_404_MS)).toBe(passing);
  });

  test('by 404 is passing within 30 s of what this run sent, and only then', () => {
    const error = errorOf(http(404));
    expect(EARLY_404_MS).toBe(30_000);
    for (const ms of [0, 29_999, 30_000, undefined])
      expect(isPassing(error, ms)).toBe(isPassingPoll(404, ms));
  });
});
