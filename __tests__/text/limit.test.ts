import { expect, test } from '@jest/globals';
import { cutAtLine } from '../../src/text/limit.ts';
import fc from '../helpers/fast-check.ts';

const NOTICE = 'The rest was cut.';
const END = `\n\n${NOTICE}\n`;

test('a text with a limit is at most as many bytes as it may be, in whole lines, and says that it was cut', () => {
  const line = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll('\n', ' '));
  fc.assert(
    fc.property(fc.array(line), fc.integer({ min: 25, max: 300 }), (lines, limit) => {
      const text = lines.join('\n');
      const cut = cutAtLine(text, limit, NOTICE);
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(limit);
      if (Buffer.byteLength(text) <= limit) return expect(cut).toBe(text);
      expect(cut.endsWith(END)).toBe(true);
      const kept = cut.slice(0, -END.length);
      expect(kept === '' || `${text}\n`.startsWith(`${kept}\n`)).toBe(true);
      // Not a line less than there is room for.
      const next = lines[kept.split('\n').length] ?? '';
      if (kept !== '') expect(Buffer.byteLength(cut) + Buffer.byteLength(next) + 1).toBeGreaterThan(limit);
    }),
  );
});
