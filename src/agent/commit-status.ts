import { sleepUnlessAborted } from '../clock.ts';
import { GithubError, unlessGone } from '../github/api.ts';
import type { Subject } from '../github/event.ts';
import { getPullRequest } from '../github/operations.ts';
import { type CommitStatus, writeStatus } from '../github/status.ts';
import { pullRequestOf } from '../platform/schemas.ts';
import { cancelledBeforeSending, type End, nothingSent, skipped } from './end.ts';
import { NEEDED } from './needed.ts';
import { isUnlistedBot } from './permission.ts';
import { readPullRequestFiles } from './prompt/changes.ts';
import { changedFilesLeft } from './prompt/paths.ts';
import { type Memory, NO_MEMORY, type ReplyRecord, readThread } from './replies.ts';
import type { Reply } from './reply.ts';
import { type AgentRun, type GithubRun, isDispatch } from './request.ts';
import { threadOn } from './thread.ts';

type Status = Omit<CommitStatus, 'context'>;
type Pull = Pick<Subject, 'head' | 'labels' | 'url' | 'author'>;
const success = (description: string, targetUrl?: string): Status => ({
  state: 'success',
  description,
  targetUrl,
});
const isSame = (one: string, other: string | undefined) => one.toLowerCase() === other?.toLowerCase();

/** Says whether somebody has dealt with the docs. */
export function statusOf(
  pull: Pull,
  memory: Memory,
  { inputs, run }: Pick<AgentRun, 'inputs' | 'run'>,
): Status {
  const { skipLabel, triggerLabel, triggerPhrase, commitStatus = '' } = inputs;
  if (pull.labels.some((label) => isSame(label, skipLabel)))
    return success(`No docs needed (label ${skipLabel})`, pull.url);
  const record = memory.replies
    .map((reply) => reply.record)
    .findLast(({ completed, status }) => completed && isSame(commitStatus, status?.name));
  if (record) {
    const docs = pullRequestOf({ prLink: record.pullRequest });
    const what = docs ? `Docs pull request #${docs.number}` : 'The docs agent opened no pull request';
    const { head = '' } = record.status ?? {};
    const targetUrl = docs?.url ?? `${run.serverUrl}/${run.repository}/actions/runs/${record.run}`;
    return success(head === pull.head ? what : `${what} (asked at ${head.slice(0, 7)})`, targetUrl);
  }
  if (memory.docsJob !== undefined) return success('Written by the docs agent');
  const comment = isUnlistedBot(pull.author, { inputs }) ? [] : [`comment ${triggerPhrase}`];
  const label = triggerLabel === undefined ? [] : [`add the label ${triggerLabel}`];
  const ways = [...comment, ...label, `add the label ${skipLabel}`].join(', or ');
  const description = ways.replace(/^./, (first) => first.toUpperCase());
  return { state: 'pending', description, targetUrl: pull.url };
}

/** Reads the thread, then the files, as far as they are needed. @param own the run's reply, which lists may show late */
async function decide(number: number, pull: Pull, own: Reply | undefined, run: GithubRun): Promise<Status> {
  const byLabel = statusOf(pull, NO_MEMORY, run);
  if (byLabel.state === 'success') return byLabel;
  const reply = own?.thread.issue === number ? own : undefined;
  const { replies, docsJob } = await readThread(threadOn(number, run.github, run.inputs), reply?.comment?.id);
  const written = reply?.written;
  const current = replies.map((each) =>
    written && each.id === reply.comment?.id ? { ...each, record: written } : each,
  );
  const status = statusOf(pull, { replies: current, docsJob }, run);
  const { paths } = run.inputs;
  if (status.state === 'success' || !paths) return status;
  const { files, isCut } = await readPullRequestFiles(number, run.github);
  if (isCut || changedFilesLeft(files, paths).length > 0) return status;
  return success('No files that the docs depend on');
}

const SECOND_LOOK_MS = 5_000;

/** Writes the status, and 5 s later again if the answer or the head is another. @returns the status in words */
async function keepStatus(number: number, own: Reply | undefined, run: GithubRun): Promise<string> {
  const { inputs, github, clock, signal } = run;
  const { commitStatus: context = '' } = inputs;
  let written = '';
  for (let look = 1; ; look += 1) {
    const pull = await github.call(getPullRequest, { pull_number: number }, NEEDED);
    if (pull.state !== 'open')
      return `Pull request #${number} is closed, so its commit status stays as it is.`;
    const status = await decide(number, pull, own, run);
    const now = `${pull.head} ${status.description}`;
    if (now !== written) await writeStatus(github, pull.head, { context, ...status }, NEEDED);
    written = now;
    if (look === 2) return `\`${context}\` is ${status.state}: ${status.description}.`;
    await sleepUnlessAborted(clock, SECOND_LOOK_MS, signal);
  }
}

/** The pull request that the request is about, and is answered on; of a dispatch, it may be an issue. */
function subjectOf({ event, wanted, inputs }: AgentRun): number | undefined {
  const { subject, push } = event;
  const number = subject?.number ?? (isDispatch(event) ? inputs.issueNumber : undefined);
  return push || subject?.kind === 'issue' || wanted.tag !== undefined ? undefined : number;
}

/** Reads the head that a request is about, before its POST. @throws {GithubError} */
export async function statusBefore(run: AgentRun): Promise<ReplyRecord['status']> {
  const number = subjectOf(run);
  if (number === undefined || !run.github) return undefined;
  const pull = await unlessGone(run.github.call(getPullRequest, { pull_number: number }, NEEDED));
  return pull && { name: run.inputs.commitStatus ?? '', head: pull.head };
}

/** Writes the status at the end of a request, there and on its docs pull request. Trouble is a warning. */
export async function statusAfter(
  docs: number | undefined,
  reply: Reply | undefined,
  run: AgentRun,
): Promise<void> {
  const { github, log, signal, event } = run;
  const numbers = new Set([subjectOf(run), docs].filter((number) => number !== undefined));
  try {
    if (github) for (const number of numbers) await keepStatus(number, reply, { ...run, github });
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof GithubError)) throw error;
    const isIssue = error.status === 404 && isDispatch(event);
    if (!isIssue) log.warning(`The commit status wasn't written: ${error.full}`);
  }
}

/** Writes the status for an event that only does that. @returns `skipped`, with the status @throws {Stop} `error` */
export async function onlyStatus(run: AgentRun): Promise<End> {
  const { event, inputs, github, signal } = run;
  if (inputs.dryRun) throw skipped('This is a dry run, so no commit status was written.');
  if (!github) throw nothingSent("The commit status can't be written outside of a repository.");
  const { commitStatus: context = '', issueNumber } = inputs;
  const number = event.subject?.number ?? issueNumber;
  try {
    if (number !== undefined) return skipped(await keepStatus(number, undefined, { ...run, github })).end;
    const ofQueue = success('Decided on the pull request');
    await writeStatus(github, run.run.sha, { context, ...ofQueue }, NEEDED);
    return skipped(`\`${context}\` is success: ${ofQueue.description}.`).end;
  } catch (error) {
    if (signal.aborted) return cancelledBeforeSending(undefined);
    if (!(error instanceof GithubError)) throw error;
    const forks = ' On pull requests of forks and of Dependabot, only `pull_request_target` has it.';
    const isFork = event.name === 'pull_request' && error.status === 403;
    const isIssue = error.status === 404 && !event.subject && number !== undefined;
    const what = isIssue ? `#${number} isn't a pull request: ` : '';
    throw nothingSent(
      `The commit status wasn't written. ${what}${error.message}`,
      error.advice + (isFork ? forks : ''),
    );
  }
}
