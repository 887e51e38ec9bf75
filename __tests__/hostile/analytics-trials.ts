import { expect } from '@jest/globals';
import type { Sandbox } from '../../sandbox/server.ts';
import { parseRunnerOutput } from '../helpers/runner-commands.ts';
import { expectInertMarkdown, fileOf, readCsv } from './readers.ts';
import { always, type Play, type Played, type Trial, type Trials } from './trial.ts';

const INPUTS = {
  ...{ mode: 'analytics', prompt: '', compare: 'none', 'artifact-name': '' },
  'site-url': 'https://docs.example.com/en',
};

/** The report of pages with these paths, the first the most read. */
export async function report(paths: readonly string[], play: Play, sandbox: Sandbox): Promise<Played> {
  const views = paths.map((path, index) => {
    const ai = 1_000 + paths.length - index;
    return { path, human: ai, ai, total: 2 * ai };
  });
  const human = views.reduce((sum, { ai }) => sum + ai, 0);
  const totals = { human, ai: human, total: 2 * human };
  sandbox.setFaults([always('views', 200, JSON.stringify({ totals, views, hasMore: false }))]);
  const result = await play(INPUTS);
  expect([result.succeeded, result.outputs['outcome']]).toEqual([true, 'report']);
  return result;
}

/** Whatever the paths are, the report is these four files, and each can be read by its reader. */
const tryPath: Trial = async (text, play, sandbox) => {
  const paths = ['/usual', text, `/folder/${text}`];
  const result = await report(paths, play, sandbox);
  const names = Object.keys(result.files).filter((name) => name.includes('docs-page-views'));
  expect(names.map((name) => name.replace(/.*[\\/]/, '')).sort()).toEqual([
    ...['page-views.csv', 'page-views.json', 'report.html', 'report.md'],
  ]);
  const textOf = (name: string) => fileOf(result, name).toString('utf8');
  // A later step may print any file, and the list.
  for (const printed of [...names.map(textOf), result.outputs['top-pages'] ?? '']) {
    expect(parseRunnerOutput(printed).commands).toEqual([]);
  }
  expectInertMarkdown(textOf('report.md'));
  const [, ...records] = readCsv(fileOf(result, 'page-views.csv'));
  expect(records).toHaveLength(new Set(paths.map((path) => path.toWellFormed())).size);
  const { pages } = JSON.parse(textOf('page-views.json')) as { pages: { path: string }[] };
  expect(new Set(pages.map(({ path }) => path))).toEqual(new Set(paths));
  expect(textOf('report.html')).not.toMatch(/<(?:img|iframe|object|embed|form|base|svg\/)/i);
  expect(result.outputs['headline']).toMatch(/^[\d,]+ views from [^<>@#`]*\.$/);
  expect(JSON.parse(result.outputs['top-pages'] ?? '')).not.toEqual([]);
};

const tryError: Trial = async (text, play, sandbox) => {
  sandbox.setFaults([always('views', 400, JSON.stringify({ error: text, details: [{ message: text }] }))]);
  const { succeeded, outputs } = await play(INPUTS);
  expect([succeeded, outputs['outcome']]).toEqual([false, 'error']);
};

export const ANALYTICS_TRIALS: Trials = [
  ['a page path', tryPath, 60],
  ['an error of analytics', tryError, 30],
];
