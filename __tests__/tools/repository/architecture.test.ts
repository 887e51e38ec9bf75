import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from '@jest/globals';

const BASE = ['text', 'log', 'clock', 'version'];
const ALL = ['*', 'inputs', 'github', 'agent', 'analytics', 'platform', ...BASE];
const MODE = ['*', 'inputs', 'github', 'platform', ...BASE];

/**
 * What each part of src may import besides its own files: other parts, packages, and types of anything as `types`. A part
 * is a folder, or a file at the top; `*` is every file at the top that has no line of its own. Of folders in folders,
 * INNER says the same.
 */
const ALLOWED: Record<string, readonly string[]> = {
  log: ['text'],
  clock: [],
  version: [],
  text: [],
  platform: [...BASE, 'undici', 'zod'],
  // GitHub and the runner.
  github: [
    'inputs',
    ...BASE,
    'types',
    '@actions/core',
    '@actions/github',
    '@actions/artifact',
    '@octokit/openapi-types',
    'zod',
  ],
  agent: [...MODE, 'zod'],
  analytics: [...MODE, 'zod'],
  inputs: [...ALL, 'zod'],
  '*': [...ALL, 'zod'],
  main: ALL,
  index: ['main', ...ALL],
};

/**
 * Folders in folders, and of what is beside them the files that they may import. Who is in none of them may import any,
 * unless there is a line for it.
 */
const INNER: Record<string, readonly string[]> = {
  'src/agent/replies': ['decide', 'request', 'result', 'wait'],
  'src/agent/include': ['quotation', 'request'],
  'sandbox/platform': ['exchange', 'hostile', 'ledger', 'operations'],
  'sandbox/github': ['exchange', 'ledger', 'operations'],
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
  return importsOf(from, source).flatMap((each) =>
    isAllowed(each) && isAllowedInside(each) ? [] : [`${from} imports ${each.to}`],
  );
}

/** Whether a folder in a folder imports nothing beside it that it may not. */
function isAllowedInside({ from, to }: Import): boolean {
  const folder = posix.dirname(from);
  const allowed = INNER[folder];
  const beside = posix.relative(posix.dirname(folder), to);
  if (!allowed || beside.startsWith('..') || !to.endsWith('.ts')) return true;
  return posix.dirname(to) === folder || allowed.includes(beside.replace(/\.ts$/, ''));
}

/** The circles in which files import each other, types included, each from one file back to it. */
function circles(imports: readonly Import[]): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const follow = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) found.push([...path.slice(at), file].join(' > '));
    if (at >= 0 || done.has(file)) return;
    for (const { from, to } of imports) if (from === file) follow(to, [...path, file]);
    done.add(file);
  };
  for (const { from } of imports) follow(from, []);
  return found;
}

function sourcesIn(directory: string): [file: string, source: string][] {
  const files = globSync(`${directory}/**/*.ts`).map((file) => file.replaceAll('\\', '/'));
  expect(files.length).toBeGreaterThan(10);
  return files.map((file) => [file, readFileSync(file, 'utf8')]);
}

test.each([
  ['sandbox/platform/jobs.ts', `import { GithubState } from '../github/state.ts';`],
  ['sandbox/github/state.ts', `import type { Settings } from '../server.ts';`],
])('%s must not: %s', (file, source) => {
  expect(importsOf(file, source).filter((each) => !isAllowedInside(each))).toHaveLength(1);
});

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

test('sandbox imports nothing from outside itself; its platform and its GitHub know nothing of each other', () => {
  const imports = sourcesIn('sandbox').flatMap(([file, source]) => importsOf(file, source));
  const strange = ({ to }: Import) => to.endsWith('.ts') && !to.startsWith('sandbox/');
  expect(imports.filter((each) => strange(each) || !isAllowedInside(each))).toEqual([]);
});

test.each(['src', 'sandbox', 'campaign'])(
  'no files of %s import each other in a circle, not even types',
  (folder) => {
    const imports = sourcesIn(folder).flatMap(([file, source]) => importsOf(file, source));
    expect(circles(imports)).toEqual([]);
  },
);

test('circles are found', () => {
  const files = {
    'src/a.ts': './b.ts',
    'src/b.ts': './c/d.ts',
    'src/c/d.ts': '../a.ts',
    'src/e.ts': './a.ts',
  };
  const imports = Object.entries(files).flatMap(([file, to]) =>
    importsOf(file, `import type { X } from '${to}';`),
  );
  expect(circles(imports)).toEqual(['src/a.ts > src/b.ts > src/c/d.ts > src/a.ts']);
});

test.each([
  ['src/agent/run.ts', `import {\n  a,\n  b,\n} from '@actions/core';`],
  ['src/agent/run.ts', `const x = await import('@actions/artifact');`],
  ['src/platform/client.ts', `export * from '../agent/wait.ts';`],
  ['src/platform/client.ts', `import '../inputs.ts';`],
  ['src/analytics/run.ts', `import type { Job } from '../agent/run.ts';`],
  ['src/main.ts', `import { start } from '../sandbox/server.ts';`],
  ['src/agent/include/changes.ts', `import { decide } from '../decide.ts';`],
  ['src/agent/replies/record.ts', `import type { PromptPart } from '../include/include.ts';`],
  ['src/cellar/rat.ts', `import { cut } from '../text/limit.ts';`],
])('%s must not: %s', (file, source) => {
  expect(forbidden(file, source)).toHaveLength(1);
});
