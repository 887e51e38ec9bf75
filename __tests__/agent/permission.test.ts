import { expect, test } from '@jest/globals';
import { checkPermission } from '../../src/agent/permission.ts';
import { PERMISSIONS } from '../../src/github/permission.ts';
import { ending, MARIA, merged, pairsOf, RENOVATE, rowsOf, subject, World } from './prompt/world.ts';

const ofBot = { user: RENOVATE };
const pull = (action: string, others: object = {}) => ({ action, pull_request: subject(12, others) });
const label = (others: object = {}) => ({ label: { name: 'docs' }, ...others });
const [comment, review] = ['/docs it', 'LGTM'].map((body, id) => ({ id: id + 5, body, user: MARIA }));
const bot12 = subject(12, { ...ofBot, pull_request: {} });
const EVENTS: Record<string, readonly [name: string, payload: object]> = {
  label: ['issues', label({ action: 'labeled', issue: subject(12, ofBot) })],
  'label target': ['pull_request_target', label(pull('labeled', ofBot))],
  'label bot': ['pull_request', label(pull('labeled', ofBot))],
  'opened bot': ['pull_request', pull('opened', ofBot)],
  merge: ['pull_request', { action: 'closed', pull_request: merged(12, 'c') }],
  'merge target': ['pull_request_target', { action: 'closed', pull_request: merged(12, 'c') }],
  'merge bot': ['pull_request', { action: 'closed', pull_request: merged(12, 'c', ofBot) }],
  'edited merged': ['pull_request', { action: 'edited', pull_request: merged(12, 'c') }],
  closed: ['pull_request', pull('closed')],
  comment: ['issue_comment', { action: 'created', issue: bot12, comment }],
  line: ['pull_request_review_comment', { ...pull('created', ofBot), comment: { ...comment, path: 'a' } }],
  review: ['pull_request_review', { ...pull('submitted', ofBot), review: { ...review, body: '/docs it' } }],
  'review bot': ['pull_request_review', { ...pull('submitted', ofBot), review }],
};
const SENDERS: Record<string, object> = { maria: MARIA, renovate: RENOVATE };
for (const login of ['mergify', 'github-merge-queue'])
  SENDERS[login] = { login: `${login}[bot]`, type: 'Bot' };

/** Whether the sender may ask, behind whoever GitHub was asked about. */
async function judged(event: string, by: string, given = '', role: object = { permission: 'admin' }) {
  const [name, payload] = EVENTS[event] ?? [event, {}];
  const world = new World({ 'collaborators/maria/permission': role });
  const run = world.run(name, { ...payload, sender: SENDERS[by] ?? null }, pairsOf(given));
  const end = await ending(checkPermission(run), () => 'may');
  return [...world.asked.map((path) => path.split('/')[1]), end].join(' ');
}

const UNLISTED = "is a bot that isn't listed in `allowed-bots`.";
const OPENED = "Pull request #12 was opened by renovate[bot], a bot that isn't listed in `allowed-bots`.";
test.each(
  rowsOf(`label | maria | | maria may
    label | renovate | | skipped: renovate[bot] ${UNLISTED}
    label | renovate | minimum-permission=none | skipped: renovate[bot] ${UNLISTED}
    label | renovate | allowed-bots=reno, renovate-x[bot] | skipped: renovate[bot] ${UNLISTED}
    label | renovate | allowed-bots=a[bot], RENOVATE[bot] | may
    label | renovate | allowed-bots=renovate; github-token= | may
    label | nobody | | error: The \`issues\` event doesn't say who caused it. Nothing was sent.
    label | nobody | minimum-permission=none | may
    label | maria | github-token= | error: The action can't check the permission of maria, because \`github-token\` is empty. Nothing was sent.
    label | maria | github-token=; minimum-permission=none | may
    label bot | maria | | maria may
    label target | maria | | maria may
    label bot | mergify | allowed-bots=mergify | skipped: ${OPENED}
    label bot | nobody | minimum-permission=none | skipped: ${OPENED}
    opened bot | maria | | skipped: ${OPENED}
    opened bot | maria | minimum-permission=none | skipped: ${OPENED}
    opened bot | renovate | | skipped: renovate[bot] ${UNLISTED}
    opened bot | maria | allowed-bots=renovate | maria may
    opened bot | maria | release-tag=v1 | maria may
    opened bot | renovate | release-tag=v1 | skipped: renovate[bot] ${UNLISTED}
    merge | maria | | may
    merge | nobody | github-token= | may
    merge | mergify | | may
    merge target | github-merge-queue | | may
    merge bot | maria | | skipped: ${OPENED}
    merge bot | github-merge-queue | allowed-bots=github-merge-queue | skipped: ${OPENED}
    merge bot | mergify | allowed-bots=renovate | may
    merge bot | mergify | release-tag=v1 | may
    edited merged | mergify | | skipped: mergify[bot] ${UNLISTED}
    edited merged | maria | | maria may
    closed | maria | | maria may
    comment | maria | | maria may
    comment | mergify | allowed-bots=mergify | may
    comment | renovate | | skipped: renovate[bot] ${UNLISTED}
    line | maria | release-tag=v1 | maria may
    review | maria | | maria may
    review bot | maria | | skipped: ${OPENED}
    review bot | maria | release-tag=v1 | skipped: ${OPENED}`),
)('%s by %s with %s: %s', async (event, by, given, expected) => {
  expect(await judged(event ?? '', by ?? '', given)).toBe(expected);
});

const pairs = PERMISSIONS.flatMap((minimum) => PERMISSIONS.map((role) => [minimum, role] as const));
test.each(pairs)('minimum %s, role %s', async (minimum, role) => {
  const permission = { maintain: 'write', triage: 'read' }[role as string] ?? role;
  const isEnough = PERMISSIONS.indexOf(role) >= PERMISSIONS.indexOf(minimum);
  const why = `skipped: maria has \`${role}\` access, but \`minimum-permission\` is \`${minimum}\`.`;
  const given = `minimum-permission=${minimum}`;
  expect(await judged('label', 'maria', given, { permission, role_name: role })).toBe(
    minimum === 'none' ? 'may' : `maria ${isEnough ? 'may' : why}`,
  );
});

test.each([
  ...['push', 'schedule', 'workflow_dispatch', 'repository_dispatch', 'release', 'deployment', 'create'],
  ...['merge_group', ''],
])('%s takes write access to cause, so nobody is asked', async (name) => {
  expect(await judged(name, 'renovate', 'minimum-permission=admin; github-token=')).toBe('may');
});

test.each([
  ...['watch', 'fork', 'gollum', 'workflow_run', 'status', 'delete', 'discussion', 'discussion_comment'],
  ...['commit_comment', 'pushed', 'prerelease', 'an event of next year'],
])('%s is open to anybody', async (name) => {
  expect(await judged(name, 'maria', '', { permission: 'read' })).toMatch(/^maria skipped: .*`read`/);
});
