import { describe, test } from '@jest/globals';
import { AGENT_TRIALS } from './agent-trials.ts';
import { ANALYTICS_TRIALS } from './analytics-trials.ts';
import { asBundle, tryCorpus, tryRandom } from './trial.ts';

describe.each([...AGENT_TRIALS, ...ANALYTICS_TRIALS])('no text of %s acts anywhere', (_name, trial, runs) => {
  test('of the corpus, one by one', () => tryCorpus(trial, 1));
  test('of the corpus, on the bundle', () => tryCorpus(trial, 25, asBundle));
  test('whatever it is made of', () => tryRandom(trial, runs));
});
