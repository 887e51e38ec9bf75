/** Part of a text, from `start` to just before `end`, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Replacement of a span by `text`; an empty `text` removes the span. */
export interface Edit extends Span {
  text: string;
}

/** Stands for a column without a character, such as the width of a tab, so that offsets and columns are equal. */
export const FILLER = '\0';

/** Returns `source` with all edits applied. An edit that lies within another isn't applied. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  const sorted = [...edits].sort((a, b) => a.start - b.start || b.end - a.end);
  let edited = '';
  let at = 0;
  for (const { start, end, text } of sorted) {
    if (end <= at && start < at) continue;
    edited += source.slice(at, Math.max(at, start)) + text;
    at = Math.max(at, end);
  }
  return edited + source.slice(at);
}
