import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { addFigures } from '../figures.ts';
import { listed, seconds, table, total } from '../report.ts';
import { fromWorkers } from '../workers.ts';
import { emptyStoryTally, type StoryTally } from './tally.ts';

const USAGE = `Plays stories: people, runs, re-runs, edits by hand and faults, and holds what became of each request against the
platform's ledger.

  --random N        random stories, 500 unless given
  --seed S          another seed, other stories; 1 unless given
  --no-rows         without what once went wrong between runs
  --no-single       without each core story with each fault at each exchange
  --pairs N         every Nth pair of faults at each two exchanges: 1 for all of them; none unless given
  --simultaneous N  pairs of comments made at the same time, 100 unless given
  --jobs N          processes at once; as many as there are processors unless given
  --replay NAME     shows one story, by the name that is printed for it
`;

const OPTIONS = {
  random: { type: 'string', default: '500' },
  seed: { type: 'string', default: '1' },
  rows: { type: 'boolean', default: true },
  single: { type: 'boolean', default: true },
  pairs: { type: 'string', default: '0' },
  simultaneous: { type: 'string', default: '100' },
  jobs: { type: 'string', default: String(os.availableParallelism()) },
  replay: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const WORKER = path.join(import.meta.dirname, 'worker.ts');
/** Failing stories that are named. */
const MOST_NAMED = 12;

async function replay(name: string): Promise<boolean> {
  // Simulated time takes over the whole process, so it is loaded only where it is wanted.
  const { storyNamed } = await import('./explore.ts');
  const { playStory } = await import('./play.ts');
  const { judgeStory } = await import('./judge.ts');
  const { tellStory } = await import('./tell.ts');
  const played = await playStory(storyNamed(name));
  process.stdout.write(`${tellStory(played)}\n`);
  return judgeStory(played).length === 0;
}

/** Plays a part in all processes, and prints its figures. Resolves to whether every promise was kept. */
async function play(title: string, part: string, jobs: number, seed = 1, stories = 0): Promise<boolean> {
  const startMs = performance.now();
  const tally = emptyStoryTally();
  const parts = Array.from({ length: jobs }, (_, worker) => [part, worker, jobs, seed, stories]);
  for (const one of await fromWorkers<StoryTally>(WORKER, parts)) addFigures(tally, one);
  process.stdout.write(`\n## ${title}\n\n${figures(tally, performance.now() - startMs)}\n`);
  tellFailures(tally);
  return tally.failures.length === 0;
}

function figures(tally: StoryTally, tookMs: number): string {
  const rows: [string, string | number][] = [
    ['stories', tally.stories],
    ['steps of the action', tally.steps],
    ['requests', tally.requests],
    ['faults injected', total(tally.faults)],
    ['kinds of faults', Object.keys(tally.faults).length],
    ['steps stopped, or their machine gone', tally.stops],
    ['jobs created', tally.jobs],
    ['follow-ups taken', tally.messages],
    ['**requests that were paid twice**', tally.doubled],
    ['… because runs without `concurrency` wrote over each other', tally.overwritten],
    ['**stories that broke a promise**', tally.failures.length],
    ['took', seconds(tookMs)],
  ];
  return `${table(['', ''], rows)}\n\nOutcomes: ${listed(tally.outcomes)}`;
}

/** The problems by how often they came up, and the first stories to look at. */
function tellFailures({ failures }: StoryTally): void {
  const kinds = Map.groupBy(
    failures.flatMap(({ name, problems }) => problems.map((problem) => ({ name, problem }))),
    ({ problem }) => problem.replace(/job_\w+/g, 'job').replace(/\d+/g, 'n'),
  );
  const sorted = [...kinds].sort(([, a], [, b]) => b.length - a.length);
  for (const [, found] of sorted.slice(0, MOST_NAMED)) {
    process.stdout.write(`\n${found.length} × ${found[0]?.problem}\n`);
    for (const name of new Set(found.slice(0, 3).map((each) => each.name)))
      process.stdout.write(`  npm run stories -- --replay '${name.replaceAll("'", "'\\''")}'\n`);
  }
}

function pairsTitle(every: number): string {
  return every === 1
    ? 'Each pair of faults at each two exchanges'
    : `Every ${every}th pair of faults at each two exchanges`;
}

async function main(): Promise<boolean> {
  const { values } = parseArgs({ options: OPTIONS, allowNegative: true });
  if (values.help) {
    process.stdout.write(USAGE);
    return true;
  }
  if (values.replay !== undefined) return replay(values.replay);
  const [jobs, seed, random, every] = [values.jobs, values.seed, values.random, values.pairs].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const kept = [
    values.rows ? await play('What once went wrong between runs', 'rows', jobs) : true,
    values.single ? await play('Each fault at each exchange', 'single', jobs) : true,
    every > 0 ? await play(pairsTitle(every), 'pairs', jobs, seed, every) : true,
    random > 0 ? await play('Random stories', 'random', jobs, seed, random) : true,
  ].every(Boolean);
  const pairs = Number(values.simultaneous);
  if (pairs > 0) {
    const [doubled] = await fromWorkers<number>(WORKER, [['simultaneous', 0, 1, seed, pairs]]);
    process.stdout.write(`\nOf ${pairs} pairs of simultaneous comments, ${doubled} made two jobs.\n`);
  }
  process.stdout.write(kept ? '\nEvery promise was kept.\n' : '\nA promise was broken.\n');
  return kept;
}

process.exit((await main()) ? 0 : 1);
