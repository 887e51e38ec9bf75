import { expect, test } from '@jest/globals';
import { inertForLog, withoutCommands } from '../../src/text/workflow-commands.ts';
import fc from '../helpers/fast-check.ts';
import { parseRunnerOutput, readLines } from '../helpers/runner-commands.ts';
import { actingText } from '../hostile/corpus.ts';

test.each([
  ['::error::owned', ': :error::owned'],
  ['\u00a0\u2003::debug::x', '\u00a0\u2003: :debug::x'],
  ['a ##[add-mask]b', 'a # #[add-mask]b'],
  ['###[error]x', '## #[error]x'],
  ['harmless\r::error::x', 'harmless\\x0d::error::x'],
  ['escape \u001b[2K\u0007', 'escape \\x1b[2K\\x07'],
  ['\u0085::error::x', '\\x85::error::x'],
  ['zero\u200bwidth \u202e', 'zero\\u{200b}width \\u{202e}'],
  ['tag \u{e0041}', 'tag \\u{e0041}'],
  ['::', ': :'],
  [':::error::x', ': ::error::x'],
  ['a\r\nb\n\n::c::', 'a\nb\n\n: :c::'],
  ['a::b c::d', 'a::b c::d'],
  ['\tindented', '\tindented'],
  ['résumé 日本 👩‍💻 ✅', 'résumé 日本 👩‍💻 ✅'],
  ['## Heading [x]', '## Heading [x]'],
])('the log shows %j as %j', (text, shown) => {
  expect(inertForLog(text)).toBe(shown);
});

test.each([
  ['/a::b::c', '/a::b::c'],
  [' \u0085::error::x', ' \u0085: :error::x'],
  ['a\r::error::x', 'a\r: :error::x'],
  ['a\n \t::error::x', 'a\n \t: :error::x'],
])('without commands %j is %j', (text, safe) => {
  expect(withoutCommands(text)).toBe(safe);
});

test('no text gives the runner a command, in the log also no line of its own making', () => {
  fc.assert(
    fc.property(actingText, (text) => {
      const inert = inertForLog(text);
      for (const made of [inert, withoutCommands(text)]) expect(parseRunnerOutput(made).commands).toEqual([]);
      expect(readLines(`${inert}.`)).toHaveLength(text.replaceAll('\r\n', '\n').split('\n').length);
      expect(inert).not.toMatch(/(?![\t\n])\p{Cc}|(?!\u200d)[\p{Cf}\p{Zl}\p{Zp}]/u);
    }),
    { numRuns: 5000 },
  );
});
