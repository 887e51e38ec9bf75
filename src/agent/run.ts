import type { RunContext } from '../context.ts';
import { openGithub } from '../github/api.ts';
import { GithubError } from '../github/errors.ts';
import { readEvent } from '../github/event.ts';
import { EventAnswerPolicy } from '../github/late-answers.ts';
import { readWorkflowRun } from '../github/runner.ts';
import { readAgentInputs } from '../inputs.ts';
import { MintlifyClient } from '../mintlify/client.ts';
import { Transport } from '../mintlify/transport.ts';
import { joinNonEmpty } from '../text/join.ts';
import { shorten } from '../text/markdown.ts';
import { formatCount } from '../text/numbers.ts';
import { VERSION } from '../version.ts';
import { givenJobId, type RequestContext, triggerOf } from './context.ts';
import { initialFacts, type RunFacts } from './facts.ts';
import { readJobChoice } from './job/find-job.ts';
import { readEarlierAttempts } from './job/rerun.ts';
import { sendAndWait, watchJob } from './job/send.ts';
import { readMaterial } from './prompt/material.ts';
import { buildPrompt } from './prompt/prompt.ts';
import { OwnReply } from './replies/own-reply.ts';
import { findThread } from './replies/thread.ts';
import { readRequest, subjectOfEvent } from './request/docs-request.ts';
import { checkPermission } from './request/permission.ts';
import { checkTrigger } from './request/trigger.ts';
import { replyText } from './result/messages.ts';
import { report } from './result/report.ts';
import { type RunResult, RunStopped } from './result.ts';

type Phase = (facts: RunFacts) => RunFacts | Promise<RunFacts>;

/** The phases of a run, in order. The first one that has a result ends it. */
const PHASES: readonly Phase[] = [
  checkWhatAsks,
  setCommitStatus,
  checkSender,
  identifySubject,
  showDryRun,
  planWatch,
  continueEarlierAttempts,
  watchPlannedJob,
  readMaterialEarly,
  openReply,
  decideAction,
  writePrompt,
  sendRequest,
];

/** Runs `mode: agent`. @returns whether the step succeeded @throws {InputError, EventError} before any request */
export async function runAgentMode(context: RunContext): Promise<boolean> {
  const { env, log, clock, network } = context;
  const inputs = readAgentInputs(env);
  const event = readEvent(env);
  const workflowRun = readWorkflowRun(env);
  const { projectId, baseUrl, apiKey } = inputs;
  log.info(`Docs Agent ${VERSION} · agent mode · project ${projectId} at ${baseUrl.origin}`);
  const transport = new Transport({ baseUrl, apiKey, clock, dispatcher: network.dispatcher });
  const requestContext: RequestContext = {
    ...context,
    inputs,
    event,
    workflowRun,
    request: readRequest(env, event, inputs, workflowRun),
    subject: subjectOfEvent(event),
    mintlify: new MintlifyClient(transport, projectId),
    github: openGithub(context, inputs.githubToken, new EventAnswerPolicy(event, workflowRun.attempt)),
    startedAt: clock.date(),
  };
  try {
    return await report(await runPhases(requestContext));
  } finally {
    await transport.close();
  }
}

/** @returns what was known when the run ended, wherever that was */
async function runPhases(context: RequestContext): Promise<RunFacts> {
  let facts = initialFacts(context);
  for (const phase of PHASES) {
    try {
      facts = await phase(facts);
    } catch (error) {
      return { ...facts, result: resultOf(error, context) };
    }
    if (facts.result) break;
  }
  return facts;
}

/** @throws what isn't a result: invalid inputs, and bugs */
function resultOf(error: unknown, { inputs, signal }: RequestContext): RunResult {
  if (error instanceof RunStopped) return error.result;
  // The interruption may have caused the failure.
  const isInterruption = signal.aborted && (error instanceof GithubError || error === signal.reason);
  if (isInterruption) return RunStopped.cancelled(givenJobId(inputs)).result;
  if (!(error instanceof GithubError)) throw error;
  const again = error.kind === 'refused' ? '' : 'Re-run the workflow.';
  return RunStopped.beforeSending(error.message, `${error.advice} ${again}`.trim()).result;
}

function checkWhatAsks(facts: RunFacts): RunFacts {
  checkTrigger(facts.context);
  return facts;
}

/** Some events only set the commit status. */
async function setCommitStatus(facts: RunFacts): Promise<RunFacts> {
  const { context } = facts;
  if (context.request.kind !== 'status-only') return facts;
  if (context.inputs.dryRun) {
    const { dryRunOfStatus } = await import('./result/dry-run.ts');
    return { ...facts, result: await dryRunOfStatus(context) };
  }
  const { setStatusOnly } = await import('./commit-status/write-status.ts');
  return { ...facts, result: await setStatusOnly(context) };
}

async function checkSender(facts: RunFacts): Promise<RunFacts> {
  await checkPermission(facts.context);
  return withReply({ ...facts, isPermitted: true });
}

async function identifySubject(facts: RunFacts): Promise<RunFacts> {
  const { context } = facts;
  if (context.request.kind === 'watch') return facts;
  const subjects = await import('./request/subject.ts');
  const subject = await subjects.findSubject(context);
  return withReply({ ...facts, context: { ...context, subject } });
}

/** Prepares the reply on the thread of the request. Nothing is written yet. */
function withReply(facts: RunFacts): RunFacts {
  const thread = findThread(facts.context);
  return { ...facts, reply: thread && new OwnReply(thread, facts.context, replyText) };
}

async function showDryRun(facts: RunFacts): Promise<RunFacts> {
  const { context, reply } = facts;
  if (!context.inputs.dryRun) return facts;
  const { dryRun } = await import('./result/dry-run.ts');
  return { ...facts, result: await dryRun(reply, context) };
}

/** `job-id` alone only watches. */
function planWatch(facts: RunFacts): RunFacts {
  const { request, inputs } = facts.context;
  if (request.kind !== 'watch') return facts;
  const job = givenJobId(inputs) ?? '';
  return {
    ...facts,
    action: { does: 'watch', job },
    watch: { jobId: job, trustTerminalStatus: 'immediately' },
  };
}

/** A re-run watches what an earlier attempt sent. */
async function continueEarlierAttempts(facts: RunFacts): Promise<RunFacts> {
  if (facts.watch) return facts;
  const { context, reply } = facts;
  const plan = await readEarlierAttempts(reply, context);
  if (plan.does === 'send') return { ...facts, notes: plan.notes };
  const action = reply?.record.action ?? facts.action;
  return { ...facts, notes: plan.notes, watch: plan.watch, action };
}

async function watchPlannedJob(facts: RunFacts): Promise<RunFacts> {
  if (!facts.watch) return facts;
  const { context, reply, notes } = facts;
  for (const note of notes) context.log.info(note);
  reply?.recordWatch(facts.watch.jobId, notes, await readStatusTarget(context));
  return { ...facts, result: await watchJob(facts.watch, reply, context) };
}

/** A request by comment reads its material only after the choice, because a follow-up may not need it. */
async function readMaterialEarly(facts: RunFacts): Promise<RunFacts> {
  if (facts.context.request.kind === 'comment') return facts;
  return { ...facts, material: await readMaterial(facts.context, false) };
}

/** Nothing is sent without its reply. */
async function openReply(facts: RunFacts): Promise<RunFacts> {
  await facts.reply?.open(await readStatusTarget(facts.context));
  return facts;
}

async function readStatusTarget(context: RequestContext) {
  if (context.inputs.commitStatus === undefined) return undefined;
  const statuses = await import('./commit-status/write-status.ts');
  return statuses.readStatusTarget(context);
}

async function decideAction(facts: RunFacts): Promise<RunFacts> {
  const choice = await readJobChoice(facts.reply, facts.context);
  return { ...facts, ...choice, notes: [...facts.notes, ...choice.notes] };
}

async function writePrompt(facts: RunFacts): Promise<RunFacts> {
  const { context, isFollowUp } = facts;
  const material = facts.material ?? (await readMaterial(context, isFollowUp));
  const { text, leftOut } = buildPrompt(material, context, isFollowUp);
  return { ...facts, prompt: text, leftOut };
}

async function sendRequest(facts: RunFacts): Promise<RunFacts> {
  const { context, reply, action, notes, saysUnseen, prompt } = facts;
  if (!action || action.does === 'watch') return facts;
  const { log, request } = context;
  for (const note of notes) log.info(note);
  const asked = joinNonEmpty([request.requester, shorten(triggerOf(context), 120)], ': ');
  const length = formatCount(prompt.length, 'character');
  log.info(`Request: ${asked}. Prompt: ${length} (set dry-run: true to see it).`);
  return { ...facts, result: await sendAndWait({ action, notes, saysUnseen }, prompt, reply, context) };
}
