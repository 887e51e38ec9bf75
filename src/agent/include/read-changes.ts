import type { CallOptions } from '../../github/api.ts';
import { isGone } from '../../github/api.ts';
import {
  type Comparison,
  type GithubContent,
  MOST_COMPARED_FILES,
  MOST_PULL_FILES,
} from '../../github/content.ts';
import type { Push, Release, Subject, TriggerEvent } from '../../github/event.ts';
import { fullName, type WorkflowRun } from '../../github/workflow-run.ts';
import type { Changes } from './changes.ts';
import { previousRelease } from './releases.ts';

type Reader = Pick<GithubContent, 'pullRequestFiles' | 'compare' | 'commit' | 'releases'>;

/** What changed with the event: in a pull request, since the release before, or by a push; absent if nothing can have. */
export async function readChanges(
  event: TriggerEvent,
  run: WorkflowRun,
  github: Reader,
  options: CallOptions,
): Promise<Changes | undefined> {
  switch (event.kind) {
    case 'subject':
    case 'comment':
      return event.subject.kind === 'pull request'
        ? changesOfPullRequest(event.subject, github, options)
        : undefined;
    case 'release':
      return event.release && changesOfRelease(event.release, run, github, options);
    case 'plain':
      return event.push && changesOfPush(event.push, run, github, options);
  }
}

async function changesOfPullRequest(
  { number, url }: Subject,
  github: Reader,
  options: CallOptions,
): Promise<Changes> {
  const files = await github.pullRequestFiles(number, options);
  return {
    files,
    isCapped: files.length >= MOST_PULL_FILES,
    commits: [],
    commitCount: 0,
    url: `${url}/files`,
    what: `of the pull request #${number}`,
  };
}

/** Before the first release there is nothing that it could be compared with. */
async function changesOfRelease(
  { tag, notes, isPrerelease }: Release,
  run: WorkflowRun,
  github: Reader,
  options: CallOptions,
): Promise<Changes | undefined> {
  const before = previousRelease({ tag, isPrerelease }, await github.releases(options));
  if (!before) return undefined;
  const comparison = await github.compare(before.tag, tag, options);
  const changes = changesOf(comparison, compareUrl(run, before.tag, tag), 'since the release before');
  const commits = changes.commits.filter((subject) => !isNoted(subject, notes));
  return {
    ...changes,
    commits,
    commitCount: changes.commitCount - (changes.commits.length - commits.length),
  };
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
async function changesOfPush(
  push: Push,
  run: WorkflowRun,
  github: Reader,
  options: CallOptions,
): Promise<Changes | undefined> {
  const { before, after, ref, defaultBranch } = push;
  if (NO_COMMIT.test(after)) return undefined;
  const branch = ref.replace(/^refs\/heads\//, '');
  const isNew = NO_COMMIT.test(before);
  const base = isNew ? (branch === defaultBranch ? '' : defaultBranch) : before;
  if (base !== '') {
    try {
      const what = isNew ? 'in the new branch' : push.isForced ? 'by the forced push' : 'by the push';
      return changesOf(await github.compare(base, after, options), compareUrl(run, base, after), what);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
  const url = `${run.serverUrl}/${fullName(run)}/commit/${after}`;
  return changesOf(await github.commit(after, options), url, 'by the last commit of the push');
}

function changesOf({ files, commits, commitCount }: Comparison, url: string, what: string): Changes {
  return {
    files,
    isCapped: files.length >= MOST_COMPARED_FILES,
    commits: commits.map(subjectOf).reverse(),
    commitCount,
    url,
    what,
  };
}

/** The first line of a commit's message; of a merged pull request its title, as GitHub writes it. */
function subjectOf(message: string): string {
  const [first = '', ...rest] = message.split(/\r?\n/);
  const number = /^Merge pull request (#\d{1,9}) from /.exec(first)?.[1];
  const title = rest.find((line) => line.trim() !== '');
  return number !== undefined && title !== undefined ? `${title.trim()} (${number})` : first;
}

function compareUrl(run: WorkflowRun, base: string, head: string): string {
  const [from, to] = [base, head].map(encodeURIComponent);
  return `${run.serverUrl}/${fullName(run)}/compare/${from}...${to}`;
}
