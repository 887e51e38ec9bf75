import { expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { csvCell, formulaSafe } from '../../src/text/csv.ts';
import fc from '../helpers/fast-check.ts';
import { parseRunnerOutput } from '../helpers/runner-commands.ts';
import { actingText } from '../hostile/corpus.ts';

/** Safe cells. The text that each is made of is the same without the apostrophes. */
test.each([
  '/guides/start',
  '',
  'a=b, -c',
  'a-b;c',
  'a; "b=1',
  "'=1+1",
  "'+1",
  "'-1",
  "'@SUM(A1)",
  "'＝1+1",
  "'＠x",
  "'\tx",
  "'\rx",
  "'  =1",
  "'\u00a0=1",
  "'\u200b=1",
  "'\u0000=1",
  "a;'=1",
  "a;' =1",
  "a\r'=1",
  "a\n'@b",
  "a\t'+1",
  "a;'=1;'=2\n'=3",
  "a;'\t' =1",
  'x;\'"+cmd| /C calc!A0;',
  '\'"=1+1',
  'a\t\'""-1',
])('%j is a safe cell', (safe) => {
  expect(formulaSafe(safe.replaceAll("'", ''))).toBe(safe);
});

test("an apostrophe of the text's own stays", () => {
  expect([formulaSafe("it's"), formulaSafe("x;+c|' C'!A0")]).toEqual(["it's", "x;'+c|' C'!A0"]);
});

test('no cell starts a formula, whatever a spreadsheet takes for the end of one, or a command, and nothing is lost', () => {
  fc.assert(
    fc.property(actingText, (text) => {
      const safe = formulaSafe(text);
      expect(safe.replaceAll("'", '')).toBe(text.replaceAll("'", ''));
      expect(parseRunnerOutput(csvCell(text)).commands).toEqual([]);
      // Any kind of line break is quoted, as readers differ in where they end a record.
      const records = parse(`${csvCell(text)},end\r\n`, { record_delimiter: ['\r\n', '\n', '\r'] });
      expect(records).toEqual([[expect.any(String), 'end']]);
      for (const cell of safe.split(/[;\t\r\n]/)) {
        const shown = cell.replace(/^["\s\p{C}\p{Default_Ignorable_Code_Point}]+/u, '');
        expect(shown).not.toMatch(/^[=+\-@＝＋－＠]/);
      }
    }),
  );
});
