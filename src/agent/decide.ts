import type { TriggerEvent } from '../github/event.ts';
import type { WorkflowRun } from '../github/workflow-run.ts';
import type { JobPlatform } from '../platform/client.ts';
import { HttpError, PlatformError } from '../platform/errors.ts';
import { currentJob, type Turn, turnOf } from './memory/turn.ts';
import { hasPrompt, type PromptInputs } from './prompt.ts';
import type { AgentResult } from './result.ts';

/** What a request comes to. Notes are sentences made by this action, for log and comment. */
export type Decision =
  | { readonly kind: 'create'; readonly note?: string }
  | {
      readonly kind: 'message';
      readonly jobId: string;
      /** The job has been told already what the event is about. */
      readonly knowsSubject: boolean;
      readonly note?: string;
    }
  | { readonly kind: 'watch'; readonly jobId: string; readonly note?: string }
  /** Nothing may be sent; the run ends with this result. */
  | { readonly kind: 'stop'; readonly result: AgentResult };

export interface Situation {
  readonly event: TriggerEvent;
  readonly inputs: PromptInputs;
  readonly run: WorkflowRun;
  /** What the status comment remembers; empty if there is none. */
  readonly turns: readonly Turn[];
}

/**
 * Whether to start a job, go on with one, or only watch.
 *
 * A re-run does not send again what its run has sent before: it watches. If an earlier attempt was cut off while it
 * sent, nobody has been told that the request may have arrived, so the re-run tells it, sends nothing, and ends as
 * `unknown`. The attempt after that sends anew: somebody has read the message, looked, and asked for it.
 *
 * @param platform asked once whether the job of a follow-up can go on; without it (`dry-run`) that is assumed
 */
export async function decide(
  situation: Situation,
  platform: Pick<JobPlatform, 'getJob'> | undefined,
  signal: AbortSignal,
): Promise<Decision> {
  const { event, inputs } = situation;
  if (inputs.jobId !== undefined && !hasPrompt(event, inputs)) return { kind: 'watch', jobId: inputs.jobId };
  const again = afterEarlierAttempt(situation);
  if (again) return again;
  const decision = await freshDecision(situation, platform, signal);
  return isRepeated(situation) ? { ...decision, note: REPEATED } : decision;
}

const REPEATED =
  'An earlier attempt of this run ended without knowing whether its request arrived. This re-run sends it again, so there may be two jobs: look at the platform dashboard.';

function isRepeated({ run, turns }: Situation): boolean {
  return run.attempt > 1 && turnOf(turns, { run: run.id, step: run.step })?.state === 'unknown';
}

/** Of a request that no earlier attempt has made. */
async function freshDecision(
  { event, inputs, turns }: Situation,
  platform: Pick<JobPlatform, 'getJob'> | undefined,
  signal: AbortSignal,
): Promise<Extract<Decision, { kind: 'create' | 'message' }>> {
  if (inputs.jobId !== undefined) {
    const knowsSubject = turns.some(({ accepted, job }) => accepted && job === inputs.jobId);
    return { kind: 'message', jobId: inputs.jobId, knowsSubject };
  }
  const jobId = event.kind === 'comment' ? currentJob(turns) : undefined;
  if (jobId === undefined) return { kind: 'create' };
  const end = platform && (await endOf(jobId, platform, signal));
  if (end) return { kind: 'create', note: `The earlier job ${end}, so this request starts a new one.` };
  return { kind: 'message', jobId, knowsSubject: true };
}

function afterEarlierAttempt({ run, turns }: Situation): Decision | undefined {
  if (run.attempt < 2) return undefined;
  const own = turnOf(turns, { run: run.id, step: run.step });
  if (!own) return undefined;
  if (own.accepted && own.job !== undefined) {
    const note = 'This is a re-run, and its request was sent by an earlier attempt: it watches that job.';
    return { kind: 'watch', jobId: own.job, note };
  }
  return own.accepted || own.state === 'sending' ? { kind: 'stop', result: cutOff(own) } : undefined;
}

function cutOff({ job }: Turn): AgentResult {
  return {
    outcome: 'unknown',
    reason:
      'An earlier attempt of this run was cut off while it sent the request, so whether the platform accepted it is not known.',
    advice:
      'Nothing was sent now, since that could pay for the work twice. Look at the agent jobs in the platform dashboard, and at the pull requests of the docs repository. If the request arrived, watch the job with its job-id and no prompt; if not, run the workflow again: the next attempt sends the request.',
    jobId: job,
    polls: 0,
    durationMs: 0,
  };
}

/** Milliseconds that the look at the earlier job may take. */
const LOOK_MS = 10_000;

/** Why the job cannot go on; absent if it can, or if that cannot be learned: then the message itself will tell. */
async function endOf(
  jobId: string,
  platform: Pick<JobPlatform, 'getJob'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const { status } = await platform.getJob(jobId, { signal, timeoutMs: LOOK_MS });
    if (status === 'failed') return 'has failed';
    return status === 'archived' ? 'is archived' : undefined;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return error instanceof HttpError && error.status === 404 ? 'is gone' : undefined;
  }
}
