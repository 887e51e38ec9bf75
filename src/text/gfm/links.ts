/** URLs of link reference definitions, by {@link labelKey}. If a label has several definitions, the first is used. */
export type Definitions = Map<string, string>;

/** Link destination, which is the GFM specification's term for the URL of a link or definition. */
interface Destination {
  /** URL as written, not decoded. */
  readonly url: string;
  /** Offset after the destination, or after the whole link or definition that contains it. */
  readonly end: number;
}

/** Matches a link label, including its brackets. */
export const LABEL = /\[((?:[^\\[\]]|\\.){0,1000})\]/sy;
/** Patterns for an inline link: `blanks` may come before the destination and the title, and `rest` must follow them. */
const TARGET = { blanks: /[ \t\v\f\n\0]*/y, rest: /[ \t\v\f\n\0]*\)/y };
/** Corresponding patterns for a link reference definition. */
const DEFINITION = { blanks: /[ \t\0]*(?:\n[ \t\0]*)?/y, rest: /[ \t\0]*(?:\n|$)/y };
/** Matches a link title. An escaped quote still closes the title if no later quote can. */
const TITLE = /"(?:\\"|[^"])*"|'(?:\\'|[^'])*'|\((?:\\[()]|[^()])*\)/y;
const POINTY = /<((?:[^<>\n\\]|\\.)*)>/sy;
/** Matches a part of a URL, up to a parenthesis or a blank. */
const URL_PART = /(?:\\[!-/:-@[-`{-~]|[^ \t\n()])*/y;
/** Maximum nesting depth of parentheses in a URL without angle brackets. */
const DEEPEST_PARENTHESES = 32;

/** Returns the match of a sticky pattern at `at`; undefined if the pattern doesn't match there. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

/** Returns the offset after the match of a sticky pattern at `at`; `at` itself if the pattern doesn't match there. */
export function endOf(pattern: RegExp, text: string, at: number): number {
  return at + (matchAt(pattern, text, at)?.[0].length ?? 0);
}

/** Normalizes a link label. Labels that differ only in case or in the number of blanks become equal. */
export function labelKey(label: string): string {
  return label
    .replaceAll(/[ \t\n\0]+/g, ' ')
    .replaceAll(/^ | $/g, '')
    .toLowerCase()
    .toUpperCase();
}

/** Returns the link destination at `at`; undefined if it is invalid. */
function destinationAt(text: string, at: number): Destination | undefined {
  if (text[at] === '<') {
    const pointy = matchAt(POINTY, text, at);
    return pointy && { url: pointy[1] ?? '', end: at + pointy[0].length };
  }
  let depth = 0;
  let end = endOf(URL_PART, text, at);
  for (; /[()]/.test(text.charAt(end)); end = endOf(URL_PART, text, end + 1)) {
    depth += text[end] === '(' ? 1 : -1;
    if (depth < 0) break;
    if (depth > DEEPEST_PARENTHESES) return undefined;
  }
  return { url: text.slice(at, end), end };
}

/**
 * Returns the link destination at `at`; undefined if any part is invalid. Its `end` is the offset after the optional
 * title and the `rest`.
 */
function targetAt({ blanks, rest }: typeof TARGET, text: string, at: number): Destination | undefined {
  const start = endOf(blanks, text, at);
  const destination = destinationAt(text, start);
  if (!destination) return undefined;
  const { url, end } = destination;
  if (end === start && rest === DEFINITION.rest) return undefined;
  const titleStart = endOf(blanks, text, end);
  const titleEnd = titleStart > end ? endOf(TITLE, text, titleStart) : end;
  const last = [titleEnd, end].find((each) => matchAt(rest, text, each));
  return last === undefined ? undefined : { url, end: rest.lastIndex };
}

/** Returns the destination in parentheses after a link's text; undefined if there isn't a valid destination. */
export function inlineTargetAt(text: string, at: number): Destination | undefined {
  return text[at] === '(' ? targetAt(TARGET, text, at + 1) : undefined;
}

/**
 * Returns the link reference definition at `at`, the start of a line; undefined if there isn't one.
 * https://github.github.com/gfm/#link-reference-definitions
 */
export function definitionAt(text: string, at: number): (Destination & { key: string }) | undefined {
  const start = endOf(/\0*/y, text, at);
  const [brackets = '', label = ''] = matchAt(LABEL, text, start) ?? [];
  const end = start + brackets.length;
  const key = labelKey(label);
  if (text[end] !== ':' || key === '') return undefined;
  const target = targetAt(DEFINITION, text, end + 1);
  return target && { ...target, key };
}

/**
 * Checks whether an address is safe to show in the prompt. Rejects schemes that GitHub doesn't link. Also rejects
 * addresses that contain blanks, even encoded ones, because an agent could read such an address as a sentence.
 * https://github.com/gjtorikian/html-pipeline/blob/main/lib/html_pipeline/sanitization_filter.rb
 */
export function isShownAddress(url: string): boolean {
  const decoded = url.replaceAll(/(?:%[\da-f]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString(),
  );
  if (/[\s\p{Z}\p{C}"<>]|&(?!amp;)#?\w+;/u.test(decoded)) return false;
  return /^(?:https?:|mailto:|[^:&\\/?#]*(?:[/?#]|$))/i.test(url);
}
