import { unlessGone } from '../../../github/api.ts';
import { countsFromLastRun, type Push, type Release, type Subject } from '../../../github/event.ts';
import {
  compareCommits,
  type GithubFile,
  getCommit,
  listFiles,
  listReleases,
  listTags,
  listWorkflowRuns,
  type WorkflowRunEntry,
} from '../../../github/operations.ts';
import { fullName, type WorkflowRun } from '../../../github/workflow-run.ts';
import { plainText, visibleLine } from '../../../text/visible.ts';
import type { IncludeSource } from '../../request.ts';
import { type Material, NO_MATERIAL, type PromptPart } from '../compose.ts';
import { counts, firstThatFit, linePart, listPart, quote } from '../quotation.ts';
import { matchesPaths } from './paths.ts';
import { prefixOf, previousRelease, previousTag } from './releases.ts';

/** Maximum number of files that GitHub lists for a pull request. */
const MOST_PULL_FILES = 3000;
/** Maximum number of files that GitHub lists for a comparison. */
const MOST_COMPARED_FILES = 300;
/** Maximum number of releases to read. */
const MOST_RELEASES = 300;
/** SHA that GitHub sends for a commit that doesn't exist. */
const NO_COMMIT = /^0+$/;

interface NoChanges {
  readonly kind: 'none' | 'start' | 'filtered';
  /** Sentence on why there is nothing to quote. */
  readonly reason: string;
}

/**
 * Reads the changes in the pull request or the push, or the changes since the previous release or the last successful
 * run.
 */
export async function readChanges(source: IncludeSource): Promise<Material> {
  const changes = await findChanges(source);
  if (!changes) return NO_MATERIAL;
  if (changes.kind !== 'changes') return without(changes);
  const { what, isCapped } = changes;
  if (changes.files.length === 0) return without({ kind: 'none', reason: `Nothing changed ${what}.` });
  const files = changes.files.filter((file) => isSelected(file, source.inputs.paths));
  if (files.length > 0) return { parts: [changesPart({ ...changes, files })] };
  if (!isCapped)
    return without({ kind: 'filtered', reason: `No file that matches \`paths\` changed ${what}.` });
  const reason = `GitHub lists only some of the files that changed ${what}, and \`paths\` doesn't match any of them.`;
  return { parts: [linePart('changes', reason)] };
}

function without(noChanges: NoChanges): Material {
  return { parts: [linePart('changes', noChanges.reason)], noChanges };
}

/** Checks whether one of the file's names matches `paths`. */
function isSelected({ filename, previous_filename: before }: GithubFile, paths?: readonly string[]): boolean {
  return !paths || [filename, before].some((name) => name !== undefined && matchesPaths(name, paths));
}

/** Finds the changes of an event. @returns undefined for events that can't have changed anything */
function findChanges(source: IncludeSource): Promise<Changes | NoChanges> | undefined {
  const { subject, alsoMerged = [], release, push } = source.event;
  if (push && alsoMerged.length > 0) return ofPush(push, source);
  if (subject?.kind === 'pull request') return ofPullRequest(subject, source);
  if (release) return ofRelease(release, source);
  if (push) return ofPush(push, source);
  return countsFromLastRun(source.event) && !subject ? sinceLastRun(source) : undefined;
}

async function ofPullRequest(
  { number, url }: Subject,
  { github, options }: IncludeSource,
): Promise<Changes | NoChanges> {
  const files = await github.all(listFiles, { pull_number: number }, options, MOST_PULL_FILES);
  const isCapped = files.length >= MOST_PULL_FILES;
  return { kind: 'changes', files, isCapped, url: `${url}/files`, what: `in pull request #${number}` };
}

/**
 * Compares a release with the previous release whose tag has the same prefix. A tag that has no release of its own is
 * compared in the same way. If there is no previous release, only this tag is compared, with the previous tag of that
 * prefix.
 */
async function ofRelease(
  { kind, tag, target }: Release,
  source: IncludeSource,
): Promise<Changes | NoChanges> {
  const { github, options } = source;
  const releases = await github.all(listReleases, {}, options, MOST_RELEASES);
  const release = previousRelease(tag, releases)?.tag_name;
  if (release !== undefined) {
    const since = (head: string) => compared(release, head, 'since the previous release', source);
    // The tag of a draft may not exist yet.
    return (
      (kind === 'draft' ? await unlessGone(since(tag)) : undefined) ?? since(kind === 'draft' ? target : tag)
    );
  }
  if (kind !== 'tag') {
    return {
      kind: 'none',
      reason: 'No earlier release with the same tag prefix was found to compare this one with.',
    };
  }
  const tags = await github.call(listTags, { ref: `tags/${prefixOf(tag)}` }, options);
  const previous = previousTag(tag, tags);
  if (previous !== undefined) return compared(previous, tag, 'since the previous tag', source);
  return {
    kind: 'none',
    reason: 'No earlier release or tag with the same prefix was found to compare this one with.',
  };
}

/**
 * Compares the commits before and after a push. The earlier commit doesn't exist if the branch or tag is new, or if a
 * forced push dropped that commit. In these cases, reads only the last commit.
 */
async function ofPush({ before, after, deleted }: Push, source: IncludeSource): Promise<Changes | NoChanges> {
  if (deleted || NO_COMMIT.test(after)) {
    return { kind: 'none', reason: 'The push deleted a branch or tag, so nothing changed.' };
  }
  if (!NO_COMMIT.test(before)) {
    const changes = await unlessGone(compared(before, after, 'in the push', source));
    if (changes) return changes;
  }
  const files = await source.github.call(getCommit, { ref: after }, source.options);
  return changesOf(files, `commit/${after}`, 'in the last commit of the push', source);
}

const START = 'so changes are counted from this run on.';

/** Finds what changed since the last successful run. https://docs.github.com/en/rest/actions/workflow-runs#list-workflow-runs-for-a-workflow */
async function sinceLastRun(source: IncludeSource): Promise<Changes | NoChanges> {
  const { event, run, github, options } = source;
  const same = { workflow_id: run.workflowFile, branch: run.ref, event: event.name };
  const filter = { ...same, status: 'success', per_page: 100 };
  const runs = await github.call(listWorkflowRuns, filter, options);
  const previous = runs.find((each) => isBefore(each, run));
  if (!previous) {
    const what = 'No earlier successful run of this workflow was found for the same branch and event';
    return { kind: 'start', reason: `${what}, ${START}` };
  }
  const what = 'since the last successful run of this workflow';
  const changes = await unlessGone(compared(previous.head_sha, run.sha, what, source));
  return changes ?? { kind: 'start', reason: `The commit of the last successful run is gone, ${START}` };
}

/** Checks whether a run came before this one. During a re-run, GitHub's list may also contain later runs. */
function isBefore({ id, run_number: number }: WorkflowRunEntry, run: WorkflowRun): boolean {
  return number > 0 && run.number > 0 ? number < run.number : id < Number(run.id);
}

async function compared(base: string, head: string, what: string, source: IncludeSource) {
  // `per_page` limits only the commits, which aren't needed. The first page has all files.
  const range = { basehead: `${base}...${head}`, per_page: 1 };
  const files = await source.github.call(compareCommits, range, source.options);
  const page = `compare/${encodeURIComponent(base)}...${encodeURIComponent(head)}`;
  return changesOf(files, page, what, source);
}

function changesOf(files: readonly GithubFile[], page: string, what: string, { run }: IncludeSource) {
  const isCapped = files.length >= MOST_COMPARED_FILES;
  const url = `${run.serverUrl}/${fullName(run)}/${page}`;
  return { kind: 'changes', files, isCapped, url, what } as const;
}

export interface Changes {
  readonly kind: 'changes';
  readonly files: readonly GithubFile[];
  /** Whether GitHub's list is full, in which case there may be more files. */
  readonly isCapped: boolean;
  /** URL where people can read all changes. */
  readonly url: string;
  /** Phrase that locates the changes, such as `in pull request #7` or `since the previous release`. */
  readonly what: string;
}

/** Pattern for paths of files whose patches aren't quoted: lock files, and vendored, generated and binary files. */
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

/** Builds the part with the files' names (in at most a third of the room) and the hunks that fit. */
export function changesPart({ files, isCapped, url, what }: Changes): PromptPart {
  const more = isCapped ? ", and more that GitHub doesn't list" : '';
  const head = `\n> ${files.length} ${files.length === 1 ? 'file' : 'files'} changed${more}:`;
  return listPart('changes', `what changed ${what}`, url, (room) => {
    const names = namesIn(files, Math.floor(room / 3) - head.length);
    if (names.text === '') return undefined;
    const left = room - head.length - names.text.length;
    let patches = '';
    let hunksLeft = 0;
    for (const file of files.filter(isQuoted)) {
      const { text, rest } = patchOf(file, left - patches.length);
      patches += text;
      hunksLeft += rest;
    }
    const leftOut = counts([names.rest, 'file name'], [hunksLeft, 'hunk']);
    return { text: `${head}${names.text}${patches}`, leftOut, noRoomFor: leftOut };
  });
}

/** Lists the files. If not all fit, files with quoted patches come first, and `rest` is the number left out. */
function namesIn(files: readonly GithubFile[], room: number): { text: string; rest: number } {
  const lineOf = (file: GithubFile) => `\n> ${nameOf(file)}`;
  const all = firstThatFit(files, room, lineOf);
  if (all.count === files.length) return { text: all.text, rest: 0 };
  const ordered = [...files.filter(isQuoted), ...files.filter((file) => !isQuoted(file))];
  const more = (count: number) => `\n> … and ${files.length - count} more`;
  const { text, count } = firstThatFit(ordered, room - more(0).length, lineOf);
  return { text: room < more(0).length ? '' : text + more(count), rest: files.length - count };
}

/** Checks whether the file's patch is quoted. GitHub doesn't return patches for binary and very long files. */
export function isQuoted({ filename, patch }: Pick<GithubFile, 'filename' | 'patch'>): boolean {
  return (patch ?? '') !== '' && !NAMED_ONLY.test(filename);
}

function nameOf(file: GithubFile): string {
  const { filename, previous_filename: before, status, additions, deletions } = file;
  const from = before === undefined ? '' : ` from ${visibleLine(before)}`;
  const kind = isQuoted(file) ? '' : ', patch not quoted';
  return `${visibleLine(filename)}: ${status}${from}, +${additions} -${deletions}${kind}`;
}

/** Quotes as many hunks of a file as fit, starting with the first. `rest` is the number of hunks left out. */
function patchOf({ filename, patch = '' }: GithubFile, room: number) {
  const hunks = patch.split(/\n(?=@@ )/);
  const heading = (count: number) =>
    `\n>\n> File: ${visibleLine(filename)}${count < hunks.length ? ` (${count} of ${hunks.length} hunks)` : ''}`;
  const longest = heading(hunks.length - 1).length;
  const { text, count } = firstThatFit(hunks, room - longest, (hunk) => `\n${quote(hunkLines(hunk))}`);
  return { text: count === 0 ? '' : heading(count) + text, rest: hunks.length - count };
}

/** Indents lines that don't begin like lines of a patch. Otherwise, one of them could pass for a `File:` line. */
function hunkLines(hunk: string): string {
  return plainText(hunk)
    .trimEnd()
    .replaceAll(/^(?![-+ @\\]|$)/gm, ' ');
}
