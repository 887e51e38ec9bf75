import { readEvent } from '../github/event.ts';
import { RunnerGithub } from '../github/rest.ts';
import { readWorkflowRun } from '../github/workflow-run.ts';
import { readAgentInputs } from '../inputs.ts';
import type { ModeContext } from '../mode.ts';
import { PlatformClient } from '../platform/client.ts';
import { pullRequestOf } from '../platform/schemas.ts';
import { Transport } from '../platform/transport.ts';
import { shorten } from '../text/markdown.ts';
import { counted } from '../text/numbers.ts';
import { VERSION } from '../version.ts';
import { targetOf } from './action.ts';
import { AWAITED } from './checks-text.ts';
import { type Decided, decide, type Ended } from './decide.ts';
import { type End, failsStep, skipped, withChecks } from './end.ts';
import { type EndReport, reportOf, type Situation } from './end-report.ts';
import { eventProblems } from './event-problems.ts';
import { linkPullRequest } from './link.ts';
import type { Prompt } from './prompt/compose.ts';
import { changeSince, pullRequestAt, readPullRequest } from './pull-request.ts';
import type { Target } from './replies/record.ts';
import { isSameThread } from './reply-text.ts';
import type { AgentContext, AgentRun } from './request.ts';
import { execute } from './send.ts';
import { agentSummary, endText, partsText, planSummary, planText } from './summary.ts';
import { givenJob, wantedOf } from './trigger.ts';

/**
 * Runs `mode: agent`.
 *
 * @returns whether the step succeeded
 * @throws {InputError}
 */
export async function runAgentMode(context: ModeContext): Promise<boolean> {
  const { env, log, clock } = context;
  const inputs = readAgentInputs(env, (inputs, invalid) => eventProblems(inputs, invalid, env));
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

/** Decides how to respond to the event, responds, and reports how the run ended. @returns whether the step succeeded */
export async function answer(context: AgentContext): Promise<boolean> {
  const decision = await decide(context);
  switch (decision.kind) {
    case 'end':
      return finish(decision.end, decision, context);
    case 'dry-run':
      return dryRun(decision);
    case 'act':
      return finish(await act(decision), decision, context);
  }
}

function act({ agent, action, prompt, reply }: Decided): Promise<End> {
  if (action.kind === 'watch') reply?.recordWatch(action);
  else logRequest(prompt, agent);
  return execute(action, {
    ...agent,
    prompt: prompt.text,
    onJob(job) {
      agent.outputs.job(job, job.id);
      reply?.recordAccepted(job);
    },
  });
}

function logRequest({ text, parts }: Prompt, { request, log }: AgentRun): void {
  const asked = [request.by, shorten(request.what, 120)].filter((part) => part !== '').join(': ');
  const by = asked === '' ? '' : `Requested by ${asked}. `;
  log.info(`${by}Prompt: ${counted(text.length, 'character')} (set dry-run: true to see it).`);
  if (parts.some(({ leftOut }) => leftOut !== '')) log.info(partsText(parts));
}

/**
 * Reports the end of the run. Sets outputs first and writes the reply last, because an interrupted run has only
 * seconds left.
 *
 * @returns whether the step succeeded
 */
async function finish(executed: End, decision: Ended | Decided, context: AgentContext): Promise<boolean> {
  const { inputs, outputs } = context;
  const { agent, reply } = decision;
  // An explicit `job-id` is the run's job even if nothing was sent.
  const given = executed.outcome === 'skipped' ? undefined : givenJob(inputs);
  const ended = { ...executed, jobId: executed.jobId ?? given };
  outputs.agent(ended, reply?.url ?? '');
  const target = targetIn(decision);
  const reportOn = (end: End) => reportOf(end, situationOf(end, decision, target));
  let end = await withPullRequest(ended, target, context);
  let isLinked: boolean | undefined;
  if (readsChecks(end, context)) {
    // A run that only watches writes its reply once, when it ends.
    if (decision.kind === 'act' && decision.action.kind !== 'watch') {
      const awaiting = { ...end, checks: AWAITED };
      isLinked = await writeReply(awaiting, reportOn(awaiting), decision);
    }
    end = await afterChecks(end, target, context);
    outputs.agent(end, reply?.url ?? '');
  }
  const report = reportOn(end);
  await writeEnd(report, end, decision, context);
  await writeReply(end, report, decision, isLinked);
  if (agent && inputs.notify) await (await import('./notify.ts')).notify(agent, end, report);
  return !failsStep(end, inputs.failOn);
}

/** Returns whether the request starts, continues or watches a job; undefined if the run ended before this choice. */
function targetIn(decision: Ended | Decided): Target | undefined {
  if (decision.kind === 'end') return undefined;
  // If a re-run only watches, the record still says whether an earlier attempt started or continued the job.
  const record = decision.reply?.record;
  return record?.state === 'accepted' ? record.target : targetOf(decision.action);
}

/** Adds the current state of the job's pull request, and what a follow-up changed in that pull request. */
async function withPullRequest(end: End, target: Target | undefined, context: AgentContext): Promise<End> {
  const url = pullRequestOf(end.job)?.url;
  const isRead = end.outcome === 'pull-request' && context.inputs.wait && !context.signal.aborted;
  if (!isRead || url === undefined) return end;
  const pullRequest = await readPullRequest(url, context);
  return pullRequest.kind === 'unread' ? end : withChange({ ...end, pullRequest }, target);
}

/** Adds what a follow-up changed in the pull request. */
function withChange(end: End, target: Target | undefined): End {
  if (target?.does !== 'message' || !end.pullRequest) return end;
  return { ...end, change: changeSince(target.before, end.pullRequest) };
}

function readsChecks({ outcome }: End, { inputs, signal }: AgentContext): boolean {
  return outcome === 'pull-request' && inputs.checksMs > 0 && inputs.wait && !signal.aborted;
}

/** Waits for the checks of the job's pull request, and adds their result. */
async function afterChecks(end: End, target: Target | undefined, context: AgentContext): Promise<End> {
  const { waitForChecks } = await import('./wait-for-checks.ts');
  const url = pullRequestOf(end.job)?.url ?? '';
  const checks = await waitForChecks({ ...context, url, timeoutMs: context.inputs.checksMs });
  return withChange(withChecks(end, checks), target);
}

function situationOf(end: End, { reply }: Ended | Decided, target: Target | undefined): Situation {
  const { record, thread } = reply ?? {};
  const there = pullRequestAt(pullRequestOf(end.job)?.url, thread?.serverUrl ?? '');
  return {
    does: target?.does,
    wasUnknown: record?.wasUnknown ?? false,
    wasCompleted: record?.state === 'accepted' && record.completed,
    thread:
      reply?.isKept && thread
        ? { issue: thread.issue, isPullRequestOfJob: there !== undefined && isSameThread(there, thread) }
        : undefined,
  };
}

/** Writes how the run ended to the log and the job summary. */
async function writeEnd(
  report: EndReport,
  end: End,
  decision: Ended | Decided,
  { inputs, log, files }: AgentContext,
): Promise<void> {
  const text = endText(report, inputs.triggerPhrase, decision.reply);
  if (failsStep(end, inputs.failOn)) log.error(text);
  else if (end.outcome === 'skipped') log.notice(text);
  else log.info(text);
  const parts = decision.kind === 'end' ? [] : decision.prompt.parts;
  await files.addSummary(agentSummary(report, end, inputs, parts, decision.reply));
}

/**
 * Posts the action's comment on the job's pull request if that comment is missing. Then writes the reply, which records
 * whether the comment is there.
 *
 * @param isLinkedAlready whether the pull request has the comment; undefined if the action hasn't checked yet
 * @returns whether the pull request has the comment
 */
async function writeReply(
  end: End,
  report: EndReport,
  decision: Ended | Decided,
  isLinkedAlready?: boolean,
): Promise<boolean> {
  const { agent, reply } = decision;
  if (!agent || !reply || !isWorthReply(end, decision)) return false;
  const replies = decision.kind === 'end' ? [] : decision.replies;
  const mayLink = isLinkedAlready === undefined && !agent.signal.aborted;
  const isLinked = mayLink ? await linkPullRequest(end, reply, replies, agent) : (isLinkedAlready ?? false);
  await reply.finish(end, report, isLinked);
  agent.outputs.commentUrl(reply.url);
  return isLinked;
}

/**
 * Checks whether the end belongs in a reply. It doesn't if the run was skipped, was a dry run, or was cancelled before
 * the reply had a record.
 */
function isWorthReply({ outcome }: End, { agent, reply }: Ended | Decided): boolean {
  if (agent?.inputs.dryRun) return false;
  return outcome !== 'skipped' && (outcome !== 'cancelled' || reply?.record !== undefined);
}

async function dryRun({ agent, action, prompt, reply }: Decided): Promise<boolean> {
  const { log, outputs, files } = agent;
  const plan = { ...agent, action, prompt, commentUrl: reply?.url ?? '' };
  await log.group('Dry run: what would be sent', () => log.info(planText(plan)));
  await files.addSummary(planSummary(plan));
  const reason = 'This is a dry run, so nothing was sent to Mintlify.';
  outputs.agent(skipped(reason), '');
  log.notice(reason);
  return true;
}
