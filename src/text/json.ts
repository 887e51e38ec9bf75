/** Characters that some readers take for the end of a line. JSON itself escapes only the first 32 controls. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/** Returns `value` as JSON on one line, in which the runner finds no command if a step prints it. */
export function inertJson(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(BREAKS, escaped).replaceAll('##[', '#\\u0023[');
}
