import { ROWS } from './core-stories.ts';
import { explore, explorePairs } from './explore.ts';
import { playStory } from './play.ts';
import { randomStory } from './random-story.ts';
import { simultaneousPairs } from './simultaneous.ts';
import { countStory, emptyStoryTally } from './tally.ts';

/** A process that plays every `workers`th story of a part, from the `worker`th on, and sends its figures to its parent. */
const [part = '', ...numbers] = process.argv.slice(2);
const [worker = 0, workers = 1, seed = 1, stories = 0] = numbers.map(Number);
const tally = emptyStoryTally();

switch (part) {
  case 'rows':
    for (const [index, story] of ROWS.entries())
      if (index % workers === worker) countStory(tally, await playStory(story));
    break;
  case 'random':
    for (let number = worker; number < stories; number += workers)
      countStory(tally, await playStory(randomStory(seed, number)));
    break;
  case 'single':
    await explore({ worker, workers }, (played) => countStory(tally, played));
    break;
  case 'pairs':
    await explorePairs({ worker, workers }, stories, (played) => countStory(tally, played));
}
const told = part === 'simultaneous' ? await simultaneousPairs(stories) : tally;
process.send?.(told, () => process.exit());
