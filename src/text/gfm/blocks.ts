import { type Edit, FILLER, type Span } from './edits.ts';
import { TAG } from './inlines.ts';
import { type Definitions, definitionAt, endOf, labelKey, matchAt } from './links.ts';
import { undrawnIn } from './undrawn.ts';

/**
 * A block without blocks in it. Markers and indentation before its lines are {@link FILLER}s, so that each character
 * stands as far from `start` as in the source.
 */
export interface Leaf {
  /** `text` holds inline Markdown, `html` raw HTML; `code` is shown as it is. */
  readonly kind: 'text' | 'html' | 'code';
  readonly start: number;
  readonly text: string;
  readonly container: Container;
  /** Text of the attribute of a tag that GitHub makes before it; undefined if there is none. */
  readonly attribute: string | undefined;
}

export interface Footnote {
  /** Key of the label, by {@link labelKey}. */
  readonly key: string;
  /** Its `[^label]:`. */
  readonly marker: Span;
  /** Number among the footnotes that something refers to, from 1 on. */
  number?: number;
}

/** A block with blocks in it. */
export interface Container {
  readonly kind: 'document' | 'quote' | 'item' | 'footnote';
  /** The footnote that it is, or stands in. */
  readonly footnote?: Footnote | undefined;
  /** Columns before what is in it. */
  readonly indent: number;
  readonly parent: Container | undefined;
  children: number;
  /** Marker of the items of the list that is open in it. */
  list?: string | undefined;
}

/** The block that lines are being added to; a paragraph may still turn out to begin with definitions. */
interface OpenLeaf {
  readonly kind: Leaf['kind'] | 'paragraph' | 'table';
  readonly start: number;
  readonly lines: string[];
  /**
   * Pattern of the last line of raw HTML or a fence. Without it, raw HTML ends before a blank line, and code is
   * indented.
   */
  readonly last?: RegExp | undefined;
  /** Columns of a table, and whether each is aligned. */
  readonly aligned?: readonly boolean[];
  /** Whether a paragraph can no longer be the head of a table. */
  isNoTable?: boolean;
  /** First word of a fence, in lower case. */
  readonly language?: string;
}

/** Depth of containers at which GitHub no longer begins an item or a footnote. */
const DEEPEST = 100;

const BLANKS = /[ \t\0]*/y;
const HEADING = /#{1,6}(?=[ \t]|$)/y;
const FENCE = /(`{3,}(?=[^`]*$)|~{3,})/y;
const UNDERLINE = /(?:=+|-+)[ \t\0]*$/y;
const BREAK = /(?:\*[ \t\0]*){3,}$|(?:-[ \t\0]*){3,}$|(?:_[ \t]*){3,}$/y;
/** No blank can be matched in two ways: a line may have many. */
const DELIMITER_ROW =
  /\|?[ \t\v\f\0]*:?-+:?[ \t\v\f\0]*(?:\|[ \t\v\f\0]*:?-+:?[ \t\v\f\0]*)*(?:\|[ \t\v\f\0]*)?$/y;
/** Matches a cell. A pipe behind a backslash is part of the cell, even if the backslash is escaped itself. */
const CELL = /(?:\\\||[^|])*/y;
const CELL_BLANKS = /^[ \t\v\f\0]+/;
/** Matches a task from the start of the line: GitHub shows none in a quotation, or behind another marker. */
const TASK = /^[ \t\v\f\0]*(?:[-+*]|\d+.)[ \t\v\f\0]+\[[ xX]\][ \t\v\f]/;
const FOOTNOTE = /\[\^([^\] \t]+)\]:[ \t\0]*/y;
const ITEM = /(?:[-+*]|(\d{1,9})[.)])(?=[ \t\0]|$)/y;

const HTML_NAMES =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h1|h2|h3|h4|h5|h6|head|header|hr|html|iframe|legend|li|link|' +
  'main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|section|source|summary|table|tbody|td|tfoot|th|thead|' +
  'title|tr|track|ul';
/** Matches what a fence says if it is blank, even as character references. */
const BLANK_INFO = /^(?:&(?:#0*(?:9|10|13|32)|#x0*(?:9|a|d|20)|tab|newline);)*$/i;
/** How raw HTML begins, and how it ends. https://github.github.com/gfm/#html-blocks */
const HTML_FORMS: readonly (readonly [start: RegExp, end?: RegExp])[] = [
  [/<(?:script|pre|style|textarea)(?=[ \t\v\f>]|$)/iy, /<\/(?:script|pre|style|textarea)>/i],
  [/<!--/y, /-->/],
  [/<\?/y, /\?>/],
  [/<![A-Z]/y, />/],
  [/<!\[CDATA\[/iy, /\]\]>/],
  [new RegExp(`</?(?:${HTML_NAMES})(?=[ \\t\\v\\f>]|/>|$)`, 'iy')],
];
/** A tag alone on its line: that begins raw HTML too, though not within a paragraph. */
const TAG_ALONE = new RegExp(`(?:${TAG})[ \\t\\f]*$`, 'y');

/** The blocks of a document in columns. https://github.github.com/gfm/#phase-1-block-structure */
export class Blocks {
  readonly leaves: Leaf[] = [];
  readonly definitions: Definitions = new Map();
  /** Footnotes in the order in which they end, so the innermost of nested ones comes first. */
  readonly footnotes: Footnote[] = [];
  /** Edits of what blocks themselves do not show: definitions, info strings, cells beyond the header's. */
  readonly edits: Edit[] = [];
  /** Text of the attribute of a tag that GitHub makes before the next leaf. */
  #attribute: string | undefined;
  readonly #containers: Container[] = [{ kind: 'document', indent: 0, parent: undefined, children: 0 }];
  #leaf: OpenLeaf | undefined;
  /** The line at hand, where it begins, how far it has been read, and where its next word begins. */
  #line = '';
  #start = 0;
  #at = 0;
  #next = 0;
  /** How many of the open containers it is in. */
  #matched = 0;

  constructor(source: string) {
    for (const line of source.split('\n')) {
      this.#line = line;
      this.#readLine();
      this.#start += line.length + 1;
    }
    this.#matched = 0;
    this.#close();
  }

  #readLine(): void {
    this.#moveTo(0);
    const outside = this.#containers.findIndex((container) => !this.#isIn(container));
    const isLazy = outside >= 0;
    this.#matched = isLazy ? outside : this.#containers.length;
    if (!isLazy && this.#takesLine()) return;
    // A line of a paragraph may leave out the markers of what the paragraph stands in.
    const mayGoOn = this.#leaf?.kind === 'paragraph' || (this.#leaf?.kind === 'table' && !isLazy);
    let leaf = mayGoOn && !this.#isBlank ? this.#leaf : undefined;
    for (let depth = 1; !this.#isBlank; depth += 1) {
      const paragraph = leaf?.kind === 'paragraph' && !isLazy ? leaf : undefined;
      if (this.#openLeaf(leaf, paragraph)) return;
      if (!this.#openContainer(depth, paragraph !== undefined)) {
        if (paragraph && this.#openTable(paragraph)) return;
        break;
      }
      leaf = undefined;
      if (this.#skipTaskBox()) break;
    }
    // A pipe alone is no row, and ends the table.
    if (leaf?.kind === 'table' && cellsOf(this.#line, this.#next).length === 0) leaf = undefined;
    this.#addText(leaf, isLazy);
  }

  #enter(kind: Container['kind'], indent: number, mark?: string, footnote?: Footnote): true {
    this.#close();
    const parent = this.#top;
    this.#addChild(mark);
    this.#matched = this.#containers.push({
      kind,
      indent,
      footnote: footnote ?? parent.footnote,
      parent,
      children: 0,
    });
    return true;
  }

  #addChild(list?: string): void {
    this.#top.children += 1;
    this.#top.list = list;
  }

  get #isBlank(): boolean {
    return this.#next === this.#line.length;
  }

  get #indent(): number {
    return this.#next - this.#at;
  }

  get #top(): Container {
    return this.#containers.at(-1) as Container;
  }

  #moveTo(at: number): void {
    this.#at = at;
    this.#next = endOf(BLANKS, this.#line, at);
  }

  /** Skips up to so many columns of blanks. */
  #skipBlanks(columns: number): void {
    this.#at = Math.min(this.#at + columns, this.#next);
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    return matchAt(pattern, this.#line, this.#next);
  }

  /** Checks whether the line continues an open container, and skips the marker or indentation. */
  #isIn({ kind, indent, children }: Container): boolean {
    if (kind === 'quote') return this.#skipQuoteMarker();
    // In a footnote a line with blanks alone is not empty: so it is at GitHub.
    const isGap = kind === 'footnote' ? this.#line === '' : this.#isBlank && children > 0;
    if (this.#indent < indent && !isGap) return false;
    this.#skipBlanks(indent);
    return true;
  }

  /** Skips the box of a task, behind which GitHub looks for text alone, and returns whether there was one. */
  #skipTaskBox(): boolean {
    if (this.#top.kind !== 'item' || this.#indent >= 4 || !TASK.test(this.#line)) return false;
    this.#attribute = '';
    this.#moveTo(this.#next + '[ ]'.length);
    return true;
  }

  #skipQuoteMarker(): boolean {
    if (this.#indent >= 4 || this.#line[this.#next] !== '>') return false;
    this.#moveTo(this.#next + 1);
    this.#skipBlanks(1);
    return true;
  }

  /** Adds the line to code or raw HTML, whatever it looks like. */
  #takesLine(leaf = this.#leaf): boolean {
    if (leaf?.kind !== 'code' && leaf?.kind !== 'html') return false;
    const isOver = leaf.kind === 'html' ? this.#isBlank : this.#indent < 4 && !this.#isBlank;
    if (!leaf.last && isOver) return false;
    leaf.lines.push(this.#from(this.#at));
    if (leaf.last?.test(this.#line.slice(this.#at))) this.#closeLeaf();
    return true;
  }

  /** Returns the line from `at` on, with fillers before it, so that its columns stay. */
  #from(at: number): string {
    return FILLER.repeat(at) + this.#line.slice(at);
  }

  /** Opens a leaf that the line begins, in the containers that it is in. */
  #openLeaf(leaf: OpenLeaf | undefined, paragraph: OpenLeaf | undefined): boolean {
    if (this.#indent >= 4) return leaf?.kind !== 'paragraph' && this.#takesLine(this.#open('code'));
    const heading = this.#match(HEADING)?.[0];
    if (heading !== undefined) return this.#addHeading(heading.length);
    const fence = this.#match(FENCE)?.[0];
    if (fence !== undefined) return this.#openFence(fence);
    const form = HTML_FORMS.find(([start]) => this.#match(start));
    if (form || (!paragraph && this.#match(TAG_ALONE))) {
      return this.#takesLine(this.#open('html', { last: form?.[1] }));
    }
    if (paragraph && this.#match(UNDERLINE)) return this.#underline();
    return this.#match(BREAK) !== undefined && this.#addHeading(this.#line.length);
  }

  /** Opens a fence. Its info string is not shown, except that it is a suggestion. */
  #openFence(fence: string): true {
    const info = this.#line.slice(this.#next + fence.length);
    const [word = '', language = ''] = /^[ \t\0]*([^ \t\0]*)/.exec(info) ?? [];
    const end = this.#start + this.#line.length;
    this.#hide(end - info.length + (language === 'suggestion' ? word.length : 0), end);
    const last = new RegExp(`^[ \\t\\0]{0,3}${fence.charAt(0)}{${fence.length},}[ \\t]*$`);
    const leaf = this.#open('code', { last, language: language.toLowerCase() });
    if (!BLANK_INFO.test(language)) this.#attribute = language;
    leaf.lines.push(this.#from(this.#next));
    return true;
  }

  /** A heading, or a line that parts what is before it from what comes after it. */
  #addHeading(markerLength: number): true {
    this.#close();
    this.#addChild();
    const text = this.#line.slice(this.#next + markerLength);
    this.#add('text', this.#start + this.#line.length - text.length, text);
    return true;
  }

  /** Makes a heading of the paragraph; if it holds definitions alone, the line under it begins another one. */
  #underline(): true {
    const before = this.leaves.length;
    this.#closeLeaf();
    if (this.leaves.length === before) this.#addText(undefined);
    return true;
  }

  /** Opens the container that begins here, and skips its marker. */
  #openContainer(depth: number, inParagraph: boolean): boolean {
    if (this.#indent >= 4) return false;
    if (this.#skipQuoteMarker()) return this.#enter('quote', 0);
    if (depth >= DEEPEST) return false;
    const [marker, label] = this.#match(FOOTNOTE) ?? [];
    if (marker === undefined || label === undefined) return this.#openItem(inParagraph);
    const start = this.#start + this.#next;
    this.#moveTo(this.#next + marker.length);
    const footnote = { key: labelKey(label), marker: { start, end: start + marker.length } };
    return this.#enter('footnote', 4, undefined, footnote);
  }

  /** Opens an item. In a paragraph, only an item with text begins a list, and only with the number 1. */
  #openItem(inParagraph: boolean): boolean {
    const [marker, number = '1'] = this.#match(ITEM) ?? [];
    if (marker === undefined) return false;
    const isNumbered = Number(number) !== 1;
    const markerEnd = this.#next + marker.length;
    const isEmpty = !/[^ \t\0]/.test(this.#line.slice(markerEnd));
    if (inParagraph && (isEmpty || isNumbered)) return false;
    const outer = this.#at;
    this.#moveTo(markerEnd);
    // Five blanks or more are one, and the rest is indented code.
    this.#skipBlanks(isEmpty || this.#indent > 4 ? 1 : this.#indent);
    const indent = isEmpty ? markerEnd + 1 - outer : this.#at - outer;
    const mark = marker.at(-1);
    this.#close();
    if (isNumbered && this.#top.list !== mark) this.#attribute = '';
    return this.#enter('item', indent, mark);
  }

  #addText(leaf: OpenLeaf | undefined, isLazy = false): void {
    if (leaf?.kind === 'table') this.#addRow(leaf, this.#line, this.#start, this.#next);
    // GitHub leaves the blanks at the beginning of a lazy line.
    else if (leaf) leaf.lines.push(this.#from(isLazy ? this.#at : this.#next));
    else if (this.#isBlank) this.#close();
    else this.#open('paragraph').lines.push(this.#from(this.#next));
  }

  /** Makes a table of the paragraph's last line, if it and the line at hand begin one. */
  #openTable(paragraph: OpenLeaf): boolean {
    if (paragraph.isNoTable || this.#indent >= 4 || !this.#match(DELIMITER_ROW)) return false;
    const head = paragraph.lines.at(-1) as string;
    const at = head.search(/[^\0]/);
    const aligned = cellsOf(this.#line, this.#next).map(({ text }) => text.includes(':'));
    paragraph.isNoTable = cellsOf(head, at).length !== aligned.length;
    if (paragraph.isNoTable) return false;
    // In what is above a table GitHub reads no definitions.
    this.#leaf = { ...paragraph, kind: 'text', lines: paragraph.lines.slice(0, -1) };
    const table = this.#open('table', { aligned });
    this.#addRow(table, head, this.#start - head.length - 1, at);
    return true;
  }

  #addRow({ aligned = [] }: OpenLeaf, row: string, start: number, at: number): void {
    for (const [column, cell] of cellsOf(row, at).entries()) {
      const cellStart = start + cell.at;
      if (column >= aligned.length) this.#hide(cellStart, cellStart + cell.text.length);
      else {
        if (aligned[column]) this.#attribute ??= '';
        this.#add('text', cellStart, cell.text);
      }
    }
  }

  #add(kind: Leaf['kind'], start: number, text: string): void {
    this.leaves.push({ kind, start, text, container: this.#top, attribute: this.#attribute });
    this.#attribute = undefined;
  }

  #open(kind: OpenLeaf['kind'], more: Partial<OpenLeaf> = {}): OpenLeaf {
    this.#close();
    this.#addChild();
    this.#leaf = { ...more, kind, start: this.#start, lines: [] };
    return this.#leaf;
  }

  /** Closes every block that the line is not in. */
  #close(): void {
    this.#closeLeaf();
    // An item without text has its tag where it stands, and a footnote's is not shown in what follows.
    if (this.#attribute !== undefined && this.#matched < this.#containers.length)
      this.#add('text', this.#start, '');
    for (const { kind, footnote } of this.#containers.splice(this.#matched).reverse()) {
      if (kind === 'footnote' && footnote) this.footnotes.push(footnote);
    }
  }

  #closeLeaf(): void {
    const leaf = this.#leaf;
    this.#leaf = undefined;
    if (!leaf || leaf.kind === 'table') return;
    const lines = leaf.lines.join('\n');
    const text = lines.replace(/^\0+/, '');
    const start = leaf.start + lines.length - text.length;
    if (leaf.kind === 'paragraph') this.#closeParagraph(start, text);
    else this.#add(leaf.kind, start, text);
    if (leaf.language) this.#hideUndrawn(leaf.language, leaf);
  }

  #hideUndrawn(language: string, { start, lines, last }: OpenLeaf): void {
    const isClosed = lines.length > 1 && last?.test(lines.at(-1)?.replace(/^\0+/, '') ?? '');
    const body = lines.slice(1, isClosed ? -1 : undefined).join('\n');
    const bodyStart = start + (lines[0]?.length ?? 0) + 1;
    for (const span of undrawnIn(language, body)) this.#hide(bodyStart + span.start, bodyStart + span.end);
  }

  /** Takes out the definitions at the beginning; what is left is text. */
  #closeParagraph(start: number, text: string): void {
    let at = 0;
    for (let found = definitionAt(text, at); found; found = definitionAt(text, at)) {
      if (!this.definitions.has(found.key)) this.definitions.set(found.key, found.url);
      at = found.end;
    }
    this.#hide(start, start + at);
    if (at < text.length) this.#add('text', start + at, text.slice(at));
    else this.#top.children -= 1;
  }

  #hide(start: number, end: number): void {
    this.edits.push({ start, end, text: '' });
  }
}

/**
 * Returns the cells of a row, each without the blanks around it. Behind a pipe, blanks alone do not make a cell; at the
 * beginning, a form feed does, and stays. https://github.github.com/gfm/#tables-extension-
 */
function cellsOf(row: string, from: number): { at: number; text: string }[] {
  const cells: { at: number; text: string }[] = [];
  let at = row[from] === '|' ? from + 1 : from;
  while (at < row.length) {
    const end = endOf(CELL, row, at);
    const cell = row.slice(at, end);
    const text = at === from ? cell : cell.replace(CELL_BLANKS, '');
    if (at === from || end < row.length || text !== '')
      cells.push({ at: end - text.length, text: text.trimEnd() });
    at = end + 1;
  }
  return cells;
}
