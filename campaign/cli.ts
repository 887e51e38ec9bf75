import { parseArgs } from 'node:util';
import { judge } from '../simulation/judge.ts';
import { readStory } from '../simulation/story.ts';
import { transcriptOf } from '../simulation/transcript.ts';
import { runStory } from '../simulation/world.ts';
import { endsOf, isInSample, storiesByCall, storiesByOrder, WARNINGS } from './derived.ts';

const OPTIONS = {
  every: { type: 'string', default: '1' },
  late: { type: 'boolean', default: false },
  story: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const USAGE = `Runs stories in simulated time, and judges each (simulation/judge.ts). Without --story, they are made of others: the
runner is killed or cancelled at each call of a run, GitHub's answer there is late or old, and two or three runs at the same
moment take turns in every order.

  --every N      runs one in N of them
  --late         also checks that late and old answers change nothing but the time
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

async function runAll(every: number, isLateChecked: boolean): Promise<number> {
  const startMs = performance.now();
  let wrong = 0;
  for (const all of [await storiesByCall(), storiesByOrder()]) {
    const chosen = all.filter((_, index) => isInSample(index, every));
    for (const { text, ends } of chosen) {
      const outcome = await runStory(readStory(text));
      const problems = judge(outcome, WARNINGS);
      const found = endsOf(outcome);
      if (isLateChecked && ends !== undefined && found !== ends) problems.push(`ends ${found}, not ${ends}`);
      wrong += problems.length;
      for (const problem of problems) process.stdout.write(`WRONG: ${problem}\n  ${text}\n`);
    }
    process.stdout.write(`${chosen.length} of ${all.length} stories\n`);
  }
  const seconds = ((performance.now() - startMs) / 1000).toFixed(0);
  process.stdout.write(`${wrong === 0 ? 'Nothing' : `${wrong} things`} wrong, in ${seconds} s\n`);
  return wrong;
}

const { story, every, late, help } = parseArgs({ options: OPTIONS }).values;
if (help) process.stdout.write(USAGE);
else {
  const wrong = story === undefined ? await runAll(Number(every), late) : await runOne(story);
  process.exitCode = wrong > 0 ? 1 : 0;
}
