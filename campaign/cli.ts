import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Bundle } from '../__tests__/helpers/run-bundle.ts';
import { runBundle } from './bundle-run.ts';
import { addFigures } from './figures.ts';
import { judge } from './judge.ts';
import { planOf } from './plan.ts';
import { campaignTable } from './report.ts';
import { count, emptyTally, replayCommand, type Tally, tell } from './tally.ts';
import { fromWorkers } from './workers.ts';

const USAGE = `Runs the action against a faulty network, and compares what it says with what the platform has.

  --runs N         runs in simulated time, 500 unless given
  --bundle-runs N  runs of the bundle, as processes over TCP, 20 unless given
  --seed S         another seed, other faults; 1 unless given
  --until PATTERN  stops at the first run with a problem that matches
  --jobs N         processes at once; as many as there are processors unless given
  --bundle DIR     another bundle than dist/
  --replay S:N     shows run N of seed S in simulated time; S:N:bundle shows a run of the bundle
`;

const OPTIONS = {
  runs: { type: 'string', default: '500' },
  'bundle-runs': { type: 'string', default: '20' },
  seed: { type: 'string', default: '1' },
  jobs: { type: 'string', default: String(os.availableParallelism()) },
  until: { type: 'string', default: '' },
  bundle: { type: 'string' },
  replay: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const WORKER = path.join(import.meta.dirname, 'simulated-worker.ts');
/** Processes of the bundle at once, for each processor: they mostly wait. */
const BUNDLES_PER_PROCESSOR = 4;

async function simulateAll(seed: number, runs: number, jobs: number, until: string): Promise<Tally> {
  const tally = emptyTally();
  const parts = Array.from({ length: Math.min(jobs, runs) }, (_, index) => [seed, index, runs, jobs, until]);
  for (const one of await fromWorkers<Tally>(WORKER, parts)) addFigures(tally, one);
  return tally;
}

/** Lets `work` be done for each number below `runs`, `width` at a time. */
async function inParallel(runs: number, width: number, work: (run: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < runs) {
      const run = next;
      next += 1;
      await work(run);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
}

async function runBundles(seed: number, runs: number, jobs: number, source?: string): Promise<Tally> {
  const tally = emptyTally();
  const bundle = new Bundle(source);
  try {
    await inParallel(runs, jobs * BUNDLES_PER_PROCESSOR, async (run) => {
      count(tally, await runBundle(planOf(seed, run, 'real'), bundle));
    });
  } finally {
    bundle.remove();
  }
  return tally;
}

async function replay(text: string, source: string | undefined): Promise<boolean> {
  const [seed = 1, run = 0] = text.split(':').map(Number);
  const plan = planOf(seed, run, text.endsWith(':bundle') ? 'real' : 'simulated');
  const bundle = plan.pace === 'real' ? new Bundle(source) : undefined;
  try {
    // Simulated time takes over the whole process, so it is loaded only where it is wanted.
    const evidence = bundle
      ? await runBundle(plan, bundle)
      : await (await import('./simulated-run.ts')).simulate(plan);
    const problems = judge(evidence);
    process.stdout.write(`${tell(evidence, problems)}\n`);
    return problems.length === 0;
  } finally {
    bundle?.remove();
  }
}

function tellFailures(seed: number, pace: 'simulated' | 'real', { failures }: Tally): void {
  for (const { run, problems, text } of failures.slice(-5)) {
    process.stdout.write(`\n${'='.repeat(80)}\n${text}\n\nAgain: ${replayCommand({ seed, run, pace })}\n`);
    process.stdout.write(`${problems.length} broken promises in run ${run}.\n`);
  }
}

async function main(): Promise<boolean> {
  const { values } = parseArgs({ options: OPTIONS, allowNegative: true });
  if (values.help) {
    process.stdout.write(USAGE);
    return true;
  }
  if (values.replay !== undefined) return replay(values.replay, values.bundle);
  const [seed, jobs] = [Number(values.seed), Number(values.jobs)];
  const startMs = performance.now();
  const simulated = await simulateAll(seed, Number(values.runs), jobs, values.until);
  if (simulated.runs > 0) {
    process.stdout.write(campaignTable('Simulated time', simulated, performance.now() - startMs));
  }
  tellFailures(seed, 'simulated', simulated);
  const bundleMs = performance.now();
  const real = await runBundles(seed, Number(values['bundle-runs']), jobs, values.bundle);
  if (real.runs > 0)
    process.stdout.write(campaignTable('The bundle, over TCP', real, performance.now() - bundleMs));
  tellFailures(seed, 'real', real);
  const broken = simulated.failures.length + real.failures.length;
  process.stdout.write(broken === 0 ? '\nEvery promise was kept.\n' : `\n${broken} runs broke a promise.\n`);
  return broken === 0;
}

process.exit((await main()) ? 0 : 1);
