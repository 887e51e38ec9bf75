import type { Span } from './source.ts';

/** A place in a line. Tabs count to the next column that is a multiple of four, and may be consumed in part. */
export class Cursor {
  readonly source: string;
  readonly end: number;
  at: number;
  #column = 0;

  constructor(source: string, start: number, end: number) {
    this.source = source;
    this.at = start;
    this.end = end;
  }

  /** The first character from here on that is neither space nor tab; `end` if there is none. */
  get next(): number {
    let next = this.at;
    while (next < this.end && isSpace(this.source.charCodeAt(next))) next += 1;
    return next;
  }

  /** Columns of whitespace from here on. */
  get indent(): number {
    let column = this.#column;
    for (let at = this.at; at < this.end; at += 1) {
      const code = this.source.charCodeAt(at);
      if (code === TAB) column += 4 - (column % 4);
      else if (code === SPACE) column += 1;
      else break;
    }
    return column - this.#column;
  }

  get isBlank(): boolean {
    return this.next === this.end;
  }

  /** From the first character that is no whitespace to the end of the line. */
  get rest(): Span {
    return { start: this.next, end: this.end };
  }

  /** Tests a sticky expression at the first character that is no whitespace. */
  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.next;
    return pattern.exec(this.source) ?? undefined;
  }

  skipSpaces(): void {
    this.skipColumns(this.indent);
  }

  /** Goes on by characters, none of which is a tab. */
  skip(characters: number): void {
    this.at += characters;
    this.#column += characters;
  }

  /** Goes on by columns of whitespace, as far as there are any. */
  skipColumns(columns: number): void {
    let left = columns;
    while (left > 0 && this.at < this.end) {
      const code = this.source.charCodeAt(this.at);
      if (code === TAB) {
        const width = 4 - (this.#column % 4);
        const taken = Math.min(left, width);
        this.#column += taken;
        if (taken === width) this.at += 1;
        left -= taken;
      } else if (code === SPACE) {
        this.skip(1);
        left -= 1;
      } else {
        return;
      }
    }
  }
}

const TAB = 9;
const SPACE = 32;

function isSpace(code: number): boolean {
  return code === TAB || code === SPACE;
}
