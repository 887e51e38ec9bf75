import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { repositoryOf } from '../../../scripts/check-docs.ts';

interface Job {
  readonly permissions?: Record<string, string>;
  readonly needs?: string | string[];
  readonly if?: string;
  readonly 'timeout-minutes'?: number;
  /** A workflow that it calls; its jobs have their own time limits. */
  readonly uses?: string;
  readonly concurrency?: { readonly 'cancel-in-progress'?: unknown };
  readonly steps?: { uses?: string; run?: string; with?: Record<string, unknown> }[];
}

const read = (file: string) => {
  const text = readFileSync(file, 'utf8');
  const { on, permissions, jobs } = parse(text) as {
    on: Record<string, { tags?: string[]; types?: string[] } | null>;
    permissions: unknown;
    jobs: Record<string, Job>;
  };
  return { text, on, events: Object.keys(on), permissions, byId: jobs, jobs: Object.values(jobs) };
};
const names = (pattern: string) => globSync(pattern).map((file) => file.replaceAll('\\', '/'));
const examples = names('examples/*.yml');
const workflows = names('.github/workflows/*.yml');
const stepsOf = (jobs: readonly Job[]) => jobs.flatMap(({ steps = [] }) => steps);

test.each([...workflows, ...examples])(
  '%s grants only to single jobs, and lets no job run for hours',
  (file) => {
    const { text, on, events, permissions, jobs } = read(file);
    expect(permissions).toEqual({});
    expect(jobs.filter((job) => job.permissions === undefined)).toEqual([]);
    expect(jobs.filter((job) => job['timeout-minutes'] === undefined && job.uses === undefined)).toEqual([]);
    // GitHub disables a schedule with the whole file.
    if (events.includes('schedule')) expect(events.sort()).toEqual(expect.arrayContaining(['schedule']));
    if (events.includes('schedule'))
      expect(events.filter((event) => !/^(schedule|workflow_dispatch)$/.test(event))).toEqual([]);
    // Of the activities of one release, a workflow names one.
    if (on['release'] !== undefined) expect(on['release']?.types).toHaveLength(1);
    // Of each pinned action, one version.
    for (const [, action = '', version = ''] of text.matchAll(/uses: (\S+@[0-9a-f]{40} # v\S+)/g))
      expect([action, version]).toEqual([PINS.get(action.split('@')[0] ?? ''), version]);
  },
);

const PINS = new Map(
  [...workflows, ...examples].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/uses: (\S+)@\S+ # v\S+/g)].map(([use, action = '']) => [
      action,
      use.slice(6),
    ]),
  ),
);

test('CI has one job that needs all others, and a release can only write what nothing from npm touches', () => {
  const { all, ...others } = read('.github/workflows/ci.yml').byId;
  expect([all?.if, all?.needs]).toEqual(['always()', Object.keys(others)]);
  const { jobs } = read('.github/workflows/release.yml');
  const writers = jobs.filter(({ permissions = {} }) => Object.values(permissions).includes('write'));
  const steps = stepsOf(writers);
  expect(steps.filter(({ run, uses }) => /\b(npm|npx|node)\b/.test(run ?? uses ?? ''))).toEqual([]);
  expect(steps.flatMap(({ with: given }) => given?.['subject-path'] ?? [])).toEqual(['dist/*']);
  expect(JSON.stringify(jobs)).not.toMatch(/secrets\.|vars\./);
  expect(readFileSync('docs/security.md', 'utf8')).toContain('dist/*');
});

test.each(['build', 'check:dist', 'check:docs', 'check:lint', 'check:types', 'demo', 'e2e', 'test'])(
  'npm run %s exists',
  (name) => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(scripts).toHaveProperty([name]);
    const text = readFileSync('.ci/run', 'utf8');
    if (name !== 'build')
      expect(text).toMatch(name === 'test' ? /\bnpm cit\b/ : new RegExp(`npm run (--silent )?${name}\\b`));
  },
);

/** Reads a filter of branches, tags or paths as GitHub does: only `**` matches a slash, and the last pattern that fits decides. */
function passes(filters: readonly string[], name: string): boolean {
  return filters.reduce((isIn, filter) => {
    const pattern = filter.replace(/^!/, '').replace(/[.^$|(){}\\]/g, '\\$&');
    const source = pattern.replace(/\*+/g, (stars) => (stars === '*' ? '[^/]*' : '.*'));
    return new RegExp(`^${source}$`).test(name) ? !filter.startsWith('!') : isIn;
  }, false);
}

test.each([
  ['examples/docs-on-package-tag.yml', ['cli@2.1.0', '@acme/cli@2.1.0'], ['v2.1.0']],
  ['examples/docs-before-announcement.yml', ['v2.1.0'], ['v2.1.0-rc.1', 'cli@2.1.0']],
  ['.github/workflows/release.yml', ['v1.0.0', 'v1.0.0-rc.1'], ['v1', 'v1.0']],
])('%s starts for %j, not for %j', (file, starting, others) => {
  const { tags = [] } = read(file).on['push'] ?? {};
  expect([...starting, ...others].filter((tag) => passes(tags, tag))).toEqual(starting);
});

test.each(['cli@2.1.0', '@acme/cli@2.1.0'])('of the tag %s, the package is in packages/cli', (TAG) => {
  const [{ run = '' } = {}] = stepsOf(read('examples/docs-on-package-tag.yml').jobs);
  const script = run.replace(/>> "\$GITHUB_OUTPUT"/, '');
  const settings: ExecFileSyncOptionsWithStringEncoding = {
    env: { ...process.env, TAG },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  };
  expect(execFileSync('bash', ['--norc', '-ec', script], settings)).toBe('directory=cli\n');
});

/** What somebody who copies the example has to know or to have. */
test.each([
  [
    'docs-after-release-please',
    'release-please-action@45996ed1f6d02564a971a2fa1b5860e934307cf7 # v5.0.0',
    'create\n# and approve',
  ],
  ['docs-before-release-please', '"force-tag-creation": true', 'gh release edit "$TAG" --draft=false'],
  ['docs-before-announcement', '--prerelease', '--prerelease=false --latest'],
  ['docs-with-checks', 'gh pr checks "$PR" --watch --fail-fast', 'permission-checks: read'],
  ['docs-required', 'any source', 'no-docs'],
  ['many-projects', 'max-parallel: 1', 'max-requests: 30'],
  ['report-to-chat', 'errors: true', '!cancelled()'],
  ['docs-to-chat', 'errors: true', 'steps.docs.outputs.pr-link'],
])('%s has %j and %j', (name, ...parts) => {
  for (const part of parts) expect(read(`examples/${name}.yml`).text).toContain(part);
});

describe.each(examples)('%s', (file) => {
  const { text, events, jobs } = read(file);

  test('begins with what it does, needs and costs, and names the setup', () => {
    expect(text).toMatch(
      /^(?!# (?:Needs|Costs))(# .+\n){1,3}#\n# Needs: .+\n(# .+\n)*# Costs: .+\n(# .+\n)*# Setup: .+\n(?!#)/,
    );
    expect(text).toContain(`# Setup: docs/recipes.md of ${repositoryOf('.')}.`);
  });

  test("has a guard where a fork's run has no secrets, and one listener", () => {
    const guard = 'github.event.pull_request.head.repo.full_name == github.repository';
    const hasNone = events.some((event) => /^pull_request(?!_target)/.test(event));
    if (hasNone) for (const job of jobs) expect(job.if).toContain(guard);
    if (events.includes('issue_comment'))
      expect(text.replaceAll('\n# ', ' ')).toMatch(/no other workflow that listens for `\/docs`/);
  });

  test('never cancels a running job, and says what a re-run costs where it has no thread', () => {
    expect(jobs.filter((job) => job.concurrency?.['cancel-in-progress'])).toEqual([]);
    if (/^(push|release)$/.test(events.join()) && !text.includes('issue-number:'))
      expect(text).toMatch(/so does each re-run/);
    if (events.includes('push') && text.includes('DOCS_UPDATES_ISSUE }}'))
      expect(jobs.map((job) => job.if)).toEqual(["vars.DOCS_UPDATES_ISSUE != ''"]);
  });
});

test('no two examples have their schedule at the same time', () => {
  const times = examples.flatMap((file) => /cron: ("[^"]+")/.exec(read(file).text)?.[1] ?? []);
  expect(new Set(times).size).toBe(times.length);
});
