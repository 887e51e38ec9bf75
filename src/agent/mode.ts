import { GithubError, NothingSentError } from '../github/api.ts';
import { readEvent } from '../github/event.ts';
import { RunnerGithub } from '../github/rest.ts';
import { readWorkflowRun } from '../github/workflow-run.ts';
import type { AgentInputs, Problems } from '../inputs.ts';
import type { ModeContext } from '../mode.ts';
import { PlatformClient } from '../platform/client.ts';
import { Transport } from '../platform/transport.ts';
import { onOneLine } from '../text/characters.ts';
import { duration } from '../text/duration.ts';
import { shorten } from '../text/markdown.ts';
import { VERSION } from '../version.ts';
import { type Decided, type Decision, decide } from './decide.ts';
import { interruptedBeforeSending } from './outcome.ts';
import { latestProblem, promptProblem } from './prompt.ts';
import { changeSince, readPullRequest, sizeText } from './pull-request.ts';
import type { Prompt } from './quotation.ts';
import type { AgentContext, AgentRun } from './request.ts';
import { type AgentResult, headlineOf, isFailure, pullRequestOf, reusableJobId } from './result.ts';
import { execute } from './send.ts';
import { agentSummary, partsText, planSummary, planText } from './summary.ts';
import { givenJob, isUnusable, phraseProblem, skipReason, wantedOf } from './trigger.ts';

/** What is checked with the event: the input that it is about, and those that must be valid for it. */
const CHECKS = [
  ['prompt', promptProblem, ['prompt', 'prompt-file', 'include', 'job-id', 'issue-number']],
  ['job-id', latestProblem, ['job-id', 'issue-number', 'comment']],
] as const;

/** What is wrong with the inputs for this event, unless it is skipped in any case. */
export function eventProblems(
  inputs: AgentInputs,
  invalid: Readonly<Problems>,
  env: NodeJS.ProcessEnv,
): Problems {
  const isPhraseValid = !('trigger-phrase' in invalid);
  const phrase = isPhraseValid ? phraseProblem(inputs.triggerPhrase) : undefined;
  if (phrase !== undefined) return { 'trigger-phrase': phrase };
  const event = readEvent(env, isPhraseValid ? inputs.triggerPhrase : '');
  if (event.comment && !isPhraseValid) return {};
  if (!isUnusable(event, inputs) && skipReason(event, inputs) !== undefined) return {};
  const problems = CHECKS.filter(([, , needed]) => !needed.some((input) => input in invalid)).flatMap(
    ([name, problemOf]) => {
      const why = problemOf(event, inputs);
      return why === undefined ? [] : [[name, why] as const];
    },
  );
  return Object.fromEntries(problems);
}

/** `mode: agent`. Resolves to whether the step succeeded. */
export async function runAgentMode(inputs: AgentInputs, context: ModeContext): Promise<boolean> {
  const { env, log, clock } = context;
  log.info(`Docs Agent ${VERSION} · agent mode · project ${inputs.projectId} at ${inputs.baseUrl.origin}`);
  const run = readWorkflowRun(env);
  const event = readEvent(env, inputs.triggerPhrase);
  const { githubToken: token } = inputs;
  const { repository } = run;
  const github = token !== '' && repository ? new RunnerGithub({ token, repository, clock, env }) : undefined;
  const transport = new Transport(inputs);
  try {
    const platform = new PlatformClient(transport, inputs.projectId);
    const wanted = wantedOf(event, inputs);
    return await answer({ ...context, inputs, event, wanted, run, github, platform });
  } finally {
    await transport.close();
  }
}

/** Decides what the request comes to, does it, and reports how it ended. */
export async function answer(context: AgentContext): Promise<boolean> {
  const decision = await decideOrStop(context);
  switch (decision.kind) {
    case 'stopped':
      return stop(decision.result, context);
    case 'skip':
      return skip(decision.reason, context);
    case 'dry-run':
      return dryRun(decision);
    case 'act':
      return finish(await act(decision), decision);
  }
}

type Stopped = { readonly kind: 'stopped'; readonly result: AgentResult };

/** The decision, or the end of a run that GitHub or an interruption stopped before it. */
async function decideOrStop(context: AgentContext): Promise<Decision | Stopped> {
  try {
    return await decide(context);
  } catch (error) {
    const jobId = givenJob(context.inputs);
    const isGithub = error instanceof GithubError || error instanceof NothingSentError;
    // Whatever GitHub could not answer any more.
    if (context.signal.aborted && isGithub)
      return { kind: 'stopped', result: interruptedBeforeSending(jobId) };
    if (!(error instanceof NothingSentError)) throw error;
    const { message: reason, advice } = error;
    return { kind: 'stopped', result: { outcome: 'error', reason, advice, jobId } };
  }
}

async function stop(result: AgentResult, context: AgentContext): Promise<boolean> {
  if (result.outcome !== 'error') return endWithout(result, context);
  context.outputs.agent(result, '');
  return !(await reportEnd(result, context));
}

function act({ agent, action, prompt, reply }: Decided): Promise<AgentResult> {
  logRequest(prompt, agent);
  return execute(action, {
    ...agent,
    prompt: prompt.text,
    onJob(job) {
      agent.outputs.job(job, job.id);
      reply.accepted(job);
    },
  });
}

function logRequest({ text, parts }: Prompt, { request, log }: AgentRun): void {
  if (text === '') return;
  const by = request.by === '' ? '' : `${request.by}: `;
  const requested = `Requested by ${by}${shorten(request.what, 120)}.`;
  log.info(`${requested} Length of the prompt: ${text.length} characters; dry-run: true shows it.`);
  if (parts.length > 1) log.info(partsText(parts));
}

/** Outputs come first and the reply last: an interrupted run has only seconds, and the network may take them. */
async function finish(executed: AgentResult, decided: Decided): Promise<boolean> {
  const { agent, prompt, reply, isUnread } = decided;
  const { inputs, outputs } = agent;
  // A job that is given is the job, also if nothing was sent.
  const ended = { ...executed, jobId: executed.jobId ?? givenJob(agent.inputs) };
  outputs.agent(ended, reply.url);
  const result = await withPullRequest(ended, decided);
  const fails = await reportEnd(result, agent, prompt);
  await reply.finish(result, isUnread);
  outputs.commentUrl(reply.url);
  if (inputs.notify) await (await import('./notify.ts')).notify(agent, result);
  return !fails;
}

/** Writes how the run ended to the log and the job summary. @returns whether that fails the step */
async function reportEnd(
  result: AgentResult,
  { inputs, log, files }: AgentContext,
  prompt?: Prompt,
): Promise<boolean> {
  const fails = isFailure(result, inputs.failOn);
  const text = resultText(result);
  if (fails) log.error(text);
  else log.info(text);
  await files.addSummary(agentSummary(result, inputs.projectId, prompt?.parts));
  return fails;
}

/** The result with the job's pull request as it is now, and with what a follow-up changed in it. */
async function withPullRequest(result: AgentResult, { agent, action, reply }: Decided): Promise<AgentResult> {
  const earlier = action.kind === 'watch' ? reply.earlier : undefined;
  const isFollowUp = action.kind === 'message' || earlier?.does === 'message';
  const url = pullRequestOf(result.job)?.url;
  const isRead = result.outcome === 'pull-request' && agent.inputs.wait && !agent.signal.aborted;
  if (!isRead || url === undefined) {
    return { ...result, isFollowUp };
  }
  const seen = await readPullRequest(url, agent);
  if (seen.kind === 'unread') return { ...result, isFollowUp };
  const before = action.kind === 'message' ? action.before : earlier?.before;
  return { ...result, isFollowUp, pullRequest: seen, change: changeSince(before, seen) };
}

function resultText(result: AgentResult): string {
  const { outcome, reason, job, platformText, advice, pullRequest, polls = 0, durationMs = 0 } = result;
  const resumable = reusableJobId(result);
  const took = polls > 0 ? ` (${duration(durationMs)}, ${polls} ${polls === 1 ? 'poll' : 'polls'})` : '';
  const lines = [
    `${reason.replace(/\.$/, '')}${took}.`,
    // Before the end of a follow-up, the link may be the previous request's.
    outcome === 'pull-request' ? (pullRequestOf(job)?.url ?? '') : '',
    pullRequest
      ? `${headlineOf(result)}: ${onOneLine(pullRequest.title)} · ${sizeText(pullRequest, result.change)}`
      : '',
    platformText ? `Mintlify's answer: ${platformText}` : '',
    advice ?? '',
    resumable === '' ? '' : `To send a follow-up to this job: job-id ${onOneLine(resumable)}`,
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function skip(reason: string, context: ModeContext): boolean {
  return endWithout({ outcome: 'skipped', reason }, context, `Skipped, and nothing was sent. ${reason}`);
}

/** The end of a run that sends nothing to Mintlify. */
function endWithout(result: AgentResult, { outputs, log }: ModeContext, notice = result.reason): boolean {
  outputs.agent(result, '');
  log.notice(notice);
  return true;
}

async function dryRun({ agent, action, prompt, reply }: Decided): Promise<boolean> {
  const plan = { ...agent, action, prompt, commentUrl: reply.url };
  await agent.log.group('Dry run: what would be sent', () => agent.log.info(planText(plan)));
  await agent.files.addSummary(planSummary(plan));
  return endWithout(
    { outcome: 'skipped', reason: 'This is a dry run, so nothing was sent to Mintlify.' },
    agent,
  );
}
