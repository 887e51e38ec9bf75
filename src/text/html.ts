import { CONTROLS, onOneLine } from './characters.ts';

/** Escapes `text` for an HTML text node or a quoted attribute, also `##[`, which the runner would read if printed. */
export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(CONTROLS, '\ufffd')
    .replaceAll('##[', '#&#35;[');
}

/** HTML that is safe to insert as it is, such as the result of {@link html}. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Value in a template of {@link html}. Undefined and false insert nothing. */
export type Part = Markup | string | number | undefined | false | readonly Part[];

/** Builds markup from a template, in which texts are escaped and put on one line. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(String.raw({ raw: strings }, ...parts.map(textOf)));
}

function textOf(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (part === undefined || part === false) return '';
  return typeof part === 'object' ? part.map(textOf).join('') : escapeHtml(onOneLine(String(part)));
}
