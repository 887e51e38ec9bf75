import { describe, expect, test } from '@jest/globals';
import { marked } from 'marked';
import { code, codeBlock, factTable, httpsUrl, link, sentence, shorten } from '../../src/text/markdown.ts';
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
function shownText(html: string): string {
  return decoded(html.replace(/<[^>]*>/g, '')).toWellFormed();
}

const render = (text: string) => rendered(text).trim();

/** What stands in the place of line breaks, controls and characters that hide. */
const onOneLine = (text: string) => withoutControls(text.replace(/\r\n|[\r\n\t]/g, ' '));
const withoutControls = (text: string) =>
  text.replace(/(?![\t\n])\p{Cc}|(?!\u200d)[\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd').toWellFormed();

describe('inline code', () => {
  test.each([
    ['job_1', '`job_1`'],
    ['a|b', '<code>a&#124;b</code>'],
    ['`', '<code>&#96;</code>'],
    ['a|b@evil.co', '<code>a&#124;b</code><code>&#64;evil&#46;co</code>'],
    [' padded ', '<code>&#32;padded&#32;</code>'],
    ['two\nlines', '`two lines`'],
    ['', ''],
    ['@team #1 <b>', '`@team #1 <b>`'],
  ])('of %j is %s', (text, markdown) => {
    expect(code(text)).toBe(markdown);
  });

  test('is at most as long as it may be', () => {
    expect(code('x'.repeat(300))).toBe(`\`${'x'.repeat(199)}…\``);
    expect(code('👩'.repeat(5), 3)).toBe('`👩👩…`');
  });

  test('holds nothing but the text, alone, in a sentence and in a table', () => {
    fc.assert(
      fc.property(actingText, (text) => {
        const markdown = code(text, 1000);
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
      }),
      { numRuns: 3000 },
    );
  });
});

describe('a code block', () => {
  test('has a fence that its text cannot close', () => {
    expect(codeBlock('a ``` b')).toBe('````text\na ``` b\n````');
    expect(codeBlock('a\r\nb\rc')).toBe('```text\na\nb\nc\n```');
  });

  test('may hold any number of backticks', () => {
    expect(codeBlock('` '.repeat(400_000))).toMatch(/^```text\n(?:` ){400000}\n```$/);
  });

  test('holds nothing but the text', () => {
    fc.assert(
      fc.property(actingText, (text) => {
        const [block, ...others] = marked.lexer(codeBlock(text), { gfm: true });
        expect(others).toEqual([]);
        expect(block).toMatchObject({ type: 'code', lang: 'text' });
        const expected = withoutControls(text.replace(/\r\n?/g, '\n'));
        expect(shownText(render(codeBlock(text))).replace(/\n$/, '')).toBe(expected);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('a sentence', () => {
  test.each([
    ['Use <b> & *stars* at 5 > 3.', 'Use &#60;b&#62; &#38; &#42;stars&#42; at 5 &#62; 3.'],
    ['Ask @octocat about #12 at https://a.example.', 'Ask `@octocat` about `#12` at `https://a.example`.'],
    ['or www.a.example, %41', 'or `www.a.example`, `%41`'],
    ['See GH-12 and da39a3e, not high-1 or facade', 'See `GH-12` and `da39a3e`, not high-1 or facade'],
  ])('is shown as it is, and words that GitHub could act on become code: %s', (text, markdown) => {
    expect(sentence(text)).toBe(markdown);
  });

  test('has no effect but code', () => {
    fc.assert(
      fc.property(actingText, (text) => {
        const markdown = `So: ${sentence(text)}`;
        const others = /^(?!(paragraph|text|codespan|html|escape|space)$)/;
        expect(kindsOf(markdown).filter((kind) => others.test(kind))).toEqual([]);
        const html = render(markdown);
        expect(html).not.toMatch(/<(?!\/?(p|code)>)/);
        // Outside of code, nothing is left that GitHub looks for after Markdown is done.
        expect(html.replace(/<code>[^<]*<\/code>/g, '')).not.toMatch(/@|#(?!\d+;)|:\/\/|www\./i);
        const squeezed = (shown: string) => shown.replaceAll('`', '').replace(/\s+/g, ' ').trim();
        expect(squeezed(shownText(html))).toBe(squeezed(`So: ${onOneLine(text)}`));
      }),
      { numRuns: 3000 },
    );
  });
});

describe('a link', () => {
  test.each([
    ['https://github.com/acme/docs/pull/7', 'https://github.com/acme/docs/pull/7'],
    ['HTTPS://GitHub.com/a b', 'https://github.com/a%20b'],
    ['https://x.dev/a)b>c|d`e[f]', 'https://x.dev/a%29b%3Ec%7Cd%60e%5Bf%5D'],
    // URL leaves it as it is here, and cmark and marked do not: the link would not be the URL.
    ['https://x.dev/?^#^', 'https://x.dev/?%5E#%5E'],
    ['http://github.com', undefined],
    ['javascript:alert(1)', undefined],
    ['https://user:secret@github.com', undefined],
    ['https://user@github.com', undefined],
    ['https://:secret@github.com', undefined],
    ['github.com/acme', undefined],
    ['', undefined],
  ])('to %j goes to %s', (url, expected) => {
    expect(httpsUrl(url)).toBe(expected);
  });

  test('is made for https alone; anything else is shown as code', () => {
    expect(link('\\#7', 'https://a.example/pull/7')).toBe('[\\#7](<https://a.example/pull/7>)');
    expect(link('\\#7', 'javascript:alert(1)')).toBe('`javascript:alert(1)`');
  });

  test('leads where the URL leads, and does nothing else', () => {
    const start = fc.constantFrom(
      '',
      'https://example.com/',
      'https://example.com/?',
      'https://example.com/#',
    );
    const url = fc.tuple(start, actingText).map((parts) => parts.join(''));
    fc.assert(
      fc.property(url, (text) => {
        const markdown = link('label', text);
        if (httpsUrl(text) === undefined) return expect(markdown).toBe(code(text));
        expect(kindsOf(markdown)).toEqual(['paragraph', 'link', 'text']);
        const href = /href="([^"]*)"/.exec(render(markdown))?.[1] ?? '';
        expect(shownText(href)).toBe(httpsUrl(text));
        expect(new URL(shownText(href)).origin).toBe(new URL(text).origin);
        expect(httpsUrl(text)).not.toMatch(/[<>"'`\s]/);
      }),
      { numRuns: 3000 },
    );
  });
});

test('shortening counts characters, and never cuts one in two', () => {
  expect(shorten('abc', 3)).toBe('abc');
  expect(shorten('abcd', 3)).toBe('ab…');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, longest) => {
      const short = shorten(text, longest);
      expect([...short].length).toBeLessThanOrEqual(longest);
      expect(short === text || (short.endsWith('…') && text.startsWith(short.slice(0, -1)))).toBe(true);
      expect(short.isWellFormed()).toBe(true);
    }),
  );
});

test('a table of facts has no empty header', () => {
  const facts = [
    ['Job', '`job_1`'],
    ['Model', '`m`'],
  ] as const;
  expect(factTable(facts)).toBe('| Job | `job_1` |\n| :-- | :-- |\n| Model | `m` |');
});
