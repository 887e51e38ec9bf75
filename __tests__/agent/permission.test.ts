import { expect, test } from '@jest/globals';
import { checkPermission } from '../../src/agent/permission.ts';
import { ending, MARIA, merged, pairsOf, RENOVATE, rowsOf, subject, World } from './prompt/world.ts';

const QUEUE = { login: 'github-merge-queue[bot]', type: 'Bot' };
const SENDERS: Record<string, object> = { maria: MARIA, renovate: RENOVATE, queue: QUEUE };

/** Who GitHub was asked about, and the end. The event is `NAME.ACTION`; #12 is `merged`, or opened by a `bot`. */
async function judged(event: string, by: string, given: string) {
  const [name = '', action, ...holds] = event.split(/[. ]/);
  const others = { ...(holds.includes('bot') && { user: RENOVATE }), body: '' };
  const pull = holds.includes('merged') ? merged(12, 'c', others) : subject(12, others);
  const comment = { id: 5, body: holds.includes('says') ? '/docs it' : 'LGTM', user: MARIA, path: 'a.md' };
  const asks = /comment$/.test(name) && { comment };
  const issue = name === 'issues' ? pull : { ...pull, pull_request: {} };
  const payload = { action, pull_request: pull, issue, review: comment, label: { name: 'docs' }, ...asks };
  const { role = 'admin', ...inputs } = pairsOf(given);
  const permission = { maintain: 'write', triage: 'read' }[role] ?? role;
  const world = new World({ 'collaborators/maria/permission': { permission, role_name: role } });
  const run = world.run(name, { ...payload, sender: SENDERS[by] ?? null }, inputs);
  const end = await ending(checkPermission(run), () => 'may');
  return [...world.asked.map((path) => path.split('/')[1]), end].join(' ');
}

const UNLISTED = "renovate[bot] is a bot that isn't listed in `allowed-bots`.";
const OPENED = "Pull request #12 was opened by renovate[bot], a bot that isn't listed in `allowed-bots`.";
const LOW = 'maria skipped: maria has `ROLE` access, but `minimum-permission` is `';
test.each(
  rowsOf(`push, schedule, workflow_dispatch, repository_dispatch, release, deployment, create, merge_group, | renovate | minimum-permission=admin; github-token= | may
    watch, fork, status, workflow_run, delete, discussion, commit_comment, pushed, prerelease, next_year | maria | role=read | ${LOW.replace('ROLE', 'read')}write\`.
    issues.labeled bot, issues.opened bot, issue_comment.created, pull_request.closed, pull_request.edited merged | maria | | maria may
    issues.labeled, issue_comment.created says, pull_request.edited merged | renovate | | skipped: ${UNLISTED}
    issues.labeled | renovate | minimum-permission=none / allowed-bots=reno, renovate-x[bot] | skipped: ${UNLISTED}
    issues.labeled, pull_request.labeled bot | renovate | allowed-bots=a[bot], RENOVATE[bot]; github-token= | may
    issues.labeled | nobody | | error: The \`issues\` event doesn't say who caused it. Nothing was sent.
    issues.labeled, issue_comment.created | nobody | minimum-permission=none | may
    issues.labeled | maria | github-token=; minimum-permission=none | may
    issues.labeled | maria | github-token= | error: The action can't check the permission of maria, because \`github-token\` is empty. Nothing was sent.
    pull_request.closed merged, pull_request_target.closed merged | maria | role=none; minimum-permission=admin | may
    pull_request.closed merged | renovate, queue, nobody | github-token=; minimum-permission=none | may
    pull_request.closed merged | renovate, queue, nobody | | may
    pull_request.closed merged bot | maria | | skipped: ${OPENED}
    pull_request.closed merged bot | queue | allowed-bots=github-merge-queue | skipped: ${OPENED}
    pull_request.closed merged bot | queue, maria | allowed-bots=renovate[bot] / release-tag=v1 | may
    pull_request.labeled bot, pull_request_target.labeled bot | maria | | maria may
    pull_request.labeled bot | queue | allowed-bots=github-merge-queue | skipped: ${OPENED}
    pull_request.labeled bot | nobody | minimum-permission=none | skipped: ${OPENED}
    pull_request.opened bot, pull_request_target.synchronize bot | maria | minimum-permission=none / job-id=job_1 | skipped: ${OPENED}
    pull_request.opened bot | maria | allowed-bots=renovate / release-tag=v1 | maria may
    pull_request.opened bot | renovate | release-tag=v1 | skipped: ${UNLISTED}
    issue_comment.created bot says, pull_request_review.submitted bot says, pull_request_review_comment.created bot says | maria | release-tag=v1 | maria may
    issue_comment.created bot says | queue | allowed-bots=github-merge-queue | may
    pull_request_review.submitted bot | maria | release-tag=v1; prompt=x / job-id=job_1 / | skipped: ${OPENED}
    issues.labeled | maria | role=none; minimum-permission=read | ${LOW.replace('ROLE', 'none')}read\`.
    issues.labeled | maria | role=read; minimum-permission=read / role=triage; minimum-permission=triage / role=write / role=maintain; minimum-permission=maintain / role=admin; minimum-permission=admin | maria may
    issues.labeled | maria | role=read; minimum-permission=triage | ${LOW.replace('ROLE', 'read')}triage\`.
    issues.labeled | maria | role=triage | ${LOW.replace('ROLE', 'triage')}write\`.
    issues.labeled | maria | role=write; minimum-permission=maintain | ${LOW.replace('ROLE', 'write')}maintain\`.
    issues.labeled | maria | role=maintain; minimum-permission=admin | ${LOW.replace('ROLE', 'maintain')}admin\`.`),
)('%s by %s with %s: %s', async (events = '', by = '', given = '', expected) => {
  for (const event of events.split(/, ?/))
    for (const sender of by.split(', '))
      for (const each of given.split(/ \/ ?/)) expect(await judged(event, sender, each)).toBe(expected);
});
