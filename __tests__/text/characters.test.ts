import { expect, test } from '@jest/globals';
import { onOneLine, replaceDeceptive } from '../../src/text/characters.ts';
import { csvCell } from '../../src/text/csv.ts';
import { escapeHtml } from '../../src/text/html.ts';
import { inertJson } from '../../src/text/json.ts';
import { codeBlock, inlineCode, ownSentence } from '../../src/text/markdown.ts';
import { inertForLog } from '../../src/text/workflow-commands.ts';

test('controls and characters that hide become visible, tabs and line feeds stay, and one line is one', () => {
  const hidden = 'a\tb\nc\u0000\u200b\u202e\u2028\u{e0041}\u00ad';
  expect(replaceDeceptive(hidden)).toBe(`a\tb\nc${'\ufffd'.repeat(6)}`);
  expect(replaceDeceptive('👩‍💻 é 日本')).toBe('👩‍💻 é 日本');
  expect(onOneLine('a\r\nb\nc\rd\te')).toBe('a b c d e');
});

test('an escaped character is what JSON reads it as', () => {
  for (const character of ['\u0085', '\u2028', '\u0001', '##[']) {
    expect(inertJson(character)).toMatch(/^"#?\\u[\da-f]{4}\[?"$/);
    expect(JSON.parse(inertJson(character))).toBe(character);
  }
});

test('half of a character goes nowhere', () => {
  const text = 'a\ud800b';
  const made = [inlineCode, codeBlock, ownSentence, inertForLog, escapeHtml, csvCell].map((write) =>
    write(text),
  );
  expect(made.filter((each) => !each.isWellFormed())).toEqual([]);
});
