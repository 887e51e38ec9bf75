import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

const { CHROMIUM_PATH } = process.env;
const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const places = CHROMIUM_PATH ? [CHROMIUM_PATH] : USUAL_PLACES;
/** `$CHROMIUM_PATH`, or else the first Chromium in the usual places of Linux, macOS and Windows. */
export const chromiumPath = places.find((place) => existsSync(place));

/** @throws without a Chromium */
export async function launchChromium(...flags: string[]): Promise<Browser> {
  if (!chromiumPath) throw new Error('Chromium was not found: set CHROMIUM_PATH.');
  const { chromium } = await import('playwright-core');
  const args = ['--disable-gpu', '--disable-quic', ...flags];
  return chromium.launch({ executablePath: chromiumPath, args });
}
