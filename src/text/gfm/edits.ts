/** Part of a text, from `start` to just before `end`, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Replacement of a span by `text`; an empty `text` removes the span. */
export interface Edit extends Span {
  text: string;
}

/**
 * Filler: a character without meaning that keeps offsets and columns in place. Fillers pad tabs to their full width,
 * and replace parts that a parser must skip, such as list markers. Fillers that a text already contains are removed
 * before the text is parsed.
 */
export const FILLER = '\0';

/**
 * Returns `source` with all edits applied. If one edit covers another, only the covering edit is applied. If two edits
 * partly overlap, both are applied.
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
