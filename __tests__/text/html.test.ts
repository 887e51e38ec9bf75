import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { escapeHtml } from '../../src/text/html.ts';
import { actingText } from '../hostile/corpus.ts';

test.each([
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  [`"it's"`, '&quot;it&#39;s&quot;'],
  ['a & b &lt;', 'a &amp; b &amp;lt;'],
  ['\u0000\u001b\u0085', '\ufffd\ufffd\ufffd'],
  ['two\n\tlines', 'two\n\tlines'],
])('%j is written %s in HTML', (text, html) => {
  expect(escapeHtml(text)).toBe(html);
});

test('text for HTML closes no tag and no attribute, and reads the same', () => {
  const characters: Record<string, string> = {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    '#39': "'",
    '#35': '#',
  };
  fc.assert(
    fc.property(actingText, (text) => {
      const html = escapeHtml(text);
      expect(html).not.toMatch(/[<>"'\0]/);
      const read = html.replace(/&([\w#]+);/g, (_, name: string) => characters[name] ?? 'unknown entity');
      expect(read).toBe(text.replace(/(?![\t\n])\p{Cc}/gu, '\ufffd'));
    }),
  );
});
