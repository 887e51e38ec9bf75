import { expect, test } from '@jest/globals';
import { changeSince, pullRequestAt, sizeText } from '../../src/agent/pull-request.ts';
import { type AgentRun, requestOf } from '../../src/agent/request.ts';
import { wantedOf } from '../../src/agent/trigger.ts';
import { readEvent } from '../../src/github/event.ts';
import { readWorkflowRun } from '../../src/github/runner.ts';
import { readAgentInputs } from '../../src/inputs.ts';
import { commentPayload, example, type Payload, PULL_REQUEST, variables } from '../helpers/payloads.ts';
import { pairsOf, rowsOf } from './world.ts';

const LABELED = example('issues', 'labeled', { label: 'docs' });
/** The request of a step with these inputs and variables. */
function requestBy(given = '', name = 'issues', payload: Payload = LABELED) {
  const all = Object.entries({ 'api-key': 'mint_test_0123456789', 'project-id': 'p1', ...pairsOf(given) });
  const named = all.map(([key, value]) => [/_/.test(key) ? key : `INPUT_${key.toUpperCase()}`, value]);
  const env = variables(name, payload, Object.fromEntries(named));
  const [inputs, event, run] = [readAgentInputs(env), readEvent(env), readWorkflowRun(env)];
  return requestOf({ env, inputs, event, wanted: wantedOf(event, inputs), run } as AgentRun);
}

test('a request has another id for other inputs that ask, another key, run, job or step, and else the same', () => {
  const [others = []] = rowsOf(
    `base-url=http://127.0.0.1:4010 | project-id=x | prompt=x | include=none | job-id=x | release-tag=x | issue-number=7 | trigger-label=x | api-key=mint_test_another_key | GITHUB_RUN_ID=43 | GITHUB_JOB=x | GITHUB_ACTION=__run_2 | include=changes | include=changes; paths=x/** | job-id=x; prompt=y | job-id=y; prompt=x | `,
  );
  const same = `wait=false; notify=true; fail-on=failed; timeout-minutes=5; github-token=t; poll-interval-seconds=5; trigger-phrase=/write; GITHUB_RUN_ATTEMPT=2; prompt= `;
  const ids = () => others.map((given) => requestBy(given).id);
  expect([new Set(ids()).size, ids()]).toEqual([17, ids()]);
  for (const id of ids()) expect(id).toMatch(/^[\w-]{22}$/);
  expect(requestBy(same)).toEqual(requestBy());
});

const line = example('pull_request_review_comment', 'created');
line.comment.body = '/docs this\noption';
const asked = commentPayload('/docs  the proxy');
const { issue, comment } = asked;
/** What asks, and where; who, unless it is Codertocat. */
test.each<[event: string, Payload, ...said: string[]]>([
  ['issues', LABELED, 'label docs', issue.html_url],
  ['issues', { ...LABELED, label: null }, 'label', issue.html_url],
  ['issues', example('issues', 'opened'), 'issue opened', issue.html_url],
  ['pull_request', example('pull_request', 'opened'), 'pull request opened', line.pull_request.html_url],
  ['issue_comment', asked, 'the proxy', comment.html_url],
  ['issue_comment', { ...asked, comment: { ...comment, html_url: '' } }, 'the proxy', issue.html_url],
  ['issue_comment', commentPayload('/docs'), '/docs', comment.html_url],
  ['pull_request_review_comment', line, 'this option', line.comment.html_url],
  ['release', example('release', 'published'), 'release 0.0.1', ''],
  ['release', {}, 'release', '', ''],
  ['workflow_dispatch', {}, 'workflow_dispatch', '', ''],
  ['push', example('push'), 'tag simple-tag', ''],
  ['push', { ...example('push'), ref: 'refs/heads/main' }, 'push to main', ''],
])('%s asks, %#', (name, payload, ...said) => {
  const [what, where, by = 'Codertocat'] = said;
  expect(requestBy('include=changes', name, payload)).toMatchObject({ what, where, by });
});

const PR = PULL_REQUEST.url;
/** Pages of a pull request, or of none (-) on the server, which is github.com unless named. */
test.each(
  rowsOf(`acme/docs#7 | ${PR} ${PR}/ ${PR}/files ${PR}/commits/a1?w=1#diff ${PR}?expand=1 ${PR}#issuecomment-5
    Acme/Docs#7 | https://GitHub.COM:443/Acme/Docs/pull/7
    acme/docs#712345678901234 | ${PR}12345678901234
    acme/docs#7 | https://git.example/hub/acme/docs/pull/7 | https://git.example/hub/
    - | ${PR}x ${PR}123456789012345 https://github.com/acme/docs/pull/0 https://github.com/acme/docs/pull/07 https://github.com/acme/docs/pull/x7 https://github.com/acme/docs/pull/ https://github.com/acme/docs/issues/7 https://github.com/acme/pull/7 https://github.com//docs/pull/7
    - | https://github.com/acme//pull/7 https://github.com/x/acme/docs/pull/7 http://github.com/acme/docs/pull/7 https://github.com:8443/acme/docs/pull/7 https://github.com.evil.example/acme/docs/pull/7 acme/docs#7 |
    - | https://git.example/hubs/acme/docs/pull/7 https://git.example/bub/acme/docs/pull/7 https://git.example/acme/docs/pull/7 | https://git.example/hub
    - | ${PR} | no-server`),
)('%s: %s', (expected, urls = '', ...server) => {
  for (const url of ['', undefined, ...urls.split(' ')]) {
    const found = pullRequestAt(url, server[0] || 'https://github.com');
    expect(found ? `${found.repository}#${found.issue}` : '-').toBe(url ? expected : '-');
  }
});

/** What changed of 3 commits since a follow-up, and what the size says of a merged pull request. */
test.each(
  rowsOf(`not read before | | - |
    of another pull request | url=x; head=a1; commits=3 | - |
    the same | head=b2; commits=3 | unchanged | no new commit since this request
    one more | head=a1; commits=2 | new-commits 1 | 1 new commit since this request
    many more | head=a1; commits=-39 | new-commits 42 | 42 new commits since this request
    as many | head=a1; commits=3 | rewritten | its commits were rewritten
    fewer | head=a1; commits=4 | rewritten | its commits were rewritten`),
)('%s', (_, given, expected, said) => {
  const { commits, ...before } = { url: PR, commits: '', ...pairsOf(given) };
  const now = { ...PULL_REQUEST, head: 'b2', commits: 3, files: 1 };
  const change = changeSince(given === '' ? undefined : { ...now, ...before, commits: Number(commits) }, now);
  expect(change ? Object.values(change).join(' ') : '-').toBe(expected);
  const size = `1 file changed, +40 −12${said === '' ? '' : ` · ${said}`}`;
  expect(sizeText({ ...now, state: 'merged' }, change)).toBe(size);
  expect(sizeText({ ...now, files: 3 }, change)).toBe('3 files changed, +40 −12');
});
