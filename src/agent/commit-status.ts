import { sleepUnlessAborted } from '../clock.ts';
import { type GithubApi, GithubError } from '../github/api.ts';
import { getPullRequest } from '../github/operations.ts';
import { writeStatus } from '../github/status.ts';
import { type Job, pullRequestOf } from '../platform/schemas.ts';
import { type End, nothingSent, skipped } from './end.ts';
import { isUnlistedBot } from './permission.ts';
import { readPullRequestFiles } from './prompt/changes.ts';
import { matchesPaths } from './prompt/paths.ts';
import { type Memory, type ReplyRecord, readThread } from './replies.ts';
import type { Reply } from './reply.ts';
import type { AgentRun } from './request.ts';
import type { Thread } from './thread.ts';

interface Status {
  readonly state: 'success' | 'pending';
  readonly description: string;
  readonly targetUrl: string;
}

/** What GitHub says of the pull request. */
interface Pull {
  readonly head: string;
  readonly labels: readonly string[];
  readonly url: string;
  readonly isOfUnlistedBot: boolean;
}

type Rules = Pick<AgentRun['inputs'], 'commitStatus' | 'skipLabel' | 'triggerLabel' | 'triggerPhrase'>;
const isSame = (one: string, other: string | undefined) => one.toLowerCase() === other?.toLowerCase();

/**
 * Says whether somebody has dealt with the docs: by the skip label, a request that ended, or because it is a docs pull
 * request. Pending otherwise.
 *
 * @param runsUrl URL of the repository's runs, without the number
 */
export function statusOf(pull: Pull, memory: Memory, rules: Rules, runsUrl: string): Status {
  const { skipLabel, triggerLabel, triggerPhrase, commitStatus = '' } = rules;
  if (pull.labels.some((label) => isSame(label, skipLabel)))
    return { state: 'success', description: `No docs needed (label ${skipLabel})`, targetUrl: pull.url };
  const decision = memory.replies.findLast(
    ({ record }) => record.completed && isSame(commitStatus, record.status?.name),
  );
  if (decision) {
    const { status, pullRequest, run } = decision.record;
    const docs = pullRequestOf({ prLink: pullRequest } as Job);
    const what = docs ? `Docs pull request #${docs.number}` : 'The docs agent opened no pull request';
    const asked = status?.head === pull.head ? '' : ` (asked at ${status?.head.slice(0, 7)})`;
    return { state: 'success', description: what + asked, targetUrl: docs?.url ?? `${runsUrl}/${run}` };
  }
  if (memory.docsJob !== undefined)
    return { state: 'success', description: 'Written by the docs agent', targetUrl: '' };
  const asks = [
    pull.isOfUnlistedBot ? [] : `comment ${triggerPhrase}`,
    triggerLabel === undefined ? [] : `add the label ${triggerLabel}`,
    `add the label ${skipLabel}`,
  ].flat();
  const description = asks.join(', or ').replace(/^./, (first) => first.toUpperCase());
  return { state: 'pending', description, targetUrl: pull.url };
}

const SECOND_LOOK_MS = 5_000;

/**
 * Writes the status of an open pull request, looks again 5 s later, and writes again if the answer or the head changed.
 *
 * @param reply the run's own reply there, which a list may show late
 * @returns the status in words; undefined if the pull request is closed
 * @throws {GithubError}
 */
async function keepStatus(
  number: number,
  reply: Reply | undefined,
  run: AgentRun,
): Promise<string | undefined> {
  const { inputs, clock, signal } = run;
  const github = run.github as GithubApi;
  let written = '';
  for (const pauseMs of [0, SECOND_LOOK_MS]) {
    if (pauseMs > 0) await sleepUnlessAborted(clock, pauseMs, signal);
    if (signal.aborted) break;
    const { state, head, labels, url, author } = await github.call(
      getPullRequest,
      { pull_number: number },
      { budget: 'needed' },
    );
    if (state !== 'open') return undefined;
    const pull = { head, labels, url, isOfUnlistedBot: isUnlistedBot(author, run) };
    const { targetUrl, ...status } = await read(number, pull, reply, run);
    const now = JSON.stringify([head, status]);
    if (now === written) continue;
    const context = inputs.commitStatus ?? '';
    await writeStatus(github, head, { context, ...status, targetUrl }, { budget: 'needed' });
    written = now;
  }
  const [, { state, description }] = JSON.parse(written) as [string, Status];
  return `\`${inputs.commitStatus}\` is ${state}: ${description}.`;
}

/** Reads the thread, then the files, as far as they are needed. */
async function read(number: number, pull: Pull, reply: Reply | undefined, run: AgentRun): Promise<Status> {
  const {
    inputs,
    run: { serverUrl },
  } = run;
  const github = run.github as GithubApi;
  const runsUrl = `${serverUrl}/${github.repository}/actions/runs`;
  const unread = statusOf(pull, { replies: [], docsJob: undefined }, inputs, runsUrl);
  if (unread.state === 'success') return unread;
  const place = {
    repository: github.repository,
    issue: number,
    scope: inputs.projectId,
    apiKey: inputs.apiKey,
  };
  const thread: Thread = { ...place, github, place };
  const own = reply?.thread.issue === number ? reply : undefined;
  const { replies, docsJob } = await readThread(thread, own?.comment?.id);
  const current = replies.map((each) =>
    own && each.id === own.comment?.id ? { ...each, record: own.record } : each,
  );
  const status = statusOf(pull, { replies: current, docsJob }, inputs, runsUrl);
  const { paths } = inputs;
  if (status.state === 'success' || !paths) return status;
  const { files, isCut } = await readPullRequestFiles(number, github);
  const isLeft =
    isCut ||
    files.some(({ filename, previous_filename: before }) =>
      [filename, before].some((path) => path !== undefined && matchesPaths(path, paths)),
    );
  return isLeft
    ? status
    : { state: 'success', description: 'No files that the docs depend on', targetUrl: '' };
}

/** The pull request that the request is about, and is answered on. */
function subjectOf({ event: { subject, push }, wanted }: AgentRun): number | undefined {
  const isAbout = !push && subject?.kind === 'pull request' && wanted.tag === undefined;
  return isAbout ? subject.number : undefined;
}

/** Reads the head that a request is about, before its POST. @throws {GithubError} */
export async function statusBefore(run: AgentRun): Promise<ReplyRecord['status']> {
  const number = subjectOf(run);
  if (number === undefined || !run.github) return undefined;
  const { head } = await run.github.call(getPullRequest, { pull_number: number }, { budget: 'needed' });
  return { name: run.inputs.commitStatus ?? '', head };
}

/** Writes the status at the end of a request, there and on its docs pull request. Trouble is a warning. */
export async function statusAfter(
  docs: number | undefined,
  reply: Reply | undefined,
  run: AgentRun,
): Promise<void> {
  const numbers = new Set([subjectOf(run), docs].filter((number) => number !== undefined));
  try {
    for (const number of numbers) await keepStatus(number, reply, run);
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    if (!run.signal.aborted) run.log.warning(`The commit status wasn't written: ${error.full}`);
  }
}

/** Writes the status for an event that only does that. @throws {Stop} `skipped` with the status, or `error` */
export async function onlyStatus(run: AgentRun): Promise<End> {
  const {
    event,
    inputs,
    github,
    run: { sha },
  } = run;
  if (!github) throw nothingSent("The commit status can't be written, because `github-token` is empty.");
  if (inputs.dryRun) throw skipped('This is a dry run, so no commit status was written.');
  const context = inputs.commitStatus ?? '';
  try {
    if (event.name === 'merge_group') {
      const status = { context, state: 'success', description: 'Decided on the pull request' } as const;
      await writeStatus(github, sha, status, { budget: 'needed' });
      throw skipped(`\`${context}\` is success: ${status.description}.`);
    }
    const number = event.subject?.number ?? inputs.issueNumber ?? 0;
    throw skipped(
      (await keepStatus(number, undefined, run)) ??
        `Pull request #${number} is closed, so its commit status stays as it is.`,
    );
  } catch (error) {
    if (!(error instanceof GithubError) || run.signal.aborted) throw error;
    if (error.status === 404 && event.subject === undefined)
      throw nothingSent(
        `#${inputs.issueNumber} isn't a pull request of this repository, or the token can't read it.`,
        error.advice,
      );
    const forks =
      event.name === 'pull_request' && error.status === 403
        ? ' On pull requests of forks and of Dependabot, only `pull_request_target` has it.'
        : '';
    throw nothingSent(`The commit status wasn't written: ${error.message}`, `${error.advice}${forks}`);
  }
}
