import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { judge } from '../../../campaign/judge.ts';
import { readStory } from '../../../campaign/story.ts';
import { transcriptOf } from '../../../campaign/transcript.ts';
import { playStory } from '../../../campaign/world.ts';
import { blocksIn } from './blocks.ts';
import { toldBy } from './told.ts';

const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.txt'));

/** README.md says what can stand in a story, and below it. */
describe.each(files)('%s', (file) => {
  const blocks = blocksIn(readFileSync(path.join(import.meta.dirname, file), 'utf8'));
  const rows = blocks.flatMap(({ stories, lines }) => stories.map((story) => [story, lines] as const));
  test.each(rows)('%s', async (text, lines) => {
    const outcome = await playStory(readStory(text));
    const unreached = outcome.unreached.map((trouble) => `nothing came to "${trouble}"`);
    try {
      expect([...unreached, ...judge(outcome)]).toEqual([]);
      const told = toldBy(outcome);
      for (const line of lines) told.expect(line);
    } catch (error) {
      (error as Error).message += `\n\n${transcriptOf(outcome)}`;
      throw error;
    }
  });
});
