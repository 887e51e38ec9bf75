import { readTwice } from '../../clock.ts';
import { type AgentJob, pullRequestOf } from '../../mintlify/schemas.ts';
import { dependsOnThread, givenJobId, type RequestContext } from '../context.ts';
import { latestJob, readHistoryFor, replyTo, type ThreadHistory } from '../replies/history.ts';
import type { OwnReply } from '../replies/own-reply.ts';
import type { ReplyRecord } from '../replies/record.ts';
import { OUTCOMES } from '../result.ts';
import { readJob } from './candidate.ts';
import { earlierWasCutOff } from './results.ts';
import { TRUST_AFTER_MS, type Watch } from './wait.ts';

/** What earlier attempts left to do: to watch a job, or else to send the request. */
export interface RerunPlan {
  readonly watch: Watch | undefined;
  /** Why, as sentences without remote text. */
  readonly notes: readonly string[];
}

/** What earlier attempts of this run left, as GitHub and Mintlify tell. */
export type EarlierAttempts =
  | { kind: 'none' }
  | { kind: 'cut-off'; jobId: string | undefined }
  | { kind: 'unconfirmed'; mayHaveArrived: boolean | undefined }
  | {
      kind: 'accepted';
      record: ReplyRecord;
      /** Undefined if it couldn't be read, or if an attempt has seen it complete. */
      job: AgentJob | undefined;
      /** How long a terminal status may still be the previous request's (ms). */
      doubtLeftMs: number;
    };

/** Reads what earlier attempts left, and makes their reply this run's own. @throws {RunStopped} if the thread can't be read */
export async function readEarlierAttempts(
  reply: OwnReply | undefined,
  context: RequestContext,
): Promise<EarlierAttempts> {
  const { workflowRun, log, request, inputs } = context;
  if (workflowRun.attempt === 1) return { kind: 'none' };
  if (!reply) {
    log.warning(
      "This re-run can't see what earlier attempts did, because no reply is kept. If one of them started a job, there may now be two. To prevent this, leave `comment: true`, and set `issue-number` if the event has no issue or pull request.",
    );
    return { kind: 'none' };
  }
  // A list may be some seconds old. Without the second one, somebody may pay twice.
  const isEnough = (list: ThreadHistory) => (replyTo(request.id, list)?.record.state ?? 'open') !== 'open';
  const history = await readTwice(context, () => readHistoryFor(reply, context), isEnough);
  const earlier = replyTo(request.id, history);
  if (!earlier) {
    log.notice('This re-run sends the request, because the thread has no reply from an earlier attempt.');
    return { kind: 'none' };
  }
  reply.adopt(earlier);
  const { record } = earlier;
  switch (record.state) {
    case 'open': {
      const jobOfThread = dependsOnThread(request) ? latestJob(history) : undefined;
      return { kind: 'cut-off', jobId: givenJobId(inputs) ?? jobOfThread };
    }
    case 'unconfirmed':
      return { kind: 'unconfirmed', mayHaveArrived: record.mayHaveArrived };
    case 'accepted': {
      const doubtLeftMs = doubtLeft(record, context);
      const { job } = record.completed ? {} : await readJob(record.job ?? '', context);
      return { kind: 'accepted', record, job, doubtLeftMs };
    }
  }
}

/** Decides over what was read before. @throws {RunStopped} if an attempt was cut off when it may have sent the request */
export function planRerun(earlier: EarlierAttempts): RerunPlan {
  switch (earlier.kind) {
    case 'none':
      return sendPlan();
    case 'cut-off':
      throw earlierWasCutOff(earlier.jobId);
    case 'unconfirmed':
      return earlier.mayHaveArrived ? sendPlan(MAY_BE_TWO) : sendPlan();
    case 'accepted':
      return planAfterAccepted(earlier);
  }
}

/** Watches the job, unless it certainly came to nothing. */
function planAfterAccepted({ record, job, doubtLeftMs }: EarlierAttempts & { kind: 'accepted' }): RerunPlan {
  const whyLost = whyJobIsLost(job);
  // A status that may be the previous request's says nothing of this one.
  if (whyLost && doubtLeftMs === 0)
    return sendPlan(`The job of the earlier attempt ${whyLost}, so this re-run sends the request again.`);
  const { action, job: jobId = '' } = record;
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
function whyJobIsLost(job: AgentJob | undefined) {
  if (job?.status === 'failed') return 'has failed';
  const isLost = job?.status === 'archived' && !pullRequestOf(job);
  return isLost ? 'was archived without a pull request' : undefined;
}

function sendPlan(...notes: string[]): RerunPlan {
  return { watch: undefined, notes };
}

const MAY_BE_TWO =
  'An earlier attempt ended without learning whether its request arrived. This re-run sends it again, so there may be two jobs, or the same follow-up twice. Check the Mintlify dashboard.';
