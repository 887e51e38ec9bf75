import { PARTS, type Part, type Share } from './parts.ts';
import { count, emptyTally } from './tally.ts';
import { playStory } from './world.ts';

/** A process that plays its share of a part, and sends the figures to its parent. */
const [part, share] = JSON.parse(process.argv[2] ?? '') as [Part, Share];
/** There is one simulated world at a time; processes of the bundle mostly wait. */
const lanes = part === 'bundle' ? 4 : 1;
const tally = emptyTally();
const stories = (async function* () {
  yield* PARTS[part](share);
})();

async function play(): Promise<void> {
  for await (const story of { [Symbol.asyncIterator]: () => ({ next: () => stories.next() }) }) {
    count(tally, await playStory(story));
    const problems = tally.failures.at(-1)?.problems ?? [];
    if (share.until !== '' && problems.some((problem) => new RegExp(share.until).test(problem))) return;
  }
}

await Promise.all(Array.from({ length: lanes }, play));
process.send?.(tally, () => process.exit());
