import { describe, expect, test } from '@jest/globals';
import type { Sandbox } from '../../sandbox/server.ts';
import { testInChromium, useChromium } from '../helpers/chromium.ts';
import { parseRunnerOutput } from '../helpers/runner-commands.ts';
import { CORPUS, LONG_TEXTS } from './corpus.ts';
import { expectInertMarkdown, fileOf, readCsv, rendered } from './readers.ts';
import { always, type Play, playing, tryTexts } from './trial.ts';

const INPUTS = {
  ...{ mode: 'analytics', prompt: '', compare: 'none', 'artifact-name': '' },
  'site-url': 'https://docs.example.com/en',
};

/** The report of pages with these paths, the first the most read. */
async function report(paths: readonly string[], play: Play, sandbox: Sandbox) {
  const views = paths.map((path, index) => {
    const ai = 1_000 + paths.length - index;
    return { path, human: ai, ai, total: 2 * ai };
  });
  const human = views.reduce((sum, { ai }) => sum + ai, 0);
  const totals = { human, ai: human, total: 2 * human };
  sandbox.setFaults([always('views', 200, JSON.stringify({ totals, views, hasMore: false }))]);
  const result = await play(INPUTS);
  expect([result.succeeded, result.outputs['outcome']]).toEqual([true, 'report']);
  return { ...result, textOf: (name: string) => fileOf(result, name).toString('utf8') };
}

/** Whatever the paths are, the report is these four files, and each can be read by its reader. */
tryTexts('a page path', 6, async (text, play, sandbox) => {
  const paths = ['/usual', text, `/folder/${text}`];
  const result = await report(paths, play, sandbox);
  const { textOf, files, outputs } = result;
  const names = Object.keys(files).filter((name) => name.includes('docs-page-views'));
  expect(names.map((name) => name.replace(/.*[\\/]/, '')).sort()).toEqual([
    ...['page-views.csv', 'page-views.json', 'report.html', 'report.md'],
  ]);
  // A later step may print any file, and the list.
  for (const printed of [...names.map(textOf), outputs['top-pages'] ?? '']) {
    expect(parseRunnerOutput(printed).commands).toEqual([]);
  }
  expectInertMarkdown(textOf('report.md'));
  const [, ...records] = readCsv(fileOf(result, 'page-views.csv'));
  expect(records).toHaveLength(new Set(paths.map((path) => path.toWellFormed())).size);
  const { pages } = JSON.parse(textOf('page-views.json')) as { pages: { path: string }[] };
  expect(new Set(pages.map(({ path }) => path))).toEqual(new Set(paths));
  expect(textOf('report.html')).not.toMatch(/<(?:img|iframe|object|embed|form|base|svg\/)/i);
  expect(outputs['headline']).toMatch(/^[\d,]+ views from [^<>@#`]*\.$/);
  expect(JSON.parse(outputs['top-pages'] ?? '')).not.toEqual([]);
});

tryTexts('an error of analytics', 3, async (text, play, sandbox) => {
  sandbox.setFaults([always('views', 400, JSON.stringify({ error: text, details: [{ message: text }] }))]);
  const { succeeded, outputs } = await play(INPUTS);
  expect([succeeded, outputs['outcome']]).toEqual([false, 'error']);
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
    const { textOf, summary } = await playing((play, sandbox) => report(CORPUS, play, sandbox));
    const pages = [summary, textOf('report.md')].map(
      (markdown) => `<!doctype html><meta charset="utf-8">${rendered(markdown)}`,
    );
    for (const html of [textOf('report.html'), ...pages]) expect(await acts(html)).toEqual([]);
    const acting = '<img src=https://trap.example/x.png><script>alert(1)</script>';
    expect(await acts(acting)).toHaveLength(2);
  });
});
