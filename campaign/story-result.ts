import type { StepResult } from '../__tests__/helpers/action-environment.ts';
import type { GithubState } from '../sandbox/github/state.ts';
import type { LedgerEntry, LedgerJob } from '../sandbox/ledger.ts';
import type { Expected } from './contract.ts';
import type { Plan, StepPlan, Story } from './story.ts';
import type { StoryEvent } from './story-events.ts';

export interface StepEnd {
  readonly result: StepResult;
  readonly succeeded: boolean;
}

/** One step as it ran: in one attempt of one run. Times are milliseconds since 1970, by the world's clock. */
export interface StepRun extends StepEnd {
  /** Its place among all, from 0. */
  readonly index: number;
  readonly run: number;
  readonly attempt: number;
  readonly plan: StepPlan;
  readonly event: StoryEvent;
  readonly expected: Expected;
  /** What its prompt quotes, unless it is a follow-up by comment. */
  readonly material: readonly string[];
  /** The same for all attempts of what is one request, and for steps that differ in nothing. */
  readonly request: string;
  /** When the action itself began, was interrupted (if so), and ended. */
  readonly startMs: number;
  readonly signalMs: number | undefined;
  readonly endMs: number;
  /** The machine was gone, with nothing but files left. */
  readonly killed: boolean;
  readonly outcome: string;
  readonly jobId: string;
  /** What it sent, in order. */
  readonly exchanges: readonly LedgerEntry[];
}

/** All that is left of a story. */
export interface StoryResult {
  readonly story: Story;
  readonly plan: Plan;
  readonly steps: readonly StepRun[];
  readonly exchanges: readonly LedgerEntry[];
  readonly jobs: readonly LedgerJob[];
  /** When pull requests were merged or closed. */
  readonly closings: GithubState['closings'];
  /** Faults that no exchange or step came to. */
  readonly unreached: readonly string[];
  readonly comments: readonly { readonly id: number; readonly issue: number; readonly body: string }[];
  /** Connections that were refused or never answered. */
  readonly missed: number;
  readonly startMs: number;
  /** What happened beside exchanges. */
  readonly notes: readonly Note[];
}

export interface Note {
  readonly atMs: number;
  readonly text: string;
}
