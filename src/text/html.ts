import { CONTROLS, onOneLine } from './characters.ts';

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

/** Markup made by {@link html}, and so safe to be part of more. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template may hold: text is escaped, markup stays, a list is joined, nothing is nothing. */
export type Part = Markup | string | number | undefined | false | readonly Part[];

/** Markup from a template: whatever is put into it is text, unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(String.raw({ raw: strings }, ...parts.map(textOf)));
}

function textOf(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (part === undefined || part === false) return '';
  return typeof part === 'object' ? part.map(textOf).join('') : escapeHtml(onOneLine(String(part)));
}
