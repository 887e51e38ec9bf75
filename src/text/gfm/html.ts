/**
 * The elements that GitHub keeps, by its published list. What is in others is shown without them.
 * https://github.com/gjtorikian/html-pipeline/blob/main/lib/html_pipeline/sanitization_filter.rb
 */
const KEPT = new Set(
  (
    'h1 h2 h3 h4 h5 h6 br b i strong em a pre code img tt div ins del sup sub p picture ol ul table thead tbody ' +
    'tfoot blockquote dl dt dd kbd q samp var hr ruby rt rp li tr td th s strike summary details caption figure ' +
    'figcaption abbr bdo cite dfn mark small source span time wbr'
  ).split(' '),
);

/** Their tags are shown as text. https://github.github.com/gfm/#disallowed-raw-html-extension- */
const SHOWN_AS_TEXT = /^<\/?(title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext)(?=[\s/>])/i;

const TAG_NAME = /<(\/?)([A-Za-z][^\s/>]*)/y;

/** Where the reader is: in text, in a part of a tag, in a quoted value until that quote, or in a comment. */
type State = 'text' | 'before' | 'name' | 'after' | 'equals' | 'word' | '"' | "'" | 'comment' | 'bogus';

/** Takes `from` up to `to` out of the text at hand, and puts `text` in its place. */
export type Cut = (from: number, to: number, text?: string) => void;

/**
 * Reads the HTML that Markdown leaves as it is, as a browser would, and cuts what a browser does not show. A comment or
 * tag that is not closed goes on into what follows, so one reader reads a whole document.
 * https://html.spec.whatwg.org/multipage/parsing.html#tokenization
 */
export class HtmlReader {
  #state: State = 'text';
  /** What stays of the tag or comment at hand. */
  #rest = '';
  /** Up to where GitHub shows certain tags as text. */
  #namesCount = 0;

  /** Whether what comes next is shown. */
  get isInText(): boolean {
    return this.#state === 'text';
  }

  /** Reads raw HTML: a block, or what stands in a line, of which GitHub looks only at the first tag's name. */
  raw(text: string, cut: Cut, isBlock = false): void {
    this.#namesCount = isBlock ? Number.POSITIVE_INFINITY : 0;
    const missing = new Set<string>();
    let at = 0;
    while (at < text.length) {
      at = this.#state === 'text' ? this.#open(text, at, cut, missing) : this.#skip(text, at, at, cut);
    }
  }

  /** Reads text that Markdown shows, with what would act in HTML escaped. */
  shown(text: string, cut: Cut): void {
    if (this.#state !== 'text') this.raw(text.replaceAll(/[<>"&]/g, 'x'), cut);
  }

  /** Reads HTML that Markdown makes, such as `<p>` between two blocks. */
  made(html: string): void {
    if (this.#state !== 'text') this.raw(html, () => {});
  }

  /**
   * Finds what opens next.
   *
   * @param missing ends that are known not to come
   * @returns where to go on
   */
  #open(text: string, at: number, cut: Cut, missing: Set<string>): number {
    const start = text.indexOf('<', at);
    if (start < 0) return text.length;
    if (/^<(?:[!?]|\/[^A-Za-z>])/.test(text.slice(start, start + 3))) {
      return this.#openComment(text, start, cut, missing);
    }
    TAG_NAME.lastIndex = start;
    const [opening, slash = '', name = ''] = TAG_NAME.exec(text) ?? [];
    if (opening === undefined) return start + 1;
    if (start <= this.#namesCount && SHOWN_AS_TEXT.test(text.slice(start, start + 14))) return start + 1;
    const lower = name.toLowerCase();
    this.#rest = KEPT.has(lower) ? `<${slash}${lower}>` : '';
    this.#state = 'before';
    return this.#skip(text, start, start + opening.length, cut);
  }

  /** A browser ends `<?` and CDATA at the first `>`; nobody means the rest of them to be read, so it goes too. */
  #openComment(text: string, start: number, cut: Cut, missing: Set<string>): number {
    this.#rest = ' ';
    const opening = /^<(?:!--|\?|!\[CDATA\[|!|\/)/.exec(text.slice(start, start + 9))?.[0] ?? '<';
    const close = { '<?': '?>', '<![CDATA[': ']]>' }[opening];
    if (close !== undefined && !missing.has(close)) {
      const end = text.indexOf(close, start);
      if (end >= 0) return this.#close(start, end + close.length, cut);
      missing.add(close);
    }
    const abrupt = /^<!--(-?>)/.exec(text.slice(start, start + 6));
    if (abrupt) return this.#close(start, start + abrupt[0].length, cut);
    this.#state = opening === '<!--' ? 'comment' : 'bogus';
    return this.#skip(text, start, start + opening.length, cut);
  }

  /** Reads on from `at` to the end of the tag or comment that has been open since `start`. */
  #skip(text: string, start: number, at: number, cut: Cut): number {
    let next = at;
    while (next < text.length) {
      const { end, closes } = this.#step(text, next);
      if (closes) return this.#close(start, end, cut);
      next = end;
    }
    cut(start, text.length);
    return text.length;
  }

  #close(start: number, end: number, cut: Cut): number {
    cut(start, end, this.#rest);
    this.#state = 'text';
    return end;
  }

  #step(text: string, at: number): { end: number; closes: boolean } {
    switch (this.#state) {
      case 'comment':
        return find(text, at, /--!?>/g);
      case 'bogus':
        return find(text, at, />/g);
      case '"':
      case "'": {
        const end = text.indexOf(this.#state, at);
        if (end >= 0) this.#state = 'before';
        return { end: end < 0 ? text.length : end + 1, closes: false };
      }
      default: {
        const character = text.charAt(at);
        this.#state = stateInTag(this.#state, character);
        return { end: at + 1, closes: character === '>' };
      }
    }
  }
}

function stateInTag(state: State, character: string): State {
  const isBlank = /\s/.test(character);
  switch (state) {
    case 'equals':
      if (character === '"' || character === "'") return character;
      return isBlank ? state : 'word';
    case 'word':
      return isBlank ? 'before' : state;
    default:
      if (character === '/') return 'before';
      if (character === '=' && state !== 'before') return 'equals';
      if (!isBlank) return 'name';
      return state === 'before' ? state : 'after';
  }
}

function find(text: string, at: number, pattern: RegExp): { end: number; closes: boolean } {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found ? { end: found.index + found[0].length, closes: true } : { end: text.length, closes: false };
}
