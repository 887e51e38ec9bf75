import { afterAll, beforeAll, test } from '@jest/globals';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { chromiumPath, launchChromium } from '../../scripts/chromium.ts';

if (!chromiumPath && process.env['REQUIRE_CHROMIUM'] === '1')
  throw new Error('No Chromium: set CHROMIUM_PATH to one.');

/** `test` where there is a Chromium, else `test.skip`. `REQUIRE_CHROMIUM=1` says that there must be one. */
export const testInChromium = chromiumPath ? test : test.skip;

const ADDRESS = 'https://shown.example/';

/** A browser for the tests of a file. */
export function useChromium() {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (chromiumPath) browser = await launchChromium();
  });
  afterAll(() => browser?.close());
  /** Opens a page that shows `body`, and collects what it runs, breaks and asks of the network. */
  return async (body: string, options: BrowserContextOptions = {}) => {
    const page = await (browser as Browser).newPage({ viewport: { width: 1200, height: 900 }, ...options });
    const seen: string[] = [];
    page.on('console', (message) => seen.push(message.text()));
    page.on('pageerror', (error) => seen.push(`error: ${error.message}`));
    page.on('dialog', (dialog) => {
      seen.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.addInitScript(
      "addEventListener('securitypolicyviolation', (event) => console.error('policy: ' + event.violatedDirective))",
    );
    await page.route('**/*', (route) => {
      const url = route.request().url();
      if (url === ADDRESS) return route.fulfill({ body, contentType: 'text/html; charset=utf-8' });
      seen.push(`request: ${url}`);
      return route.abort();
    });
    await page.goto(ADDRESS);
    return { page, seen };
  };
}
