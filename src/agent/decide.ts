import type { Account } from '../github/event.ts';
import { botOfPullRequest } from '../github/permission.ts';
import { HttpError, PlatformError } from '../platform/errors.ts';
import {
  knownJob,
  latestJob,
  type Memory,
  type Remembered,
  type ReplyRecord,
  replyTo,
} from './replies/record.ts';
import type { AgentRun } from './request.ts';
import { type AgentResult, nothingSent } from './result.ts';
import { asksByComment, watchesOnly } from './trigger.ts';
import { isTerminal, type Trust } from './wait.ts';

/** What a request comes to. The note is a sentence made by this action, for log and reply. */
export type Decision = { readonly note?: string } & (
  | { readonly kind: 'create' }
  /** `knowsSubject`: the job has been told already what the event is about. */
  | {
      readonly kind: 'message';
      readonly jobId: string;
      readonly knowsSubject: boolean;
      readonly trust: Trust;
    }
  | { readonly kind: 'watch'; readonly jobId: string; readonly trust: Trust }
  /** Nothing may be sent; the run ends with this result. */
  | { readonly kind: 'stop'; readonly result: AgentResult }
);

/** The job that a decision is for; absent if it makes one, or nothing is sent. */
export function jobOf(decision: Decision): string | undefined {
  return 'jobId' in decision ? decision.jobId : undefined;
}

/** Whether what is sent depends on what the replies remember. */
export function needsMemory({ event, inputs, run }: AgentRun): boolean {
  return !watchesOnly(event, inputs) && (run.attempt > 1 || asksByComment(event));
}

/**
 * Whether to start a job, go on with one, or only watch.
 *
 * A re-run does not send again what an earlier attempt has sent: it watches. If an earlier attempt was cut off while it
 * sent, nobody has been told that the request may have arrived, so the re-run tells it, sends nothing, and ends as
 * `unknown`. The attempt after that sends anew: somebody has read the message, looked, and asked for it.
 */
export async function decide(agent: AgentRun, memory: Memory): Promise<Decision> {
  const { event, inputs, run, request, log } = agent;
  if (inputs.jobId !== undefined && watchesOnly(event, inputs)) {
    return { kind: 'watch', jobId: inputs.jobId, trust: 'at once' };
  }
  if (memory.kind === 'unread') return { kind: 'stop', result: nothingSent(UNREAD, memory.error) };
  const remembered = memory.kind === 'read' ? memory.remembered : [];
  const own = run.attempt > 1 ? replyTo(request.id, remembered) : undefined;
  if (run.attempt > 1 && !own && !inputs.dryRun) {
    if (memory.kind === 'none') log.warning(NOTHING_KEPT);
    else log.notice(NO_REPLY_STANDS);
  }
  const again = own && (await afterEarlierAttempt(own.record, agent));
  if (again && 'kind' in again) return again;
  const decision = await freshDecision(agent, remembered);
  if (decision.kind === 'stop') return decision;
  const notes = [again?.note, decision.note].filter((note) => note !== undefined);
  return notes.length === 0 ? decision : { ...decision, note: notes.join(' ') };
}

const UNREAD = 'What this action remembers of earlier requests could not be read';
const NOTHING_KEPT =
  'This is a re-run, and no reply is kept, so nothing is remembered of earlier attempts (set comment: true on an issue or pull request). If one of them sent the request, there are two now.';
const NO_REPLY_STANDS =
  'This is a re-run, and no reply of an earlier attempt stands: this attempt sends the request.';

/** Milliseconds that asking for the status of an earlier job may take. */
const STATUS_MS = 10_000;

/** The status of a job, `gone` if there is none; absent if that cannot be learned, or is not asked (a dry run). */
async function statusOf(jobId: string, { inputs, platform, signal }: AgentRun): Promise<string | undefined> {
  if (inputs.dryRun) return undefined;
  try {
    return (await platform.getJob(jobId, { signal, timeoutMs: STATUS_MS })).status;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return error instanceof HttpError && error.status === 404 ? 'gone' : undefined;
  }
}

/** What an earlier attempt leaves to do; without a decision, the request is sent, with the note if there is one. */
async function afterEarlierAttempt(
  { state, accepted, job, completed, trust }: ReplyRecord,
  agent: AgentRun,
): Promise<Decision | { readonly note?: string }> {
  if (state === 'unknown') return { note: REPEATED };
  if (state === 'sending') return { kind: 'stop', result: cutOff(job) };
  if (!accepted || job === undefined) return {};
  const status = completed ? undefined : await statusOf(job, agent);
  if (status === 'failed' || status === 'archived') {
    return { note: `This is a re-run, and its job ${ENDED[status]}: it sends the request anew.` };
  }
  const note = 'This is a re-run, and an earlier attempt has sent its request: it watches that job.';
  return { kind: 'watch', jobId: job, trust: SEEN_TO_END.has(state) ? 'at once' : trust, note };
}

const SEEN_TO_END: ReadonlySet<string> = new Set(['pull-request', 'no-pull-request', 'failed', 'archived']);

const REPEATED =
  'An earlier attempt of this run ended without knowing whether its request arrived. This re-run sends it again, so there may be two jobs: look at the platform dashboard.';

/** Why a job cannot go on, by its status. */
const ENDED: Record<string, string> = { failed: 'has failed', archived: 'is archived', gone: 'is gone' };

/** Of a request that no earlier attempt has made. */
async function freshDecision(agent: AgentRun, remembered: readonly Remembered[]): Promise<Decision> {
  const { event, inputs } = agent;
  if (inputs.jobId !== undefined) {
    const knowsSubject = remembered.some((each) => knownJob(each) === inputs.jobId);
    return messageTo(inputs.jobId, knowsSubject, await statusOf(inputs.jobId, agent));
  }
  if (!asksByComment(event)) return { kind: 'create' };
  const jobId = latestJob(remembered);
  if (jobId === undefined) {
    const bot = botOfPullRequest(event, inputs.allowedBots);
    return bot ? { kind: 'stop', result: unknownJob(bot) } : { kind: 'create' };
  }
  const status = await statusOf(jobId, agent);
  const end = ENDED[status ?? ''];
  if (end) return { kind: 'create', note: `The earlier job ${end}, so this request starts a new one.` };
  return messageTo(jobId, true, status);
}

/** @param status of the job before; if nothing can be learned, the message itself will tell */
function messageTo(jobId: string, knowsSubject: boolean, status: string | undefined) {
  const isIdle = status !== undefined && (isTerminal(status) || status === 'gone');
  return { kind: 'message', jobId, knowsSubject, trust: isIdle ? 'once active' : 'once settled' } as const;
}

/** Another request has started this job in the meantime. @returns absent if the job cannot go on */
export async function followUpTo(jobId: string, agent: AgentRun) {
  const status = await statusOf(jobId, agent);
  return ENDED[status ?? ''] ? undefined : { ...messageTo(jobId, true, status), note: STARTED_BEFORE };
}

const STARTED_BEFORE =
  'Another request has started a job in the meantime, so this request goes on with that job.';

/** A rival pull request would help nobody: the job that opened this one is not known here. */
function unknownJob({ login }: Account): AgentResult {
  return {
    outcome: 'error',
    reason: `${login} opened this pull request, and this action does not know the job behind it.`,
    advice:
      'Nothing was sent. To go on with that job, run the workflow with its job-id. To start a job of its own for such pull requests, name the bot in allowed-bots.',
  };
}

function cutOff(jobId: string | undefined): AgentResult {
  return {
    outcome: 'unknown',
    reason:
      'An earlier attempt of this run was cut off while it sent the request, so nobody knows whether the platform accepted it.',
    advice:
      'Nothing was sent now, since that could pay for the work twice. Look at the agent jobs in the platform dashboard, and at the pull requests of the docs repository. If the request arrived, watch the job with its job-id and no prompt; if not, run the workflow again: the next attempt sends the request.',
    jobId,
  };
}
