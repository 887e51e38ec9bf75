import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { repositoryOf } from '../../../scripts/check-docs.ts';

interface Job {
  readonly permissions?: Record<string, string>;
  readonly needs?: string | string[];
  readonly if?: string;
  readonly 'timeout-minutes'?: number;
  readonly uses?: string;
  readonly concurrency?: { readonly 'cancel-in-progress'?: unknown };
  readonly steps?: { uses?: string; run?: string; with?: Record<string, unknown> }[];
}
interface Workflow {
  readonly on: Record<string, { tags?: string[]; types?: string[] } | null>;
  readonly permissions: unknown;
  readonly jobs: Record<string, Job>;
}

const names = (pattern: string) => globSync(pattern).map((file) => file.replaceAll('\\', '/'));
const examples = names('examples/*.yml');
const all = [...names('.github/workflows/*.yml'), ...examples].map((file) => {
  const text = readFileSync(file, 'utf8');
  const { on, permissions, jobs: byId } = parse(text) as Workflow;
  return { file, text, on, events: Object.keys(on), permissions, byId, jobs: Object.values(byId) };
});
function read(file: string) {
  const found = all.find((each) => each.file === file);
  if (!found) throw new Error(`There is no ${file}.`);
  return found;
}

test.each(all)(
  '$file grants to single jobs, none of which runs for hours',
  ({ on, events, permissions, jobs }) => {
    expect(permissions).toEqual({});
    expect(jobs.filter((job) => job.permissions === undefined)).toEqual([]);
    expect(jobs.filter((job) => job['timeout-minutes'] === undefined && job.uses === undefined)).toEqual([]);
    // GitHub disables a schedule with the whole file.
    const others = events.filter((event) => !/^(schedule|workflow_dispatch)$/.test(event));
    if (events.includes('schedule')) expect(others).toEqual([]);
    if (on['release'] !== undefined) expect(on['release']?.types).toHaveLength(1);
  },
);

test('each action of others has one version everywhere', () => {
  const pins = all.flatMap(({ text }) => [...text.matchAll(/uses: (\S+)@([0-9a-f]{40} # v\S+)/g)]);
  const versions = new Map(pins.map(([, action, version]) => [action, version]));
  expect(pins.filter(([, action, version]) => versions.get(action) !== version)).toEqual([]);
});

test('CI has one job that needs all others, and .ci/run plays what it plays', () => {
  const { all: last, ...others } = read('.github/workflows/ci.yml').byId;
  expect([last?.if, last?.needs]).toEqual(['always()', Object.keys(others)]);
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const command = /npm (?:run (?:--silent )?)?(check:\w+|bench|cit|demo|e2e)\b/g;
  const [ci = [], local] = ['.github/workflows/ci.yml', '.ci/run'].map((file) => {
    const found = [...readFileSync(file, 'utf8').matchAll(command)].map(([, name = '']) => name);
    return [...new Set(found)].sort();
  });
  expect(local).toEqual(ci);
  for (const name of ci) expect(scripts).toHaveProperty([name.replace('cit', 'test')]);
});

test('a release needs no secret, and what can write runs nothing from npm, and attests the tag as it is', () => {
  const { jobs } = read('.github/workflows/release.yml');
  const writers = jobs.filter(({ permissions = {} }) => Object.values(permissions).includes('write'));
  const steps = writers.flatMap(({ steps = [] }) => steps);
  expect(steps.filter(({ run, uses }) => /\b(npm|npx|node)\b/.test(run ?? uses ?? ''))).toEqual([]);
  expect(steps.flatMap(({ with: given }) => given?.['subject-path'] ?? [])).toEqual(['dist/*']);
  expect(JSON.stringify(jobs)).not.toMatch(/secrets\.|vars\./);
});

/** Reads a filter of branches, tags or paths as GitHub does: `*` matches no slash, and the last pattern that fits decides. */
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

/** What somebody who copies the example has to know or to have. */
test.each([
  ['docs-after-release-please', '@45996ed1f6d02564a971a2fa1b5860e934307cf7 # v5.0.0'],
  ['docs-after-release-please', 'Allow GitHub Actions to create\n# and approve pull requests'],
  ['docs-before-release-please', '"force-tag-creation": true'],
  ['docs-before-release-please', 'vars.DOCS_RELEASE_ISSUE'],
  ['docs-before-announcement', 'vars.DOCS_RELEASE_ISSUE'],
  ['docs-required', 'that changes none of them succeeds at once'],
  ['docs-with-checks', 'permission-checks: read'],
  ['docs-required', 'any source'],
  ['many-projects', 'max-parallel: 1'],
  ['docs-to-chat', 'errors: true'],
])('%s has %j', (name, part) => {
  expect(read(`examples/${name}.yml`).text).toContain(part);
});

const guard = 'github.event.pull_request.head.repo.full_name == github.repository';

test.each(examples)('%s says what it needs, guards against forks, and cancels no job', (file) => {
  const { text, events, jobs } = read(file);
  const header =
    /^(?!# (?:Needs|Costs))(# .+\n){1,3}#\n# Needs: .+\n(# .+\n)*# Costs: .+\n(# .+\n)*# Setup \(secret, variable, version\): (.+)\n(?!#)/;
  expect(header.exec(text)?.at(-1)).toBe(`docs/recipes.md of ${repositoryOf('.')}.`);
  const hasNoSecrets = events.some((event) => /^pull_request(?!_target)/.test(event));
  if (hasNoSecrets) for (const job of jobs) expect(job.if).toContain(guard);
  expect(jobs.filter((job) => job.concurrency?.['cancel-in-progress'])).toEqual([]);
  const says = (note: string) => text.replaceAll('\n# ', ' ').includes(note);
  expect(says('no other workflow that listens for `/docs`')).toBe(events.includes('issue_comment'));
  const isNumbered = text.includes('issue-number:');
  expect(says('so does each re-run')).toBe(/^(push|release)$/.test(events.join()) && !isNumbered);
  if (/job-id: latest/.test(text) && events.includes('push'))
    expect(jobs[0]?.if).toBe("vars.DOCS_UPDATES_ISSUE != ''");
});

test('no two examples have their schedule at the same time', () => {
  const times = examples.flatMap((file) => /cron: ("[^"]+")/.exec(read(file).text)?.[1] ?? []);
  expect(new Set(times).size).toBe(times.length);
});
