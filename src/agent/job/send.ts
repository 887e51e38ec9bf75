import { graceAfter, sleepUnlessAborted } from '../../clock.ts';
import { MintlifyError } from '../../mintlify/errors.ts';
import { isSafeToResend } from '../../mintlify/failures.ts';
import { resendDelay } from '../../mintlify/retry.ts';
import type { AgentJob } from '../../mintlify/schemas.ts';
import { formatDuration } from '../../text/duration.ts';
import type { RequestContext } from '../context.ts';
import type { OwnReply } from '../replies/own-reply.ts';
import { type RunResult, RunStopped } from '../result.ts';
import type { JobChoice } from './choose-job.ts';
import { resultOfAcceptance, resultOfFailedPost, resultOfLook, resultOfWait } from './results.ts';
import { type WaitOptions, type Watch, waitForJob } from './wait.ts';

/** Time for a pending POST to end after an interruption (ms), so that its job isn't lost. */
const INTERRUPT_GRACE_MS = 2_500;
/** Time limit of one POST (ms); a shorter `timeout-minutes` lowers it, down to 10 s. */
const POST_TIMEOUT_MS = 60_000;
const LEAST_TIMEOUT_MS = 10_000;
/** How long a POST that certainly had no effect is sent again (ms): other requests wait for this one. */
const RESEND_MS = 60_000;

/** Sends the request, and waits for its job. @throws {RunStopped} if Mintlify didn't confirm it */
export async function sendAndWait(
  { action, notes, saysUnseen }: Omit<JobChoice, 'isFollowUp'>,
  prompt: string,
  reply: OwnReply | undefined,
  context: RequestContext,
): Promise<RunResult> {
  const { clock, log, inputs, outputs } = context;
  const startMs = clock.now();
  const job = await post(action.does === 'message' ? action.job : undefined, prompt, context);
  outputs.job(job, job.id);
  reply?.recordAcceptance(job, action, notes, saysUnseen);
  log.info(`${action.does === 'start' ? 'Job created' : 'Follow-up accepted'}: job-id ${job.id}.`);
  if (!inputs.wait) return resultOfAcceptance(job);
  const trustTerminalStatus = action.does === 'start' ? 'immediately' : action.trustTerminalStatus;
  const sent = { does: action.does, job };
  return poll({ jobId: job.id, trustTerminalStatus, sent }, startMs, reply, context);
}

/** Watches a job. With `wait: false`, looks once. */
export function watchJob(
  watch: Watch,
  reply: OwnReply | undefined,
  context: RequestContext,
): Promise<RunResult> {
  context.log.info(`Watching job-id ${watch.jobId}.`);
  return poll({ ...watch, looksOnce: !context.inputs.wait }, context.clock.now(), reply, context);
}

/** @param startMs when the run's time began, of which the POST may have used some */
async function poll(
  watch: Omit<WaitOptions, 'timeoutMs' | 'onJob' | 'onPoll'>,
  startMs: number,
  reply: OwnReply | undefined,
  context: RequestContext,
): Promise<RunResult> {
  const { clock, log, outputs, inputs } = context;
  const onJob = (job: AgentJob) => outputs.job(job, job.id);
  const onPoll = () => reply?.catchUp();
  const timeoutMs = Math.max(0, inputs.timeoutMs - (clock.now() - startMs));
  const title = watch.looksOnce
    ? 'Reading the job'
    : `Waiting for the job, up to ${formatDuration(timeoutMs)}`;
  const options = { ...watch, timeoutMs, onJob, onPoll };
  const wait = await log.group(title, () => waitForJob(options, context));
  const isStillOpen = watch.looksOnce && wait.kind === 'timeout' && wait.job;
  const result = isStillOpen
    ? { ...resultOfLook(isStillOpen), polls: wait.polls }
    : resultOfWait(wait, watch.jobId);
  return { ...result, durationMs: clock.now() - startMs };
}

/** Creates the job, or sends the follow-up. Repeats the POST only if the failed one certainly had no effect. */
async function post(jobId: string | undefined, prompt: string, context: RequestContext): Promise<AgentJob> {
  const { clock, signal, log, inputs, mintlify } = context;
  const deadlineMs = clock.now() + Math.min(RESEND_MS, inputs.timeoutMs);
  const timeoutMs = Math.min(POST_TIMEOUT_MS, Math.max(LEAST_TIMEOUT_MS, inputs.timeoutMs));
  for (let timesSent = 1; ; timesSent += 1) {
    if (signal.aborted) throw RunStopped.cancelled(jobId);
    const grace = graceAfter(clock, INTERRUPT_GRACE_MS, signal);
    const options = { signal: grace.signal, timeoutMs };
    try {
      return await (jobId === undefined
        ? mintlify.createJob(prompt, options)
        : mintlify.sendMessage(jobId, prompt, options));
    } catch (error) {
      if (!(error instanceof MintlifyError)) throw error;
      if (signal.aborted && isSafeToResend(error)) throw RunStopped.cancelled(jobId);
      const delayMs = resendDelay(error, timesSent, deadlineMs - clock.now());
      if (delayMs === undefined) throw new RunStopped(resultOfFailedPost(jobId, error, signal.aborted));
      const time = formatDuration(delayMs);
      log.info(`${error.message} Nothing was started, so the action sends the request again in ${time}.`);
      await sleepUnlessAborted(clock, delayMs, signal);
    } finally {
      grace.release();
    }
  }
}
