import { expect, test } from '@jest/globals';
import { marked } from 'marked';
import { codeBlock, httpsUrl, inlineCode, linkTo, ownSentence, shorten } from '../../src/text/markdown.ts';
import fc from '../helpers/fast-check.ts';
import { actingText } from '../hostile/corpus.ts';
import { decoded, rendered } from '../hostile/readers.ts';

/** The kinds of what GitHub's Markdown reads in `text`, as marked sees it. */
function kindsOf(text: string): string[] {
  const kinds: string[] = [];
  marked.walkTokens(marked.lexer(text, { gfm: true }), ({ type }) => void kinds.push(type));
  return kinds;
}

/** The text that a reader of the rendered Markdown sees. */
const shownText = (html: string) => decoded(html.replace(/<[^>]*>/g, '')).toWellFormed();
const render = (text: string) => rendered(text).trim();

/** What stands in the place of line breaks, controls and characters that hide. */
const onOneLine = (text: string) => withoutControls(text.replace(/\r\n|[\r\n\t]/g, ' '));
const withoutControls = (text: string) =>
  text.replace(/(?![\t\n])\p{Cc}|(?!\u200d)[\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd').toWellFormed();

function holdsOf<T>(texts: fc.Arbitrary<T>, check: (text: T) => void): void {
  fc.assert(fc.property(texts, check), { numRuns: 3000 });
}

test.each([
  ['job_1', '`job_1`'],
  ['a|b', '<code>a&#124;b</code>'],
  ['a|b@evil.co', '<code>a&#124;b</code><code>&#64;evil&#46;co</code>'],
  [' padded ', '<code>&#32;padded&#32;</code>'],
  ['x'.repeat(300), `\`${'x'.repeat(199)}…\``],
])('inline code of %j is %s', (text, markdown) => {
  expect(inlineCode(text)).toBe(markdown);
});

test('inline code holds nothing but the text, alone, in a sentence and in a table', () => {
  holdsOf(actingText, (text) => {
    const markdown = inlineCode(text, 1000);
    const expected = onOneLine(text);
    if (expected === '') return expect(markdown).toBe('');
    for (const place of [markdown, `before ${markdown} after`]) {
      const html = render(place);
      expect(html).toMatch(/^<p>(before )?<code>(?:[^<]|<\/code><code>&#64;)*<\/code>( after)?<\/p>$/s);
      expect(shownText(html).replace(/^before | after$/g, '')).toBe(expected);
    }
    const table = marked.lexer(`| a | b |\n| --- | --- |\n| ${markdown} | end |\n`, { gfm: true });
    const [cell] = table.flatMap((token) => (token.type === 'table' ? token['rows'][0] : []));
    expect(shownText(marked.Parser.parseInline(cell.tokens))).toBe(expected);
    expect(table[0]).toMatchObject({ rows: [[{}, { text: 'end' }]] });
  });
});

test('a code block holds nothing but the text', () => {
  holdsOf(actingText, (text) => {
    const [block, ...others] = marked.lexer(codeBlock(text), { gfm: true });
    expect(others).toEqual([]);
    expect(block).toMatchObject({ type: 'code', lang: 'text' });
    const expected = withoutControls(text.replace(/\r\n?/g, '\n'));
    expect(shownText(render(codeBlock(text))).replace(/\n$/, '')).toBe(expected);
  });
});

test.each([
  ['Use <b> & *stars* at 5 > 3.', 'Use &#60;b&#62; &#38; &#42;stars&#42; at 5 &#62; 3.'],
  ['Ask @octocat about #12 at https://a.example.', 'Ask `@octocat` about `#12` at `https://a.example`.'],
  ['or www.a.example, %41', 'or `www.a.example`, `%41`'],
  ['See GH-12 and da39a3e, not high-1 or facade', 'See `GH-12` and `da39a3e`, not high-1 or facade'],
])('words of a sentence that GitHub could act on become code: %s', (text, markdown) => {
  expect(ownSentence(text)).toBe(markdown);
});

test('a sentence has no effect but code', () => {
  holdsOf(actingText, (text) => {
    const markdown = `So: ${ownSentence(text)}`;
    const others = /^(?!(paragraph|text|codespan|html|escape|space)$)/;
    expect(kindsOf(markdown).filter((kind) => others.test(kind))).toEqual([]);
    const html = render(markdown);
    expect(html).not.toMatch(/<(?!\/?(p|code)>)/);
    // Outside of code, nothing is left that GitHub looks for after Markdown is done.
    expect(html.replace(/<code>[^<]*<\/code>/g, '')).not.toMatch(/@|#(?!\d+;)|:\/\/|www\./i);
    const squeezed = (shown: string) => shown.replaceAll('`', '').replace(/\s+/g, ' ').trim();
    expect(squeezed(shownText(html))).toBe(squeezed(`So: ${onOneLine(text)}`));
  });
});

const USERS = ['user:secret', 'user', ':secret'].map((user) => `https://${user}@github.com`);
const OTHERS = ['http://github.com', 'javascript:alert(1)', 'github.com/acme', '', ...USERS];
test.each(OTHERS)('%j is no link, but code', (url) => {
  expect([httpsUrl(url), linkTo('label', url)]).toEqual([undefined, inlineCode(url)]);
});

test.each([
  ['https://github.com/acme/docs/pull/7', 'https://github.com/acme/docs/pull/7'],
  ['HTTPS://GitHub.com/a b', 'https://github.com/a%20b'],
  ['https://x.dev/a)b>c|d`e[f]', 'https://x.dev/a%29b%3Ec%7Cd%60e%5Bf%5D'],
  // URL leaves it as it is here, and cmark and marked do not: the link would not be the URL.
  ['https://x.dev/?^#^', 'https://x.dev/?%5E#%5E'],
])('a link to %j goes to %s', (url, expected) => {
  expect(httpsUrl(url)).toBe(expected);
  expect(linkTo('\\#7', url)).toBe(`[\\#7](<${expected}>)`);
});

test('a link leads where the URL leads, and does nothing else', () => {
  const start = fc.constantFrom('', ...['', '?', '#'].map((end) => `https://example.com/${end}`));
  const url = fc.tuple(start, actingText).map((parts) => parts.join(''));
  holdsOf(url, (text) => {
    const markdown = linkTo('label', text);
    if (httpsUrl(text) === undefined) return expect(markdown).toBe(inlineCode(text));
    expect(kindsOf(markdown)).toEqual(['paragraph', 'link', 'text']);
    const href = /href="([^"]*)"/.exec(render(markdown))?.[1] ?? '';
    expect(shownText(href)).toBe(httpsUrl(text));
    expect(new URL(shownText(href)).origin).toBe(new URL(text).origin);
    expect(httpsUrl(text)).not.toMatch(/[<>"'`\s]/);
  });
});

test('shortening counts characters, and never cuts one in two', () => {
  const shortened = [shorten('abc', 3), shorten('abcd', 3), inlineCode('👩'.repeat(5), 3)];
  expect(shortened.join(' ')).toBe('abc ab… `👩👩…`');
  holdsOf(fc.tuple(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 })), ([text, longest]) => {
    const short = shorten(text, longest);
    expect([...short].length).toBeLessThanOrEqual(longest);
    expect(short === text || (short.endsWith('…') && text.startsWith(short.slice(0, -1)))).toBe(true);
    expect(short.isWellFormed()).toBe(true);
  });
});
