/** Part of a text, from `start` to just before `end`, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Text that replaces a span of the source; an empty `text` removes it. */
export interface Edit extends Span {
  text: string;
}

/**
 * Placeholder for a column that the source doesn't have, such as the extra columns of a tab. It can't come from a text
 * itself, because it is removed from texts before they are parsed.
 */
export const FILLER = '\0';

/**
 * Returns `source` with all edits applied. If edits overlap, the edit that begins first wins. If several begin there,
 * the longest wins.
 */
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
