import { TAG } from './html-block.ts';
import { type Definitions, inlineTargetAt, labelAt, labelKey } from './link.ts';

/** What is found in a text, in the order of `start`. Offsets are of that text. */
export type Inline =
  /** Raw HTML: a tag, a comment, a declaration, … */
  | { readonly kind: 'html'; readonly start: number; readonly end: number }
  /** A link from `[` to the end of its target; `textEnd` is where its `]` stands. */
  | {
      readonly kind: 'link';
      readonly start: number;
      readonly textEnd: number;
      readonly end: number;
      readonly url: string;
      readonly isDefined: boolean;
    }
  | { readonly kind: 'image'; readonly start: number; readonly end: number; readonly url: string }
  /** A URL that is a link by itself. */
  | { readonly kind: 'url'; readonly start: number; readonly end: number }
  /** A reference to a footnote, if there is one of that name. */
  | { readonly kind: 'footnote'; readonly start: number; readonly end: number; readonly label: string }
  /** A numeric character reference. */
  | { readonly kind: 'character'; readonly start: number; readonly end: number; readonly code: number };

interface Bracket {
  readonly at: number;
  readonly isImage: boolean;
  /** Whether another bracket has been opened since: then the text between is no label. */
  hasBracket: boolean;
}

const SPECIAL = /[`\\<![\]&:w]/g;
const AUTOLINK =
  /<(?:[A-Za-z][A-Za-z0-9.+-]{1,31}:[^\s<>\0-\x20]*|[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*)>/y;
const CHARACTER = /&#(?:[xX]([0-9a-fA-F]{1,6})|([0-9]{1,7}));/y;
const COMMENTS: readonly (readonly [start: RegExp, end: string])[] = [
  [/<!--/y, '-->'],
  [/<\?/y, '?>'],
  [/<![A-Z]+\s/y, '>'],
  [/<!\[CDATA\[/y, ']]>'],
];

const LONGEST_LABEL = 1000;
/** From the colon, or from `www.`. A name in the last two parts of which is an underscore is no domain. */
const DOMAIN = '(?![^\\s/]*_[^\\s./]*(?:\\.[^\\s./_]*)?(?:[\\s/]|$))[^\\s<]';
const BARE_URL: readonly (readonly [first: string, pattern: RegExp])[] = [
  [':', new RegExp(`://(?=[A-Za-z0-9])${DOMAIN}*`, 'y')],
  ['w', new RegExp(`www\\.${DOMAIN}[^\\s<]*`, 'y')],
];

/** Finds what of a text is not simply text. Emphasis hides nothing, so it is not looked for. */
export function readInlines(text: string, definitions: Definitions): Inline[] {
  return new InlineReader(text, definitions).read();
}

class InlineReader {
  readonly #text: string;
  readonly #definitions: Definitions;
  readonly #found: Inline[] = [];
  readonly #brackets: Bracket[] = [];
  /** Brackets below this place in the stack cannot open a link, since one has been found within them. */
  #closedBelow = 0;
  /** Images among the brackets. */
  #images = 0;
  /** Ends that do not come any more. */
  readonly #missing = new Set<string>();
  /** Where runs of backticks stand, by their length, the last first. */
  #runs: Map<number, number[]> | undefined;

  constructor(text: string, definitions: Definitions) {
    this.#text = text;
    this.#definitions = definitions;
  }

  read(): Inline[] {
    const special = new RegExp(SPECIAL);
    for (let found = special.exec(this.#text); found; found = special.exec(this.#text)) {
      special.lastIndex = this.#at(found.index, found[0]);
    }
    return this.#found.sort((a, b) => a.start - b.start || b.end - a.end);
  }

  /** @returns where to go on */
  #at(at: number, character: string): number {
    switch (character) {
      case '`':
        return this.#code(at);
      case '\\':
        return at + 2;
      case '<':
        return this.#angle(at);
      case '&':
        return this.#character(at);
      case '!':
        if (this.#text[at + 1] !== '[') return at + 1;
        this.#bracket(at, true);
        return at + 2;
      case '[':
        this.#bracket(at, false);
        return at + 1;
      case ']':
        return this.#close(at);
      default:
        return this.#bareUrl(at);
    }
  }

  /** A code span runs to the next run of as many backticks; without one, backticks are text. */
  #code(at: number): number {
    const length = runLength(this.#text, at);
    this.#runs ??= runsOf(this.#text);
    const runs = this.#runs.get(length) ?? [];
    while ((runs.at(-1) ?? Number.POSITIVE_INFINITY) <= at) runs.pop();
    return (runs.at(-1) ?? at) + length;
  }

  #angle(at: number): number {
    const autolink = matchAt(AUTOLINK, this.#text, at);
    if (autolink) return this.#url(at, at + autolink[0].length);
    const end = this.#commentEnd(at) ?? at + (matchAt(TAG, this.#text, at)?.[0].length ?? 0);
    if (end === at) return at + 1;
    this.#found.push({ kind: 'html', start: at, end });
    return end;
  }

  /** As GitHub has it, one comment that never ends makes text of every `<!` after it. */
  #commentEnd(at: number): number | undefined {
    const isMarkup = this.#text[at + 1] === '!';
    if (isMarkup && this.#missing.has('-->')) return undefined;
    const abrupt = matchAt(/<!---?>/y, this.#text, at);
    if (abrupt) return at + abrupt[0].length;
    for (const [start, close] of COMMENTS) {
      const opening = matchAt(start, this.#text, at);
      if (!opening || this.#missing.has(close)) continue;
      const end = closeEnd(this.#text, at + opening[0].length, close);
      if (end !== undefined) return end;
      this.#missing.add(close);
    }
    return undefined;
  }

  #character(at: number): number {
    const [reference, hexadecimal, decimal] = matchAt(CHARACTER, this.#text, at) ?? [];
    if (reference === undefined) return at + 1;
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    this.#found.push({ kind: 'character', start: at, end: at + reference.length, code });
    return at + reference.length;
  }

  /** Nothing acts in a URL that GitHub makes a link by itself, up to a blank or `<`; within brackets it makes none. */
  #bareUrl(at: number): number {
    if (this.#brackets.length > this.#closedBelow || this.#images > 0) return at + 1;
    const url = BARE_URL.find(([character]) => character === this.#text[at])?.[1];
    const start = this.#text[at] === ':' ? Math.max(0, at - 5) : at;
    const before = this.#text.slice(start, at);
    const scheme = this.#text[at] === ':' ? (/(?:https?|ftp)$/i.exec(before)?.[0] ?? '-') : '';
    const lead = this.#text[at - scheme.length - 1] ?? ' ';
    const isFree = scheme === '' ? /[\s*_~(]/.test(lead) : !/[a-z]/i.test(lead);
    const found = url && isFree && scheme !== '-' ? matchAt(url, this.#text, at) : undefined;
    return found ? this.#url(at - scheme.length, at + found[0].length) : at + 1;
  }

  #url(start: number, end: number): number {
    this.#found.push({ kind: 'url', start, end });
    return end;
  }

  #bracket(at: number, isImage: boolean): void {
    const outer = this.#brackets.at(-1);
    if (outer) outer.hasBracket = true;
    this.#brackets.push({ at, isImage, hasBracket: false });
    if (isImage) this.#images += 1;
  }

  /** @returns where to go on after the `]` at `at` */
  #close(at: number): number {
    const opener = this.#brackets.pop();
    if (!opener) return at + 1;
    if (opener.isImage) this.#images -= 1;
    const isClosed = this.#brackets.length < this.#closedBelow;
    this.#closedBelow = Math.min(this.#closedBelow, this.#brackets.length);
    if (isClosed && !opener.isImage) return at + 1;
    const target = inlineTargetAt(this.#text, at + 1) ?? this.#definedTarget(opener, at);
    if (!target) return this.#footnote(opener, at);
    const { url, end } = target;
    if (opener.isImage) this.#found.push({ kind: 'image', start: opener.at, end, url });
    else {
      const isDefined = 'isDefined' in target;
      this.#found.push({ kind: 'link', start: opener.at, textEnd: at, end, url, isDefined });
      this.#closedBelow = this.#brackets.length;
    }
    return end;
  }

  #definedTarget(opener: Bracket, at: number): { url: string; end: number; isDefined: true } | undefined {
    if (this.#definitions.size === 0) return undefined;
    const given = labelAt(this.#text, at + 1);
    const end = given?.end ?? (this.#text.startsWith('[]', at + 1) ? at + 3 : at + 1);
    if (!given && opener.hasBracket) return undefined;
    const start = opener.at + (opener.isImage ? 2 : 1);
    if (!given && at - start > LONGEST_LABEL) return undefined;
    const url = this.#definitions.get(labelKey(given?.label ?? this.#text.slice(start, at)));
    return url === undefined ? undefined : { url, end, isDefined: true };
  }

  /** GitHub looks at nothing else in brackets that begin with `^`, whether there is such a footnote or not. */
  #footnote(opener: Bracket, at: number): number {
    const start = opener.at + (opener.isImage ? 1 : 0);
    const label = this.#text[start + 1] === '^' ? this.#text.slice(start + 2, at) : '';
    if (label === '') return at + 1;
    while ((this.#found.at(-1)?.start ?? -1) > start) this.#found.pop();
    this.#found.push({ kind: 'footnote', start, end: at + 1, label });
    return at + 1;
  }
}

/**
 * Where the first `close` ends. Its first character binds what comes after it, as at GitHub: `---->` is `---` and `->`,
 * and ends no comment.
 */
function closeEnd(text: string, from: number, close: string): number | undefined {
  const mark = close.charAt(0);
  const length = close.length - 1;
  if (length === 0) return text.indexOf(close, from) + 1 || undefined;
  for (let at = text.indexOf(mark, from); at >= 0; ) {
    let run = 1;
    while (run < length && text[at + run] === mark) run += 1;
    if (run === length && text[at + run] === '>') return at + close.length;
    at = text.indexOf(mark, at + run + 1);
  }
  return undefined;
}

function runLength(text: string, at: number): number {
  return matchAt(/`+/y, text, at)?.[0].length ?? 0;
}

function runsOf(text: string): Map<number, number[]> {
  const runs = Map.groupBy(text.matchAll(/`+/g), ([run]) => run.length);
  return new Map([...runs].map(([length, found]) => [length, found.map(({ index }) => index).reverse()]));
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
