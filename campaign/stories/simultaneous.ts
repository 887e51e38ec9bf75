import { Random } from '../random.ts';
import { commented } from './core-stories.ts';
import { effectsOf } from './judge.ts';
import { playStory } from './play.ts';
import { storyOf } from './story.ts';

/** How many of so many pairs of comments, made within two seconds on an issue without a job, lead to two jobs. */
export async function simultaneousPairs(pairs: number): Promise<number> {
  let doubled = 0;
  for (let nth = 0; nth < pairs; nth += 1) {
    const random = new Random('simultaneous', nth);
    const played = await playStory(
      storyOf({
        name: `two comments at once ${nth}`,
        steps: [{ job: 'docs', action: '__docs', inputs: { comment: 'true' } }],
        acts: [
          commented('/docs shorter', { goOnAfterMs: Math.round(random.between(1, 2_000)) }),
          commented('/docs longer'),
        ],
        concurrency: false,
        latencyMs: Math.round(random.between(30, 400)),
      }),
    );
    if (effectsOf(played).filter(({ operation }) => operation === 'create').length > 1) doubled += 1;
  }
  return doubled;
}
