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
import { readJobChoice } from './job/find-job.ts';
import { planRerun, readEarlierAttempts } from './job/rerun.ts';
import { sendAndWait, watchJob } from './job/send.ts';
import { readMaterial } from './prompt/material.ts';
import { buildPrompt } from './prompt/prompt.ts';
import { OwnReply } from './replies/own-reply.ts';
import { findThread } from './replies/thread.ts';
import { readRequest, subjectOfEvent } from './request/docs-request.ts';
import { checkPermission } from './request/permission.ts';
import { checkTrigger } from './request/trigger.ts';
import { givenJobId, type RequestContext, triggerOf } from './request-context.ts';
import { replyText } from './result/messages.ts';
import { reportResult } from './result/report-result.ts';
import type { RunFacts } from './run-facts.ts';
import { type RunResult, RunStopped } from './run-result.ts';

/** What a phase found out; what it leaves out is as before. */
type Findings = Partial<RunFacts>;
type Phase = (facts: RunFacts) => Findings | Promise<Findings>;

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
    return await reportResult(await runPhases(requestContext));
  } finally {
    await transport.close();
  }
}

/** @returns what was known when the run ended, wherever that was */
async function runPhases(context: RequestContext): Promise<RunFacts> {
  let facts: RunFacts = { context, notes: [] };
  for (const phase of PHASES) {
    try {
      facts = { ...facts, ...(await phase(facts)) };
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

function checkWhatAsks({ context }: RunFacts): Findings {
  checkTrigger(context);
  return {};
}

/** Some events only set the commit status. */
async function setCommitStatus({ context }: RunFacts): Promise<Findings> {
  if (context.request.kind !== 'status-only') return {};
  if (context.inputs.dryRun) {
    const { dryRunOfStatus } = await import('./result/dry-run.ts');
    return { result: await dryRunOfStatus(context) };
  }
  const { setStatusOnly } = await import('./commit-status/write-status.ts');
  return { result: await setStatusOnly(context) };
}

async function checkSender({ context }: RunFacts): Promise<Findings> {
  await checkPermission(context);
  return { isPermitted: true, reply: prepareReply(context) };
}

async function identifySubject(facts: RunFacts): Promise<Findings> {
  if (facts.context.request.kind === 'watch') return {};
  const { findSubject } = await import('./request/subject.ts');
  const context = { ...facts.context, subject: await findSubject(facts.context) };
  return { context, reply: prepareReply(context) };
}

/** The reply on the thread of the request. Nothing is written yet. */
function prepareReply(context: RequestContext) {
  const thread = findThread(context);
  return thread && new OwnReply(thread, context, replyText);
}

async function showDryRun({ context, reply }: RunFacts): Promise<Findings> {
  if (!context.inputs.dryRun) return {};
  const { dryRun } = await import('./result/dry-run.ts');
  return { result: await dryRun(reply, context) };
}

/** `job-id` alone only watches. */
function planWatch({ context }: RunFacts): Findings {
  if (context.request.kind !== 'watch') return {};
  const jobId = givenJobId(context.inputs) ?? '';
  return {
    action: { does: 'watch', job: jobId },
    watch: { jobId, trustTerminalStatus: 'immediately' },
  };
}

/** A re-run watches what an earlier attempt sent. */
async function continueEarlierAttempts({ watch, reply, context }: RunFacts): Promise<Findings> {
  if (watch) return {};
  const plan = planRerun(await readEarlierAttempts(reply, context));
  return { ...plan, action: plan.watch && reply?.record.action };
}

async function watchPlannedJob({ watch, reply, notes, context }: RunFacts): Promise<Findings> {
  if (!watch) return {};
  for (const note of notes) context.log.info(note);
  const status = reply?.record.status ?? (await readStatusTarget(context));
  reply?.recordWatch(watch.jobId, notes, status);
  return { result: await watchJob(watch, reply, context) };
}

/** A request by comment reads its material only after the choice, because a follow-up may not need it. */
async function readMaterialEarly({ context }: RunFacts): Promise<Findings> {
  if (context.request.kind === 'comment') return {};
  return { material: await readMaterial(context) };
}

/** Nothing is sent without its reply, unless none is kept or GitHub refuses an optional one. */
async function openReply({ reply, context }: RunFacts): Promise<Findings> {
  await reply?.open(await readStatusTarget(context));
  return {};
}

async function readStatusTarget(context: RequestContext) {
  if (!context.inputs.commitStatus) return undefined;
  const statuses = await import('./commit-status/write-status.ts');
  return statuses.readStatusTarget(context);
}

async function decideAction({ reply, notes, context }: RunFacts): Promise<Findings> {
  const choice = await readJobChoice(reply, context);
  return { choice, action: choice.action, notes: [...notes, ...choice.notes] };
}

async function writePrompt({ context, choice, material }: RunFacts): Promise<Findings> {
  return { prompt: await buildPrompt(context, choice?.jobKnowsThread, material) };
}

async function sendRequest({ context, reply, choice, notes, prompt }: RunFacts): Promise<Findings> {
  if (!choice || !prompt) return {};
  const { log, request } = context;
  for (const note of notes) log.info(note);
  const asked = joinNonEmpty([request.requester, shorten(triggerOf(context), 120)], ': ');
  const length = formatCount(prompt.text.length, 'character');
  log.info(`Request: ${asked}. Prompt: ${length} (set dry-run: true to see it).`);
  return { result: await sendAndWait({ ...choice, notes }, prompt.text, reply, context) };
}
