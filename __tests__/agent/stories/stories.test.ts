import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { withoutTraces } from '../../helpers/without-traces.ts';
import { blocksIn } from './blocks.ts';

// What is loaded on demand would take real time, in which hours would pass for a story.
await import('@actions/github');
for (const file of readdirSync(path.resolve(import.meta.dirname, '../../../src/agent'), { recursive: true }))
  if (String(file).endsWith('.ts')) await import(`../../../src/agent/${file}`);
const { readStory } = await import('../../../campaign/story.ts');
const { playStory } = await import('../../../campaign/world.ts');
const { judge } = await import('../../../campaign/judge.ts');
const { transcriptOf } = await import('../../../campaign/transcript.ts');
const { toldBy } = await import('./told.ts');

const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.txt'));

/** README.md says what can stand in a story, and below it. */
describe.each(files)('%s', (file) => {
  const blocks = blocksIn(readFileSync(path.join(import.meta.dirname, file), 'utf8'));
  const rows = blocks.flatMap(({ stories, lines }) => stories.map((story) => [story, lines] as const));
  test.each(rows)('%s', async (text, lines) => {
    const outcome = await withoutTraces(() => playStory(readStory(text)));
    try {
      expect([...outcome.unreached.map((each) => `nothing came to "${each}"`), ...judge(outcome)]).toEqual(
        [],
      );
      const told = toldBy(outcome);
      for (const line of lines) told.expect(line);
    } catch (error) {
      (error as Error).message += `\n\n${transcriptOf(outcome)}`;
      throw error;
    }
  });
});
