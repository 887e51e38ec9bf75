import { Blocks, type Container, type Footnote, type Leaf } from './blocks.ts';
import { applyEdits, type Edit, FILLER } from './edits.ts';
import { type Inline, InlineReader } from './inlines.ts';
import { type Definitions, isShownAddress, labelKey } from './links.ts';
import { OWN_TAG, ownTag, Page } from './page.ts';
import { undrawnInFormula, undrawnInText } from './undrawn.ts';

/**
 * Removes the parts of a Markdown text that GitHub's page doesn't show:
 *
 * - HTML comments and similar markup, attributes of tags, link reference definitions, link titles
 * - alt text of images, footnotes without references, info strings of code fences
 * - parts of formulas, diagrams and table rows that GitHub doesn't draw
 *
 * Reference links become inline links, because their definitions are removed.
 *
 * @param markdown text whose lines end in `\n`
 */
export function shownSource(markdown: string, options: ShownOptions): string {
  const source = inColumns(markdown.replaceAll(FILLER, ''));
  return applyEdits(source, new Editor(source, options).edits()).replaceAll(FILLER, '');
}

interface ShownOptions {
  /** Whether code spans and code blocks stay in the text. */
  readonly hasCode: boolean;
  /** Whether the text began with a byte order mark, in which case GitHub doesn't show a checkbox on the first line. */
  readonly hasByteOrderMark: boolean;
}

/**
 * Pads each tab at the start of a line with {@link FILLER}s up to the next tab stop, so that each column is one
 * character. The start of a line consists of its indentation and block markers. Tab stops are four columns apart.
 */
function inColumns(markdown: string): string {
  return markdown.replaceAll(/^(?:[\t >*+\-.)\d]|\[\^[^\]\s]+\]:)*/gm, (start) => {
    if (!start.includes('\t')) return start;
    let columns = 0;
    return start.replaceAll(/[^\t]+|\t/g, (part) => {
      const wide = part === '\t' ? part.padStart(4 - (columns % 4), FILLER) : part;
      columns += wide.length;
      return wide;
    });
  });
}

/** Puts the parsed text on a {@link Page}, and collects the edits that remove hidden parts. */
class Editor {
  readonly #blocks: Blocks;
  readonly #page: Page;
  readonly #edits: Edit[] = [];
  /** Footnotes by their `key`. If several footnotes share a key, the first is used. */
  readonly #footnotes: ReadonlyMap<string, Footnote>;
  /** Containers around the leaf that was last added to the page, outermost first. */
  #containers: readonly Container[] = [];
  readonly #hasCode: boolean;

  constructor(source: string, { hasCode, hasByteOrderMark }: ShownOptions) {
    this.#blocks = new Blocks(source, hasByteOrderMark);
    this.#page = new Page(source.length);
    this.#footnotes = new Map(this.#blocks.footnotes.toReversed().map((each) => [each.key, each]));
    this.#hasCode = hasCode;
  }

  /** Adds all leaves to the page, footnotes last, and returns the edits. Removes footnotes without references. */
  edits(): readonly Edit[] {
    const { leaves, definitions, edits } = this.#blocks;
    const read = leaves.map((leaf) => ({ leaf, inlines: inlinesOf(leaf, definitions) }));
    const used = this.#numberFootnotes(read.flatMap(({ inlines }) => inlines));
    const byFootnote = Map.groupBy(read, ({ leaf }) => leaf.container.footnote);
    for (const footnote of [undefined, ...used]) {
      if (footnote) this.#page.addTag(`${OWN_TAG}</a>`);
      for (const { leaf, inlines } of byFootnote.get(footnote) ?? []) this.#read(leaf, inlines);
      byFootnote.delete(footnote);
    }
    for (const { leaf } of [...byFootnote.values()].flat()) this.#cut(leaf, 0, leaf.text.length);
    return [...this.#page.edits(), ...edits, ...this.#edits];
  }

  /**
   * Numbers the footnotes that have references, and returns them in the order in which GitHub shows them. Also writes
   * each number into its footnote's marker, and removes the markers of all other footnotes.
   */
  #numberFootnotes(inlines: readonly Inline[]): readonly Footnote[] {
    const used = new Set<Footnote>();
    for (const inline of inlines) {
      const footnote = inline.kind === 'footnote' ? this.#footnoteOf(inline.label) : undefined;
      if (footnote) used.add(footnote);
    }
    for (const [index, footnote] of [...used].entries()) footnote.number = index + 1;
    for (const { marker, number } of this.#blocks.footnotes)
      this.#edits.push({ ...marker, text: number === undefined ? '' : `[^${number}]: ` });
    return [...used];
  }

  /** Adds a leaf to the page, inside the tags that GitHub generates for it. */
  #read(leaf: Leaf, inlines: readonly Inline[]): void {
    const { text, start, container } = leaf;
    const tags = tagsOf(leaf);
    this.#enter(container);
    if (leaf.attribute !== undefined) this.#page.addTag(`${ownTag(leaf.attribute)}</a>`);
    this.#page.addTag(`\n${tags.map((tag) => `<${tag}>`).join('')}`);
    let at = 0;
    for (const inline of inlines) {
      if (inline.start < at) continue;
      this.#page.addText(text.slice(at, inline.start), start + at);
      at = this.#inline(inline, leaf);
    }
    this.#page.addText(text.slice(at), start + at);
    for (const tag of tags.toReversed()) this.#page.addTag(`</${tag}>`);
    if (leaf.kind === 'text') this.#hideInFormulas(leaf, inlines);
  }

  /** Adds the tags of all containers that end or start between the previous leaf and a leaf in `container`. */
  #enter(container: Container): void {
    if (container === this.#containers.at(-1)) return;
    const containers = containersOf(container);
    const shared = this.#containers.findLastIndex((each, depth) => each === containers[depth]) + 1;
    for (const each of this.#containers.slice(shared).reverse()) this.#page.addTag(`</${tagOf(each)}>`);
    for (const each of containers.slice(shared)) this.#page.addTag(`<${tagOf(each)}>`);
    this.#containers = containers;
  }

  /**
   * Removes the parts of formulas that GitHub doesn't draw. First overwrites code and raw HTML with fillers, because a
   * dollar sign in them doesn't begin a formula.
   */
  #hideInFormulas(leaf: Leaf, inlines: readonly Inline[]): void {
    const others = inlines.filter(({ kind }) => kind === 'code' || kind === 'html');
    const fillers = others.map(({ start, end }) => ({ start, end, text: FILLER.repeat(end - start) }));
    for (const { start, end } of undrawnInText(applyEdits(leaf.text, fillers))) this.#cut(leaf, start, end);
  }

  /** Adds an inline to the page. Returns the offset in the leaf's text to continue from. */
  #inline(inline: Inline, leaf: Leaf): number {
    const { start, end } = inline;
    const text = leaf.text.slice(start, end);
    switch (inline.kind) {
      case 'html':
        this.#page.addHtml(text, leaf.start + start, leaf.kind === 'html');
        return end;
      case 'code':
        this.#code(text, start, leaf);
        return end;
      case 'image':
        this.#cut(leaf, start, end, '![]');
        this.#page.addTag('<img src="">');
        return end;
      case 'link': {
        // The edit removes the address, and the page restores it if the link has visible text. Without visible text,
        // people can't hover over the link to see the address.
        const edit = this.#cut(leaf, inline.target.start, inline.target.end, ']');
        const shown = isShownAddress(inline.url) ? `](${inline.url})` : ']';
        this.#page.addTag(ownTag(inline.url), { edit, shown });
        return end;
      }
      case 'target':
        this.#page.addTag('</a>');
        return end;
      case 'url':
        this.#page.addTag(`${ownTag(text)}</a>`);
        return start;
      case 'footnote':
        return this.#footnote(inline, leaf);
      case 'unseen':
        this.#cut(leaf, start, end);
        return start;
    }
  }

  /**
   * Returns the footnote that a label refers to; undefined if there is none, or if the label spans lines. It isn't
   * clear which part of such a label GitHub looks up.
   */
  #footnoteOf(label: string): Footnote | undefined {
    return label.includes('\n') ? undefined : this.#footnotes.get(labelKey(label));
  }

  /** Adds a code span or code block to the page. A code span between dollar signs is a formula. */
  #code(text: string, start: number, leaf: Leaf): void {
    const end = start + text.length;
    if (!this.#hasCode) this.#cut(leaf, start, end, ' ');
    if (leaf.text[start - 1] === '$' && leaf.text[end] === '$') {
      for (const span of undrawnInFormula(text)) this.#cut(leaf, start + span.start, start + span.end);
    }
    this.#page.addTag('<code>');
    this.#page.addText(text, leaf.start + start, true);
    this.#page.addTag('</code>');
  }

  /**
   * Replaces the label of a footnote reference with the footnote's number. If the footnote doesn't exist, removes the
   * part of the label that GitHub doesn't show ({@link shownEnd}). If the rest would be the label of another footnote,
   * removes the whole label. Returns the offset to continue from.
   */
  #footnote({ start, end, label }: Inline & { kind: 'footnote' }, leaf: Leaf): number {
    const { text } = leaf;
    const footnote = this.#footnoteOf(label);
    if (footnote) {
      this.#page.addTag(`${OWN_TAG}</a>`);
      this.#cut(leaf, start, end, `[^${footnote.number}]`);
      return start;
    }
    const labelStart = start + '[^'.length;
    const shown = shownEnd(text, start, end);
    const shownLabel = labelKey(text.slice(labelStart, shown));
    const from = this.#footnotes.has(shownLabel) ? labelStart : shown;
    this.#page.addText(text.slice(start, from), leaf.start + start);
    this.#cut(leaf, from, end - 1);
    return end - 1;
  }

  /** Adds and returns an edit that replaces a part of a leaf. `from` and `to` are offsets in the leaf's text. */
  #cut(leaf: Leaf, from: number, to: number, text = ''): Edit {
    const edit = { start: leaf.start + from, end: leaf.start + to, text };
    this.#edits.push(edit);
    return edit;
  }
}

/** Returns the inlines of a leaf. A code block or HTML block is one inline. */
function inlinesOf({ kind, text }: Leaf, definitions: Definitions): readonly Inline[] {
  return kind === 'text'
    ? new InlineReader(text, definitions).read()
    : [{ kind, start: 0, end: text.length }];
}

/**
 * Returns the offset in a leaf's text at which GitHub stops showing the label of a missing footnote. GitHub takes the
 * distance between the columns of the two brackets as the label's length. If the brackets are on different lines,
 * GitHub may therefore show only part of the label. After a multibyte character, or a backslash at the end of a line,
 * GitHub counts columns differently. In that case, a label that spans lines is treated as entirely hidden.
 */
function shownEnd(text: string, start: number, end: number): number {
  const labelStart = start + '[^'.length;
  if (!text.slice(start, end).includes('\n')) return end - 1;
  if (/[^\t-\f -~\0]|\\\n/.test(text.slice(0, end))) return labelStart;
  const columnOf = (at: number) =>
    text.slice(text.lastIndexOf('\n', at) + 1, at).replaceAll(FILLER, '').length;
  return labelStart + Math.max(0, columnOf(end) - columnOf(start) - '[^]'.length);
}

/** Returns a container and its ancestors, outermost first. */
function containersOf(container: Container): Container[] {
  const containers: Container[] = [];
  for (let each: Container | undefined = container; each; each = each.parent) containers.push(each);
  return containers.reverse();
}

/** Returns the element name to use on the page for a container. The element acts like the one that GitHub generates. */
function tagOf({ kind }: Container): string {
  return kind === 'item' ? 'li' : 'div';
}

/**
 * Returns the names of the elements that GitHub puts around a leaf. Every list is treated as tight: text directly in
 * an item doesn't get a `p`.
 */
function tagsOf({ kind, container }: Leaf): readonly string[] {
  if (kind === 'code') return ['pre', 'code'];
  if (kind === 'html') return [];
  return container.kind === 'item' ? [] : ['p'];
}
