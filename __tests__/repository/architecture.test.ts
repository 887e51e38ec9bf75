import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from '@jest/globals';

const BASE = ['text', 'log', 'clock', 'version'];
const ALL = ['*', 'inputs', 'github', 'agent', 'analytics', 'platform', ...BASE];
const MODE = ['*', 'inputs', 'github', 'platform', ...BASE];

/**
 * What each part of src may import besides its own files: other parts, packages, and types of anything as `types`. A part
 * is a folder, or a file at the top; `*` is every file at the top that has no line of its own.
 */
const ALLOWED: Record<string, readonly string[]> = {
  log: ['text'],
  clock: [],
  version: [],
  text: [],
  platform: [...BASE, 'undici', 'zod'],
  // GitHub and the runner.
  github: ['inputs', ...BASE, 'types', '@actions/core', '@actions/github', '@actions/artifact', 'zod'],
  agent: [...MODE, 'zod'],
  analytics: [...MODE, 'zod'],
  inputs: [...ALL, 'zod'],
  '*': [...ALL, 'zod'],
  main: ALL,
  index: ['main', ...ALL],
};

interface Import {
  readonly from: string;
  /** A path from the repository's root, or a package's name. */
  readonly to: string;
  /** Erased when the code runs. */
  readonly isType: boolean;
}

function importsOf(from: string, source: string): Import[] {
  const forms = [
    /^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm,
    /\b(type\s+)?(?:import|require)\(\s*['"]([^'"]+)['"]/g,
  ];
  return forms
    .flatMap((form) => [...source.matchAll(form)])
    .map(([, type, name = '']) => {
      const to = name.startsWith('.')
        ? posix.join(posix.dirname(from), name)
        : name.replace(/^((?:@[^/]+\/)?[^/]+).*$/, '$1');
      return { from, to, isType: type !== undefined };
    });
}

function partOf(file: string): string {
  const [, part = '', ...inner] = file.replace(/\.ts$/, '').split('/');
  return inner.length > 0 || part in ALLOWED ? part : '*';
}

function isAllowed({ from, to, isType }: Import): boolean {
  if (to.startsWith('node:')) return true;
  const allowed = ALLOWED[partOf(from)];
  if (!/\.(ts|json)$/.test(to)) return allowed?.includes(to) ?? false;
  const isKnown = to.startsWith('src/') && allowed !== undefined;
  return (
    isKnown &&
    [partOf(from), ...allowed, ...(isType && allowed.includes('types') ? ALL : [])].includes(partOf(to))
  );
}

function forbidden(from: string, source: string): string[] {
  return importsOf(from, source).flatMap((each) => (isAllowed(each) ? [] : [`${from} imports ${each.to}`]));
}

function sourcesIn(directory: string): [file: string, source: string][] {
  const files = globSync(`${directory}/**/*.ts`).map((file) => file.replaceAll('\\', '/'));
  expect(files.length).toBeGreaterThan(10);
  return files.map((file) => [file, readFileSync(file, 'utf8')]);
}

test('src imports only what the table allows, and has no utils', () => {
  const src = sourcesIn('src');
  expect(src.flatMap(([file, source]) => forbidden(file, source))).toEqual([]);
  expect(src.filter(([file]) => /\/(utils?|[^/]+\/index)\.ts$/.test(file))).toEqual([]);
});

test('page views are read without knowing how they are shown', () => {
  const imports = sourcesIn('src/analytics').flatMap(([file, source]) => importsOf(file, source));
  const knowing = imports.filter(
    ({ from, to }) => !from.includes('/report/') && to.startsWith('src/analytics/report/'),
  );
  expect([...new Set(knowing.map(({ from }) => from))]).toEqual(['src/analytics/mode.ts']);
});

test('sandbox imports nothing from outside itself', () => {
  const imports = sourcesIn('sandbox').flatMap(([file, source]) => importsOf(file, source));
  expect(imports.filter(({ to }) => to.endsWith('.ts') && !to.startsWith('sandbox/'))).toEqual([]);
});

test.each([
  ['src/agent/run.ts', `import {\n  a,\n  b,\n} from '@actions/core';`],
  ['src/agent/run.ts', `const x = await import('@actions/artifact');`],
  ['src/platform/client.ts', `export * from '../agent/wait.ts';`],
  ['src/platform/client.ts', `import '../inputs.ts';`],
  ['src/analytics/run.ts', `import type { Job } from '../agent/run.ts';`],
  ['src/main.ts', `import { start } from '../sandbox/server.ts';`],
  ['src/cellar/rat.ts', `import { cut } from '../text/limit.ts';`],
])('%s must not: %s', (file, source) => {
  expect(forbidden(file, source)).toHaveLength(1);
});
