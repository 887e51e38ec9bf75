import { escaped } from './characters.ts';

/** What ends a line for some reader or hides for another: JSON itself escapes only the first 32 of them. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/** `value` as JSON on one line, in which the runner finds no command should a step print it. */
export function inertJson(value: unknown): string {
  return JSON.stringify(value).replace(BREAKS, escaped).replaceAll('##[', '#\\u0023[');
}
