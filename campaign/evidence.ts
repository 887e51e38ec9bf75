import type { StepResult } from '../__tests__/helpers/action-environment.ts';
import type { LedgerJob } from '../sandbox/ledger.ts';
import type { Plan } from './plan.ts';
import type { Meaning, WireStory } from './story.ts';

export const PROJECT = 'docs-project';
/** Part of every prompt, to find it again. */
export const PROMPT_MARK = 'zebra-crossing-4711';
export const PROMPT = `Explain the proxy settings (${PROMPT_MARK}).`;
/** The prompt of the turn before, where there is one. */
export const FIRST_PROMPT = 'The turn before.';
/** How the turn before ended: unlike the turn that follows, so that one can be told from the other. */
export const TURN_BEFORE = 'no-pull-request';
/** No scenario's turn takes longer, in units of the sandbox's `jobMs`. */
export const LONGEST_TURN = 101;

/** What is left of a run of the action. */
export interface Evidence {
  readonly plan: Plan;
  readonly story: WireStory;
  /** The job that was there before: of a follow-up or a watch. */
  readonly givenJobId: string | undefined;
  /** The platform's jobs once everything had settled. */
  readonly jobs: readonly LedgerJob[];
  /** What the platform itself says of the run's job once all its turns have ended. */
  readonly truth: Meaning;
  /** The bodies of the comments on the issue. */
  readonly comments: readonly string[];
  readonly step: StepResult;
  readonly succeeded: boolean;
  /** Anything odd about the way the process ended. */
  readonly oddEnd: string | undefined;
  /** Milliseconds since the run began. */
  readonly endMs: number;
}

/** The inputs that the plan gives to the action. */
export function inputsOf(plan: Plan, givenJobId: string | undefined): Record<string, string> {
  return {
    'project-id': PROJECT,
    'api-key': plan.apiKey,
    ...(plan.task === 'watch' ? {} : { prompt: PROMPT }),
    ...(givenJobId === undefined ? {} : { 'job-id': givenJobId }),
    ...(plan.comment ? { comment: 'true', 'issue-number': '7' } : {}),
    wait: String(plan.wait),
    'fail-on': plan.failOn,
    'timeout-minutes': (plan.timeoutMs / 60_000).toFixed(6),
    'poll-interval-seconds': (plan.pollIntervalMs / 1000).toFixed(6),
    'settle-seconds': (plan.settleMs / 1000).toFixed(6),
  };
}
