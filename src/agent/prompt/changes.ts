import { type GithubApi, GithubError } from '../../github/api.ts';
import type { Push, Release } from '../../github/event.ts';
import {
  compareCommits,
  type GithubFile,
  listCommits,
  listFiles,
  listTags,
  listWorkflowRuns,
} from '../../github/operations.ts';
import { NEEDED } from '../needed.ts';
import { previousTag, textBeforeVersion } from '../previous-tag.ts';
import { type GithubRun, isDispatch } from '../request.ts';

/** Files that changed, before `paths` filters them. */
export interface Changes {
  readonly files: readonly GithubFile[];
  /** Whether GitHub's list is full, in which case there may be more files. */
  readonly isCut: boolean;
  /** Phrase that locates the changes, such as `in pull request #7`; empty if there is nothing to compare with. */
  readonly what: string;
  /** URL where people can read all changes. */
  readonly url: string;
  /** Sentence on what the changes are compared with, or why with nothing; empty where `what` says it. */
  readonly note: string;
}

/** GitHub lists no more. */
const MOST_PULL_FILES = 3000;
const MOST_COMPARED_FILES = 300;
/** GitHub answers so for a while after a push. */
const JUST_MADE = [404, 422];

/** Reads what the event changed; undefined for events that can't have changed anything. */
export async function readChanges(run: GithubRun): Promise<Changes | undefined> {
  const { subject, release, push } = run.event;
  if (release) return ofRelease(release, run);
  if (push) return ofPush(push, run);
  if (subject?.kind === 'pull request') {
    const files = await readPullRequestFiles(subject.number, run.github);
    return { ...files, what: `in pull request #${subject.number}`, url: `${subject.url}/files`, note: '' };
  }
  const isSweep = run.event.name === 'schedule' || isDispatch(run.event);
  return isSweep && !subject ? sinceLastRun(run) : undefined;
}

/** Reads the files of a pull request, at most 3,000. @throws {GithubError} after 30 s */
export async function readPullRequestFiles(number: number, github: GithubApi) {
  const options = { ...NEEDED, most: MOST_PULL_FILES };
  const files = await readTwice(github, () => github.all(listFiles, { pull_number: number }, options));
  return { files, isCut: files.length >= MOST_PULL_FILES };
}

/** Reads a list again if it is empty, because it may decide that the run is skipped. */
async function readTwice<T>({ clock, signal }: GithubApi, read: () => Promise<T[]>): Promise<T[]> {
  const first = await read();
  if (first.length > 0) return first;
  await clock.sleep(5_000, signal);
  return read();
}

async function ofRelease({ kind, tag, target }: Release, run: GithubRun): Promise<Changes> {
  const before = textBeforeVersion(tag);
  const tags = before === undefined ? [] : await run.github.call(listTags, { ref: `tags/${before}` }, NEEDED);
  const previous = previousTag(tag, tags);
  if (previous === undefined) {
    const note = 'No earlier tag with the same text before its version was found to compare this one with.';
    return { files: [], isCut: false, what: '', url: '', note };
  }
  // GitHub makes the tag of a draft when it is published.
  const head = kind === 'draft' && !tags.includes(tag) ? target : tag;
  return compared(previous, head, 'since the previous tag', run);
}

function ofPush({ before, after }: Push, run: GithubRun): Promise<Changes> {
  // Without its name, HEAD is the default branch.
  const base = /^0+$/.test(before) ? run.event.defaultBranch || 'HEAD' : before;
  return compared(base, after, 'in the push', run);
}

async function compared(
  base: string,
  head: string,
  what: string,
  { run, github }: GithubRun,
): Promise<Changes> {
  // `per_page` limits only the commits, which aren't needed. The first page has all files.
  const range = { basehead: `${base}...${head}`, per_page: 1 };
  const read = () => github.call(compareCommits, range, { ...NEEDED, alsoRetry: JUST_MADE });
  const files = base === head ? [] : await readTwice(github, read);
  const page = `compare/${encodeURIComponent(base)}...${encodeURIComponent(head)}`;
  const url = `${run.serverUrl}/${github.repository}/${page}`;
  return { files, isCut: files.length >= MOST_COMPARED_FILES, what, url, note: '' };
}

async function sinceLastRun(run: GithubRun): Promise<Changes> {
  const previous = await lastSuccessfulRun(run);
  if (previous === undefined)
    return sinceLastWeek('No earlier successful run of this workflow was found', run);
  try {
    return await compared(previous, run.run.sha, 'since the last successful run of this workflow', run);
  } catch (error) {
    if (!(error instanceof GithubError && JUST_MADE.includes(error.status ?? 0))) throw error;
    return sinceLastWeek('The commit of the last successful run is gone', run);
  }
}

/**
 * Returns the commit of the last successful run before this one with the same workflow file, branch and event. GitHub's
 * filters of this list come from an index that may be empty or old, so the whole list is read.
 */
async function lastSuccessfulRun({ event, run, github }: GithubRun): Promise<string | undefined> {
  for (let page = 1; page <= 10; page += 1) {
    const parameters = { workflow_id: run.workflowFile, per_page: 100, page };
    const runs = await github.call(listWorkflowRuns, parameters, NEEDED);
    if (runs.length === 0) return undefined;
    const found = runs.find(
      (each) =>
        each.conclusion === 'success' &&
        each.event === event.name &&
        each.head_branch === run.ref &&
        (each.run_number > 0 && run.number > 0 ? each.run_number < run.number : each.id < Number(run.id)),
    );
    if (found) return found.head_sha;
  }
  return undefined;
}

/** @param why cause, as the start of a sentence */
async function sinceLastWeek(why: string, run: GithubRun): Promise<Changes> {
  const until = new Date(run.clock.date().getTime() - 7 * 24 * 3_600_000).toISOString();
  const { github } = run;
  const { sha } = run.run;
  const [old] = await github.call(listCommits, { sha, until, per_page: 1 }, NEEDED);
  const base = old ?? (await github.all(listCommits, { sha }, NEEDED)).at(-1);
  const what = old ? 'since the last commit older than seven days' : 'since the first commit';
  const changes = await compared(base?.sha ?? sha, sha, what, run);
  return { ...changes, note: `${why}, so changes are counted ${what}.` };
}
