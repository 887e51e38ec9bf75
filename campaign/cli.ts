import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';

const OPTIONS = {
  every: { type: 'string', default: '1' },
  share: { type: 'string', default: '1/1' },
  story: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const USAGE = `Plays stories that are made of others, and judges each (campaign/judge.ts): one fault at a time at each request of a
run, the runner killed or cancelled there, and two or three runs at the same moment in every order of their requests.

  --every N      plays one in N of them
  --share K/N    plays the K-th of N shares, for N processes
  --story TEXT   plays one story, and prints everything about it
  --help         shows this text
`;

// What is loaded on demand would take real time, in which hours would pass for a story.
for (const file of readdirSync(new URL('../src/agent', import.meta.url), { recursive: true }))
  if (String(file).endsWith('.ts')) await import(`../src/agent/${file}`);
await import('@actions/github');
const { disturbed, interleaved, problemsOf, scattered } = await import('./derived.ts');
const { judge } = await import('./judge.ts');
const { readStory } = await import('./story.ts');
const { transcriptOf } = await import('./transcript.ts');
const { playStory } = await import('./world.ts');

async function playOne(text: string): Promise<number> {
  const outcome = await playStory(readStory(text));
  const problems = judge(outcome);
  process.stdout.write(
    `${transcriptOf(outcome)}\n${problems.map((problem) => `WRONG: ${problem}\n`).join('')}`,
  );
  return problems.length;
}

async function playAll(every: number, share: number, shares: number): Promise<number> {
  const startMs = performance.now();
  const groups = { 'one fault or stop': await disturbed(), 'at the same moment': interleaved() };
  let wrong = 0;
  for (const [title, all] of Object.entries(groups)) {
    const chosen = all.filter((_, index) => index % shares === share - 1 && scattered(index, every));
    for (const derived of chosen) {
      const { problems } = await problemsOf(derived);
      wrong += problems.length;
      for (const problem of problems) process.stdout.write(`WRONG: ${problem}\n  ${derived.text}\n`);
    }
    process.stdout.write(`${title}: ${chosen.length} of ${all.length} stories played\n`);
  }
  const seconds = ((performance.now() - startMs) / 1000).toFixed(0);
  process.stdout.write(`${wrong === 0 ? 'Nothing' : `${wrong} things`} wrong, in ${seconds} s\n`);
  return wrong;
}

const { values } = parseArgs({ options: OPTIONS });
Error.stackTraceLimit = 0;
if (values.help) process.stdout.write(USAGE);
else {
  const [share = 1, shares = 1] = values.share.split('/').map(Number);
  const wrong = values.story
    ? await playOne(values.story)
    : await playAll(Number(values.every), share, shares);
  process.exitCode = wrong > 0 ? 1 : 0;
}
