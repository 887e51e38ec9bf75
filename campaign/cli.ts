import { fork } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Part, Share } from './parts.ts';
import { add, emptyTally, type Tally, tallyTable, tell } from './tally.ts';

const USAGE = `Plays stories: people, runs, re-runs, edits by hand and faults, and holds what the action says and did against the
platform's ledger. \`campaign\` plays single runs, and \`stories\` what happens between runs. What is played:

  --runs N          single runs in simulated time; 500 for campaign
  --bundle-runs N   single runs of the bundle, as processes over TCP; 20 for campaign
  --rows            what once went wrong between runs; for stories
  --single          each core story with each fault at each exchange; for stories
  --pairs N         every Nth pair of faults at each two exchanges: 1 for all of them
  --random N        random stories; 500 for stories
  --simultaneous N  pairs of comments made at the same time; 100 for stories

  --seed S          another seed, other runs and random stories; 1 unless given
  --until PATTERN   stops at the first story with a problem that matches
  --jobs N          processes at once; as many as there are processors unless given
  --bundle DIR      another bundle than dist/
  --replay NAME     shows one story, by the name that is printed for it
`;

const command = process.argv[2] ?? '';
const isRuns = command === 'campaign';
const OPTIONS = {
  runs: { type: 'string', default: isRuns ? '500' : '0' },
  'bundle-runs': { type: 'string', default: isRuns ? '20' : '0' },
  rows: { type: 'boolean', default: !isRuns },
  single: { type: 'boolean', default: !isRuns },
  pairs: { type: 'string', default: '0' },
  random: { type: 'string', default: isRuns ? '0' : '500' },
  simultaneous: { type: 'string', default: isRuns ? '0' : '100' },
  seed: { type: 'string', default: '1' },
  until: { type: 'string', default: '' },
  jobs: { type: 'string', default: String(os.availableParallelism()) },
  bundle: { type: 'string' },
  replay: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const MOST_NAMED = 12;

/** @throws {RangeError} when there is no such story */
async function replay(name: string): Promise<boolean> {
  const { storyNamed } = await import('./parts.ts');
  const { playStory } = await import('./world.ts');
  const text = tell(await playStory(storyNamed(name)));
  process.stdout.write(`${text}\n`);
  return text.endsWith('Every promise was kept.');
}

async function playShare(part: Part, share: Share): Promise<Tally> {
  const worker = fork(path.join(import.meta.dirname, 'worker.ts'), [JSON.stringify([part, share])]);
  let told: Tally | undefined;
  worker.on('message', (message) => {
    told = message as Tally;
  });
  const [code] = await once(worker, 'exit');
  if (!told) throw new Error(`a worker ended with ${code} before it had told anything`);
  return told;
}

/** Plays a part in all processes, and prints its figures. */
async function play(
  title: string,
  part: Part,
  workers: number,
  share: Omit<Share, 'worker' | 'workers'>,
): Promise<Tally> {
  const startMs = performance.now();
  const tally = emptyTally();
  const shares = Array.from({ length: workers }, (_, worker) =>
    playShare(part, { ...share, worker, workers }),
  );
  for (const one of await Promise.all(shares)) add(tally, one);
  process.stdout.write(`\n## ${title}\n\n${tallyTable(tally, performance.now() - startMs)}\n`);
  tellFailures(tally);
  return tally;
}

/** The problems by how often they came up, and the first stories to look at. */
function tellFailures({ failures }: Tally): void {
  const kinds = Map.groupBy(
    failures.flatMap(({ name, problems }) => problems.map((problem) => ({ name, problem }))),
    ({ problem }) => problem.replace(/job_\w+/g, 'job').replace(/\d+/g, 'n'),
  );
  const sorted = [...kinds].sort(([, a], [, b]) => b.length - a.length);
  for (const [, found] of sorted.slice(0, MOST_NAMED)) {
    process.stdout.write(`\n${found.length} × ${found[0]?.problem}\n`);
    for (const name of new Set(found.slice(0, 3).map((each) => each.name)))
      process.stdout.write(`  npm run ${command} -- --replay '${name.replaceAll("'", "'\\''")}'\n`);
  }
  for (const { text } of failures.slice(-5)) if (text) process.stdout.write(`\n${'='.repeat(80)}\n${text}\n`);
}

async function main(): Promise<boolean> {
  const { values } = parseArgs({ args: process.argv.slice(3), options: OPTIONS, allowNegative: true });
  if (values.help) {
    process.stdout.write(USAGE);
    return true;
  }
  if (values.bundle !== undefined) process.env['BUNDLE_DIRECTORY'] = path.resolve(values.bundle);
  if (values.replay !== undefined) return replay(values.replay);
  const every = Number(values.pairs);
  const pairs = `${every > 1 ? `Every ${every}th` : 'Each'} pair of faults at each two exchanges`;
  const parts: readonly (readonly [Part, count: number | boolean, title: string])[] = [
    ['runs', Number(values.runs), 'Single runs, in simulated time'],
    ['bundle', Number(values['bundle-runs']), 'Single runs of the bundle, over TCP'],
    ['rows', values.rows, 'What once went wrong between runs'],
    ['single', values.single, 'Each fault at each exchange'],
    ['pairs', every, pairs],
    ['random', Number(values.random), 'Random stories'],
    ['simultaneous', Number(values.simultaneous), 'Two comments at the same time'],
  ];
  let broken = 0;
  for (const [part, count, title] of parts) {
    if (!count) continue;
    const share = { count: Number(count), seed: Number(values.seed), until: values.until };
    const { failures, figures } = await play(title, part, Number(values.jobs), share);
    broken += failures.length;
    const { stories = 0, 'jobs created': jobs = 0 } = figures;
    if (part === 'simultaneous')
      process.stdout.write(`\nOf ${stories} pairs of comments, ${jobs - stories} made two jobs.\n`);
  }
  process.stdout.write(
    broken === 0 ? '\nEvery promise was kept.\n' : `\n${broken} stories broke a promise.\n`,
  );
  return broken === 0;
}

process.exit((await main()) ? 0 : 1);
