import { withTimeBudget } from '../github/api.ts';
import { readEvent, type TriggerEvent } from '../github/event.ts';
import { createReaction } from '../github/operations.ts';
import { whyNotAllowed } from '../github/permission.ts';
import { type GithubApi, RunnerGithub } from '../github/rest.ts';
import { readWorkflowRun } from '../github/workflow-run.ts';
import type { AgentInputs, Problems } from '../inputs.ts';
import type { ModeContext } from '../mode.ts';
import { PlatformClient } from '../platform/client.ts';
import { Transport } from '../platform/transport.ts';
import { onOneLine } from '../text/characters.ts';
import { duration } from '../text/duration.ts';
import { shorten } from '../text/markdown.ts';
import { VERSION } from '../version.ts';
import { type Decision, decide, needsMemory } from './decide.ts';
import { notify } from './notify.ts';
import { interruptedBeforeSending } from './outcome.ts';
import { buildPrompt, promptProblem, wantsIncluded } from './prompt.ts';
import type { Prompt } from './quotation.ts';
import { Reply } from './replies/reply.ts';
import { type AgentRun, requestOf } from './request.ts';
import { type AgentResult, idToGoOn, isFailure, pullRequestOf } from './result.ts';
import { readReview, type WholeReview } from './review.ts';
import { carryOut } from './run.ts';
import { agentSummary, type Plan, partsText, planSummary, planText } from './summary.ts';
import { asksByComment, watchesOnly, whyNotAsked } from './trigger.ts';

/** Milliseconds of asking GitHub again for a permission. */
const PERMISSION_MS = 30_000;

const OF_THE_EVENT = ['prompt', 'prompt-file', 'include', 'context', 'job-id', 'trigger-phrase'];

/** What is wrong with the inputs for this event, unless it is skipped in any case. */
export function agentEventProblems(
  inputs: AgentInputs,
  invalid: Readonly<Problems>,
  env: NodeJS.ProcessEnv,
): Problems {
  if (OF_THE_EVENT.some((name) => name in invalid)) return {};
  const event = readEvent(env, inputs.triggerPhrase);
  if (whyNotAsked(event, inputs) !== undefined) return {};
  const prompt = promptProblem(event, inputs);
  return prompt === undefined
    ? {}
    : { prompt: `${prompt} To report page views instead, set mode: analytics.` };
}

/** `mode: agent`. Resolves to whether the step succeeded. */
export async function runAgentMode(inputs: AgentInputs, context: ModeContext): Promise<boolean> {
  const { env, signal, log, clock } = context;
  log.info(`Docs Agent ${VERSION} · agent mode · project ${inputs.projectId} at ${inputs.baseUrl.origin}`);
  const run = readWorkflowRun(env);
  const event = readEvent(env, inputs.triggerPhrase);
  const notAsked = whyNotAsked(event, inputs);
  if (notAsked !== undefined) return skip(notAsked, context);
  const { githubToken: token } = inputs;
  const { repository } = run;
  const github = token !== '' && repository ? new RunnerGithub({ token, repository, clock, env }) : undefined;
  const admitted = await admit(event, inputs, github, context).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  if (!admitted || signal.aborted) return endWithout(interruptedBeforeSending(inputs.jobId), context);
  if ('refusal' in admitted) return skip(admitted.refusal, context);
  const transport = new Transport(inputs, env);
  try {
    const platform = new PlatformClient(transport, inputs.projectId);
    const request = requestOf(event, inputs, run);
    return await answer({ ...context, inputs, event: admitted.event, run, request, github, platform });
  } finally {
    await transport.close();
  }
}

/** The event with all that it asks for, if who caused it may ask. */
async function admit(
  event: TriggerEvent,
  inputs: AgentInputs,
  github: GithubApi | undefined,
  { clock, signal }: ModeContext,
): Promise<WholeReview> {
  const options = { signal, patienceMs: PERMISSION_MS };
  const refusal = await whyNotAllowed(event, inputs, github, options);
  if (refusal === undefined) {
    return watchesOnly(event, inputs) ? { event } : readReview(event, inputs, github, options);
  }
  if (inputs.comment && github) await tellMember(event, github, { clock, signal });
  return { refusal };
}

/** Silence is never the answer to a member of the project. A stranger gets none, and trouble with it is no trouble. */
async function tellMember(
  { comment, sender }: TriggerEvent,
  github: GithubApi,
  context: Pick<ModeContext, 'clock' | 'signal'>,
): Promise<void> {
  if (comment?.kind !== 'issue' && comment?.kind !== 'line') return;
  const isMember = ['OWNER', 'MEMBER', 'COLLABORATOR'].includes(comment.association);
  if (!isMember || sender?.isBot) return;
  const place = comment.kind === 'line' ? 'pulls' : 'issues';
  const reaction = { place, comment_id: comment.id, content: 'confused' };
  await withTimeBudget(context, 0, async (options) => {
    await github.read(createReaction, reaction, options);
  });
}

/** Decides what the request comes to, does it, and tells everyone how it ended. */
export async function answer(agent: AgentRun): Promise<boolean> {
  const { inputs, event, signal, log, outputs } = agent;
  const reply = new Reply(agent);
  const memory = needsMemory(agent) ? await reply.read() : ({ kind: 'none' } as const);
  if (signal.aborted) return endWithout(interruptedBeforeSending(inputs.jobId), agent);
  const planned = await decide(agent, memory);
  const plannedPrompt = await promptFor(planned, agent);
  if (inputs.dryRun) {
    return dryRun({ ...agent, decision: planned, prompt: plannedPrompt, commentUrl: reply.url });
  }
  if (planned.note) log.info(planned.note);
  const begun = await reply.begin(planned);
  const mayJoin = asksByComment(event) && inputs.jobId === undefined;
  const decision = mayJoin ? await reply.joined(begun) : begun;
  const prompt = decision === planned ? plannedPrompt : await promptFor(decision, agent);
  tellRequest(prompt, agent);
  const result = await carryOut(decision, {
    ...agent,
    prompt: prompt.text,
    onJob(job) {
      outputs.job(job, job.id);
      reply.accepted(job);
    },
  });
  return finish(result, prompt, reply, agent);
}

function tellRequest({ text, parts }: Prompt, { request, log }: AgentRun): void {
  if (text === '') return;
  const who = [request.by, shorten(request.what, 120)].filter((text) => text !== '').join(': ');
  const asked = who === '' ? '' : `Asked for by ${who}. `;
  log.info(`${asked}Length of the prompt: ${text.length}; dry-run: true shows it.`);
  if (parts.length > 1) log.info(partsText(parts));
}

async function promptFor(decision: Decision, agent: AgentRun): Promise<Prompt> {
  if (decision.kind !== 'create' && decision.kind !== 'message') return { text: '', parts: [] };
  const { event, inputs, run } = agent;
  const knowsSubject = decision.kind === 'message' && decision.knowsSubject;
  // Nothing is loaded for the many runs that include nothing.
  const included = wantsIncluded(inputs, knowsSubject)
    ? await (await import('./include/include.ts')).readIncluded(agent)
    : [];
  return buildPrompt(event, inputs, run, knowsSubject, included);
}

/** Outputs come first and the reply last: an interrupted run has only seconds, and the network may take them. */
async function finish(
  ended: AgentResult,
  { parts }: Prompt,
  reply: Reply,
  agent: AgentRun,
): Promise<boolean> {
  const { inputs, outputs, log, files } = agent;
  // A job that is given is the job, also if nothing was sent.
  const result = { ...ended, jobId: ended.jobId ?? inputs.jobId };
  const fails = isFailure(result, inputs.failOn);
  outputs.agent(result, reply.url);
  const text = resultText(result);
  if (fails) log.error(text);
  else log.info(text);
  await files.addSummary(agentSummary(result, inputs.projectId, parts));
  await reply.finish(result);
  outputs.commentUrl(reply.url);
  await notify(agent, result);
  return !fails;
}

function resultText(result: AgentResult): string {
  const { outcome, reason, job, platformText, advice, polls = 0, durationMs = 0 } = result;
  const resumable = idToGoOn(result);
  const took = polls > 0 ? ` (${duration(durationMs)}, ${polls} ${polls === 1 ? 'poll' : 'polls'})` : '';
  const lines = [
    `${reason.replace(/\.$/, '')}${took}.`,
    // Before the end of a follow-up, the link may be that of the request before.
    outcome === 'pull-request' ? (pullRequestOf(job)?.url ?? '') : '',
    platformText ? `The platform says: ${platformText}` : '',
    advice ?? '',
    resumable === '' ? '' : `To go on with this job: job-id ${onOneLine(resumable)}`,
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function skip(reason: string, context: ModeContext): boolean {
  return endWithout({ outcome: 'skipped', reason }, context, `Skipped, and nothing was sent. ${reason}`);
}

/** The end of a run that asks nothing of the platform. */
function endWithout(result: AgentResult, { outputs, log }: ModeContext, notice = result.reason): boolean {
  outputs.agent(result, '');
  log.notice(notice);
  return true;
}

async function dryRun(plan: Plan & AgentRun): Promise<boolean> {
  const { log, files } = plan;
  await log.group('Dry run: what would be sent', () => log.info(planText(plan)));
  await files.addSummary(planSummary(plan));
  return endWithout(
    { outcome: 'skipped', reason: 'This is a dry run, so nothing was sent to the platform.' },
    plan,
  );
}
