import { isGone } from '../../github/api.ts';
import type { Push, Release, Subject } from '../../github/event.ts';
import {
  compareCommits,
  type GithubFile,
  getCommit,
  listFiles,
  listReleases,
} from '../../github/operations.ts';
import { fullName } from '../../github/workflow-run.ts';
import type { PromptPart } from '../budget.ts';
import { type Changes, changesPart } from './changes-part.ts';
import { previousRelease } from './releases.ts';
import type { IncludeSource } from './source.ts';

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
    try {
      return await compared(before, after, 'by the push', source);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
  const files = await source.github.read(getCommit, { ref: after }, source.options);
  return changesOf(files, `commit/${after}`, 'by the last commit of the push', source);
}

async function compared(base: string, head: string, what: string, source: IncludeSource): Promise<Changes> {
  // Commits are not needed. The files all come with the first page of them.
  const range = { basehead: `${base}...${head}`, per_page: 1 };
  const files = await source.github.read(compareCommits, range, source.options);
  const page = `compare/${encodeURIComponent(base)}...${encodeURIComponent(head)}`;
  return changesOf(files, page, what, source);
}

function changesOf(
  files: readonly GithubFile[],
  page: string,
  what: string,
  { run }: IncludeSource,
): Changes {
  const isCapped = files.length >= MOST_COMPARED_FILES;
  return { files, isCapped, url: `${run.serverUrl}/${fullName(run)}/${page}`, what };
}
