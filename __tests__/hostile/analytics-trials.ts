import { expect } from '@jest/globals';
import { parseRunnerOutput } from '../helpers/runner-commands.ts';
import { always, type Play, type Played, type Trial, withSandbox } from './bundle.ts';
import { expectInert, expectInertMarkdown, fileOf, readCsv } from './readers.ts';

export const INPUTS = {
  mode: 'analytics',
  prompt: '',
  compare: 'none',
  trend: 'false',
  'artifact-name': '',
  'site-url': 'https://docs.example.com/en',
};

/** A page of views with these paths, the first the most read. */
export function viewsOf(paths: readonly string[]): string {
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

export async function report(paths: readonly string[], play: Play): Promise<Played> {
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

/** Where a text comes from, what is done with it, and how many random ones are tried where there is time. */
export const TRIALS: readonly (readonly [string, Trial, number])[] = [
  ['page path', tryPath, 60],
  ['text of an error', tryError, 30],
];
