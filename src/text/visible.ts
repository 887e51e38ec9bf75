import { removeInvisible } from './characters.ts';
import { shownSource } from './gfm/shown.ts';

/**
 * Returns what people see of a Markdown text on GitHub, as Markdown: what they can't see must not instruct the agent.
 * Lines end in `\n`. `code` replaces code spans and code blocks; undefined keeps them.
 */
export function visibleText(markdown: string, code?: string): string {
  return plainText(shownSource(withLineFeeds(markdown), code))
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Returns the visible text without code, in which GitHub looks for no mentions, references or closing keywords. */
export function visibleProse(markdown: string): string {
  return visibleText(markdown, ' ');
}

/** Checks whether the first thing that people see of a Markdown text is code, such as an indented code block. */
export function beginsWithCode(markdown: string): boolean {
  // Well-formed text doesn't contain half of a surrogate pair.
  const code = '\ud800';
  return removeInvisible(shownSource(withLineFeeds(markdown), code))
    .trimStart()
    .startsWith(code);
}

/** Removes invisible characters, and blanks at the ends of lines. Also suits text that isn't Markdown, such as code. */
export function plainText(text: string): string {
  return removeInvisible(withLineFeeds(text))
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Returns a title or name as people see it, on one line. Neither is Markdown on GitHub, so HTML comments stay. */
export function visibleLine(text: string): string {
  return plainText(text).replaceAll(/\s+/g, ' ').trim();
}

function withLineFeeds(text: string) {
  return text.toWellFormed().replaceAll(/\r\n?/g, '\n');
}
