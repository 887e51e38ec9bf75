/** A part of the source, from `start` up to, not including, `end`, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What stands in the source's place instead of a span; nothing if `text` is empty. */
export interface Edit extends Span {
  readonly text: string;
}

/** The text of a block without the markers of what it stands in: lines of the source, each a span, joined by `\n`. */
export class Content {
  readonly text: string;
  /** Where each line begins in `text`. */
  readonly #starts: number[] = [];
  readonly #lines: readonly Span[];

  constructor(source: string, lines: readonly Span[]) {
    this.#lines = lines;
    let length = 0;
    for (const { start, end } of lines) {
      this.#starts.push(length);
      length += end - start + 1;
    }
    this.text = lines.map(({ start, end }) => source.slice(start, end)).join('\n');
  }

  /** An edit of `text` as edits of the source: one for each line that it touches, so that the markers stay. */
  edits(from: number, to: number, text = ''): Edit[] {
    const first = this.#lineAt(from);
    const edits: Edit[] = [];
    for (let index = first; index < this.#lines.length; index += 1) {
      const line = this.#lines[index] as Span;
      const begin = this.#starts[index] as number;
      if (index > first && begin >= to) break;
      const start = line.start + Math.max(0, from - begin);
      const end = Math.min(line.end, line.start + Math.max(0, to - begin));
      edits.push({ start: Math.min(start, line.end), end, text: index === first ? text : '' });
    }
    return edits;
  }

  /** The part of the lines from `from` on, in the source's own places. */
  linesFrom(from: number): Span[] {
    return this.edits(from, this.text.length).map(({ start, end }) => ({ start, end }));
  }

  #lineAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** The source with all edits made. Of edits that overlap, the one that begins first wins, and of these the longest. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  const sorted = [...edits].sort((a, b) => a.start - b.start || b.end - a.end);
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text } of sorted) {
    if (end <= at && start < at) continue;
    parts.push(source.slice(at, Math.max(at, start)), text);
    at = Math.max(at, end);
  }
  return parts.concat(source.slice(at)).join('');
}
