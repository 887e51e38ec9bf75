import { planOf } from './plan.ts';
import { simulate } from './simulated-run.ts';
import { count, emptyTally } from './tally.ts';

/**
 * A process that plays runs `from`, `from + step` and so on, below `to`, and sends their tally to its parent. With
 * `until` it stops at a problem that this pattern matches.
 */
const [until = ''] = process.argv.slice(6);
const [seed = 1, from = 0, to = 0, step = 1] = process.argv.slice(2, 6).map(Number);
const tally = emptyTally();
for (let run = from; run < to; run += step) {
  count(tally, await simulate(planOf(seed, run, 'simulated')));
  const problems = tally.failures.at(-1)?.problems ?? [];
  if (until !== '' && problems.some((problem) => new RegExp(until).test(problem))) break;
}
process.send?.(tally, () => process.exit());
