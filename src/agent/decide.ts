import { GithubError, NothingSentError, withinBudget } from '../github/api.ts';
import { refusesComments } from '../github/failures.ts';
import { denialOf } from '../github/permission.ts';
import { byCreation } from '../github/signed-comment.ts';
import type { Action, Create } from './action.ts';
import { chooseJob, type Memory } from './choose-job.ts';
import { cancelledBeforeSending, type End, failedBeforeSending, skipped } from './end.ts';
import { type Left, leftByEarlierAttempt, leftByMissedAttempt, NO_MEMORY, readMemory } from './memory.ts';
import type { Prompt } from './prompt/compose.ts';
import { buildPrompt, type NoPrompt, promptObstacle, readMaterial } from './prompt/prompt.ts';
import { isReply, type Remembered } from './replies/record.ts';
import { Reply } from './reply.ts';
import { type AgentContext, type AgentRun, type RequestedEvent, requestOf } from './request.ts';
import { findThread, onThread } from './thread.ts';
import { givenJob, skipReason } from './trigger.ts';

/** Decision of a run: either an action and its data, or an end if the run neither sends nor watches anything. */
export type Decision = Ended | Decided;

export interface Ended {
  readonly kind: 'end';
  readonly end: End;
  /** Context of the request; undefined unless the event is a request that its sender is allowed to make. */
  readonly agent?: AgentRun | undefined;
  /** Reply that reports the end; undefined if there is no reply, or if an earlier attempt's reply must not change. */
  readonly reply?: Reply | undefined;
}

export interface Decided {
  readonly kind: 'act' | 'dry-run';
  readonly agent: AgentRun;
  readonly action: Action;
  /** Prompt to send; its text is empty if nothing is sent. */
  readonly prompt: Prompt;
  /** Reply to the request; undefined if replies are off or there is no thread. */
  readonly reply: Reply | undefined;
  /** Records in the thread's signed comments at the time the job was chosen. */
  readonly replies: readonly Remembered[];
}

/**
 * Decides what to do about an event. Answers these questions in order:
 *
 * - Is the event a request, and is its sender allowed to make it? What is the request about?
 * - What did an earlier attempt do? Is there material to quote?
 * - Which job does the request go to?
 *
 * Before this function returns, it writes to the reply what the run is about to send. If replies are off or GitHub
 * refuses the reply, nothing is written.
 */
export async function decide(context: AgentContext): Promise<Decision> {
  const { inputs, event, github, wanted, run } = context;
  let agent: AgentRun | undefined;
  let reply: Reply | undefined;
  try {
    const reason = skipReason(event, inputs);
    if (reason !== undefined) return { kind: 'end', end: skipped(reason) };
    const denial = await withinBudget(context, 'required', (options) =>
      denialOf(event, inputs, github, options),
    );
    if (denial !== undefined) return { kind: 'end', end: skipped(denial) };
    agent = { ...context, request: requestOf(event, inputs, context.run) };
    const subject = await readSubject(context);
    if (subject.kind === 'skip') return { kind: 'end', end: skipped(subject.reason) };
    agent = { ...context, event: subject.event, request: requestOf(subject.event, inputs, context.run) };
    reply = replyOf(agent);
    return { ...(await decideRequest(agent, reply)), agent };
  } catch (error) {
    const end = endOf(error, context);
    // The thread may be known even if the subject couldn't be read. A re-run doesn't reply there, because it doesn't
    // know what an earlier attempt wrote.
    const isThreadKnown = wanted.what === 'comment' || inputs.issueNumber !== undefined;
    if (agent && github && isThreadKnown && run.attempt === 1) reply ??= replyOf(agent);
    return { kind: 'end', end, agent, reply };
  }
}

/** Decides how to carry out a request after its sender has passed the permission check. */
async function decideRequest(agent: AgentRun, reply: Reply | undefined): Promise<Decision> {
  const { inputs, run, wanted } = agent;
  const left = wanted.what === 'watch' ? watchGiven(inputs) : await leftByEarlierAttempt(agent, reply);
  if (left.kind !== 'send') return notSent(left, agent, reply);
  const material = await readMaterial(agent);
  const obstacle = promptObstacle(material, agent);
  if (obstacle) return { kind: 'end', end: endWithout(obstacle, agent), reply };

  // A request that always starts a new job, such as a label without `job-id`, needs the replies only in a re-run.
  const mustList = run.attempt > 1 || wanted.job !== 'new';
  if (mustList) await announce(reply, undefined, agent);
  const memory = mustList ? await readMemory(reply, agent) : NO_MEMORY;
  const missed = await leftByMissedAttempt(memory, agent, reply);
  if (missed.kind !== 'send') return notSent(missed, agent, reply);
  const chosen = mustList ? await chooseJob(memory, agent) : CREATE;
  if (chosen.kind === 'end') return { ...chosen, reply };
  const jobKnowsThread = chosen.kind === 'message' && chosen.isKnownHere;
  const prompt = buildPrompt(material, agent, { jobKnowsThread });
  const notes = [
    ...left.notes,
    ...missed.notes,
    ...chosen.notes,
    ...warnOfOtherWorkflow(memory, agent, reply),
  ];
  for (const note of notes) agent.log.info(note);
  const action = { ...chosen, notes };
  await announce(reply, action, agent);
  return { kind: kindOf(agent), agent, action, prompt, reply, replies: memory.replies };
}

/**
 * Writes the reply before anything is sent. If GitHub refuses the reply, the run continues without it. With
 * `job-id: latest`, the run ends instead, because without replies, each request would start a new job.
 *
 * @param action action that the run is about to carry out; undefined if the job isn't chosen yet
 * @throws {@link NothingSentError} if the reply couldn't be written and the run can't continue without it
 */
async function announce(
  reply: Reply | undefined,
  action: Action | undefined,
  agent: AgentRun,
): Promise<void> {
  if (!reply || agent.inputs.dryRun || agent.signal.aborted) return;
  try {
    await reply.announce(action);
  } catch (error) {
    if (!(error instanceof GithubError) || agent.signal.aborted) throw error;
    if (refusesComments(error) && agent.inputs.jobId !== 'latest') return reply.abandon(error);
    reply.markFailing();
    const why = onThread(error, reply.thread, agent.inputs);
    throw new NothingSentError(`The reply couldn't be written: ${error.message}`, why);
  }
}

function replyOf(agent: AgentRun): Reply | undefined {
  const thread = findThread(agent);
  return thread && new Reply(agent, thread);
}

/**
 * Reads the subject of the request, unless the payload contains it. For a comment, the payload contains the issue or
 * pull request. If the comment is part of a review, the missing parts of that review are read.
 */
async function readSubject(context: AgentContext): Promise<RequestedEvent> {
  const { event, inputs, wanted } = context;
  if (wanted.what === 'watch') return { kind: 'event', event };
  if (wanted.what === 'comment') return (await import('./review.ts')).readReview(context);
  // Most runs don't need `subject.ts`, so it isn't loaded at the start.
  const isInPayload = !event.push && wanted.tag === undefined && inputs.issueNumber === undefined;
  if (isInPayload) return { kind: 'event', event };
  return (await import('./subject.ts')).findSubject(context);
}

function kindOf({ inputs }: AgentRun): Decided['kind'] {
  return inputs.dryRun ? 'dry-run' : 'act';
}

function watchGiven({ jobId = '' }: AgentRun['inputs']): Left {
  const watch = { kind: 'watch', jobId, settle: 'immediate', jobKnownSince: undefined, notes: [] } as const;
  return { kind: 'watch', watch, replies: [] };
}

function notSent(left: Exclude<Left, { kind: 'send' }>, agent: AgentRun, reply: Reply | undefined): Decision {
  if (left.kind === 'end') return left;
  for (const note of left.watch.notes) agent.log.info(note);
  return { kind: kindOf(agent), agent, action: left.watch, prompt: NO_PROMPT, reply, replies: left.replies };
}

const NO_PROMPT: Prompt = { text: '', parts: [] };
const CREATE: Create = { kind: 'create', notes: [] };

function endWithout(missing: NoPrompt, { inputs, signal }: AgentRun): End {
  // The material may be missing only because the run was cancelled.
  if (signal.aborted) return cancelledBeforeSending(givenJob(inputs));
  return missing.kind === 'skip'
    ? skipped(missing.reason)
    : failedBeforeSending(missing.reason, missing.advice);
}

/** Warns if another workflow has already replied to the comment. @returns the warning; empty if there is none */
function warnOfOtherWorkflow(
  { replies }: Memory,
  { run, log, inputs }: AgentRun,
  reply: Reply | undefined,
): string[] {
  const own = reply?.record?.asks;
  const other = replies.filter(isReply).find(({ comment, record: { asks } }) => {
    const isEarlier = !reply?.comment || byCreation(comment, reply.comment) < 0;
    return own && asks?.comment === own.comment && asks.run !== own.run && isEarlier;
  });
  if (!other) return [];
  const file =
    run.workflowFile === '' ? 'one of the two workflow files' : `.github/workflows/${run.workflowFile}`;
  const text = `Another workflow already answered this comment: ${other.comment.url}. Both listen for ${inputs.triggerPhrase}, so you pay twice. Delete ${file}, or set another \`trigger-phrase\` in it.`;
  log.warning(text);
  return [text];
}

/** Returns the end of a run that an error or an interruption stopped before anything was sent. Rethrows bugs. */
function endOf(error: unknown, { inputs, signal }: AgentContext): End {
  const jobId = givenJob(inputs);
  if (!(error instanceof GithubError || error instanceof NothingSentError)) throw error;
  // The cancellation may have caused the failure.
  if (signal.aborted) return cancelledBeforeSending(jobId);
  return { outcome: 'error', reason: error.message, advice: error.advice, jobId };
}
