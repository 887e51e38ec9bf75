import { type Blocks, type Container, type Footnote, type Leaf, readBlocks } from './blocks.ts';
import { type Cut, HtmlReader } from './html.ts';
import { type Inline, readInlines } from './inlines.ts';
import { labelKey } from './link.ts';
import { applyEdits, Content, type Edit } from './source.ts';

/**
 * The source of a Markdown text without what GitHub's page does not show of it: comments and the like, attributes,
 * definitions of links, titles, texts for images, footnotes that nothing refers to, and what fences say. Links that use
 * a definition get its URL, since the definition goes.
 *
 * @param source with `\n` as the only end of a line
 * @param isHidden whether a character, of which the text has the number, cannot be seen
 */
export function shownSource(source: string, isHidden: (code: number) => boolean): string {
  const blocks = readBlocks(source);
  return applyEdits(source, new Editor(source, blocks, isHidden).edits());
}

interface ReadLeaf {
  readonly leaf: Leaf;
  readonly content: Content;
  readonly inlines: readonly Inline[];
}

class Editor {
  readonly #blocks: Blocks;
  readonly #isHidden: (code: number) => boolean;
  readonly #leaves: readonly ReadLeaf[];
  readonly #edits: Edit[];
  /** Numbers of the footnotes that something refers to, by their key. */
  readonly #numbers = new Map<string, number>();
  readonly #html = new HtmlReader();
  /** Of the leaf that was read last. */
  #container: Container | undefined;
  /** Characters of defined URLs that may still be put in: a short text must not grow long. */
  #growth: number;

  constructor(source: string, blocks: Blocks, isHidden: (code: number) => boolean) {
    this.#blocks = blocks;
    this.#isHidden = isHidden;
    this.#edits = [...blocks.edits];
    this.#growth = source.length;
    this.#leaves = blocks.leaves.map((leaf) => {
      const content = new Content(source, leaf.lines);
      const inlines = leaf.kind === 'text' ? readInlines(content.text, blocks.definitions) : [];
      return { leaf, content, inlines };
    });
  }

  edits(): readonly Edit[] {
    this.#numberFootnotes();
    const used = new Set<Footnote | undefined>([undefined]);
    for (const footnote of this.#blocks.footnotes) {
      const number = this.#numbers.get(labelKey(footnote.label));
      const isFirst = number !== undefined && this.#blocks.footnotes[number - 1] === footnote;
      if (isFirst) used.add(footnote);
      this.#edits.push({ ...footnote.marker, text: isFirst ? `[^${number}]: ` : '' });
    }
    // GitHub shows footnotes at the end.
    const isShown = ({ leaf }: ReadLeaf) => used.has(leaf.container.footnote);
    const [shown, unused] = [this.#leaves.filter(isShown), this.#leaves.filter((leaf) => !isShown(leaf))];
    for (const leaf of shown.filter(({ leaf }) => !leaf.container.footnote)) this.#read(leaf);
    for (const leaf of shown.filter(({ leaf }) => leaf.container.footnote)) this.#read(leaf);
    for (const { content } of unused) this.#edits.push(...content.edits(0, content.text.length));
    return this.#edits;
  }

  /** A footnote's number is its place among all of them; of those with one label, the first counts. */
  #numberFootnotes(): void {
    const places = new Map<string, number>();
    for (const [index, { label }] of this.#blocks.footnotes.entries()) {
      if (!places.has(labelKey(label))) places.set(labelKey(label), index + 1);
    }
    for (const inline of this.#leaves.flatMap(({ inlines }) => inlines)) {
      if (inline.kind !== 'footnote') continue;
      const place = places.get(labelKey(inline.label));
      if (place !== undefined) this.#numbers.set(labelKey(inline.label), place);
    }
  }

  #read({ leaf, content, inlines }: ReadLeaf): void {
    const { text } = content;
    // In a list without blank lines GitHub makes no paragraphs.
    if (leaf.container !== this.#container || (leaf.kind !== 'html' && leaf.container.kind !== 'item')) {
      this.#html.made('<p>');
    }
    this.#container = leaf.container;
    if (leaf.kind === 'html') {
      this.#html.raw(text, this.#cut(content, 0), true);
    } else {
      let at = 0;
      for (const inline of inlines) {
        if (inline.start < at) continue;
        this.#html.shown(text.slice(at, inline.start), this.#cut(content, at));
        at = this.#inline(inline, content);
      }
      this.#html.shown(text.slice(at), this.#cut(content, at));
    }
  }

  /** @returns how far the text has been read */
  #inline(inline: Inline, content: Content): number {
    const { start, end } = inline;
    const cut = this.#cut(content, 0);
    switch (inline.kind) {
      case 'html':
        this.#html.raw(content.text.slice(start, end), this.#cut(content, start));
        return end;
      case 'image':
        cut(start, end, this.#html.isInText ? `![]${targetOf(inline.url)}` : '');
        this.#html.made('<img src="" alt="">');
        return end;
      case 'link':
        this.#html.made('<a href="">');
        cut(inline.textEnd, end, `]${this.#linkTarget(inline)}`);
        return start;
      case 'url':
        this.#html.made('<a href="">');
        return start;
      case 'footnote': {
        const number = this.#numbers.get(labelKey(inline.label));
        if (number !== undefined) cut(start, end, `[^${number}]`);
        else cut(start + 2 + shownLength(content.text, inline), end - 1);
        return start;
      }
      case 'character':
        if (this.#isHidden(inline.code)) cut(start, end);
        return start;
    }
  }

  #linkTarget({ url, isDefined }: Extract<Inline, { kind: 'link' }>): string {
    const target = targetOf(url);
    if (!isDefined) return target;
    if (target.length > this.#growth) return '';
    this.#growth -= target.length;
    return target;
  }

  #cut(content: Content, offset: number): Cut {
    return (from, to, text) => {
      this.#edits.push(...content.edits(from + offset, to + offset, text));
    };
  }
}

/** A URL with blanks in it is no URL: it would be read as words that nobody sees. */
function targetOf(url: string): string {
  return /\s/.test(url) ? '' : `(${url})`;
}

/**
 * How much GitHub shows of a footnote's reference that refers to none: as many characters as lie between the columns of
 * its brackets, on whatever line they are.
 */
function shownLength(text: string, { start, label }: Extract<Inline, { kind: 'footnote' }>): number {
  const lastLine = label.lastIndexOf('\n');
  if (lastLine < 0) return label.length;
  const column = start - text.lastIndexOf('\n', start);
  return Math.max(0, label.length - lastLine - column - 2);
}
