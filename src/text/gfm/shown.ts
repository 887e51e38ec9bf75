import { Blocks, type Container, type Footnote, type Leaf } from './blocks.ts';
import { applyEdits, type Edit, FILLER } from './edits.ts';
import { type Inline, InlineReader } from './inlines.ts';
import { type Definitions, isShownAddress, labelKey } from './links.ts';
import { OWN_TAG, ownTag, Page } from './page.ts';

/**
 * Removes what GitHub's page doesn't show of a text whose lines end in `\n`. Reference links become inline links,
 * because their definitions are removed. `code` replaces code spans and code blocks; undefined keeps them.
 */
export function shownSource(markdown: string, code?: string): string {
  const source = inColumns(markdown.replace(/^\ufeff/, '').replaceAll(FILLER, ''));
  const blocks = new Blocks(source, markdown.startsWith('\ufeff'));
  return applyEdits(source, new Editor(blocks, source.length, code).edits()).replaceAll(FILLER, '');
}

/** Pads the tabs before a line's text, among its block markers, to tab stops that are four columns apart. */
function inColumns(markdown: string) {
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
  readonly #codeText: string | undefined;
  readonly #edits: Edit[] = [];
  /** The first of each key. */
  readonly #footnotes: ReadonlyMap<string, Footnote>;
  #container: Container | undefined;
  /** Offset in the leaf from which GitHub's columns, which count bytes, go wrong; -1 for none. */
  #oddAt = -1;

  constructor(blocks: Blocks, room: number, code: string | undefined) {
    this.#blocks = blocks;
    this.#page = new Page(room);
    this.#codeText = code;
    this.#footnotes = new Map(blocks.footnotes.toReversed().map((each) => [each.key, each]));
  }

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

  /** Numbers the footnotes with references, in their markers too, and returns them in the order GitHub shows them. */
  #numberFootnotes(inlines: readonly Inline[]): readonly Footnote[] {
    const used: Footnote[] = [];
    for (const inline of inlines) {
      const footnote = inline.kind === 'footnote' ? this.#footnoteOf(inline.label) : undefined;
      if (footnote && !footnote.number) footnote.number = used.push(footnote);
    }
    for (const { marker, number } of this.#blocks.footnotes)
      this.#edits.push({ ...marker, text: number === undefined ? '' : `[^${number}]: ` });
    return used;
  }

  /** Adds a leaf to the page. Of the tags that GitHub puts around it, only quotes and the first `>` matter. */
  #read(leaf: Leaf, inlines: readonly Inline[]) {
    const { kind, text, start, container, attribute } = leaf;
    // Every list counts as tight: text directly in an item doesn't get a `p`.
    const tag = kind === 'html' || (kind === 'text' && container.kind === 'item') ? '' : '<p>';
    if (container !== this.#container) this.#page.addTag('<div>');
    this.#container = container;
    this.#oddAt = text.search(/[^\t-\f -~\0]|\\\n/);
    if (attribute !== undefined) this.#page.addTag(`${ownTag(attribute)}</a>`);
    this.#page.addTag(`\n${tag}`);
    let at = 0;
    for (const inline of inlines) {
      if (inline.start < at) continue;
      this.#page.addText(text.slice(at, inline.start), start + at);
      at = this.#inline(inline, leaf);
    }
    this.#page.addText(text.slice(at), start + at);
  }

  /** Adds an inline to the page. Returns the offset in the leaf's text to continue from. */
  #inline(inline: Inline, leaf: Leaf) {
    const { start, end } = inline;
    const text = leaf.text.slice(start, end);
    switch (inline.kind) {
      case 'html':
        this.#page.addHtml(text, leaf.start + start, leaf.kind === 'html');
        return end;
      case 'code':
        if (this.#codeText !== undefined) this.#cut(leaf, start, end, this.#codeText);
        this.#page.addText(text, leaf.start + start, true);
        return end;
      case 'image':
        this.#cut(leaf, start, end, '![]');
        this.#page.addTag('<img src="">');
        return end;
      case 'link': {
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

  /** Footnote of a label, if any. It isn't clear which part of a label over several lines GitHub looks up. */
  #footnoteOf(label: string): Footnote | undefined {
    return label.includes('\n') ? undefined : this.#footnotes.get(labelKey(label));
  }

  /** Adds a footnote's number, or what GitHub shows of a reference to none. Returns the offset to continue from. */
  #footnote({ start, end, label }: Inline & { kind: 'footnote' }, leaf: Leaf) {
    const { text } = leaf;
    const footnote = this.#footnoteOf(label);
    if (footnote) {
      this.#page.addTag(`${OWN_TAG}</a>`);
      this.#cut(leaf, start, end, `[^${footnote.number}]`);
      return start;
    }
    const labelStart = start + '[^'.length;
    const shown = label.includes('\n') ? this.#shownEnd(text, start, end) : end - 1;
    // What is left of the label must not name another footnote.
    const from = this.#footnotes.has(labelKey(text.slice(labelStart, shown))) ? labelStart : shown;
    this.#page.addText(text.slice(start, from), leaf.start + start);
    this.#cut(leaf, from, end - 1);
    return end - 1;
  }

  /**
   * Returns where GitHub stops showing the label of a missing footnote that goes over lines. It takes the distance
   * between the columns of the two brackets as the label's length.
   */
  #shownEnd(text: string, start: number, end: number) {
    const columnOf = (at: number) =>
      text.slice(text.lastIndexOf('\n', at) + 1, at).replaceAll(FILLER, '').length;
    const length = columnOf(end) - columnOf(start) - '[^]'.length;
    const isOdd = this.#oddAt >= 0 && this.#oddAt < end;
    return start + '[^'.length + (isOdd ? 0 : Math.max(0, length));
  }

  /** Adds and returns an edit of a part of a leaf. `from` and `to` are offsets in the leaf's text. */
  #cut(leaf: Leaf, from: number, to: number, text = ''): Edit {
    const edit = { start: leaf.start + from, end: leaf.start + to, text };
    this.#edits.push(edit);
    return edit;
  }
}

function inlinesOf({ kind, text }: Leaf, definitions: Definitions): readonly Inline[] {
  return kind === 'text'
    ? new InlineReader(text, definitions).read()
    : [{ kind, start: 0, end: text.length }];
}
