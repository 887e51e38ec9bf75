import { test } from '@jest/globals';
import { chromiumPath } from '../../scripts/chromium.ts';

/**
 * `test` where there is a Chromium, else `test.skip`.
 *
 * @throws when there is none and `REQUIRE_CHROMIUM=1` says that there must be
 */
export const testInChromium = findTest();

function findTest(): typeof test | typeof test.skip {
  if (chromiumPath) return test;
  if (process.env['REQUIRE_CHROMIUM'] === '1') {
    throw new Error('REQUIRE_CHROMIUM=1, but there is no Chromium: set CHROMIUM_PATH to one.');
  }
  console.warn('No Chromium was found: the tests that need one are skipped. Set CHROMIUM_PATH to run them.');
  return test.skip;
}
