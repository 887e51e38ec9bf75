import type { GithubFile } from '../../github/operations.ts';
import { plainText, visibleLine } from '../../text/visible.ts';
import type { PromptPart } from '../budget.ts';
import { counts, firstThatFit, introduction, NOTICE_ROOM, notice, quote } from '../quotation.ts';

/** What changed, as far as GitHub tells. */
export interface Changes {
  readonly files: readonly GithubFile[];
  /** Whether GitHub lists no more, though there may be more. */
  readonly isCapped: boolean;
  /** Where people read all of it. */
  readonly url: string;
  /** In or between what, such as `in the pull request #7` or `since the release before`. */
  readonly what: string;
}

/** Paths of files that nobody changes by hand, or reads: lock files, vendored, generated and binary ones. */
const NAMED_ONLY = new RegExp(
  [
    /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|packages\.lock\.json|go(?:\.work)?\.sum)$/,
    /(?:^|\/)package\.resolved$|\.(?:lock|lockb|lockfile|lock\.hcl)$/,
    // https://github.com/github-linguist/linguist/blob/main/lib/linguist/vendor.yml
    /(?:^|\/)(?:vendor(?:ed)?|third[_-]party|node_modules|bower_components|\.yarn)\//,
    // https://github.com/github-linguist/linguist/blob/main/lib/linguist/generated.rb
    /(?:^|\/)(?:__generated__|\.?generated|gen|__snapshots__)\/|(?:^|\/)zz_generated\./,
    /[._-](?:generated|gen|pb|pb2|pb2_grpc|g|freezed|designer)\.\w+$|_pb\.d\.ts$/,
    /\.(?:snap|map|bundle\.js)$|[.-]min\.(?:js|css|mjs|cjs)$/,
    /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|tiff?|pdf|zip|t?gz|bz2|xz|7z|jar|war|class|so|dll|dylib|exe|o|a|wasm)$/,
    /\.(?:woff2?|ttf|otf|eot|mp[34]|mov|avi|webm|ogg|wav|psd|sqlite3?|db|bin|dat|pyc|keystore|p12)$/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);

/** The names of all files, then their patches as far as they fit, in whole hunks. */
export function changesPart({ files, isCapped, url, what }: Changes): PromptPart {
  const link = visibleLine(url);
  const more = isCapped ? ', and more that GitHub does not list' : '';
  const head = `${introduction(`what changed ${what}`, undefined, link)}\n\n> ${files.length} files changed${more}:`;
  return {
    name: 'changes',
    notice: notice(`what changed ${what}`, link),
    fit(room) {
      let left = room - head.length - NOTICE_ROOM - link.length;
      const names = firstThatFit(files, left, (file) => `\n> ${nameOf(file)}`);
      if (names.count === 0) return undefined;
      left -= names.text.length;
      let patches = '';
      let hunksLeft = 0;
      for (const file of files.filter(isQuoted)) {
        const { text, rest } = patchOf(file, left - patches.length);
        patches += text;
        hunksLeft += rest;
      }
      const leftOut = counts([files.length - names.count, 'files'], [hunksLeft, 'hunks']);
      const last = leftOut === '' ? '' : `\n\n${notice(leftOut, link)}`;
      return { text: `${head}${names.text}${patches}${last}`, leftOut };
    },
  };
}

/** GitHub gives no patch of a file that is binary or very long. */
export function isQuoted({ filename, patch }: Pick<GithubFile, 'filename' | 'patch'>): boolean {
  return (patch ?? '') !== '' && !NAMED_ONLY.test(filename);
}

function nameOf(file: GithubFile): string {
  const { filename, previous_filename: before, status, additions, deletions } = file;
  const from = before === undefined ? '' : ` from ${visibleLine(before)}`;
  const kind = isQuoted(file) ? '' : ', patch not quoted';
  return `${visibleLine(filename)}: ${status}${from}, +${additions} -${deletions}${kind}`;
}

/** The first hunks of a file, as many as fit. `rest` is how many do not. */
function patchOf(
  { filename, patch = '' }: GithubFile,
  room: number,
): { readonly text: string; readonly rest: number } {
  const hunks = patch.split(/\n(?=@@ )/);
  const heading = (count: number) =>
    `\n>\n> File: ${visibleLine(filename)}${count < hunks.length ? ` (${count} of ${hunks.length} hunks)` : ''}`;
  const longest = heading(hunks.length - 1).length;
  const { text, count } = firstThatFit(hunks, room - longest, (hunk) => `\n${quote(hunkLines(hunk))}`);
  return { text: count === 0 ? '' : heading(count) + text, rest: hunks.length - count };
}

/** Whatever begins a line otherwise, GitHub did not write: it must not look like the line that names a file. */
function hunkLines(hunk: string): string {
  return plainText(hunk)
    .trimEnd()
    .replaceAll(/^(?![-+ @\\]|$)/gm, ' ');
}
