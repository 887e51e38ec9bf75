import { readTwice } from '../../clock.ts';
import { byCreation } from '../../github/comments.ts';
import { type AgentJob, pullRequestOf } from '../../mintlify/schemas.ts';
import {
  EMPTY_HISTORY,
  latestJob,
  readHistoryFor,
  replyTo,
  type SignedReply,
  type ThreadHistory,
} from '../replies/history.ts';
import type { OwnReply } from '../replies/own-reply.ts';
import type { ReplyRecord } from '../replies/record.ts';
import { dependsOnThread, givenJobId, type RequestContext } from '../request-context.ts';
import { OUTCOMES } from '../run-result.ts';
import { readCandidate, readJob, whyNoFollowUp } from './candidate.ts';
import { type CutOffAdvice, earlierWasCutOff } from './job-result.ts';
import { TRUST_AFTER_MS, type Watch } from './wait.ts';

/** What earlier attempts left to do: to watch a job, or else to send the request. */
export interface RerunPlan {
  readonly watch: Watch | undefined;
  /** Why, as sentences without remote text. */
  readonly notes: readonly string[];
}

type CutOff = { kind: 'cut-off'; reply: SignedReply };
type Uncut =
  | { kind: 'none' }
  | { kind: 'unconfirmed'; reply: SignedReply }
  | {
      kind: 'accepted';
      reply: SignedReply;
      /** Undefined if it couldn't be read, or if an attempt has seen it complete. */
      job: AgentJob | undefined;
      /** How long a terminal status may still be the previous request's (ms). */
      doubtLeftMs: number;
    };
/** What earlier attempts of this run left, as GitHub and Mintlify tell. */
type EarlierAttempts = Uncut | (CutOff & { advice: CutOffAdvice });

/** Reads what earlier attempts left, and makes their reply this run's own. @throws {RunStopped} if the thread can't be read */
export async function readEarlierAttempts(
  reply: OwnReply | undefined,
  context: RequestContext,
): Promise<EarlierAttempts> {
  const { workflowRun, log } = context;
  if (workflowRun.attempt === 1) return { kind: 'none' };
  if (!reply) {
    log.warning(
      "This re-run can't see what earlier attempts did, because no reply is kept. If one of them started a job, there may now be two. To prevent this, leave `comment: true`, and set `issue-number` if the event has no issue or pull request.",
    );
    return { kind: 'none' };
  }
  let history = EMPTY_HISTORY;
  const read = async () => {
    // The second list must show what the first one did.
    const comment = replyTo(context.request.id, history);
    history = await readHistoryFor({ thread: reply.thread, comment }, context);
    return whatIsLeft(history, context);
  };
  // A list may be some seconds old. If one alone could decide that the request is sent, somebody may pay twice.
  const earlier = await readTwice(context, read, isWatched);
  if (earlier.kind === 'none')
    log.notice('This re-run sends the request, because the thread has no reply from an earlier attempt.');
  else reply.adopt(earlier.reply);
  if (earlier.kind !== 'cut-off') return earlier;
  return { ...earlier, advice: await readCutOffAdvice(earlier.reply, history, context) };
}

async function whatIsLeft(history: ThreadHistory, context: RequestContext): Promise<Uncut | CutOff> {
  const reply = replyTo(context.request.id, history);
  if (!reply) return { kind: 'none' };
  const { record } = reply;
  switch (record.state) {
    case 'open':
      return { kind: 'cut-off', reply };
    case 'unconfirmed':
      return { kind: 'unconfirmed', reply };
    case 'accepted': {
      const doubtLeftMs = doubtLeft(record, context);
      const { job } = record.completed ? {} : await readJob(record.job ?? '', context);
      return { kind: 'accepted', reply, job, doubtLeftMs };
    }
  }
}

function isWatched(earlier: Uncut | CutOff) {
  return earlier.kind === 'accepted' && planRerun(earlier).watch !== undefined;
}

/** Where an attempt's request may have gone: to the job in `job-id`, or the thread's latest one before it, or to a new one. */
async function readCutOffAdvice(
  reply: SignedReply,
  history: ThreadHistory,
  context: RequestContext,
): Promise<CutOffAdvice> {
  const { inputs, request } = context;
  const given = givenJobId(inputs);
  if (given) return { about: 'follow-up', jobId: given };
  if (!dependsOnThread(request)) return { about: 'new job' };
  const replies = history.replies.filter((each) => byCreation(each, reply) < 0);
  const jobId = latestJob({ ...history, replies });
  if (!jobId) return { about: 'new job' };
  // Only now it may be unable to take a follow-up.
  const isOver = whyNoFollowUp(await readCandidate(jobId, history, context)) !== undefined;
  return isOver ? { about: 'either' } : { about: 'follow-up', jobId };
}

/** Decides over what was read before. @throws {RunStopped} if an attempt was cut off when it may have sent the request */
export function planRerun(earlier: EarlierAttempts): RerunPlan {
  switch (earlier.kind) {
    case 'none':
      return sendPlan();
    case 'cut-off':
      throw earlierWasCutOff(earlier.advice);
    case 'unconfirmed':
      return earlier.reply.record.mayHaveArrived ? sendPlan(MAY_BE_TWO) : sendPlan();
    case 'accepted':
      return planAfterAccepted(earlier);
  }
}

/** Watches the job, unless it certainly came to nothing. */
function planAfterAccepted({ reply, job, doubtLeftMs }: EarlierAttempts & { kind: 'accepted' }): RerunPlan {
  const whyLost = whySendAgain(job);
  // A status that may be the previous request's says nothing of this one.
  if (whyLost && doubtLeftMs === 0)
    return sendPlan(`The job of the earlier attempt ${whyLost}, so this re-run sends the request again.`);
  const { action, job: jobId = '' } = reply.record;
  const isDoubtful = action?.does === 'message' && doubtLeftMs > 0;
  const trustTerminalStatus = isDoubtful ? action.trustTerminalStatus : 'immediately';
  const note = 'This re-run only watches the job: an earlier attempt already sent the request.';
  return { watch: { jobId, trustTerminalStatus, trustAfterMs: doubtLeftMs }, notes: [note] };
}

/** How long a terminal status may still be the previous request's (ms). */
function doubtLeft({ action, acceptedAt = 0, outcome }: ReplyRecord, { clock }: RequestContext) {
  const hasSeenEnd = outcome !== undefined && OUTCOMES[outcome].sawJob !== undefined;
  if (action?.does !== 'message' || hasSeenEnd) return 0;
  const leftMs = TRUST_AFTER_MS - (clock.date().getTime() - acceptedAt);
  return Math.min(TRUST_AFTER_MS, Math.max(0, leftMs));
}

/** Why a job came to nothing, continuing its name; undefined if it didn't, or isn't known. */
function whySendAgain(job: AgentJob | undefined) {
  if (job?.status === 'failed') return 'has failed';
  const isLost = job?.status === 'archived' && !pullRequestOf(job);
  return isLost ? 'was archived without a pull request' : undefined;
}

function sendPlan(...notes: string[]): RerunPlan {
  return { watch: undefined, notes };
}

const MAY_BE_TWO =
  'An earlier attempt ended without learning whether its request arrived. This re-run sends it again, so there may be two jobs, or the same follow-up twice. Check the Mintlify dashboard.';
