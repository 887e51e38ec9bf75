import { judge, overwrittenIn, type Verdict } from './judge.ts';
import { type Played, type PlayedStep, replayName } from './story.ts';
import { settingsOf } from './truth.ts';
import { keepsMemory } from './view.ts';

type Counts = Record<string, number>;

/** A story that broke a promise. */
export interface Failure {
  /** As `--replay` takes it. */
  readonly name: string;
  readonly problems: readonly string[];
  /** All there is to say about it, where another try may go otherwise. */
  readonly text: string;
}

/** Plain data, so that a process can send it to another one. */
export interface Tally {
  readonly figures: Counts;
  readonly faults: Counts;
  readonly outcomes: Counts;
  readonly failures: Failure[];
}

export function emptyTally(): Tally {
  return { figures: {}, faults: {}, outcomes: {}, failures: [] };
}

function effects({ view }: Verdict, operation: 'create' | 'message'): number {
  return view.effects.filter((effect) => effect.operation === operation).length;
}

function faultsOf({ wire }: Played): string[] {
  return wire.exchanges.flatMap(({ fault }) => (fault ? [fault.name] : []));
}

/** What is counted of each story, and summed. */
const FIGURES: Readonly<Record<string, (verdict: Verdict) => number>> = {
  stories: () => 1,
  'steps of the action': ({ view }) => view.played.steps.length,
  requests: ({ view }) => view.played.wire.exchanges.length,
  'faults injected': ({ view }) => faultsOf(view.played).length,
  'stories with an outage': ({ view }) => (view.played.wire.missed > 0 ? 1 : 0),
  'steps stopped, or their machine gone': ({ view }) =>
    view.played.steps.filter(({ killed, signalMs }) => killed || signalMs !== undefined).length,
  'jobs created': (verdict) => effects(verdict, 'create'),
  'follow-ups taken': (verdict) => effects(verdict, 'message'),
  '**requests that were paid twice**': ({ problems }) => matching(problems, /paid twice/),
  '… because runs without `concurrency` wrote over each other': ({ view }) => overwrittenIn(view),
  '**job ids told and not in `job-id`**': ({ problems }) => matching(problems, /job-id is/),
  'ended as `unknown` though the platform had done it': ({ view }) =>
    view.effects.filter(({ step }) => step.outcome === 'unknown').length,
  '**stories that broke a promise**': ({ problems }) => (problems.length > 0 ? 1 : 0),
};

/** Times of steps, in milliseconds, of which the longest counts. */
const LONGEST: Readonly<Record<string, (step: PlayedStep) => number>> = {
  'longest time from a signal to the end': ({ signalMs, endMs }) => endMs - (signalMs ?? endMs),
  'latest end after `timeout-minutes`, where no comment is kept': (step) =>
    step.outcome === 'timeout' && !keepsMemory(step)
      ? step.endMs - step.startMs - settingsOf(step).timeoutMs
      : 0,
};

function matching(texts: readonly string[], pattern: RegExp): number {
  return texts.filter((text) => pattern.test(text)).length;
}

function increase(counts: Counts, name: string, by = 1): void {
  counts[name] = (counts[name] ?? 0) + by;
}

export function count(tally: Tally, played: Played): void {
  const verdict = judge(played);
  const { problems } = verdict;
  for (const [name, figure] of Object.entries(FIGURES)) increase(tally.figures, name, figure(verdict));
  for (const [name, timeOf] of Object.entries(LONGEST))
    tally.figures[name] = Math.max(tally.figures[name] ?? 0, ...played.steps.map(timeOf));
  for (const name of faultsOf(played)) increase(tally.faults, name);
  for (const { outcome, killed } of played.steps) increase(tally.outcomes, killed ? '(gone)' : outcome);
  const { story } = played;
  const text = story.pace === 'real' ? tell(played) : '';
  if (problems.length > 0) tally.failures.push({ name: replayName(story), problems, text });
}

export function add(into: Tally, from: Tally): void {
  for (const [name, value] of Object.entries(from.figures)) {
    if (name in LONGEST) into.figures[name] = Math.max(into.figures[name] ?? 0, value);
    else increase(into.figures, name, value);
  }
  for (const [name, value] of Object.entries(from.faults)) increase(into.faults, name, value);
  for (const [name, value] of Object.entries(from.outcomes)) increase(into.outcomes, name, value);
  into.failures.push(...from.failures);
}

/** The figures as Markdown that also reads well in a terminal. */
export function tallyTable({ figures, faults, outcomes }: Tally, tookMs: number): string {
  const rows = Object.entries({ ...figures, took: tookMs }).map(([name, value]) => {
    const isTime = name in LONGEST || name === 'took';
    return [name, isTime ? `${(value / 1000).toFixed(1)} s` : String(value)] as const;
  });
  const lines = [['', ''], [':'.padEnd(60, '-'), '------:'], ...rows].map(
    ([name = '', value = '']) => `| ${name.padEnd(60)} | ${value.padStart(7)} |`,
  );
  const kinds = `${Object.keys(faults).length} kinds of faults: ${listed(faults)}`;
  return [...lines, `\nOutcomes: ${listed(outcomes)}`, `\n${kinds}`].join('\n');
}

function listed(counts: Counts): string {
  const entries = Object.entries(counts).sort(([, a], [, b]) => b - a);
  return entries.map(([name, count]) => `${name} ${count}`).join(', ');
}

/** All there is to say about a story: what was to happen, the wire, what the action wrote, and what the platform has. */
export function tell(played: Played): string {
  const { story, wire, steps, comments, jobs } = played;
  const { problems } = judge(played);
  const logs = steps.map(({ index, run, attempt, expected, succeeded, startMs, endMs, result }) => {
    const outputs = Object.entries(result.outputs).filter(([, value]) => value !== '');
    return [
      `[${index}] run ${run}, attempt ${attempt}, ${expected}:`,
      result.log.trimEnd(),
      ...outputs.map(([name, value]) => `${name}=${value}`),
      `It ${succeeded ? 'succeeded' : 'failed'} after ${(endMs - startMs).toFixed(0)} ms.\n`,
    ].join('\n');
  });
  return [
    JSON.stringify(story, undefined, 1),
    `\nOn the wire:\n${wire.text}\n`,
    ...logs,
    ...comments.map(({ issue, user, body }) => `On ${issue}, ${user}: ${body.slice(0, 2_000)}\n`),
    ...jobs.map(({ id, turns }) => `The platform has ${id}: ${JSON.stringify(turns)}\n`),
    problems.length > 0 ? `Broken promises:\n- ${problems.join('\n- ')}` : 'Every promise was kept.',
  ].join('\n');
}
