import { graceAfter, sleepUnlessAborted } from '../clock.ts';
import { PlatformError } from '../platform/errors.ts';
import { maySendAgain } from '../platform/failures.ts';
import { resendDelay } from '../platform/retry.ts';
import type { Job } from '../platform/schemas.ts';
import { duration } from '../text/duration.ts';
import { type Decision, jobOf } from './decide.ts';
import { afterPostFailure, afterWait, interruptedBeforeSending, type Post, started } from './outcome.ts';
import type { AgentRun } from './request.ts';
import type { AgentResult } from './result.ts';
import { type Awaited, isTerminal, waitForJob } from './wait.ts';
import { WaitLogger } from './wait-logger.ts';

export interface Carrying extends Pick<AgentRun, 'inputs' | 'platform' | 'clock' | 'log' | 'signal'> {
  /** Empty if nothing is sent. */
  readonly prompt: string;
  /** Called with every answer that tells something new of the job, at once: the runner may be gone a moment later. */
  onJob(job: Job): void;
}

/** Milliseconds that a POST under way gets to be answered once the run is interrupted, so that its job is not lost. */
const INTERRUPT_GRACE_MS = 2_500;
/** A create or message may take so long, in milliseconds, but not longer than the user's own limit, within reason. */
const POST_TIMEOUT_MS = 60_000;
const LEAST_POST_TIMEOUT_MS = 10_000;

/** Creates, messages or watches a job, waits for it, and says how it ended. Throws only on a programming error. */
export async function carryOut(decision: Decision, carrying: Carrying): Promise<AgentResult> {
  if (decision.kind === 'stop') return decision.result;
  const { clock, signal, log, inputs } = carrying;
  const startMs = clock.now();
  const timed = (result: AgentResult): AgentResult => ({ ...result, durationMs: clock.now() - startMs });
  if (signal.aborted) return timed(interruptedBeforeSending(jobOf(decision)));
  if (decision.kind === 'watch') return timed(await watch(decision, carrying));

  const sent = await post(decision, carrying);
  if ('outcome' in sent) return timed(sent);
  carrying.onJob(sent);
  new WaitLogger(log).accepted(sent, decision.kind);
  if (!inputs.wait) return timed(started(sent, decision));
  const trust = decision.kind === 'create' ? 'at once' : decision.trust;
  // The deadline covers sending too, which may have had to wait for a limit to pass.
  const timeoutMs = Math.max(0, startMs + inputs.timeoutMs - clock.now());
  const awaited = { jobId: sent.id, after: decision.kind, trust, job: sent, timeoutMs };
  return timed(await follow(awaited, carrying));
}

/** A watch that does not wait polls once. */
async function watch(
  { kind, jobId, trust }: Extract<Decision, { kind: 'watch' }>,
  carrying: Carrying,
): Promise<AgentResult> {
  const { inputs, log, platform, signal } = carrying;
  log.info(`Watching job-id ${jobId}.`);
  if (inputs.wait) {
    return follow({ jobId, after: 'nothing', trust, timeoutMs: inputs.timeoutMs }, carrying);
  }
  try {
    const job = await platform.getJob(jobId, { signal });
    carrying.onJob(job);
    return isTerminal(job.status) && trust === 'at once'
      ? afterWait({ kind: 'finished', job, polls: 1, waitedMs: 0 }, jobId)
      : { ...started(job, { kind }), polls: 1 };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const end = { job: undefined, polls: 1, waitedMs: 0 };
    return afterWait(
      signal.aborted ? { ...end, kind: 'interrupted' } : { ...end, kind: 'broken', error },
      jobId,
    );
  }
}

async function follow(
  awaited: Pick<Awaited, 'jobId' | 'after' | 'trust' | 'job' | 'timeoutMs'>,
  carrying: Carrying,
): Promise<AgentResult> {
  const { inputs, platform, log, clock, signal } = carrying;
  let told = awaited.job;
  const watched: Awaited = {
    ...{ ...awaited, clock, signal },
    logger: new WaitLogger(log),
    pollIntervalMs: inputs.pollIntervalMs,
    async getJob(jobId, options) {
      const job = await platform.getJob(jobId, options);
      if (job.status !== told?.status || job.prLink !== told.prLink) carrying.onJob(job);
      told = job;
      return job;
    },
  };
  const end = await log.group(`Waiting for the job, at most ${duration(awaited.timeoutMs)}`, () =>
    waitForJob(watched),
  );
  return afterWait(end, awaited.jobId);
}

/** Sends a create or a message, again only when it provably did not arrive. */
async function post(decision: Post, carrying: Carrying): Promise<Job | AgentResult> {
  const { clock, signal, platform, log, inputs, prompt } = carrying;
  const deadlineMs = clock.now() + inputs.timeoutMs;
  const timeoutMs = Math.min(POST_TIMEOUT_MS, Math.max(LEAST_POST_TIMEOUT_MS, inputs.timeoutMs));
  for (let sends = 1; ; sends += 1) {
    const grace = graceAfter(clock, INTERRUPT_GRACE_MS, signal);
    try {
      const options = { signal: grace.signal, timeoutMs };
      return decision.kind === 'create'
        ? await platform.createJob(prompt, options)
        : await platform.sendMessage(decision.jobId, prompt, options);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (signal.aborted && maySendAgain(error)) return interruptedBeforeSending(jobOf(decision));
      const delayMs = resendDelay(error, sends, deadlineMs - clock.now());
      if (delayMs === undefined) return afterPostFailure(decision, error, signal.aborted);
      log.info(`${error.message} Nothing was started. Sending it again in ${duration(delayMs)}.`);
      await sleepUnlessAborted(clock, delayMs, signal);
      if (signal.aborted) return interruptedBeforeSending(jobOf(decision));
    } finally {
      grace.release();
    }
  }
}
