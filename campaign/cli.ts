import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { add, describeStory, emptyTally, type Tally, tallyTable, unreachedText } from './report.ts';
import { readStory } from './story.ts';
import { KINDS, type Kind, type Share } from './story-index.ts';
import { playStory } from './world.ts';

const OPTIONS = {
  named: { type: 'boolean' },
  single: { type: 'boolean' },
  pairs: { type: 'boolean' },
  interleavings: { type: 'boolean' },
  late: { type: 'boolean' },
  random: { type: 'string' },
  runs: { type: 'string' },
  every: { type: 'string', default: '1' },
  seed: { type: 'string', default: '1' },
  jobs: { type: 'string', default: String(os.availableParallelism()) },
  replay: { type: 'string' },
  prove: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const ALL = Object.keys(KINDS) as Kind[];
const USAGE = `Plays stories, and judges what the action does in them. A story is one line of text that says which workflow runs, what
people do on GitHub, and what breaks. The action runs in a simulated world, which stands in for Mintlify and GitHub and
keeps a ledger of what really happened. A judge compares the ledger with what the action said and wrote, and reports each
broken promise. A promise is something that the action guarantees, such as one reply per request.

An exchange is one API call and its response. A fault is something that goes wrong at an exchange, such as a lost
response. Core stories are the named stories of __tests__/agent/stories/core.ts. They don't have faults; --single and
--pairs add them.

Options that choose stories (default --named):

${ALL.map((kind) => {
  const option = `--${kind}${OPTIONS[kind].type === 'string' ? ' N' : ''}`;
  return `  ${option.padEnd(20)}  ${KINDS[kind][0]}\n`;
}).join('')}
Other options:
  --every N             plays only one in N stories; --named, --random and --runs ignore this (default 1)
  --seed S              number that determines the random stories (default 1)
  --jobs N              number of processes that play at the same time (default: the number of processors)
  --replay STORY        plays one story, and prints its events, API calls, logs, comments and jobs
  --prove               breaks each promise once, and shows that the judge reports it
  --help                shows this text

campaign/story.ts describes how to write a story. campaign/judge.ts lists the promises. docs/testing.md has an example.
`;

const MOST_NAMED = 12;

async function playShare(kind: Kind, share: Share): Promise<Tally> {
  // Most of what a step waits for is its files.
  const TMPDIR = mkdtempSync(
    path.join(existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir(), 'docs-agent-campaign-'),
  );
  const execArgv = ['--max-semi-space-size=64', '--stack-trace-limit=0'];
  const options = { execArgv, env: { ...process.env, TMPDIR } };
  const worker = fork(path.join(import.meta.dirname, 'worker.ts'), [JSON.stringify([kind, share])], options);
  let tally: Tally | undefined;
  worker.on('message', (message) => {
    tally = message as Tally;
  });
  const [code] = await once(worker, 'exit');
  rmSync(TMPDIR, { recursive: true, force: true });
  if (!tally) throw new Error(`a worker exited with code ${code} before it sent its figures`);
  return tally;
}

/** Plays one kind of stories in all processes, and prints its figures. Resolves to the number that broke a promise. */
async function play(kind: Kind, share: Omit<Share, 'worker'>): Promise<number> {
  const startMs = performance.now();
  const tally = emptyTally();
  const shares = Array.from({ length: share.workers }, (_, worker) => playShare(kind, { ...share, worker }));
  for (const one of await Promise.all(shares)) add(tally, one);
  process.stdout.write(
    `\n## ${kind}: ${KINDS[kind][0]}\n\n${tallyTable(tally, performance.now() - startMs)}\n`,
  );
  printFailures(tally);
  return tally.failures.length;
}

/** Prints the most frequent problems, each with up to three commands that replay a story. */
function printFailures({ failures }: Tally): void {
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
  if (values.prove) {
    const lines = await (await import('../__tests__/tools/campaign/prove.ts')).prove();
    process.stdout.write(`${lines.join('\n')}\n`);
    return !lines.some((line) => line.startsWith('MISSED'));
  }
  if (values.replay !== undefined) {
    const result = await playStory(readStory(values.replay));
    const [unreached] = result.unreached;
    if (unreached) throw new RangeError(unreachedText(unreached));
    const text = describeStory(result);
    process.stdout.write(`${text}\n`);
    return text.endsWith('Every promise was kept.');
  }
  const chosen = ALL.filter((kind) => values[kind] !== undefined);
  let broken = 0;
  const share = { seed: Number(values.seed), every: Number(values.every), workers: Number(values.jobs) };
  for (const kind of chosen.length > 0 ? chosen : (['named'] as const))
    broken += await play(kind, { ...share, count: Number(values[kind]) });
  process.stdout.write(
    broken === 0 ? '\nEvery promise was kept.\n' : `\nThe action broke a promise in ${broken} stories.\n`,
  );
  return broken === 0;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
  // A pipe takes a long story in pieces.
  process.stdout.write('', () => process.exit());
} catch (error) {
  const isTypo = error instanceof RangeError || String(Object(error)['code']).startsWith('ERR_PARSE_ARGS');
  if (!isTypo) throw error;
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
