import { expect, test } from '@jest/globals';
import { duration } from '../../src/text/duration.ts';

test.each([
  [0, '0 s'],
  [40, '0 s'],
  [400, '0.4 s'],
  [2000, '2 s'],
  [9960, '10 s'],
  [42_400, '42 s'],
  [59_400, '59 s'],
  [60_000, '1 min'],
  [250_000, '4 min 10 s'],
  [3_599_000, '59 min 59 s'],
  [3_600_000, '1 h'],
  [3_900_000, '1 h 5 min'],
  [432_000_000, '120 h'],
])('%d ms is %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});
