import { CONTROLS } from './characters.ts';
import { applyEdits } from './gfm/edits.ts';
import { type Inline, readInlines } from './gfm/inlines.ts';
import { shownSource } from './gfm/shown.ts';

/**
 * What a person sees of a Markdown text on GitHub's page, as Markdown: without comments, definitions of links, tags'
 * attributes and everything else that is not shown, and without characters that cannot be seen. An instruction that
 * nobody could read must not reach the agent.
 *
 * Lines end in `\n`, and blank lines do not pile up where something was taken out.
 */
export function visibleText(markdown: string): string {
  const shown = plainText(shownSource(withLineFeeds(markdown), isHiddenCode));
  return shown.replaceAll(/\n{3,}/g, '\n\n').trim();
}

/** The same of a text that is no Markdown, such as lines of code: without blanks at the ends of lines. */
export function plainText(text: string): string {
  return seenCharacters(withLineFeeds(text))
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** The same on one line. Titles and names are no Markdown but for code; a comment in one is meant to be hidden. */
export function visibleLine(text: string): string {
  const line = withLineFeeds(text);
  const isComment = ({ kind, start }: Inline) => kind === 'html' && line.startsWith('<!--', start);
  const comments = readInlines(line, new Map()).filter(isComment);
  const edits = comments.map(({ start, end }) => ({ start, end, text: ' ' }));
  return plainText(applyEdits(line, edits)).replaceAll(/\s+/g, ' ').trim();
}

function withLineFeeds(text: string): string {
  return text.toWellFormed().replaceAll(/\r\n?/g, '\n');
}

/** Format characters, separators, and whatever else is not shown and could carry hidden text, in a run. */
const UNSEEN =
  /(\p{L}(?:(?!\p{Default_Ignorable_Code_Point})\p{M})*)?([\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+)/gu;

/** Scripts in which a joiner or non-joiner between letters changes what is read, as in Persian and Hindi. */
const JOINING =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Mymr}\p{scx=Khmr}]/u;

/**
 * Without controls and what cannot be seen. One joiner or non-joiner stays after a letter that it joins or parts, and
 * what emoji need: at most one presentation selector and one joiner.
 */
function seenCharacters(text: string): string {
  return text.replace(CONTROLS, '').replace(UNSEEN, (_, letter: string | undefined, run: string) => {
    const isJoined = letter !== undefined && JOINING.test(letter) && /^[\u200c\u200d]$/.test(run);
    return (letter ?? '') + (isJoined ? run : (/^\ufe0f?\u200d?/.exec(run)?.[0] ?? ''));
  });
}

function isHiddenCode(code: number): boolean {
  return code > 0x10_ff_ff || seenCharacters(String.fromCodePoint(code)) === '';
}
