/** Elements of which GitHub's style sheet makes the text smaller, each by a tenth or more. */
const SHRINKING = setOf('sub sup small code tt samp rt pre h5 h6');
/** Number of shrinking tags around a text that make it too small to read; `rt`, which halves the size, counts twice. */
const UNREADABLE = 5;
/**
 * Elements that a browser does not show. What becomes of `template` on GitHub's page is not published; it is taken to
 * stay, because a browser would hide an instruction in it.
 */
const HIDDEN = setOf('rp template');

/** Elements that a browser opens again in the next block, until their own end tag closes them. */
const REOPENED = setOf('small code tt');
const PARTS_OF_RUBY = setOf('rt rp');
const LINKS = setOf('a /a');
/** Markdown's own elements within a line. */
const OWN_INLINE = setOf('/a /code');
const EMPTY = setOf(
  'area base basefont bgsound br embed image img input keygen link meta param source track wbr',
);
/** Blocks that stay open from their start tag to their end tag, unless {@link isEndedBy} says otherwise. */
const BLOCKS = setOf(
  'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 ' +
    'header hgroup li listing main menu nav ol p pre search section summary template ul',
);
/** Elements whose tags a browser leaves out or moves, or that close others. */
const SPECIAL = setOf(
  'applet body button caption col colgroup form frame frameset head hr html marquee math nobr object optgroup option rb rtc ' +
    'select svg table tbody td tfoot th thead tr',
);
const LISTS = setOf('ul ol dl dir menu');
const ITEM = /^(?:li|d[dt])$/;
const HEADING = /^h[1-6]$/;
/** Stands for a tag whose effects are not followed up: no element before it is taken to be closed any more. */
const UNKNOWN = '?';

/**
 * The elements that are open at a place of a page, as far as they hide text or make it too small to read. Where tags are
 * nested in strange ways, elements count as open that a browser has closed, and never the other way round.
 * https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody
 */
export class OpenElements {
  /** Names of open elements in lower case. Names of Markdown's own begin with a slash, which a text cannot write. */
  readonly #open: string[] = [];
  #shrinking = 0;
  #hidden = 0;
  /** Whether there was a drawing or a formula: what blocks do in these is not followed up. */
  #isForeign = false;

  /** Whether an open `ruby` has been opened in this leaf: the end of a paragraph closes it. */
  #isInRuby = false;

  /** Whether text at this place cannot be read. */
  get isHiding(): boolean {
    return this.#hidden > 0 || this.#shrinking >= UNREADABLE;
  }

  /** Begins another leaf. */
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

  /**
   * Ends the previous part of a ruby text, if it does not have an end tag: the next part, or the text's end, does that.
   */
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

/** Checks whether a browser closes the block when another begins in it. */
function isEndedBy(outer: string, name: string): boolean {
  if (outer === 'p' || (outer.startsWith('/') && outer !== '/div')) return true;
  return ITEM.test(name) ? !LISTS.has(outer) : HEADING.test(name) && HEADING.test(outer);
}
