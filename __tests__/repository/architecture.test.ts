import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from '@jest/globals';

interface Room {
  /** Rooms it may import. Its own files it always may. */
  readonly rooms: readonly string[];
  /** Rooms of which it may import types. */
  readonly types?: readonly string[];
  readonly packages: readonly string[];
}

const GROUND = ['text', 'log', 'clock', 'version'];
const MIDDLE = ['platform', ...GROUND];
const ALL = ['inputs', 'github', 'agent', 'analytics', ...MIDDLE];

/** Who may import what. A room is a directory in src, or a file at its top. */
const HOUSE: Record<string, Room> = {
  log: { rooms: ['text'], packages: [] },
  clock: { rooms: [], packages: [] },
  version: { rooms: [], packages: [] },
  text: { rooms: [], packages: [] },
  platform: { rooms: GROUND, packages: ['undici', 'zod'] },
  // GitHub and the runner.
  github: {
    rooms: ['inputs', ...GROUND],
    types: ALL,
    packages: ['@actions/core', '@actions/github', '@actions/artifact', 'zod'],
  },
  agent: { rooms: ['*', 'inputs', 'github', ...MIDDLE], packages: ['zod'] },
  analytics: {
    rooms: ['*', 'inputs', 'github', ...MIDDLE],
    packages: ['csv-stringify', 'echarts', 'zod'],
  },
  inputs: { rooms: ['*', ...ALL], packages: ['zod'] },
  // Every other file at the top.
  '*': { rooms: ['*', ...ALL], packages: ['zod'] },
  main: { rooms: ['*', ...ALL], packages: [] },
  index: { rooms: ['main', '*', ...ALL], packages: [] },
};

interface Import {
  readonly from: string;
  readonly to: string;
  /** Erased when the code runs. */
  readonly isType: boolean;
}

/** The imports of each file: relative ones as paths from the repository's root, others by their package's name. */
function importsOf(files: Record<string, string>): Import[] {
  const forms = [
    /^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm,
    /\b(type\s+)?(?:import|require)\(\s*['"]([^'"]+)['"]/g,
  ];
  return Object.entries(files).flatMap(([from, source]) =>
    forms
      .flatMap((form) => [...source.matchAll(form)])
      .map(([, type, name = '']) => {
        const to = name.startsWith('.')
          ? posix.join(posix.dirname(from), name)
          : name.replace(/^((?:@[^/]+\/)?[^/]+).*$/, '$1');
        return { from, to, isType: type !== undefined };
      }),
  );
}

const isFile = (to: string): boolean => to.endsWith('.ts') || to.endsWith('.json');

/** `src/agent/wait.ts` is of `agent`, `src/main.ts` is `main`, and a file that the table does not name is `*`. */
function roomOf(path: string): string {
  const [, room = '', ...inner] = path.replace(/\.ts$/, '').split('/');
  return inner.length > 0 || room in HOUSE ? room : '*';
}

function isAllowed({ from, to, isType }: Import): boolean {
  if (to.startsWith('node:')) return true;
  const rule = HOUSE[roomOf(from)];
  if (rule === undefined) return false;
  if (!isFile(to)) return rule.packages.includes(to);
  if (!to.startsWith('src/')) return false;
  const allowed = [roomOf(from), ...rule.rooms, ...((isType && rule.types) || [])];
  return allowed.includes(roomOf(to));
}

function forbidden(files: Record<string, string>): string[] {
  return importsOf(files)
    .filter((entry) => !isAllowed(entry))
    .map(({ from, to }) => `${from} imports ${to}`);
}

/** A way from a file back to itself; empty if there is none. Types are erased, so they close no circle. */
function cycle(files: Record<string, string>): string[] {
  const edges = Map.groupBy(
    importsOf(files).filter(({ isType }) => !isType),
    ({ from }) => from,
  );
  const done = new Set<string>();
  const walk = (file: string, path: readonly string[]): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return [];
    for (const { to } of edges.get(file) ?? []) {
      const found = walk(to, [...path, file]);
      if (found.length > 0) return found;
    }
    done.add(file);
    return [];
  };
  return Object.keys(files)
    .map((file) => walk(file, []))
    .reduce((first, found) => (first.length > 0 ? first : found), []);
}

function sourcesIn(directory: string): Record<string, string> {
  const paths = globSync(`${directory}/**/*.ts`).map((path) => path.replaceAll('\\', '/'));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

describe('src', () => {
  const src = sourcesIn('src');

  test('imports only what the table of the house allows', () => {
    expect(Object.keys(src).length).toBeGreaterThan(10);
    expect(forbidden(src)).toEqual([]);
  });

  test('has no import cycles', () => {
    expect(cycle(src)).toEqual([]);
  });

  test('has no barrels and no utils', () => {
    const names = Object.keys(src).map((path) => path.slice('src/'.length));
    expect(names.filter((name) => /(^|\/)utils?\.ts$|\/index\.ts$/.test(name))).toEqual([]);
  });
});

test('sandbox imports nothing from outside itself', () => {
  const outside = importsOf(sourcesIn('sandbox')).filter(
    ({ to }) => isFile(to) && !to.startsWith('sandbox/'),
  );
  expect(outside).toEqual([]);
});

describe('these checks', () => {
  test.each([
    ['src/agent/run.ts', `import { x } from '../analytics/read.ts';`],
    ['src/platform/client.ts', `import { Inputs } from '../inputs.ts';`],
    ['src/agent/run.ts', `import {\n  a,\n  b,\n} from '@actions/core';`],
    ['src/agent/run.ts', `const x = await import('@actions/artifact');`],
    ['src/platform/client.ts', `export * from '../agent/wait.ts';`],
    ['src/platform/client.ts', `import '../inputs.ts';`],
    ['src/analytics/run.ts', `import type { Job } from '../agent/run.ts';`],
    ['src/github/event.ts', `import { run } from '../agent/run.ts';`],
    ['src/agent/mode.ts', `import { run } from '../main.ts';`],
    ['src/main.ts', `import { start } from '../sandbox/server.ts';`],
    ['src/cellar/rat.ts', `import { cut } from '../text/limit.ts';`],
  ])('see that %s must not: %s', (path, source) => {
    expect(forbidden({ [path]: source })).toHaveLength(1);
  });

  test.each([
    ['src/agent/run.ts', `import type { Inputs } from '../inputs.ts';`],
    ['src/agent/run.ts', `import { wait } from './wait.ts';\nimport { join } from 'node:path';`],
    ['src/github/log.ts', `import * as core from '@actions/core';`],
    ['src/main.ts', `import { run } from './agent/mode.ts';\nimport { log } from './github/log.ts';`],
    ['src/index.ts', `import { main } from './main.ts';`],
    ['src/analytics/report/csv.ts', `import { stringify } from 'csv-stringify/sync';`],
  ])('see that %s may: %s', (path, source) => {
    expect(forbidden({ [path]: source })).toEqual([]);
  });

  test('find a cycle over three files, and none over types', () => {
    const files = (last: string) => ({
      'src/a.ts': `import './b.ts';`,
      'src/b.ts': `import { c } from './text/c.ts';`,
      'src/text/c.ts': `import ${last} { a } from '../a.ts';`,
    });
    expect(cycle(files(''))).toEqual(['src/a.ts', 'src/b.ts', 'src/text/c.ts', 'src/a.ts']);
    expect(cycle(files('type'))).toEqual([]);
  });
});
