import { seenCharacters } from '../characters.ts';
import { type Blocks, type Container, type Footnote, type Leaf, readBlocks } from './blocks.ts';
import { applyEdits, type Edit, editOf, FILLER } from './edits.ts';
import { markupEdits, type Piece, textPieces } from './html.ts';
import { type Inline, readInlines, type Target } from './inlines.ts';
import { isShownAddress, labelKey, matchAt } from './links.ts';

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
  const edits = new Editor(source, readBlocks(source), hasCode).edits();
  return applyEdits(source, edits).replaceAll(FILLER, '');
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
  readonly #source: string;
  readonly #blocks: Blocks;
  readonly #edits: Edit[];
  /** The page, as HTML. */
  readonly #pieces: Piece[] = [];
  /** Numbers of the footnotes that something refers to, by their key. */
  readonly #numbers = new Map<string, number>();
  /** Of the leaf that was read last. */
  #container: Container | undefined;
  /** Characters of defined URLs that may still be put in: a short text must not grow long. */
  #growth: number;
  readonly #hasCode: boolean;

  constructor(source: string, blocks: Blocks, hasCode: boolean) {
    this.#source = source;
    this.#blocks = blocks;
    this.#hasCode = hasCode;
    this.#edits = [...blocks.edits];
    this.#growth = source.length;
  }

  edits(): readonly Edit[] {
    const { leaves, definitions } = this.#blocks;
    const read = leaves.map((leaf) => ({
      leaf,
      inlines: leaf.kind === 'text' ? readInlines(leaf.text, definitions) : [],
    }));
    const used = this.#numberFootnotes(read.flatMap(({ inlines }) => inlines));
    const byFootnote = Map.groupBy(read, ({ leaf }) => leaf.container.footnote);
    for (const { leaf, inlines } of byFootnote.get(undefined) ?? []) this.#read(leaf, inlines);
    byFootnote.delete(undefined);
    // GitHub shows footnotes at the end.
    if (used.length > 0) this.#make('\n<section class="">');
    for (const footnote of used) {
      this.#make('\n<li id="">');
      for (const { leaf, inlines } of byFootnote.get(footnote) ?? []) this.#read(leaf, inlines);
      this.#make('<a href="">');
      byFootnote.delete(footnote);
    }
    for (const { leaf } of [...byFootnote.values()].flat()) this.#cut(leaf, 0, leaf.text.length);
    return [...markupEdits(this.#source, this.#pieces), ...this.#edits];
  }

  /**
   * A footnote's number is its place among all of them; of those with one label, the first counts.
   *
   * @returns the footnotes that something refers to, in the order in which they are shown
   */
  #numberFootnotes(inlines: readonly Inline[]): readonly Footnote[] {
    const wanted = new Set(inlines.map((inline) => inline.kind === 'footnote' && labelKey(inline.label)));
    const used = new Map<unknown, Footnote>();
    for (const [index, footnote] of this.#blocks.footnotes.entries()) {
      const key = labelKey(footnote.label);
      const isUsed = wanted.has(key) && !used.has(key);
      this.#edits.push({ ...footnote.marker, text: isUsed ? `[^${index + 1}]: ` : '' });
      if (!isUsed) continue;
      this.#numbers.set(key, index + 1);
      used.set(key, footnote);
    }
    return [...wanted].flatMap((key) => used.get(key) ?? []);
  }

  #read(leaf: Leaf, inlines: readonly Inline[]): void {
    const { kind, container, text } = leaf;
    // In a list without blank lines GitHub makes no paragraphs.
    const isTag = kind === 'code' || (kind === 'text' && container.kind !== 'item');
    const isParagraph = isTag || container !== this.#container;
    this.#make(`${leaf.before}\n${isParagraph ? '<p>' : ''}`);
    this.#container = container;
    if (kind === 'code' && !this.#hasCode) this.#cut(leaf, 0, text.length);
    if (kind === 'html') {
      const from = { excerpt: leaf, start: 0, end: text.length };
      this.#pieces.push({ kind: 'raw', html: text, isBlock: true, from });
      return;
    }
    let at = 0;
    let link: Target | undefined;
    const readTo = (place: number) => {
      if (link && link.textEnd <= place) {
        this.#pieces.push(...textPieces(leaf, at, link.textEnd), { kind: 'made', html: '</a>', link: {} });
        at = link.end;
        link = undefined;
      }
      this.#pieces.push(...textPieces(leaf, at, place, kind === 'code'));
    };
    for (const inline of inlines) {
      if (inline.start < at) continue;
      readTo(inline.start);
      at = this.#inline(inline, leaf);
      if (inline.kind === 'link') link = inline;
    }
    readTo(text.length);
  }

  /** @returns how far the text has been read */
  #inline(inline: Inline, leaf: Leaf): number {
    const { start, end } = inline;
    const from = { excerpt: leaf, start, end };
    switch (inline.kind) {
      case 'html':
        this.#pieces.push({ kind: 'raw', html: leaf.text.slice(start, end), from });
        return end;
      case 'image':
        this.#cut(leaf, start, end, '![]');
        this.#pieces.push({ kind: 'made', html: '<img src="" alt="">', from });
        return end;
      case 'link':
        this.#openLink(leaf, inline);
        return start + 1;
      case 'url':
        this.#make('<a href="">');
        break;
      case 'code':
        if (!this.#hasCode) this.#cut(leaf, start, end, ' ');
        this.#pieces.push(...textPieces(leaf, start, end, true));
        return end;
      case 'footnote': {
        const number = this.#numbers.get(labelKey(inline.label));
        if (number !== undefined) {
          this.#make('<sup class="">');
          this.#cut(leaf, start, end, `[^${number}]`);
        } else this.#cut(leaf, shownEnd(leaf.text, inline), end - 1);
        break;
      }
      case 'character':
        if (isUnseen(inline.code)) this.#cut(leaf, start, end);
    }
    return start;
  }

  /** A link that has no text on the page cannot be pointed at: then its address goes. */
  #openLink(leaf: Leaf, { textEnd, end, url, isDefined }: Target): void {
    const index = this.#edits.length;
    this.#cut(leaf, textEnd, end, ']');
    const onSeen = () => {
      if (!isShownAddress(url)) return;
      if (isDefined) this.#growth -= url.length;
      if (this.#growth >= 0) this.#edits[index] = editOf(this.#source, leaf, textEnd, end, `](${url})`);
      else this.#growth += url.length;
    };
    this.#pieces.push({ kind: 'made', html: '<a href="">', link: { onSeen } });
  }

  #make(html: string): void {
    this.#pieces.push({ kind: 'made', html });
  }

  #cut(leaf: Leaf, from: number, to: number, text = ''): void {
    this.#edits.push(editOf(this.#source, leaf, from, to, text));
  }
}

/** Whether a character that the text has the number of cannot be seen. */
function isUnseen(code: number): boolean {
  return code > 0x10_ff_ff || seenCharacters(String.fromCodePoint(code)) === '';
}

/**
 * Where GitHub stops to show a footnote's reference that refers to none: after as many bytes as lie between the
 * columns of its brackets, on whatever line they are.
 */
function shownEnd(text: string, { start, end, label }: Extract<Inline, { kind: 'footnote' }>): number {
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
