import { expect, test } from '@jest/globals';
import { closedIssues } from '../../src/agent/include/linked-issues.ts';
import { isBlank, onOneLine, withoutControls } from '../../src/text/characters.ts';
import { csvLine, formulaSafe } from '../../src/text/csv.ts';
import { escapeHtml } from '../../src/text/html.ts';
import { inertJson } from '../../src/text/json.ts';
import { cutAtLine } from '../../src/text/limit.ts';
import { inertForLog, withoutCommands } from '../../src/text/log.ts';
import { code, codeBlock, httpsUrl, link, sentence, shorten } from '../../src/text/markdown.ts';
import { redactor } from '../../src/text/redact.ts';
import { siteLink } from '../../src/text/site-link.ts';
import { plainText, visibleLine, visibleProse, visibleText } from '../../src/text/visible.ts';

/** Everything that takes text from elsewhere. */
const FUNCTIONS: readonly ((text: string) => unknown)[] = [
  ...[
    visibleText,
    visibleProse,
    visibleLine,
    plainText,
    isBlank,
    onOneLine,
    withoutControls,
    formulaSafe,
    escapeHtml,
  ],
  ...[inertJson, inertForLog, withoutCommands, sentence, codeBlock, httpsUrl],
  function limited(text) {
    return [
      code(text, text.length),
      shorten(text, text.length - 1),
      cutAtLine(text, text.length - 99, 'cut'),
    ];
  },
  function cell(text) {
    return [csvLine([text]), redactor(['mint_key'])(text)];
  },
  function linked(text) {
    return [link('a', `https://x.example/${text}`), siteLink('https://x.example', text)];
  },
  function closed(text) {
    return closedIssues(text, 'acme/docs', 'https://github.com');
  },
];

/** Each is repeated alone, behind each of {@link BEFORE}, and the first forty also in turn with each other. */
const TOKENS = [
  '[|![|<|`|``a`|[a](|](b |<!--|<?|<![CDATA[|<a |[a]|[^a]| |\t|\n|-|--\t|a|b\n-|-\n;|> |- |1. |* a\n |[^a]: x\n|```\n'.split(
    '|',
  ),
  'https://a_.|www._|a@b.|a.|&#x200b;|\\|%20|~~|"|\'|=|<p a="|\u200d|م\u200c|::'.split('|'),
  ']( [[a]](b) <script <a/b <?a> --> <x> ][ |a &# www.a_ http:// www. _www.a_ a\u0301 \ufe0f\u200d *a 👩\u200d ##[ #1'.split(
    ' ',
  ),
  '`a;[]: ;- [ ] ; - a\n;<!-- -->;<!A ;<a b=";<a b=\';</a ;[a]: b\n;a\n---\n;[a](b ";[a](b (;>\n;<div>\n\n;<pre>\n;[^\n'.split(
    ';',
  ),
  ';-\t;<script a=";fixes ;close: \t;|-;\\|;| - ;``` ;<a href="b">;%%\n;$;🙂'.split(';').slice(1),
].flat();
const PAIRED = 40;
const BEFORE = [
  '',
  'x ',
  'a\n',
  'a|b\n-|-\n',
  '<!--\n',
  '[a]: b\n\n',
  '<p a="\n\n',
  '```mermaid\n',
  '```math\n',
];
/** Opened as often as closed. */
const NESTED = '[ ]·![ ]·[ ](b)·[ ][a]·[^ ]·< >·*[ ]*·(](b '.split('·').map((pair) => pair.split(' '));

/** GitHub takes no longer text. */
const LONGEST = 65_536;
/** Milliseconds below which the time that a text takes says nothing. */
const FLOOR_MS = 8;
const MOST_GROWTH = 2.5;
const TRIES = 20;

type TextOf = (length: number) => string;
const TEXTS: readonly TextOf[] = [
  ...TOKENS.flatMap((token) =>
    BEFORE.map(
      (before): TextOf =>
        (length) =>
          filled(before, token, length),
    ),
  ),
  ...TOKENS.slice(0, PAIRED).flatMap((one, index) =>
    TOKENS.slice(index + 1, PAIRED).map(
      (other): TextOf =>
        (length) =>
          filled('', one + other, length),
    ),
  ),
  ...NESTED.map(
    ([open = '', close = '']): TextOf =>
      (length) => {
        const depth = length / (open.length + close.length);
        return `[a]: b\n\n${open.repeat(depth)}${close.repeat(depth)}`;
      },
  ),
];

/** Ends with what no repetition goes on with. */
function filled(before: string, token: string, length: number): string {
  return `${before}${token.repeat(length / token.length)}x`;
}

/** Milliseconds of the processor, which a busy machine does not make more. */
function costOf(run: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage();
  run(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * How many times as long twice the text takes, over two doublings, by the best of several tries: what disturbs can make
 * one only longer.
 */
function growthOf(run: (text: string) => unknown, textOf: TextOf): number {
  const [short, long] = [textOf(LONGEST / 4), textOf(LONGEST)];
  let [shortMs, longMs, growth] = [Infinity, Infinity, Infinity];
  for (let tries = 0; tries < TRIES && growth > MOST_GROWTH; tries += 1) {
    longMs = Math.min(longMs, costOf(run, long));
    if (longMs < FLOOR_MS) return 1;
    shortMs = Math.min(shortMs, costOf(run, short));
    growth = Math.sqrt(longMs / shortMs);
  }
  return growth;
}

test.each(FUNCTIONS.map((run) => [run.name, run] as const))(
  '%s takes at most two and a half times as long for twice the text',
  (_, run) => {
    const grown = TEXTS.map((textOf) => [textOf(40), growthOf(run, textOf)] as const);
    expect(grown.filter(([, growth]) => growth > MOST_GROWTH)).toEqual([]);
  },
);
