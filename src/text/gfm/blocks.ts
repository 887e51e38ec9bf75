import { Cursor } from './cursor.ts';
import { htmlBlockStart } from './html-block.ts';
import { type Definitions, definitionAt } from './link.ts';
import { Content, type Edit, type Span } from './source.ts';
import { cellsOf, isDelimiterRow } from './table.ts';

/** A block without blocks in it. */
export interface Leaf {
  /** `text` holds inline Markdown, `html` raw HTML; `code` is shown as it is. */
  readonly kind: 'text' | 'html' | 'code';
  readonly lines: readonly Span[];
  readonly container: Container;
}

export interface Footnote {
  readonly label: string;
  /** Its `[^label]:`. */
  readonly marker: Span;
}

export interface Blocks {
  readonly leaves: readonly Leaf[];
  readonly definitions: Definitions;
  readonly footnotes: readonly Footnote[];
  /** What of the blocks themselves is not shown: definitions, info strings, cells beyond the header's. */
  readonly edits: readonly Edit[];
}

/** A block with blocks in it. */
export interface Container {
  readonly kind: 'document' | 'quote' | 'item' | 'footnote';
  /** Columns before what is in it. */
  readonly indent: number;
  /** The footnote that it is, or stands in. */
  readonly footnote: Footnote | undefined;
  children: number;
}

/** The block that lines are being added to. */
type OpenLeaf = { readonly lines: Span[] } & (
  | { readonly kind: 'paragraph'; noTable: boolean }
  | { readonly kind: 'table'; readonly columns: number }
  | { readonly kind: 'html'; readonly end: RegExp | undefined }
  | { readonly kind: 'indented' }
  | { readonly kind: 'fenced'; readonly fence: string }
);

/** Containers that may begin on one line, as GitHub has it. */
const DEEPEST = 100;

const HEADING = /#{1,6}(?=[ \t]|$)/my;
const FENCE = /(`{3,}(?=[^`\n]*$)|~{3,})/my;
const FENCE_END = /(`{3,}|~{3,})[ \t]*$/my;
const UNDERLINE = /(?:=+|-+)[ \t]*$/my;
const BREAK = /(?:\*[ \t]*){3,}$|(?:-[ \t]*){3,}$|(?:_[ \t]*){3,}$/my;
const FOOTNOTE = /\[\^([^\] \t\n]+)\]:[ \t]*/y;
const BULLET = /[-+*](?=[ \t]|$)/my;
const NUMBER = /(\d{1,9})[.)](?=[ \t]|$)/my;

/** Finds the blocks of a document. https://github.github.com/gfm/#phase-1-block-structure */
export function readBlocks(source: string): Blocks {
  const reader = new BlockReader(source);
  for (let start = 0; start < source.length; ) {
    const end = source.indexOf('\n', start);
    reader.line(start, end < 0 ? source.length : end);
    start = end < 0 ? source.length : end + 1;
  }
  return reader.finish();
}

class BlockReader {
  readonly #source: string;
  readonly #containers: Container[] = [{ kind: 'document', indent: 0, footnote: undefined, children: 0 }];
  #leaf: OpenLeaf | undefined;
  readonly #leaves: Leaf[] = [];
  readonly #definitions: Definitions = new Map();
  readonly #footnotes: Footnote[] = [];
  readonly #edits: Edit[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  finish(): Blocks {
    this.#closeLeaf();
    return {
      leaves: this.#leaves,
      definitions: this.#definitions,
      footnotes: this.#footnotes,
      edits: this.#edits,
    };
  }

  line(start: number, end: number): void {
    const cursor = new Cursor(this.#source, start, end);
    let matched = this.#match(cursor, start);
    const isInAll = matched === this.#containers.length;
    let leaf = isInAll ? this.#leaf : undefined;
    if (leaf && this.#takesLine(leaf, cursor)) return;
    if (leaf && !mayGoOn(leaf, cursor)) leaf = undefined;
    const mayBeLazy = this.#leaf?.kind === 'paragraph';
    let opened = 0;
    for (; opened < DEEPEST && !cursor.isBlank; opened += 1) {
      if (this.#openLeaf(cursor, matched, leaf, mayBeLazy && opened === 0)) return;
      const container = containerAt(
        cursor,
        leaf?.kind === 'paragraph',
        this.#containers[matched - 1]?.footnote,
      );
      if (!container) {
        if (leaf?.kind === 'paragraph' && this.#openTable(cursor, leaf)) return;
        break;
      }
      this.#keep(matched);
      this.#push(container);
      matched = this.#containers.length;
      leaf = undefined;
    }
    const isLazy = mayBeLazy && opened === 0 && !cursor.isBlank;
    this.#addText(cursor, matched, isLazy ? this.#leaf : leaf);
  }

  #addText(cursor: Cursor, matched: number, leaf: OpenLeaf | undefined): void {
    if (leaf?.kind === 'table') {
      this.#addRow(leaf, cursor.rest);
    } else if (leaf) {
      leaf.lines.push(cursor.rest);
    } else {
      this.#keep(matched);
      if (!cursor.isBlank) this.#open({ kind: 'paragraph', lines: [cursor.rest], noTable: false });
    }
  }

  /** @returns how many of the open containers the line is in */
  #match(cursor: Cursor, start: number): number {
    let matched = 1;
    while (matched < this.#containers.length) {
      if (!isIn(this.#containers[matched] as Container, cursor, start)) break;
      matched += 1;
    }
    return matched;
  }

  /** Whether the line is of code or raw HTML, whatever it looks like. */
  #takesLine(leaf: OpenLeaf, cursor: Cursor): boolean {
    const line = { start: cursor.at, end: cursor.end };
    switch (leaf.kind) {
      case 'indented':
        if (cursor.indent < 4 && !cursor.isBlank) return false;
        leaf.lines.push(line);
        return true;
      case 'fenced':
        leaf.lines.push(line);
        if (cursor.indent < 4 && (cursor.match(FENCE_END)?.[1] ?? '').startsWith(leaf.fence))
          this.#closeLeaf();
        return true;
      case 'html':
        if (!leaf.end && cursor.isBlank) return false;
        leaf.lines.push(line);
        if (leaf.end?.test(this.#source.slice(line.start, line.end))) this.#closeLeaf();
        return true;
      default:
        return false;
    }
  }

  /** Opens a leaf that the line begins, in the containers that it is in. */
  #openLeaf(cursor: Cursor, matched: number, leaf: OpenLeaf | undefined, mayBeLazy: boolean): boolean {
    if (cursor.indent >= 4) return this.#openIndented(cursor, matched, mayBeLazy);
    const heading = cursor.match(HEADING);
    if (heading) return this.#whole(matched, [{ start: cursor.next + heading[0].length, end: cursor.end }]);
    const fence = cursor.match(FENCE)?.[1];
    if (fence !== undefined) return this.#openFence(cursor, matched, fence);
    const html =
      this.#source[cursor.next] === '<' &&
      htmlBlockStart(this.#source.slice(cursor.next, cursor.end), leaf?.kind === 'paragraph');
    if (html) return this.#openHtml(cursor, matched, html.end);
    if (leaf?.kind === 'paragraph' && cursor.match(UNDERLINE)) return this.#underline(cursor);
    if (cursor.match(BREAK)) return this.#whole(matched, []);
    return false;
  }

  #openIndented(cursor: Cursor, matched: number, mayBeLazy: boolean): boolean {
    if (mayBeLazy) return false;
    this.#keep(matched);
    this.#open({ kind: 'indented', lines: [{ start: cursor.at, end: cursor.end }] });
    return true;
  }

  #openFence(cursor: Cursor, matched: number, fence: string): boolean {
    this.#keep(matched);
    this.#edits.push({ start: cursor.next + fence.length, end: cursor.end, text: '' });
    this.#open({ kind: 'fenced', fence, lines: [cursor.rest] });
    return true;
  }

  #openHtml(cursor: Cursor, matched: number, end: RegExp | undefined): boolean {
    this.#keep(matched);
    const line = { start: cursor.at, end: cursor.end };
    this.#open({ kind: 'html', end, lines: [line] });
    if (end?.test(this.#source.slice(line.start, line.end))) this.#closeLeaf();
    return true;
  }

  /** Makes a heading of the paragraph; if it holds definitions alone, the line under it begins another one. */
  #underline(cursor: Cursor): boolean {
    const before = this.#leaves.length;
    this.#closeLeaf();
    if (this.#leaves.length === before) {
      this.#open({ kind: 'paragraph', lines: [cursor.rest], noTable: false });
    }
    return true;
  }

  /** Makes a table of the paragraph's last line, if it and the line at hand begin one. */
  #openTable(cursor: Cursor, leaf: OpenLeaf & { kind: 'paragraph' }): boolean {
    const { start, end } = cursor.rest;
    if (leaf.noTable || !isDelimiterRow(this.#source.slice(start, end))) return false;
    const header = leaf.lines.at(-1) as Span;
    const columns = cellsOf(this.#source, header).length;
    if (columns !== cellsOf(this.#source, cursor.rest).length) {
      leaf.noTable = true;
      return false;
    }
    leaf.lines.pop();
    this.#closeLeaf();
    const table: OpenLeaf & { kind: 'table' } = { kind: 'table', columns, lines: [] };
    this.#open(table);
    this.#addRow(table, header);
    return true;
  }

  #addRow({ columns }: OpenLeaf & { kind: 'table' }, row: Span): void {
    const cells = cellsOf(this.#source, row);
    for (const cell of cells.slice(0, columns)) this.#add('text', [cell]);
    for (const { start, end } of cells.slice(columns)) this.#edits.push({ start, end, text: '' });
  }

  get #top(): Container {
    return this.#containers.at(-1) as Container;
  }

  /** A block of one line, such as a heading. */
  #whole(matched: number, lines: readonly Span[]): boolean {
    this.#keep(matched);
    this.#top.children += 1;
    this.#add('text', lines);
    return true;
  }

  #open(leaf: OpenLeaf): void {
    this.#top.children += 1;
    this.#leaf = leaf;
  }

  #push(container: Container): void {
    this.#top.children += 1;
    this.#containers.push(container);
    const { kind, footnote } = container;
    if (kind === 'footnote' && footnote) this.#footnotes.push(footnote);
  }

  /** Closes every block that the line is not in. */
  #keep(matched: number): void {
    this.#closeLeaf();
    this.#containers.length = matched;
  }

  #closeLeaf(): void {
    const leaf = this.#leaf;
    this.#leaf = undefined;
    if (leaf?.kind === 'paragraph') this.#closeParagraph(leaf.lines);
    else if (leaf && leaf.kind !== 'table') this.#add(leaf.kind === 'html' ? 'html' : 'code', leaf.lines);
  }

  /** Takes out the definitions at the beginning; what is left is text. */
  #closeParagraph(lines: readonly Span[]): void {
    const content = new Content(this.#source, lines);
    let at = 0;
    for (let found = definitionAt(content.text, at); found; found = definitionAt(content.text, at)) {
      if (!this.#definitions.has(found.key)) this.#definitions.set(found.key, found.url);
      this.#edits.push(...content.edits(at, found.end));
      at = found.end;
    }
    if (content.text.slice(at).trim() !== '') this.#add('text', content.linesFrom(at));
    else this.#top.children -= 1;
  }

  #add(kind: Leaf['kind'], lines: readonly Span[]): void {
    if (lines.length > 0) this.#leaves.push({ kind, lines, container: this.#top });
  }
}

/** Whether the line goes on in an open container; the cursor is then moved behind its marker or indentation. */
function isIn({ kind, indent, children }: Container, cursor: Cursor, start: number): boolean {
  switch (kind) {
    case 'document':
      return true;
    case 'quote':
      if (cursor.indent >= 4 || cursor.source[cursor.next] !== '>') return false;
      skipQuoteMarker(cursor);
      return true;
    case 'item':
      if (cursor.indent < indent && !(cursor.isBlank && children > 0)) return false;
      cursor.skipColumns(indent);
      return true;
    case 'footnote':
      // Not of a line with blanks alone: so it is at GitHub.
      if (cursor.indent < 4) return start === cursor.end;
      cursor.skipColumns(4);
      return true;
  }
}

/** The container that begins here; the cursor is then moved behind its marker. */
function containerAt(
  cursor: Cursor,
  inParagraph: boolean,
  outer: Footnote | undefined,
): Container | undefined {
  if (cursor.indent >= 4) return undefined;
  if (cursor.source[cursor.next] === '>') {
    skipQuoteMarker(cursor);
    return { kind: 'quote', indent: 0, footnote: outer, children: 0 };
  }
  const [marker, label] = cursor.match(FOOTNOTE) ?? [];
  if (marker !== undefined && label !== undefined) {
    const footnote = { label, marker: { start: cursor.next, end: cursor.next + marker.length } };
    cursor.skipSpaces();
    cursor.skip(label.length + 4);
    cursor.skipSpaces();
    return { kind: 'footnote', indent: 4, footnote, children: 0 };
  }
  return itemAt(cursor, inParagraph, outer);
}

function skipQuoteMarker(cursor: Cursor): void {
  cursor.skipSpaces();
  cursor.skip(1);
  cursor.skipColumns(1);
}

/** In a paragraph only an item with text begins a list, and only with the number 1. */
function itemAt(cursor: Cursor, inParagraph: boolean, outer: Footnote | undefined): Container | undefined {
  const [marker, number] = cursor.match(BULLET) ?? cursor.match(NUMBER) ?? [];
  if (marker === undefined) return undefined;
  const isEmpty = cursor.source.slice(cursor.next + marker.length, cursor.end).trim() === '';
  if (inParagraph && (isEmpty || (number !== undefined && Number(number) !== 1))) return undefined;
  const before = cursor.indent;
  cursor.skipSpaces();
  cursor.skip(marker.length);
  const blanks = cursor.indent;
  // Five blanks or more are one, and the rest is indented code.
  const padding = isEmpty || blanks > 4 ? 1 : blanks;
  cursor.skipColumns(padding);
  return { kind: 'item', indent: before + marker.length + padding, footnote: outer, children: 0 };
}

/** Whether the next line may be of the block, if no other begins there. */
function mayGoOn({ kind }: OpenLeaf, cursor: Cursor): boolean {
  return (kind === 'paragraph' || kind === 'table') && !cursor.isBlank;
}
