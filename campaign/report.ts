import { judge, type Problem } from './judge.ts';
import { Observations } from './observations.ts';
import { storyText } from './story.ts';
import type { StoryResult } from './story-result.ts';

type Counts = Record<string, number>;

/** Results of some stories, as plain data, so that a process can send them to another one. */
export interface Tally {
  readonly figures: Counts;
  readonly faults: Counts;
  readonly outcomes: Counts;
  /** The stories that broke a promise. */
  readonly failures: { readonly story: string; readonly problems: readonly Problem[] }[];
}

const PARTS = ['figures', 'faults', 'outcomes'] as const;

export function emptyTally(): Tally {
  return { figures: {}, faults: {}, outcomes: {}, failures: [] };
}

/** Figures of a story. The table shows their sums. */
const FIGURES: Readonly<Record<string, (observed: Observations) => number>> = {
  stories: () => 1,
  'steps that ran the action': ({ result }) => result.steps.length,
  'API calls': ({ result }) => result.exchanges.length,
  'API calls with a fault': ({ result }) => result.exchanges.filter(({ broken }) => broken !== null).length,
  'steps that got a signal, or lost their runner': ({ result }) =>
    result.steps.filter(({ killed, signalMs }) => killed || signalMs !== undefined).length,
  'jobs created': ({ effects }) => effects.filter(({ operation }) => operation === 'create').length,
  'follow-ups accepted': ({ effects }) => effects.filter(({ operation }) => operation === 'message').length,
  'stories with two or more jobs': ({ result, foreignJobs }) =>
    result.jobs.length - foreignJobs > 1 ? 1 : 0,
  'accepted requests of runs that ended as `unknown`': ({ effects }) =>
    effects.filter(({ step }) => step.outcome === 'unknown').length,
};

function increase(counts: Counts, name: string, by = 1): void {
  counts[name] = (counts[name] ?? 0) + by;
}

/**
 * Adds a story to the tally.
 *
 * @param more problems of the story itself, not of the action
 * @returns whether there was no problem
 */
export function count(tally: Tally, result: StoryResult, more: readonly Problem[] = []): boolean {
  const observed = new Observations(result);
  for (const [name, figure] of Object.entries(FIGURES)) increase(tally.figures, name, figure(observed));
  for (const { broken } of result.exchanges) if (broken !== null) increase(tally.faults, broken);
  for (const { outcome, killed } of result.steps)
    increase(tally.outcomes, killed ? '(runner lost)' : outcome);
  const problems = [...judge(result), ...more];
  if (problems.length > 0) tally.failures.push({ story: storyText(result.story), problems });
  return problems.length === 0;
}

export function add(into: Tally, from: Tally): void {
  for (const part of PARTS)
    for (const [name, value] of Object.entries(from[part])) increase(into[part], name, value);
  into.failures.push(...from.failures);
}

/** Formats the figures as Markdown that is also easy to read in a terminal. */
export function tallyTable({ figures, faults, outcomes, failures }: Tally, tookMs: number): string {
  const rows = Object.entries({
    ...figures,
    '**stories that broke a promise**': failures.length,
    'time in seconds': Math.round(tookMs / 1000),
  });
  const lines = [['', ''], [':'.padEnd(52, '-'), '------:'], ...rows].map(
    ([name = '', value = '']) => `| ${String(name).padEnd(52)} | ${String(value).padStart(7)} |`,
  );
  return [...lines, `\nOutcomes: ${listed(outcomes)}`, `\nFaults: ${listed(faults)}`].join('\n');
}

function listed(counts: Counts): string {
  const entries = Object.entries(counts).sort(([, a], [, b]) => b - a);
  return entries.map(([name, count]) => `${count} × ${name}`).join(', ') || 'none';
}

export function unreachedText(fault: string): string {
  return `The fault "${fault}" never happened in this story.`;
}

/** Describes a story in full: its events, API calls, logs, comments and jobs. */
export function describeStory(result: StoryResult): string {
  const { story, steps, comments, jobs, startMs } = result;
  const problems = judge(result).map(({ check, text }) => `- ${text} (${check})`);
  const wire = result.exchanges.map(({ at, seq, caller, operation, nth, broken, real, status }) => ({
    atMs: at,
    text: `${seq}: [${caller}] ${operation} ${nth} → ${real?.status ?? 'not done'}${broken ? `, ${broken}: ${status ?? 'nothing'}` : ''}`,
  }));
  const lines = [...result.notes, ...wire]
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ atMs, text }) => `${(atMs - startMs).toFixed(0).padStart(9)} ms ${text}`);
  const logs = steps.map(({ index, run, attempt, expected, succeeded, result: { outputs, log } }) => {
    const written = Object.entries(outputs).filter(([, value]) => value !== '');
    const end = `${expected}: ${succeeded ? 'succeeded' : 'failed'}`;
    const values = written.map(([name, value]) => `${name}=${value}`).join('\n');
    return `[${index}] run ${run}, attempt ${attempt}, ${end}\n${log}${values}\n`;
  });
  return [
    `${storyText(story)}\n`,
    ...lines,
    '',
    ...logs,
    ...comments.map(({ id, issue, body }) => `Comment ${id} on ${issue}: ${body.slice(0, 1_000)}\n`),
    ...jobs.map(({ id, work }) => `Mintlify has ${id}: ${JSON.stringify(work)}\n`),
    problems.length > 0 ? `Broken promises:\n${problems.join('\n')}` : 'Every promise was kept.',
  ].join('\n');
}
