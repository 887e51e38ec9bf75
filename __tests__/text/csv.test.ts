import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { formulaSafe } from '../../src/text/csv.ts';
import { actingText } from './texts.ts';

describe('a cell', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    [' =1', "' =1"],
    ['\u200b=1', "'\u200b=1"],
    ['\uff1d1+1', "'\uff1d1+1"],
    ['a;=1', "a;'=1"],
    ['a\n+1', "a\n'+1"],
    ['\rx', "'\rx"],
  ])('that begins a formula, %j, gets an apostrophe', (text, safe) => {
    expect(formulaSafe(text)).toBe(safe);
  });

  test.each(['/guides/setup', 'a-b', 'a=b', 'a;b', '', "'=1", 'résumé', '1,000', 'a\nb'])(
    '%j stays as it is',
    (text) => {
      expect(formulaSafe(text)).toBe(text);
    },
  );

  /** What a spreadsheet may take for the beginning of a cell: after its own separators, blanks and invisible characters dropped. */
  const beginnings = (text: string) =>
    text.split(/[;\t\r\n]/).map((cell) => cell.replace(/^[\s\p{C}\p{Default_Ignorable_Code_Point}]+/u, ''));

  test('is a formula for no reader, whichever separator it takes', () => {
    fc.assert(
      fc.property(fc.array(actingText, { minLength: 1, maxLength: 4 }), (texts) => {
        const csv = stringify([texts.map(formulaSafe)]);
        const [row = []] = parse(csv, { relaxColumnCount: true }) as string[][];
        expect(row).toHaveLength(texts.length);
        for (const cell of row) {
          for (const beginning of beginnings(cell))
            expect(beginning).not.toMatch(/^[=+\-@\uff1d\uff0b\uff0d\uff20]/);
        }
      }),
      { numRuns: 3000 },
    );
  });

  test('holds the text, but for apostrophes', () => {
    fc.assert(
      fc.property(actingText, (text) => {
        expect(formulaSafe(text).replaceAll("'", '')).toBe(text.replaceAll("'", ''));
      }),
    );
  });
});
