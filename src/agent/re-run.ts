import { sleepUnlessAborted } from '../clock.ts';
import { pullRequestOf } from '../platform/schemas.ts';
import { readJob, readMemory } from './choose-job.ts';
import { earlierWasCutOff } from './end.ts';
import { type Remembered, type ReplyRecord, replyTo } from './replies.ts';
import type { Reply } from './reply.ts';
import type { AgentRun } from './request.ts';
import { SETTLE_MS, type Watch } from './wait.ts';

/** What earlier attempts left to do: to watch a job, or else to send the request. */
export interface Left {
  readonly watch?: Watch;
  /** Why, as sentences without remote text. */
  readonly notes: readonly string[];
}

const send = (...notes: string[]): Left => ({ notes });

/** Pause before a re-run that finds no reply lists again (ms). Without the second list, one may pay twice. */
const LIST_AGAIN_MS = 5_000;

/** Continues the reply of earlier attempts. @throws {Stop} if one was cut off while it sent the request */
export async function leftByEarlierAttempts(reply: Reply | undefined, run: AgentRun): Promise<Left> {
  if (run.run.attempt === 1) return send();
  if (!reply) {
    run.log.warning(NOTHING_KEPT);
    return send();
  }
  const own = await findOwn(reply, run);
  if (!own) {
    run.log.notice(NO_REPLY);
    return send();
  }
  reply.adopt(own);
  const { state, outcome } = own.record;
  if (state === 'open') throw earlierWasCutOff();
  if (state === 'ended') return outcome === 'unknown' ? send(MAY_BE_TWO) : send();
  return afterAccepted(own.record, run);
}

async function findOwn(reply: Reply, run: AgentRun): Promise<Remembered | undefined> {
  const find = async () => replyTo(run.request.id, await readMemory(reply, run));
  const own = await find();
  if (own || run.signal.aborted) return own;
  await sleepUnlessAborted(run.clock, LIST_AGAIN_MS, run.signal);
  return find();
}

async function afterAccepted(record: ReplyRecord, run: AgentRun): Promise<Left> {
  const { job: jobId = '', action, acceptedAt = 0, outcome = '', completed } = record;
  const { job } = completed ? {} : await readJob(jobId, run);
  const leftMs = SETTLE_MS - (run.clock.date().getTime() - acceptedAt);
  // Until then, the status may be the previous request's.
  const isSettled = JOB_ENDED.has(outcome) || leftMs <= 0 || action?.does !== 'message';
  const isLost = job?.status === 'archived' && !pullRequestOf(job);
  const why = job?.status === 'failed' ? 'has failed' : isLost ? 'was archived without a pull request' : '';
  if (why !== '' && isSettled)
    return send(`The job of the earlier attempt ${why}, so this re-run sends the request again.`);
  const settle = isSettled ? 'immediate' : action.settle;
  return { watch: { jobId, settle, settledInMs: Math.min(leftMs, SETTLE_MS) }, notes: [ONLY_WATCHES] };
}

/** Outcomes of runs that saw the job end. */
const JOB_ENDED: ReadonlySet<string> = new Set(['pull-request', 'no-pull-request', 'failed', 'archived']);

const NOTHING_KEPT =
  "This re-run can't see what earlier attempts did, because no reply is kept. If one of them started a job, there may now be two. To prevent this, leave `comment: true`, and set `issue-number` if the event has no issue or pull request.";
const NO_REPLY = 'This re-run sends the request, because the thread has no reply from an earlier attempt.';
const ONLY_WATCHES = 'This re-run only watches the job: an earlier attempt already sent the request.';
const MAY_BE_TWO =
  'An earlier attempt ended without learning whether its request arrived. This re-run sends it again, so there may be two jobs, or the same follow-up twice. Check the Mintlify dashboard.';
