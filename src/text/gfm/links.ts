/** Where the definitions of links lead, by {@link labelKey}; the first of each label counts. */
export type Definitions = Map<string, string>;

interface Destination {
  readonly url: string;
  /** Where what holds it ends. */
  readonly end: number;
}

const LABEL = /\[((?:[^\\[\]]|\\.){1,1000})\]/sy;
/** Between the parts of a definition, and between those of a link's target. */
const BLANKS = /[ \t\0]*(?:\n[ \t\0]*)?/y;
const TARGET_BLANKS = /[ \t\v\f\n\0]*/y;
/** A backslash before the last quote escapes nothing. */
const TITLE = /"(?:\\"|[^"])*"|'(?:\\'|[^'])*'|\((?:\\[()]|[^()])*\)/y;
const POINTY = /<((?:[^<>\n\\]|\\.)*)>/sy;
const REST_OF_LINE = /[ \t\0]*(?:\n|$)/y;
const DEEPEST_PARENTHESES = 32;

/** Tests a sticky expression at one place. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

export function endOf(pattern: RegExp, text: string, at: number): number {
  return at + (matchAt(pattern, text, at)?.[0].length ?? 0);
}

/** Labels are the same in upper and lower case, and however blanks stand in them. */
export function labelKey(label: string): string {
  return label
    .replaceAll(/[ \t\n\0]+/g, ' ')
    .replaceAll(/^ | $/g, '')
    .toLowerCase()
    .toUpperCase();
}

/** @returns the label, and where it ends */
export function labelAt(text: string, at: number): { label: string; end: number } | undefined {
  const label = matchAt(LABEL, text, at)?.[1];
  return label === undefined ? undefined : { label, end: at + label.length + 2 };
}

/** A link's destination as it is written. */
function destinationAt(text: string, at: number): Destination | undefined {
  if (text[at] === '<') {
    const pointy = matchAt(POINTY, text, at);
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
    else if (/[ \t\n]/.test(character)) break;
    if (depth > DEEPEST_PARENTHESES) return undefined;
  }
  return { url: text.slice(at, end), end };
}

/** Where a title ends that blanks part from what is before it; absent if there is none. */
function titleEnd(blanks: RegExp, text: string, at: number): number | undefined {
  const start = endOf(blanks, text, at);
  const title = start > at ? matchAt(TITLE, text, start) : undefined;
  return title && start + title[0].length;
}

/**
 * What follows a link's text in parentheses: destination and title.
 *
 * @param at of the opening parenthesis
 */
export function inlineTargetAt(text: string, at: number): Destination | undefined {
  if (text[at] !== '(') return undefined;
  const start = endOf(TARGET_BLANKS, text, at + 1);
  const destination = destinationAt(text, start);
  if (!destination) return undefined;
  const { url, end } = destination;
  const close = endOf(TARGET_BLANKS, text, titleEnd(TARGET_BLANKS, text, end) ?? end);
  return text[close] === ')' ? { url, end: close + 1 } : undefined;
}

/** The definition of a link at the beginning of a line. https://github.github.com/gfm/#link-reference-definitions */
export function definitionAt(text: string, at: number): (Destination & { key: string }) | undefined {
  const found = labelAt(text, endOf(/\0*/y, text, at));
  if (!found || text[found.end] !== ':' || labelKey(found.label) === '') return undefined;
  const start = endOf(BLANKS, text, found.end + 1);
  const destination = destinationAt(text, start);
  if (!destination || destination.end === start) return undefined;
  for (const end of [titleEnd(BLANKS, text, destination.end), destination.end]) {
    const rest = end === undefined ? undefined : matchAt(REST_OF_LINE, text, end);
    if (rest) return { key: labelKey(found.label), url: destination.url, end: rest.index + rest[0].length };
  }
  return undefined;
}

/**
 * Whether people can read where a link leads: not one that GitHub takes away for its scheme, and not one with blanks,
 * however they are encoded, which would be read as words.
 * https://github.com/gjtorikian/html-pipeline/blob/main/lib/html_pipeline/sanitization_filter.rb
 */
export function isShownAddress(url: string): boolean {
  const decoded = url.replaceAll(/(?:%[\da-f]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString(),
  );
  if (/[\s\p{Z}\p{C}"<>]|&(?!amp;)#?\w+;/u.test(decoded)) return false;
  return /^(?:https?:|mailto:|[^:&\\/?#]*(?:[/?#]|$))/i.test(url);
}
