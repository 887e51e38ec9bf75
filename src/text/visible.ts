import { seenCharacters } from './characters.ts';
import { shownSource } from './gfm/shown.ts';

/**
 * What a person sees of a Markdown text on GitHub's page, as Markdown: without comments, definitions of links, tags'
 * attributes and everything else that is not shown, and without characters that cannot be seen. An instruction that
 * nobody could read must not reach the agent.
 *
 * Lines end in `\n`, and blank lines do not pile up where something was taken out.
 */
export function visibleText(markdown: string, hasCode = true): string {
  return plainText(shownSource(withLineFeeds(markdown), hasCode))
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** The same without code spans and blocks of code, in which GitHub reads no mention, reference or closing keyword. */
export function visibleProse(markdown: string): string {
  return visibleText(markdown, false);
}

/** The same of a text that is no Markdown, such as lines of code: without blanks at the ends of lines. */
export function plainText(text: string): string {
  return seenCharacters(withLineFeeds(text))
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** The same on one line: GitHub shows titles and names as text, comments in them too. */
export function visibleLine(text: string): string {
  return plainText(text).replaceAll(/\s+/g, ' ').trim();
}

/** GitHub skips a byte order mark at the start. */
function withLineFeeds(text: string): string {
  return text
    .replace(/^\ufeff/, '')
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n');
}
