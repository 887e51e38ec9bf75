import { InvalidValue } from './invalid-value.ts';

/**
 * Reads the patterns of `paths`, one on a line or between commas.
 *
 * @throws {InvalidValue} for a pattern with a character that GitHub reads and this action does not
 */
export function readPaths(text: string): string[] {
  const patterns = text.split(/[\n,]/).flatMap((pattern) => pattern.trim() || []);
  const unknown = patterns.find((pattern) => /[?+[\]\\]/.test(pattern) || /^!?$/.test(pattern));
  if (unknown !== undefined) {
    throw new InvalidValue(
      `The pattern ${unknown} isn't supported. Accepted: \`*\`, \`**\` and a leading \`!\`.`,
    );
  }
  if (!patterns.some((pattern) => !pattern.startsWith('!'))) {
    throw new InvalidValue('Add a pattern without `!`, such as `**`. Without one, nothing matches.');
  }
  return patterns;
}

/**
 * Checks a path against the patterns in order, as `on.push.paths` does: the last pattern that matches it decides.
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax#filter-pattern-cheat-sheet
 */
export function matchesPaths(path: string, patterns: readonly string[]): boolean {
  const last = patterns.findLast((pattern) => expressionOf(pattern.replace(/^!/, '')).test(path));
  return last !== undefined && !last.startsWith('!');
}

const PARTS = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*' } as const;

/** Translates a pattern. `**` followed by a slash also matches an empty path if it is a whole part of the path. */
function expressionOf(pattern: string): RegExp {
  const source = pattern.replaceAll(/(?<![^/])\*\*\/|\*\*+|\*|[.^${}()|/-]/g, (found) =>
    found in PARTS ? PARTS[found as keyof typeof PARTS] : found.startsWith('*') ? '.*' : `\\${found}`,
  );
  return new RegExp(`^${source}$`, 's');
}
