import type { Markdown } from './markdown.ts';
import type { Problem } from './problem.ts';

/**
 * Quoted error messages that no source file can print. `…` stands for what varies; all that is between must be in
 * one file.
 *
 * @param sources the text of each source file
 */
export function checkMessages(file: string, markdown: Markdown, sources: readonly string[]): Problem[] {
  if (markdown.messages.length === 0) return [{ file, line: 1, message: 'quotes no error message' }];
  const searchable = sources.map(joinStrings);
  return markdown.messages.flatMap(({ text, line }) => {
    const parts = text
      .split('…')
      .map((part) => part.trim())
      .filter((part) => /\w/.test(part));
    const found =
      parts.length > 0 && searchable.some((source) => parts.every((part) => source.includes(part)));
    return found ? [] : [{ file, line, message: `no source file prints "${text}"` }];
  });
}

/** A message that is written as `'…' + '…'`, over several lines, or with escaped quotes, as it is printed. */
function joinStrings(source: string): string {
  return source.replace(/(['"`])\s*\+\s*(['"`])/g, '').replace(/\\(['"`])/g, '$1');
}
