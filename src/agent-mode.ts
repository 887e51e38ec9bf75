import { type AgentResult, pullRequestOf } from './agent/result.ts';
import { runTask } from './agent/run.ts';
import { agentSummary } from './agent/summary.ts';
import type { Task } from './agent/task.ts';
import { systemClock } from './clock.ts';
import { type AgentInputs, type Failable, InputError } from './inputs.ts';
import type { Log } from './log.ts';
import type { ModeContext } from './mode.ts';
import { PlatformClient } from './platform/client.ts';
import { Transport } from './platform/transport.ts';
import { VERSION } from './version.ts';

/** `mode: agent`. Resolves to whether the step succeeded. */
export async function runAgentMode(inputs: AgentInputs, context: ModeContext): Promise<boolean> {
  const { log, outputs, files, signal, env } = context;
  log.info(`Docs Agent ${VERSION} · agent mode · project ${inputs.projectId} at ${inputs.baseUrl.origin}`);
  const transport = new Transport({
    baseUrl: inputs.baseUrl,
    apiKey: inputs.apiKey,
    userAgent: `docs-agent-action/${VERSION}`,
    env,
  });
  try {
    const platform = new PlatformClient(transport, inputs.projectId);
    const result = await runTask(taskOf(inputs), inputs, {
      platform,
      clock: systemClock,
      log,
      signal,
      onJob: (job) => outputs.job(job, undefined),
    });
    outputs.agent(result, '');
    tellResult(result, inputs, log);
    await files.addSummary(agentSummary(result, inputs.projectId));
    return !fails(result, inputs.failOn);
  } finally {
    await transport.close();
  }
}

function taskOf({ prompt, jobId }: AgentInputs): Task {
  if (prompt !== undefined) return jobId ? { kind: 'message', jobId, prompt } : { kind: 'create', prompt };
  if (jobId) return { kind: 'watch', jobId };
  throw new InputError([{ input: 'prompt', accepted: 'missing. Give prompt, prompt-file or job-id.' }]);
}

/** Whether the outcome fails the step. */
export function fails({ outcome }: AgentResult, failOn: ReadonlySet<Failable>): boolean {
  return outcome === 'error' || outcome === 'unknown' || failOn.has(outcome as Failable);
}

function tellResult(result: AgentResult, inputs: AgentInputs, log: Log): void {
  const pullRequest = pullRequestOf(result.job);
  const says = result.platformText ? `The platform says: ${result.platformText}` : '';
  const text = [result.reason, pullRequest?.url ?? '', says, result.advice ?? ''].filter(Boolean).join('\n');
  if (fails(result, inputs.failOn)) log.error(text);
  else log.info(text);
}
