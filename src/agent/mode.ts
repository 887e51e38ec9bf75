import { type CallOptions, GithubError } from '../github/api.ts';
import { readEvent, type TriggerEvent } from '../github/event.ts';
import type { PullRequest } from '../github/operations.ts';
import { whyNotAllowed } from '../github/permission.ts';
import { type GithubApi, RunnerGithub } from '../github/rest.ts';
import { readWorkflowRun } from '../github/workflow-run.ts';
import type { AgentInputs } from '../inputs.ts';
import { InputError } from '../inputs.ts';
import type { ModeContext } from '../mode.ts';
import { type JobPlatform, PlatformClient } from '../platform/client.ts';
import { Transport } from '../platform/transport.ts';
import { onOneLine } from '../text/characters.ts';
import { duration } from '../text/duration.ts';
import { shorten } from '../text/markdown.ts';
import { VERSION } from '../version.ts';
import type { PartReport, Prompt } from './budget.ts';
import { type Decision, decide, needsMemory } from './decide.ts';
import { type Plan, partsText, planSummary, planText } from './dry-run.ts';
import { Conversation } from './memory/conversation.ts';
import { interruptedBeforeSending } from './outcome.ts';
import { buildPrompt, promptProblem, wantsIncluded } from './prompt.ts';
import { type AgentRun, requestOf } from './request.ts';
import { type AgentResult, idToGoOn, OUTCOMES, pullRequestOf, sizeOf } from './result.ts';
import { type GatheredReview, gatherReview } from './review.ts';
import { runTask } from './run.ts';
import { agentSummary } from './summary.ts';
import { asksByComment, watchesOnly, whyNotAsked } from './trigger.ts';

/** Milliseconds of asking GitHub again for a permission. */
const PERMISSION_MS = 30_000;

/** `mode: agent`. Resolves to whether the step succeeded. */
export async function runAgentMode(inputs: AgentInputs, context: ModeContext): Promise<boolean> {
  const { env, signal, log, clock } = context;
  log.info(`Docs Agent ${VERSION} · agent mode · project ${inputs.projectId} at ${inputs.baseUrl.origin}`);
  const run = readWorkflowRun(env);
  const event = readEvent(env);
  const notAsked = whyNotAsked(event, inputs);
  if (notAsked !== undefined) return skip(notAsked, context);
  const problem = promptProblem(event, inputs);
  if (problem !== undefined) throw new InputError({ prompt: problem });
  const { githubToken: token } = inputs;
  const { repository } = run;
  const github = token !== '' && repository ? new RunnerGithub({ token, repository, clock, env }) : undefined;
  const admitted = await admit(event, inputs, github, { signal, patienceMs: PERMISSION_MS }).catch(
    (error: unknown) => {
      if (!signal.aborted) throw error;
    },
  );
  if (!admitted || signal.aborted) return cancel(inputs, context);
  if ('refusal' in admitted) return skip(admitted.refusal, context);
  const transport = new Transport(inputs, env);
  try {
    const platform = new PlatformClient(transport, inputs.projectId);
    const request = requestOf(event, inputs, run);
    return await converse({ ...context, inputs, event: admitted.event, run, request, github }, platform);
  } finally {
    await transport.close();
  }
}

/** The event with all that it asks for, if who caused it may ask. */
async function admit(
  event: TriggerEvent,
  inputs: AgentInputs,
  github: GithubApi | undefined,
  options: CallOptions,
): Promise<GatheredReview> {
  const refusal = await whyNotAllowed(event, inputs, github, options);
  if (refusal === undefined) {
    return watchesOnly(event, inputs) ? { event } : gatherReview(event, inputs, github, options);
  }
  if (inputs.comment) await tellMember(event, github, options);
  return { refusal };
}

/** Silence is never the answer to a member of the project. A stranger gets none, and trouble with it is no trouble. */
async function tellMember(
  event: TriggerEvent,
  github: GithubApi | undefined,
  options: CallOptions,
): Promise<void> {
  if (event.kind !== 'comment' || event.comment.kind === 'review') return;
  const isMember = ['OWNER', 'MEMBER', 'COLLABORATOR'].includes(event.comment.association);
  if (!isMember || event.sender?.isBot) return;
  try {
    await github?.react(event.comment, 'confused', { ...options, patienceMs: 0 });
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
  }
}

/** Decides what the request comes to, does it, and tells everyone how it ended. */
async function converse(agent: AgentRun, platform: JobPlatform): Promise<boolean> {
  const { inputs, event, run, log, signal, outputs } = agent;
  const conversation = new Conversation(agent);
  const memory = await conversation.open(needsMemory(agent));
  if (signal.aborted && memory.kind === 'unread' && needsMemory(agent)) return cancel(inputs, agent);
  let decision = await decide(agent, memory, inputs.dryRun ? undefined : platform, signal);
  let prompt = await promptFor(decision, agent);
  if (inputs.dryRun) return dryRun({ ...agent, decision, prompt, commentUrl: conversation.url });
  if (run.attempt > 1 && memory.kind === 'none' && prompt.text !== '') log.warning(NOT_REMEMBERED);
  tellRequest(decision, prompt, agent);
  await conversation.begin(decision);
  const jobId =
    decision.kind === 'create' && asksByComment(event, inputs.triggerPhrase)
      ? await conversation.jobOfOthers()
      : undefined;
  if (jobId !== undefined) {
    decision = { kind: 'message', jobId, knowsSubject: true, note: JUST_STARTED };
    prompt = await promptFor(decision, agent);
    log.info(JUST_STARTED);
    await conversation.begin(decision);
  }
  const result =
    decision.kind === 'stop'
      ? decision.result
      : await runTask({ ...decision, prompt: prompt.text }, inputs, {
          ...agent,
          platform,
          onJob(job) {
            outputs.job(job, job.id);
            conversation.accepted(job);
          },
        });
  return finish(result, prompt.parts, conversation, agent);
}

const JUST_STARTED =
  'Another request has started a job in the meantime, so this request goes on with that job.';

const NOT_REMEMBERED =
  'This is a re-run, and without a status comment this action remembers nothing of earlier attempts (set comment: true on an issue or pull request). If one of them sent the request, there are two now.';

function tellRequest(decision: Decision, { text, parts }: Prompt, { request, log }: AgentRun): void {
  if (decision.kind === 'stop') return;
  if (decision.note) log.info(decision.note);
  if (text === '') return;
  const who = [request.by, shorten(request.what, 120)].filter((text) => text !== '').join(': ');
  const asked = who === '' ? '' : `Asked for by ${who}. `;
  log.info(`${asked}Length of the prompt: ${text.length}; dry-run: true shows it.`);
  if (parts.length > 1) log.info(partsText(parts));
}

const NO_PROMPT: Prompt = { text: '', parts: [] };

async function promptFor(decision: Decision, agent: AgentRun): Promise<Prompt> {
  if (decision.kind !== 'create' && decision.kind !== 'message') return NO_PROMPT;
  const { event, inputs, run } = agent;
  const knowsSubject = decision.kind === 'message' && decision.knowsSubject;
  // Nothing is loaded for the many runs that include nothing.
  const included = wantsIncluded(inputs, knowsSubject)
    ? await (await import('./include/include.ts')).readIncluded(agent)
    : [];
  return buildPrompt(event, inputs, run, knowsSubject, included);
}

/** Outputs come first and the comment last: an interrupted run has only seconds, and the network may take them. */
async function finish(
  result: AgentResult,
  parts: readonly PartReport[],
  conversation: Conversation,
  { inputs, outputs, log, files }: AgentRun,
): Promise<boolean> {
  const isFailure = fails(result, inputs.failOn);
  outputs.agent(result, conversation.url);
  const pullRequest = await conversation.pullRequest(result);
  outputs.pullRequest(pullRequest);
  const text = resultText(result, pullRequest);
  if (isFailure) log.error(text);
  else log.info(text);
  await files.addSummary(agentSummary(result, inputs.projectId, pullRequest, parts));
  await conversation.finish(result, pullRequest);
  outputs.commentUrl(conversation.url);
  return !isFailure;
}

/** Whether the outcome fails the step. */
function fails({ outcome }: AgentResult, failOn: ReadonlySet<string>): boolean {
  const { fails } = OUTCOMES[outcome];
  return fails === 'always' || (fails === 'fail-on' && failOn.has(outcome));
}

function resultText(result: AgentResult, pullRequest: PullRequest | undefined): string {
  const { outcome, reason, job, platformText, advice, polls = 0, durationMs = 0 } = result;
  const resumable = idToGoOn(result);
  const took = polls > 0 ? ` (${duration(durationMs)}, ${polls} ${polls === 1 ? 'poll' : 'polls'})` : '';
  const lines = [
    `${reason.replace(/\.$/, '')}${took}.`,
    // Before the end of a follow-up, the link may be the previous turn's.
    outcome === 'pull-request' ? (pullRequestOf(job)?.url ?? '') : '',
    pullRequest ? `"${onOneLine(shorten(pullRequest.title, 200))}": ${sizeOf(pullRequest)}` : '',
    platformText ? `The platform says: ${platformText}` : '',
    advice ?? '',
    resumable === '' ? '' : `To go on with this job: job-id ${onOneLine(resumable)}`,
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function cancel({ jobId }: AgentInputs, context: ModeContext): boolean {
  return endWithout(interruptedBeforeSending(jobId), context);
}

function skip(reason: string, context: ModeContext): boolean {
  return endWithout({ outcome: 'skipped', reason }, context, `Skipped, and nothing was sent. ${reason}`);
}

/** The end of a run that asks nothing of the platform. */
function endWithout(
  result: AgentResult,
  { outputs, log }: ModeContext,
  notice = result.reason,
  commentUrl = '',
): boolean {
  outputs.agent(result, commentUrl);
  log.notice(notice);
  return true;
}

async function dryRun(plan: Plan & AgentRun): Promise<boolean> {
  const { log, files } = plan;
  await log.group('Dry run: what would be sent', () => log.info(planText(plan)));
  await files.addSummary(planSummary(plan));
  const reason = 'This is a dry run, so nothing was sent to the platform.';
  return endWithout({ outcome: 'skipped', reason }, plan, reason, plan.commentUrl);
}
