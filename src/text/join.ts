/** Joins texts for a sentence, such as `a`, `a and b`, or `a, b and c`. */
export function joinWithAnd(parts: readonly string[]): string {
  return joinNonEmpty([parts.slice(0, -1).join(', '), ...parts.slice(-1)], ' and ');
}

export function joinNonEmpty(parts: readonly (string | undefined)[], separator: string): string {
  return parts.filter(Boolean).join(separator);
}
