import { graceAfter, sleepUnlessAborted } from '../clock.ts';
import { PlatformError } from '../platform/errors.ts';
import { maySendAgain } from '../platform/failures.ts';
import { resendDelay } from '../platform/retry.ts';
import type { Job } from '../platform/schemas.ts';
import { duration } from '../text/duration.ts';
import { type Action, type Create, jobOf, type Message, type Watch } from './action.ts';
import { afterPostFailure, afterWait, cancelledBeforeSending, type End, started } from './end.ts';
import { jobAge, readYoungJob } from './job-state.ts';
import type { AgentRun } from './request.ts';
import { isTerminal, type WaitOptions, waitForJob } from './wait.ts';
import { WaitLogger } from './wait-logger.ts';

export interface ExecutionContext extends Pick<AgentRun, 'inputs' | 'platform' | 'clock' | 'log' | 'signal'> {
  /** Prompt to send; empty if nothing is sent. */
  readonly prompt: string;
  /** Handles a response with news about the job. Called immediately, because the runner may stop a moment later. */
  onJob(job: Job): void;
}

/** Time for a pending POST to complete after an interruption (ms), so that the POST's job isn't lost. */
const INTERRUPT_GRACE_MS = 2_500;
/** Time limit of a POST that creates or messages a job (ms). A shorter `timeout-minutes` lowers it. */
const POST_TIMEOUT_MS = 60_000;
/** Minimum time limit of that POST (ms), even if `timeout-minutes` is shorter. */
const LEAST_POST_TIMEOUT_MS = 10_000;

/** Creates, messages or watches a job, waits, and returns how the run ended. Throws only on a programming error. */
export async function execute(action: Action, context: ExecutionContext): Promise<End> {
  const { clock, signal } = context;
  const startMs = clock.now();
  const result = signal.aborted
    ? cancelledBeforeSending(jobOf(action))
    : action.kind === 'watch'
      ? await watch(action, context)
      : await send(action, context, startMs);
  return { ...result, durationMs: clock.now() - startMs };
}

async function send(action: Create | Message, context: ExecutionContext, startMs: number): Promise<End> {
  const { clock, log, inputs } = context;
  const sent = await post(action, context);
  if (sent.kind === 'failed') return sent.result;
  const { job } = sent;
  context.onJob(job);
  new WaitLogger(log).accepted(job, action.kind);
  if (!inputs.wait) return started(job, false);
  // The deadline also covers sending, which may have waited for a rate limit to pass.
  const timeoutMs = Math.max(0, startMs + inputs.timeoutMs - clock.now());
  const common = { jobId: job.id, after: action.kind, job, timeoutMs };
  return action.kind === 'create'
    ? follow({ ...common, settle: 'immediate', jobAgeMs: 0 }, context)
    : follow(
        { ...common, settle: action.settle, jobAgeMs: jobAge(action.jobKnownSince, clock.date()) },
        context,
      );
}

type Sent =
  | { readonly kind: 'accepted'; readonly job: Job }
  | { readonly kind: 'failed'; readonly result: End };

/** Sends a POST that creates or messages a job. Repeats the POST only if the failed one certainly had no effect. */
async function post(action: Create | Message, context: ExecutionContext): Promise<Sent> {
  const { clock, signal, platform, log, inputs, prompt } = context;
  const failed = (result: End) => ({ kind: 'failed', result }) as const;
  const deadlineMs = clock.now() + inputs.timeoutMs;
  const timeoutMs = Math.min(POST_TIMEOUT_MS, Math.max(LEAST_POST_TIMEOUT_MS, inputs.timeoutMs));
  for (let sends = 1; ; sends += 1) {
    const grace = graceAfter(clock, INTERRUPT_GRACE_MS, signal);
    try {
      const options = { signal: grace.signal, timeoutMs };
      const job =
        action.kind === 'create'
          ? await platform.createJob(prompt, options)
          : await platform.sendMessage(action.jobId, prompt, options);
      return { kind: 'accepted', job };
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (signal.aborted && maySendAgain(error)) return failed(cancelledBeforeSending(jobOf(action)));
      const delayMs = resendDelay(error, sends, deadlineMs - clock.now());
      if (delayMs === undefined) return failed(afterPostFailure(jobOf(action), error, signal.aborted));
      log.info(
        `${error.message} Nothing was started, so the action sends the request again in ${duration(delayMs)}.`,
      );
      await sleepUnlessAborted(clock, delayMs, signal);
      if (signal.aborted) return failed(cancelledBeforeSending(jobOf(action)));
    } finally {
      grace.release();
    }
  }
}

async function follow(
  options: Omit<WaitOptions, 'clock' | 'signal' | 'logger' | 'pollIntervalMs' | 'getJob'>,
  context: ExecutionContext,
): Promise<End> {
  const { inputs, platform, log, clock, signal } = context;
  let known = options.job;
  const waitOptions: WaitOptions = {
    ...options,
    clock,
    signal,
    logger: new WaitLogger(log),
    pollIntervalMs: inputs.pollIntervalMs,
    async getJob(jobId, callOptions) {
      const job = await platform.getJob(jobId, callOptions);
      if (job.status !== known?.status || job.prLink !== known.prLink) context.onJob(job);
      known = job;
      return job;
    },
  };
  const title = `Waiting for the job, up to ${duration(options.timeoutMs)}`;
  return afterWait(await log.group(title, () => waitForJob(waitOptions)), options.jobId);
}

/** Watches a job. With `wait: false`, reads the job only once. */
async function watch(action: Watch, context: ExecutionContext): Promise<End> {
  const { jobId, settle, settledInMs, jobKnownSince } = action;
  const { inputs, log, signal, clock } = context;
  log.info(`Watching job-id ${jobId}.`);
  if (inputs.wait) {
    const jobAgeMs = jobAge(jobKnownSince, clock.date());
    const common = { jobId, after: 'nothing', settle, settledInMs, jobAgeMs } as const;
    return follow({ ...common, timeoutMs: inputs.timeoutMs }, context);
  }
  try {
    const job = await readYoungJob(jobId, jobKnownSince, context);
    context.onJob(job);
    return isTerminal(job.status) && settle === 'immediate'
      ? afterWait({ kind: 'finished', job, polls: 1, waitedMs: 0 }, jobId)
      : { ...started(job, true), polls: 1 };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const end = { job: undefined, polls: 1, waitedMs: 0 };
    const how = signal.aborted ? ({ kind: 'interrupted' } as const) : ({ kind: 'broken', error } as const);
    return afterWait({ ...end, ...how }, jobId);
  }
}
