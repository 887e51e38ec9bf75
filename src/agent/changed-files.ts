import { readTwice } from '../clock.ts';
import type { GithubApi } from '../github/api.ts';
import { GithubError } from '../github/errors.ts';
import { compareCommits, type GithubFile, listFiles } from '../github/operations.ts';

/** Changed files as GitHub lists them. */
export interface ChangedFiles {
  readonly files: readonly GithubFile[];
  /** Whether there may be more files, because GitHub's list is full, or GitHub couldn't list all of them. */
  readonly isCut: boolean;
  /** Why GitHub couldn't list all of them. */
  readonly failure?: GithubError;
}

/** GitHub lists no more. */
const MOST_PULL_FILES = 3000;
const MOST_COMPARED_FILES = 300;
/** Time for all pages of a list (ms). */
const LIST_LIMIT_MS = 120_000;

/**
 * Reads the files of a pull request, at most 3,000.
 *
 * @param patterns without a matching file, the list is read again @throws {GithubError} if GitHub doesn't answer for 30 s
 */
export function readPullRequestFiles(
  number: number,
  github: GithubApi,
  patterns?: readonly string[],
): Promise<ChangedFiles> {
  const options = { most: MOST_PULL_FILES, limitMs: LIST_LIMIT_MS };
  const readAll: ReadAll = (onPage) => {
    return github.all(listFiles, { pull_number: number }, { ...options, onPage });
  };
  return readFiles(github, MOST_PULL_FILES, readAll, patterns);
}

/** Reads the files that changed in `head` since it branched off, at most 300. @throws {GithubError} as above */
export function readComparedFiles(base: string, head: string, github: GithubApi): Promise<ChangedFiles> {
  // `per_page` limits only the commits, which aren't needed. The first page has all files.
  const range = { basehead: `${base}...${head}`, per_page: 1 };
  return readFiles(github, MOST_COMPARED_FILES, () => github.call(compareCommits, range));
}

type ReadAll = (onPage: (entries: readonly GithubFile[]) => void) => Promise<GithubFile[]>;

/** Reads again if no file is left, because that may decide that the run is skipped, or if GitHub can't make the list. */
async function readFiles(
  { clock, signal }: GithubApi,
  most: number,
  readAll: ReadAll,
  patterns?: readonly string[],
): Promise<ChangedFiles> {
  const read = async () => {
    const startMs = clock.now();
    const known: GithubFile[] = [];
    try {
      const files = await readAll((entries) => known.push(...entries));
      return { files, isCut: files.length >= most };
    } catch (error) {
      const isOutOfTime = !signal.aborted && clock.now() - startMs >= LIST_LIMIT_MS;
      if (!(error instanceof GithubError)) throw error;
      if (error.about !== 'diff-unavailable' && !isOutOfTime) throw error;
      return { files: known, isCut: true, failure: error };
    }
  };
  const isEnough = ({ files }: ChangedFiles) => selectFiles(files, patterns).length > 0;
  // An empty list after one that GitHub couldn't make may be as wrong.
  const pick = (first: ChangedFiles, second: ChangedFiles) => {
    return first.failure && second.files.length === 0 ? first : second;
  };
  return readTwice({ clock, signal }, read, isEnough, pick);
}

/** Returns the files whose name, or name before a renaming, the patterns select; all of them without patterns. */
export function selectFiles(
  files: readonly GithubFile[],
  patterns: readonly string[] | undefined,
): readonly GithubFile[] {
  if (!patterns) return files;
  return files.filter(({ filename, previous_filename: before = filename }) => {
    return matchesPaths(filename, patterns) || matchesPaths(before, patterns);
  });
}

/** Advice for a pattern that may be several, or is a folder, whose files it doesn't match; empty if there is none. */
export function patternAdvice(patterns: readonly string[] | undefined): string {
  const list = patterns?.find((pattern) => /\s.*\*|\*.*\s/.test(pattern));
  if (list) return `If \`${list}\` is several patterns, write each on its own line.`;
  const folder = patterns?.find((pattern) => /^[^*!]+$/.test(pattern) && !/\.[^/]*$/.test(pattern));
  if (!folder) return '';
  return `A pattern matches whole paths: for every file in a folder, write \`${folder}/**\`.`;
}

/**
 * As in `on.push.paths`, the last pattern that matches the path decides.
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax#filter-pattern-cheat-sheet
 */
export function matchesPaths(path: string, patterns: readonly string[]): boolean {
  const last = patterns.findLast((pattern) => matches(path, pattern.replace(/^!/, '')));
  return last !== undefined && !last.startsWith('!');
}

/** Parts of a pattern that match various texts. Between slashes, `**` matches any number of folders, including none. */
const WILDCARDS = /((?<![^/])\*\*\/|\*\*+|\*)/;

/** Takes time by both lengths multiplied, whereas a regular expression could take hours for a path that a stranger chose. */
function matches(path: string, pattern: string) {
  let ends: ReadonlySet<number> = new Set([0]);
  for (const part of pattern.split(WILDCARDS)) ends = endsOf(part, ends, path);
  return ends.has(path.length);
}

/** Returns where a part of a pattern can end in the path if it begins at one of `starts`. */
function endsOf(part: string, starts: ReadonlySet<number>, path: string): ReadonlySet<number> {
  if (part === '**/') return new Set([...starts, ...endsOf('/', endsOf('**', starts, path), path)]);
  if (!part.startsWith('*')) {
    const fitting = [...starts].filter((start) => path.startsWith(part, start));
    return new Set(fitting.map((start) => start + part.length));
  }
  const ends = new Set<number>();
  for (let end = 0; end <= path.length; end += 1) {
    const canGrow = part !== '*' || path[end - 1] !== '/';
    if (starts.has(end) || (canGrow && ends.has(end - 1))) ends.add(end);
  }
  return ends;
}
