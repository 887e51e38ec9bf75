import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

interface Job {
  permissions?: Record<string, string>;
  environment?: string;
  if?: string;
  'timeout-minutes'?: number;
  /** A workflow that it calls; its jobs have their own time limits. */
  uses?: string;
  concurrency?: { 'cancel-in-progress'?: unknown };
  steps?: { uses?: string; run?: string; with?: Record<string, unknown> }[];
}

const read = (file: string) => {
  const text = readFileSync(file, 'utf8');
  type Workflow = { on: object; permissions: unknown; jobs: Record<string, Job> };
  const { on, permissions, jobs } = parse(text) as Workflow;
  return { text, events: Object.keys(on), permissions, jobs: Object.values(jobs) };
};
const examples = globSync('examples/*.yml').map((file) => file.replaceAll('\\', '/'));

test.each([...globSync('.github/workflows/*.yml'), ...examples])(
  '%s grants nothing but to single jobs, lets no job run for hours, and has its schedule apart from other events',
  (file) => {
    const { events, permissions, jobs } = read(file);
    expect(permissions).toEqual({});
    expect(jobs.filter((job) => job.permissions === undefined)).toEqual([]);
    expect(jobs.filter((job) => job['timeout-minutes'] === undefined && job.uses === undefined)).toEqual([]);
    // GitHub disables a schedule with the whole file.
    if (events.includes('schedule'))
      expect(events.filter((event) => !/^(schedule|workflow_dispatch)$/.test(event))).toEqual([]);
  },
);

/** What checks more than `npm cit` does, and where. */
test.each([
  ['.ci/run', 'test:all', 'check:lint', 'check:dist', 'campaign:ci', 'e2e'],
  ['.github/workflows/ci.yml', 'test:all', 'check:types', 'check:dist', 'e2e'],
  ['.github/workflows/release.yml', 'test:all', 'check:dist'],
  ['.github/workflows/nightly.yml', 'campaign:all', 'explore'],
  ['.github/workflows/mutation.yml', 'mutation'],
])('%s plays what it is there for', (file, ...commands) => {
  const text = readFileSync(file, 'utf8');
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
  if (file === '.ci/run') expect(text).toMatch(/\bnpm cit\b/);
  for (const command of commands) {
    expect(text).toMatch(new RegExp(`npm run (--silent )?${command}\\b`));
    expect(scripts).toHaveProperty([command]);
  }
});

test('every action but this one, which action.test.ts checks, is ignored where workflows.yml checks types', () => {
  const { steps = [] } = read('.github/workflows/workflows.yml').jobs.at(-1) ?? {};
  const ignored = String(steps.at(-1)?.with?.['ignored-action-files']).split('\n');
  const files = globSync('{.,e2e/**}/action.yml').map((file) => file.replaceAll('\\', '/'));
  expect(files.sort()).toEqual(['action.yml', ...ignored].sort());
});

test('no tool that is not needed to work on a change is installed by `npm ci`', () => {
  expect(readFileSync('package-lock.json', 'utf8')).not.toContain('"node_modules/@stryker-mutator');
  // A lock names no registry: everybody uses their own.
  for (const lock of ['package-lock.json', '.github/mutation/package-lock.json'])
    expect(readFileSync(lock, 'utf8')).not.toContain('"resolved":');
});

test.each(['release.yml', 'move-major-tag.yml'])(
  '%s writes only where a person approved, and runs nothing from npm',
  (file) => {
    const { jobs } = read(`.github/workflows/${file}`);
    const isWriter = ({ permissions = {}, steps = [] }: Job) =>
      Object.values(permissions).includes('write') || steps.some(({ uses }) => uses?.includes('app-token@'));
    const writers = jobs.filter(isWriter);
    expect(writers.map(({ environment }) => environment)).toEqual(['release']);
    const steps = writers.flatMap(({ steps = [] }) => steps);
    expect(steps.filter(({ run, uses }) => /\b(npm|npx|node)\b/.test(run ?? uses ?? ''))).toEqual([]);
  },
);

test('what is attested is the whole `dist` of a fresh checkout, as docs/security.md says how to verify it', () => {
  const { steps = [] } = read('.github/workflows/release.yml').jobs.at(-1) ?? {};
  expect(steps[0]?.uses).toMatch(/^actions\/checkout@/);
  const subjects = steps.flatMap(({ with: given }) => given?.['subject-path'] ?? []);
  expect(subjects).toEqual(['dist/*', 'dist/*']);
  expect(steps.map((step) => step.with?.['path'] ?? '.').filter((path) => path !== 'release')).not.toContain(
    'dist',
  );
  expect(readFileSync('docs/security.md', 'utf8')).toContain('for file in dist/*; do');
});

describe.each(examples)('%s', (file) => {
  const { text, events, jobs } = read(file);

  test('begins with what it does, needs and costs, in eight lines at most', () => {
    expect(text).toMatch(
      /^(?!# (?:Needs|Costs|Setup))(# .+\n){1,3}#\n# Needs: .+\n(# .+\n)*# Costs: .+\n(# .+\n)*# Setup: .+\n(?!#)/,
    );
    expect(text.split(/\n(?!#)/, 1)[0]?.split('\n').length).toBeLessThanOrEqual(8);
  });

  test('is played on a runner', () => {
    const scenarios = globSync('e2e/*.ts').map((each) => readFileSync(each, 'utf8'));
    const played = [...scenarios.join('').matchAll(/(?<=')[\w-]+\.yml(?=')/g)].map(
      ([name]) => `examples/${name}`,
    );
    expect(played).toContain(file);
  });

  test('starts nothing for a pull request of a fork, whose runs get no secrets', () => {
    if (!events.some((event) => event.startsWith('pull_request'))) return;
    const guard = 'github.event.pull_request.head.repo.full_name == github.repository';
    for (const job of jobs) expect(job.if).toContain(guard);
  });

  test('never cancels a running job, which goes on remotely and costs money', () => {
    expect(jobs.filter((job) => job.concurrency?.['cancel-in-progress'])).toEqual([]);
  });

  test('says what a second copy or a re-run may cost', () => {
    if (events.includes('issue_comment'))
      expect(text).toMatch(/only one workflow in each repository listen for `\/docs`/);
    const steps = jobs.flatMap((job) => job.steps ?? []).map((step) => step.with ?? {});
    const sends = steps.some(({ prompt, 'prompt-file': path }) => prompt !== undefined || path !== undefined);
    if (sends && !steps.some(({ comment }) => comment)) expect(text).toMatch(/: it sends|A re-run sends/);
  });

  test('starts no job where the standing issue is missing, except with an error', () => {
    const isOnPush = events.includes('push') && text.includes('vars.DOCS_UPDATES_ISSUE }}');
    if (isOnPush) expect(jobs.map((job) => job.if)).toEqual(["vars.DOCS_UPDATES_ISSUE != ''"]);
  });
});

test('no two examples have their schedule at the same time', () => {
  const times = examples.flatMap((file) => /cron: ("[^"]+")/.exec(read(file).text)?.[1] ?? []);
  expect(new Set(times).size).toBe(times.length);
});
