import { expect, test } from '@jest/globals';
import { escapeHtml } from '../../src/text/html.ts';
import fc from '../helpers/fast-check.ts';
import { actingText } from '../hostile/corpus.ts';
import { decoded } from '../hostile/readers.ts';

test.each([
  ['<script>alert(1)</script>', '&#60;script&#62;alert(1)&#60;/script&#62;'],
  [`"it's"`, '&#34;it&#39;s&#34;'],
  ['a & b &lt;', 'a &#38; b &#38;lt;'],
  ['a ##[b]', 'a #&#35;[b]'],
  ['\u0000\u001b\u0085', '\ufffd\ufffd\ufffd'],
  ['two\n\tlines', 'two\n\tlines'],
])('%j is written %s in HTML', (text, html) => {
  expect(escapeHtml(text)).toBe(html);
});

test('text for HTML closes no tag and no attribute, and reads the same', () => {
  fc.assert(
    fc.property(actingText, (text) => {
      const html = escapeHtml(text);
      expect(html).not.toMatch(/[<>"'\0]|&(?!#\d+;)|##\[/);
      expect(decoded(html)).toBe(text.toWellFormed().replace(/(?![\t\n])\p{Cc}/gu, '\ufffd'));
    }),
  );
});
