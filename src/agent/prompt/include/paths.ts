/**
 * Checks whether the patterns select a path. As in `on.push.paths`, the last pattern that matches the path decides.
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax#filter-pattern-cheat-sheet
 */
export function matchesPaths(path: string, patterns: readonly string[]): boolean {
  const last = patterns.findLast((pattern) => expressionOf(pattern.replace(/^!/, '')).test(path));
  return last !== undefined && !last.startsWith('!');
}

const PARTS = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*' } as const;

/**
 * Translates a pattern to a regular expression. Between slashes, `**` matches any number of folders, including none.
 */
function expressionOf(pattern: string): RegExp {
  const source = pattern.replaceAll(/(?<![^/])\*\*\/|\*\*+|\*|[.^${}()|/-]/g, (found) =>
    found in PARTS ? PARTS[found as keyof typeof PARTS] : found.startsWith('*') ? '.*' : `\\${found}`,
  );
  return new RegExp(`^${source}$`, 's');
}
