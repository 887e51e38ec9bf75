import { readTwice } from '../../clock.ts';
import { pullRequestOf } from '../../mintlify/schemas.ts';
import type { RequestContext } from '../context.ts';
import { readHistoryFor, replyTo, type ThreadHistory } from '../replies/history.ts';
import { isDoubtful, type OwnReply } from '../replies/own-reply.ts';
import type { ReplyRecord } from '../replies/record.ts';
import type { Outcome } from '../result.ts';
import { type JobReading, readJob } from './candidate.ts';
import { findCandidateId } from './find-job.ts';
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
  const { workflowRun, log, request } = context;
  if (workflowRun.attempt === 1) return send();
  if (!reply) {
    log.warning(NOTHING_KEPT);
    return send();
  }
  // A list may be some seconds old. Without the second one, somebody may pay twice.
  const isEnough = (list: ThreadHistory) => (replyTo(request.id, list)?.record.state ?? 'open') !== 'open';
  const history = await readTwice(context, () => readHistoryFor(reply, context), isEnough);
  const earlier = replyTo(request.id, history);
  if (!earlier) {
    log.notice(NO_REPLY);
    return send();
  }
  reply.adopt(earlier);
  const { record } = earlier;
  switch (record.state) {
    case 'open':
      throw earlierWasCutOff(findCandidateId(history, context));
    case 'unconfirmed':
      return isDoubtful(record) ? send(MAY_BE_TWO) : send();
    case 'accepted':
      return planAfterAccepted(record, context);
  }
}

async function planAfterAccepted(record: ReplyRecord, context: RequestContext): Promise<RerunPlan> {
  const { job: jobId = '', action, acceptedAt = 0, outcome, completed } = record;
  const leftMs = TRUST_AFTER_MS - (context.clock.date().getTime() - acceptedAt);
  const hasSeenEnd = outcome !== undefined && JOB_ENDED.has(outcome);
  // Until then, the status may be the previous request's.
  const isTrusted = action?.does !== 'message' || leftMs <= 0 || hasSeenEnd;
  const whyLost = completed ? undefined : whyJobIsLost(await readJob(jobId, context));
  if (whyLost !== undefined && isTrusted)
    return send(`The job of the earlier attempt ${whyLost}, so this re-run sends the request again.`);
  const trustTerminalStatus = isTrusted ? 'immediately' : action.trustTerminalStatus;
  const watch = { jobId, trustTerminalStatus, trustAfterMs: Math.min(leftMs, TRUST_AFTER_MS) };
  return { does: 'watch', watch, notes: [ONLY_WATCHES] };
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

function send(...notes: string[]): RerunPlan {
  return { does: 'send', notes };
}

const NOTHING_KEPT =
  "This re-run can't see what earlier attempts did, because no reply is kept. If one of them started a job, there may now be two. To prevent this, leave `comment: true`, and set `issue-number` if the event has no issue or pull request.";
const NO_REPLY = 'This re-run sends the request, because the thread has no reply from an earlier attempt.';
const ONLY_WATCHES = 'This re-run only watches the job: an earlier attempt already sent the request.';
const MAY_BE_TWO =
  'An earlier attempt ended without learning whether its request arrived. This re-run sends it again, so there may be two jobs, or the same follow-up twice. Check the Mintlify dashboard.';
