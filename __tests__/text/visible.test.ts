import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { isBlank } from '../../src/text/characters.ts';
import { beginsWithCode, plainText, visibleLine, visibleProse, visibleText } from '../../src/text/visible.ts';
import fc, { anyText } from '../helpers/fast-check.ts';

/**
 * What cmark-gfm 0.29.0.gfm.13, GitHub's own Markdown reader, shows of these texts (`scripts/explore/cmark-gfm.py`): which
 * of the words `K0Z`, `K1Z`, … are in the text of its HTML, and which are nowhere, also in no address of a link. Most
 * were written by hand, one for each rule; the longest are strings of Markdown's characters drawn at random.
 */
const FILE = readFileSync(new URL('shown-by-github.jsonl', import.meta.url), 'utf8');
type Case = { markdown: string; shown: string[]; hidden: string[] };
const CASES = FILE.split('\n').flatMap((line): Case | [] => (line === '' ? [] : JSON.parse(line)));

test.each(CASES)('as GitHub shows it: $markdown', ({ markdown, shown, hidden }) => {
  const visible = visibleText(markdown);
  expect([...shown, ...hidden].filter((word) => visible.includes(word))).toEqual(shown);
});

const BLANKS = ' '.repeat(999);
const addressOf = (depth: number) => `[a](${'('.repeat(depth)}b${')'.repeat(depth)} "do")`;

test.each([
  ['a script that GitHub leaves', '<div><script\f>do evil</script><b\f></script\f> a', '<div>  a'],
  ['a style that it leaves', 'a <style\f>do evil</style\f>b', 'a  b'],
  ['a script that it shows', '<div><script>a</script\f> b', '<div><script>a b'],
  ['a definition after the first', '[a]\n\n[a]: /b\n[a]: /do', '[a](/b)'],
  ['a label in other blanks and case', '[a  b]\n\n[A\nB]: /c (do)', '[a  b](/c)'],
  ['an address that is a sentence', 'see [a](<do evil>)', 'see [a]'],
  ['a link without text', 'a [](https://b/do) [![`x`](y)](/do) [&nbsp;](/do)', 'a [] [![]] [&nbsp;]'],
  ['a scheme that GitHub takes away', '[a](javascript:do) [b](java&#115;cript:do)', '[a] [b]'],
  ['words in an address', '[a](/%20evil) [b](/&#32;do) [c](/d?e=1&amp;f)', '[a] [b] [c](/d?e=1&amp;f)'],
  ['an address in HTML', `<a title=" href='do'" href="/b">c</a>`, '<a href="/b">c</a>'],
  ['an address of HTML without text', '<a href=/do></a> a', '<a></a> a'],
  ['a sentence in one', '<a href="/do evil">b</a><a href="javascript:do">c</a>', '<a>b</a><a>c</a>'],
  ['a reference to no footnote over lines', 'a [^b\ndo] c', 'a [^] c'],
  ['what a fence says but of a suggestion', '```suggestion do\na\n```', '```suggestion\na\n```'],
  ['a reference in what is hidden', '<template>[^a]</template>b\n\n[^a]: c', 'b\n\n[^1]: c'],
  ['footnotes of one label but the first', 'a[^do]\n\n[^do]: b\n[^do]: evil', 'a[^1]\n\n[^1]: b'],
  ['characters by number that cannot be seen', 'a&#x200B;b&#xE0041;c&#65;', 'abc&#65;'],
  ['a comment before a blank line', 'a\n<!-- do -->\n\nb', 'a\n\nb'],
  ['the gap of a template', '# A\r\n\r\n<!-- do -->\r\n\r\nThe proxy.  \r', '# A\n\nThe proxy.'],
  ['an address of 32 parentheses', addressOf(32), addressOf(32).replace(' "do"', '')],
  ['what 33 make no address', addressOf(33), addressOf(33)],
  ['no label of over 1000 characters', `[a${BLANKS}b]\n\n[a b]: /do`, `[a${BLANKS}b]`],
  ['no definition of one', `[a${BLANKS}b]: /c`, `[a${BLANKS}b]: /c`],
])('what stays of %s', (_, markdown, visible) => {
  expect(visibleText(markdown)).toBe(visible);
});

test.each([
  '❤️‍🔥 👩‍💻',
  '1️⃣ 🏳️‍🌈 👨🏽‍🚒 ✌🏿 ❤ ™️',
  'naïve 日本語 עברית',
  'می‌خواهم',
  'क्‍ष',
  'a\tb',
  '1. x\n2. y\n\n- [ ] z',
  'a < b -- c --> d',
  'Use `<!--` and `-->`, or ``<T>``',
  '```\n<!-- b -->\n```',
  'x\n\n    <a b="c">',
  '[a](mailto:b@c.d) <https://c.example> https://d.example/?e=f_g',
  '| a | b |\n| --- | --- |\n| `c` | **d** |',
  '\\<!-- a --> &lt;b&gt;',
  '> [!NOTE]\n> a',
  'arr[0][1] and f[^x]',
  '<div><xmp',
  '$a % b$ and `$$` % `$$`',
])('%j stays whole', (text) => {
  expect(visibleText(text)).toBe(text);
});

test('a short text does not grow long by addresses that are used again and again', () => {
  const text = `${'[a] '.repeat(1_000)}\n\n[a]: https://b.example/${'c'.repeat(1_000)}`;
  const visible = visibleText(text);
  expect(visible).toContain('[a](https://b.example/c');
  expect(visible.length).toBeLessThanOrEqual(2 * text.length);
});

test.each([
  ['runs of joiners where a script has one', 'م\u200c\u200c\u200dم', 'مم'],
  ['characters that format', 'a\u202eb\u2066c\u200f\u200b\u2060\ufeffd\u{e0064}\u{e007f}', 'abcd'],
  ['variation selectors that carry bytes', 'x\u{e0101}\u{e0150}\ufe01\ufe00y', 'xy'],
  ['fillers', 'a\u3164\u115f\uffa0b', 'ab'],
  ['two presentation selectors', '❤\ufe0f\ufe0f', '❤\ufe0f'],
  ['runs of what emoji are joined with', 'a\ufe0f\u200d\ufe0f\u200d\u200d\ufe0fb', 'ab'],
  ['one presentation selector or joiner at a letter or sign', 'a\ufe0fb\u200dc1\ufe0f.\u200d', 'abc1.'],
  ['a joiner behind an emoji', '👩\u200da❤\ufe0f\u200d', '👩a❤\ufe0f'],
  ['controls and separators', 'a\u0000b\u0007c\u001b[31md\u0085e\u000bf\u2028g\u2029h', 'abc[31mdefgh'],
])('nobody sees %s, which are taken out', (_, text, seen) => {
  expect(visibleText(text)).toBe(seen);
  expect(plainText(text)).toBe(seen);
});

test('any text: no control, nothing invisible', () => {
  fc.assert(
    fc.property(anyText(), (given) => {
      const visible = visibleText(given);
      expect(visible).not.toMatch(/(?![\t\n])\p{Cc}|(?![\u200c\u200d])\p{Cf}|[\u2028\u2029\r]/u);
      expect(visible).not.toMatch(/[\ufe0f\u200c\u200d]{3}/);
      expect(visible.isWellFormed()).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test.each(['', ' \n\t', '\u00a0\u3000', '\u200b\ufeff\u{e0041}', '\u2800\u3164'])('%j is blank', (text) => {
  expect([isBlank(text), isBlank(`${text}.`)]).toEqual([true, false]);
});

test.each([
  ['one over lines, in a link', '> [a ``b\n> c`` d](https://e.example)', '> [a   d](https://e.example)'],
  ['a fence', 'a\n\n- ```\n  Fixes #7\n  ```\n\nb', 'a\n\n-\n\nb'],
  ['indented code', 'a\n\n    Fixes #7\n\nb', 'a\n\nb'],
  ['anything else', 'Fixes ``#7\n\n> See https://a.example/b', 'Fixes ``#7\n\n> See https://a.example/b'],
])('prose: %s', (_, markdown, prose) => {
  expect(visibleProse(markdown)).toBe(prose);
});

test.each([
  '    /docs fix',
  '\t/docs fix',
  '  \t/docs',
  '\n \n\r\n    /docs',
  '\ufeff    /docs',
  '<!-- a -->\n\n     /docs',
  '[a]: b\n\n    /docs',
  '\u200b\n\n    /docs\n\n/docs',
  '`/docs`',
  '```\n/docs\n```',
])('%j begins with code', (markdown) => {
  expect(beginsWithCode(markdown)).toBe(true);
});

test.each([
  '/docs fix',
  '   /docs fix',
  ' \n\t\n  /docs',
  '/docs\n\n    code',
  '/docs\n    fix',
  '    \n/docs',
  '<!-- a -->     /docs',
  '\u00a0   /docs',
  '-     /docs',
  '> a\n    /docs',
  '<p>\n    /docs',
  '',
  '    ',
  '\ud800',
])('%j begins with no code', (markdown) => {
  expect(beginsWithCode(markdown)).toBe(false);
});

test('text that is no Markdown keeps its comments, a title also its line', () => {
  expect(plainText('a <b c="d"> <!-- e -->\n[f]: g')).toBe('a <b c="d"> <!-- e -->\n[f]: g');
  expect(visibleLine(' a\r\nb\t c\u2028d\u200b ')).toBe('a b cd');
  const title = 'Support Map<K, V> and <!-- more --> and [x]: # (y)';
  expect(visibleLine(title)).toBe(title);
});
