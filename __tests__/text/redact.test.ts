import { expect, test } from '@jest/globals';
import { redactor, redactTexts } from '../../src/text/redact.ts';

test.each<[string, readonly string[], string, string]>([
  ['as it is, each time', ['mint_key'], '<mint_key> and mint_key.', '<***> and ***.'],
  ['trimmed, and as it was given', [' mint_key\n'], 'mint_key ( mint_key\n)', '*** (***)'],
  ['whole, with its lines', ['one\ntwo'], 'one\ntwo, two', '***, two'],
  ['the longest first', ['mint_a', 'mint_abc'], 'mint_abc mint_a', '*** ***'],
  ['literally', ['a.c(d)*[e]$&'], 'abc(d)*[e]$& a.c(d)*[e]$&', 'abc(d)*[e]$& ***'],
  ['unless it is blank', ['', '  ', '\n'], 'a b\nc', 'a b\nc'],
])('a secret is redacted %s', (_, secrets, text, shown) => {
  expect(redactor(secrets)(text)).toBe(shown);
});

test('all texts of a value are redacted, in place, and nothing else', () => {
  const valueWith = (text: string, path: string) => {
    return { path, list: [text, text, 'x', { deep: ` ${text}` }], count: 7, none: null, is: true };
  };
  const value = valueWith('mint_key', '/mint_key');
  expect(redactTexts(value, redactor(['mint_key']))).toBe(value);
  expect(value).toEqual(valueWith('***', '/***'));
  expect(redactTexts('mint_key', redactor(['mint_key']))).toBe('***');
  expect(redactTexts({ a: undefined, b: 'c' }, redactor([]))).toStrictEqual({ b: 'c' });
});
