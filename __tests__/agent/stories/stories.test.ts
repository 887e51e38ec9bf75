import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { judge } from '../../../simulation/judge.ts';
import { readStory } from '../../../simulation/story.ts';
import { transcriptOf } from '../../../simulation/transcript.ts';
import { runStory } from '../../../simulation/world.ts';
import { expectationsOf, warningsIn } from './expectations.ts';
import { type FiledStory, storiesIn } from './story-files.ts';

const folder = import.meta.dirname;

/** Tells jest the place in a file of stories, whose lines it then shows. */
function failAt(place: string, error: unknown, transcript = ''): never {
  const why = error instanceof Error ? error.message : String(error);
  const failure = new Error(`${why}\n\n${transcript}`);
  failure.stack = `${failure}\n    at ${path.join(folder, place)}:1`;
  throw failure;
}

async function runFiled(file: string, { text, line, ends }: FiledStory): Promise<void> {
  let place = `${file}:${line}`;
  let transcript: string | undefined;
  try {
    const outcome = await runStory(readStory(text));
    transcript = transcriptOf(outcome);
    const unreached = outcome.unreached.map((trouble) => `nothing came to "${trouble}"`);
    const warnings = warningsIn(ends.map((end) => end.text));
    expect([...unreached, ...judge(outcome, warnings)]).toEqual([]);
    const expected = expectationsOf(outcome);
    for (const end of ends) {
      place = `${file}:${end.line}`;
      expected.check(end.text);
    }
  } catch (error) {
    failAt(place, error, transcript);
  }
}

/** README.md says what can stand in a story, and below it. */
const files = readdirSync(folder).filter((file) => file.endsWith('.txt'));
const stories = files.flatMap((file) => {
  const filed = storiesIn(readFileSync(path.join(folder, file), 'utf8'));
  return filed.map((story) => [`${file}:${story.line} ${story.text}`, file, story] as const);
});
test.each(stories)('%s', (_, file, story) => runFiled(file, story));
