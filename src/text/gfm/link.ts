/** Where the definitions of links lead, by {@link labelKey}; the first of each label counts. */
export type Definitions = Map<string, string>;

const LABEL = /\[((?:[^\\[\]]|\\.){1,1000})\]/sy;
const BLANKS = /[ \t]*(?:\n[ \t]*)?/y;
const TITLE = /"[^"\\]*(?:\\.[^"\\]*)*"|'[^'\\]*(?:\\.[^'\\]*)*'|\([^()\\]*(?:\\.[^()\\]*)*\)/sy;
const POINTY = /<((?:[^<>\n\\]|\\.)*)>/y;
const REST_OF_LINE = /[ \t]*(?:\n|$)/y;
const DEEPEST_PARENTHESES = 32;

/** Labels are the same in upper and lower case, and however blanks stand in them. */
export function labelKey(label: string): string {
  return label
    .trim()
    .replaceAll(/[ \t\r\n]+/g, ' ')
    .toLowerCase()
    .toUpperCase();
}

/** @returns the label, and where it ends */
export function labelAt(text: string, at: number): { label: string; end: number } | undefined {
  const label = match(LABEL, text, at)?.[1];
  return label === undefined ? undefined : { label, end: at + label.length + 2 };
}

/** A link's destination as it is written, and where it ends. */
export function destinationAt(text: string, at: number): { url: string; end: number } | undefined {
  if (text[at] === '<') {
    const pointy = match(POINTY, text, at);
    return pointy && { url: pointy[1] ?? '', end: at + pointy[0].length };
  }
  let depth = 0;
  let end = at;
  for (; end < text.length; end += 1) {
    const character = text.charAt(end);
    if (character === '\\' && /[!-/:-@[-`{-~]/.test(text.charAt(end + 1))) end += 1;
    else if (character === '(') depth += 1;
    else if (character === ')' && depth === 0) break;
    else if (character === ')') depth -= 1;
    else if (/[ \t-\r]/.test(character)) break;
    if (depth > DEEPEST_PARENTHESES) return undefined;
  }
  return end === at && text[end] !== ')' ? undefined : { url: text.slice(at, end), end };
}

/**
 * What follows a link's text in parentheses: destination and title.
 *
 * @param at of the opening parenthesis
 */
export function inlineTargetAt(text: string, at: number): { url: string; end: number } | undefined {
  if (text[at] !== '(') return undefined;
  const destination = destinationAt(text, skip(BLANKS, text, at + 1));
  if (!destination) return undefined;
  const titleStart = skip(BLANKS, text, destination.end);
  const title = titleStart > destination.end ? match(TITLE, text, titleStart) : undefined;
  const end = title ? skip(BLANKS, text, titleStart + title[0].length) : titleStart;
  return text[end] === ')' ? { url: destination.url, end: end + 1 } : undefined;
}

/** The definition of a link at the beginning of a line. https://github.github.com/gfm/#link-reference-definitions */
export function definitionAt(
  text: string,
  at: number,
): { key: string; url: string; end: number } | undefined {
  const label = labelAt(text, at);
  if (!label || text[label.end] !== ':' || label.label.trim() === '') return undefined;
  const start = skip(BLANKS, text, label.end + 1);
  const destination = destinationAt(text, start);
  if (!destination || (destination.end === start && text[start] !== '<')) return undefined;
  const key = labelKey(label.label);
  const titleStart = skip(BLANKS, text, destination.end);
  const title = titleStart > destination.end ? match(TITLE, text, titleStart) : undefined;
  const withTitle = title && match(REST_OF_LINE, text, titleStart + title[0].length);
  if (title && withTitle) {
    return { key, url: destination.url, end: titleStart + title[0].length + withTitle[0].length };
  }
  const rest = match(REST_OF_LINE, text, destination.end);
  return rest && { key, url: destination.url, end: destination.end + rest[0].length };
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

function skip(pattern: RegExp, text: string, at: number): number {
  return at + (match(pattern, text, at)?.[0].length ?? 0);
}
