import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createRedactor, secretsOf } from '../../src/text/redact.ts';

const KEY = 'mint_4fG+7/kQ==.a~B%c&d<e>"f\'g\\h';

/** Every way to write a key that a platform, a proxy or an SDK may use in an error. */
const ENCODINGS: Record<string, (key: string) => string> = {
  plain: (key) => key,
  'in a URL': (key) => encodeURIComponent(key),
  'in a URL, in lower case': (key) => encodeURIComponent(key).replace(/%../g, (byte) => byte.toLowerCase()),
  'in a form': (key) => new URLSearchParams({ k: key }).toString().slice(2),
  'every byte percent-encoded': (key) => Buffer.from(key).toString('hex').replace(/../g, '%$&'),
  'in JSON': (key) => JSON.stringify(key).slice(1, -1),
  'in HTML': (key) =>
    key
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  'in HTML text': (key) => key.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  'in decimal entities': (key) => [...key].map((character) => `&#${character.codePointAt(0)};`).join(''),
  'in named entities': (key) => key.replaceAll('&', '&amp;').replaceAll("'", '&apos;'),
  'in JSON, escaped': (key) =>
    [...key].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  'in hexadecimal': (key) => Buffer.from(key).toString('hex'),
  'in hexadecimal, in upper case': (key) => Buffer.from(key).toString('hex').toUpperCase(),
};

/** Keys as the platform makes them, and some with everything that an encoding changes. */
const key = fc.oneof(
  fc.stringMatching(/^mint_[A-Za-z0-9]{12,32}$/),
  fc.stringMatching(/^mint_[\x21-\x7e]{12,32}$/),
);

describe('a secret', () => {
  test.each(Object.entries(ENCODINGS))('is redacted %s', (_, encode) => {
    const redact = createRedactor([KEY]);
    expect(redact(`<${encode(KEY)}> and again ${encode(KEY)}.`)).toBe('<***> and again ***.');
    fc.assert(
      fc.property(key, (secret) => {
        expect(createRedactor([secret])(`before ${encode(secret)} after`)).toBe('before *** after');
      }),
    );
  });

  test('is redacted in base64, wherever it stands in what was encoded', () => {
    fc.assert(
      fc.property(
        key,
        fc.string({ unit: 'binary-ascii', maxLength: 10 }),
        fc.string({ unit: 'binary-ascii', maxLength: 10 }),
        fc.constantFrom('base64' as const, 'base64url' as const),
        (secret, before, after, encoding) => {
          const encoded = Buffer.from(before + secret + after).toString(encoding);
          const shown = createRedactor([secret])(`Basic ${encoded}`);
          // What is left beside the mask belongs to the neighbours, but for two characters on each side.
          const neighbours = Math.ceil((before.length * 4) / 3) + Math.ceil((after.length * 4) / 3);
          expect(shown).toContain('***');
          expect(shown.length).toBeLessThanOrEqual('Basic ***'.length + neighbours + 6);
        },
      ),
    );
  });

  test('leaves nothing that tells more than the text around it', () => {
    const redact = createRedactor([KEY]);
    const texts = ['', 'mint_ is how keys begin', 'Status active', '%6D', '&amp; &lt;', 'a'.repeat(100)];
    expect(texts.map(redact)).toEqual(texts);
  });

  test('that is blank hides nothing', () => {
    expect(createRedactor(['', '  ', '\n'])('a b\nc')).toBe('a b\nc');
    expect(createRedactor([])('abc')).toBe('abc');
  });

  test('that is short is redacted as it is, and not in encodings that could be anything', () => {
    const redact = createRedactor(['abc']);
    expect(redact('abc %61%62%63 616263 YWJj')).toMatch(/^\*\*\* \S+ 616263 YWJj$/);
  });

  test('that holds another is redacted whole', () => {
    expect(createRedactor(['mint_a', 'mint_abc'])('mint_abc mint_a')).toBe('*** ***');
  });

  test('with characters of regular expressions is taken literally', () => {
    expect(createRedactor(['a.c(d)*[e]$'])('abc(d)*[e]$ a.c(d)*[e]$')).toBe('abc(d)*[e]$ ***');
  });
});

describe('what is secret of a key', () => {
  const REST = 'k'.repeat(16);

  test.each([
    ['a key', `mint_${REST}`, [`mint_${REST}`, REST]],
    ['a key of another kind', `mint_dsc_${REST}`, [`mint_dsc_${REST}`, REST]],
    ['a key whose rest is short enough to be a word', 'mint_guides', ['mint_guides']],
    ['a key of another platform', `xmint_${REST}`, [`xmint_${REST}`]],
    ['blanks around it', ` mint_${REST} `, [` mint_${REST} `, `mint_${REST}`, REST]],
    ['lines', `one_line\r\n two\nmint_${REST}`, ['one_line', 'two', `mint_${REST}`, REST]],
  ])('%s', (_, key, parts) => {
    const secrets = secretsOf(key);
    expect(secrets).toEqual(expect.arrayContaining([key, ...parts]));
    expect(new Set(secrets).size).toBe(secrets.length);
    expect(secrets).toHaveLength(new Set([key, key.trim(), ...parts]).size);
  });

  test('is nothing of a blank one', () => {
    expect(secretsOf('')).toEqual([]);
    expect(secretsOf(' \n ')).toEqual([]);
  });

  test('is hidden in base64 and in hexadecimal from 8 bytes on', () => {
    const redact = createRedactor(['8 bytes!']);
    expect(redact(Buffer.from('8 bytes!').toString('hex'))).toBe('***');
    expect(redact(Buffer.from('8 bytes!').toString('base64'))).toContain('***');
  });
});
