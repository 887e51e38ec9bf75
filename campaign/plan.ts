import { drawFault, type Fault, type Pace } from './faults.ts';
import { Random } from './random.ts';
import { type Exchange, isGithub, isPost, type WireEvent } from './wire.ts';

export type TaskKind = 'create' | 'message' | 'watch';

/** A moment at which the run is interrupted. */
export interface PlannedSignal {
  readonly signal: 'SIGINT' | 'SIGTERM';
  readonly at:
    | { readonly ms: number }
    /** When the nth request of its kind has arrived, or was answered. */
    | { readonly operation: 'post' | 'get'; readonly nth: number; readonly phase: 'arrived' | 'answered' };
  /** The runner sends another one a little later. */
  readonly twice: boolean;
}

/** For a while nobody listens. */
export interface Outage {
  /** It begins once so many requests were answered. */
  readonly afterAnswers: number;
  readonly lastsMs: number;
  /** `refused`: connections are refused; `silent`: nothing answers (simulated only). */
  readonly kind: 'refused' | 'silent';
}

/** Everything that is decided about one run before it begins. Times are in milliseconds. */
export interface Plan {
  readonly seed: number;
  readonly run: number;
  readonly pace: Pace;
  readonly task: TaskKind;
  readonly wait: boolean;
  /** The input's text. */
  readonly failOn: string;
  readonly timeoutMs: number;
  readonly pollIntervalMs: number;
  readonly settleMs: number;
  /** One of the sandbox's scenarios that are about what a job goes through. */
  readonly scenario: string;
  /** How long a job is active, more or less. */
  readonly jobMs: number;
  /** Of a healthy answer. */
  readonly latencyMs: number;
  readonly apiKey: string;
  /** A status comment is kept on an issue. */
  readonly comment: boolean;
  readonly outage: Outage | undefined;
  readonly signal: PlannedSignal | undefined;
  /** What befalls the nth request of its kind, counted from 1. */
  faultFor(exchange: Pick<Exchange, 'operation' | 'nth'>): Fault | undefined;
}

/** Whether `event` is the moment at which the run is interrupted. */
export function isMoment({ at }: PlannedSignal, { phase, exchange: { operation, nth } }: WireEvent): boolean {
  if ('ms' in at) return false;
  const isKind = at.operation === 'post' ? isPost(operation) : operation === 'get';
  return isKind && phase === at.phase && nth === at.nth;
}

const SCENARIOS = {
  happy: 8,
  'no-pull-request': 2,
  failed: 2,
  archived: 2,
  'archived-null-at': 1,
  'stale-after-message': 3,
  'stale-active-answer': 3,
  'stale-for-good': 1,
  'unknown-status': 2,
  'early-404': 2,
  'lost-job': 1,
  'bare-job': 1,
  'unknown-fields': 1,
  slow: 1,
} as const;

const FAIL_ON = [
  'failed, timeout',
  'none',
  'failed',
  'timeout',
  'archived',
  'no-pull-request',
  'failed, archived, timeout, no-pull-request',
];

/** The plan of a run: the same for the same numbers, whatever happened in other runs. */
export function planOf(seed: number, run: number, pace: Pace): Plan {
  const random = new Random('plan', pace, seed, run);
  const scale = pace === 'simulated' ? 1 : 0.004;
  const task = random.weighted({ create: 6, message: 4, watch: 2 });
  const rates = {
    post: random.pick([0, 0.3, 0.7, 1]),
    get: random.pick([0, 0, 0.1, 0.4, 0.8, 0.97]),
  };
  return {
    seed,
    run,
    pace,
    task,
    wait: random.chance(0.85),
    failOn: random.pick(FAIL_ON),
    timeoutMs:
      Math.round(scale * 1000 * random.pick([5, 20, 60, 240, 600, 1_200, 2_400])) +
      (pace === 'real' ? 2_000 : 0),
    pollIntervalMs: Math.max(50, scale * 1000 * random.pick([0.5, 2, 7, 30, 60, 300])),
    settleMs: scale * 1000 * random.pick([0, 5, 60, 180]),
    scenario: random.weighted(SCENARIOS),
    jobMs: scale * 1000 * random.pick([0.1, 3, 20, 90, 400]),
    latencyMs: pace === 'simulated' ? random.between(1, 400) : 0,
    apiKey: drawKey(random),
    comment: random.chance(0.3),
    outage: random.chance(0.15) ? drawOutage(random, pace) : undefined,
    signal: random.chance(0.25) ? drawSignal(random, scale) : undefined,
    faultFor({ operation, nth }) {
      const own = new Random('fault', pace, seed, run, operation, nth);
      const kind = isPost(operation) ? 'post' : isGithub(operation) ? 'github' : 'get';
      return own.chance(rates[kind === 'post' ? 'post' : 'get']) ? drawFault(own, kind, pace) : undefined;
    },
  };
}

/** A key whose encodings all look different from it. */
function drawKey(random: Random): string {
  const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=&<>"\'%~';
  return `mint_${Array.from({ length: 24 }, () => random.pick([...characters])).join('')}`;
}

function drawOutage(random: Random, pace: Pace): Outage {
  return {
    afterAnswers: random.pick([0, 0, 0, 1, 2, 5]),
    lastsMs: pace === 'simulated' ? 10 ** random.between(1, 5.5) : random.between(50, 3_000),
    kind: pace === 'simulated' && random.chance(0.3) ? 'silent' : 'refused',
  };
}

function drawSignal(random: Random, scale: number): PlannedSignal {
  return {
    signal: random.pick(['SIGINT', 'SIGTERM']),
    at: random.chance(0.4)
      ? { ms: scale * 10 ** random.between(0, 5.5) }
      : {
          operation: random.pick(['post', 'get'] as const),
          nth: random.pick([1, 1, 1, 2, 3]),
          phase: random.pick(['arrived', 'answered'] as const),
        },
    twice: random.chance(0.3),
  };
}

/** The plan as a person would tell it. */
export function describePlan(plan: Plan): string {
  const { seed, run, pace, task, wait, failOn, timeoutMs, pollIntervalMs, settleMs, scenario, jobMs } = plan;
  const { outage, signal } = plan;
  return [
    `run ${seed}:${run} (${pace}): ${task}, wait ${wait}, fail-on "${failOn}"`,
    `${plan.comment ? 'with a comment, ' : ''}timeout ${timeoutMs} ms, poll interval ${pollIntervalMs} ms, settle ${settleMs} ms`,
    `scenario ${scenario}, jobMs ${jobMs}, latency ${plan.latencyMs.toFixed(0)} ms`,
    outage
      ? `outage (${outage.kind}) of ${outage.lastsMs.toFixed(0)} ms after ${outage.afterAnswers} answers`
      : '',
    signal ? `${signal.signal}${signal.twice ? ' twice' : ''} at ${JSON.stringify(signal.at)}` : '',
  ]
    .filter((line) => line !== '')
    .join('\n');
}
