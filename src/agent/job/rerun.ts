import { readTwice } from '../../clock.ts';
import { pullRequestOf } from '../../mintlify/schemas.ts';
import { dependsOnThread, givenJobId, type RequestContext } from '../context.ts';
import { latestJob, readHistoryFor, replyTo, type ThreadHistory } from '../replies/history.ts';
import { mayHaveArrivedBefore, type OwnReply } from '../replies/own-reply.ts';
import type { ReplyRecord } from '../replies/record.ts';
import type { Outcome } from '../result.ts';
import { type JobReading, readJob } from './candidate.ts';
import { earlierWasCutOff } from './results.ts';
import { TRUST_AFTER_MS, type Watch } from './wait.ts';

/** What earlier attempts left to do. `notes`: why, as sentences without remote text. */
export type RerunPlan =
  | { readonly does: 'send'; readonly notes: readonly string[] }
  | { readonly does: 'watch'; readonly watch: Watch; readonly notes: readonly string[] };

/** Continues the reply of earlier attempts. @throws {RunStopped} if one was cut off while it sent the request */
export async function readEarlierAttempts(
  reply: OwnReply | undefined,
  context: RequestContext,
): Promise<RerunPlan> {
  const { workflowRun, log, request, inputs } = context;
  if (workflowRun.attempt === 1) return sendPlan();
  if (!reply) {
    log.warning(NOTHING_KEPT);
    return sendPlan();
  }
  // A list may be some seconds old. Without the second one, somebody may pay twice.
  const isEnough = (list: ThreadHistory) => (replyTo(request.id, list)?.record.state ?? 'open') !== 'open';
  const history = await readTwice(context, () => readHistoryFor(reply, context), isEnough);
  const earlier = replyTo(request.id, history);
  if (!earlier) {
    log.notice(NO_REPLY);
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
  const whyLost = completed ? undefined : whyJobIsLost(await readJob(jobId, context));
  // A status that may be the previous request's says nothing of this one.
  if (whyLost !== undefined && doubtfulMs === 0)
    return sendPlan(`The job of the earlier attempt ${whyLost}, so this re-run sends the request again.`);
  const isFollowUp = action?.does === 'message';
  const trustTerminalStatus = isFollowUp && doubtfulMs > 0 ? action.trustTerminalStatus : 'immediately';
  const watch = { jobId, trustTerminalStatus, trustAfterMs: doubtfulMs };
  return { does: 'watch', watch, notes: [ONLY_WATCHES] };
}

/** How long a terminal status may still be the previous request's (ms). */
function timeOfDoubt({ action, acceptedAt = 0, outcome }: ReplyRecord, { clock }: RequestContext): number {
  const hasSeenEnd = outcome !== undefined && JOB_ENDED.has(outcome);
  if (action?.does !== 'message' || hasSeenEnd) return 0;
  const leftMs = TRUST_AFTER_MS - (clock.date().getTime() - acceptedAt);
  return Math.min(TRUST_AFTER_MS, Math.max(0, leftMs));
}

/** Outcomes of runs that saw the job end. */
const JOB_ENDED: ReadonlySet<Outcome> = new Set<Outcome>([
  'pull-request',
  'no-pull-request',
  'failed',
  'archived',
]);

/** Why a job came to nothing, continuing its name; undefined if it didn't, or isn't known. */
function whyJobIsLost(reading: JobReading): string | undefined {
  if (reading.kind !== 'read') return undefined;
  const { job } = reading;
  if (job.status === 'failed') return 'has failed';
  const isLost = job.status === 'archived' && !pullRequestOf(job);
  return isLost ? 'was archived without a pull request' : undefined;
}

function sendPlan(...notes: string[]): RerunPlan {
  return { does: 'send', notes };
}

const NOTHING_KEPT =
  "This re-run can't see what earlier attempts did, because no reply is kept. If one of them started a job, there may now be two. To prevent this, leave `comment: true`, and set `issue-number` if the event has no issue or pull request.";
const NO_REPLY = 'This re-run sends the request, because the thread has no reply from an earlier attempt.';
const ONLY_WATCHES = 'This re-run only watches the job: an earlier attempt already sent the request.';
const MAY_BE_TWO =
  'An earlier attempt ended without learning whether its request arrived. This re-run sends it again, so there may be two jobs, or the same follow-up twice. Check the Mintlify dashboard.';
