import { graceAfter, sleepUnlessAborted } from '../clock.ts';
import { PlatformError } from '../platform/errors.ts';
import { maySendAgain } from '../platform/failures.ts';
import { resendDelay } from '../platform/retry.ts';
import type { Job } from '../platform/schemas.ts';
import { duration } from '../text/duration.ts';
import type { Choice } from './choose-job.ts';
import { afterPostFailure, afterWait, cancelledBeforeSending, type End, Stop, started } from './end.ts';
import type { Reply } from './reply.ts';
import type { AgentRun } from './request.ts';
import { type WaitOptions, type Watch, waitForJob } from './wait.ts';

/** Time for a pending POST to end after an interruption (ms), so that its job isn't lost. */
const INTERRUPT_GRACE_MS = 2_500;
/** Time limit of one POST (ms); a shorter `timeout-minutes` lowers it, down to 10 s. */
const POST_TIMEOUT_MS = 60_000;
const LEAST_TIMEOUT_MS = 10_000;
/** How long a POST that certainly had no effect is sent again (ms): other requests wait for this one. */
const RESEND_MS = 60_000;

/** Sends the request, and waits for its job. @throws {Stop} if Mintlify didn't confirm it */
export async function sendAndWait(
  action: Choice['action'],
  prompt: string,
  reply: Reply | undefined,
  run: AgentRun,
): Promise<End> {
  const { clock, log, inputs, outputs } = run;
  const startMs = clock.now();
  const job = await send(action.does === 'message' ? action.job : undefined, prompt, run);
  outputs.job(job, job.id);
  reply?.accept(job, action);
  log.info(`${action.does === 'start' ? 'Job created' : 'Follow-up accepted'}: job-id ${job.id}.`);
  if (!inputs.wait) return started(job, false);
  const settle = action.does === 'start' ? 'immediate' : action.settle;
  return poll({ jobId: job.id, settle, sent: { does: action.does, job } }, startMs, reply, run);
}

/** Watches a job. With `wait: false`, looks once. */
export function watchJob(watch: Watch, reply: Reply | undefined, run: AgentRun): Promise<End> {
  run.log.info(`Watching job-id ${watch.jobId}.`);
  return poll({ ...watch, looksOnce: !run.inputs.wait }, run.clock.now(), reply, run);
}

/** @param startMs when the run's time began, of which the POST may have used some */
async function poll(
  watch: Omit<WaitOptions, 'timeoutMs' | 'onJob' | 'onPoll'>,
  startMs: number,
  reply: Reply | undefined,
  run: AgentRun,
): Promise<End> {
  const { clock, log, outputs, inputs } = run;
  const onJob = (job: Job) => outputs.job(job, job.id);
  const onPoll = () => reply?.catchUp();
  const timeoutMs = Math.max(0, inputs.timeoutMs - (clock.now() - startMs));
  const title = watch.looksOnce ? 'Reading the job' : `Waiting for the job, up to ${duration(timeoutMs)}`;
  const end = await log.group(title, () => waitForJob({ ...watch, timeoutMs, onJob, onPoll }, run));
  const isOpen = watch.looksOnce && end.kind === 'timeout' && end.job;
  const ended = isOpen ? { ...started(isOpen, true), polls: end.polls } : afterWait(end, watch.jobId);
  return { ...ended, durationMs: clock.now() - startMs };
}

/** Creates the job, or sends the follow-up. Repeats the POST only if the failed one certainly had no effect. */
async function send(jobId: string | undefined, prompt: string, run: AgentRun): Promise<Job> {
  const { clock, signal, log, inputs, platform } = run;
  const deadlineMs = clock.now() + Math.min(RESEND_MS, inputs.timeoutMs);
  const timeoutMs = Math.min(POST_TIMEOUT_MS, Math.max(LEAST_TIMEOUT_MS, inputs.timeoutMs));
  for (let sends = 1; ; sends += 1) {
    if (signal.aborted) throw new Stop(cancelledBeforeSending(jobId));
    const grace = graceAfter(clock, INTERRUPT_GRACE_MS, signal);
    const options = { signal: grace.signal, timeoutMs };
    try {
      return await (jobId === undefined
        ? platform.createJob(prompt, options)
        : platform.sendMessage(jobId, prompt, options));
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (signal.aborted && maySendAgain(error)) throw new Stop(cancelledBeforeSending(jobId));
      const delayMs = resendDelay(error, sends, deadlineMs - clock.now());
      if (delayMs === undefined) throw new Stop(afterPostFailure(jobId, error, signal.aborted));
      log.info(
        `${error.message} Nothing was started, so the action sends the request again in ${duration(delayMs)}.`,
      );
      await sleepUnlessAborted(clock, delayMs, signal);
    } finally {
      grace.release();
    }
  }
}
