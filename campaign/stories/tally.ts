import { effectsOf, judgeStory, overwrittenIn } from './judge.ts';
import { type Played, replayName } from './story.ts';

/** Figures of many stories. Plain data, so that a process can send it to another one. */
export interface StoryTally {
  stories: number;
  steps: number;
  requests: number;
  faults: Record<string, number>;
  stops: number;
  outcomes: Record<string, number>;
  jobs: number;
  messages: number;
  /** Requests of people that were paid twice though no rule allows it. */
  doubled: number;
  /** Those that were, because runs that did not wait for each other wrote over each other's turns. */
  overwritten: number;
  failures: { readonly name: string; readonly problems: readonly string[] }[];
}

export function emptyStoryTally(): StoryTally {
  return {
    ...{ stories: 0, steps: 0, requests: 0, stops: 0, jobs: 0, messages: 0, doubled: 0, overwritten: 0 },
    ...{ faults: {}, outcomes: {}, failures: [] },
  };
}

/** Counts one story in, judged. */
export function countStory(tally: StoryTally, played: Played): void {
  const { steps, wire, story } = played;
  tally.stories += 1;
  tally.steps += steps.length;
  tally.requests += wire.exchanges.length;
  tally.stops += steps.filter(({ end, signalMs }) => end.killed || signalMs !== undefined).length;
  for (const { fault } of wire.exchanges) if (fault) increase(tally.faults, fault.name);
  for (const { end } of steps)
    increase(tally.outcomes, end.killed ? '(gone)' : (end.result.outputs['outcome'] ?? ''));
  for (const { operation } of effectsOf(played)) tally[operation === 'create' ? 'jobs' : 'messages'] += 1;
  const problems = judgeStory(played);
  tally.doubled += problems.filter((problem) => problem.includes('paid twice')).length;
  tally.overwritten += overwrittenIn(played);
  if (problems.length > 0) tally.failures.push({ name: replayName(story), problems });
}

function increase(counts: Record<string, number>, name: string, by = 1): void {
  counts[name] = (counts[name] ?? 0) + by;
}

/** Adds the figures of `other`. */
export function mergeStories(tally: StoryTally, other: StoryTally): void {
  for (const name of [
    'stories',
    'steps',
    'requests',
    'stops',
    'jobs',
    'messages',
    'doubled',
    'overwritten',
  ] as const) {
    tally[name] += other[name];
  }
  for (const name of ['faults', 'outcomes'] as const) {
    for (const [key, value] of Object.entries(other[name])) increase(tally[name], key, value);
  }
  tally.failures.push(...other.failures);
}
