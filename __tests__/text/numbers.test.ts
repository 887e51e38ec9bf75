import { expect, test } from '@jest/globals';
import { compact, counted, exact, listed, percentChange, thousands } from '../../src/text/numbers.ts';
import fc from '../helpers/fast-check.ts';

test('thousands are separated as Intl would, whatever the number', () => {
  const format = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
  const value = fc.oneof(
    fc.nat(),
    fc.double({ min: 0, max: 1e300, noNaN: true }),
    fc.nat(1e9).map((whole) => whole / 1000),
  );
  fc.assert(fc.property(value, (number) => expect(thousands(number)).toBe(format.format(number))));
  for (const number of [0, 999, 1000, 999_999, 1e15 - 1, 1e15, 2 ** 60, 0.1 + 0.2, 1234.5]) {
    expect(thousands(number)).toBe(format.format(number));
  }
});

test('is short as Intl would have it, up to a thousand million millions', () => {
  const digits = { minimumSignificantDigits: 3, maximumSignificantDigits: 3 };
  const format = new Intl.NumberFormat('en-US', { notation: 'compact', ...digits });
  fc.assert(
    fc.property(fc.nat(2 ** 31 - 1), (number) => expect(compact(number)).toBe(format.format(number))),
  );
  for (const number of [0, 5, 999.6, 999_499, 999_500, 12_345_678, 9.995e8, 4.2e12, 9.99e14]) {
    expect(compact(number)).toBe(format.format(number));
  }
});

test('lists and counts read as sentences', () => {
  expect(['a', 'a,b', 'a,b,c'].map((list) => listed(list.split(',')))).toEqual([
    'a',
    'a and b',
    'a, b and c',
  ]);
  expect([counted(1, 'page'), counted(2000, 'page'), counted(0, 'reply', 'replies')]).toEqual([
    ...['1 page', '2,000 pages', '0 replies'],
  ]);
});

test('changes and sums are without what binary fractions add', () => {
  expect([exact(0.1 + 0.2), exact(7), percentChange(0.3, 0.1 + 0.2), percentChange(9_999, 10_000)]).toEqual([
    ...[0.3, 7, 0, 0],
  ]);
  expect([percentChange(5, 0), percentChange(5, undefined), percentChange(9, 8)]).toEqual([
    undefined,
    undefined,
    12.5,
  ]);
});
