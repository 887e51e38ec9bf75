import { type Edit, FILLER, type Span } from './edits.ts';
import { TAG } from './inlines.ts';
import { type Definitions, definitionAt, endOf, labelKey, matchAt } from './links.ts';

/** Leaf block, which contains no other blocks, such as a paragraph or a table cell. */
export interface Leaf {
  /** `text`: inline Markdown. `html`: an HTML block. `code`: a code block, which GitHub shows as it is. */
  readonly kind: 'text' | 'html' | 'code';
  /** Offset of `text` in the source. */
  readonly start: number;
  /** Content, with a {@link FILLER} for each column of the markers and indentation at the start of its lines. */
  readonly text: string;
  readonly container: Container;
  /** Value of an attribute, such as a fence's language, that GitHub generates just before this leaf; or undefined. */
  readonly attribute: string | undefined;
}

/** Footnote definition, such as `[^label]: text`. Its `key` is the label by {@link labelKey}. */
export interface Footnote {
  readonly key: string;
  /** Span of `[^label]:` and the blanks after it, in the source. */
  readonly marker: Span;
  /** Number that GitHub shows, from 1; absent without a reference. */
  number?: number;
}

export interface Container {
  readonly kind: 'document' | 'quote' | 'item' | 'footnote';
  /** Footnote that this container is or belongs to. */
  readonly footnote?: Footnote | undefined;
  /** Columns that a line must be indented, relative to the parent's content, to belong to this container. */
  readonly indent: number;
  children: number;
  /** Last character of the item markers, such as `-`, in this container's open list. */
  list?: string | undefined;
}

/** Leaf block that may go on. A `paragraph` may begin with definitions. The cells of a `table` are leaves at once. */
interface OpenLeaf {
  kind: Leaf['kind'] | 'paragraph' | 'table';
  start: number;
  lines: string[];
  /** Line that ends this block. Without it, a blank line ends HTML, and a line that isn't indented ends code. */
  last?: RegExp | undefined;
  /** Of each column of a table, whether its cells are aligned. */
  aligned?: boolean[];
  isNoTable?: boolean;
}

/** From the 100th container of a line on, GitHub opens only block quotes. */
const DEEPEST = 100;

const BLANKS = /[ \t\0]*/y;
const HEADING = /#{1,6}(?=[ \t]|$)/y;
const FENCE = /(`{3,}(?=[^`]*$)|~{3,})/y;
const UNDERLINE = /(?:=+|-+)[ \t\0]*$/y;
const BREAK = /(?:\*[ \t\0]*){3,}$|(?:-[ \t\0]*){3,}$|(?:_[ \t]*){3,}$/y;
/** Delimiter row of a table. Each blank can match in only one way, so a line of blanks takes linear time. */
const DELIMITER_ROW =
  /\|?[ \t\v\f\0]*:?-+:?[ \t\v\f\0]*(?:\|[ \t\v\f\0]*:?-+:?[ \t\v\f\0]*)*(?:\|[ \t\v\f\0]*)?$/y;
/** A pipe after a backslash belongs to the cell, even if that backslash is itself escaped. */
const CELL = /(?:\\\||[^|])*/y;
/** A line with a checkbox. GitHub shows none in a block quote, or after another list marker. */
const TASK = /^[ \t\v\f\0]*(?:[-+*]|\d+.)[ \t\v\f\0]+\[[ xX]\][ \t\v\f]/;
const FOOTNOTE = /\[\^([^\] \t]+)\]:[ \t\0]*/y;
const ITEM = /(?:[-+*]|(\d{1,9})[.)])(?=[ \t\0]|$)/y;

const HTML_NAMES =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h1|h2|h3|h4|h5|h6|head|header|hr|html|iframe|legend|li|link|' +
  'main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|section|source|summary|table|tbody|td|tfoot|th|thead|' +
  'title|tr|track|ul';
/** First word of an info string that is empty, or only character references for blanks. */
const BLANK_INFO = /^(?:&(?:#0*(?:9|10|13|32)|#x0*(?:9|a|d|20)|tab|newline);)*$/i;
/** Starts and ends of HTML blocks; without an end, a blank line ends one. https://github.github.com/gfm/#html-blocks */
const HTML_FORMS: readonly (readonly [start: RegExp, end?: RegExp])[] = [
  [/<(?:script|pre|style|textarea)(?=[ \t\v\f>]|$)/iy, /<\/(?:script|pre|style|textarea)>/i],
  [/<!--/y, /-->/],
  [/<\?/y, /\?>/],
  [/<![A-Z]/y, />/],
  [/<!\[CDATA\[/iy, /\]\]>/],
  [new RegExp(`</?(?:${HTML_NAMES})(?=[ \\t\\v\\f>]|/>|$)`, 'iy')],
];
/** Also starts an HTML block, but can't interrupt a paragraph. */
const TAG_ALONE = new RegExp(`(?:${TAG})[ \\t\\f]*$`, 'y');

/** Parses the blocks of a source with widened tabs. https://github.github.com/gfm/#phase-1-block-structure */
export class Blocks {
  readonly leaves: Leaf[] = [];
  readonly definitions: Definitions = new Map();
  /** In the order in which they end: nested ones come before those around them. */
  readonly footnotes: Footnote[] = [];
  /** Remove definitions, info strings, and table cells beyond the header's columns. */
  readonly edits: Edit[] = [];
  #attribute: string | undefined;
  /** Open containers, outermost first. */
  readonly #containers: Container[] = [{ kind: 'document', indent: 0, children: 0 }];
  #leaf: OpenLeaf | undefined;
  #line = '';
  #start = 0;
  /** Column up to which the line has been read, which is also an index in it. */
  #at = 0;
  /** Column of the next nonblank character, or the line's length. */
  #next = 0;
  /** Number of open containers that the current line continues. */
  #matched = 0;
  /** If the source began with one, GitHub doesn't show a checkbox on its first line. */
  readonly #hasByteOrderMark: boolean;

  constructor(source: string, hasByteOrderMark: boolean) {
    this.#hasByteOrderMark = hasByteOrderMark;
    for (const line of source.split('\n')) {
      this.#line = line;
      this.#readLine();
      this.#start += line.length + 1;
    }
    this.#matched = 0;
    this.#close();
  }

  #readLine() {
    this.#moveTo(0);
    const outside = this.#containers.findIndex((container) => !this.#isIn(container));
    const isLazy = outside >= 0;
    this.#matched = isLazy ? outside : this.#containers.length;
    if (!isLazy && this.#takesLine()) return;
    // A lazy continuation line continues a paragraph without the markers of the containers around it.
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
    // A lone pipe isn't a row, so it ends the table.
    if (leaf?.kind === 'table' && cellsOf(this.#line, this.#next).length === 0) leaf = undefined;
    this.#addText(leaf);
  }

  #enter(kind: Container['kind'], indent: number, mark?: string, footnote?: Footnote) {
    this.#close();
    this.#addChild(mark);
    const container = { kind, indent, footnote: footnote ?? this.#top.footnote, children: 0 };
    this.#matched = this.#containers.push(container);
    return true;
  }

  #addChild(list?: string) {
    this.#top.children += 1;
    this.#top.list = list;
  }

  get #isBlank() {
    return this.#next === this.#line.length;
  }

  get #indent() {
    return this.#next - this.#at;
  }

  get #top(): Container {
    return this.#containers.at(-1) as Container;
  }

  #moveTo(at: number) {
    this.#at = at;
    this.#next = endOf(BLANKS, this.#line, at);
  }

  #skipBlanks(columns: number) {
    this.#at = Math.min(this.#at + columns, this.#next);
  }

  #match(pattern: RegExp) {
    return matchAt(pattern, this.#line, this.#next);
  }

  #isIn({ kind, indent, children }: Container) {
    if (kind === 'quote') return this.#skipQuoteMarker();
    // In a footnote, GitHub doesn't treat a line of blanks as an empty line.
    const isGap = kind === 'footnote' ? this.#line === '' : this.#isBlank && children > 0;
    if (this.#indent < indent && !isGap) return false;
    this.#skipBlanks(indent);
    return true;
  }

  /** Skips a task list item's checkbox, if any. After it, GitHub doesn't open further blocks on the line. */
  #skipTaskBox() {
    if (this.#top.kind !== 'item' || this.#indent >= 4 || !TASK.test(this.#line)) return false;
    if (this.#hasByteOrderMark && this.#start === 0) return false;
    this.#attribute = '';
    this.#moveTo(this.#next + '[ ]'.length);
    return true;
  }

  #skipQuoteMarker() {
    if (this.#indent >= 4 || this.#line[this.#next] !== '>') return false;
    this.#moveTo(this.#next + 1);
    this.#skipBlanks(1);
    return true;
  }

  /** Adds the line to `leaf` if it is code or HTML that goes on, and returns whether it was added. */
  #takesLine(leaf = this.#leaf) {
    if (leaf?.kind !== 'code' && leaf?.kind !== 'html') return false;
    const isOver = leaf.kind === 'html' ? this.#isBlank : this.#indent < 4 && !this.#isBlank;
    if (!leaf.last && isOver) return false;
    leaf.lines.push(this.#from(this.#at));
    if (leaf.last?.test(this.#line.slice(this.#at))) this.#closeLeaf();
    return true;
  }

  #from(at: number) {
    return FILLER.repeat(at) + this.#line.slice(at);
  }

  /** Opens the leaf block that the line starts, if any. It may continue `leaf`, a `paragraph` without laziness. */
  #openLeaf(leaf: OpenLeaf | undefined, paragraph: OpenLeaf | undefined) {
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

  /** Opens a fenced code block, and hides its info string, except for the word `suggestion`. */
  #openFence(fence: string) {
    const info = this.#line.slice(this.#next + fence.length);
    const [word = '', language = ''] = /^[ \t\0]*([^ \t\0]*)/.exec(info) ?? [];
    const end = this.#start + this.#line.length;
    this.#hide(end - info.length + (language === 'suggestion' ? word.length : 0), end);
    const last = new RegExp(`^[ \\t\\0]{0,3}${fence.charAt(0)}{${fence.length},}[ \\t]*$`);
    const leaf = this.#open('code', { last });
    if (!BLANK_INFO.test(language)) this.#attribute = language;
    leaf.lines.push(this.#from(this.#next));
    return true;
  }

  /** Adds an ATX heading, or a thematic break, which counts as a heading without text. */
  #addHeading(markerLength: number) {
    this.#close();
    this.#addChild();
    const text = this.#line.slice(this.#next + markerLength);
    this.#add('text', this.#start + this.#line.length - text.length, text);
    return true;
  }

  /** Makes the paragraph a heading. If it is only definitions, the underline starts a paragraph instead. */
  #underline() {
    const before = this.leaves.length;
    this.#closeLeaf();
    if (this.leaves.length === before) this.#addText(undefined);
    return true;
  }

  /** Opens the container block that starts here, if any. `depth` counts those that the line opens, with this one. */
  #openContainer(depth: number, inParagraph: boolean) {
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

  /** Opens the list item that starts here, if any. One that is empty or not 1 can't interrupt a paragraph. */
  #openItem(inParagraph: boolean) {
    const [marker, number = '1'] = this.#match(ITEM) ?? [];
    if (marker === undefined) return false;
    const isNumbered = Number(number) !== 1;
    const markerEnd = this.#next + marker.length;
    const isEmpty = !/[^ \t\0]/.test(this.#line.slice(markerEnd));
    if (inParagraph && (isEmpty || isNumbered)) return false;
    const outer = this.#at;
    this.#moveTo(markerEnd);
    // If five or more blanks follow the marker, only one blank belongs to the marker. The others begin indented code.
    this.#skipBlanks(isEmpty || this.#indent > 4 ? 1 : this.#indent);
    const indent = Math.max(this.#at, markerEnd + 1) - outer;
    const mark = marker.at(-1);
    this.#close();
    if (isNumbered && this.#top.list !== mark) this.#attribute = '';
    return this.#enter('item', indent, mark);
  }

  #addText(leaf: OpenLeaf | undefined) {
    if (leaf?.kind === 'table') this.#addRow(leaf, this.#line, this.#start, this.#next);
    else if (leaf) leaf.lines.push(this.#from(this.#next));
    else if (this.#isBlank) this.#close();
    else this.#open('paragraph').lines.push(this.#from(this.#next));
  }

  #openTable(paragraph: OpenLeaf) {
    if (paragraph.isNoTable || this.#indent >= 4 || !this.#match(DELIMITER_ROW)) return false;
    const head = paragraph.lines.at(-1) as string;
    const at = head.search(/[^\0]/);
    const aligned = cellsOf(this.#line, this.#next).map(({ text }) => text.includes(':'));
    paragraph.isNoTable = cellsOf(head, at).length !== aligned.length;
    if (paragraph.isNoTable) return false;
    // GitHub doesn't look for link reference definitions in the paragraph's lines above the table.
    paragraph.kind = 'text';
    paragraph.lines.pop();
    const table = this.#open('table', { aligned });
    this.#addRow(table, head, this.#start - head.length - 1, at);
    return true;
  }

  #addRow({ aligned = [] }: OpenLeaf, row: string, start: number, at: number) {
    for (const [column, cell] of cellsOf(row, at).entries()) {
      const cellStart = start + cell.at;
      if (column >= aligned.length) this.#hide(cellStart, cellStart + cell.text.length);
      else {
        if (aligned[column]) this.#attribute ??= '';
        this.#add('text', cellStart, cell.text);
      }
    }
  }

  #add(kind: Leaf['kind'], start: number, text: string) {
    this.leaves.push({ kind, start, text, container: this.#top, attribute: this.#attribute });
    this.#attribute = undefined;
  }

  #open(kind: OpenLeaf['kind'], more: Partial<OpenLeaf> = {}) {
    this.#close();
    this.#addChild();
    this.#leaf = { ...more, kind, start: this.#start, lines: [] };
    return this.#leaf;
  }

  #close() {
    this.#closeLeaf();
    // If no leaf has taken the pending attribute, an empty leaf takes it, inside the container being closed.
    if (this.#attribute !== undefined && this.#matched < this.#containers.length)
      this.#add('text', this.#start, '');
    for (const { kind, footnote } of this.#containers.splice(this.#matched).reverse()) {
      if (kind === 'footnote' && footnote) this.footnotes.push(footnote);
    }
  }

  #closeLeaf() {
    const leaf = this.#leaf;
    this.#leaf = undefined;
    if (!leaf || leaf.kind === 'table') return;
    const lines = leaf.lines.join('\n');
    const text = lines.replace(/^\0+/, '');
    const start = leaf.start + lines.length - text.length;
    if (leaf.kind === 'paragraph') this.#closeParagraph(start, text);
    else this.#add(leaf.kind, start, text);
  }

  /** Removes the link reference definitions at the start of a paragraph, and adds the rest as text. */
  #closeParagraph(start: number, text: string) {
    let at = 0;
    for (let found = definitionAt(text, at); found; found = definitionAt(text, at)) {
      if (!this.definitions.has(found.key)) this.definitions.set(found.key, found.url);
      at = found.end;
    }
    this.#hide(start, start + at);
    if (at < text.length) this.#add('text', start + at, text.slice(at));
    else this.#top.children -= 1;
  }

  #hide(start: number, end: number) {
    this.edits.push({ start, end, text: '' });
  }
}

/** Returns a row's cells without the blanks around them. https://github.github.com/gfm/#tables-extension- */
function cellsOf(row: string, from: number) {
  const cells: { at: number; text: string }[] = [];
  let at = row[from] === '|' ? from + 1 : from;
  while (at < row.length) {
    const end = endOf(CELL, row, at);
    const cell = row.slice(at, end);
    const text = at === from ? cell : cell.replace(/^[ \t\v\f\0]+/, '');
    if (at === from || end < row.length || text !== '')
      cells.push({ at: end - text.length, text: text.trimEnd() });
    at = end + 1;
  }
  return cells;
}
