import { sleepUnlessAborted } from '../clock.ts';
import { GithubError } from '../github/api.ts';
import { refusesComments } from '../github/failures.ts';
import { authorize, botRule } from '../github/permission.ts';
import { byCreation } from '../github/signed-comment.ts';
import { type Action, type Create, isSent, type Message, type Stop, type Watch } from './action.ts';
import { isAtRest, jobAge, readJobState } from './job-state.ts';
import { buildPrompt, type PromptResult, quotesNothingAgain, readMaterial } from './prompt.ts';
import { readPullRequest } from './pull-request.ts';
import { type Material, NO_MATERIAL, type Prompt } from './quotation.ts';
import {
  ENDED,
  firstAccepted,
  isAtWorkOn,
  isReply,
  isStarting,
  knownJob,
  lastPullRequest,
  latestJob,
  type Remembered,
  type ReplyRecord,
} from './replies/record.ts';
import { Reply } from './reply.ts';
import { type AgentContext, type AgentRun, PATIENCE_MS, type RequestedEvent, requestOf } from './request.ts';
import { type AgentResult, nothingSent, pullRequestOf } from './result.ts';
import { givenJob, skipReason, threadOf } from './trigger.ts';
import { SETTLE_MS } from './wait.ts';

/** What the run does, and all that it needs for it. */
export type Decision =
  | { readonly kind: 'skip'; readonly reason: string }
  | ({ readonly kind: 'act' | 'dry-run' } & Decided);

export interface Decided {
  readonly agent: AgentRun;
  readonly action: Action;
  readonly prompt: Prompt;
  readonly reply: Reply;
  /** GitHub could not give the replies of the thread, and has been asked long enough. */
  readonly isUnread: boolean;
}

/**
 * Everything that is decided about a request, in this order. When it returns something to send, the reply exists, unless
 * none is kept or GitHub refuses it.
 *
 * @throws {NothingSentError} when GitHub did not say what has to be known before anything is sent
 */
export async function decide(context: AgentContext): Promise<Decision> {
  const { inputs, event, github, log, signal } = context;
  const skipped = skipReason(event, inputs);
  if (skipped !== undefined) return { kind: 'skip', reason: skipped };
  const options = { signal, patienceMs: PATIENCE_MS };
  const authorization = await authorize(event, inputs, github, options);
  if (authorization.kind === 'denied') return { kind: 'skip', reason: authorization.reason };
  const subject = await readSubject(context);
  if (subject.kind === 'skip') return subject;
  const request = requestOf(subject.event, inputs, context.run);
  const agent: AgentRun = { ...context, event: subject.event, request };

  const reply = new Reply(agent);
  const memory = await readMemory(reply, agent);
  const chosen = memory.kind === 'unread' ? memory.stop : await chooseAction(memory, reply, agent);
  const material = await materialFor(chosen, agent);
  const prompt = promptFor(chosen, material, agent);
  if (prompt.kind === 'skip') return prompt;
  const planned = prompt.kind === 'error' ? stopWith({ outcome: 'error', ...prompt }) : chosen;
  const decided = { agent, reply, isUnread: memory.kind === 'unread' };
  if (inputs.dryRun) return { ...decided, kind: 'dry-run', action: planned, prompt: textOf(prompt) };

  if (isSent(planned) && context.run.attempt > 1 && !reply.earlier) {
    if (memory.kind === 'none') log.warning(NOTHING_KEPT);
    else log.notice(NO_REPLY_FOUND);
  }
  if (planned.note) log.info(planned.note);
  const announced = await announce(planned, reply, agent);
  const action = signal.aborted ? announced : await afterOthers(announced, memory, reply, agent);
  return { ...decided, kind: 'act', action, prompt: textOf(promptFor(action, material, agent)) };
}

/** A comment is about its issue or pull request, and a review about all of its comments. Most events say it all. */
async function readSubject(context: AgentContext): Promise<RequestedEvent> {
  const { event, inputs, wanted } = context;
  if (wanted.what === 'watch') return { kind: 'event', event };
  if (wanted.what === 'comment') return (await import('./review.ts')).readReview(context);
  if (!event.push && inputs.issueNumber === undefined) return { kind: 'event', event };
  return (await import('./subject.ts')).findSubject(context);
}

/** What the thread remembers. `none`: nothing sent depends on it, or no reply is kept. */
type Memory =
  | { readonly kind: 'read' | 'none'; readonly remembered: readonly Remembered[] }
  | { readonly kind: 'unread'; readonly remembered: readonly Remembered[]; readonly stop: Stop };

async function readMemory(reply: Reply, agent: AgentRun): Promise<Memory> {
  if (!needsMemory(agent) || !reply.isKept) return { kind: 'none', remembered: [] };
  try {
    return { kind: 'read', remembered: await reply.read() };
  } catch (error) {
    if (!(error instanceof GithubError) || agent.signal.aborted) throw error;
    const stop = stopWith(
      nothingSent('What the action remembers of earlier requests could not be read', error),
    );
    return { kind: 'unread', remembered: [], stop };
  }
}

/** Whether what is sent depends on what the replies remember. */
function needsMemory({ wanted, run }: AgentRun): boolean {
  if (wanted.what === 'watch') return false;
  return run.attempt > 1 || wanted.target === 'latest' || wanted.what === 'comment';
}

/**
 * A re-run does not send again what an earlier attempt has sent: it watches. If an earlier attempt was cut off while it
 * sent, the re-run reports that the request may have arrived, and sends nothing. The attempt after that sends again:
 * somebody has read the message, checked, and run it again.
 */
async function chooseAction(memory: Memory, reply: Reply, agent: AgentRun): Promise<Action> {
  const { inputs, run, wanted } = agent;
  if (inputs.jobId !== undefined && wanted.what === 'watch') {
    return { kind: 'watch', jobId: inputs.jobId, settle: 'immediate', acceptedAt: undefined };
  }
  const earlier = run.attempt > 1 ? reply.earlier : undefined;
  const after = earlier ? await afterEarlierAttempt(earlier, memory, agent) : SEND;
  if (after.kind !== 'send') return after;
  const action = await chooseJob(memory, agent);
  if (action.kind === 'stop') return action;
  return { ...action, note: [after.note, action.note].filter((text) => text !== undefined).join(' ') };
}

/** What is left to do after an earlier attempt. */
type AfterEarlier = Watch | Stop | { readonly kind: 'send'; readonly note?: string };
const SEND: AfterEarlier = { kind: 'send' };

async function afterEarlierAttempt(
  { state, accepted, job, completed, settle, acceptedAt, wasUnknown }: ReplyRecord,
  { remembered }: Memory,
  agent: AgentRun,
): Promise<AfterEarlier> {
  if (state === 'sending') return stopWith(earlierWasCutOff(job));
  if (!accepted || job === undefined) return wasUnknown ? { kind: 'send', note: MAY_BE_TWO } : SEND;
  const knownSince = firstAccepted(job, remembered);
  const found = completed ? undefined : await readJobState(job, knownSince, agent);
  if (found?.kind === 'ended') {
    return { kind: 'send', note: `This is a re-run, and its job ${found.why}: it sends the request again.` };
  }
  const leftMs = SETTLE_MS - jobAge(acceptedAt ?? 0, agent.clock.date());
  return {
    kind: 'watch',
    jobId: job,
    settle: ENDED.has(state) || leftMs <= 0 ? 'immediate' : settle,
    settledInMs: leftMs,
    acceptedAt: knownSince,
    note: 'This is a re-run, and an earlier attempt has sent its request: it watches that job.',
  };
}

/** Of a request that no earlier attempt has sent: the job that it goes to, or a new one. */
async function chooseJob({ remembered }: Memory, agent: AgentRun): Promise<Create | Message | Stop> {
  const { event, inputs } = agent;
  const jobId = givenJob(inputs);
  if (jobId !== undefined) {
    const isKnown = remembered.some((each) => knownJob(each) === jobId);
    const found = await followUpTo(jobId, remembered, agent);
    return { ...found.message, isKnownHere: isKnown };
  }
  if (agent.wanted.target !== 'latest') return { kind: 'create' };
  if (threadOf(event, inputs) === undefined) {
    agent.log.warning(NO_THREAD);
    return { kind: 'create' };
  }
  const latest = latestJob(remembered);
  if (latest === undefined) {
    const rule = botRule(event, inputs.allowedBots);
    return rule?.kind === 'known-job' ? stopWith(unknownJob(rule.bot)) : { kind: 'create', note: NO_JOB_YET };
  }
  const found = await followUpTo(latest, remembered, agent);
  return found.endedWhy === undefined
    ? found.message
    : { kind: 'create', note: `${found.endedWhy}, so this request starts a new job.` };
}

/** A follow-up to the job, and why the job should not get one, if so: an explicit `job-id` sends it in any case. */
async function followUpTo(jobId: string, remembered: readonly Remembered[], agent: AgentRun) {
  const acceptedAt = firstAccepted(jobId, remembered);
  const state = await readJobState(jobId, acceptedAt, agent);
  const reported = state.kind === 'usable' ? pullRequestOf(state.job)?.url : undefined;
  const pullRequest = reported ?? lastPullRequest(jobId, remembered);
  const seen = pullRequest === undefined ? undefined : await readPullRequest(pullRequest, agent);
  if (seen?.kind === 'unread' && agent.inputs.jobId === 'latest') {
    agent.log.warning(`The action could not check whether the docs pull request is still open. ${seen.why}`);
  }
  const message: Message = {
    ...{ kind: 'message', jobId, acceptedAt, isKnownHere: true, pullRequest },
    settle: isAtRest(state) ? 'after-active' : 'after-stable',
    before: seen?.kind === 'read' ? { url: seen.url, head: seen.head, commits: seen.commits } : undefined,
  };
  if (state.kind === 'ended' || state.kind === 'gone')
    return { message, endedWhy: `The previous job ${state.why}` };
  const isClosed = seen?.kind === 'read' && seen.state !== 'open';
  return { message, endedWhy: isClosed ? `The previous job's pull request is ${seen.state}` : undefined };
}

/** What is not quoted is not read. */
function materialFor(action: Action, agent: AgentRun): Promise<Material> {
  const quotes = isSent(action) && !quotesNothingAgain(agent.wanted, isFollowUp(action));
  return quotes ? readMaterial(agent) : Promise.resolve(NO_MATERIAL);
}

function promptFor(action: Action, material: Material, agent: AgentRun): PromptResult {
  if (!isSent(action)) return { kind: 'prompt', ...NO_PROMPT };
  return buildPrompt(material, agent, { isFollowUp: isFollowUp(action) });
}

/** Whether the thread knows the job that the request goes to. */
function isFollowUp(action: Action): boolean {
  return action.kind === 'message' && action.isKnownHere;
}

function textOf(prompt: PromptResult): Prompt {
  return prompt.kind === 'prompt' ? prompt : NO_PROMPT;
}

const NO_PROMPT: Prompt = { text: '', parts: [] };

/**
 * Where GitHub refuses the reply for good, the job is worth more than the reply. But without its memory, each request with
 * `latest` would start a job. What sends nothing is not announced.
 *
 * @returns the action, or a stop if the reply could not be created
 */
async function announce(action: Action, reply: Reply, agent: AgentRun): Promise<Action> {
  try {
    await reply.announce(action);
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    if (agent.signal.aborted) return action;
    if (!refusesComments(error) || agent.inputs.jobId === 'latest') {
      return stopWith(nothingSent('The reply could not be created', error));
    }
    reply.abandon(
      error,
      'The run continues without it. A re-run of this workflow run would send the request again.',
    );
  }
  return action;
}

/** Milliseconds that a request waits for older ones that start a job, and of the first pause, which doubles. */
const YIELD_MS = 60_000;
const FIRST_PAUSE_MS = 1_000;

/**
 * Requests of the same moment see each other's replies: each lists again after its own reply exists. One that goes to the
 * latest job waits while an earlier one is starting a job, and joins that job; and a follow-up to a job that is at work
 * on another request does not take that one's end for its own.
 */
async function afterOthers(
  action: Action,
  { remembered }: Memory,
  reply: Reply,
  agent: AgentRun,
): Promise<Action> {
  if (!isSent(action)) return action;
  if (action.kind === 'create' && agent.wanted.target !== 'latest') return action;
  try {
    const others =
      agent.wanted.target === 'latest' ? await waitForOlder(reply, agent) : await reply.readOthers();
    const joined = await joinStarted(action, others, remembered, agent);
    if (joined.kind === 'create') return joined;
    const final = await settleAmong(others, joined, reply, agent);
    reply.revise(final);
    // Others must see to which job it goes before it is sent.
    return joined === action ? final : announce(final, reply, agent);
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    if (agent.signal.aborted) return action;
    return stopWith(nothingSent('Whether another request has just started a job could not be read', error));
  }
}

/** Waits while a request that was announced earlier is starting a job, a minute at most. @returns what the others show then */
async function waitForOlder(reply: Reply, { clock, signal }: AgentRun): Promise<readonly Remembered[]> {
  const startMs = clock.now();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
    const others = await reply.readOthers();
    const own = reply.comment;
    const waitedMs = clock.now() - startMs;
    if (!own || signal.aborted || waitedMs >= YIELD_MS) return others;
    const nowMs = Date.parse(own.updatedAt) + waitedMs;
    const earlier = others.filter(({ comment }) => byAnnouncement(comment, own) < 0);
    if (!earlier.some((each) => isStarting(each, nowMs))) return others;
    await sleepUnlessAborted(clock, Math.min(pauseMs, YIELD_MS - waitedMs), signal);
  }
}

/**
 * An earlier attempt may have created the reply, so the order is that of the last change: while a request is being sent,
 * that is when it was announced.
 */
function byAnnouncement(
  a: Remembered['comment'],
  b: Pick<Remembered['comment'], 'id' | 'createdAt' | 'updatedAt'>,
): number {
  return Date.parse(a.updatedAt) - Date.parse(b.updatedAt) || byCreation(a, b);
}

/** A request to the latest job joins any job that was accepted since the first read. */
async function joinStarted(
  action: Create | Message,
  others: readonly Remembered[],
  remembered: readonly Remembered[],
  agent: AgentRun,
): Promise<Create | Message> {
  if (agent.wanted.target !== 'latest') return action;
  const known = new Set(remembered.map(knownJob));
  const started = others
    .filter((each) => isReply(each) && each.record.does !== 'watch')
    .map(knownJob)
    .findLast((job) => job !== undefined && !known.has(job));
  if (started === undefined) return action;
  const { message, endedWhy } = await followUpTo(started, others, agent);
  if (endedWhy !== undefined) return action;
  agent.log.info(JOINED);
  return { ...message, note: action.note?.includes(MAY_BE_TWO) ? `${MAY_BE_TWO} ${JOINED}` : JOINED };
}

/** Chooses when the end counts: reads the job once more, unless another reply shows it at work. */
async function settleAmong(
  others: readonly Remembered[],
  action: Message,
  reply: Reply,
  agent: AgentRun,
): Promise<Message> {
  if (action.settle === 'after-stable') return action;
  const now = { github: Date.parse(reply.comment?.updatedAt ?? ''), runner: agent.clock.date().getTime() };
  const isShared = others.some((each) => isAtWorkOn(action.jobId, each, now));
  const state = isShared ? undefined : await readJobState(action.jobId, action.acceptedAt, agent);
  return state && isAtRest(state) ? action : { ...action, settle: 'after-stable' };
}

function stopWith(result: AgentResult): Stop {
  return { kind: 'stop', result };
}

const NOTHING_KEPT =
  'This is a re-run, and no reply is kept, so nothing is remembered of earlier attempts (set comment: true on an issue or pull request). If one of them sent the request, there are two now.';
const NO_REPLY_FOUND =
  'This is a re-run, and the thread has no reply of an earlier attempt: this attempt sends the request.';
const MAY_BE_TWO =
  'An earlier attempt of this run ended without learning whether its request arrived. This re-run sends it again, so there may be two jobs, or the same follow-up twice: check the Mintlify dashboard.';
const NO_JOB_YET = 'No earlier job is known here, so this request starts one.';
const NO_THREAD =
  'This push merged no pull request, and issue-number is not given, so job-id: latest has no thread to find a job in: this request starts a job.';
const JOINED = 'Another request has just started a job, so this request goes to that job.';

/** A rival pull request would help nobody: the job that opened this one is not known here. */
function unknownJob(bot: string): AgentResult {
  return {
    outcome: 'error',
    reason: `${bot} opened this pull request, and the action does not know the job behind it.`,
    advice:
      'Nothing was sent. To send that job a follow-up, run the workflow with its job-id. To start new jobs from pull requests of this bot, add it to allowed-bots.',
  };
}

function earlierWasCutOff(jobId: string | undefined): AgentResult {
  return {
    outcome: 'unknown',
    reason:
      'An earlier attempt of this run was cut off while it sent the request, so Mintlify may have accepted it.',
    advice:
      'This attempt sent nothing, because a duplicate could cost twice. Check the agent jobs in the Mintlify dashboard and the pull requests of the docs repository. If the request arrived, watch the job with its job-id and no prompt. If it did not, re-run the workflow: the next attempt sends the request.',
    jobId,
  };
}
