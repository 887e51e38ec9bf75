import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { chromiumPath, launchChromium } from '../../scripts/chromium.ts';
import { testInChromium } from '../browser/chromium.ts';
import { Bundle } from '../helpers/run-bundle.ts';
import { runMain } from '../helpers/run-main.ts';
import { parseRunnerOutput } from '../helpers/runner-commands.ts';
import { always, type Play, type Played, tryBundle, tryCorpus, tryRandom, withSandbox } from './bundle.ts';
import { CORPUS, LONG_TEXTS } from './corpus.ts';
import { expectInert, expectInertMarkdown, fileOf, readCsv, rendered } from './readers.ts';

const INPUTS = {
  mode: 'analytics',
  prompt: '',
  compare: 'none',
  trend: 'false',
  'artifact-name': '',
  'site-url': 'https://docs.example.com/en',
};

/** A page of views with these paths, the first the most read. */
function viewsOf(paths: readonly string[]): string {
  const views = paths.map((path, index) => {
    const ai = 1_000 + paths.length - index;
    return { path, human: ai, ai, total: 2 * ai };
  });
  const sum = (name: 'human' | 'ai' | 'total') => views.reduce((all, row) => all + row[name], 0);
  return JSON.stringify({
    totals: { human: sum('human'), ai: sum('ai'), total: sum('total') },
    views,
    hasMore: false,
  });
}

async function report(paths: readonly string[], play: Play): Promise<Played> {
  return withSandbox({}, async (sandbox) => {
    sandbox.setFaults([always('views', 200, viewsOf(paths))]);
    const result = await play(sandbox, INPUTS);
    expect([result.succeeded, result.outputs['outcome']]).toEqual([true, 'report']);
    return result;
  });
}

/** Whatever the paths are, the report is these four files, and each can be read by its reader. */
function expectInertReport(result: Played, paths: readonly string[]): void {
  expectInert(result);
  const names = Object.keys(result.files).filter((name) => name.includes('docs-page-views'));
  expect(names.map((name) => name.replace(/.*[\\/]/, '')).sort()).toEqual([
    'page-views.csv',
    'page-views.json',
    'report.html',
    'report.md',
  ]);
  // A later step may print any file, and either list.
  const printed = [
    ...names.map((name) => fileOf(result, name).toString('utf8')),
    ...['top-pages', 'rising-pages'].map((name) => result.outputs[name] ?? ''),
  ];
  for (const text of printed) expect(parseRunnerOutput(text).commands).toEqual([]);
  expectInertMarkdown(fileOf(result, 'report.md').toString('utf8'));
  const [, ...records] = readCsv(fileOf(result, 'page-views.csv'));
  const wellFormed = paths.map((path) => path.toWellFormed());
  expect(records).toHaveLength(new Set(wellFormed).size);
  const json = JSON.parse(fileOf(result, 'page-views.json').toString('utf8'));
  expect(new Set(json.projects[0].pages.map(({ path }: { path: string }) => path))).toEqual(new Set(paths));
  const html = fileOf(result, 'report.html').toString('utf8');
  expect(html).not.toMatch(/<(?:img|iframe|object|embed|form|base|svg\/)/i);
  expect(result.outputs['headline']).toMatch(/^[\d,]+ views from [^<>@#`]*\.$/);
  const top = JSON.parse(result.outputs['top-pages'] ?? '') as { path: string }[];
  expect(top.length).toBeGreaterThan(0);
}

async function tryPath(text: string, play: Play): Promise<void> {
  const paths = ['/usual', text, `/folder/${text}`];
  expectInertReport(await report(paths, play), paths);
}

function tryError(text: string, play: Play): Promise<void> {
  return withSandbox({}, async (sandbox) => {
    const body = JSON.stringify({ error: text, details: [{ message: text }] });
    sandbox.setFaults([always('views', 400, body)]);
    const result = await play(sandbox, INPUTS);
    expectInert(result);
    expect([result.succeeded, result.outputs['outcome']]).toEqual([false, 'error']);
  });
}

describe.each([
  ['page path', tryPath, 60],
  ['text of an error', tryError, 30],
] as const)('no %s acts anywhere', (_, trial, runs) => {
  test('of the corpus, one by one', () => tryCorpus(trial));
  test('of the corpus, on the bundle', () => tryBundle(trial));
  test('whatever it is made of', () => tryRandom(trial, runs));
});

test.each(LONG_TEXTS.map((text) => [text.slice(0, 12), text]))('a path may be long: %j', async (_, text) => {
  const startMs = performance.now();
  const result = await report([text], (sandbox, inputs) => runMain({ sandbox, inputs }));
  // A tenth of a second each. What takes the square of the length takes 20 s and more.
  expect(performance.now() - startMs).toBeLessThan(10_000);
  expectInert(result);
  readCsv(fileOf(result, 'page-views.csv'));
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s is heard while very long paths are written', async (signal) => {
  const bundle = new Bundle();
  try {
    await withSandbox({}, async (sandbox) => {
      const paths = Array.from({ length: 60 }, (_, index) => `/${index}${'\t'.repeat(150_000)}`);
      sandbox.setFaults([always('views', 200, viewsOf(paths))]);
      const step = bundle.start({ sandbox, inputs: INPUTS });
      await step.until(() => sandbox.ledger.of('views').length > 0, 'the views were asked for');
      step.kill(signal);
      const startMs = performance.now();
      const { outputs } = await step.finished();
      // 4.5 s is the last that a run takes; what took the square of the length took minutes, and heard nothing.
      expect(performance.now() - startMs).toBeLessThan(30_000);
      expect(outputs['outcome']).toMatch(/^(?:report|error)$/);
    });
  } finally {
    bundle.remove();
  }
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
    await tryBundle(async (_text, play) => {
      played ??= await report(CORPUS, play);
    });
    return played as Played;
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
