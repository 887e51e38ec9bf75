import { CONTROLS, onOneLine } from './characters.ts';

/**
 * Escapes `text` for an HTML text node or a quoted attribute. NUL and other controls, which HTML forbids, become
 * U+FFFD. `##[` is escaped too, because it would be a command to the runner if a step printed the file.
 */
export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(CONTROLS, '\ufffd')
    .replaceAll('##[', '#&#35;[');
}

/** Markup made by {@link html}, and so safe to be part of more. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Values that a template may hold. Text is escaped, markup stays, lists are joined, and undefined or false becomes an
 * empty text.
 */
export type Part = Markup | string | number | undefined | false | readonly Part[];

/** Builds markup from a template. Values are escaped as text, unless they are markup themselves. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(String.raw({ raw: strings }, ...parts.map(textOf)));
}

function textOf(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (part === undefined || part === false) return '';
  return typeof part === 'object' ? part.map(textOf).join('') : escapeHtml(onOneLine(String(part)));
}
