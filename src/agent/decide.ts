import type { Account } from '../github/event.ts';
import { botOfPullRequest } from '../github/permission.ts';
import type { JobPlatform } from '../platform/client.ts';
import { HttpError, PlatformError } from '../platform/errors.ts';
import type { Memory } from './memory/conversation.ts';
import { currentJob, isFinished, type Turn, turnOf } from './memory/turn.ts';
import type { Asked, Request } from './request.ts';
import type { AgentResult } from './result.ts';
import { asksByComment, watchesOnly } from './trigger.ts';

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
  | {
      readonly kind: 'watch';
      readonly jobId: string;
      /** A finished status may still be that of the turn before the one that is watched. */
      readonly unsettled?: boolean;
      readonly note?: string;
    }
  /** Nothing may be sent; the run ends with this result. */
  | {
      readonly kind: 'stop';
      readonly result: AgentResult;
      /** The comment tells it as the end of this request; else only what an earlier attempt began is ended. */
      readonly isTold?: boolean;
    };

/** A decision to be carried out. The prompt of a watch is empty. */
export type Task = Exclude<Decision, { kind: 'stop' }> & { readonly prompt: string };
/** What must not be sent twice. */
export type Post = Extract<Task, { kind: 'create' | 'message' }>;
export type Watch = Extract<Task, { kind: 'watch' }>;

/** Asked whether an earlier job can go on; absent in a dry run, which assumes that it can. */
type JobLookup = Pick<JobPlatform, 'getJob'> | undefined;

/** Whether what is sent depends on what the status comment remembers. */
export function needsMemory({ event, inputs, run }: Asked): boolean {
  if (watchesOnly(event, inputs)) return false;
  return run.attempt > 1 || (inputs.jobId === undefined && asksByComment(event, inputs.triggerPhrase));
}

/**
 * Whether to start a job, go on with one, or only watch.
 *
 * A re-run does not send again what an earlier attempt has sent: it watches. If an earlier attempt was cut off while it
 * sent, nobody has been told that the request may have arrived, so the re-run tells it, sends nothing, and ends as
 * `unknown`. The attempt after that sends anew: somebody has read the message, looked, and asked for it.
 */
export async function decide(
  asked: Asked,
  memory: Memory,
  platform: JobLookup,
  signal: AbortSignal,
): Promise<Decision> {
  const { event, inputs, run, request } = asked;
  if (inputs.jobId !== undefined && watchesOnly(event, inputs)) {
    return { kind: 'watch', jobId: inputs.jobId };
  }
  if (memory.kind === 'unread' && needsMemory(asked)) return { kind: 'stop', result: unread(memory) };
  const turns = memory.kind === 'read' ? memory.turns : [];
  const look = (jobId: string) => lookAt(jobId, platform, signal);
  const own = run.attempt > 1 ? turnOf(turns, request) : undefined;
  const again = own && (await afterEarlierAttempt(own, look));
  if (again?.decision) return again.decision;
  const decision = await freshDecision(asked, turns, look);
  if (decision.kind === 'stop') return decision;
  const notes = [again?.note, decision.note].filter((note) => note !== undefined);
  return notes.length === 0 ? decision : { ...decision, note: notes.join(' ') };
}

/** How a job stands: its status, `gone` if there is no such job, or nothing if that cannot be learned. */
type Look = (jobId: string) => Promise<string | undefined>;

/** Milliseconds that the look at an earlier job may take. */
const LOOK_MS = 10_000;

async function lookAt(jobId: string, platform: JobLookup, signal: AbortSignal): Promise<string | undefined> {
  if (!platform) return undefined;
  try {
    return (await platform.getJob(jobId, { signal, timeoutMs: LOOK_MS })).status;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return error instanceof HttpError && error.status === 404 ? 'gone' : undefined;
  }
}

/** Why a job cannot go on, by its status. */
const ENDED: Readonly<Record<string, string>> = {
  failed: 'has failed',
  archived: 'is archived',
  gone: 'is gone',
};

/** What an earlier attempt leaves to do; without a decision, the request is sent, with the note if there is one. */
async function afterEarlierAttempt(
  own: Turn,
  look: Look,
): Promise<{ readonly decision?: Decision; readonly note?: string }> {
  if (own.state === 'unknown') return { note: REPEATED };
  if (!own.accepted) return own.state === 'sending' ? { decision: cutOff(own) } : {};
  if (own.job === undefined) return { decision: cutOff(own) };
  if (own.state !== 'pull-request' && own.state !== 'no-pull-request') {
    const status = await look(own.job);
    if (status === 'failed' || status === 'archived') {
      return { note: `This is a re-run, and its job ${ENDED[status]}: it sends the request anew.` };
    }
  }
  const note = 'This is a re-run, and an earlier attempt has sent its request: it watches that job.';
  const unsettled = own.followUp && !isFinished(own);
  return { decision: { kind: 'watch', jobId: own.job, unsettled, note } };
}

const REPEATED =
  'An earlier attempt of this run ended without knowing whether its request arrived. This re-run sends it again, so there may be two jobs: look at the platform dashboard.';

/** Of a request that no earlier attempt has made. */
async function freshDecision(
  { event, inputs, request }: Asked,
  turns: readonly Turn[],
  look: Look,
): Promise<Decision> {
  if (inputs.jobId !== undefined) {
    const knowsSubject = turns.some(({ accepted, job }) => accepted && job === inputs.jobId);
    return { kind: 'message', jobId: inputs.jobId, knowsSubject };
  }
  if (asksByComment(event, inputs.triggerPhrase)) {
    const strange = currentJob(turns) === undefined && botOfPullRequest(event, inputs.allowedBots);
    return strange ? { kind: 'stop', result: unknownJob(strange), isTold: true } : followUp(turns, look);
  }
  const isLabel = event.kind === 'subject' && event.action === 'labeled';
  return (isLabel && (await sameRequestUnderWay(request, turns, look))) || { kind: 'create' };
}

async function followUp(
  turns: readonly Turn[],
  look: Look,
): Promise<Extract<Decision, { kind: 'create' | 'message' }>> {
  const jobId = currentJob(turns);
  if (jobId === undefined) return { kind: 'create' };
  // If nothing can be learned, the message itself will tell.
  const end = ENDED[(await look(jobId)) ?? ''];
  if (end) return { kind: 'create', note: `The earlier job ${end}, so this request starts a new one.` };
  return { kind: 'message', jobId, knowsSubject: true };
}

/**
 * A label that is taken away and added again does not pay for the same work twice. Two steps of one run that ask the
 * same are two requests.
 */
async function sameRequestUnderWay(
  { run, asks, where }: Request,
  turns: readonly Turn[],
  look: Look,
): Promise<Extract<Decision, { kind: 'watch' }> | undefined> {
  // With issue-number, labels of several issues meet in one comment: the same is asked where the same was labeled.
  const isSame = (turn: Turn) => turn.asks === asks && turn.where === where && turn.run !== run;
  const other = turns.findLast((turn) => isSame(turn) && turn.accepted);
  if (other?.job === undefined) return undefined;
  const status = (await look(other.job)) ?? (isFinished(other) ? 'completed' : 'active');
  if (status !== 'active') return undefined;
  const note = 'Another run has asked the same, and its job is still active: this run watches that job.';
  return { kind: 'watch', jobId: other.job, unsettled: other.followUp && !isFinished(other), note };
}

/** A rival pull request would help nobody: the job that opened this one is not known here. */
function unknownJob({ login }: Account): AgentResult {
  return {
    outcome: 'error',
    reason: `${login} opened this pull request, and this action does not know the job behind it.`,
    advice:
      'Nothing was sent. To go on with that job, run the workflow with its job-id. To start a job of its own for such pull requests, name the bot in allowed-bots.',
  };
}

function unread({ error }: Extract<Memory, { kind: 'unread' }>): AgentResult {
  return {
    outcome: 'error',
    reason: `What this action remembers of earlier requests could not be read: ${error.message}`,
    advice:
      `Nothing was sent, since that could pay for the same work twice. Run the workflow again. ${error.advice}`.trim(),
  };
}

function cutOff({ job }: Turn): Decision {
  const result: AgentResult = {
    outcome: 'unknown',
    reason:
      'An earlier attempt of this run was cut off while it sent the request, so nobody knows whether the platform accepted it.',
    advice:
      'Nothing was sent now, since that could pay for the work twice. Look at the agent jobs in the platform dashboard, and at the pull requests of the docs repository. If the request arrived, watch the job with its job-id and no prompt; if not, run the workflow again: the next attempt sends the request.',
    jobId: job,
  };
  return { kind: 'stop', result };
}
