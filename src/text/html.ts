import { CONTROLS } from './characters.ts';

/**
 * `text` for an HTML text node or a quoted attribute. NUL and other controls, which HTML forbids, become U+FFFD; `##[`
 * would be a command to the runner, should a step print the file.
 */
export function escapeHtml(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(CONTROLS, '\ufffd')
    .replaceAll('##[', '#&#35;[');
}
