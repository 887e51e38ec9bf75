/** Elements whose text GitHub's style sheet shrinks by a tenth or more. */
const SHRINKING = setOf('sub sup small code tt samp rt pre h5 h6');
/** Number of nested shrinking elements that make text too small to read. `rt`, which halves the size, counts twice. */
const UNREADABLE = 5;
/**
 * Elements that a browser doesn't show. GitHub doesn't say whether it keeps `template`. It is listed to be safe. If
 * GitHub keeps it, a browser hides its content, which could be an instruction to the agent.
 */
const HIDDEN = setOf('rp template');

/** Formatting elements. If one is still open when its block ends, a browser reopens it in each block that follows. */
const REOPENED = setOf('small code tt');
const PARTS_OF_RUBY = setOf('rt rp');
/**
 * Links. A slash at the start of a name marks an element that GitHub generates from Markdown. The names of raw tags
 * can't begin with a slash.
 */
const LINKS = setOf('a /a');
/** Inline elements that GitHub generates from Markdown. */
const OWN_INLINE = setOf('/a /code');
/** Void elements, which can't have content or an end tag. */
const EMPTY = setOf(
  'area base basefont bgsound br embed image img input keygen link meta param source track wbr',
);
/** Blocks that stay open until their end tag, unless {@link isEndedBy} says otherwise. */
const BLOCKS = setOf(
  'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 ' +
    'header hgroup li listing main menu nav ol p pre search section summary template ul',
);
/** Elements that close other elements, or whose tags a browser drops or moves. {@link UNKNOWN} replaces them. */
const SPECIAL = setOf(
  'applet body button caption col colgroup form frame frameset head hr html marquee math nobr object optgroup option rb rtc ' +
    'select svg table tbody td tfoot th thead tr',
);
const LISTS = setOf('ul ol dl dir menu');
const ITEM = /^(?:li|d[dt])$/;
const HEADING = /^h[1-6]$/;
/**
 * Placeholder in the list of open elements for a tag whose effects on other elements aren't tracked. Elements before it
 * in the list are treated as open to the end of the page.
 */
const UNKNOWN = '?';

/**
 * Tracks which open elements hide text or make it too small to read. If tags are badly nested, an element that a
 * browser has closed may still be treated as open, but never the reverse.
 * https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody
 */
export class OpenElements {
  /** Names of open elements in lower case, outermost first. Names of generated elements begin with a slash. */
  readonly #open: string[] = [];
  /** Number of elements that shrink the current text. An `rt` counts twice. */
  #shrinking = 0;
  /** Number of elements that hide the current text. */
  #hidden = 0;
  /**
   * Whether an `svg` or `math` element has begun. From then on, closing a block no longer undoes the hiding or
   * shrinking caused by the block and the elements in it.
   */
  #isForeign = false;
  /** Whether a `ruby` element has begun in the current leaf block. The end of the block also ends the element. */
  #isInRuby = false;

  /** Whether text at the current position is hidden or too small to read. */
  get isHiding(): boolean {
    return this.#hidden > 0 || this.#shrinking >= UNREADABLE;
  }

  /** Marks the start of the next leaf block. */
  startLeaf(): void {
    this.#isInRuby = false;
  }

  start(name: string): void {
    if (EMPTY.has(name)) return;
    if (PARTS_OF_RUBY.has(name)) this.#endPartOfRuby();
    if (this.#closesOthers(name)) this.#open.push(UNKNOWN);
    this.#isForeign ||= name === 'svg' || name === 'math';
    this.#isInRuby ||= name === 'ruby';
    this.#open.push(SPECIAL.has(name) ? UNKNOWN : name);
    this.#count(name, 1);
  }

  end(name: string): void {
    if (EMPTY.has(name)) return;
    if (name === 'ruby') this.#endPartOfRuby();
    if (isBlock(name) ? this.#lastBlock !== name : this.#open.at(-1) !== name) this.#open.push(UNKNOWN);
    else if (isBlock(name)) this.#closeBlock(name);
    else this.#close();
  }

  /** Checks whether a browser may close open elements when the element `name` begins. */
  #closesOthers(name: string): boolean {
    const isPart = this.#isInRuby && this.#open.at(-1) === 'ruby';
    if (PARTS_OF_RUBY.has(name)) return !isPart && this.#open.includes('ruby');
    if (LINKS.has(name)) return this.#open.some((each) => LINKS.has(each));
    return isBlock(name) && isEndedBy(this.#lastBlock, name);
  }

  get #lastBlock(): string {
    return this.#open.findLast(isBlock) ?? '';
  }

  #closeBlock(name: string): void {
    for (const each of this.#open.splice(this.#open.lastIndexOf(name))) {
      if (!this.#isForeign && !REOPENED.has(each)) this.#count(each, -1);
    }
  }

  /** Closes an open `rt` or `rp`. The next part, or the end of the `ruby` element, implies the end tag. */
  #endPartOfRuby(): void {
    if (this.#isInRuby && PARTS_OF_RUBY.has(this.#open.at(-1) ?? '') && this.#open.at(-2) === 'ruby')
      this.#close();
  }

  #close(): void {
    this.#count(this.#open.pop() ?? '', -1);
  }

  #count(name: string, change: 1 | -1): void {
    const element = name.replace('/', '');
    if (SHRINKING.has(element)) this.#shrinking += change;
    if (element === 'rt') this.#shrinking += change;
    if (HIDDEN.has(element)) this.#hidden += change;
  }
}

function setOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

function isBlock(name: string): boolean {
  return (
    BLOCKS.has(name) ||
    SPECIAL.has(name) ||
    name === UNKNOWN ||
    (name.startsWith('/') && !OWN_INLINE.has(name))
  );
}

/** Checks whether a browser closes the block `outer` when the block `name` begins in it. */
function isEndedBy(outer: string, name: string): boolean {
  if (outer === 'p' || (outer.startsWith('/') && outer !== '/div')) return true;
  return ITEM.test(name) ? !LISTS.has(outer) : HEADING.test(name) && HEADING.test(outer);
}
