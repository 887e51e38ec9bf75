import type { GithubFile } from '../../github/operations.ts';

/** Returns the files whose name, or name before a renaming, the patterns select; all of them without patterns. */
export function changedFilesLeft(
  files: readonly GithubFile[],
  patterns: readonly string[] | undefined,
): readonly GithubFile[] {
  if (!patterns) return files;
  return files.filter(({ filename, previous_filename: before }) =>
    [filename, before].some((name) => name !== undefined && matchesPaths(name, patterns)),
  );
}

/**
 * As in `on.push.paths`, the last pattern that matches the path decides.
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax#filter-pattern-cheat-sheet
 */
export function matchesPaths(path: string, patterns: readonly string[]): boolean {
  const last = patterns.findLast((pattern) => expressionOf(pattern.replace(/^!/, '')).test(path));
  return last !== undefined && !last.startsWith('!');
}

const PARTS = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*' } as const;

/** Between slashes, `**` matches any number of folders, including none. */
function expressionOf(pattern: string): RegExp {
  const source = pattern.replaceAll(/(?<![^/])\*\*\/|\*\*+|\*|[.^${}()|/-]/g, (found) =>
    found in PARTS ? PARTS[found as keyof typeof PARTS] : found.startsWith('*') ? '.*' : `\\${found}`,
  );
  return new RegExp(`^${source}$`, 's');
}
