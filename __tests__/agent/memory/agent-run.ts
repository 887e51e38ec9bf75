import type { Sandbox } from '../../../sandbox/server.ts';
import { type Decision, decide } from '../../../src/agent/decide.ts';
import { Conversation } from '../../../src/agent/memory/conversation.ts';
import { buildPrompt } from '../../../src/agent/prompt.ts';
import type { AgentResult } from '../../../src/agent/result.ts';
import { runTask } from '../../../src/agent/run.ts';
import { matchTrigger } from '../../../src/agent/trigger.ts';
import { systemClock } from '../../../src/clock.ts';
import { readEvent } from '../../../src/github/event.ts';
import { mayAsk } from '../../../src/github/permission.ts';
import { RunnerGithub } from '../../../src/github/rest.ts';
import { readWorkflowRun } from '../../../src/github/workflow-run.ts';
import type { Log } from '../../../src/log.ts';
import { PlatformClient } from '../../../src/platform/client.ts';
import { Transport } from '../../../src/platform/transport.ts';
import { createRedactor } from '../../../src/text/redact.ts';
import { agentInputs, type Payload, REPOSITORY, variables } from '../../helpers/payloads.ts';

export interface AgentRun {
  readonly name: string;
  readonly payload: Payload;
  /** Digits. */
  readonly run: string;
  readonly attempt?: number;
  readonly given?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly timeLimitMs?: number;
  /** Called when the request has been announced, before it is sent. `cut off` ends the run there, as a dead runner would. */
  readonly beforeSending?: () => void | 'cut off' | Promise<void>;
}

export interface Ended {
  readonly outcome: AgentResult['outcome'] | 'cut off';
  readonly reason: string;
  readonly kind: Decision['kind'] | 'none';
  readonly jobId: string | undefined;
  readonly commentUrl: string;
  readonly warnings: readonly string[];
}

/** One run of the action, as agent mode does it, from the event to the last word in the comment. */
export async function agentRun(sandbox: Sandbox, given: AgentRun): Promise<Ended> {
  const env = variables(given.name, given.payload, {
    GITHUB_API_URL: `${sandbox.url}/github`,
    GITHUB_RUN_ID: given.run,
    GITHUB_RUN_ATTEMPT: String(given.attempt ?? 1),
  });
  const inputs = agentInputs({
    'api-key': sandbox.apiKey,
    'base-url': sandbox.url,
    'github-token': 'token-1',
    comment: 'true',
    'poll-interval-seconds': '0.02',
    'settle-seconds': '5',
    ...given.given,
  });
  const transport = new Transport({
    baseUrl: inputs.baseUrl,
    apiKey: inputs.apiKey,
    userAgent: 'test',
    env: {},
  });
  try {
    return await agentMode(given, env, inputs, new PlatformClient(transport, inputs.projectId));
  } finally {
    await transport.close();
  }
}

async function agentMode(
  given: AgentRun,
  env: NodeJS.ProcessEnv,
  inputs: ReturnType<typeof agentInputs>,
  platform: PlatformClient,
): Promise<Ended> {
  const warnings: string[] = [];
  const log = collectingLog(warnings);
  const signal = given.signal ?? new AbortController().signal;
  const ended = (outcome: Ended['outcome'], reason: string, rest: Partial<Ended> = {}): Ended => ({
    ...{ outcome, reason, kind: 'none', jobId: undefined, commentUrl: '', warnings },
    ...rest,
  });

  const event = readEvent(env);
  const trigger = matchTrigger(event, inputs);
  if (!trigger.allowed) return ended('skipped', trigger.reason);
  const [owner = '', name = ''] = REPOSITORY.split('/');
  const token = inputs.githubToken;
  const github = token === '' ? undefined : new RunnerGithub({ token, repository: { owner, name }, env });
  const verdict = await mayAsk(event, inputs, github, signal);
  if (!verdict.allowed) return ended('skipped', verdict.reason);

  const run = readWorkflowRun(env);
  const redact = createRedactor([inputs.apiKey]);
  const { timeLimitMs } = given;
  const ports = { github, log, clock: systemClock, redact, signal, timeLimitMs };
  const conversation = new Conversation(event, inputs, run, ports);
  await conversation.open();
  const decision = await decide({ event, inputs, run, turns: conversation.turns }, platform, signal);
  await conversation.begin(decision);
  if ((await given.beforeSending?.()) === 'cut off') return ended('cut off', '', { kind: decision.kind });
  const result =
    decision.kind === 'stop'
      ? decision.result
      : await runTask(
          decision.kind === 'watch'
            ? decision
            : {
                ...decision,
                prompt: buildPrompt(event, inputs, run, decision.kind === 'message' && decision.knowsSubject),
              },
          inputs,
          { platform, clock: systemClock, log, signal, onJob: (job) => conversation.accepted(job) },
        );
  await conversation.finish(result);
  const { outcome, reason, jobId } = result;
  return ended(outcome, reason, { kind: decision.kind, jobId, commentUrl: conversation.url });
}

export function collectingLog(warnings: string[]): Log {
  return {
    info() {},
    notice() {},
    warning: (text) => warnings.push(text),
    error() {},
    debug() {},
    group: async (_, body) => body(),
  };
}
