import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from '@jest/globals';

const BASE = ['src/text/', 'src/log.ts', 'src/clock.ts', 'src/http.ts', 'src/version.ts'];
const MODE = ['src/*', 'src/github/', 'src/mintlify/', 'src/text/', 'zod', 'type undici'];
const READING = ['counts', 'period-views', 'report', 'views-reader'].map(
  (name) => `src/analytics/${name}.ts`,
);
/** What every room of the agent may import. The rooms stand in the order in which they may import each other. */
const BESIDE_ROOMS = ['request-context', 'run-result', 'docs-pull-request', 'changed-files'];
const ROOMS = ['replies', 'request', 'prompt', 'job', 'commit-status', 'result'];
const BESIDE = [...BESIDE_ROOMS.map((name) => `src/agent/${name}.ts`), ...MODE];
const BELOW = ROOMS.map((room, index) => {
  const above = ROOMS.slice(0, index + 1).map((name) => `src/agent/${name}/`);
  return [`src/agent/${room}/`, [...above, ...BESIDE]] as const;
});
const STARTED = ['src/main.ts', 'src/outputs.ts', 'src/text/redact.ts'];
const RUNNER = ['@actions/core', '@actions/artifact', '@actions/github', '@octokit/openapi-types'];

/**
 * What each file may import besides Node's own modules: files (`src/*` are those in the folder, `src/` also those in
 * folders below), packages, and where it says `type`, types alone. Of the lines that name a file the longest counts.
 * Biome checks that nobody imports in a circle.
 */
const ALLOWED: Record<string, readonly string[]> = {
  // Inputs, outputs and what they are made of know no mode.
  'src/*': MODE,
  'src/index.ts': ['src/'],
  'src/main.ts': ['src/'],
  'src/log.ts': ['src/text/'],
  'src/clock.ts': [],
  'src/version.ts': [],
  'src/closest-names.ts': ['leven'],
  'src/http.ts': ['src/clock.ts', '@actions/http-client', 'undici'],
  'src/text/': ['src/text/'],
  'src/mintlify/': ['src/mintlify/', ...BASE, 'undici', 'zod'],
  'src/github/': ['src/github/', ...BASE, ...RUNNER, 'undici', 'zod'],
  ...Object.fromEntries(BELOW),
  'src/agent/*': BESIDE,
  'src/agent/run.ts': ['src/agent/', ...MODE],
  'src/agent/run-facts.ts': ['type src/agent/', ...MODE],
  'src/agent/result/report-result.ts': ['src/agent/', ...MODE],
  'src/analytics/': ['src/analytics/', ...MODE],
  // Page views are read without knowing how they are shown.
  'src/analytics/read.ts': ['src/analytics/gaps.ts', ...READING, ...MODE],
  'src/analytics/period-views.ts': [...READING, ...MODE],
  // It shares no code with what it tests, and its servers know nothing of each other.
  'sandbox/': ['sandbox/'],
  'sandbox/mintlify/': ['sandbox/mintlify/', 'sandbox/*'],
  'sandbox/github/': ['sandbox/github/', 'sandbox/*', '@octokit/openapi-types'],
  // Of src, a story runs what index.ts runs. Neither needs the tests.
  'simulation/': ['simulation/', 'sandbox/', ...STARTED, 'type src/', 'undici', '@actions/github'],
  'campaign/': ['campaign/', 'simulation/'],
};
const IMPORT = /\b(?:import|export|require)(\s+type)?\b(?:[^'";]*?\sfrom|\s*\()?\s*['"]([^'"]+)['"]/g;

function fits(file: string, place: string): boolean {
  if (place.endsWith('/*')) return posix.dirname(file) === place.slice(0, -2);
  return place.endsWith('/') ? file.startsWith(place) : place === file;
}

/** What the source imports although the table does not allow it. */
function forbidden(from: string, source: string): string[] {
  const lines = Object.keys(ALLOWED).filter((place) => fits(from, place));
  const allowed = ALLOWED[lines.sort((a, b) => b.length - a.length)[0] ?? ''] ?? [];
  return [...source.matchAll(IMPORT)].flatMap(([, type, name = '']) => {
    const packageName = /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '';
    const to = name.startsWith('.') ? posix.join(posix.dirname(from), name) : packageName;
    const isAllowed = allowed.some((place) => fits(to, type ? place.replace('type ', '') : place));
    return isAllowed || name.startsWith('node:') ? [] : `${from} imports ${name}`;
  });
}

test.each(['src', 'sandbox', 'simulation', 'campaign'])(
  '%s imports what the table allows, in short files',
  (folder) => {
    const found = globSync(`${folder}/**/*.ts`, { exclude: ['**/node_modules'] });
    const files = found.map((file) => [file.replaceAll('\\', '/'), readFileSync(file, 'utf8')] as const);
    expect(files.length).toBeGreaterThan(1);
    const most = (file: string) => (file.includes('/gfm/') ? 450 : 360);
    const problems = files.flatMap(([file, source]) => [
      ...(/\/(utils?|[^/]+\/index)\.ts$/.test(file) ? [`${file} does not say what it holds`] : []),
      // A type in such a form would be in a circle that biome does not see.
      ...(/\bimport\('\.[^']*'\)\.[A-Z]/.test(source) ? [`${file} imports a type inside of a line`] : []),
      ...(source.split('\n').length - 1 > most(file) ? [`${file} has over ${most(file)} lines`] : []),
      ...forbidden(file, source),
    ]);
    expect(problems).toEqual([]);
  },
);

test.each([
  [1, 'src/agent/run.ts', `import {\n  a,\n  b,\n} from '@actions/core';`],
  [1, 'src/agent/run.ts', `const x = await import('@actions/artifact');`],
  [1, 'src/mintlify/client.ts', `export * from '../agent/job/wait.ts';`],
  [1, 'src/mintlify/client.ts', `import '../inputs.ts';`],
  [1, 'src/github/api.ts', `import type { Decision } from '../agent/job/choose-job.ts';`],
  [1, 'src/agent/prompt/changes.ts', `import { chooseJob } from '../job/choose-job.ts';`],
  [0, 'src/agent/job/rerun.ts', `import type { RequestContext } from '../request-context.ts';`],
  [1, 'campaign/cli.ts', `import { PROJECT } from '../__tests__/helpers/action-environment.ts';`],
  [1, 'src/cellar/rat.ts', `import { cut } from '../text/limit.ts';`],
  [1, 'sandbox/github/state.ts', `const { jobs } = require('../mintlify/jobs.ts');`],
])('%d problems in %s: %s', (count, file, source) => {
  expect(forbidden(file, source)).toHaveLength(count);
});
