import { expect, test } from '@jest/globals';
import { MOST_SENDS } from '../../campaign/contract.ts';
import { resendDelay } from '../../src/platform/retry.ts';
import { errorOf, type Trouble } from '../helpers/wait-world.ts';

const http = (status: number, retryAfterMs?: number): Trouble => ({ kind: 'http', status, retryAfterMs });
const CLOSED: Trouble = { kind: 'network', code: 'ECONNREFUSED', sent: false };
const RESET: Trouble = { kind: 'network', code: 'ECONNRESET', sent: true };

test.each<[Trouble, sends: number, leftMs: number, pauseMs: number | undefined]>([
  [CLOSED, 1, 60_000, 2_000],
  [CLOSED, 2, 60_000, 4_000],
  [CLOSED, 3, 60_000, 8_000],
  [CLOSED, MOST_SENDS, 60_000, undefined],
  [CLOSED, 1, 2_001, 2_000],
  [CLOSED, 1, 2_000, undefined],
  // What a 429 asks for counts if it is longer.
  [http(429, 45_000), 1, 60_000, 45_000],
  [http(429, 45_000), 1, 45_000, undefined],
  [http(429, 3_000), 2, 60_000, 4_000],
  [http(429, 0), 1, 60_000, 2_000],
  [http(429), 3, 60_000, 8_000],
  [http(500, 1_000), 1, 60_000, undefined],
  [http(408), 1, 60_000, undefined],
  [http(403), 1, 60_000, undefined],
  [RESET, 1, 60_000, undefined],
  [{ kind: 'shape' }, 1, 60_000, undefined],
])(
  'after %j, sent %d times, with %d ms left, it is sent again in %p ms',
  (trouble, sends, leftMs, pauseMs) => {
    expect(resendDelay(errorOf(trouble, 'POST'), sends, leftMs)).toBe(pauseMs);
  },
);
