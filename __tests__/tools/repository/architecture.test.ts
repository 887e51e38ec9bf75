import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from '@jest/globals';

const CONNECTIONS = ['src/dispatcher.ts', 'src/connection-failures.ts', 'src/response-body.ts'];
const BASE = ['src/text/', 'src/log.ts', 'src/clock.ts', 'src/version.ts', ...CONNECTIONS];
const MODE = ['src/*', 'src/github/', 'src/platform/', 'src/text/', 'zod'];
const READING = ['period-pages', 'report', 'request-budget'].map((name) => `src/analytics/${name}.ts`);
const RUNNER = [
  '@actions/core',
  '@actions/artifact',
  '@actions/github',
  '@octokit/openapi-types',
  'undici',
  'zod',
];

/**
 * What each file may import besides Node's own modules: files (`src/*` are those in the folder, `src/` also those in
 * folders below), packages, and where it says `type`, types alone. Of the lines that name a file the longest counts;
 * a file without one may import nothing. That nobody imports in a circle, not even types, is biome's to check.
 */
const ALLOWED: Record<string, readonly string[]> = {
  // Inputs, outputs and what they are made of know no mode.
  'src/*': MODE,
  'src/index.ts': ['src/'],
  'src/main.ts': ['src/'],
  'src/log.ts': ['src/text/'],
  'src/clock.ts': [],
  'src/dispatcher.ts': ['src/connection-failures.ts', '@actions/http-client', 'undici'],
  'src/connection-failures.ts': [],
  'src/response-body.ts': ['undici'],
  'src/version.ts': [],
  'src/text/': ['src/text/'],
  'src/platform/': ['src/platform/', ...BASE, 'undici', 'zod'],
  'src/github/': ['src/github/', ...BASE, ...RUNNER],
  'src/agent/': ['src/agent/', ...MODE],
  // Records are read and written, and decide nothing.
  'src/agent/replies/': ['src/agent/replies/', 'type src/agent/', ...MODE],
  // A prompt is built, and decides nothing.
  'src/agent/prompt/': ['src/agent/prompt/', 'type src/agent/', ...MODE],
  'src/analytics/': ['src/analytics/', ...MODE],
  // Page views are read without knowing how they are shown.
  'src/analytics/read.ts': ['src/analytics/gaps.ts', ...READING, ...MODE],
  'src/analytics/period-pages.ts': [...READING, ...MODE],
  // It shares no code with what it tests.
  'sandbox/': ['sandbox/'],
  'sandbox/platform/': [
    ...['sandbox/platform/', 'sandbox/exchange.ts', 'sandbox/hostile.ts', 'sandbox/ledger.ts'],
    'sandbox/operations.ts',
  ],
  'sandbox/github/': [
    ...['sandbox/github/', 'sandbox/exchange.ts', 'sandbox/ledger.ts', 'sandbox/operations.ts'],
    '@octokit/openapi-types',
  ],
};

function fits(file: string, place: string): boolean {
  if (place.endsWith('/')) return file.startsWith(place);
  return place === file || place === `${posix.dirname(file)}/*`;
}

/** What the source imports although the table does not allow it. */
function forbidden(from: string, source: string): string[] {
  const forms = [
    /^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm,
    /\b(type\s+)?(?:import|require)\(\s*['"]([^'"]+)['"]/g,
  ];
  const lines = Object.keys(ALLOWED).filter((place) => fits(from, place));
  const line = lines.reduce((best, place) => (place.length > best.length ? place : best), '');
  const allowed = (to: string, kind: string) =>
    ALLOWED[line]?.some((place) => fits(to, place) || fits(`${kind}${to}`, place));
  return forms
    .flatMap((form) => [...source.matchAll(form)])
    .filter(([, kind = '', name = '']) => {
      const isPath = name.startsWith('.');
      const packageName = /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '';
      const to = isPath ? posix.join(posix.dirname(from), name) : packageName;
      return !name.startsWith('node:') && !allowed(to, kind.replace(/\s+/, ' '));
    })
    .map(([, , name]) => `${from} imports ${name}`);
}

test.each(['src', 'sandbox'])('%s imports only what the table allows, and has no utils', (folder) => {
  const files = globSync(`${folder}/**/*.ts`).map((file) => file.replaceAll('\\', '/'));
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => /\/(utils?|[^/]+\/index)\.ts$/.test(file))).toEqual([]);
  const sources = files.map((file) => [file, readFileSync(file, 'utf8')] as const);
  expect(sources.flatMap(([file, source]) => forbidden(file, source))).toEqual([]);
  // A type in such a form would be in a circle that biome does not see.
  expect(sources.filter(([, source]) => /\bimport\('\.[^']*'\)\.[A-Z]/.test(source))).toEqual([]);
});

test.each([
  ['src/agent/run.ts', `import {\n  a,\n  b,\n} from '@actions/core';`],
  ['src/agent/run.ts', `const x = await import('@actions/artifact');`],
  ['src/platform/client.ts', `export * from '../agent/wait.ts';`],
  ['src/platform/client.ts', `import '../inputs.ts';`],
  ['src/github/rest.ts', `import type { Decision } from '../agent/decide.ts';`],
  ['src/analytics/run.ts', `import type { Job } from '../agent/run.ts';`],
  ['src/analytics/read.ts', `import type { Block } from './blocks.ts';`],
  ['src/outputs.ts', `import type { End } from './agent/end.ts';`],
  ['src/main.ts', `import { start } from '../sandbox/server.ts';`],
  ['src/agent/prompt/include/changes.ts', `import { decide } from '../../decide.ts';`],
  ['src/agent/replies/record.ts', `import { decide } from '../decide.ts';`],
  ['src/cellar/rat.ts', `import { cut } from '../text/limit.ts';`],
  ['sandbox/server.ts', `import { cut } from '../src/text/limit.ts';`],
  ['sandbox/platform/jobs.ts', `import { GithubState } from '../github/state.ts';`],
  ['sandbox/github/state.ts', `import type { Settings } from '../server.ts';`],
])('%s must not: %s', (file, source) => {
  expect(forbidden(file, source)).toHaveLength(1);
});

test('of what they may not use, records may know the types', () => {
  const source = `import type { Decision } from '../decide.ts';`;
  expect(forbidden('src/agent/replies/record.ts', source)).toEqual([]);
});
