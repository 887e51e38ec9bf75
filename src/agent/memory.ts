import { sleepUnlessAborted } from '../clock.ts';
import { GithubError, NothingSentError } from '../github/api.ts';
import { byCreation } from '../github/signed-comment.ts';
import type { Watch } from './action.ts';
import type { Memory } from './choose-job.ts';
import { type End, earlierWasCutOff } from './end.ts';
import { jobAge, readJobState } from './job-state.ts';
import {
  CUT_OFF_MS,
  firstAccepted,
  isStarting,
  isUndecided,
  JOB_ENDED,
  jobAcceptedSince,
  jobIn,
  nameOf,
  type Remembered,
  type ReplyRecord,
  replyTo,
} from './replies/record.ts';
import type { Reply } from './reply.ts';
import type { AgentRun } from './request.ts';
import { listReplies, onThread } from './thread.ts';
import { SETTLE_MS } from './wait.ts';

/** Next operation after earlier attempts: send the request, watch its job, or end. */
export type Left =
  | { readonly kind: 'send'; readonly notes: readonly string[] }
  | { readonly kind: 'watch'; readonly watch: Watch; readonly replies: readonly Remembered[] }
  | { readonly kind: 'end'; readonly end: End; readonly reply?: Reply | undefined };

const SEND = { kind: 'send', notes: [] } as const;

/** Pause before a re-run searches the comments for its reply one last time (ms). Earlier lists may be out of date. */
const LAST_LIST_MS = 2_000;

/**
 * Reads what earlier attempts of this request left to do.
 *
 * - If Mintlify accepted the request, the re-run only watches the job, unless that job failed or was archived before an
 *   attempt saw it complete. In that case, the re-run sends the request again.
 * - If an attempt was cut off while it sent the request, the re-run sends nothing and reports that the request may have
 *   arrived. The next attempt sends it again, because somebody has read that report and decided to re-run the workflow.
 */
export async function leftByEarlierAttempt(agent: AgentRun, reply: Reply | undefined): Promise<Left> {
  const { run, log, inputs, clock, signal, request } = agent;
  if (run.attempt === 1) return SEND;
  if (!reply) {
    if (!inputs.dryRun) log.warning(NOTHING_KEPT);
    return SEND;
  }
  try {
    let all = await listReplies(reply.thread, agent, askingComment(agent));
    for (const pauseMs of [0, LAST_LIST_MS]) {
      if (replyTo(request.id, all) || signal.aborted) break;
      await sleepUnlessAborted(clock, pauseMs, signal);
      all = await listReplies(reply.thread, agent, askingComment(agent));
    }
    const own = replyTo(request.id, all);
    reply.adopt(own);
    if (own) return await afterRecord(own.record, all, agent, reply);
  } catch (error) {
    if (!(error instanceof GithubError) || signal.aborted) throw error;
    // The earlier attempt's reply couldn't be read, so it must not be overwritten.
    return { kind: 'end', end: endOf(unread(error, reply, agent)) };
  }
  if (!inputs.dryRun) log.notice(NO_REPLY_FOUND);
  return SEND;
}

/**
 * Reads what an earlier attempt left to do, if its reply was missing from the outdated lists that
 * {@link leftByEarlierAttempt} read. Otherwise, the request remains to be sent.
 */
export async function leftByMissedAttempt(
  { replies }: Memory,
  agent: AgentRun,
  reply: Reply | undefined,
): Promise<Left> {
  const own = agent.run.attempt > 1 ? replyTo(agent.request.id, replies) : undefined;
  if (!reply || !own || own.comment.id === reply.comment?.id) return SEND;
  await reply.handOver(own);
  return afterRecord(own.record, replies, agent, reply);
}

async function afterRecord(
  record: ReplyRecord,
  all: readonly Remembered[],
  agent: AgentRun,
  reply: Reply,
): Promise<Left> {
  const { state, wasUnknown } = record;
  if (state === 'sending') return { kind: 'end', end: earlierWasCutOff(jobIn(record)), reply };
  if (state !== 'accepted') return wasUnknown ? { kind: 'send', notes: [MAY_BE_TWO] } : SEND;
  const { job, completed, acceptedAt = 0, outcome = '', target } = record;
  const jobKnownSince = firstAccepted(job, all);
  const found = completed ? undefined : await readJobState(job, jobKnownSince, agent);
  if (found?.kind === 'ended') {
    return {
      kind: 'send',
      notes: [`The job of the earlier attempt ${found.why}, so this re-run sends the request again.`],
    };
  }
  const leftMs = SETTLE_MS - jobAge(acceptedAt, agent.clock.date());
  const isSettled = JOB_ENDED.has(outcome) || leftMs <= 0 || target.does !== 'message';
  const settle = isSettled ? 'immediate' : target.settle;
  const watch: Watch = {
    kind: 'watch',
    jobId: job,
    settle,
    settledInMs: leftMs,
    jobKnownSince,
    notes: [ONLY_WATCHES],
  };
  return { kind: 'watch', watch, replies: all };
}

/**
 * Pauses before the comments are listed again while another request starts a job (ms). The pause doubles each time, up
 * to the longest.
 */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;

export const NO_MEMORY: Memory = { replies: [], ownId: undefined, startedMeanwhile: undefined, githubMs: 0 };

/**
 * Reads the thread's replies after this request's own reply was written. A request to the latest job waits while
 * another request is starting a job. It also waits for requests that wrote their replies earlier and haven't chosen
 * their job yet. This way, two simultaneous requests start only one job.
 *
 * @throws {@link NothingSentError} if the replies can't be read, unless GitHub refuses access and the run doesn't need
 * them
 */
export async function readMemory(reply: Reply | undefined, agent: AgentRun): Promise<Memory> {
  if (!reply) return NO_MEMORY;
  const { clock, signal, inputs, run, wanted } = agent;
  try {
    const startMs = clock.now();
    const first = await listThread(reply, agent);
    for (let replies = first, pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const githubMs = githubDate(reply, agent) + clock.now() - startMs;
      const isBusy =
        wanted.job === 'latest' && !inputs.dryRun && replies.some((each) => mayStart(each, reply, githubMs));
      if (!isBusy || signal.aborted)
        return {
          replies,
          ownId: reply.comment?.id,
          startedMeanwhile: jobAcceptedSince(first, replies),
          githubMs,
        };
      await sleepUnlessAborted(clock, pauseMs, signal);
      replies = await listThread(reply, agent, replies);
    }
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    const decides = run.attempt > 1 || wanted.job === 'latest' || wanted.what === 'comment';
    if (error.kind === 'refused' && !decides) return NO_MEMORY;
    reply.markFailing();
    throw unread(error, reply, agent);
  }
}

/**
 * Lists the replies of the thread.
 *
 * @param known earlier list. If it is given, only recently changed comments are read
 */
async function listThread(
  reply: Reply,
  agent: AgentRun,
  known?: readonly Remembered[],
): Promise<readonly Remembered[]> {
  const { comment: own, thread } = reply;
  const mustHold = [...(known ? [] : askingComment(agent)), ...(own ? [own.id] : [])];
  const since = own && known && new Date(Date.parse(own.createdAt) - CUT_OFF_MS).toISOString();
  const listed = await listReplies(thread, agent, mustHold, since);
  const listedNames = new Set(listed.map(nameOf));
  const unchanged = since && known ? known.filter((each) => !listedNames.has(nameOf(each))) : [];
  return [...unchanged, ...listed].sort((a, b) => byCreation(a.comment, b.comment));
}

/** Checks whether another request is starting a job, or may do so without waiting for this request. */
function mayStart(each: Remembered, { comment: own }: Reply, githubMs: number): boolean {
  if (each.comment.id === own?.id) return false;
  if (isStarting(each, githubMs)) return true;
  if (!isUndecided(each, githubMs)) return false;
  // Undecided requests go in the order in which their replies were last written.
  const { comment } = each;
  return !own || (Date.parse(comment.updatedAt) - Date.parse(own.updatedAt) || byCreation(comment, own)) < 0;
}

/**
 * Returns the approximate time by GitHub's clock, in milliseconds since 1970. Takes it from the reply, which was just
 * written.
 */
function githubDate({ comment }: Reply, { clock }: AgentRun): number {
  return comment ? Date.parse(comment.updatedAt) : clock.date().getTime();
}

/**
 * Returns the ID of the issue comment that makes the request; empty if there is none. If a list of the thread's
 * comments lacks that ID, the list is out of date.
 */
function askingComment({ event: { comment } }: AgentRun): number[] {
  return comment?.kind === 'issue' ? [comment.id] : [];
}

function unread(error: GithubError, { thread }: Reply, { inputs }: AgentRun): NothingSentError {
  const { message } = error;
  return new NothingSentError(
    `Could not read the action's earlier replies: ${message}`,
    onThread(error, thread, inputs),
  );
}

function endOf({ message: reason, advice }: NothingSentError): End {
  return { outcome: 'error', reason, advice };
}

const NOTHING_KEPT =
  "This re-run can't see what earlier attempts did, because it has no reply to read. If one of them started a job, you may now have two. To prevent this, set `comment: true`, and `issue-number` if the event has no issue or pull request.";
const NO_REPLY_FOUND =
  'This re-run sends the request, because the thread has no reply from an earlier attempt.';
const ONLY_WATCHES = 'This re-run only watches the job: an earlier attempt already sent the request.';
const MAY_BE_TWO =
  'An earlier attempt ended without learning whether its request arrived. This re-run sends it again, so there may be two jobs, or the same follow-up twice. Check the Mintlify dashboard.';
