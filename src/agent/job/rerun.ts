import { readTwice } from '../../clock.ts';
import { type AgentJob, pullRequestOf } from '../../mintlify/schemas.ts';
import { dependsOnThread, givenJobId, type RequestContext } from '../context.ts';
import { latestJob, readHistoryFor, replyTo, type ThreadHistory } from '../replies/history.ts';
import type { OwnReply } from '../replies/own-reply.ts';
import { mayHaveArrivedBefore, type ReplyRecord } from '../replies/record.ts';
import type { Outcome } from '../result.ts';
import { readJob } from './candidate.ts';
import { earlierWasCutOff } from './results.ts';
import { TRUST_AFTER_MS, type Watch } from './wait.ts';

/** What earlier attempts left to do: to watch a job, or else to send the request. */
export interface RerunPlan {
  readonly watch: Watch | undefined;
  /** Why, as sentences without remote text. */
  readonly notes: readonly string[];
}

/** Continues the reply of earlier attempts. @throws {RunStopped} if one was cut off while it sent the request */
export async function readEarlierAttempts(
  reply: OwnReply | undefined,
  context: RequestContext,
): Promise<RerunPlan> {
  const { workflowRun, log, request, inputs } = context;
  if (workflowRun.attempt === 1) return sendPlan();
  if (!reply) {
    log.warning(
      "This re-run can't see what earlier attempts did, because no reply is kept. If one of them started a job, there may now be two. To prevent this, leave `comment: true`, and set `issue-number` if the event has no issue or pull request.",
    );
    return sendPlan();
  }
  // A list may be some seconds old. Without the second one, somebody may pay twice.
  const isEnough = (list: ThreadHistory) => (replyTo(request.id, list)?.record.state ?? 'open') !== 'open';
  const history = await readTwice(context, () => readHistoryFor(reply, context), isEnough);
  const earlier = replyTo(request.id, history);
  if (!earlier) {
    log.notice('This re-run sends the request, because the thread has no reply from an earlier attempt.');
    return sendPlan();
  }
  reply.adopt(earlier);
  const { record } = earlier;
  switch (record.state) {
    case 'open':
      throw earlierWasCutOff(
        givenJobId(inputs) ?? (dependsOnThread(request) ? latestJob(history) : undefined),
      );
    case 'unconfirmed':
      return mayHaveArrivedBefore(record) ? sendPlan(MAY_BE_TWO) : sendPlan();
    case 'accepted':
      return planAfterAccepted(record, context);
  }
}

/** Watches the job, unless it certainly came to nothing. */
async function planAfterAccepted(record: ReplyRecord, context: RequestContext): Promise<RerunPlan> {
  const { job: jobId = '', action, completed } = record;
  const doubtfulMs = timeOfDoubt(record, context);
  const whyLost = completed ? undefined : whyJobIsLost((await readJob(jobId, context)).job);
  // A status that may be the previous request's says nothing of this one.
  if (whyLost && doubtfulMs === 0)
    return sendPlan(`The job of the earlier attempt ${whyLost}, so this re-run sends the request again.`);
  const isDoubtful = action?.does === 'message' && doubtfulMs > 0;
  const trustTerminalStatus = isDoubtful ? action.trustTerminalStatus : 'immediately';
  const note = 'This re-run only watches the job: an earlier attempt already sent the request.';
  return { watch: { jobId, trustTerminalStatus, trustAfterMs: doubtfulMs }, notes: [note] };
}

/** Outcomes of runs that saw the job end. */
const JOB_ENDED: readonly Outcome[] = ['pull-request', 'no-pull-request', 'failed', 'archived'];

/** How long a terminal status may still be the previous request's (ms). */
function timeOfDoubt({ action, acceptedAt = 0, outcome }: ReplyRecord, { clock }: RequestContext) {
  const hasSeenEnd = outcome !== undefined && JOB_ENDED.includes(outcome);
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
