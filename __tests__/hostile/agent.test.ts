import { describe, test } from '@jest/globals';
import { AGENT_TRIALS } from './agent-trials.ts';
import { tryCorpus, tryRandom } from './trial.ts';

describe.each(AGENT_TRIALS)('no text of %s acts anywhere', (_name, trial, runs) => {
  test('of the corpus, eight at a time', () => tryCorpus(trial, 8));
  test('whatever it is made of', () => tryRandom(trial, runs / 10));
});
