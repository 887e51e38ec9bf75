import { type CallOptions, GithubError, isGone } from '../../github/api.ts';
import type { Push, Release, Subject } from '../../github/event.ts';
import {
  type Comparison,
  compareCommits,
  type GithubFile,
  getAttributes,
  getCommit,
  listFiles,
  listReleases,
} from '../../github/operations.ts';
import type { GithubApi } from '../../github/rest.ts';
import { fullName } from '../../github/workflow-run.ts';
import type { AgentRun } from '../request.ts';
import { readAttributes, type Unread, unreadKind } from './linguist.ts';
import { previousRelease } from './releases.ts';

/** A file of a pull request or a comparison. Every text is remote text. */
export interface ChangedFile extends GithubFile {
  /** Why nobody would read its patch; absent if somebody would. */
  readonly unread: Unread | undefined;
}

/** What changed, as far as GitHub tells. */
export interface Changes<File = ChangedFile> {
  readonly files: readonly File[];
  /** Whether GitHub lists no more, though there may be more. */
  readonly isCapped: boolean;
  /** First lines of the commits' messages, the newest first; empty for a pull request. */
  readonly commits: readonly string[];
  /** Of all commits, also of those that are not given. */
  readonly commitCount: number;
  /** Where people read all of it. */
  readonly url: string;
  /** In or between what, such as `of the pull request #7` or `between v1.0.0 and v1.1.0`. */
  readonly what: string;
}

/** What the parts of a prompt are read from. */
export interface IncludeSource extends AgentRun {
  readonly github: GithubApi;
  readonly options: CallOptions;
}

/** GitHub lists so many files of a pull request, so many of a comparison, and so many releases are looked at. */
const MOST_PULL_FILES = 3000;
const MOST_COMPARED_FILES = 300;
const MOST_RELEASES = 300;

type Read = Promise<Changes<GithubFile> | undefined>;

/** What changed with the event: in a pull request, since the release before, or by a push; absent if nothing can have. */
export async function readChanges(source: IncludeSource): Promise<Changes | undefined> {
  const changes = await readWhole(source);
  if (!changes) return undefined;
  const attributes = readAttributes(await attributesText(source));
  const files = changes.files.map((file) => {
    return { ...file, unread: unreadKind(file, attributes) };
  });
  return { ...changes, files };
}

/** Empty if there is none; whoever may not read it is told by the names of files alone. */
async function attributesText({ github, options }: IncludeSource): Promise<string> {
  try {
    const { encoding, content } = await github.read(getAttributes, {}, options);
    return encoding === 'base64' ? Buffer.from(content, 'base64').toString('utf8') : '';
  } catch (error) {
    if (error instanceof GithubError) return '';
    throw error;
  }
}

async function readWhole(source: IncludeSource): Read {
  const { event } = source;
  switch (event.kind) {
    case 'subject':
    case 'comment':
      return event.subject.kind === 'pull request' ? ofPullRequest(event.subject, source) : undefined;
    case 'release':
      return event.release && ofRelease(event.release, source);
    case 'plain':
      return event.push && ofPush(event.push, source);
  }
}

async function ofPullRequest({ number, url }: Subject, { github, options }: IncludeSource): Read {
  const files = await github.all(listFiles, { pull_number: number }, options, MOST_PULL_FILES);
  const isCapped = files.length >= MOST_PULL_FILES;
  const what = `of the pull request #${number}`;
  return { files, isCapped, commits: [], commitCount: 0, url: `${url}/files`, what };
}

/** Before the first release there is nothing that it could be compared with. */
async function ofRelease({ tag, notes, isPrerelease }: Release, source: IncludeSource): Read {
  const releases = await source.github.all(listReleases, {}, source.options, MOST_RELEASES);
  const before = previousRelease({ tag, isPrerelease }, releases);
  if (!before) return undefined;
  const changes = await compared(before.tag, tag, 'since the release before', source);
  const commits = changes.commits.filter((subject) => !isNoted(subject, notes));
  const commitCount = changes.commitCount - (changes.commits.length - commits.length);
  return { ...changes, commits, commitCount };
}

/** Whether the notes name the commit's pull request, or have its subject. */
function isNoted(subject: string, notes: string): boolean {
  const number = /\(#(\d{1,9})\)$/.exec(subject)?.[1];
  if (number !== undefined && new RegExp(`(?:#|/pull/)${number}\\b`).test(notes)) return true;
  const text = subject.replace(/\s*\(#\d+\)$/, '');
  // A word or two can be in any notes.
  return text.length >= 12 && notes.includes(text);
}

const NO_COMMIT = /^0+$/;

/**
 * A push changes what lies between its two commits. Of a new branch, that is what it has beyond the default branch. If
 * what was there before is gone (a forced push), or there is nothing to compare with, the last commit has to do.
 */
async function ofPush({ before, after, ref, defaultBranch, isForced }: Push, source: IncludeSource): Read {
  if (NO_COMMIT.test(after)) return undefined;
  const isNew = NO_COMMIT.test(before);
  const base = !isNew ? before : ref === `refs/heads/${defaultBranch}` ? '' : defaultBranch;
  if (base !== '') {
    const what = isNew ? 'in the new branch' : isForced ? 'by the forced push' : 'by the push';
    try {
      return await compared(base, after, what, source);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
  const commit = await source.github.read(getCommit, { ref: after }, source.options);
  return changesOf(commit, `commit/${after}`, 'by the last commit of the push', source);
}

async function compared(base: string, head: string, what: string, source: IncludeSource) {
  const range = { basehead: `${base}...${head}`, per_page: 250 };
  const comparison = await source.github.read(compareCommits, range, source.options);
  const page = `compare/${encodeURIComponent(base)}...${encodeURIComponent(head)}`;
  return changesOf(comparison, page, what, source);
}

function changesOf(
  { files, commits, commitCount }: Comparison,
  page: string,
  what: string,
  { run }: IncludeSource,
): Changes<GithubFile> {
  const isCapped = files.length >= MOST_COMPARED_FILES;
  const url = `${run.serverUrl}/${fullName(run)}/${page}`;
  return { files, isCapped, commits: commits.map(subjectOf).reverse(), commitCount, url, what };
}

/** The first line of a commit's message; of a merged pull request its title, as GitHub writes it. */
function subjectOf(message: string): string {
  const [first = '', ...rest] = message.split(/\r?\n/);
  const number = /^Merge pull request (#\d{1,9}) from /.exec(first)?.[1];
  const title = rest.find((line) => line.trim() !== '');
  return number !== undefined && title !== undefined ? `${title.trim()} (${number})` : first;
}
