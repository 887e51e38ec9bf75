import { removeInvisible } from '../characters.ts';
import type { Span } from './edits.ts';
import { type Definitions, endOf, inlineTargetAt, LABEL, labelKey, matchAt } from './links.ts';

/** Any part of a leaf's text other than plain text. Spans are offsets into that text. */
export type Inline = Span &
  /**
   * `code`, `image`: with all of its markup. `target`: closing bracket of a link's text, with the destination or label
   * after it. `unseen`: numeric character reference to an invisible character.
   */
  (
    | { readonly kind: 'html' | 'url' | 'code' | 'image' | 'target' | 'unseen' }
    /** Opening bracket of a link. `target` is its closing bracket with what follows, also an inline of its own. */
    | { readonly kind: 'link'; readonly url: string; readonly target: Span }
    /** Reference to a footnote, which may not exist. */
    | { readonly kind: 'footnote'; readonly label: string }
  );

const BLANK = String.raw` \t\v\f\n\0`;
const ATTRIBUTE = `[${BLANK}]+[A-Za-z_:][\\w.:-]*(?:[${BLANK}]*=[${BLANK}]*(?:[^${BLANK}"'=<>\`]+|'[^']*'|"[^"]*"))?`;
/** HTML tag by Markdown's rules, which are stricter than a browser's. */
export const TAG = `<[A-Za-z][A-Za-z0-9-]*(?:${ATTRIBUTE})*[${BLANK}]*/?>|</[A-Za-z][A-Za-z0-9-]*[${BLANK}]*>`;

/** Start of a bare URL, in which nothing acts as Markdown. https://github.github.com/gfm/#autolinks-extension- */
const BARE = /(?<![A-Za-z])(?:https?|ftp):\/\/(?=[^\p{Z}\p{P}\p{S}\p{Cc}])|(?<![^ \t\n\0*_~(])www(?=\.)/iuy;
const REST_OF_URL = /[^ \t\n\0<]*/y;
const SPECIAL = /[`\\<[\]&]|!\[(?!\^)|(?:https?|ftp):\/\/|www\./gi;
const AUTOLINK =
  /<(?:[A-Za-z][A-Za-z0-9.+-]{1,31}:[^<>\0-\x20]*|[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*)>/y;
const INLINE_TAG = new RegExp(TAG, 'y');
const CHARACTER = /&#(?:[xX]([0-9a-fA-F]{1,6})|([0-9]{1,7}));/y;
/** GitHub reads a run of hyphens in threes: `---->` doesn't end a comment. */
const COMMENT_END = /^-?>|(?<!-)(?:---)*-->/;
/** Also processing instructions, declarations and CDATA sections. */
const COMMENTS: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/<!--/y, COMMENT_END],
  [/<\?/y, /(?<!\?)(?:\?\?)*\?>/],
  [/<![A-Z]+[ \t\v\f\n\0]/y, />/],
  [/<!\[CDATA\[/iy, /(?<!\])(?:\]{3})*\]\]>/],
];
const LONGEST_LABEL = 1000;
/** Longer runs of backticks are text. */
const MOST_BACKTICKS = 80;

/** Domain of a bare URL. As on GitHub, the last character of the text is never part of it. */
const DOMAIN = /(?:\\?[[\w.\-\p{Cc}]--[\t\n\0]](?!$))*/vy;

/** Parses the inlines of a leaf's text, save emphasis, which doesn't hide anything. */
export class InlineReader {
  readonly #text: string;
  readonly #definitions: Definitions;
  readonly #found: Inline[] = [];
  /** Offsets of open brackets; of an image, the offset of its `!`. */
  readonly #brackets: number[] = [];
  /** Whether a link has ended since the last `[`. Then no open `[` can become a link, because links don't nest. */
  #isAfterLink = false;
  /** Ends of {@link COMMENTS} that don't match in the rest of the text. */
  readonly #missing = new Set<RegExp>();
  /** Offset of the run of backticks that was found last, by its length. */
  readonly #backticks = new Map<number, number>();
  #hasAllBackticks = false;

  /** Readers of markup, by how it begins. Each returns the offset to continue from. */
  readonly #readers: Readonly<Record<string, (at: number) => number>> = {
    '`': (at) => this.#code(at),
    '\\': (at) => at + (/[!-/:-@[-`{-~]/.test(this.#text.charAt(at + 1)) ? 2 : 1),
    '<': (at) => this.#angle(at),
    '&': (at) => this.#character(at),
    '[': (at) => this.#open(at),
    '![': (at) => this.#open(at),
    ']': (at) => this.#close(at),
  };

  constructor(text: string, definitions: Definitions) {
    this.#text = text;
    this.#definitions = definitions;
  }

  /** Returns the inlines in the order in which they start. */
  read(): Inline[] {
    const special = new RegExp(SPECIAL);
    for (let found = special.exec(this.#text); found; found = special.exec(this.#text)) {
      const read = this.#readers[found[0]];
      special.lastIndex = read ? read(found.index) : this.#bareUrl(found.index);
    }
    return this.#found.sort((a, b) => a.start - b.start);
  }

  #add(inline: Inline) {
    this.#found.push(inline);
    return inline.end;
  }

  /**
   * Reads a code span. Once a search has reached the end of the text, GitHub trusts the offsets that it cached, though
   * later searches move them backward, so it can miss a closing run (cmark-gfm, `scan_to_closing_backticks`).
   */
  #code(at: number) {
    const runs = /`+/g;
    runs.lastIndex = at;
    const length = runs.exec(this.#text)?.[0].length ?? 0;
    const end = runs.lastIndex;
    if (length > MOST_BACKTICKS) return end;
    if (this.#hasAllBackticks && (this.#backticks.get(length) ?? 0) <= end) return end;
    for (let run = runs.exec(this.#text); run; run = runs.exec(this.#text)) {
      this.#backticks.set(run[0].length, run.index);
      if (run[0].length === length) return this.#add({ kind: 'code', start: at, end: runs.lastIndex });
    }
    this.#hasAllBackticks = true;
    return end;
  }

  #angle(at: number) {
    const url = endOf(AUTOLINK, this.#text, at);
    if (url > at) return this.#add({ kind: 'url', start: at, end: url });
    const end = this.#commentEnd(at) ?? endOf(INLINE_TAG, this.#text, at);
    return end > at ? this.#add({ kind: 'html', start: at, end }) : at + 1;
  }

  /** Returns the offset after a comment or the like. After one that never ends, GitHub reads every `<!` as text. */
  #commentEnd(at: number) {
    const [start, end] = COMMENTS.find(([each]) => matchAt(each, this.#text, at)) ?? [];
    if (!start || !end || this.#missing.has(end)) return undefined;
    if (this.#missing.has(COMMENT_END) && this.#text[at + 1] === '!') return undefined;
    const from = start.lastIndex;
    const found = end.exec(this.#text.slice(from));
    if (found) return from + found.index + found[0].length;
    this.#missing.add(end);
    return undefined;
  }

  #character(at: number) {
    const [reference, hexadecimal, decimal] = matchAt(CHARACTER, this.#text, at) ?? [];
    if (reference === undefined) return at + 1;
    const end = at + reference.length;
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    const isSeen = code <= 0x10_ff_ff && removeInvisible(String.fromCodePoint(code)) !== '';
    return isSeen ? end : this.#add({ kind: 'unseen', start: at, end });
  }

  /** Reads a bare URL. GitHub doesn't turn bare URLs inside brackets into links. */
  #bareUrl(at: number) {
    const start = this.#brackets.length > 0 ? undefined : matchAt(BARE, this.#text, at)?.[0];
    if (start === undefined) return at + 1;
    const isUrl = start.endsWith('/');
    const [domain = ''] = matchAt(DOMAIN, this.#text, at + start.length + (isUrl ? 1 : 0)) ?? [];
    const parts = domain.split('.');
    if (!isUrl && parts.length === 1) return at + 1;
    // In a domain with at most ten periods, the last two parts must not have an underscore (cmark-gfm, `check_domain`).
    if (parts.length <= 11 && parts.slice(-2).join().includes('_')) return at + 1;
    return this.#add({ kind: 'url', start: at, end: endOf(REST_OF_URL, this.#text, at) });
  }

  #open(at: number) {
    this.#brackets.push(at);
    if (this.#isImage(at)) return at + 2;
    this.#isAfterLink = false;
    return at + 1;
  }

  #isImage(bracket: number) {
    return this.#text[bracket] === '!';
  }

  #close(at: number) {
    const start = this.#brackets.pop();
    if (start === undefined) return at + 1;
    const isImage = this.#isImage(start);
    if (this.#isAfterLink && !isImage) return at + 1;
    const textStart = start + (isImage ? 2 : 1);
    const target = inlineTargetAt(this.#text, at + 1) ?? this.#definedTarget(textStart, at);
    if (!target) return this.#footnote(start, at);
    const { url, end } = target;
    if (isImage) return this.#add({ kind: 'image', start, end });
    this.#isAfterLink = true;
    this.#add({ kind: 'link', start, end: start + 1, url, target: { start: at, end } });
    return this.#add({ kind: 'target', start: at, end });
  }

  /** Returns the target of a reference link, whose text is its own label if none follows. */
  #definedTarget(start: number, at: number) {
    if (this.#definitions.size === 0) return undefined;
    const [brackets = '', label = ''] = matchAt(LABEL, this.#text, at + 1) ?? [];
    if (label === '' && at - start > LONGEST_LABEL) return undefined;
    const url = this.#definitions.get(labelKey(label || this.#text.slice(start, at)));
    return url === undefined ? undefined : { url, end: at + 1 + brackets.length };
  }

  /** Reads a footnote reference. GitHub ignores all other markup in it, even if the footnote doesn't exist. */
  #footnote(start: number, at: number) {
    const label = this.#text[start + 1] === '^' ? this.#text.slice(start + 2, at) : '';
    if (label === '') return at + 1;
    while ((this.#found.at(-1)?.start ?? -1) > start) this.#found.pop();
    return this.#add({ kind: 'footnote', start, end: at + 1, label });
  }
}
