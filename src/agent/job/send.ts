import { graceAfter, sleepUnlessAborted } from '../../clock.ts';
import { MintlifyError } from '../../mintlify/errors.ts';
import { isSafeToResend } from '../../mintlify/failures.ts';
import { resendDelay } from '../../mintlify/retry.ts';
import { formatDuration } from '../../text/duration.ts';
import type { OwnReply } from '../replies/own-reply.ts';
import type { RequestContext } from '../request-context.ts';
import { type RunResult, RunStopped } from '../run-result.ts';
import type { JobChoice } from './choose-job.ts';
import { resultOfAcceptance, resultOfFailedPost, resultOfWait } from './job-result.ts';
import { type Watch, waitForJob } from './wait.ts';

/** Time for a pending POST to end after an interruption (ms), so that its job isn't lost. */
const INTERRUPT_GRACE_MS = 2_500;
/** Time limit of one POST (ms); a shorter `timeout-minutes` lowers it, down to 10 s. */
const POST_TIMEOUT_MS = 60_000;
const LEAST_TIMEOUT_MS = 10_000;
/** How long a POST that certainly had no effect is sent again (ms): other requests wait for this one. */
const RESEND_MS = 60_000;

/** Sends the request, and waits for its job. @throws {RunStopped} if Mintlify didn't confirm it */
export async function sendAndWait(
  { action, notes, saysUnseen = false }: JobChoice,
  prompt: string,
  reply: OwnReply | undefined,
  context: RequestContext,
): Promise<RunResult> {
  const startMs = context.clock.now();
  const isFollowUp = action.does === 'message';
  const sent = await post(isFollowUp ? action.job : undefined, prompt, context);
  context.outputs.job(sent);
  reply?.recordAcceptance(sent, action, notes, saysUnseen);
  context.log.info(`${isFollowUp ? 'Follow-up accepted' : 'Job created'}: job-id ${sent.id}.`);
  if (!context.inputs.wait) return resultOfAcceptance(sent);
  const trustTerminalStatus = isFollowUp ? action.trustTerminalStatus : 'immediately';
  return poll({ jobId: sent.id, trustTerminalStatus, sent }, startMs, reply, context);
}

/** Watches a job. With `wait: false`, looks once. */
export function watchJob(
  watch: Watch,
  reply: OwnReply | undefined,
  context: RequestContext,
): Promise<RunResult> {
  context.log.info(`Watching job-id ${watch.jobId}.`);
  return poll(watch, context.clock.now(), reply, context);
}

/** @param startMs when the run's time began, of which the POST may have used some */
async function poll(
  watch: Watch,
  startMs: number,
  reply: OwnReply | undefined,
  context: RequestContext,
): Promise<RunResult> {
  const { clock, log, inputs } = context;
  const timeoutMs = Math.max(0, inputs.timeoutMs - (clock.now() - startMs));
  const title = inputs.wait ? `Waiting for the job, up to ${formatDuration(timeoutMs)}` : 'Reading the job';
  const onPoll = () => reply?.catchUp();
  const wait = await log.group(title, () => waitForJob({ ...watch, timeoutMs, onPoll }, context));
  const isAccepted = reply?.record.acceptedAt !== undefined;
  return { ...resultOfWait(wait, watch.jobId, isAccepted), durationMs: clock.now() - startMs };
}

/** Creates the job, or sends the follow-up. Repeats the POST only if the failed one certainly had no effect. */
async function post(jobId: string | undefined, prompt: string, context: RequestContext) {
  const { clock, signal, log, inputs, mintlify } = context;
  const deadlineMs = clock.now() + Math.min(RESEND_MS, inputs.timeoutMs);
  const timeoutMs = Math.min(POST_TIMEOUT_MS, Math.max(LEAST_TIMEOUT_MS, inputs.timeoutMs));
  for (let timesSent = 1; ; timesSent += 1) {
    if (signal.aborted) throw RunStopped.cancelled(jobId);
    const grace = graceAfter(clock, INTERRUPT_GRACE_MS, signal);
    const options = { signal: grace.signal, timeoutMs };
    try {
      return await (jobId
        ? mintlify.sendMessage(jobId, prompt, options)
        : mintlify.createJob(prompt, options));
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
