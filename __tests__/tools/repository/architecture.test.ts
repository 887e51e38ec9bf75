import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from '@jest/globals';

const BASE = ['src/text/', 'src/log.ts', 'src/clock.ts', 'src/http.ts', 'src/version.ts'];
const MODE = ['src/*', 'src/github/', 'src/platform/', 'src/text/', 'zod', 'type undici'];
const READING = ['period-pages', 'report', 'request-budget'].map((name) => `src/analytics/${name}.ts`);
const NEEDED = ['end', 'needed', 'previous-tag', 'request', 'subject'].map((name) => `src/agent/${name}.ts`);
const RUNNER = ['@actions/core', '@actions/artifact', '@actions/github', '@octokit/openapi-types'];

/**
 * What each file may import besides Node's own modules: files (`src/*` are those in the folder, `src/` also those in
 * folders below), packages, and where it says `type`, types alone. Of the lines that name a file the longest counts.
 * Biome checks that nobody imports in a circle.
 */
const ALLOWED: Record<string, readonly string[]> = {
  // Inputs, outputs and what they are made of know no mode.
  'src/*': MODE,
  ...{ 'src/index.ts': ['src/'], 'src/main.ts': ['src/'] },
  ...{ 'src/log.ts': ['src/text/'], 'src/clock.ts': [], 'src/version.ts': [] },
  'src/http.ts': ['src/clock.ts', '@actions/http-client', 'undici'],
  'src/text/': ['src/text/'],
  'src/platform/': ['src/platform/', ...BASE, 'undici', 'zod'],
  'src/github/': ['src/github/', ...BASE, ...RUNNER, 'undici', 'zod'],
  'src/agent/': ['src/agent/', ...MODE],
  // A prompt is built, and decides nothing.
  'src/agent/prompt/': ['src/agent/prompt/', ...NEEDED, 'type src/agent/', ...MODE],
  'src/analytics/': ['src/analytics/', ...MODE],
  // Page views are read without knowing how they are shown.
  'src/analytics/read.ts': ['src/analytics/gaps.ts', ...READING, ...MODE],
  'src/analytics/period-pages.ts': [...READING, ...MODE],
  // It shares no code with what it tests, and its servers know nothing of each other.
  'sandbox/': ['sandbox/'],
  'sandbox/platform/': ['sandbox/platform/', 'sandbox/*'],
  'sandbox/github/': ['sandbox/github/', 'sandbox/*', '@octokit/openapi-types'],
};
const FORMS = [
  /^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm,
  /\b(type\s+)?(?:import|require)\(\s*['"]([^'"]+)['"]/g,
];

function fits(file: string, place: string): boolean {
  if (place.endsWith('/*')) return posix.dirname(file) === place.slice(0, -2).replace('type ', '');
  return place.endsWith('/') ? file.startsWith(place) : place === file;
}

/** What the source imports although the table does not allow it. */
function forbidden(from: string, source: string): string[] {
  const lines = Object.keys(ALLOWED).filter((place) => fits(from, place));
  const line = lines.reduce((best, place) => (place.length > best.length ? place : best), '');
  const allowed = (to: string, kind: string) =>
    ALLOWED[line]?.some((place) => fits(to, place) || fits(`${kind}${to}`, place));
  const imports = FORMS.flatMap((form) => [...source.matchAll(form)]);
  return imports
    .filter(([, kind = '', name = '']) => {
      const packageName = /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '';
      const to = name.startsWith('.') ? posix.join(posix.dirname(from), name) : packageName;
      return !name.startsWith('node:') && !allowed(to, kind.replace(/\s+/, ' '));
    })
    .map(([, , name]) => `${from} imports ${name}`);
}

test.each(['src', 'sandbox'])('%s imports what the table allows, in short files', (folder) => {
  const found = globSync(`${folder}/**/*.ts`, { exclude: ['**/node_modules'] });
  const files = found.map((file) => file.replaceAll('\\', '/'));
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => /\/(utils?|[^/]+\/index)\.ts$/.test(file))).toEqual([]);
  const sources = files.map((file) => [file, readFileSync(file, 'utf8')] as const);
  expect(sources.flatMap(([file, source]) => forbidden(file, source))).toEqual([]);
  // A type in such a form would be in a circle that biome does not see.
  expect(sources.filter(([, source]) => /\bimport\('\.[^']*'\)\.[A-Z]/.test(source))).toEqual([]);
  const most = (file: string) => (file.includes('/gfm/') ? 450 : folder === 'src' ? 320 : 350);
  const long = sources.filter(([file, text]) => text.split('\n').length - 1 > most(file));
  expect(long.map(([file]) => file)).toEqual([]);
});

test.each([
  [1, 'src/agent/run.ts', `import {\n  a,\n  b,\n} from '@actions/core';`],
  [1, 'src/agent/run.ts', `const x = await import('@actions/artifact');`],
  [1, 'src/platform/client.ts', `export * from '../agent/wait.ts';`],
  [1, 'src/platform/client.ts', `import '../inputs.ts';`],
  [1, 'src/github/api.ts', `import type { Decision } from '../agent/choose-job.ts';`],
  [1, 'src/analytics/run.ts', `import type { Job } from '../agent/run.ts';`],
  [1, 'src/outputs.ts', `import type { End } from './agent/end.ts';`],
  [1, 'src/main.ts', `import { start } from '../sandbox/server.ts';`],
  [1, 'src/agent/prompt/changes.ts', `import { decide } from '../choose-job.ts';`],
  [0, 'src/agent/prompt/changes.ts', `import type { Decision } from '../choose-job.ts';`],
  [1, 'src/cellar/rat.ts', `import { cut } from '../text/limit.ts';`],
  [1, 'sandbox/server.ts', `import { cut } from '../src/text/limit.ts';`],
  [1, 'sandbox/platform/jobs.ts', `import { GithubState } from '../github/state.ts';`],
  [1, 'sandbox/github/state.ts', `import { jobs } from '../platform/jobs.ts';`],
])('%d problems in %s: %s', (count, file, source) => {
  expect(forbidden(file, source)).toHaveLength(count);
});
