import type { Span } from './edits.ts';
import { type Definitions, inlineTargetAt, labelAt, labelKey, matchAt } from './links.ts';

/** What is found in a text, in the order of `start`. Offsets are of that text. */
export type Inline = Span & (Target | Other);

/** From its bracket to the end of its target; `textEnd` is where its `]` stands. */
interface Target {
  readonly kind: 'link' | 'image';
  readonly textEnd: number;
  readonly url: string;
  readonly isDefined: boolean;
}

type Other =
  /** Raw HTML (a tag, a comment, a declaration, …), a URL that is a link by itself, or a code span. */
  | { readonly kind: 'html' | 'url' | 'code' }
  /** A reference to a footnote, if there is one of that name. */
  | { readonly kind: 'footnote'; readonly label: string }
  /** A numeric character reference. */
  | { readonly kind: 'character'; readonly code: number };

interface Bracket {
  readonly at: number;
  readonly isImage: boolean;
  /** Whether another bracket has been opened since: then the text between is no label. */
  hasBracket: boolean;
}

const ATTRIBUTE = `[\\s\\0]+[A-Za-z_:][\\w.:-]*(?:[\\s\\0]*=[\\s\\0]*(?:[^\\s\\0"'=<>\`]+|'[^']*'|"[^"]*"))?`;
/** A tag by Markdown's rules, which are stricter than a browser's. */
export const TAG = `<[A-Za-z][A-Za-z0-9-]*(?:${ATTRIBUTE})*[\\s\\0]*/?>|</[A-Za-z][A-Za-z0-9-]*[\\s\\0]*>`;

/** The rest of a URL. A name in the last two parts of which is an underscore is no domain. */
const DOMAIN = '(?![^\\s/]{0,300}_[^\\s./]*(?:\\.[^\\s./_]*)?(?:[\\s/]|$))[^\\s<]';
/** Nothing acts in a URL that GitHub makes a link by itself, up to a blank or `<`. */
const BARE_URL = `(?<![A-Za-z])(?:[Hh][Tt]{2}[Pp][Ss]?|[Ff][Tt][Pp])://(?=[A-Za-z0-9])${DOMAIN}*|(?<![^\\s\\0*_~(])www\\.${DOMAIN}[^\\s<]*`;
const BARE = new RegExp(BARE_URL, 'y');
const SPECIAL = /[`\\<![\]&]|(?:https?|ftp):\/\/|www\./gi;
const AUTOLINK =
  /<(?:[A-Za-z][A-Za-z0-9.+-]{1,31}:[^\s<>\0-\x20]*|[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*)>/y;
const INLINE_TAG = new RegExp(TAG, 'y');
const CHARACTER = /&#(?:[xX]([0-9a-fA-F]{1,6})|([0-9]{1,7}));/y;
const ABRUPT_COMMENT = /<!---?>/y;
/** Of an end's first character GitHub reads as many as it can at once: `---->` is `---` and `->`, and ends nothing. */
const COMMENTS: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/<!--/y, /(?<!-)(?:---)*-->/],
  [/<\?/y, /(?<!\?)(?:\?\?)*\?>/],
  [/<![A-Z]+\s/y, />/],
  [/<!\[CDATA\[/y, /(?<!\])(?:\]{3})*\]\]>/],
];
const LONGEST_LABEL = 1000;

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
  /** Ends that do not come any more: of comments, and as many backticks. */
  readonly #missing = new Set<RegExp | number>();

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
  #at(at: number, special: string): number {
    switch (special) {
      case '`':
        return this.#code(at);
      case '\\':
        return at + (/[!-/:-@[-`{-~]/.test(this.#text.charAt(at + 1)) ? 2 : 1);
      case '<':
        return this.#angle(at);
      case '&':
        return this.#character(at);
      case '!':
        return this.#text[at + 1] === '[' ? this.#open(at, true) : at + 1;
      case '[':
        return this.#open(at, false);
      case ']':
        return this.#close(at);
      default:
        return this.#bareUrl(at);
    }
  }

  #add(inline: Inline): number {
    this.#found.push(inline);
    return inline.end;
  }

  /** A code span runs to the next run of as many backticks; without one, backticks are text. */
  #code(at: number): number {
    const runs = /`+/g;
    runs.lastIndex = at;
    const length = runs.exec(this.#text)?.[0].length ?? 0;
    const end = runs.lastIndex;
    if (this.#missing.has(length)) return end;
    for (let run = runs.exec(this.#text); run; run = runs.exec(this.#text)) {
      if (run[0].length === length) return this.#add({ kind: 'code', start: at, end: runs.lastIndex });
    }
    this.#missing.add(length);
    return end;
  }

  #angle(at: number): number {
    const autolink = matchAt(AUTOLINK, this.#text, at);
    if (autolink) return this.#add({ kind: 'url', start: at, end: at + autolink[0].length });
    const end = this.#commentEnd(at) ?? at + (matchAt(INLINE_TAG, this.#text, at)?.[0].length ?? 0);
    return end === at ? at + 1 : this.#add({ kind: 'html', start: at, end });
  }

  /** As GitHub has it, one comment that never ends makes text of every `<!` after it. */
  #commentEnd(at: number): number | undefined {
    const [, commentEnd] = COMMENTS[0] as (typeof COMMENTS)[number];
    if (this.#text[at + 1] === '!' && this.#missing.has(commentEnd)) return undefined;
    const abrupt = matchAt(ABRUPT_COMMENT, this.#text, at);
    if (abrupt) return at + abrupt[0].length;
    for (const [start, end] of COMMENTS) {
      const opening = matchAt(start, this.#text, at);
      if (!opening || this.#missing.has(end)) continue;
      const from = at + opening[0].length;
      const found = end.exec(this.#text.slice(from));
      if (found) return from + found.index + found[0].length;
      this.#missing.add(end);
    }
    return undefined;
  }

  #character(at: number): number {
    const [reference, hexadecimal, decimal] = matchAt(CHARACTER, this.#text, at) ?? [];
    if (reference === undefined) return at + 1;
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    return this.#add({ kind: 'character', start: at, end: at + reference.length, code });
  }

  /** Within brackets GitHub makes no link of a URL. */
  #bareUrl(at: number): number {
    if (this.#brackets.length > this.#closedBelow || this.#images > 0) return at + 1;
    const url = matchAt(BARE, this.#text, at);
    return url ? this.#add({ kind: 'url', start: at, end: at + url[0].length }) : at + 1;
  }

  #open(at: number, isImage: boolean): number {
    const outer = this.#brackets.at(-1);
    if (outer) outer.hasBracket = true;
    this.#brackets.push({ at, isImage, hasBracket: false });
    if (isImage) this.#images += 1;
    return at + (isImage ? 2 : 1);
  }

  /** @returns where to go on after the `]` at `at` */
  #close(at: number): number {
    const opener = this.#brackets.pop();
    if (!opener) return at + 1;
    const { isImage } = opener;
    if (isImage) this.#images -= 1;
    const isClosed = this.#brackets.length < this.#closedBelow;
    this.#closedBelow = Math.min(this.#closedBelow, this.#brackets.length);
    if (isClosed && !isImage) return at + 1;
    const inline = inlineTargetAt(this.#text, at + 1);
    const target = inline ?? this.#definedTarget(opener, at);
    if (!target) return this.#footnote(opener, at);
    if (!isImage) this.#closedBelow = this.#brackets.length;
    const kind = isImage ? 'image' : 'link';
    return this.#add({ ...target, kind, start: opener.at, textEnd: at, isDefined: !inline });
  }

  #definedTarget(opener: Bracket, at: number): { url: string; end: number } | undefined {
    if (this.#definitions.size === 0) return undefined;
    const given = labelAt(this.#text, at + 1);
    const end = given?.end ?? (this.#text.startsWith('[]', at + 1) ? at + 3 : at + 1);
    if (!given && opener.hasBracket) return undefined;
    const start = opener.at + (opener.isImage ? 2 : 1);
    if (!given && at - start > LONGEST_LABEL) return undefined;
    const url = this.#definitions.get(labelKey(given?.label ?? this.#text.slice(start, at)));
    return url === undefined ? undefined : { url, end };
  }

  /** GitHub looks at nothing else in brackets that begin with `^`, whether there is such a footnote or not. */
  #footnote(opener: Bracket, at: number): number {
    const start = opener.at + (opener.isImage ? 1 : 0);
    const label = this.#text[start + 1] === '^' ? this.#text.slice(start + 2, at) : '';
    if (label === '') return at + 1;
    while ((this.#found.at(-1)?.start ?? -1) > start) this.#found.pop();
    return this.#add({ kind: 'footnote', start, end: at + 1, label });
  }
}
