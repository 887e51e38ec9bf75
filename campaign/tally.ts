import type { Evidence } from './evidence.ts';
import { type Counts, increase } from './figures.ts';
import { effectsOf, judge } from './judge.ts';
import { describePlan, type Plan } from './plan.ts';

/** A run that broke a promise, with all there is to say about it. */
export interface Failure {
  readonly run: number;
  readonly problems: readonly string[];
  readonly text: string;
}

/** Figures of many runs. Plain data, so that a process can send it to another one. */
export type Tally = ReturnType<typeof emptyTally>;

export function emptyTally() {
  return {
    runs: 0,
    requests: 0,
    signals: 0,
    outages: 0,
    faults: {} as Counts,
    outcomes: {} as Counts,
    jobs: 0,
    messages: 0,
    /** Runs with more than one job or follow-up. */
    doubled: 0,
    /** Jobs that were told of, and are not in `job-id`. */
    lost: 0,
    /** Of the runs that ended as `unknown`: those where it had been done. */
    unknownDone: 0,
    /** Milliseconds from a signal to the end, at most. */
    mostStopMs: 0,
    /** How much later than `timeout-minutes` the latest wait ended, in milliseconds. */
    mostLateMs: 0,
    failures: [] as Failure[],
  };
}

/** Counts one run in, judged. */
export function count(tally: Tally, evidence: Evidence): void {
  const { plan, wire, step, beganMs, signalMs, endMs } = evidence;
  const outcome = step.outputs['outcome'] ?? 'none';
  const effects = effectsOf(evidence);
  tally.runs += 1;
  tally.requests += wire.exchanges.length;
  tally.jobs += effects.jobs;
  tally.messages += effects.messages;
  if (effects.jobs > 1 || effects.messages > 1) tally.doubled += 1;
  if (signalMs !== undefined) {
    tally.signals += 1;
    tally.mostStopMs = Math.max(tally.mostStopMs, endMs - signalMs);
  }
  if (wire.missed > 0) tally.outages += 1;
  if (outcome === 'unknown' && effects.jobs + effects.messages > 0) tally.unknownDone += 1;
  if (outcome === 'timeout' && !plan.comment)
    tally.mostLateMs = Math.max(tally.mostLateMs, endMs - beganMs - plan.timeoutMs);
  increase(tally.outcomes, outcome);
  for (const { fault } of wire.exchanges) if (fault) increase(tally.faults, fault.name);
  const problems = judge(evidence);
  if (problems.some((problem) => problem.startsWith('job-id is'))) tally.lost += 1;
  if (problems.length > 0) tally.failures.push({ run: plan.run, problems, text: tell(evidence, problems) });
}

/** All there is to say about a run: the plan, the wire, what the action wrote, and what the platform knows. */
export function tell(evidence: Evidence, problems: readonly string[]): string {
  const { plan, wire, step, succeeded, truth, jobs, endMs } = evidence;
  const outputs = Object.entries(step.outputs).filter(([, value]) => value !== '');
  return [
    describePlan(plan),
    `\nOn the wire:\n${wire.text}`,
    `\nWhat the action wrote:\n${step.log.trimEnd()}`,
    `\nOutputs:\n${outputs.map(([name, value]) => `${name}=${value}`).join('\n')}`,
    `\nThe step ${succeeded ? 'succeeded' : 'failed'} after ${endMs.toFixed(0)} ms.`,
    `The platform says: ${JSON.stringify(truth)}`,
    `The platform has: ${JSON.stringify(jobs.map(({ id, prompts }) => ({ id, prompts: prompts.length })))}`,
    problems.length > 0
      ? `\nBroken promises:\n${problems.map((problem) => `- ${problem}`).join('\n')}`
      : '\nEvery promise was kept.',
  ].join('\n');
}

/** How to see a run again. */
export function replayCommand({ seed, run, pace }: Pick<Plan, 'seed' | 'run' | 'pace'>): string {
  return `npm run campaign -- --replay ${seed}:${run}${pace === 'real' ? ':bundle' : ''}`;
}
