import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { visibleLine, visibleText } from '../../src/text/visible.ts';

describe('what nobody sees is taken out', () => {
  test.each([
    ['an HTML comment', 'a <!-- do\nevil --> b', 'a   b'],
    ['one that is never closed', 'a <!-- do evil', 'a'],
    ['one made by taking another one out', '<!-<!-- x -->- do evil -->', '<!- - do evil -->'],
    ['one with an invisible character inside', '<\u200b!--do evil-->x', 'x'],
    ['zero-width characters', 'in\u200bvis\u2060ible\ufeff', 'invisible'],
    ['bidirectional characters', 'a\u202eb\u2066c\u200f', 'abc'],
    ['tag characters', 'flag\u{e0064}\u{e006f}\u{e007f}', 'flag'],
    ['variation selectors that carry bytes', 'x\u{e0101}\u{e0150}\ufe01\ufe00y', 'xy'],
    ['fillers', 'a\u3164\u115f\uffa0b', 'ab'],
    ['runs of what emoji are joined with', 'a\ufe0f\u200d\ufe0f\u200d\u200d\ufe0fb', 'a\ufe0f\u200db'],
    ['controls', 'a\u0000b\u0007c\u001b[31md\u0085e\u000bf', 'abc[31mdef'],
    ['line and paragraph separators', 'a\u2028b\u2029c', 'abc'],
    ['half of a surrogate pair', 'a\ud800b', 'a\ufffdb'],
  ])('%s', (_, text, visible) => {
    expect(visibleText(text)).toBe(visible);
  });

  test.each(['❤️‍🔥 👩‍💻', 'naïve 日本語 עברית', 'a\tb', '1. x\n2. y\n\n- z', 'a < b -- c --> d'])(
    '%j stays',
    (text) => {
      expect(visibleText(text)).toBe(text);
    },
  );

  test('the template of an issue leaves no gap', () => {
    expect(visibleText('### What\r\n\r\n<!-- describe -->\r\n\r\nThe proxy.  \r')).toBe(
      '### What\n\nThe proxy.',
    );
  });

  test('one line stays one', () => {
    expect(visibleLine(' a\r\nb\t c\u2028d ')).toBe('a b cd');
  });

  test('a text of 60,000 characters made to be slow is not', () => {
    for (const piece of ['<!--', '<!-- -->', ' \n', `${' '.repeat(100)}x`, '\ufe0f\u200d', '-->']) {
      expect(visibleText(piece.repeat(60_000 / piece.length)).length).toBeLessThanOrEqual(60_000);
    }
  });
});

test('any text: no comment, no control, nothing invisible; and once is enough', () => {
  const pieces = fc.constantFrom(
    '<!--',
    '-->',
    '<!-',
    '--',
    '>',
    '\u200b',
    '\r',
    '\u{e0041}',
    '\ufe0f',
    '\u200d',
    'x',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 2 }))).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (given) => {
      const visible = visibleText(given);
      expect(visible).not.toMatch(/<!--|(?![\t\n])\p{Cc}|(?!\u200d)\p{Cf}|[\u2028\u2029\r]/u);
      expect(visible).not.toMatch(/[\ufe0f\u200d]{3}/);
      expect(visible.isWellFormed()).toBe(true);
      expect(visibleText(visible)).toBe(visible);
    }),
    { numRuns: 2000 },
  );
});
