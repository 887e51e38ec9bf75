import { seenCharacters } from '../characters.ts';
import type { Span } from './edits.ts';
import { type Definitions, endOf, inlineTargetAt, LABEL, labelKey, matchAt } from './links.ts';

/** Inline element: any part of a leaf's text other than plain text. Spans are offsets into the leaf's text. */
export type Inline = Span &
  (
    | { readonly kind: InlineKind }
    /**
     * Opening bracket of a link. `target` is the span of the closing bracket and the destination or label after it. The
     * same span is also listed as an inline of the kind `target`.
     */
    | { readonly kind: 'link'; readonly url: string; readonly target: Span }
    /** Reference to a footnote, which may not exist. */
    | { readonly kind: 'footnote'; readonly label: string }
  );

/**
 * - `html`: raw HTML, such as a tag, comment or declaration
 * - `url`: an autolink, with or without angle brackets
 * - `code`, `image`: a code span or an image with all of its markup
 * - `target`: closing bracket of a link's text, with the destination or label after it
 * - `unseen`: numeric character reference to an invisible character
 */
type InlineKind = 'html' | 'url' | 'code' | 'image' | 'target' | 'unseen';

/** Opening bracket that hasn't been closed yet: `[`, or `![` for an image. */
interface Bracket {
  readonly at: number;
  readonly isImage: boolean;
  /** Whether the text after this bracket contains another opening bracket. Text like that can't be a link label. */
  hasBracket: boolean;
}

/** Whitespace characters by Markdown's rules, which don't include Unicode spaces such as the no-break space. */
const BLANK = String.raw` \t\v\f\n\0`;
const ATTRIBUTE = `[${BLANK}]+[A-Za-z_:][\\w.:-]*(?:[${BLANK}]*=[${BLANK}]*(?:[^${BLANK}"'=<>\`]+|'[^']*'|"[^"]*"))?`;
/** Pattern of an HTML tag by Markdown's rules, which are stricter than a browser's. */
export const TAG = `<[A-Za-z][A-Za-z0-9-]*(?:${ATTRIBUTE})*[${BLANK}]*/?>|</[A-Za-z][A-Za-z0-9-]*[${BLANK}]*>`;

/**
 * Matches the start of an extended autolink, which is a bare URL that GitHub turns into a link. Up to the next blank or
 * `<`, the URL's characters don't act as Markdown. https://github.github.com/gfm/#autolinks-extension-
 */
const BARE = /(?<![A-Za-z])(?:https?|ftp):\/\/(?=[^\p{Z}\p{P}\p{S}\p{Cc}])|(?<![^ \t\n\0*_~(])www(?=\.)/iuy;
const REST_OF_URL = /[^ \t\n\0<]*/y;
const SPECIAL = /[`\\<![\]&]|(?:https?|ftp):\/\/|www\./gi;
const AUTOLINK =
  /<(?:[A-Za-z][A-Za-z0-9.+-]{1,31}:[^<>\0-\x20]*|[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*)>/y;
const INLINE_TAG = new RegExp(TAG, 'y');
const CHARACTER = /&#(?:[xX]([0-9a-fA-F]{1,6})|([0-9]{1,7}));/y;
/**
 * Matches the end of an HTML comment. GitHub reads a run of hyphens in threes. For example, it splits `---->` into
 * `---` and `->`, so these characters don't end the comment.
 */
const COMMENT_END = /^-?>|(?<!-)(?:---)*-->/;
/** Patterns for the start and end of comments, processing instructions, declarations and CDATA sections. */
const COMMENTS: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/<!--/y, COMMENT_END],
  [/<\?/y, /(?<!\?)(?:\?\?)*\?>/],
  [/<![A-Z]+[ \t\v\f\n\0]/y, />/],
  [/<!\[CDATA\[/iy, /(?<!\])(?:\]{3})*\]\]>/],
];
/** Maximum number of characters of a link label. */
const LONGEST_LABEL = 1000;
/** Maximum number of backticks on each side of a code span. Longer runs are text. */
const MOST_BACKTICKS = 80;

/** Matches the domain of a bare URL. As on GitHub, the last character of the text is never part of the domain. */
const DOMAIN = /(?:\\?[[\w.\-\p{Cc}]--[\t\n\0]](?!$))*/vy;

/** Parses the inline elements of a text. Ignores emphasis, because it doesn't hide anything. */
export class InlineReader {
  readonly #text: string;
  readonly #definitions: Definitions;
  readonly #found: Inline[] = [];
  /** Open brackets, outermost first. */
  readonly #brackets: Bracket[] = [];
  /**
   * Whether a link has ended since the last `[`. If so, every `[` that is still open encloses that link, and can't
   * become a link itself, because links can't contain links. An open `![` can still become an image.
   */
  #isAfterLink = false;
  /** End patterns of {@link COMMENTS} that are known not to match in the rest of the text. */
  readonly #missing = new Set<RegExp>();
  /** Offset of the most recently found run of backticks, by run length. */
  readonly #backticks = new Map<number, number>();
  /** Whether a search for closing backticks has reached the end of the text. */
  #hasAllBackticks = false;

  /**
   * Functions that read markup at `at`, by the first character of the markup. Each returns the offset to continue from.
   */
  readonly #readers: Readonly<Record<string, (at: number) => number>> = {
    '`': (at) => this.#code(at),
    '\\': (at) => at + (/[!-/:-@[-`{-~]/.test(this.#text.charAt(at + 1)) ? 2 : 1),
    '<': (at) => this.#angle(at),
    '&': (at) => this.#character(at),
    '!': (at) => (/^\[(?!\^)/.test(this.#text.slice(at + 1, at + 3)) ? this.#open(at, true) : at + 1),
    '[': (at) => this.#open(at, false),
    ']': (at) => this.#close(at),
  };

  constructor(text: string, definitions: Definitions) {
    this.#text = text;
    this.#definitions = definitions;
  }

  /** Returns all inlines in the order in which they start. If two inlines start together, the longer comes first. */
  read(): Inline[] {
    const special = new RegExp(SPECIAL);
    for (let found = special.exec(this.#text); found; found = special.exec(this.#text)) {
      const read = this.#readers[found[0]];
      special.lastIndex = read ? read(found.index) : this.#bareUrl(found.index);
    }
    return this.#found.sort((a, b) => a.start - b.start || b.end - a.end);
  }

  #add(inline: Inline): number {
    this.#found.push(inline);
    return inline.end;
  }

  /**
   * Reads a code span, which ends at the next run of backticks of equal length. Without such a run, the opening
   * backticks are text.
   *
   * For each run length, GitHub caches the offset of the last run that a search passed. Once any search has reached the
   * end of the text, GitHub trusts the cache. It then looks for a closing run only if the cached offset lies after the
   * opening backticks. A later search that stops early can move cached offsets backward, so GitHub can miss a closing
   * run (cmark-gfm, `scan_to_closing_backticks`).
   */
  #code(at: number): number {
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

  #angle(at: number): number {
    const url = endOf(AUTOLINK, this.#text, at);
    if (url > at) return this.#add({ kind: 'url', start: at, end: url });
    const end = this.#commentEnd(at) ?? endOf(INLINE_TAG, this.#text, at);
    return end > at ? this.#add({ kind: 'html', start: at, end }) : at + 1;
  }

  /**
   * Returns the offset after a comment, processing instruction, declaration or CDATA section; undefined if none starts
   * at `at`, or if it never ends. As on GitHub, after one comment that never ends, every later `<!` is text.
   */
  #commentEnd(at: number): number | undefined {
    const [start, end] = COMMENTS.find(([each]) => matchAt(each, this.#text, at)) ?? [];
    if (!start || !end || this.#missing.has(end)) return undefined;
    if (this.#missing.has(COMMENT_END) && this.#text[at + 1] === '!') return undefined;
    const from = start.lastIndex;
    const found = end.exec(this.#text.slice(from));
    if (found) return from + found.index + found[0].length;
    this.#missing.add(end);
    return undefined;
  }

  #character(at: number): number {
    const [reference, hexadecimal, decimal] = matchAt(CHARACTER, this.#text, at) ?? [];
    if (reference === undefined) return at + 1;
    const end = at + reference.length;
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    const isSeen = code <= 0x10_ff_ff && seenCharacters(String.fromCodePoint(code)) !== '';
    return isSeen ? end : this.#add({ kind: 'unseen', start: at, end });
  }

  /** Reads a bare URL. GitHub doesn't turn bare URLs inside brackets into links. */
  #bareUrl(at: number): number {
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

  #open(at: number, isImage: boolean): number {
    const outer = this.#brackets.at(-1);
    if (outer) outer.hasBracket = true;
    this.#brackets.push({ at, isImage, hasBracket: false });
    if (!isImage) this.#isAfterLink = false;
    return at + (isImage ? 2 : 1);
  }

  /** Reads the `]` at `at`, with the destination or label that follows. Returns the offset to continue from. */
  #close(at: number): number {
    const opener = this.#brackets.pop();
    if (!opener) return at + 1;
    const { isImage } = opener;
    if (this.#isAfterLink && !isImage) return at + 1;
    const target = inlineTargetAt(this.#text, at + 1) ?? this.#definedTarget(opener, at);
    if (!target) return this.#footnote(opener, at);
    const { url, end } = target;
    if (isImage) return this.#add({ kind: 'image', start: opener.at, end });
    this.#isAfterLink = true;
    this.#add({ kind: 'link', start: opener.at, end: opener.at + 1, url, target: { start: at, end } });
    return this.#add({ kind: 'target', start: at, end });
  }

  /**
   * Returns the URL and the end of a reference link or image whose text ends at `at`; undefined if its label isn't
   * defined. If no label follows the text, the text itself is the label.
   */
  #definedTarget(opener: Bracket, at: number): { url: string; end: number } | undefined {
    if (this.#definitions.size === 0) return undefined;
    const start = opener.at + (opener.isImage ? 2 : 1);
    const [brackets = '', label = ''] = matchAt(LABEL, this.#text, at + 1) ?? [];
    if (label === '' && (opener.hasBracket || at - start > LONGEST_LABEL)) return undefined;
    const url = this.#definitions.get(labelKey(label || this.#text.slice(start, at)));
    return url === undefined ? undefined : { url, end: at + 1 + brackets.length };
  }

  /**
   * Reads a footnote reference. GitHub ignores all other markup in its brackets, even if the footnote doesn't exist.
   */
  #footnote(opener: Bracket, at: number): number {
    const start = opener.at;
    const label = this.#text[start + 1] === '^' ? this.#text.slice(start + 2, at) : '';
    if (label === '') return at + 1;
    while ((this.#found.at(-1)?.start ?? -1) > start) this.#found.pop();
    return this.#add({ kind: 'footnote', start, end: at + 1, label });
  }
}
