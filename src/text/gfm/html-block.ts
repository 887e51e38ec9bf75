const NAMES =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h1|h2|h3|h4|h5|h6|head|header|hr|html|iframe|legend|li|link|' +
  'main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|section|source|summary|table|tbody|td|tfoot|th|thead|' +
  'title|tr|track|ul';
const ATTRIBUTE = `\\s+[A-Za-z_:][\\w.:-]*(?:\\s*=\\s*(?:[^\\s"'=<>\`]+|'[^']*'|"[^"]*"))?`;
const OPENING_TAG = `<[A-Za-z][A-Za-z0-9-]*(?:${ATTRIBUTE})*\\s*/?>`;
const CLOSING_TAG = '</[A-Za-z][A-Za-z0-9-]*\\s*>';

/** A tag by Markdown's rules, which are stricter than a browser's. */
export const TAG = new RegExp(`${OPENING_TAG}|${CLOSING_TAG}`, 'y');

/** How raw HTML begins, and how it ends; without an end, a blank line ends it. */
const FORMS: readonly (readonly [start: RegExp, end?: RegExp])[] = [
  [/^<(?:script|pre|style|textarea)(?=[ \t>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![A-Z]/, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [new RegExp(`^</?(?:${NAMES})(?=[ \\t>]|/>|$)`, 'i')],
];
const ALONE = new RegExp(`^(?:${OPENING_TAG}|${CLOSING_TAG})[ \\t]*$`);

/**
 * The seven kinds of HTML blocks. https://github.github.com/gfm/#html-blocks
 *
 * @param line from its first character that is no whitespace
 * @returns absent if none begins here
 */
export function htmlBlockStart(line: string, inParagraph: boolean): { end: RegExp | undefined } | undefined {
  const form = FORMS.find(([start]) => start.test(line));
  if (form) return { end: form[1] };
  return !inParagraph && ALONE.test(line) ? { end: undefined } : undefined;
}
