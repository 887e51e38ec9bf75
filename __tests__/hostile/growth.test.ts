import { createContext, Script } from 'node:vm';
import { expect, test } from '@jest/globals';
import { closedIssues } from '../../src/agent/prompt/linked-issues.ts';
import { siteLink } from '../../src/analytics/site-link.ts';
import { isBlank, onOneLine, replaceDeceptive } from '../../src/text/characters.ts';
import { csvCell, formulaSafe } from '../../src/text/csv.ts';
import { escapeHtml } from '../../src/text/html.ts';
import { inertJson } from '../../src/text/json.ts';
import { cutAtLine } from '../../src/text/limit.ts';
import { codeBlock, httpsUrl, inlineCode, linkTo, ownSentence, shorten } from '../../src/text/markdown.ts';
import { redactor } from '../../src/text/redact.ts';
import { visibleLine, visibleText } from '../../src/text/visible.ts';
import { inertForLog } from '../../src/text/workflow-commands.ts';

type Run = (text: string) => unknown;

/** Everything that takes text from elsewhere. What calls another of them stands for both. */
const FUNCTIONS: Readonly<Record<string, Run>> = {
  visibleText,
  visibleLine,
  isBlank,
  onOneLine,
  replaceDeceptive,
  formulaSafe,
  escapeHtml,
  inertJson,
  inertForLog,
  ownSentence,
  codeBlock,
  httpsUrl,
  limited: (text) => [inlineCode(text, text.length), shorten(text, text.length - 1)],
  cut: (text) => cutAtLine(text, text.length - 99, 'cut'),
  cell: (text) => [csvCell(text), redactor(['mint_key'])(text)],
  linked: (text) => [linkTo('a', `https://x.example/${text}`), siteLink('https://x.example', text)],
  closed: (text) => closedIssues(text, 'acme/docs', 'https://github.com'),
};

/** Each is repeated alone, behind each of {@link BEFORE}, and the first ones also in turn with each other. */
const TOKENS = [
  '[·![·<·`·``a`·[a](·](b ·<!--·<?·<![CDATA[·<a ·[a]·[^a]· ·\t·\n·-·--\t·a·b\n-·-\n;·> ·- ·1. ·* a\n ',
  '[^a]: x\n·```\n·https://a_.·www._·a@b.·a.·&#x200b;·\\·%20·~~·"·\'·=·<p a="·\u200d·\u0645\u200c·::·](·[[a]](b)',
  '<script·<a/b·<?a>·-->·<x>·][·|a·&#·www.a_·http://·www.·_www.a_·a\u0301·\ufe0f\u200d·*a·👩\u200d·##[·#1',
  '`a·[]: ·- [ ] · - a\n·<!-- -->·<!A ·<a b="·<a b=\'·</a ·[a]: b\n·a\n---\n·[a](b "·[a](b (·>\n·<div>\n\n',
  '<pre>\n·[^\n·-\t·<script a="·fixes ·close: \t·|-·\\|·| - ·``` ·<a href="b">·%%\n·$·🙂·<template>·[^a\nb]',
  '[^\n]',
].flatMap((line) => line.split('·'));
/** `npm run explore` runs all pairs. */
const PAIRED = process.env['CHECK_SEED'] ? TOKENS.length : 16;
const BEFORE = 'x ;a\n;a\n--;a|b\n-|-\n;<!--\n;[a]: b\n\n;<p a="\n\n'.split(';');
/** Opened as often as closed. */
const NESTED = '[ ]·![ ]·[ ](b)·[ ][a]·[^ ]·< >·*[ ]*·(](b '.split('·').map((pair) => pair.split(' '));

/** GitHub takes no longer text. Twice the text may take 2.5 times as long. */
const [LONGEST, MOST_GROWTH] = [65_536, 2.5];
/** What is harmless however it grows, what no healthy call comes near, and when a call is ended, which may take years. */
const [HARMLESS_MS, UNBEARABLE_MS, PATIENCE_MS] = [20, 2_000, 10_000];

type TextOf = (length: number) => string;
const TEXTS: readonly TextOf[] = [
  ...TOKENS.map((token) => repeated('', token)),
  ...TOKENS.slice(0, PAIRED).flatMap((one, index) =>
    TOKENS.slice(index + 1, PAIRED).map((other) => repeated('', one + other)),
  ),
  ...NESTED.map(([open = '', close = '']): TextOf => {
    const times = (length: number) => length / (open.length + close.length);
    return (length) => `[a]: b\n\n${open.repeat(times(length))}${close.repeat(times(length))}`;
  }),
];
/** What only a reader of Markdown finds to be another place. */
const MARKDOWN = TOKENS.flatMap((token) => BEFORE.map((before) => repeated(before, token)));

/** Ends with what no repetition goes on with. */
function repeated(before: string, token: string): TextOf {
  return (length) => `${before}${token.repeat(length / token.length)}x`;
}

const CONTEXT = createContext();
const CALL = new Script('run(text)');

/** Milliseconds of processor time, which other processes hardly change; Infinity if the call had to be ended. */
function costOf(run: Run, text: string): number {
  Object.assign(CONTEXT, { run, text });
  const before = process.cpuUsage();
  try {
    CALL.runInContext(CONTEXT, { timeout: PATIENCE_MS });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return Infinity;
    throw error;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Whether a text takes too much longer than a quarter of it. Disturbances only lengthen, so the shortest time counts. */
function growsTooMuch(run: Run, textOf: TextOf, length: number, rounds: number): boolean {
  const [short, long] = [textOf(length / 4), textOf(length)];
  let [shortMs, longMs] = [Infinity, Infinity];
  for (let round = 0; round < rounds; round += 1) {
    longMs = Math.min(longMs, costOf(run, long));
    if (longMs < HARMLESS_MS) return false;
    if (longMs > UNBEARABLE_MS) return true;
    shortMs = Math.min(shortMs, costOf(run, short), costOf(run, short));
    if (longMs <= shortMs * MOST_GROWTH ** 2) return false;
  }
  return true;
}

function expectLinear(run: Run, texts: readonly TextOf[]): void {
  const grown = texts.find(
    (textOf) => growsTooMuch(run, textOf, LONGEST / 4, 4) && growsTooMuch(run, textOf, LONGEST, 10),
  );
  expect(grown?.(40)).toBeUndefined();
}

test.each(Object.entries(FUNCTIONS))('%s takes linear time', (_, run) => expectLinear(run, TEXTS));
test('visibleText takes linear time for Markdown', () => expectLinear(visibleText, MARKDOWN));
