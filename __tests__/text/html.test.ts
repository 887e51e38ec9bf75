import { expect, test } from '@jest/globals';
import { escapeHtml } from '../../src/text/html.ts';
import fc from '../helpers/fast-check.ts';
import { actingText } from '../hostile/corpus.ts';
import { decoded } from '../hostile/readers.ts';

test('text for HTML closes no tag and no attribute, and reads the same', () => {
  fc.assert(
    fc.property(actingText, (text) => {
      const html = escapeHtml(text);
      expect(html).not.toMatch(/[<>"'\0]|&(?!#\d+;)|##\[/);
      expect(decoded(html)).toBe(text.toWellFormed().replace(/(?![\t\n])\p{Cc}/gu, '\ufffd'));
    }),
  );
});
