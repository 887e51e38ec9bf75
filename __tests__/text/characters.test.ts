import { describe, expect, test } from '@jest/globals';
import { escaped, onOneLine, SMUGGLERS, withoutControls } from '../../src/text/characters.ts';

test('controls and characters that hide become visible, tabs and line feeds stay', () => {
  expect(withoutControls('a\tb\nc\u0000\u200b\u202e\u2028\u{e0041}\u00ad')).toBe(
    'a\tb\nc\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd',
  );
  expect(withoutControls('👩‍💻 é 日本')).toBe('👩‍💻 é 日本');
});

test('one line is one line', () => {
  expect(onOneLine('a\r\nb\nc\rd\te')).toBe('a b c d e');
});

describe('characters that can carry hidden text', () => {
  const without = (text: string) => text.replace(SMUGGLERS, '$1');

  test.each([
    ['emoji with a presentation selector', '☑️ done'],
    ['joined emoji', '👩‍💻'],
    ['a flag of joined emoji', '🏳️‍🌈'],
  ])('stay in %s', (_, text) => {
    expect(without(text)).toBe(text);
  });

  test.each([
    ['variation selectors in a row', 'a\ufe0f\ufe01\ufe02\u{e0100}b', 'a\ufe0fb'],
    ['tags', 'a\u{e0041}\u{e0042}b', 'ab'],
    ['Hangul fillers', 'a\u3164\u115fb', 'ab'],
    ['joiners in a row', 'a\u200d\u200d\u200db', 'a\u200db'],
  ])('go from %s', (_, text, rest) => {
    expect(without(text)).toBe(rest);
  });
});

test('an escaped character is what JSON reads it as', () => {
  for (const character of ['<', '\u0085', '\u2028', '\u0001']) {
    expect(escaped(character)).toMatch(/^\\u[\da-f]{4}$/);
    expect(JSON.parse(`"${escaped(character)}"`)).toBe(character);
  }
});
