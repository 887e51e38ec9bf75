import type { GithubFile } from '../../github/operations.ts';
import { plainText, visibleLine } from '../../text/visible.ts';
import type { Changes } from './changes.ts';
import { countOrEmpty, joinFitting, listPart, type PromptPart, quote } from './quote.ts';

/** Paths of files whose patches aren't quoted: lock files, and vendored, generated and binary files. */
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

/** Quotes the files' names in at most a third of the room, then the patches that fit, each of a whole file. */
export function changesPart({ files, isCut, url, what }: Changes): PromptPart {
  const more = isCut ? ", and more that GitHub doesn't list" : '';
  const head = `\n> ${files.length} ${files.length === 1 ? 'file' : 'files'} changed${more}:`;
  const quoted = files.filter(isQuoted);
  const ordered = [...quoted, ...files.filter((file) => !isQuoted(file))];
  return listPart({ what: `what changed ${what}`, url }, (room) => {
    const names = joinFitting(ordered, Math.floor(room / 3) - head.length, nameOf);
    if (names.count === 0) return { text: '', leftOut: [countOrEmpty(files.length, 'file')] };
    const patches = joinFitting(quoted, room - head.length - names.text.length, patchOf);
    const missing = countOrEmpty(quoted.length - patches.count, 'patch', 'patches');
    const leftOut = [countOrEmpty(files.length - names.count, 'file name'), missing];
    return { text: head + names.text + patches.text, leftOut };
  });
}

/** GitHub doesn't return patches for binary and very long files. */
export function isQuoted({ filename, patch = '' }: GithubFile): boolean {
  return patch !== '' && !NAMED_ONLY.test(filename);
}

function nameOf(file: GithubFile) {
  const { filename, previous_filename: before, status, additions, deletions } = file;
  const from = before ? ` from ${visibleLine(before)}` : '';
  const kind = isQuoted(file) ? '' : ', patch not quoted';
  return `\n> ${visibleLine(filename)}: ${visibleLine(status)}${from}, +${additions} -${deletions}${kind}`;
}

function patchOf({ filename, patch = '' }: GithubFile) {
  // Indented, a line of a patch can't pass for a `File:` line.
  const lines = plainText(patch)
    .trimEnd()
    .replaceAll(/^(?![-+ @\\]|$)/gm, ' ');
  return `\n>\n> File: ${visibleLine(filename)}\n${quote(lines)}`;
}
