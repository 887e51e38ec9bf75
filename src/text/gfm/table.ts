import type { Span } from './source.ts';

const DELIMITER_ROW = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

export function isDelimiterRow(line: string): boolean {
  return DELIMITER_ROW.test(line);
}

/** The cells of a row, each without the blanks around it. https://github.github.com/gfm/#tables-extension- */
export function cellsOf(source: string, { start, end }: Span): Span[] {
  const cells: Span[] = [];
  const pattern = /(?:\\.|[^|\\\n]|\\(?=\n|$))*/y;
  let at = source[start] === '|' ? start + 1 : start;
  while (at < end) {
    pattern.lastIndex = at;
    const cellEnd = Math.min(end, at + (pattern.exec(source)?.[0].length ?? 0));
    const isLast = cellEnd === end;
    if (!isLast || source.slice(at, end).trim() !== '') cells.push(trimmed(source, at, cellEnd));
    at = cellEnd + 1;
  }
  return cells;
}

function trimmed(source: string, start: number, end: number): Span {
  const text = source.slice(start, end);
  const left = text.length - text.trimStart().length;
  return {
    start: start + Math.min(left, text.length),
    end: Math.max(start + left, start + text.trimEnd().length),
  };
}
