import { sleepUnlessAborted } from '../clock.ts';
import { GithubError } from '../github/api.ts';
import { byCreation } from '../github/comments.ts';
import { PlatformError } from '../platform/errors.ts';
import { isNotFound } from '../platform/failures.ts';
import { type Job, pullRequestOf } from '../platform/schemas.ts';
import { nothingSent } from './end.ts';
import { unlistedAuthor } from './permission.ts';
import { readPullRequest } from './pull-request.ts';
import {
  type Action,
  knownOf,
  latestJob,
  type Memory,
  NO_MEMORY,
  openBefore,
  readThread,
} from './replies.ts';
import type { Reply } from './reply.ts';
import { type AgentRun, givenJob, isRemembered } from './request.ts';
import { onThread } from './thread.ts';
import { isTerminal } from './wait.ts';

export interface Choice {
  readonly action: Exclude<Action, { does: 'watch' }>;
  /** Why, as sentences without remote text. */
  readonly notes: readonly string[];
  /** Whether the job already knows the thread. */
  readonly isFollowUp: boolean;
}

const START: Choice = { action: { does: 'start' }, notes: [], isFollowUp: false };

/** Chooses the job. @throws {Stop} if another run answers the comment, or if the memory can't be read */
export async function chooseJob(reply: Reply | undefined, run: AgentRun): Promise<Choice> {
  const { wanted, inputs } = run;
  const given = givenJob(inputs);
  const memory = reply && isRemembered(run) ? await remember(reply, run) : NO_MEMORY;
  if (given !== undefined) {
    const { action, isKnown } = await messageTo(given, memory, run);
    return { action, notes: [], isFollowUp: isKnown };
  }
  if (wanted.job === 'new') return START;
  const choice = await choose(memory, run);
  if (!reply?.isKept) return { ...choice, notes: [] };
  return choice.action.does === 'start' ? choose(await afterOthers(reply, run), run) : choice;
}

async function choose(memory: Memory, run: AgentRun): Promise<Choice> {
  const latest = knownJob(memory, run);
  if (latest === undefined) return { ...START, notes: [NO_JOB_YET] };
  const { action, endedWhy } = await messageTo(latest, memory, run);
  if (endedWhy === undefined) return { action, notes: [], isFollowUp: true };
  return { ...START, notes: [`The previous job${endedWhy}, so this request starts a new job.`] };
}

/** Builds a follow-up. `endedWhy` says why the job can't take one; it continues "The previous job". */
async function messageTo(id: string, memory: Memory, run: AgentRun) {
  const { job, isGone } = await readJob(id, run);
  const { acceptedAt = 0, pullRequest, isKnown } = knownOf(id, memory);
  const ageMs = run.clock.date().getTime() - acceptedAt;
  const endedWhy = isGone && ageMs >= YOUNG_MS ? ' no longer exists' : ENDED.get(job?.status ?? '');
  const url = pullRequestOf(job)?.url ?? pullRequest;
  const seen = endedWhy === undefined ? await readPullRequest(url, run) : undefined;
  const before = seen && { url: seen.url, head: seen.head, commits: seen.commits };
  const settle = isTerminal(job?.status ?? '') ? 'after-active' : 'after-stable';
  const action = { does: 'message', job: id, settle, ...(before && { before }) } as const;
  const isClosed = seen !== undefined && seen.state !== 'open';
  return { action, isKnown, endedWhy: isClosed ? `'s pull request is ${seen.state}` : endedWhy };
}

const ENDED: ReadonlyMap<string, string> = new Map([
  ['failed', ' has failed'],
  ['archived', ' is archived'],
]);

/** Time limit of a read, and the pause before a job that wasn't found is asked for again (ms). */
const [TIMEOUT_MS, SECOND_LOOK_MS] = [10_000, 5_000];
/** Time for which Mintlify may not find a job that it just accepted (ms). */
const YOUNG_MS = 60_000;

/** Reads a job, and asks twice for one that isn't found. Without a job that isn't gone, it couldn't be read. */
export async function readJob(
  id: string,
  { platform, clock, signal }: AgentRun,
): Promise<{ readonly job?: Job; readonly isGone?: boolean }> {
  for (let looks = 1; ; looks += 1) {
    try {
      return { job: await platform.getJob(id, { signal, timeoutMs: TIMEOUT_MS }) };
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (!isNotFound(error) || signal.aborted) return {};
      if (looks === 2) return { isGone: true };
    }
    await sleepUnlessAborted(clock, SECOND_LOOK_MS, signal);
  }
}

/** @throws {Stop} if the memory can't be read */
export async function readMemory({ thread, comment }: Reply, run: AgentRun): Promise<Memory> {
  try {
    return await readThread(thread, comment?.id);
  } catch (error) {
    if (!(error instanceof GithubError) || run.signal.aborted) throw error;
    const { message, advice } = onThread(error, thread, run);
    throw nothingSent(
      `The action's earlier replies couldn't be read: ${message}`,
      `${advice} Re-run the workflow.`.trim(),
    );
  }
}

/** @throws {Stop} also if another run's older reply answers the comment */
async function remember(reply: Reply, run: AgentRun): Promise<Memory> {
  const memory = await readMemory(reply, run);
  const { asks, run: own, workflow } = reply.record;
  const { comment } = reply;
  const other = memory.replies.find(
    (each) => asks !== undefined && each.record.asks === asks && each.record.run !== own,
  );
  if (!other || !comment || byCreation(other, comment) > 0) return memory;
  throw nothingSent(
    `Another workflow already answers this comment: ${other.url}.`,
    `\`${other.record.workflow}\` and \`${workflow}\` both listen for \`${run.inputs.triggerPhrase}\`. Remove it from one of them, or give it another \`trigger-phrase\`.`,
  );
}

const SECOND_LIST_MS = 2_000;
const LIST_PAUSE_MS = 5_000;
/** How long one other request is waited for (ms): longer than a POST can take with all its tries. */
const PATIENCE_MS = 180_000;

/** Waits for older requests that may start a job, so that two comments in one second make one job. */
async function afterOthers(reply: Reply, run: AgentRun): Promise<Memory> {
  const { clock, signal, request } = run;
  await sleepUnlessAborted(clock, SECOND_LIST_MS, signal);
  const waitedMs = new Map<number, number>();
  for (;;) {
    const startMs = clock.now();
    const memory = await remember(reply, run);
    const { comment } = reply;
    const others = comment ? openBefore(comment, request.id, memory) : [];
    const first = others.find(({ id }) => (waitedMs.get(id) ?? 0) < PATIENCE_MS);
    if (!first || signal.aborted) return memory;
    if (!waitedMs.has(first.id))
      run.log.info(
        `Another request may be starting a job (${first.url}), so this one waits up to 3 minutes for it.`,
      );
    await sleepUnlessAborted(clock, LIST_PAUSE_MS, signal);
    waitedMs.set(first.id, (waitedMs.get(first.id) ?? 0) + clock.now() - startMs);
  }
}

const NO_JOB_YET =
  'This request starts a new job, because there is no earlier one on this issue or pull request.';

/** The latest job of the thread. @throws {Stop} if there is none, and a bot opened the pull request of the comment */
export function knownJob(memory: Memory, run: AgentRun): string | undefined {
  const job = latestJob(memory);
  const bot = job === undefined && run.wanted.what === 'comment' ? unlistedAuthor(run) : undefined;
  if (!bot) return job;
  throw nothingSent(
    `${bot.login} opened this pull request, and the action doesn't know the agent job behind it.`,
    'To send that job a follow-up, run the workflow with its `job-id`. To start new jobs from pull requests of this bot, add it to `allowed-bots`.',
  );
}
