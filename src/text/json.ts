/**
 * Matches control characters and separators that some readers treat as the end of a line. JSON itself escapes only the
 * first 32 control characters.
 */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/** Returns `value` as JSON on one line. If a step prints the line, the runner doesn't find a command in it. */
export function inertJson(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(BREAKS, escaped).replaceAll('##[', '#\\u0023[');
}
