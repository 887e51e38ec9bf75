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
  const DEFAULTS = { sends: 1, longestMs: 30_000, leftMs: 60_000 };
  type Row = [Trouble, Partial<typeof DEFAULTS>, pauseMs: number | undefined];
  const CLOSED = network('ECONNREFUSED', false);

  test.each<Row>([
    [CLOSED, {}, 2_000],
    [CLOSED, { sends: 2 }, 4_000],
    [CLOSED, { sends: 3 }, 8_000],
    [CLOSED, { sends: MAX_SENDS }, undefined],
    [CLOSED, { sends: 3, longestMs: 5_000 }, 5_000],
    [CLOSED, { leftMs: 2_001 }, 2_000],
    [CLOSED, { leftMs: 2_000 }, undefined],
    // What a 429 asks for counts, even if that is longer, and a moment has to pass if it asks for nothing.
    [http(429, 45_000), {}, 45_000],
    ...[undefined, 0].map((ms): Row => [http(429, ms), {}, 2_000]),
    ...[undefined, 0, 999].map((ms): Row => [http(429, ms), { longestMs: 20 }, 1_000]),
    ...[http(500, 1_000), http(503, 1_000), http(408), http(403)].map((at): Row => [at, {}, undefined]),
    ...[network('ECONNRESET', true), SHAPE].map((trouble): Row => [trouble, {}, undefined]),
  ])('after %j with %j is %p ms', (trouble, given, pauseMs) => {
    const { sends, ...limits } = { ...DEFAULTS, ...given };
    expect(resendDelay(errorOf(trouble, 'POST'), sends, limits)).toBe(pauseMs);
  });
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
