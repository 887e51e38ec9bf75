import leven from 'leven';

/** Parts that somebody may take for the whole name of an input. */
const SHORT_NAMES = ['label', 'phrase', 'timeout'];
/** Letters that a name has at least if 0, 1 or 2 of them may be wrong. */
const LEAST_LENGTHS = [0, 5, 8];

/** Returns the names that somebody who wrote `given` may have meant: all that are as close as the closest. */
export function closestNames(given: string, names: readonly string[]): string[] {
  if (SHORT_NAMES.includes(given)) return names.filter((name) => name.split('-').includes(given));
  for (const [edits, length] of LEAST_LENGTHS.entries()) {
    const long = names.filter((name) => plain(name).length >= length);
    const close = long.filter((name) => isWithin(edits, plain(given), plain(name)));
    if (close.length > 0) return close;
  }
  return [];
}

function plain(name: string) {
  return name.replaceAll(/[-_]/g, '').toLowerCase();
}

/** Checks whether at most `edits` letters were added, lost, changed or swapped. For `leven`, a swap is two edits. */
function isWithin(edits: number, given: string, name: string): boolean {
  const distance = leven(given, name);
  if (distance <= edits) return true;
  return distance <= 2 * edits && swapped(given).some((text) => isWithin(edits - 1, text, name));
}

/** Returns `text` with each pair of neighbors swapped. */
function swapped(text: string) {
  return Array.from(text, (letter, at) => {
    return text.slice(0, at) + text.charAt(at + 1) + letter + text.slice(at + 2);
  });
}
