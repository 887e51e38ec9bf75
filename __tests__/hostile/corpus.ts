import { HOSTILE } from '../../sandbox/hostile.ts';
import fc, { anyText } from '../helpers/fast-check.ts';

/** A harmless address that nothing may ever be fetched from, and nothing may link to. */
export const TRAP = 'https://trap.example';

const LOG = [
  '::error::owned',
  '\u00a0::warning file=x::after a no-break blank',
  '\ufeff::error::after a byte order mark',
  '\v::error::after a vertical tab',
  'first\r\n::error::second',
  'first\n\n  ::set-env name=NODE_OPTIONS::--require=/tmp/x',
  'first\u0085::error::after a next-line',
  'first\u2028::error::after a line separator',
  '::stop-commands::t0ken',
  '::group::never closed',
  '::endgroup::',
  'text ##[set-env name=A;]b##[add-path]c',
  '###[group]x ##[ [error]x',
  '\u001b[31mred\u001b[0m\u001b[1A\u001b[2K',
  '\u001b]0;title\u0007\u009b31m',
  'back\b\b\b\bspace and NUL \u0000 and DEL \u007f',
];

const FILES = [
  'x<<EOF\ny\nEOF',
  'status<<ghadelimiter_0\nfailed\nghadelimiter_0',
  'a\noutcome=report\nb',
  'a\r\noutcome=report\r\nb',
  'ghadelimiter_',
  '../../etc/passwd',
  '/etc/passwd\u0000.png',
  'CON',
  '-rf',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: GitHub's expressions look like that
  '${{ github.token }}',
  '$(touch /tmp/owned) `touch /tmp/owned`',
];

const MARKDOWN = [
  '@octocat @acme/docs-team fixes #1, closes GH-2, acme/docs#3',
  'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  `![](${TRAP}/x.png) ![x][y]\n\n[y]: ${TRAP}/y.png`,
  `<img src="${TRAP}/x.png"><picture><source srcset="${TRAP}/y.png"></picture>`,
  `[text](${TRAP}) <${TRAP}> ${TRAP}/bare www.trap.example/x mail@trap.example`,
  '[x](javascript:alert(1)) [y](data:text/html,<script>alert(1)</script>) [z](vbscript:x)',
  '`` ` `` ``` ~~~ `` <b>`',
  '```\n</code></pre><script>alert(1)</script>\n```',
  '</code></pre></td></tr></table></details><h1>outside',
  '| a | b |\n| - | - |\n| c | d |',
  'cell | next \\| next \\\\| next',
  '# heading\n\n- list\n\n> [!CAUTION]\n> quote\n\n---\n\n1. one',
  'Setext\n===\nSetext\n---',
  '- [x] task\n- [ ] task',
  '[^1] and\n\n[^1]: a footnote',
  '$`x^2`$ $$\\frac{1}{2}$$ :tada: ~~gone~~ **bold** _it_ *it* __bold__',
  '```mermaid\ngraph TD; A-->B\n```',
  '<!-- docs-agent --> <!--> <!-- unclosed',
  '<details open><summary>x</summary>',
  '<a href="https://trap.example" onclick="alert(1)">x</a>',
  '&lt;script&gt; &#64;octocat &#x40;octocat &commat;octocat &#60;img&#62;',
  '\\@octocat \\# \\[x\\](y) \\`',
  '<table><tr><td>',
  '<![CDATA[ x ]]> <?php ?> <!DOCTYPE html>',
  '<p a="\n\n- [ ] x\n\n<b x=\'">unseen</b>\'>',
];

const HTML = [
  '"><svg/onload=alert(1)>',
  "' onmouseover='alert(1)' x='",
  '</title></style></textarea></noscript><img src=x onerror=alert(1)>',
  '<base href="https://trap.example/"><meta http-equiv="refresh" content="0;url=https://trap.example">',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe><object data="https://trap.example"></object>',
  '<style>@import url(https://trap.example/x.css);body{background:url(https://trap.example/y)}</style>',
  '<link rel=stylesheet href=https://trap.example/z.css><form action=https://trap.example><button>x',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: templates of other engines look like that
  '{{constructor.constructor("alert(1)")()}} ${alert(1)} <%= 1 %>',
  '\\u003cscript\\u003ealert(1)\\u003c/script\\u003e',
];

const CSV = [
  '\r=1',
  '\u200b=1',
  '\uff1d1+1',
  '"=1+1"',
  'a;=1+1',
  'a\t=1+1',
  'a,=1+1',
  'a\r\n=1+1,2,3',
  'a"b""c',
  "x;\"+cmd|' /C calc'!A0;",
  'x; ""@SUM(A1)',
];

const UNICODE = [
  '\u202egnp.exe\u202c \u2066x\u2069 \u061c',
  'z\u200be\u200cr\u2060o w\u00adidth \u{e0041}\u{e0042}\u{e007f}',
  '\ud800 lone \udfff surrogates',
  'e\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308 zalgo',
  '\ufdfd\ufdfd\ufdfd\u{12031}',
  '👩‍👩‍👧‍👦 🏳️‍🌈 🇺🇳',
  'ﬁ Å İ ı ß',
  '\u{f0000}\u{10fffd}\ufffe\uffff',
  'x'.repeat(5_000),
  'word '.repeat(1_000),
  '`'.repeat(500),
  '<'.repeat(500),
  '\n'.repeat(500),
  // Cut in the middle, these would leave half a character.
  `${'a'.repeat(158)}🙂🙂🙂🙂`,
  `${'a'.repeat(99)}🙂🙂🙂🙂`,
  '__proto__',
  'constructor',
  'toString',
];

/** Too long for most places; a page path may be so long. A linear algorithm takes milliseconds for them. */
export const LONG_TEXTS: readonly string[] = [
  ...['\t', '`', '/', ' '].map((character) => character.repeat(150_000)),
  ...['; "', '=1;'].map((run) => run.repeat(50_000)),
  '##[x]::a::\r'.repeat(10_000),
  '<!--'.repeat(40_000),
  '🙂'.repeat(75_000),
];

/** Everything that could act where it is shown or written. */
export const CORPUS: readonly string[] = [
  ...new Set([...LOG, ...FILES, ...MARKDOWN, ...HTML, ...CSV, ...UNICODE, ...HOSTILE]),
];

/** Pieces that mean something to a log, to Markdown, to HTML, to a spreadsheet, to a shell or to a terminal. */
const PIECES = [
  ...[
    ':: : ::error:: ::add-mask:: ::stop-commands::x ##[ ##[error] EOF << ghadelimiter_ %0A %25 % [x](y)',
    '` `` ``` ~~~ ~~ * ** _ \\ | || $ $$ ! # [ ] ]( ( ) { } < > & - --- === / . , ; + = =1+1 -2 \uff1d \uff0d1',
    ']]> {{ &lt; &#64; &copy " \' <b> <script> </script> </code> </pre> </td> </details> <!-- --> <img/src=x>',
    '@octocat @team @ #1 #12 GH-12 :+1: a@example.com www.trap.example javascript:alert(1) b1 }} ${{',
  ].flatMap((line) => line.split(' ')),
  '- x',
  '1. x',
  '> x',
  '# x',
  '[x]: y',
  '<img src=x onerror=alert(1)>',
  TRAP,
  `![x](${TRAP}/x.png)`,
  '\r\n',
  '  ',
  '\u001b[2J',
  '\ud800',
  '👩‍💻',
  ...'\r\n\t\v \u00a0\u2003\u3000\u0085\u2028',
  ...'\u0000\u0007\u007f\u202e\u200b\u200d\ufeff\ufe0f\u{e0041}aé日本🙂1',
];
const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((parts) => parts.join(''));
const anything = anyText({ maxLength: 30 });

/** Text that is likely to act somewhere, or of any characters at all. */
export const actingText: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: pieces },
  { weight: 2, arbitrary: anything },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE) },
);

/** The same, with all of the corpus. Never blank. */
export const hostileText: fc.Arbitrary<string> = fc
  .oneof({ weight: 8, arbitrary: actingText }, { weight: 2, arbitrary: fc.constantFrom(...CORPUS) })
  .map((text) => (text.trim() === '' ? `x${text}` : text));
