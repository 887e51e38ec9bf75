import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Kind, Share } from './kinds.ts';
import { add, emptyTally, type Tally, tallyTable, tell } from './report.ts';

const USAGE = `Plays stories of people, runs, re-runs, edits by hand and faults, and holds what the action says and did against
the ledger of the platform and GitHub. Without options it plays those marked with *, about five minutes on two cores.

  --named             * what usually happens, and what once went wrong between runs
  --single            * each core story with each fault at each exchange
  --pairs N             every Nth pair of faults at each two exchanges of the core stories: 1 for all of them
  --interleavings     * every order of what two runs exchange that a comment each started, also with either gone
  --late                the same with a GitHub that shows a new comment one or two exchanges late
  --random N          * random stories between runs; 500
  --runs N            * random single runs; 500
  --bundle N          * random single runs of the bundle, as processes over TCP; 20

  --seed S            other random stories; 1 unless given
  --jobs N            processes at once; as many as there are processors unless given
  --dist DIR          another bundle than dist/
  --replay STORY      shows one story, as it is printed where it breaks a promise
  --prove             breaks each promise once, and shows that the judge reports it
`;

const OPTIONS = {
  named: { type: 'boolean' },
  single: { type: 'boolean' },
  pairs: { type: 'string' },
  interleavings: { type: 'boolean' },
  late: { type: 'boolean' },
  random: { type: 'string' },
  runs: { type: 'string' },
  bundle: { type: 'string' },
  seed: { type: 'string', default: '1' },
  jobs: { type: 'string', default: String(os.availableParallelism()) },
  dist: { type: 'string' },
  replay: { type: 'string' },
  prove: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const TITLES: Readonly<Record<Kind, string>> = {
  named: 'What usually happens, and what once went wrong',
  single: 'Each fault at each exchange',
  pairs: 'Pairs of faults',
  interleavings: 'Two comments at the same time, in every order',
  late: 'The same, and GitHub shows new comments late',
  random: 'Random stories',
  runs: 'Random single runs',
  bundle: 'Random single runs of the bundle',
};
const USUAL: Partial<Record<Kind, number>> = {
  named: 1,
  single: 1,
  interleavings: 1,
  random: 500,
  runs: 500,
  bundle: 20,
};
const MOST_NAMED = 12;

async function playShare(kind: Kind, share: Share): Promise<Tally> {
  // Most of what a step waits for is its files.
  const TMPDIR = existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir();
  const execArgv = ['--max-semi-space-size=64', '--stack-trace-limit=0'];
  const options = { execArgv, env: { ...process.env, TMPDIR } };
  const worker = fork(path.join(import.meta.dirname, 'worker.ts'), [JSON.stringify([kind, share])], options);
  let told: Tally | undefined;
  worker.on('message', (message) => {
    told = message as Tally;
  });
  const [code] = await once(worker, 'exit');
  if (!told) throw new Error(`a worker ended with ${code} before it had told anything`);
  return told;
}

/** Plays a kind of stories in all processes, and prints its figures. */
async function play(kind: Kind, count: number, seed: number, workers: number): Promise<number> {
  const startMs = performance.now();
  const tally = emptyTally();
  const shares = Array.from({ length: workers }, (_, worker) =>
    playShare(kind, { seed, count, worker, workers }),
  );
  for (const one of await Promise.all(shares)) add(tally, one);
  process.stdout.write(`\n## ${TITLES[kind]}\n\n${tallyTable(tally, performance.now() - startMs)}\n`);
  tellFailures(tally);
  return tally.failures.length;
}

/** The checks by how often they reported something, and the first stories to replay. */
function tellFailures({ failures }: Tally): void {
  const kinds = Map.groupBy(
    failures.flatMap(({ story, problems }) => problems.map((problem) => ({ story, ...problem }))),
    ({ check, text }) => `${check}: ${text.replace(/job_\w+/g, 'job').replace(/\d+/g, 'n')}`,
  );
  const sorted = [...kinds.values()].sort((a, b) => b.length - a.length);
  for (const found of sorted.slice(0, MOST_NAMED)) {
    process.stdout.write(`\n${found.length} × ${found[0]?.text} (${found[0]?.check})\n`);
    for (const story of new Set(found.slice(0, 3).map((each) => each.story)))
      process.stdout.write(`  npm run campaign -- --replay '${story.replaceAll("'", "'\\''")}'\n`);
  }
}

/** Resolves to whether every promise was kept. */
async function main(): Promise<boolean> {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) process.stdout.write(USAGE);
  if (values.help) return true;
  if (values.dist !== undefined) process.env['BUNDLE_DIRECTORY'] = path.resolve(values.dist);
  if (values.prove) return (await import('../__tests__/tools/campaign/prove.ts')).prove();
  if (values.replay !== undefined) {
    const [{ playStory }, { readStory }] = await Promise.all([import('./world.ts'), import('./story.ts')]);
    const text = tell(await playStory(readStory(values.replay)));
    process.stdout.write(`${text}\n`);
    return text.endsWith('Every promise was kept.');
  }
  const kinds = Object.keys(TITLES) as Kind[];
  const chosen = kinds.flatMap((kind) =>
    values[kind] === undefined ? [] : [[kind, Number(values[kind])] as const],
  );
  const usual = kinds.flatMap((kind) => (USUAL[kind] === undefined ? [] : [[kind, USUAL[kind]] as const]));
  let broken = 0;
  for (const [kind, count] of chosen.length > 0 ? chosen : usual)
    broken += await play(kind, count, Number(values.seed), Number(values.jobs));
  process.stdout.write(
    broken === 0 ? '\nEvery promise was kept.\n' : `\n${broken} stories broke a promise.\n`,
  );
  return broken === 0;
}

process.exit((await main()) ? 0 : 1);
