import { createHash } from 'node:crypto';
import type { StepResult } from '../__tests__/helpers/action-environment.ts';
import type { LedgerJob } from '../sandbox/ledger.ts';
import type { Expected, GithubEvent } from './event.ts';
import type { Pace } from './faults.ts';
import type { Exchange, Wire } from './wire.ts';

export const PROJECT = 'docs-project';

/**
 * What happens to a repository, as data: people cause events, each of which runs the workflow; they run it again, and
 * edit by hand; and here and there something breaks. Times are in milliseconds.
 */
export interface Story {
  /** As `--replay` takes it. */
  readonly name: string;
  /** `simulated`: in this process, in simulated time; `real`: the bundle as processes, over TCP. */
  readonly pace: Pace;
  /** The steps of the workflow that use the action. */
  readonly steps: readonly StepPlan[];
  readonly acts: readonly Act[];
  readonly troubles: readonly Trouble[];
  /** Draws the troubles of a random story; absent for those that are told one by one. */
  readonly rates?: Rates;
  readonly outage?: Outage | undefined;
  /** Runs wait for each other, as `concurrency` with `queue: max` lets them. */
  readonly concurrency: boolean;
  /** The jobs of a run begin at once; else one after another. */
  readonly parallel: boolean;
  /** How long a job is active, more or less. */
  readonly jobMs: number;
  /** Of a healthy answer. */
  readonly latencyMs: number;
  /** The agent opens its pull requests in the repository of the workflow. */
  readonly docsHere: boolean;
  /** Its encodings all look different from it. */
  readonly apiKey: string;
  readonly seed: number;
}

export type Inputs = Readonly<Record<string, string>>;

export interface StepPlan {
  /** The job's id in the workflow: the same for all legs of a matrix, and all calls of a reusable workflow. */
  readonly job: string;
  /** `GITHUB_ACTION`. */
  readonly action: string;
  /** What tells this leg of a matrix from the others. */
  readonly leg?: string;
  readonly inputs: Inputs;
}

/**
 * One thing that happens, in words:
 *
 * - what somebody did on GitHub, as `event.ts` reads it: `maria issues.labeled 12 docs`
 * - `re-run 0`: run 0 again, counted from 0 over all events
 * - `wait 30000`: milliseconds
 * - `jobs failed`: from now on jobs and follow-ups go as in this scenario of the sandbox
 * - `job 5000`: the platform gets a job from elsewhere, which is so many milliseconds old by now
 * - `chatter 12 250`: so many comments on issue 12
 * - `edit 12 text below`: what people do to the status comment by hand; `text above`, `damaged` or `deleted`
 *
 * A run is waited for before the next act begins, unless `; next after 1000` says how many milliseconds that is. All its
 * steps run, unless `; steps failed` or `; steps 0` says which.
 */
export type Act = string;

/**
 * Something that breaks, and where: `create 2=github/500`. It is a name of `faults.ts`, or a way to be stopped: one of
 * {@link STOPS}, with SIGINT too, or `SIGINT twice on answer`. The place is one of these:
 *
 * - `7`: an exchange, counted from 1 over the whole story; with `7=github/500*`, all later ones of the same operation and
 *   step, too
 * - `create`, `create 2`: each of an operation, or its second one in each step; `[0] create` in the first step alone
 * - `1000 ms`: so long after a step has begun, if it is stopped
 */
export type Trouble = string;

/** For a while nobody listens. */
export interface Outage {
  /** It begins once so many requests were answered. */
  readonly afterAnswers: number;
  readonly lastsMs: number;
  /** `refused`: connections are refused; `silent`: nothing answers (simulated only). */
  readonly kind: 'refused' | 'silent';
}

/** Probabilities, for each exchange. */
export interface Rates {
  readonly github: number;
  readonly post: number;
  readonly get: number;
  readonly stop: number;
}

/** Ways for a step to be stopped. */
export const STOPS = [
  'SIGTERM on arrival',
  'SIGTERM on answer',
  'machine gone on arrival',
  'machine gone on answer',
] as const;

export function readTrouble(trouble: Trouble) {
  const [, at = '', kind = '', lasts] = /^(.*)=(.*?)(\*?)$/.exec(trouble) ?? [];
  return { at, kind, lasts: lasts === '*', isStop: /^(SIGINT|SIGTERM|machine gone)/.test(kind) };
}

export interface StepEnd {
  readonly result: StepResult;
  readonly succeeded: boolean;
  readonly oddEnd?: string | undefined;
}

/** One step as it ran: in one attempt of one run. Times are milliseconds of the wire's clock. */
export interface PlayedStep extends StepEnd {
  /** Its place among all, from 0. */
  readonly index: number;
  readonly run: number;
  readonly attempt: number;
  readonly plan: StepPlan;
  readonly event: GithubEvent;
  readonly expected: Expected;
  /** The same for all attempts of what is one request. */
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
  readonly exchanges: readonly Exchange[];
}

/** All that is left of a story. Times are milliseconds of the wire's clock. */
export interface Played {
  readonly story: Story;
  readonly steps: readonly PlayedStep[];
  readonly wire: Wire;
  readonly jobs: readonly LedgerJob[];
  /** When the status comment of an issue was damaged or deleted by hand. */
  readonly spoilt: readonly { readonly atMs: number; readonly issue: number }[];
  readonly comments: readonly { readonly issue: number; readonly user: string; readonly body: string }[];
  /** The sandbox's clock when the wire's showed 0. */
  readonly epochMs: number;
}

/** What every story has unless it says otherwise. */
export function storyOf(story: Pick<Story, 'name' | 'steps' | 'acts'> & Partial<Story>): Story {
  return {
    pace: 'simulated',
    troubles: [],
    concurrency: true,
    parallel: false,
    jobMs: 3_000,
    latencyMs: 50,
    docsHere: false,
    apiKey: 'mint_Kz8+/q=&<>"\'%~story0123456789',
    seed: 1,
    ...story,
  };
}

/** What `--replay` takes: `1:7`, `random 1:7`, or a story's name, and `| 7=github/500*` for each trouble. */
export function replayName({ name, troubles }: Story): string {
  return [name, ...troubles.filter((trouble) => /^\d+=/.test(trouble))].join(' | ');
}

/** The id of the first job of a sandbox with this seed. */
export function firstJob(seed: number): string {
  return `job_${createHash('sha256').update(`${seed}:1`).digest('hex').slice(0, 16)}`;
}
