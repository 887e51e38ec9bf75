import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { COPIED, repositoryOf, snippets } from '../../../scripts/check-docs.ts';
import { tableOf } from '../../agent/table.ts';

type Permissions = Record<string, string>;
interface Job {
  readonly permissions?: Permissions;
  readonly needs?: string | string[];
  readonly if?: string;
  readonly 'timeout-minutes'?: number;
  readonly uses?: string;
  readonly concurrency?: { readonly 'cancel-in-progress'?: unknown };
  readonly steps?: Steps;
}
interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Record<string, unknown>;
}
type Steps = readonly Step[];
interface Workflow {
  readonly on: Record<string, { tags?: string[]; types?: string[] } | null>;
  readonly permissions: Permissions;
  readonly jobs: Record<string, Job>;
}

function workflow(file: string, text = readFileSync(file, 'utf8')) {
  const { on, permissions, jobs: byId }: Workflow = parse(text);
  return { file, text, on, events: Object.keys(on), permissions, byId, jobs: Object.values(byId) };
}
const files = (pattern: string) => globSync(pattern).map((file) => file.replaceAll('\\', '/'));
const examples = files('examples/*.yml').map((file) => workflow(file));
const all = [...files('.github/workflows/*.yml').map((file) => workflow(file)), ...examples];
const copies = snippets().map(([file, text]) => workflow(file, text));

test.each(all)('$file grants to single jobs, none of which runs for hours', (file) => {
  const { on, events, permissions, jobs } = file;
  expect(permissions).toEqual({});
  expect(jobs.filter((job) => job.permissions === undefined)).toEqual([]);
  expect(jobs.filter((job) => job['timeout-minutes'] === undefined && job.uses === undefined)).toEqual([]);
  // GitHub disables a schedule with the whole file.
  const others = events.filter((event) => !/^(schedule|workflow_dispatch)$/.test(event));
  if (events.includes('schedule')) expect(others).toEqual([]);
  if (on['release'] !== undefined) expect(on['release']?.types).toHaveLength(1);
});

/** What is needed by which steps: `event: this action as its mode with its inputs`, or what others use or run. */
const NEEDED: readonly [permission: string, steps: RegExp][] = [
  // As docs/reference.md has them under "Permissions".
  ['issues: write', /^issue.*: this action|: this action.*"issue-number"/],
  // Only what has a thread comments on the docs pull request.
  ['pull-requests: read', /: this action as agent(?!.*"wait":false)/],
  ['pull-requests: write', /^(issue|pull_request|push(?!.*"release-tag")).*: this action as agent/],
  ['pull-requests: write', /: this action as agent.*"issue-number"/],
  ['statuses: write', /this action as agent.*"commit-status"/],
  ['issues: read', /this action as agent.*"include":"[^"]*linked-issues/],
  ['issues: read', /^(?!pull_request).*: this action as agent.*"include":"[^"]*discussion/],
  ['pull-requests: read', /^pull_request.*: this action as agent.*"include":"[^"]*discussion/],
  ['contents: read', /^(release|push|tag|schedule): this action as agent.*"include":"[^"]*changes/],
  ['actions: read', /^schedule: this action as agent.*"include":"[^"]*changes/],
  ['contents: read', /actions\/checkout@/],
  ['contents: write', /gh release (create|edit)/],
  ['contents, issues, pull-requests: write', /googleapis\/release-please-action@/],
  ['actions, checks, contents, pull-requests, statuses: read', /gh pr checks/],
  ['contents, pull-requests: write', /gh pr merge/],
  ['discussions: write', /addDiscussionComment/],
];
const [CALL, CALLED] = COPIED;

function neededBy(steps: Steps = [], events: readonly string[], granted: Permissions): Permissions {
  const lines = steps.flatMap(({ uses = '', run = '', with: inputs = {} }) => {
    const isThis = uses.startsWith(`${repositoryOf('.')}@`);
    const action = `this action as ${inputs['mode'] ?? 'agent'} with ${JSON.stringify(inputs)}`;
    return events.map((event) => `${event}: ${isThis ? action : uses + run}`);
  });
  const scopes = NEEDED.filter(([, step]) => lines.some((line) => step.test(line))).flatMap(([each]) => {
    const [names = '', level = ''] = each.split(': ');
    return names.split(', ').map((name) => [name, level] as const);
  });
  const of = (wanted: string) => Object.fromEntries(scopes.filter(([, level]) => level === wanted));
  // GitHub shows a draft to those who can write alone.
  const canBeDraft = granted['contents'] === 'write' && lines.some((line) => line.includes('"release-tag"'));
  return { ...of('read'), ...of('write'), ...(canBeDraft && { contents: 'write' }) };
}

test.each([...examples, ...copies])('$file grants each job what its steps need, and no more', (file) => {
  const named = file.on['push']?.tags
    ? file.events.map((event) => event.replace('push', 'tag'))
    : file.events;
  const events = named.includes('workflow_call') ? ['issues', 'issue_comment'] : named;
  for (const [name, { uses = '', steps = [], permissions = file.permissions }] of Object.entries(file.byId)) {
    const all = CALL.test(`uses: ${uses}`) ? workflow(CALLED).jobs[0]?.steps : steps;
    // An app's token is made for the steps that use it.
    const app = steps.find(({ uses }) => uses?.startsWith('actions/create-github-app-token@'));
    const asked = Object.entries(app?.with ?? {}).filter(([input]) => input.startsWith('permission-'));
    const forApp = Object.fromEntries(asked.map(([input, level]) => [input.slice(11), `${level}`]));
    const isOfApp = (step: Step) => JSON.stringify(step).includes(`steps.${app?.id}.outputs.token`);
    const others = all?.filter((step) => step !== app && !isOfApp(step));
    expect([name, permissions]).toEqual([name, neededBy(others, events, permissions)]);
    expect([name, forApp]).toEqual([name, neededBy(steps.filter(isOfApp), events, forApp)]);
  }
});

test.each([
  ['examples/organization-caller.yml', 16],
  ['reports/snippets/snippet-README-1.yml', 25],
])('%s has at most %d lines besides comments', (name, most) => {
  const { text = '' } = [...examples, ...copies].find(({ file }) => file === name) ?? {};
  const lines = text.split('\n').filter((line) => /^ *[^ #]/.test(line));
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.length).toBeLessThanOrEqual(most);
});

test('each example is run by a test in e2e', () => {
  const tests = files('e2e/*.ts')
    .map((file) => readFileSync(file, 'utf8'))
    .join('');
  const names = examples.map(({ file }) => file.replace('examples/', ''));
  expect(names.filter((name) => !tests.includes(name))).toEqual([]);
});

test('each action of others has one version everywhere', () => {
  const pins = all.flatMap(({ text }) => [...text.matchAll(/uses: (\S+)@([0-9a-f]{40} # v\S+)/g)]);
  const versions = new Map(pins.map(([, action, version]) => [action, version]));
  expect(pins.filter(([, action, version]) => versions.get(action) !== version)).toEqual([]);
});

test('CI has one job that needs all others, and its jobs run all parts of .ci/run', () => {
  const { byId, text } = workflow('.github/workflows/ci.yml');
  const { all: last, ...others } = byId;
  expect([last?.if, last?.needs]).toEqual(['always()', Object.keys(others)]);
  const run = readFileSync('.ci/run', 'utf8');
  // Windows has the tests, too.
  const parts = [...run.matchAll(/^run_(\w+)\(\)/gm)].map(([, part]) => part);
  for (const part of parts) expect(text).toContain(part === 'tests' ? 'npm cit' : `.ci/run ${part}`);
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const [, name = ''] of run.matchAll(/npm run --silent ([\w:]+)/g)) expect(scripts[name]).toBeDefined();
  for (const [, name] of scripts.check.matchAll(/npm run ([\w:]+)/g))
    expect(run).toContain(`npm run --silent ${name}`);
});

test('a release needs no secret, and what can write runs nothing from npm, and attests the tag as it is', () => {
  const { jobs } = workflow('.github/workflows/release.yml');
  const writers = jobs.filter(({ permissions = {} }) => Object.values(permissions).includes('write'));
  const steps = writers.flatMap(({ steps = [] }) => steps);
  expect(steps.filter(({ run, uses }) => /\b(npm|npx|node)\b/.test(run ?? uses ?? ''))).toEqual([]);
  expect(steps.flatMap(({ with: given }) => given?.['subject-path'] ?? [])).toEqual(['dist/*']);
  expect(JSON.stringify(jobs)).not.toMatch(/secrets\.|vars\./);
});

/** Reads a filter of tags as GitHub does: `*` matches no slash, and the last pattern that fits decides. */
function passes(filters: readonly string[], tag: string): boolean {
  const patterns: Record<string, string> = { '.': '\\.', '*': '[^/]*', '**': '.*' };
  const fitting = filters.findLast((filter) => {
    const source = filter.replace(/^!/, '').replace(/\.|\*+/g, (part) => patterns[part] ?? part);
    return new RegExp(`^${source}$`).test(tag);
  });
  return fitting?.startsWith('!') === false;
}

test.each([
  ['examples/docs-on-package-tag.yml', ['cli@2.1.0', '@acme/cli@2.1.0', 'cli-v2.1.0'], ['v2.1.0', 'cli-v2']],
  ['examples/docs-before-announcement.yml', ['v2.1.0'], ['v2', 'v2.1', 'v2.1.0-rc.1', 'cli@2.1.0']],
  ['.github/workflows/release.yml', ['v1.0.0', 'v1.0.0-rc.1'], ['v1', 'v1.0']],
])('%s starts for %j, not for %j', (file, starting, others) => {
  const { tags = [] } = workflow(file).on['push'] ?? {};
  expect([...starting, ...others].filter((tag) => passes(tags, tag))).toEqual(starting);
});

/** What somebody who copies the example has to know or to have. */
const NOTES = tableOf<'example' | 'note'>(`
  example                    | note
  docs-after-release-please  | @45996ed1f6d02564a971a2fa1b5860e934307cf7 # v5.0.0
  docs-after-release-please  | Allow GitHub Actions to create and approve pull requests
  docs-before-release-please | "force-tag-creation": true
  docs-before-release-please | vars.DOCS_RELEASE_ISSUE
  docs-before-announcement   | vars.DOCS_RELEASE_ISSUE
  docs-required              | that changes none of them succeeds at once
  docs-required              | any source
  docs-with-checks           | permission-checks: read
  docs-auto-merge            | a ruleset for the base branch that requires an approval
  docs-auto-merge            | Allow auto-merge
  many-projects              | max-parallel: 1
  docs-to-chat               | errors: true
`);
test.each(NOTES)('$example has "$note"', ({ example, note }) => {
  expect(unwrapped(workflow(`examples/${example}.yml`).text)).toContain(note);
});

/** Text whose comments are not broken into lines. */
const unwrapped = (text: string) => text.replaceAll('\n# ', ' ');

const HEADER =
  /^(?!# (?:Needs|Costs))(# .+\n){1,3}#\n# Needs: .+\n(# .+\n)*# Costs: .+\n(# .+\n)*# Setup \(secret, variable, version\): (.+)\n(?!#)/;
const GUARD = 'github.event.pull_request.head.repo.full_name == github.repository';

test.each(examples)('$file says what it needs, guards against forks, and cancels no job', (file) => {
  const { text, events, jobs } = file;
  expect(HEADER.exec(text)?.at(-1)).toBe(`docs/recipes.md of ${repositoryOf('.')}.`);
  const hasNoSecrets = events.some((event) => /^pull_request(?!_target)/.test(event));
  if (hasNoSecrets) for (const job of jobs) expect(job.if).toContain(GUARD);
  expect(jobs.filter((job) => job.concurrency?.['cancel-in-progress'])).toEqual([]);
  const says = (note: string) => unwrapped(text).includes(note);
  expect(says('no other workflow that listens for `/docs`')).toBe(events.includes('issue_comment'));
  const [, label] = /trigger-label: (\S+)/.exec(CALL.test(text) ? readFileSync(CALLED, 'utf8') : text) ?? [];
  const hasLabel = label !== undefined && !events.includes('workflow_call');
  expect(says(` for the label \`${label}\``)).toBe(hasLabel);
  const isNumbered = text.includes('issue-number:');
  expect(says('so does each re-run')).toBe(/^(push|release)$/.test(events.join()) && !isNumbered);
  if (/job-id: latest/.test(text) && events.includes('push'))
    expect(jobs[0]?.if).toBe("vars.DOCS_UPDATES_ISSUE != ''");
});

test('no two examples have their schedule at the same time', () => {
  const times = examples.flatMap(({ text }) => /cron: ("[^"]+")/.exec(text)?.[1] ?? []);
  expect(new Set(times).size).toBe(times.length);
});
