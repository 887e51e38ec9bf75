import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { chromiumPath, launchChromium } from '../../scripts/chromium.ts';
import { testInChromium } from '../analytics/report/browser/chromium.ts';
import { runMain } from '../helpers/run-main.ts';
import { report, TRIALS } from './analytics-trials.ts';
import { type Played, tryGroups, tryRandom } from './bundle.ts';
import { CORPUS, LONG_TEXTS } from './corpus.ts';
import { expectInert, fileOf, readCsv, rendered } from './readers.ts';

describe.each(TRIALS)('no %s acts anywhere', (_name, trial, runs) => {
  test('of the corpus, eight at a time', () => tryGroups(trial));
  test('whatever it is made of', () => tryRandom(trial, runs / 3));
});

test.each(LONG_TEXTS.map((text) => [text.slice(0, 12), text]))('a path may be long: %j', async (_, text) => {
  const startMs = performance.now();
  const result = await report([text], (sandbox, inputs) => runMain({ sandbox, inputs }));
  // A tenth of a second each. What takes the square of the length takes 20 s and more.
  expect(performance.now() - startMs).toBeLessThan(10_000);
  expectInert(result);
  readCsv(fileOf(result, 'page-views.csv'));
});

describe('in Chromium', () => {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (chromiumPath) browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
  });

  /** Shows `html`, and gives all that it asked of the network, and all that it ran. */
  async function acts(html: string): Promise<string[]> {
    const page = await (browser as Browser).newPage();
    const seen: string[] = [];
    page.on('dialog', (dialog) => {
      seen.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('pageerror', (error) => seen.push(`error ${error.message}`));
    await page.route('**/*', (route) => {
      const url = route.request().url();
      if (url === 'https://shown.example/') return route.fulfill({ body: html, contentType: 'text/html' });
      seen.push(`request ${url}`);
      return route.abort();
    });
    await page.goto('https://shown.example/');
    await page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
    await page.mouse.move(200, 200);
    await page.close();
    return seen;
  }

  let played: Played | undefined;
  const whole = async () => {
    played ??= await report(CORPUS, (sandbox, inputs) => runMain({ sandbox, inputs }));
    return played;
  };

  testInChromium(
    'the HTML report of the whole corpus does nothing by itself, and shows every path',
    async () => {
      const result = await whole();
      const html = fileOf(result, 'report.html').toString('utf8');
      expect(await acts(html)).toEqual([]);
    },
  );

  testInChromium('the rendered summary and report.md do nothing at all', async () => {
    const result = await whole();
    for (const markdown of [result.summary, fileOf(result, 'report.md').toString('utf8')]) {
      expect(await acts(`<!doctype html><meta charset="utf-8">${rendered(markdown)}`)).toEqual([]);
    }
  });

  testInChromium('a browser that is made to act is found out', async () => {
    expect(await acts('<img src=https://trap.example/x.png><script>alert(1)</script>')).toHaveLength(2);
  });
});
