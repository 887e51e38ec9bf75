import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

interface Job {
  permissions?: Record<string, string>;
  environment?: string;
  'timeout-minutes'?: number;
  /** A workflow that it calls; its jobs have their own time limits. */
  uses?: string;
  concurrency?: { 'cancel-in-progress'?: unknown };
  steps?: { uses?: string; run?: string; with?: Record<string, unknown> }[];
}

const read = (file: string) => {
  const text = readFileSync(file, 'utf8');
  const { permissions, jobs } = parse(text) as { permissions: unknown; jobs: Record<string, Job> };
  return { text, permissions, jobs: Object.values(jobs) };
};
const examples = globSync('examples/*.yml').map((file) => file.replaceAll('\\', '/'));

test.each([...globSync('.github/workflows/*.yml'), ...examples])(
  '%s grants nothing but to single jobs, and lets no job run for hours',
  (file) => {
    const { permissions, jobs } = read(file);
    expect(permissions).toEqual({});
    expect(jobs.filter((job) => job.permissions === undefined)).toEqual([]);
    expect(jobs.filter((job) => job['timeout-minutes'] === undefined && job.uses === undefined)).toEqual([]);
  },
);

/** What checks more than `npm cit` does, and where. */
test.each([
  ['.ci/run', 'test:all', 'check:lint', 'check:dist', 'campaign:all', 'e2e'],
  ['.github/workflows/ci.yml', 'test:all', 'check:types', 'check:dist', 'e2e'],
  ['.github/workflows/release.yml', 'test:all', 'check:dist'],
  ['.github/workflows/nightly.yml', 'campaign:all', 'explore', 'mutation'],
])('%s plays what it is there for', (file, ...commands) => {
  const text = readFileSync(file, 'utf8');
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
  if (file === '.ci/run') expect(text).toMatch(/\bnpm cit\b/);
  for (const command of commands) {
    expect(text).toMatch(new RegExp(`npm run (--silent )?${command}\\b`));
    expect(scripts).toHaveProperty([command]);
  }
});

test('no tool that is not needed to work on a change is installed by `npm ci`', () => {
  const lock = readFileSync('package-lock.json', 'utf8');
  expect(lock).not.toMatch(/"node_modules\/@stryker-mutator|"resolved":/);
});

test('a release is signed and published by jobs that wait for its environment, and run nothing from npm', () => {
  const { jobs } = read('.github/workflows/release.yml');
  const writers = jobs.filter(({ permissions = {} }) => Object.values(permissions).includes('write'));
  expect(writers.map(({ environment }) => environment)).toEqual(['release']);
  const steps = writers.flatMap(({ steps = [] }) => steps);
  expect(steps.filter(({ run, uses }) => /\b(npm|npx|node)\b/.test(run ?? uses ?? ''))).toEqual([]);
});

describe.each(examples)('%s', (file) => {
  const { text, jobs } = read(file);

  test('begins with what it does and what it needs', () => {
    expect(text).toMatch(/^# [^\n]+\n(#[^\n]*\n)*# Needs\n# - the secret DOCS_API_KEY: [^\n]+\n/);
  });

  test('is played on a runner, and looked at by zizmor', () => {
    const scenarios = globSync('e2e/*.test.ts').map((each) => readFileSync(each, 'utf8'));
    expect(scenarios.join('')).toContain(`'${file.slice('examples/'.length)}'`);
    const steps = read('.github/workflows/workflows.yml').jobs.flatMap((job) => job.steps ?? []);
    const zizmor = steps.find(({ uses }) => uses?.includes('zizmor-action'));
    expect(String(zizmor?.with?.['inputs']).split(/\s+/)).toContain(file);
  });

  test('never cancels a running job, which goes on remotely and costs money', () => {
    expect(jobs.filter((job) => job.concurrency?.['cancel-in-progress'])).toEqual([]);
  });
});
