import { seenCharacters } from './characters.ts';
import { shownSource } from './gfm/shown.ts';

/**
 * Returns the parts of a Markdown text that people see on GitHub's page, as Markdown. An instruction that people can't
 * see must not reach the agent. Removes comments, link definitions, attributes, everything else that isn't shown, and
 * invisible characters. Ends lines in `\n`, and leaves at most one blank line where it removed something.
 *
 * @param hasCode whether code spans and code blocks stay
 */
export function visibleText(markdown: string, hasCode = true): string {
  const options = { hasCode, hasByteOrderMark: markdown.startsWith('\ufeff') };
  return plainText(shownSource(withLineFeeds(markdown), options))
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Returns the visible text without code. GitHub doesn't look for mentions, references or closing keywords in code. */
export function visibleProse(markdown: string): string {
  return visibleText(markdown, false);
}

/** Removes invisible characters, and blanks at the ends of lines. Also suits text that isn't Markdown, such as code. */
export function plainText(text: string): string {
  return seenCharacters(withLineFeeds(text))
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Returns a title or name as people see it, on one line. Neither is Markdown on GitHub, so HTML comments stay. */
export function visibleLine(text: string): string {
  return plainText(text).replaceAll(/\s+/g, ' ').trim();
}

/** Ends lines in `\n`, and drops a byte order mark at the beginning, as GitHub does. */
function withLineFeeds(text: string): string {
  return text
    .replace(/^\ufeff/, '')
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n');
}
