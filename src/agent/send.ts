import { graceAfter, sleepUnlessAborted } from '../clock.ts';
import { PlatformError } from '../platform/errors.ts';
import { maySendAgain } from '../platform/failures.ts';
import { resendDelay } from '../platform/retry.ts';
import type { Job } from '../platform/schemas.ts';
import { duration } from '../text/duration.ts';
import type { Choice } from './choose-job.ts';
import { afterPostFailure, cancelledBeforeSending, Stop } from './end.ts';
import type { AgentRun } from './request.ts';

/** Time for a pending POST to end after an interruption (ms), so that its job isn't lost. */
const INTERRUPT_GRACE_MS = 2_500;
/** Time limit of one POST (ms); a shorter `timeout-minutes` lowers it, down to 10 s. */
const POST_TIMEOUT_MS = 60_000;
const LEAST_TIMEOUT_MS = 10_000;
/** How long a POST that certainly had no effect is sent again (ms): other requests wait for this one. */
const RESEND_MS = 60_000;

/**
 * Creates the job, or sends the follow-up. Repeats the POST only if the failed one certainly had no effect.
 *
 * @throws {Stop} `error` if nothing was started, `unknown` if that isn't known, `cancelled` before sending
 */
export async function send({ action }: Pick<Choice, 'action'>, prompt: string, run: AgentRun): Promise<Job> {
  const { clock, signal, log, inputs } = run;
  const jobId = action.does === 'message' ? action.job : undefined;
  const deadlineMs = clock.now() + RESEND_MS;
  const timeoutMs = Math.min(POST_TIMEOUT_MS, Math.max(LEAST_TIMEOUT_MS, inputs.timeoutMs));
  for (let sends = 1; ; sends += 1) {
    if (signal.aborted) throw new Stop(cancelledBeforeSending(jobId));
    const grace = graceAfter(clock, INTERRUPT_GRACE_MS, signal);
    try {
      return await post(jobId, prompt, { signal: grace.signal, timeoutMs }, run);
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

function post(
  jobId: string | undefined,
  prompt: string,
  options: { readonly signal: AbortSignal; readonly timeoutMs: number },
  { platform }: AgentRun,
): Promise<Job> {
  return jobId === undefined
    ? platform.createJob(prompt, options)
    : platform.sendMessage(jobId, prompt, options);
}
