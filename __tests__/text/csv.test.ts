import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvLine, formulaSafe } from '../../src/text/csv.ts';
import { anyText } from '../analytics/report/arbitrary.ts';

describe('formulaSafe', () => {
  test.each([
    ['/guides/start', '/guides/start'],
    ['', ''],
    ["it's", "it's"],
    ['a=b, -c', 'a=b, -c'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['＠x', "'＠x"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['  =1', "'  =1"],
    ['\u00a0=1', "'\u00a0=1"],
    ['\u200b=1', "'\u200b=1"],
    ['\u0000=1', "'\u0000=1"],
    ['a;=1', "a;'=1"],
    ['a; =1', "a;' =1"],
    ['a\r=1', "a\r'=1"],
    ['a\n@b', "a\n'@b"],
    ['a\t+1', "a\t'+1"],
  ])('%j becomes %j', (text, safe) => {
    expect(formulaSafe(text)).toBe(safe);
  });

  test('no cell starts a formula, whatever a spreadsheet takes for the end of one', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const cell of formulaSafe(text).split(/[;\t\r\n]/)) {
          expect(cell.replace(/^[\s\p{C}\p{Default_Ignorable_Code_Point}]+/u, '')).not.toMatch(
            /^[=+\-@＝＋－＠]/,
          );
        }
      }),
    );
  });

  test('adds apostrophes and takes nothing away', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(formulaSafe(text).replaceAll("'", '')).toBe(text.replaceAll("'", ''));
      }),
    );
  });
});

describe('csvLine', () => {
  test('reads back as it was, whatever the cells hold', () => {
    const cells = fc.array(anyText, { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(cells, { maxLength: 5 }), (records) => {
        const options = { record_delimiter: '\r\n', relax_column_count: true };
        const written = records.map((record) => record.map((cell) => cell.toWellFormed()));
        expect(parse(records.map(csvLine).join(''), options)).toEqual(written);
      }),
    );
  });

  test('quotes only what has to be, and leaves an absent cell empty', () => {
    expect(csvLine(['a b', 7, undefined, 0, 'a,b', 'say "x"', 'a\rb'])).toBe(
      'a b,7,,0,"a,b","say ""x""","a\rb"\r\n',
    );
  });
});
