import { describe, test } from '@jest/globals';
import { TRIALS } from './agent-trials.ts';
import { tryBundle, tryCorpus, tryRandom } from './bundle.ts';

describe.each(TRIALS)('no text of %s acts anywhere', (_name, trial, runs) => {
  test('of the corpus, one by one', () => tryCorpus(trial));
  test('of the corpus, on the bundle', () => tryBundle(trial));
  test('whatever it is made of', () => tryRandom(trial, runs));
});
