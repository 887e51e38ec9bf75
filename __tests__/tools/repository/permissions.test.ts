import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { COPIED } from '../../../scripts/check-docs/workflows.ts';
import { snippets } from '../../../scripts/snippets.ts';

type Permissions = Record<string, 'read' | 'write'>;
type Inputs = Readonly<Record<string, unknown>>;

interface Job {
  readonly permissions?: Permissions;
  readonly uses?: string;
  readonly steps?: readonly { uses?: string; run?: string; with?: Inputs }[];
}

interface Workflow {
  readonly on: object;
  readonly permissions?: Permissions;
  readonly jobs: Readonly<Record<string, Job>>;
}

const read = (file: string) => readFileSync(file, 'utf8');
const [CALL, CALLED] = COPIED;

function grant(all: Permissions, scope: string, level: 'read' | 'write' = 'read'): void {
  if (all[scope] !== 'write') all[scope] = level;
}

/** What the action does with the token, of which docs/reference.md, "Permissions", has the table. */
function neededByAction(event: string, inputs: Inputs, all: Permissions): void {
  const isNumbered = inputs['issue-number'] !== undefined;
  const isPullRequest = event.startsWith('pull_request');
  const isAgent = inputs['mode'] !== 'analytics';
  if (inputs['comment'] === true) {
    if (isNumbered || event.startsWith('issue')) grant(all, 'issues', 'write');
    // The reply, or the comment on the agent's pull request in the same repository.
    if (isAgent) grant(all, 'pull-requests', 'write');
  }
  if (!isAgent) return;
  if (inputs['checks-minutes'] !== undefined)
    for (const scope of ['checks', 'statuses', 'deployments', 'pull-requests']) grant(all, scope);
  const include = String(inputs['include'] ?? (inputs['prompt'] || inputs['prompt-file'] ? '' : 'event'));
  const has = (name: string) => include.includes(name);
  if (/^pull_request_review/.test(event)) grant(all, 'pull-requests');
  const isRelease = event === 'push of a tag' || inputs['release-tag'] !== undefined;
  if (event === 'push' && include !== '' && !isRelease) grant(all, 'pull-requests');
  if (event === 'workflow_dispatch' && isNumbered && !has('none')) grant(all, 'issues');
  if (has('linked-issues')) grant(all, 'issues');
  if (has('discussion')) grant(all, isPullRequest ? 'pull-requests' : 'issues');
  if (!has('changes')) return;
  if (isPullRequest) grant(all, 'pull-requests');
  if (event === 'release' || event === 'push' || isRelease) grant(all, 'contents');
  if (event === 'schedule') for (const scope of ['actions', 'contents']) grant(all, scope);
}

/** What the other steps of examples do with it. */
const OTHERS: readonly [RegExp, string, 'read' | 'write'][] = [
  [/^actions\/checkout@/, 'contents', 'read'],
  [
    /gh release (create|edit)|^(googleapis\/release-please|goreleaser\/goreleaser)-action@/,
    'contents',
    'write',
  ],
  [/^googleapis\/release-please-action@/, 'issues', 'write'],
  [/^googleapis\/release-please-action@/, 'pull-requests', 'write'],
  [/check-runs/, 'checks', 'read'],
  [/commits\/\$head\/status/, 'statuses', 'read'],
  [/addDiscussionComment/, 'discussions', 'write'],
];

function neededByJob(events: readonly string[], { uses = '', steps = [] }: Job): Permissions {
  const all: Permissions = {};
  if (CALL.test(`uses: ${uses}`)) {
    const called = Object.values((parse(read(CALLED)) as Workflow).jobs);
    for (const job of called)
      for (const [scope, level] of Object.entries(neededByJob(events, job))) grant(all, scope, level);
  }
  for (const { uses = '', run = '', with: inputs = {} } of steps) {
    for (const [pattern, scope, level] of OTHERS)
      if (pattern.test(uses) || pattern.test(run)) grant(all, scope, level);
    if (!uses.includes('/docs-agent-action@') || inputs['github-token'] !== undefined) continue;
    for (const event of events) neededByAction(event, inputs, all);
  }
  return all;
}

/** What an app's token is made for, and what the step that gets it needs. */
function ofToken(
  events: readonly string[],
  { steps = [] }: Job,
): [granted: Permissions, needed: Permissions] {
  const maker = steps.find(({ uses }) => uses?.startsWith('actions/create-github-app-token@'));
  const asked = Object.entries(maker?.with ?? {}).filter(([name]) => name.startsWith('permission-'));
  const needed: Permissions = {};
  for (const { with: inputs } of steps)
    if (inputs?.['github-token']) for (const event of events) neededByAction(event, inputs, needed);
  return [Object.fromEntries(asked.map(([name, level]) => [name.slice(11), level])) as Permissions, needed];
}

/** Each job's name, with what it is granted and what it needs. */
function permissionsIn(text: string): [string, granted: Permissions[], needed: Permissions[]][] {
  const { on = {}, permissions, jobs } = parse(text) as Workflow;
  const own =
    typeof on === 'string'
      ? [on]
      : Object.entries(on).map(([name, options]) => (options?.tags ? 'push of a tag' : name));
  const events = own.includes('workflow_call') ? ['issues', 'issue_comment'] : own;
  return Object.entries(jobs).map(([name, job]) => {
    const [tokenGranted, tokenNeeded] = ofToken(events, job);
    const granted = job.permissions ?? permissions ?? { everything: 'write' };
    return [name, [granted, tokenGranted], [neededByJob(events, job), tokenNeeded]];
  });
}

const examples = globSync('examples/*.yml').map((file) => [file, read(file)] as [string, string]);

test.each([...examples, ...snippets()])('%s grants each job what its steps need, and no more', (_, text) => {
  for (const [job, granted, needed] of permissionsIn(text)) expect([job, granted]).toEqual([job, needed]);
});
