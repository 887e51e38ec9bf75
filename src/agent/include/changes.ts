import { unlessGone } from '../../github/api.ts';
import type { Push, Release, Subject } from '../../github/event.ts';
import {
  compareCommits,
  type GithubFile,
  getCommit,
  listFiles,
  listReleases,
} from '../../github/operations.ts';
import { fullName } from '../../github/workflow-run.ts';
import { plainText, visibleLine } from '../../text/visible.ts';
import { counts, firstThatFit, listPart, type PromptPart, quote } from '../quotation.ts';
import type { IncludeSource } from '../request.ts';
import { previousRelease } from './releases.ts';

/** GitHub lists so many files of a pull request, so many of a comparison, and so many releases are looked at. */
const MOST_PULL_FILES = 3000;
const MOST_COMPARED_FILES = 300;
const MOST_RELEASES = 300;

type Found = Promise<Changes | undefined>;

/** What changed with the event: in a pull request, since the release before, or by a push; nothing if nothing can have. */
export async function readChanges(source: IncludeSource): Promise<readonly PromptPart[]> {
  const { subject, release, push } = source.event;
  const found =
    subject?.kind === 'pull request'
      ? ofPullRequest(subject, source)
      : release
        ? ofRelease(release, source)
        : push && ofPush(push, source);
  const changes = await found;
  return changes && changes.files.length > 0 ? [changesPart(changes)] : [];
}

async function ofPullRequest({ number, url }: Subject, { github, options }: IncludeSource): Found {
  const files = await github.all(listFiles, { pull_number: number }, options, MOST_PULL_FILES);
  const isCapped = files.length >= MOST_PULL_FILES;
  return { files, isCapped, url: `${url}/files`, what: `in the pull request #${number}` };
}

/** Before the first release there is nothing that it could be compared with. */
async function ofRelease({ tag }: Release, source: IncludeSource): Found {
  const releases = await source.github.all(listReleases, {}, source.options, MOST_RELEASES);
  const before = previousRelease(tag, releases);
  return before && compared(before.tag_name, tag, 'since the release before', source);
}

const NO_COMMIT = /^0+$/;

/** If nothing was there before, or what was there is gone (a forced push), the last commit has to do. */
async function ofPush({ before, after }: Push, source: IncludeSource): Found {
  if (NO_COMMIT.test(after)) return undefined;
  if (!NO_COMMIT.test(before)) {
    const changes = await unlessGone(compared(before, after, 'by the push', source));
    if (changes) return changes;
  }
  const files = await source.github.read(getCommit, { ref: after }, source.options);
  return changesOf(files, `commit/${after}`, 'by the last commit of the push', source);
}

async function compared(base: string, head: string, what: string, source: IncludeSource) {
  // Commits are not needed. The files all come with the first page of them.
  const range = { basehead: `${base}...${head}`, per_page: 1 };
  const files = await source.github.read(compareCommits, range, source.options);
  const page = `compare/${encodeURIComponent(base)}...${encodeURIComponent(head)}`;
  return changesOf(files, page, what, source);
}

function changesOf(files: readonly GithubFile[], page: string, what: string, { run }: IncludeSource) {
  const isCapped = files.length >= MOST_COMPARED_FILES;
  return { files, isCapped, url: `${run.serverUrl}/${fullName(run)}/${page}`, what };
}

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
  const more = isCapped ? ', and more that GitHub does not list' : '';
  const head = `\n> ${files.length} files changed${more}:`;
  return listPart('changes', `what changed ${what}`, url, (room) => {
    let left = room - head.length;
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
    return { text: `${head}${names.text}${patches}`, leftOut, noRoomFor: leftOut };
  });
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
function patchOf({ filename, patch = '' }: GithubFile, room: number) {
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
