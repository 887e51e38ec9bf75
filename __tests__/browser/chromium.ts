import { existsSync } from 'node:fs';
import { test } from '@jest/globals';
import { type Browser, chromium } from 'playwright-core';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

const executablePath = process.env['CHROMIUM_PATH'] || USUAL_PLACES.find((place) => existsSync(place));

/**
 * `test` where there is a Chromium, else `test.skip`.
 *
 * @throws when there is none and `REQUIRE_CHROMIUM=1` says that there must be
 */
export const testInChromium = findTest();

function findTest(): typeof test | typeof test.skip {
  if (executablePath) return test;
  if (process.env['REQUIRE_CHROMIUM'] === '1') {
    throw new Error('REQUIRE_CHROMIUM=1, but there is no Chromium: set CHROMIUM_PATH to one.');
  }
  console.warn('No Chromium was found: the tests that need one are skipped. Set CHROMIUM_PATH to run them.');
  return test.skip;
}

/** The browser for the tests of a file; absent where they are skipped. */
export async function launchChromium(): Promise<Browser | undefined> {
  return executablePath ? chromium.launch({ executablePath, args: FLAGS }) : undefined;
}
