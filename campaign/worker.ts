import fc from 'fast-check';
import { count, emptyTally, unreachedText } from './report.ts';
import type { Story } from './story.ts';
import { KINDS, type Kind, type Share } from './story-index.ts';
import { playStory } from './world.ts';

/** A process that plays its share of a kind of stories, and sends the figures to its parent. */
const [kind, share] = JSON.parse(process.argv[2] ?? '') as [Kind, Share];
const [, stories] = KINDS[kind];
const tally = emptyTally();

async function playAll(all: AsyncIterable<Story> | Iterable<Story>): Promise<void> {
  for await (const story of all) {
    const result = await playStory(story);
    // Whoever writes a fault down means it to happen; an order of two runs has places for both that only one comes to.
    const unreached = kind === 'named' ? result.unreached : [];
    const problems = unreached.map((fault) => ({ check: 'the story', text: unreachedText(fault) }));
    count(tally, result, problems);
  }
}

/** fast-check stops at the first story that breaks a promise, and shrinks it: only the shortest is reported. */
async function playDrawn(arbitrary: fc.Arbitrary<Story>): Promise<void> {
  const numRuns = Math.ceil(share.count / share.workers);
  const seed = share.seed * 1_000 + share.worker;
  const shortest = await fc.check(
    fc.asyncProperty(arbitrary, async (story) => count(tally, await playStory(story))),
    { numRuns, seed, interruptAfterTimeLimit: 600_000 },
  );
  if (shortest.failed) tally.failures.splice(0, tally.failures.length - 1);
}

await (typeof stories === 'function' ? playAll(stories(share)) : playDrawn(stories));
process.send?.(tally, () => process.exit());
