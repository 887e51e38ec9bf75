import { type Counts, increase } from '../figures.ts';
import { effectsOf, judgeStory, overwrittenIn } from './judge.ts';
import { type Played, replayName } from './story.ts';

/** Figures of many stories. Plain data, so that a process can send it to another one. */
export type StoryTally = ReturnType<typeof emptyStoryTally>;

export function emptyStoryTally() {
  return {
    stories: 0,
    steps: 0,
    requests: 0,
    faults: {} as Counts,
    stops: 0,
    outcomes: {} as Counts,
    jobs: 0,
    messages: 0,
    /** Requests of people that were paid twice though no rule allows it. */
    doubled: 0,
    /** Those that were, because runs that did not wait for each other wrote over each other's turns. */
    overwritten: 0,
    failures: [] as { readonly name: string; readonly problems: readonly string[] }[],
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
