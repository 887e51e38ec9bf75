import { readTwice } from '../clock.ts';
import type { GithubApi } from '../github/api.ts';
import { type GithubFile, listFiles } from '../github/operations.ts';

/** Changed files as GitHub lists them. */
export interface ChangedFiles {
  readonly files: readonly GithubFile[];
  /** Whether GitHub's list is full, in which case there may be more files. */
  readonly isCut: boolean;
}

/** GitHub lists no more. */
const MOST_PULL_FILES = 3000;

/** Reads the files of a pull request, at most 3,000. @throws {GithubError} after 30 s */
export async function readPullRequestFiles(number: number, github: GithubApi): Promise<ChangedFiles> {
  const read = () => github.all(listFiles, { pull_number: number }, { most: MOST_PULL_FILES });
  const files = await readUnlessEmpty(github, read);
  return { files, isCut: files.length >= MOST_PULL_FILES };
}

/** Reads a list again if it is empty, because it may decide that the run is skipped. */
export function readUnlessEmpty<T>(
  patience: Pick<GithubApi, 'clock' | 'signal'>,
  read: () => Promise<T[]>,
): Promise<T[]> {
  return readTwice(patience, read, (list) => list.length > 0);
}

/** Returns the files whose name, or name before a renaming, the patterns select; all of them without patterns. */
export function selectFiles(
  files: readonly GithubFile[],
  patterns: readonly string[] | undefined,
): readonly GithubFile[] {
  if (!patterns) return files;
  return files.filter(({ filename, previous_filename: before }) => {
    return matchesPaths(filename, patterns) || (before !== undefined && matchesPaths(before, patterns));
  });
}

/**
 * As in `on.push.paths`, the last pattern that matches the path decides.
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax#filter-pattern-cheat-sheet
 */
export function matchesPaths(path: string, patterns: readonly string[]): boolean {
  const last = patterns.findLast((pattern) => expressionOf(pattern.replace(/^!/, '')).test(path));
  return last !== undefined && !last.startsWith('!');
}

/** Parts of a pattern, and the characters that act in a regular expression. */
const PARTS = /(?<![^/])\*\*\/|\*\*+|\*|[.^${}()|/-]/g;

/** Between slashes, `**` matches any number of folders, including none. */
function expressionOf(pattern: string): RegExp {
  const source = pattern.replaceAll(PARTS, (part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '*') return '[^/]*';
    return part.startsWith('*') ? '.*' : `\\${part}`;
  });
  return new RegExp(`^${source}$`, 's');
}
