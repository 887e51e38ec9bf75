/** A part of a text, from `start` up to, not including, `end`, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What stands in the source's place instead of a span; nothing if `text` is empty. */
export interface Edit extends Span {
  text: string;
  /** What of the span stays behind it: ends of lines, and the markers before lines. */
  readonly kept?: string;
}

/**
 * A run of lines of the source, without what does not belong to the block: markers and indentation before a line are
 * {@link FILLER}s, so that each character stands as far from `start` as in the source.
 */
export interface Excerpt {
  readonly start: number;
  readonly text: string;
}

/** Stands for a character that is not there; no source holds it. */
export const FILLER = '\0';

/** An edit of an excerpt's text. */
export function editOf(source: string, excerpt: Excerpt, from: number, to: number, text = ''): Edit {
  const [start, end] = [excerpt.start + from, excerpt.start + to];
  const kept = [...excerpt.text.slice(from, to).matchAll(/[\n\0]+/g)].map(({ index, 0: run }) =>
    source.slice(start + index, start + index + run.length),
  );
  return { start, end, text, kept: kept.join('') };
}

/** The source with all edits made. Of edits that overlap, the one that begins first wins, and of these the longest. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  const sorted = [...edits].sort((a, b) => a.start - b.start || b.end - a.end);
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text, kept = '' } of sorted) {
    if (end <= at && start < at) continue;
    parts.push(source.slice(at, Math.max(at, start)), text, kept);
    at = Math.max(at, end);
  }
  return parts.concat(source.slice(at)).join('');
}
