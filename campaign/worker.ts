import fc from 'fast-check';
import { count, emptyTally } from './report.ts';
import type { Story } from './story.ts';
import { DRAWN, isDrawn, KINDS, type Kind, type Share } from './story-index.ts';
import { playStory } from './world.ts';

/** A process that plays its share of a kind of stories, and sends the figures to its parent. */
const [kind, share] = JSON.parse(process.argv[2] ?? '') as [Kind, Share];
const tally = emptyTally();

async function playAll(stories: AsyncIterable<Story> | Iterable<Story>): Promise<void> {
  for await (const story of stories) count(tally, await playStory(story));
}

/** fast-check stops at the first story that breaks a promise, and shrinks it: only the shortest is told. */
async function playDrawn(stories: fc.Arbitrary<Story>): Promise<void> {
  const numRuns = Math.ceil(share.count / share.workers);
  const seed = share.seed * 1_000 + share.worker;
  const shortest = await fc.check(
    fc.asyncProperty(stories, async (story) => count(tally, await playStory(story)).length === 0),
    { numRuns, seed, interruptAfterTimeLimit: 600_000 },
  );
  if (shortest.failed) tally.failures.splice(0, tally.failures.length - 1);
}

await (isDrawn(kind) ? playDrawn(DRAWN[kind]) : playAll(KINDS[kind](share)));
process.send?.(tally, () => process.exit());
