import { parseArgs } from 'node:util';
import { judge } from '../simulation/judge.ts';
import { readStory } from '../simulation/story.ts';
import { transcriptOf } from '../simulation/transcript.ts';
import { runStory } from '../simulation/world.ts';
import { isInSample, problemsOf, storiesByCall, storiesByOrder } from './derived.ts';

const OPTIONS = {
  every: { type: 'string', default: '1' },
  story: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const USAGE = `Runs stories in simulated time, and judges each (simulation/judge.ts). Without --story, they are made of others: the
runner is killed or cancelled at each call of a run, GitHub's answer there is late or old, and two or three runs at the same
moment take turns in every order.

  --every N      runs one in N of them
  --story TEXT   runs one story, of which nothing has to break, and prints everything about it
  --help         shows this text
`;

async function runOne(text: string): Promise<number> {
  const outcome = await runStory(readStory(text));
  // Whoever reads it sees its warnings.
  const problems = judge(outcome, [/^/]);
  const lines = [transcriptOf(outcome), ...problems.map((problem) => `WRONG: ${problem}`), ''];
  process.stdout.write(lines.join('\n'));
  return problems.length;
}

async function runAll(every: number): Promise<number> {
  let wrong = 0;
  for (const all of [await storiesByCall(), storiesByOrder()]) {
    const chosen = all.filter((_, index) => isInSample(index, every));
    for (const story of chosen) {
      const problems = await problemsOf(story);
      wrong += problems.length;
      for (const problem of problems) process.stdout.write(`WRONG: ${problem}\n  ${story.text}\n`);
    }
    process.stdout.write(`${chosen.length} of ${all.length} stories\n`);
  }
  process.stdout.write(`${wrong === 0 ? 'Nothing' : `${wrong} things`} wrong\n`);
  return wrong;
}

const { story, every, help } = parseArgs({ options: OPTIONS }).values;
if (help) process.stdout.write(USAGE);
else {
  const wrong = story === undefined ? await runAll(Number(every)) : await runOne(story);
  process.exitCode = wrong > 0 ? 1 : 0;
}
