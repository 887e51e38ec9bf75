import { expect, test } from '@jest/globals';
import { formatDuration } from '../../src/text/duration.ts';
import {
  formatCompact,
  formatCount,
  formatNumber,
  percentChange,
  roundDecimals,
} from '../../src/text/numbers.ts';
import { tableOf } from '../agent/table.ts';

test('thousands are separated as Intl would, whatever the number', () => {
  const format = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
  const whole = [0, 999, 1000, 999_999, 12_345_678, 1e15 - 1, 1e15, 2 ** 60, 1e21, 1e300];
  const all = [...whole, 0.1 + 0.2, 1234.5, 0.01, 1e-7, 0.999_999_9, 98_765.432_101];
  expect(all.map(formatNumber)).toEqual(all.map((number) => format.format(number)));
});

test('is short as Intl would have it, up to 2^53', () => {
  const digits = { minimumSignificantDigits: 3, maximumSignificantDigits: 3 };
  const format = new Intl.NumberFormat('en-US', { notation: 'compact', ...digits });
  const all =
    '0 5 10.5 999.6 1234 54321 999499 999500 12345678 9.995e8 4.2e12 9.99e14 1.11e15 9007199254740992'
      .split(' ')
      .map(Number);
  expect(all.map(formatCompact)).toEqual(all.map((number) => format.format(number)));
});

test('counts read as sentences', () => {
  const all = [formatCount(1, 'page'), formatCount(2000, 'page'), formatCount(0, 'reply', 'replies')];
  expect(all).toEqual(['1 page', '2,000 pages', '0 replies']);
});

test('changes and sums are without what binary fractions add', () => {
  const changes = [percentChange(0.3, 0.1 + 0.2), percentChange(9_999, 10_000), percentChange(9, 8)];
  expect([roundDecimals(0.1 + 0.2), roundDecimals(7), ...changes]).toEqual([0.3, 7, 0, 0, 12.5]);
  expect([percentChange(5, 0), percentChange(5, undefined)]).toEqual([undefined, undefined]);
});

test.each(
  tableOf<'ms' | 'words'>(`
    ms        | words
    0         | 0 s
    40        | 0 s
    400       | 0.4 s
    2000      | 2 s
    9960      | 10 s
    42400     | 42 s
    59400     | 59 s
    60000     | 1 min
    250000    | 4 min 10 s
    3599000   | 59 min 59 s
    3600000   | 1 h
    3900000   | 1 h 5 min
    432000000 | 120 h
  `),
)('$ms ms are $words', ({ ms, words }) => {
  expect(formatDuration(Number(ms))).toBe(words);
});
