import { sleepUnlessAborted } from '../clock.ts';
import { GithubError } from '../github/api.ts';
import { createSigned, listSigned } from '../github/comments.ts';
import type { Subject } from '../github/event.ts';
import { type Job, pullRequestOf } from '../platform/schemas.ts';
import type { End } from './end.ts';
import { NEEDED, neededGithub } from './needed.ts';
import {
  changeSince,
  isSameRepository,
  isSameThread,
  pullRequestAt,
  readPullRequest,
} from './pull-request.ts';
import { type Action, docsJobIn } from './replies.ts';
import type { Reply } from './reply.ts';
import type { AgentRun } from './request.ts';
import { threadOn } from './thread.ts';
import { docsPullRequestText } from './words.ts';

const SECOND_LOOK_MS = 5_000;

/** Adds what GitHub says of the job's pull request, and what a follow-up changed there. Read once, at the end. */
export async function withPullRequest(end: End, action: Action | undefined, run: AgentRun): Promise<End> {
  if (end.outcome !== 'pull-request' || !run.inputs.wait || run.signal.aborted) return end;
  const pullRequest = await readPullRequest(pullRequestOf(end.job)?.url, run);
  if (!pullRequest) return end;
  const change = action?.does === 'message' ? changeSince(action.before, pullRequest) : undefined;
  return { ...end, pullRequest, change };
}

/** Comments on the docs pull request, unless it was done. @returns the number, if it is in the run's own repository */
export async function commentOnPullRequest(job: Job | undefined, reply: Reply, run: AgentRun) {
  const { log, redact, signal } = run;
  const { thread, url, isKept } = reply;
  const there = pullRequestAt(pullRequestOf(job)?.url, run.run.serverUrl);
  if (!job || !there || !isKept || signal.aborted || isSameThread(there, thread)) return undefined;
  const isHere = isSameRepository(there.repository, thread.repository);
  const place = { ...thread, ...there };
  const text = redact(docsPullRequestText(job.id, there, thread, url, run));
  try {
    const api = thread.github.forRepository(there.repository);
    const signed = await listSigned(api, place, { budget: 'extra' });
    if (!signed.some((comment) => docsJobIn(comment) === job.id))
      await createSigned(api, place, text, { kind: 'pull-request', job: job.id }, { budget: 'extra' });
    return isHere ? there.issue : undefined;
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    const why = `People can't send follow-ups from the docs pull request, because the action couldn't comment there: ${error.message}`;
    if (isHere && error.kind === 'refused') log.warning(`${why} The token needs \`pull-requests: write\`.`);
    else log.info(`${why} ${error.advice}`.trim());
    return undefined;
  }
}

/** Whether a merged pull request of this repository is a docs pull request of this action. @throws {GithubError} */
export async function isOwnPullRequest({ number, author }: Subject, run: AgentRun): Promise<boolean> {
  const { inputs, clock, signal } = run;
  if (!run.github && !author?.isBot) return false;
  const github = neededGithub(run, `The action can't check if it wrote pull request #${number}`);
  const thread = threadOn(number, github, inputs);
  for (let looks = 1; ; looks += 1) {
    const signed = await listSigned(github, thread, NEEDED);
    if (signed.some((comment) => docsJobIn(comment) !== undefined)) return true;
    // One empty list doesn't decide that a bot's merge may start a job.
    if (!author?.isBot || looks === 2) return false;
    await sleepUnlessAborted(clock, SECOND_LOOK_MS, signal);
  }
}
