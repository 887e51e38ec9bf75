import type { StepResult } from '../__tests__/helpers/action-environment.ts';
import type { LedgerJob } from '../sandbox/ledger.ts';
import type { Sandbox } from '../sandbox/server.ts';
import type { Plan } from './plan.ts';
import { type Meaning, meaningOf, type Wire } from './wire.ts';

/** Where the status comment is kept. */
export const ISSUE = 7;
export const PROJECT = 'docs-project';
/** Part of every prompt, to find it again. */
export const PROMPT_MARK = 'zebra-crossing-4711';
export const PROMPT = `Explain the proxy settings (${PROMPT_MARK}).`;
/** The prompt of the turn before, where there is one. */
const FIRST_PROMPT = 'The turn before.';
/** How the turn before ended: unlike the turn that follows, so that one can be told from the other. */
const TURN_BEFORE = 'no-pull-request';
/** No scenario's turn takes longer, in units of the sandbox's `jobMs`. */
const LONGEST_TURN = 101;

/** What is left of a run of the action. */
export interface Evidence {
  readonly plan: Plan;
  readonly wire: Wire;
  /** The job that was there before: of a follow-up or a watch. */
  readonly givenJobId: string | undefined;
  /** The platform's jobs once everything had settled. */
  readonly jobs: readonly LedgerJob[];
  /** What the platform itself says of the run's job once all its turns have ended. */
  readonly truth: Meaning;
  readonly comments: readonly { readonly issue: number; readonly body: string }[];
  readonly step: StepResult;
  readonly succeeded: boolean;
  /** Anything odd about the way the process ended. */
  readonly oddEnd: string | undefined;
  /** Times of the wire's clock, in milliseconds: when the action itself began, was interrupted (if so), and ended. */
  readonly beganMs: number;
  readonly signalMs: number | undefined;
  readonly endMs: number;
}

/** The platform past all faults, and a clock that can be turned. */
export interface Backdoor {
  readonly sandbox: Sandbox;
  ask(method: string, path: string, body: string): Promise<Buffer>;
  letPass(ms: number): Promise<void>;
}

/** The job of an earlier turn that has ended, or of a turn under way, for a follow-up or a watch. */
export async function prepareJob(plan: Plan, door: Backdoor): Promise<string | undefined> {
  const { sandbox } = door;
  sandbox.setScenario(plan.task === 'watch' ? plan.scenario : TURN_BEFORE);
  let id: string | undefined;
  if (plan.task !== 'create') {
    const body = JSON.stringify({ prompt: FIRST_PROMPT });
    const told = meaningOf({ delivered: await door.ask('POST', `/v2/agent/${PROJECT}/job`, body) });
    if (told.kind === 'job') id = told.id;
    if (plan.task === 'message') await door.letPass(plan.jobMs * 3);
  }
  sandbox.setScenario(plan.scenario);
  return id;
}

/** What the platform itself says of a job once all its turns have ended. */
export async function askLater(plan: Plan, jobId: string | undefined, door: Backdoor): Promise<Meaning> {
  if (!jobId) return { kind: 'nothing' };
  await door.letPass(plan.jobMs * LONGEST_TURN);
  return meaningOf({ delivered: await door.ask('GET', `/v2/agent/${PROJECT}/job/${jobId}`, '') });
}

/** The inputs that the plan gives to the action. */
export function inputsOf(plan: Plan, givenJobId: string | undefined): Record<string, string> {
  return {
    'project-id': PROJECT,
    'api-key': plan.apiKey,
    ...(plan.task === 'watch' ? {} : { prompt: PROMPT }),
    ...(givenJobId === undefined ? {} : { 'job-id': givenJobId }),
    ...(plan.comment ? { comment: 'true', 'issue-number': String(ISSUE) } : {}),
    wait: String(plan.wait),
    'fail-on': plan.failOn,
    'timeout-minutes': (plan.timeoutMs / 60_000).toFixed(6),
    'poll-interval-seconds': (plan.pollIntervalMs / 1000).toFixed(6),
    'settle-seconds': (plan.settleMs / 1000).toFixed(6),
  };
}
