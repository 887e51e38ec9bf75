import { readTwice } from '../../clock.ts';
import type { GithubApi } from '../../github/api.ts';
import { GithubError } from '../../github/errors.ts';
import type { Push, Release } from '../../github/objects.ts';
import { listCommits, listTags, listWorkflowRuns } from '../../github/operations.ts';
import type { WorkflowRun } from '../../github/runner.ts';
import { type ChangedFiles, readComparedFiles, readPullRequestFiles } from '../changed-files.ts';
import { type GithubContext, isDispatch } from '../request-context.ts';
import { previousTag, textBeforeVersion } from './previous-tag.ts';

/** Files that changed, before `paths` filters them. */
export interface Changes extends ChangedFiles {
  /** Phrase that locates the changes, such as `in pull request #7`; empty if there is nothing to compare with. */
  readonly what: string;
  /** URL where people can read all changes. */
  readonly url: string;
  /** Sentence on what the changes are compared with, or why with nothing; empty where `what` says it. */
  readonly note: string;
}

const MOST_RUN_PAGES = 10;
const WEEK_MS = 7 * 24 * 3_600_000;

/** Reads what the event changed; undefined for events that can't have changed anything. */
export async function readChanges(context: GithubContext): Promise<Changes | undefined> {
  const { issueOrPull, release, push } = context.subject;
  if (release) return ofRelease(release, context);
  if (push) return ofPush(push, context);
  if (issueOrPull?.kind === 'pull request') {
    const { number, url } = issueOrPull;
    const changed = await readPullRequestFiles(number, context.github, context.inputs.paths);
    return { ...changed, what: `in pull request #${number}`, url: `${url}/files`, note: '' };
  }
  if (issueOrPull) return undefined;
  if (context.event.name === 'schedule') return sinceLastRun(context);
  // A dispatch about one issue is no sweep, so the last successful one says nothing.
  return isDispatch(context.event) ? sinceLastWeek('', context) : undefined;
}

async function ofRelease({ kind, tag, target }: Release, context: GithubContext) {
  const before = textBeforeVersion(tag);
  // GitHub makes the tag of a draft when it is published.
  const expected = kind === 'draft' ? undefined : tag;
  const tags = before === undefined ? [] : await listTagsWith(before, expected, context.github);
  const previous = previousTag(tag, tags);
  if (!previous) {
    const note = 'No earlier tag with the same text before its version was found to compare this one with.';
    return { files: [], isCut: false, what: '', url: '', note };
  }
  const head = kind === 'draft' && !tags.includes(tag) ? target : tag;
  return compareRefs(previous, head, 'since the previous tag', context);
}

function ofPush({ before, after }: Push, context: GithubContext) {
  // Without its name, HEAD is the default branch.
  const base = /^0+$/.test(before) ? context.event.defaultBranch || 'HEAD' : before;
  return compareRefs(base, after, 'in the push', context);
}

async function compareRefs(
  base: string,
  head: string,
  what: string,
  { workflowRun, github }: GithubContext,
): Promise<Changes> {
  const changed = base === head ? { files: [], isCut: false } : await readComparedFiles(base, head, github);
  const page = `compare/${encodeURIComponent(base)}...${encodeURIComponent(head)}`;
  const url = `${workflowRun.serverUrl}/${github.repository}/${page}`;
  return { ...changed, what, url, note: '' };
}

async function sinceLastRun(context: GithubContext) {
  const previous = await lastSuccessfulRun(context);
  if (!previous) return sinceLastWeek('No earlier successful run of this workflow was found', context);
  try {
    const what = 'since the last successful run of this workflow';
    return await compareRefs(previous, context.workflowRun.sha, what, context);
  } catch (error) {
    const status = error instanceof GithubError ? error.status : undefined;
    const isCommitGone = status === 404 || status === 422;
    if (!isCommitGone) throw error;
    return sinceLastWeek('The commit of the last successful run is gone', context);
  }
}

/**
 * Returns the commit of the last successful run before this one with the same workflow file, branch and event. GitHub's
 * filters of this list come from an index that may be empty or old, so the whole list is read.
 */
async function lastSuccessfulRun(context: GithubContext) {
  const { event, workflowRun, github } = context;
  for (let page = 1; page <= MOST_RUN_PAGES; page += 1) {
    const parameters = { workflow_id: workflowRun.workflowFile, per_page: 100, page };
    const read = () => github.call(listWorkflowRuns, parameters);
    // Without a filter, the first page has at least this run.
    const runs = page > 1 ? await read() : await readTwice(context, read, (all) => all.length > 0);
    if (runs.length === 0) return undefined;
    const found = runs
      .filter((run) => run.event === event.name && run.head_branch === workflowRun.ref)
      .find((run) => run.conclusion === 'success' && isBefore(run, workflowRun));
    if (found) return found.head_sha;
  }
  return undefined;
}

function isBefore(run: { id: number; run_number: number }, own: WorkflowRun) {
  const areNumbered = run.run_number > 0 && own.number > 0;
  return areNumbered ? run.run_number < own.number : run.id < Number(own.id);
}

/** @param why cause, as the start of a sentence; may be empty */
async function sinceLastWeek(why: string, context: GithubContext) {
  const { github, clock, workflowRun } = context;
  const { sha } = workflowRun;
  const until = new Date(clock.date().getTime() - WEEK_MS).toISOString();
  const [old] = await github.call(listCommits, { sha, until, per_page: 1 });
  const { sha: base } = old ?? (await readFirstCommit(sha, github));
  const what = old ? 'since the last commit older than seven days' : 'since the first commit';
  const changes = await compareRefs(base, sha, what, context);
  return {
    ...changes,
    note: why ? `${why}, so changes are counted ${what}.` : `Changes are counted ${what}.`,
  };
}

/** Lists the tags that begin with a text. @param expected a tag that must be among them, unless it stays away for 30 s */
export function listTagsWith(
  start: string,
  expected: string | undefined,
  github: GithubApi,
): Promise<string[]> {
  const isOld = (tags: readonly string[]) => expected !== undefined && !tags.includes(expected);
  return github.call(listTags, { ref: `tags/${start}` }, { isOld });
}

/** Reads the first commit of a branch. @throws {GithubError} if there is none, because a branch has commits */
export async function readFirstCommit(sha: string, github: GithubApi): Promise<{ sha: string }> {
  const isOld = (commits: readonly unknown[]) => commits.length === 0;
  const first = (await github.all(listCommits, { sha }, { isOld })).at(-1);
  if (first) return first;
  throw new GithubError('Reading the commits failed: GitHub listed none.', { kind: 'transient' });
}
