import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formulaSafe } from '../../src/text/csv.ts';
import { withoutCommands } from '../../src/text/log.ts';
import { actingText } from '../hostile/corpus.ts';

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
    ['a;=1;=2\n=3', "a;'=1;'=2\n'=3"],
    ['a;\t =1', "a;'\t' =1"],
    ["x;\"+cmd|' /C calc'!A0;", "x;'\"+cmd|' /C calc'!A0;"],
    ['"=1+1', '\'"=1+1'],
    ['a\t""-1', 'a\t\'""-1'],
    ['a; "b=1', 'a; "b=1'],
    ['a-b;c', 'a-b;c'],
  ])('%j becomes %j', (text, safe) => {
    expect(formulaSafe(text)).toBe(safe);
  });

  test('no cell starts a formula, whatever a spreadsheet takes for the end of one, and nothing is lost', () => {
    fc.assert(
      fc.property(actingText, (text) => {
        const safe = formulaSafe(text);
        expect(safe.replaceAll("'", '')).toBe(text.replaceAll("'", ''));
        for (const cell of safe.split(/[;\t\r\n]/)) {
          const shown = cell.replace(/^["\s\p{C}\p{Default_Ignorable_Code_Point}]+/u, '');
          expect(shown).not.toMatch(/^[=+\-@＝＋－＠]/);
        }
      }),
    );
  });
});

test.each<[(text: string) => string, string[]]>([
  [formulaSafe, ['\t', ';', ' ', '"', '\r', '\u200b', '\ud800', ';"', '=', '\t=', ';;-']],
  [withoutCommands, ['\n', ' ', '\u2028']],
])('%p takes time that grows with the length of the text alone', (safe, pieces) => {
  for (const text of pieces.map((piece) => `${piece.repeat(150_000)}:`)) {
    const before = process.cpuUsage();
    expect(safe(text).replaceAll("'", '')).toBe(text);
    // Some milliseconds of the processor; in the square of the length, twenty seconds and more.
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  }
});
