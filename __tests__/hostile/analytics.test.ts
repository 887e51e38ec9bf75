import { describe, expect, test } from '@jest/globals';
import { testInChromium, useChromium } from '../helpers/chromium.ts';
import { ANALYTICS_TRIALS, report } from './analytics-trials.ts';
import { CORPUS, LONG_TEXTS } from './corpus.ts';
import { fileOf, readCsv, rendered } from './readers.ts';
import { playing, tryCorpus, tryRandom } from './trial.ts';

describe.each(ANALYTICS_TRIALS)('no text of %s acts anywhere', (_name, trial, runs) => {
  test('of the corpus, eight at a time', () => tryCorpus(trial, 8));
  test('whatever it is made of', () => tryRandom(trial, runs / 10));
});

test.each(LONG_TEXTS.map((text) => [text.slice(0, 12), text]))('a path may be long: %j', async (_, text) => {
  const startMs = performance.now();
  const result = await playing((play, sandbox) => report([text], play, sandbox));
  // A tenth of a second each. What takes the square of the length takes 20 s and more.
  expect(performance.now() - startMs).toBeLessThan(10_000);
  readCsv(fileOf(result, 'page-views.csv'));
});

describe('in Chromium', () => {
  const open = useChromium();

  /** Shows `html`, and gives all that it asked of the network, and all that it ran. */
  async function acts(html: string): Promise<string[]> {
    const { page, seen } = await open(html);
    await page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
    await page.mouse.move(200, 200);
    await page.close();
    return seen.filter((each) => /^(error|dialog|request): /.test(each));
  }

  testInChromium('report, summary and Markdown of the whole corpus do nothing by themselves', async () => {
    const result = await playing((play, sandbox) => report(CORPUS, play, sandbox));
    const textOf = (name: string) => fileOf(result, name).toString('utf8');
    const pages = [result.summary, textOf('report.md')].map(
      (markdown) => `<!doctype html><meta charset="utf-8">${rendered(markdown)}`,
    );
    for (const html of [textOf('report.html'), ...pages]) expect(await acts(html)).toEqual([]);
  });

  testInChromium('a browser that is made to act is found out', async () => {
    expect(await acts('<img src=https://trap.example/x.png><script>alert(1)</script>')).toHaveLength(2);
  });
});
