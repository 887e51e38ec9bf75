import { describe, expect, test } from '@jest/globals';
import { Bundle } from '../helpers/run-bundle.ts';
import { INPUTS, TRIALS, viewsOf } from './analytics-trials.ts';
import { always, tryBundle, tryCorpus, tryRandom, withSandbox } from './bundle.ts';

describe.each(TRIALS)('no %s acts anywhere', (_name, trial, runs) => {
  test('of the corpus, one by one', () => tryCorpus(trial));
  test('of the corpus, on the bundle', () => tryBundle(trial));
  test('whatever it is made of', () => tryRandom(trial, runs));
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s is heard while very long paths are written', async (signal) => {
  const bundle = new Bundle();
  try {
    await withSandbox({}, async (sandbox) => {
      const paths = Array.from({ length: 60 }, (_, index) => `/${index}${'\t'.repeat(150_000)}`);
      sandbox.setFaults([always('views', 200, viewsOf(paths))]);
      const step = bundle.start({ sandbox, inputs: INPUTS });
      await step.until(() => sandbox.ledger.of('views').length > 0, 'the views were asked for');
      step.kill(signal);
      const startMs = performance.now();
      const { outputs } = await step.finished();
      // 4.5 s is the last that a run takes; what took the square of the length took minutes, and heard nothing.
      expect(performance.now() - startMs).toBeLessThan(30_000);
      expect(outputs['outcome']).toMatch(/^(?:report|error)$/);
    });
  } finally {
    bundle.remove();
  }
});
