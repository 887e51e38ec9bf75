import { graceAfter, sleepUnlessAborted } from '../clock.ts';
import type { AgentInputs } from '../inputs.ts';
import type { ModeContext } from '../mode.ts';
import type { JobPlatform } from '../platform/client.ts';
import { PlatformError } from '../platform/errors.ts';
import { deliveryOf, resendDelay } from '../platform/retry.ts';
import type { Job } from '../platform/schemas.ts';
import { duration } from '../text/duration.ts';
import type { Post, Task, Watch } from './decide.ts';
import { afterPostFailure, afterWait, interruptedBeforeSending, jobOf, started } from './outcome.ts';
import type { AgentResult } from './result.ts';
import { isTerminal, type WaitSettings, type WaitSubject, waitForJob } from './wait.ts';
import { WaitLogger } from './wait-logger.ts';

export type RunSettings = WaitSettings & Pick<AgentInputs, 'wait'>;

export interface RunPorts extends Pick<ModeContext, 'clock' | 'log' | 'signal'> {
  readonly platform: JobPlatform;
  /** Called with every answer that tells something new of the job, at once: the runner may be gone a moment later. */
  onJob(job: Job): void | Promise<void>;
}

/** Milliseconds that a POST under way gets to be answered once the run is interrupted, so that its job is not lost. */
const INTERRUPT_GRACE_MS = 2_500;
/** A create or message may take so long, in milliseconds, but not longer than the user's own limit, within reason. */
const POST_TIMEOUT_MS = 60_000;
const LEAST_POST_TIMEOUT_MS = 10_000;

/** Creates, messages or watches a job, waits for it, and says how it ended. Throws only on a programming error. */
export async function runTask(task: Task, settings: RunSettings, ports: RunPorts): Promise<AgentResult> {
  const startMs = ports.clock.now();
  const timed = (result: AgentResult): AgentResult => ({
    ...result,
    durationMs: ports.clock.now() - startMs,
  });
  if (ports.signal.aborted) return timed(interruptedBeforeSending(jobOf(task)));
  if (task.kind === 'watch') return timed(await watch(task, settings, ports));

  const sent = await post(task, settings, ports);
  if ('outcome' in sent) return timed(sent);
  await ports.onJob(sent);
  new WaitLogger(ports.log).accepted(sent, task.kind);
  if (!settings.wait) return timed(started(sent, task));
  // The deadline covers sending too, which may have had to wait for a limit to pass.
  const timeoutMs = Math.max(0, startMs + settings.timeoutMs - ports.clock.now());
  return timed(
    await follow({ jobId: sent.id, after: task.kind, job: sent }, { ...settings, timeoutMs }, ports),
  );
}

/** A watch that does not wait takes one look. */
async function watch(task: Watch, settings: RunSettings, ports: RunPorts): Promise<AgentResult> {
  const { jobId, unsettled = false } = task;
  ports.log.info(`Watching job-id ${jobId}.`);
  if (settings.wait) return follow({ jobId, after: 'nothing', unsettled }, settings, ports);
  try {
    const job = await ports.platform.getJob(jobId, { signal: ports.signal });
    await ports.onJob(job);
    return isTerminal(job.status) && !unsettled
      ? afterWait({ kind: 'finished', job, polls: 1, waitedMs: 0 }, jobId)
      : { ...started(job, task), polls: 1 };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const end = { job: undefined, polls: 1, waitedMs: 0 };
    return afterWait(
      ports.signal.aborted ? { ...end, kind: 'interrupted' } : { ...end, kind: 'broken', error },
      jobId,
    );
  }
}

async function follow(subject: WaitSubject, settings: RunSettings, ports: RunPorts): Promise<AgentResult> {
  const story = new WaitLogger(ports.log);
  let told = subject.job;
  const end = await ports.log.group(`Waiting for the job, at most ${duration(settings.timeoutMs)}`, () =>
    waitForJob(subject, settings, {
      ...ports,
      observer: story,
      async getJob(jobId, options) {
        const job = await ports.platform.getJob(jobId, options);
        if (isNews(job, told)) await ports.onJob(job);
        told = job;
        return job;
      },
    }),
  );
  return afterWait(end, subject.jobId);
}

function isNews(job: Job, told: Job | undefined): boolean {
  return job.status !== told?.status || job.prLink !== told.prLink;
}

/** Sends a create or a message, again only when it provably did not arrive. */
async function post(task: Post, settings: RunSettings, ports: RunPorts): Promise<Job | AgentResult> {
  const { clock, signal, platform, log } = ports;
  const deadlineMs = clock.now() + settings.timeoutMs;
  const timeoutMs = Math.min(POST_TIMEOUT_MS, Math.max(LEAST_POST_TIMEOUT_MS, settings.timeoutMs));
  for (let sends = 1; ; sends += 1) {
    const grace = graceAfter(clock, INTERRUPT_GRACE_MS, signal);
    try {
      const options = { signal: grace.signal, timeoutMs };
      return task.kind === 'create'
        ? await platform.createJob(task.prompt, options)
        : await platform.sendMessage(task.jobId, task.prompt, options);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (signal.aborted && deliveryOf(error) === 'again') return interruptedBeforeSending(jobOf(task));
      const limits = { longestMs: settings.pollIntervalMs, leftMs: deadlineMs - clock.now() };
      const delayMs = resendDelay(error, sends, limits);
      if (delayMs === undefined) return afterPostFailure(task, error, signal.aborted);
      log.info(`${error.message} Nothing was started. Sending it again in ${duration(delayMs)}.`);
      await sleepUnlessAborted(clock, delayMs, signal);
      if (signal.aborted) return interruptedBeforeSending(jobOf(task));
    } finally {
      grace.release();
    }
  }
}
