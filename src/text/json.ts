/** What ends a line for some reader or hides for another: JSON itself escapes only the first 32 of them. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/** `value` as JSON on one line, in which the runner finds no command should a step print it. */
export function inertJson(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(BREAKS, escaped).replaceAll('##[', '#\\u0023[');
}
