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
  const DEFAULTS = { sends: 1, longestMs: 30_000, leftMs: 60_000 };
  type Row = [Trouble, Partial<typeof DEFAULTS>, pauseMs: number | undefined];
  const CLOSED = network('ECONNREFUSED', false);

  test.each<Row>([
    [CLOSED, {}, 2_000],
    [CLOSED, { sends: 2 }, 4_000],
    [CLOSED, { sends: 3 }, 8_000],
    [CLOSED, { sends: MOST_SENDS }, undefined],
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
