import { describe, test } from '@jest/globals';
import { TRIALS } from './agent-trials.ts';
import { tryGroups, tryRandom } from './bundle.ts';

describe.each(TRIALS)('no text of %s acts anywhere', (_name, trial, runs) => {
  test('of the corpus, eight at a time', () => tryGroups(trial));
  test('whatever it is made of', () => tryRandom(trial, runs / 4));
});
