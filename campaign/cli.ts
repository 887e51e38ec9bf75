import { parseArgs } from 'node:util';
import { judge } from '../simulation/judge.ts';
import { readStory } from '../simulation/story.ts';
import { transcriptOf } from '../simulation/transcript.ts';
import { runStory } from '../simulation/world.ts';
import { disturbed, interleaved, scattered, WARNINGS } from './derived.ts';

const OPTIONS = {
  every: { type: 'string', default: '1' },
  story: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const USAGE = `Plays stories that are made of others, and judges each (simulation/judge.ts): one fault at a time at each request of a
run, the runner killed or cancelled there, and two or three runs at the same moment in every order of their requests.

  --every N      plays one in N of them
  --story TEXT   plays one story, and prints everything about it
  --help         shows this text
`;

async function playOne(text: string): Promise<number> {
  const outcome = await runStory(readStory(text));
  // Whoever reads it sees its warnings.
  const problems = judge(outcome, [/^/]);
  const told = [transcriptOf(outcome), ...problems.map((problem) => `WRONG: ${problem}`), ''];
  process.stdout.write(told.join('\n'));
  return problems.length;
}

async function playAll(every: number): Promise<number> {
  const startMs = performance.now();
  let wrong = 0;
  for (const all of [await disturbed(), interleaved()]) {
    const chosen = all.filter((_, index) => scattered(index, every));
    for (const text of chosen) {
      const problems = judge(await runStory(readStory(text)), WARNINGS);
      wrong += problems.length;
      for (const problem of problems) process.stdout.write(`WRONG: ${problem}\n  ${text}\n`);
    }
    process.stdout.write(`${chosen.length} of ${all.length} stories played\n`);
  }
  const seconds = ((performance.now() - startMs) / 1000).toFixed(0);
  process.stdout.write(`${wrong === 0 ? 'Nothing' : `${wrong} things`} wrong, in ${seconds} s\n`);
  return wrong;
}

const { story, every, help } = parseArgs({ options: OPTIONS }).values;
if (help) process.stdout.write(USAGE);
else {
  const wrong = story === undefined ? await playAll(Number(every)) : await playOne(story);
  process.exitCode = wrong > 0 ? 1 : 0;
}
