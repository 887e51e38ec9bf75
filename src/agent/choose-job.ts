import { botRule } from '../github/permission.ts';
import { pullRequestOf } from '../platform/schemas.ts';
import type { Create, Message } from './action.ts';
import { type End, failedBeforeSending } from './end.ts';
import { isAtRest, readJobState } from './job-state.ts';
import { readPullRequest } from './pull-request.ts';
import {
  firstAccepted,
  isAtWorkOn,
  knownJob,
  lastPullRequest,
  latestJob,
  type Remembered,
} from './replies/record.ts';
import type { AgentRun } from './request.ts';
import { givenJob, threadOf } from './trigger.ts';

/** Content of the thread's replies at the time the job is chosen. */
export interface Memory {
  /** Records in the thread's signed comments, including this request's own reply. */
  readonly replies: readonly Remembered[];
  /** Comment ID of this request's own reply; undefined if there is none. */
  readonly ownId: number | undefined;
  /** Job that another request started while this request waited; undefined if there is none. */
  readonly startedMeanwhile: string | undefined;
  /** Time when the comments were listed, in milliseconds since 1970 by GitHub's clock. */
  readonly githubMs: number;
}

/** Chooses a new or existing job for a request. Reads each job that it considers, and the job's pull request, once. */
export async function chooseJob(
  memory: Memory,
  agent: AgentRun,
): Promise<Create | Message | { readonly kind: 'end'; readonly end: End }> {
  const { event, inputs, log, wanted } = agent;
  const { replies, startedMeanwhile } = memory;
  const given = givenJob(inputs);
  if (given !== undefined) {
    const isKnownHere = replies.some((each) => knownJob(each) === given);
    return { ...(await followUpTo(given, memory, agent)).message, isKnownHere };
  }
  if (wanted.job !== 'latest') return create();
  if (threadOf(event, inputs) === undefined) {
    log.warning(NO_THREAD);
    return create();
  }
  const candidates = new Set([startedMeanwhile, latestJob(replies)].filter((job) => job !== undefined));
  const why: string[] = [];
  for (const job of candidates) {
    const { message, endedWhy } = await followUpTo(job, memory, agent);
    if (endedWhy === undefined) return { ...message, notes: job === startedMeanwhile ? [JOINED] : [] };
    why.push(`${endedWhy}, so this request starts a new job.`);
  }
  const rule = candidates.size === 0 ? botRule(event, inputs.allowedBots) : undefined;
  if (rule?.kind === 'known-job') return { kind: 'end', end: unknownJob(rule.bot) };
  return create(why[0] ?? NO_JOB_YET);
}

function create(...notes: string[]): Create {
  return { kind: 'create', notes };
}

/**
 * Builds a follow-up to the job. Also returns `endedWhy`, the reason why the job can't take a follow-up; undefined if
 * it can. The reason is ignored if `job-id` names the job.
 */
async function followUpTo(jobId: string, { replies, ownId, githubMs }: Memory, agent: AgentRun) {
  const jobKnownSince = firstAccepted(jobId, replies);
  const state = await readJobState(jobId, jobKnownSince, agent);
  const reported = state.kind === 'usable' ? pullRequestOf(state.job)?.url : undefined;
  const pullRequest = reported ?? lastPullRequest(jobId, replies);
  const seen = pullRequest === undefined ? undefined : await readPullRequest(pullRequest, agent);
  if (seen?.kind === 'unread' && agent.inputs.jobId === 'latest') {
    agent.log.warning(`The action couldn't check whether the docs pull request is still open. ${seen.why}`);
  }
  const now = { github: githubMs, runner: agent.clock.date().getTime() };
  // Another request to the job may end first. Its end must not be mistaken for the end of this request.
  const isShared = replies.some((each) => each.comment.id !== ownId && isAtWorkOn(jobId, each, now));
  const message: Message = {
    kind: 'message',
    notes: [],
    jobId,
    jobKnownSince,
    isKnownHere: true,
    pullRequest,
    settle: isAtRest(state) && !isShared ? 'after-active' : 'after-stable',
    before: seen?.kind === 'read' ? { url: seen.url, head: seen.head, commits: seen.commits } : undefined,
  };
  if (state.kind === 'ended' || state.kind === 'gone')
    return { message, endedWhy: `The previous job ${state.why}` };
  const isClosed = seen?.kind === 'read' && seen.state !== 'open';
  return { message, endedWhy: isClosed ? `The previous job's pull request is ${seen.state}` : undefined };
}

const NO_JOB_YET =
  'This request starts a new job, because there is no earlier one on this issue or pull request.';
const NO_THREAD =
  "`job-id: latest` needs an issue or pull request to search, but the push didn't merge a pull request and `issue-number` isn't set. This request starts a new job.";
const JOINED = 'Another request just started a job, so this request goes to that job.';

/**
 * Returns the end of a request on a bot's pull request whose agent job is unknown. The action doesn't start a new job,
 * because that job would open a competing pull request.
 */
function unknownJob(bot: string): End {
  return failedBeforeSending(
    `${bot} opened this pull request, and the action doesn't know the agent job behind it.`,
    'To send that job a follow-up, run the workflow with its `job-id`. To start new jobs from pull requests of this bot, add it to `allowed-bots`.',
  );
}
