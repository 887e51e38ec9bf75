import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { COPIED, repositoryOf, snippets } from '../../../scripts/check-docs.ts';

type Permissions = Record<string, 'read' | 'write'>;
type Inputs = Readonly<Record<string, unknown>>;

interface Job {
  readonly permissions?: Permissions;
  readonly uses?: string;
  readonly steps?: readonly { uses?: string; run?: string; with?: Inputs }[];
}

const read = (file: string) => readFileSync(file, 'utf8');
const [CALL, CALLED] = COPIED;
const ACTION = `${repositoryOf('.')}@`;

function grant(all: Permissions, scope: string, level: 'read' | 'write' = 'read'): void {
  if (all[scope] !== 'write') all[scope] = level;
}

/** What the action does with the token, of which docs/reference.md, "Permissions", has the table. */
function neededByAction(event: string, inputs: Inputs, all: Permissions): void {
  const isNumbered = inputs['issue-number'] !== undefined;
  const isPullRequest = event.startsWith('pull_request');
  if (isNumbered || event.startsWith('issue')) grant(all, 'issues', 'write');
  if (inputs['mode'] === 'analytics') return;
  // The reply, or the comment on the agent's pull request in the same repository.
  if (inputs['wait'] !== false) grant(all, 'pull-requests', 'write');
  if (inputs['commit-status'] !== undefined) grant(all, 'statuses', 'write');
  const include = String(inputs['include'] ?? '');
  if (include.includes('linked-issues')) grant(all, 'issues');
  if (include.includes('discussion')) grant(all, isPullRequest ? 'pull-requests' : 'issues');
  const hasContent = ['release', 'push', 'push of a tag', 'schedule'].includes(event);
  if (include.includes('changes') && hasContent) grant(all, 'contents');
  if (include.includes('changes') && event === 'schedule') grant(all, 'actions');
}

/** What the other steps of examples do with it. */
const OTHERS: readonly [step: RegExp, scope: string, level: 'read' | 'write'][] = [
  [/^actions\/checkout@/, 'contents', 'read'],
  [/gh release (create|edit)|^googleapis\/release-please-action@/, 'contents', 'write'],
  [/^googleapis\/release-please-action@/, 'issues', 'write'],
  [/^googleapis\/release-please-action@/, 'pull-requests', 'write'],
  ...['actions', 'checks', 'contents', 'pull-requests', 'statuses'].map(
    (scope) => [/gh pr checks/, scope, 'read'] as [RegExp, string, 'read'],
  ),
  [/addDiscussionComment/, 'discussions', 'write'],
];

function neededByJob(
  events: readonly string[],
  { uses = '', steps = [] }: Job,
  permissions: Permissions,
): Permissions {
  const all: Permissions = {};
  if (CALL.test(`uses: ${uses}`)) {
    const [called] = Object.values<Job>(parse(read(CALLED)).jobs);
    return called ? neededByJob(events, called, permissions) : all;
  }
  for (const { uses = '', run = '', with: inputs = {} } of steps) {
    for (const [pattern, scope, level] of OTHERS)
      if (pattern.test(uses) || pattern.test(run)) grant(all, scope, level);
    if (!uses.startsWith(ACTION)) continue;
    for (const event of events) neededByAction(event, inputs, all);
    // GitHub shows a draft to those who can write alone.
    if (inputs['release-tag'] && permissions['contents'] === 'write') grant(all, 'contents', 'write');
  }
  return all;
}

const examples = globSync('examples/*.yml').map((file) => [file, read(file)] as [string, string]);

test.each([...examples, ...snippets()])('%s grants each job what its steps need, and no more', (_, text) => {
  const { on, permissions, jobs } = parse(text) as {
    on: object;
    permissions?: Permissions;
    jobs: Record<string, Job>;
  };
  const own = Object.entries(on).map(([name, options]) => (options?.tags ? 'push of a tag' : name));
  const events = own.includes('workflow_call') ? ['issues', 'issue_comment'] : own;
  for (const [name, job] of Object.entries(jobs)) {
    // An app's token is made for the same.
    const maker = job.steps?.find(({ uses }) => uses?.startsWith('actions/create-github-app-token@'))?.with;
    const asked = Object.entries(maker ?? {}).filter(([input]) => input.startsWith('permission-'));
    const forApp = Object.fromEntries(asked.map(([input, level]) => [input.slice(11), level])) as Permissions;
    const granted = maker ? forApp : (job.permissions ?? permissions ?? {});
    expect([name, granted]).toEqual([name, neededByJob(events, job, granted)]);
  }
});
