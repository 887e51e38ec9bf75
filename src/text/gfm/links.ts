/** URLs of link reference definitions, by {@link labelKey}; of several, the first. */
export type Definitions = Map<string, string>;

/** Destination of a link or definition: its URL as written, and the offset after it or after the whole link. */
interface Destination {
  readonly url: string;
  readonly end: number;
}

export const LABEL = /\[((?:[^\\[\]]|\\.){0,1000})\]/sy;
/** Of inline links: `blanks` may come before the destination and the title, and `rest` must follow them. */
const TARGET = { blanks: /[ \t\v\f\n\0]*/y, rest: /[ \t\v\f\n\0]*\)/y };
const DEFINITION = { blanks: /[ \t\n\0]*/y, rest: /[ \t\0]*(?:\n|$)/y };
/** An escaped quote still closes a title if no later quote can. */
const TITLE = /"(?:\\"|[^"])*"|'(?:\\'|[^'])*'|\((?:\\[()]|[^()])*\)/y;
const POINTY = /<((?:[^<>\n\\]|\\.)*)>/sy;
const URL_PART = /(?:\\[!-/:-@[-`{-~]|[^ \t\n()])*/y;
const DEEPEST_PARENTHESES = 32;

export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

/** Returns the offset after the match of a sticky pattern at `at`; `at` itself without a match. */
export function endOf(pattern: RegExp, text: string, at: number): number {
  return at + (matchAt(pattern, text, at)?.[0].length ?? 0);
}

/** Returns what labels that differ only in case or in the number of blanks have in common. */
export function labelKey(label: string): string {
  return label
    .replaceAll(/[ \t\n\0]+/g, ' ')
    .replaceAll(/^ | $/g, '')
    .toLowerCase()
    .toUpperCase();
}

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

export function inlineTargetAt(text: string, at: number): Destination | undefined {
  return text[at] === '(' ? targetAt(TARGET, text, at + 1) : undefined;
}

/** `at` must be the start of a line. https://github.github.com/gfm/#link-reference-definitions */
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
 * Whether GitHub links this scheme, and no agent can read the address as a sentence: it has no blanks, also encoded.
 * https://github.com/gjtorikian/html-pipeline/blob/main/lib/html_pipeline/sanitization_filter.rb
 */
export function isShownAddress(url: string): boolean {
  const decoded = url.replaceAll(/(?:%[\da-f]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString(),
  );
  if (/[\s\p{Z}\p{C}"<>]|&(?!amp;)#?\w+;/u.test(decoded)) return false;
  return /^(?:https?:|mailto:|[^:&\\/?#]*(?:[/?#]|$))/i.test(url);
}
