import { CONTROLS, INVISIBLE, SMUGGLERS } from './characters.ts';

/**
 * What a person sees of a Markdown text: without HTML comments (also unclosed ones), control characters and
 * characters that cannot be seen. An instruction that nobody could read must not reach the agent.
 *
 * Lines end in `\n`, and blank lines do not pile up where something was taken out.
 */
export function visibleText(markdown: string): string {
  return (
    markdown
      .toWellFormed()
      .replaceAll(/\r\n?/g, '\n')
      .replace(CONTROLS, '')
      .replace(INVISIBLE, '')
      .replace(SMUGGLERS, '$1')
      // A blank stays, so that what stood around a comment cannot become another one.
      .replaceAll(/<!--.*?(?:-->|$)/gs, ' ')
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim()
  );
}

/** The same on one line. */
export function visibleLine(text: string): string {
  return visibleText(text).replaceAll(/\s+/g, ' ');
}
