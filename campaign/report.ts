import { judge, type Problem } from './judge.ts';
import { Observations } from './observations.ts';
import { storyText } from './story.ts';
import type { StoryResult } from './story-result.ts';

type Counts = Record<string, number>;

/** A story that broke a promise. */
export interface Failure {
  readonly story: string;
  readonly problems: readonly Problem[];
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

/** What is counted of each story, and summed. */
const FIGURES: Readonly<Record<string, (observed: Observations) => number>> = {
  stories: () => 1,
  'steps of the action': ({ played }) => played.steps.length,
  requests: ({ played }) => played.exchanges.length,
  'faults that befell them': ({ played }) => played.exchanges.filter(({ broken }) => broken !== null).length,
  'steps stopped, or their machine gone': ({ played }) =>
    played.steps.filter(({ killed, signalMs }) => killed || signalMs !== undefined).length,
  'jobs created': ({ effects }) => effects.filter(({ operation }) => operation === 'create').length,
  'follow-ups taken': ({ effects }) => effects.filter(({ operation }) => operation === 'message').length,
  'stories with two jobs or more': ({ played }) => (played.jobs.length - played.foreignJobs > 1 ? 1 : 0),
  'ended as `unknown` though the platform had done it': ({ effects }) =>
    effects.filter(({ step }) => step.outcome === 'unknown').length,
};
const LONGEST = 'longest time from a signal to the end, ms';

function increase(counts: Counts, name: string, by = 1): void {
  counts[name] = (counts[name] ?? 0) + by;
}

/** @returns the promises that the story broke */
export function count(tally: Tally, played: StoryResult): readonly Problem[] {
  const observed = new Observations(played);
  for (const [name, figure] of Object.entries(FIGURES)) increase(tally.figures, name, figure(observed));
  const stopped = played.steps.map(({ signalMs, endMs }) => endMs - (signalMs ?? endMs));
  tally.figures[LONGEST] = Math.max(tally.figures[LONGEST] ?? 0, ...stopped);
  for (const { broken } of played.exchanges) if (broken !== null) increase(tally.faults, broken);
  for (const { outcome, killed } of played.steps) increase(tally.outcomes, killed ? '(gone)' : outcome);
  const problems = judge(played);
  if (problems.length > 0) tally.failures.push({ story: storyText(played.story), problems });
  return problems;
}

export function add(into: Tally, from: Tally): void {
  for (const [name, value] of Object.entries(from.figures)) {
    if (name === LONGEST) into.figures[name] = Math.max(into.figures[name] ?? 0, value);
    else increase(into.figures, name, value);
  }
  for (const [name, value] of Object.entries(from.faults)) increase(into.faults, name, value);
  for (const [name, value] of Object.entries(from.outcomes)) increase(into.outcomes, name, value);
  into.failures.push(...from.failures);
}

/** The figures as Markdown that also reads well in a terminal. */
export function tallyTable({ figures, faults, outcomes, failures }: Tally, tookMs: number): string {
  const rows = Object.entries({
    ...figures,
    '**stories that broke a promise**': failures.length,
    'took, s': Math.round(tookMs / 1000),
  });
  const lines = [['', ''], [':'.padEnd(52, '-'), '------:'], ...rows].map(
    ([name = '', value = '']) => `| ${String(name).padEnd(52)} | ${String(value).padStart(7)} |`,
  );
  return [...lines, `\nOutcomes: ${listed(outcomes)}`, `\nFaults: ${listed(faults)}`].join('\n');
}

function listed(counts: Counts): string {
  const entries = Object.entries(counts).sort(([, a], [, b]) => b - a);
  return entries.map(([name, count]) => `${name} ${count}`).join(', ') || 'none';
}

/** All there is to say about a story: what happened, the wire, what the action wrote, and what the platform has. */
export function tell(played: StoryResult): string {
  const { story, steps, comments, jobs, startMs } = played;
  const problems = judge(played).map(({ check, text }) => `- ${text} (${check})`);
  const at = (ms: number) => `${(ms - startMs).toFixed(0).padStart(9)} ms `;
  const wire = played.exchanges.map(({ at: ms, seq, caller, operation, nth, broken, real, status }) => ({
    ms,
    text: `${seq}: [${caller}] ${operation} ${nth} → ${real?.status ?? 'not done'}${broken ? `, ${broken}: ${status ?? 'nothing'}` : ''}`,
  }));
  const notes = played.notes.map(({ atMs: ms, text }) => ({ ms, text }));
  const lines = [...notes, ...wire].sort((a, b) => a.ms - b.ms).map(({ ms, text }) => at(ms) + text);
  const logs = steps.map(({ index, run, attempt, expected, succeeded, result }) => {
    const outputs = Object.entries(result.outputs).filter(([, value]) => value !== '');
    const told = outputs.map(([name, value]) => `${name}=${value}`).join('\n');
    return `[${index}] run ${run}, attempt ${attempt}, ${expected}: ${succeeded ? 'succeeded' : 'failed'}\n${result.log}${told}\n`;
  });
  return [
    `${storyText(story)}\n`,
    ...lines,
    '',
    ...logs,
    ...comments.map(({ id, issue, body }) => `Comment ${id} on ${issue}: ${body.slice(0, 1_000)}\n`),
    ...jobs.map(({ id, work }) => `The platform has ${id}: ${JSON.stringify(work)}\n`),
    problems.length > 0 ? `Broken promises:\n${problems.join('\n')}` : 'Every promise was kept.',
  ].join('\n');
}
