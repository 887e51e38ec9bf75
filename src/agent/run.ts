import { GithubError, openGithub } from '../github/api.ts';
import { readEvent } from '../github/event.ts';
import { readWorkflowRun } from '../github/runner.ts';
import { readAgentInputs } from '../inputs.ts';
import type { ModeContext } from '../mode.ts';
import { PlatformClient } from '../platform/client.ts';
import { Transport } from '../platform/transport.ts';
import { shorten } from '../text/markdown.ts';
import { counted } from '../text/numbers.ts';
import { VERSION } from '../version.ts';
import { chooseJob } from './choose-job.ts';
import { commentOnPullRequest, withPullRequest } from './docs-pull-request.ts';
import { cancelledBeforeSending, type End, nothingSent, Stop } from './end.ts';
import { checkPermission } from './permission.ts';
import { buildPrompt, readMaterial } from './prompt/prompt.ts';
import { type Left, leftByEarlierAttempts } from './re-run.ts';
import type { Action } from './replies.ts';
import { Reply } from './reply.ts';
import { type AgentRun, givenJob, requestOf } from './request.ts';
import { sendAndWait, watchJob } from './send.ts';
import { findThread } from './thread.ts';
import { checkTrigger, wantedOf } from './trigger.ts';
import type { Watch } from './wait.ts';
import { joined, logText, summaryText } from './words.ts';

/** What is known of a run when it ends, wherever that is. */
interface Progress {
  run: AgentRun;
  reply?: Reply | undefined;
  action?: Action;
  isPermitted?: boolean;
  /** What the prompt had no room for. */
  leftOut?: string;
}

/** Runs `mode: agent`. @returns whether the step succeeded @throws {InputError, EventError} before any request */
export async function runAgentMode(context: ModeContext): Promise<boolean> {
  const { env, log, clock, network } = context;
  const inputs = readAgentInputs(env);
  const event = readEvent(env);
  const run = readWorkflowRun(env);
  const wanted = wantedOf(event, inputs);
  const { projectId, baseUrl } = inputs;
  log.info(`Docs Agent ${VERSION} · agent mode · project ${projectId} at ${baseUrl.origin}`);
  const transport = new Transport({ ...inputs, clock, dispatcher: network.dispatcher });
  const platform = new PlatformClient(transport, projectId);
  const github = openGithub(context, inputs.githubToken);
  const start = { ...context, inputs, event, wanted, run, platform, github };
  const progress: Progress = { run: { ...start, request: requestOf(start) } };
  try {
    const end = await carryOut(progress).catch((error: unknown) => endOf(error, progress.run));
    return await report(end, progress);
  } finally {
    await transport.close();
  }
}

/** The phases of a run, in order. Each may stop it by a `Stop`. */
async function carryOut(progress: Progress): Promise<End> {
  const { wanted, inputs } = progress.run;
  checkTrigger(progress.run);
  if (wanted.what === 'status') return (await import('./commit-status.ts')).onlyStatus(progress.run);
  await checkPermission(progress.run);
  progress.isPermitted = true;
  const run = await aboutWhat(progress.run);
  const thread = findThread(run);
  const reply = thread && new Reply(thread, run);
  Object.assign(progress, { run, reply });
  if (inputs.dryRun) return (await import('./dry-run.ts')).dryRun(reply, run);

  const watch: Watch = { jobId: givenJob(inputs) ?? '', settle: 'immediate' };
  const left: Left = wanted.what === 'watch' ? { watch, notes: [] } : await leftByEarlierAttempts(reply, run);
  if (left.watch) {
    say(left.notes, reply, run);
    const { jobId } = left.watch;
    progress.action = { does: 'watch', job: jobId };
    reply?.watch(jobId, await statusBefore(run));
    return watchJob(left.watch, reply, run);
  }
  const early = wanted.what === 'comment' ? undefined : await readMaterial(run, false);
  await reply?.open(await statusBefore(run));
  const choice = await chooseJob(reply, run);
  const { action, isFollowUp } = choice;
  progress.action = action;
  const material = early ?? (await readMaterial(run, isFollowUp));
  const prompt = buildPrompt(material, run, isFollowUp);
  progress.leftOut = prompt.leftOut;
  say([...left.notes, ...choice.notes], reply, run);
  const { by, what } = run.request;
  const length = counted(prompt.text.length, 'character');
  run.log.info(
    `Request: ${joined([by, shorten(what, 120)], ': ')}. Prompt: ${length} (set dry-run: true to see it).`,
  );
  return sendAndWait(action, prompt.text, reply, run);
}

/** Completes the event by what it is about. @throws {Stop} */
async function aboutWhat(run: AgentRun): Promise<AgentRun> {
  if (run.wanted.what === 'watch') return run;
  const { findSubject } = await import('./subject.ts');
  const about = { ...run, event: await findSubject(run) };
  return { ...about, request: requestOf(about) };
}

async function statusBefore(run: AgentRun) {
  if (run.inputs.commitStatus === undefined) return undefined;
  return (await import('./commit-status.ts')).statusBefore(run);
}

/** Logs why the run does what it does, and keeps that for the reply. */
function say(notes: readonly string[], reply: Reply | undefined, { log }: AgentRun): void {
  for (const note of notes) log.info(note);
  reply?.note(notes);
}

/** @throws what isn't an end: invalid inputs, and bugs */
function endOf(error: unknown, { inputs, signal }: AgentRun): End {
  if (error instanceof Stop) return error.end;
  // The interruption may have caused the failure.
  const isInterruption = signal.aborted && (error instanceof GithubError || error === signal.reason);
  if (isInterruption) return cancelledBeforeSending(givenJob(inputs));
  if (!(error instanceof GithubError)) throw error;
  const again = error.kind === 'refused' ? '' : 'Re-run the workflow.';
  return nothingSent(error.message, `${error.advice} ${again}`.trim()).end;
}

/** Writes outputs, log, summary, reply and status. Outputs first: an interrupted run has only seconds left. */
async function report(ended: End, progress: Progress): Promise<boolean> {
  const { run, reply, leftOut = '', isPermitted } = progress;
  const { inputs, outputs, log, files } = run;
  const url = reply?.url ?? '';
  const jobId = ended.jobId ?? (ended.outcome === 'skipped' ? undefined : givenJob(inputs));
  outputs.agent({ ...ended, jobId }, url);
  const action = reply?.record.action ?? progress.action;
  const end = await withPullRequest({ ...ended, jobId }, action, run);
  const { outcome } = end;
  const ending = { end, does: action?.does, thread: reply?.isKept ? reply.thread : undefined, run };
  const isFailure = new Set<string>([...inputs.failOn, 'error', 'unknown']).has(outcome);
  log[isFailure ? 'error' : outcome === 'skipped' ? 'notice' : 'info'](logText(ending));
  await files.addSummary(summaryText(ending, url, leftOut));
  if (inputs.dryRun) return !isFailure;
  const docs = await answerThread(end, progress);
  if (inputs.commitStatus !== undefined && isPermitted && outcome !== 'cancelled')
    await (await import('./commit-status.ts')).statusAfter(docs, reply, run);
  if (inputs.notify && isPermitted) await (await import('./notify.ts')).notify(ending);
  return !isFailure;
}

/** Writes the reply, and the comment on the docs pull request. @returns the docs pull request of this repository */
async function answerThread(end: End, { run, reply, action, isPermitted }: Progress) {
  const isError = end.outcome === 'error';
  // An error before the reply is told on the thread, where that and the sender's permission are known.
  const late = isError && isPermitted ? findThread(run) : undefined;
  const answer = reply ?? (late && new Reply(late, run));
  // A re-run that failed before it found its reply must not write a second one.
  const isFirstError = isError && run.run.attempt === 1;
  const isWatch = action?.does === 'watch' && end.outcome !== 'skipped';
  if (!answer || !(answer.mayExist || isFirstError || isWatch)) return undefined;
  const docs = await commentOnPullRequest(end.job, answer, run);
  await answer.finish(end);
  run.outputs.commentUrl(answer.url);
  return docs;
}
