import { Blocks, type Container, type Footnote, type Leaf } from './blocks.ts';
import { applyEdits, type Edit, FILLER } from './edits.ts';
import { type Inline, InlineReader } from './inlines.ts';
import { isShownAddress, labelKey, matchAt } from './links.ts';
import { OWN_TAG, Page } from './page.ts';

const AFTER_BACKSLASH = /(?<=(?<!\\)(?:\\\\)*\\)/y;

/**
 * The source of a Markdown text without what GitHub's page does not show of it: comments and the like, attributes,
 * definitions of links, titles, texts for images, footnotes that nothing refers to, and what fences say. Links that use
 * a definition get its URL, since the definition goes.
 *
 * @param markdown with `\n` as the only end of a line
 * @param hasCode whether code spans and blocks of code stay
 */
export function shownSource(markdown: string, hasCode = true): string {
  const source = inColumns(markdown.replaceAll(FILLER, ''));
  return applyEdits(source, new Editor(source, hasCode).edits()).replaceAll(FILLER, '');
}

/** Where blanks and markers at the beginning of a line count in columns, a tab goes to the next multiple of four. */
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

class Editor {
  readonly #blocks: Blocks;
  readonly #page: Page;
  readonly #edits: Edit[] = [];
  /** By their keys; of those with one label the first. */
  readonly #footnotes: ReadonlyMap<string, Footnote>;
  /** Of the leaf that was read last. */
  #container: Container | undefined;
  readonly #hasCode: boolean;

  constructor(source: string, hasCode: boolean) {
    this.#blocks = new Blocks(source);
    this.#page = new Page(source.length);
    this.#footnotes = new Map(this.#blocks.footnotes.toReversed().map((each) => [each.key, each]));
    this.#hasCode = hasCode;
  }

  edits(): readonly Edit[] {
    const { leaves, definitions, edits } = this.#blocks;
    const read = leaves.map((leaf): { leaf: Leaf; inlines: readonly Inline[] } => {
      const { kind, text } = leaf;
      if (kind !== 'text') return { leaf, inlines: [{ kind, start: 0, end: text.length }] };
      return { leaf, inlines: new InlineReader(text, definitions).read() };
    });
    const used = this.#numberFootnotes(read.flatMap(({ inlines }) => inlines));
    const byFootnote = Map.groupBy(read, ({ leaf }) => leaf.container.footnote);
    for (const footnote of [undefined, ...used]) {
      if (footnote) this.#page.addTag(OWN_TAG);
      for (const { leaf, inlines } of byFootnote.get(footnote) ?? []) this.#read(leaf, inlines);
      byFootnote.delete(footnote);
    }
    for (const { leaf } of [...byFootnote.values()].flat()) this.#cut(leaf, 0, leaf.text.length);
    return [...this.#page.edits(), ...edits, ...this.#edits];
  }

  /** @returns the footnotes that something refers to, as GitHub shows them */
  #numberFootnotes(inlines: readonly Inline[]): readonly Footnote[] {
    const used = new Set<Footnote>();
    for (const inline of inlines) {
      const footnote = inline.kind === 'footnote' ? this.#footnotes.get(labelKey(inline.label)) : undefined;
      if (footnote) used.add(footnote);
    }
    for (const [index, footnote] of [...used].entries()) footnote.number = index + 1;
    for (const { marker, number } of this.#blocks.footnotes)
      this.#edits.push({ ...marker, text: number === undefined ? '' : `[^${number}]: ` });
    return [...used];
  }

  #read(leaf: Leaf, inlines: readonly Inline[]): void {
    const { kind, container, text } = leaf;
    // In a list without blank lines GitHub makes no paragraphs.
    const isTag = kind === 'code' || (kind === 'text' && container.kind !== 'item');
    const isParagraph = isTag || container !== this.#container;
    this.#page.addTag(`${leaf.isBehindTag ? OWN_TAG : ''}\n${isParagraph ? '<p>' : ''}`);
    this.#container = container;
    let at = 0;
    for (const inline of inlines) {
      if (inline.start < at) continue;
      this.#page.addText(text.slice(at, inline.start), leaf.start + at);
      at = this.#inline(inline, leaf);
    }
    this.#page.addText(text.slice(at), leaf.start + at);
  }

  /** @returns how far the text has been read */
  #inline(inline: Inline, leaf: Leaf): number {
    const { start, end } = inline;
    const text = leaf.text.slice(start, end);
    switch (inline.kind) {
      case 'html':
        this.#page.addHtml(text, leaf.start + start, leaf.kind === 'html');
        return end;
      case 'code':
        if (!this.#hasCode) this.#cut(leaf, start, end, ' ');
        this.#page.addText(text, leaf.start + start, true);
        return end;
      case 'image':
        this.#cut(leaf, start, end, '![]');
        this.#page.addTag(OWN_TAG);
        return end;
      case 'link': {
        // A link that has no text on the page cannot be pointed at: then its address goes.
        const edit = this.#cut(leaf, inline.target.start, inline.target.end, ']');
        const shown = isShownAddress(inline.url) ? `](${inline.url})` : ']';
        this.#page.addTag(OWN_TAG, { edit, shown });
        return end;
      }
      case 'target':
        this.#page.addTag('</a>');
        return end;
      case 'url':
        this.#page.addTag(OWN_TAG);
        return start;
      case 'footnote':
        this.#footnote(inline, leaf);
        return start;
      case 'unseen':
        this.#cut(leaf, start, end);
        return start;
    }
  }

  #footnote({ start, end, label }: Inline & { kind: 'footnote' }, leaf: Leaf): void {
    const footnote = this.#footnotes.get(labelKey(label));
    if (!footnote) return void this.#cut(leaf, shownEnd(leaf.text, start, end), end - 1);
    this.#page.addTag(OWN_TAG);
    this.#cut(leaf, start, end, `[^${footnote.number}]`);
  }

  #cut(leaf: Leaf, from: number, to: number, text = ''): Edit {
    const edit = { start: leaf.start + from, end: leaf.start + to, text };
    this.#edits.push(edit);
    return edit;
  }
}

/**
 * Where GitHub stops to show a footnote's reference that refers to none: after as many bytes as lie between the
 * columns of its brackets, on whatever line they are.
 */
function shownEnd(text: string, start: number, end: number): number {
  const label = text.slice(start + '[^'.length, end - 1);
  const lastLine = lineEndBefore(label, label.length);
  if (lastLine < 0) return end - 1;
  const bytesOf = (part: string) => Buffer.byteLength(part.replaceAll(FILLER, ''));
  let left = bytesOf(label.slice(lastLine)) - bytesOf(text.slice(lineEndBefore(text, start) + 1, start)) - 3;
  let at = start + 2;
  // The halves of a character are not parted.
  for (; left > 0; at += 1) left -= /[\ud800-\udbff]/.test(text.charAt(at)) ? 0 : bytesOf(text.charAt(at));
  return at;
}

/** The last line feed before a place, or -1; GitHub counts columns on behind one that a backslash makes a break. */
function lineEndBefore(text: string, at: number): number {
  let end = at;
  do end = text.slice(0, end).lastIndexOf('\n');
  while (matchAt(AFTER_BACKSLASH, text, end));
  return end;
}
