import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createRedactor } from '../../src/text/redact.ts';

const KEY = 'mint_aB3+/=&<>"\'%~^$.*?()[]{}|\\-z';
const bytes = Buffer.from(KEY);
const hex = bytes.toString('hex');
const redact = createRedactor([KEY]);

const numeric = (text: string, of: (point: number) => string) =>
  [...text].map((character) => of(character.codePointAt(0) ?? 0)).join('');

const SPELLINGS: readonly (readonly [string, string])[] = [
  ['as it is', KEY],
  ['in JSON', JSON.stringify(KEY).slice(1, -1)],
  ['in JSON with slashes escaped', JSON.stringify(KEY).slice(1, -1).replaceAll('/', '\\/')],
  ['in JSON as numbers', numeric(KEY, (point) => `\\u${point.toString(16).padStart(4, '0')}`)],
  ['percent-encoded', encodeURIComponent(KEY)],
  ['percent-encoded as a whole URL', encodeURI(KEY)],
  ['with every byte percent-encoded', hex.replace(/../g, '%$&')],
  ['with every byte percent-encoded in capitals', hex.toUpperCase().replace(/../g, '%$&')],
  ['in HTML', KEY.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')],
  ['in an HTML attribute', KEY.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&apos;')],
  ['in HTML as decimal numbers', numeric(KEY, (point) => `&#${point};`)],
  ['in HTML as hexadecimal numbers', numeric(KEY, (point) => `&#x00${point.toString(16).toUpperCase()};`)],
  ['in hexadecimal', hex],
  ['in hexadecimal capitals', hex.toUpperCase()],
];

test.each(SPELLINGS)('a secret %s becomes ***', (_name, spelling) => {
  expect(redact(`before ${spelling} after`)).toBe('before *** after');
});

describe.each(['base64', 'base64url'] as const)('in %s', (encoding) => {
  test.each([0, 1, 2, 3, 7])('a secret after %d bytes is gone', (shift) => {
    const text = Buffer.from(`${'x'.repeat(shift)}${KEY} and more`).toString(encoding);
    const shown = Buffer.from(redact(text).replaceAll('***', ''), encoding).toString('latin1');
    expect(redact(text)).toContain('***');
    // At most the bits of one character at each end are left.
    expect(shown).not.toContain(KEY.slice(1, 4));
    expect(redact(text).length).toBeLessThan(text.length - 40);
  });
});

test('every occurrence goes, and nothing else', () => {
  expect(redact(`${KEY}${KEY} x ${KEY}`)).toBe('****** x ***');
  expect(redact('mint_ is how a key begins')).toBe('mint_ is how a key begins');
});

test('a secret that is part of another one does not spoil it', () => {
  expect(createRedactor(['abcdefgh', 'abcdefgh-long'])('abcdefgh-long abcdefgh')).toBe('*** ***');
});

test('blank secrets hide nothing, and short ones are not looked for in hexadecimal', () => {
  expect(createRedactor(['', ' '])('a b c')).toBe('a b c');
  expect(createRedactor(['ab'])('ab 6162 YWI=')).toBe('*** 6162 YWI=');
  expect(createRedactor([])('text')).toBe('text');
});

test('a secret of any characters is found among any others', () => {
  const secret = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }).filter((text) => text.trim() !== '');
  fc.assert(
    fc.property(secret, fc.string(), fc.string(), (text, before, after) => {
      expect(createRedactor([text])(`${before}${text}${after}`)).toContain('***');
    }),
  );
});
