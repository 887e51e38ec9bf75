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
  analytics: { rooms: ['*', 'inputs', 'github', ...MIDDLE], packages: ['zod'] },
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

  test('reads page views without knowing how they are shown', () => {
    const known = importsOf(src).filter(
      ({ from, to }) => /^src\/analytics\/[^/]+$/.test(from) && to.startsWith('src/analytics/report/'),
    );
    expect([...new Set(known.map(({ from }) => from))]).toEqual(['src/analytics/mode.ts']);
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
    ['src/agent/run.ts', `import {\n  a,\n  b,\n} from '@actions/core';`],
    ['src/agent/run.ts', `const x = await import('@actions/artifact');`],
    ['src/platform/client.ts', `export * from '../agent/wait.ts';`],
    ['src/platform/client.ts', `import '../inputs.ts';`],
    ['src/analytics/run.ts', `import type { Job } from '../agent/run.ts';`],
    ['src/main.ts', `import { start } from '../sandbox/server.ts';`],
    ['src/cellar/rat.ts', `import { cut } from '../text/limit.ts';`],
  ])('see that %s must not: %s', (path, source) => {
    expect(forbidden({ [path]: source })).toHaveLength(1);
  });
});
