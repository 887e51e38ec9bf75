import { seenCharacters } from './characters.ts';
import { shownSource } from './gfm/shown.ts';

/**
 * Returns what a person sees of a Markdown text on GitHub's page, as Markdown. Removes comments, definitions of links,
 * tags' attributes and everything else that is not shown, and characters that cannot be seen. An instruction that
 * people could not read must not reach the agent.
 *
 * Lines end in `\n`, and blank lines do not pile up where something was taken out.
 */
export function visibleText(markdown: string, hasCode = true): string {
  return plainText(shownSource(withLineFeeds(markdown), hasCode))
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/**
 * Returns the visible text without code spans and blocks of code, in which GitHub does not look for mentions,
 * references or closing keywords.
 */
export function visibleProse(markdown: string): string {
  return visibleText(markdown, false);
}

/**
 * Removes characters that cannot be seen, and blanks at the ends of lines, from text that is not Markdown, such as
 * lines of code.
 */
export function plainText(text: string): string {
  return seenCharacters(withLineFeeds(text))
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Returns a title or name as people see it, on one line. GitHub shows both as text, even comments in them. */
export function visibleLine(text: string): string {
  return plainText(text).replaceAll(/\s+/g, ' ').trim();
}

/** Ends lines in `\n`, and drops a byte order mark at the start, as GitHub does. */
function withLineFeeds(text: string): string {
  return text
    .replace(/^\ufeff/, '')
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n');
}
