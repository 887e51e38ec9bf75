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
import { plainText, visibleLine, visibleText } from '../../src/text/visible.ts';

/** Everything that takes text from elsewhere. */
const FUNCTIONS: readonly ((text: string) => unknown)[] = [
  ...[visibleText, visibleLine, plainText, isBlank, onOneLine, withoutControls, formulaSafe, escapeHtml],
  ...[inertJson, inertForLog, withoutCommands, sentence, codeBlock, httpsUrl],
  function limited(text) {
    const { length } = text;
    return [code(text, length), shorten(text, length - 1), cutAtLine(text, length - 99, 'cut')];
  },
  function cell(text) {
    return [csvLine([text]), redactor(['mint_key'])(text)];
  },
  function linked(text) {
    return [link('a', `https://x.example/${text}`), siteLink('https://x.example', text)];
  },
  // And what it reads the prose of a text with.
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
const BEFORE = 'x ;a\n;a\n--;a|b\n-|-\n;<!--\n;[a]: b\n\n;<p a="\n\n;```mermaid\n;```math\n'.split(';');
/** Opened as often as closed. */
const NESTED = '[ ]·![ ]·[ ](b)·[ ][a]·[^ ]·< >·*[ ]*·(](b '.split('·').map((pair) => pair.split(' '));

/** GitHub takes no longer text. */
const LONGEST = 65_536;
const MOST_GROWTH = 2.5;
/**
 * A text of a quarter of that length is measured at its whole length if it grows more than this: what grows 2.5 times
 * there, by a linear and a square part, grows 2.16 times here.
 */
const SUSPECT_GROWTH = 2.1;
/** Milliseconds that 65,536 characters may take, however they grow. */
const HARMLESS_MS = 50;

type TextOf = (length: number) => string;
/** Texts of a length: what is said again and again, alone and in turn, and what is opened as often as closed. */
const TEXTS: readonly TextOf[] = [
  ...TOKENS.map((token) => repeated('', token)),
  ...TOKENS.slice(0, PAIRED).flatMap((one, index) =>
    TOKENS.slice(index + 1, PAIRED).map((other) => repeated('', one + other)),
  ),
  ...NESTED.map(
    ([open = '', close = '']): TextOf =>
      (length) => {
        const depth = length / (open.length + close.length);
        return `[a]: b\n\n${open.repeat(depth)}${close.repeat(depth)}`;
      },
  ),
];
/** What only a reader of Markdown finds to be another place. */
const MARKDOWN = TOKENS.flatMap((token) => BEFORE.map((before) => repeated(before, token)));

/** Ends with what no repetition goes on with. */
function repeated(before: string, token: string): TextOf {
  return (length) => `${before}${token.repeat(length / token.length)}x`;
}

/** Milliseconds of the processor, which other processes do not make more. */
function costOf(run: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage();
  run(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * How many times as long twice the text takes, over two doublings up to `length`. What disturbs makes a time only
 * longer: so the shortest of several counts, until `most` holds, and of the short text always the shorter of two. What
 * takes more than a second is not disturbed by much.
 */
function growthOf(run: (text: string) => unknown, textOf: TextOf, length: number, most: number): number {
  const [short, long] = [textOf(length / 4), textOf(length)];
  /** What takes less, and grows with the square of its length, is harmless at the longest. */
  const floorMs = HARMLESS_MS * (length / LONGEST) ** 2;
  const rounds = length < LONGEST ? 4 : 20;
  let [shortMs, longMs, growth] = [Infinity, Infinity, Infinity];
  for (let round = 0; round < rounds && growth > most && (round === 0 || longMs < 1000); round += 1) {
    longMs = Math.min(longMs, costOf(run, long));
    if (longMs < floorMs) return 1;
    shortMs = Math.min(shortMs, costOf(run, short), costOf(run, short));
    growth = Math.sqrt(longMs / shortMs);
  }
  return growth;
}

test.each(FUNCTIONS.map((run) => [run.name, run] as const))(
  '%s takes at most two and a half times as long for twice the text',
  (_, run) => {
    const texts = run === visibleText ? [...TEXTS, ...MARKDOWN] : TEXTS;
    const grown = texts
      .filter((textOf) => growthOf(run, textOf, LONGEST / 4, SUSPECT_GROWTH) > SUSPECT_GROWTH)
      .map((textOf) => [textOf(40), growthOf(run, textOf, LONGEST, MOST_GROWTH)] as const)
      .filter(([, growth]) => growth > MOST_GROWTH);
    expect(grown).toEqual([]);
  },
);
