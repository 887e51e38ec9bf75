import { planOf } from './plan.ts';
import { simulate } from './simulated-run.ts';
import { count, emptyTally } from './tally.ts';

/**
 * A process that plays runs `from`, `from + step` and so on, below `to`, and sends their tally to its parent. With
 * `first` it stops at a broken promise.
 */
const [seed = 1, from = 0, to = 0, step = 1, first = 0] = process.argv.slice(2).map(Number);
const tally = emptyTally();
for (let run = from; run < to; run += step) {
  const plan = planOf(seed, run, 'simulated');
  count(tally, await simulate(plan));
  if (first === 1 && tally.failures.length > 0) break;
}
process.send?.(tally, () => process.exit());
