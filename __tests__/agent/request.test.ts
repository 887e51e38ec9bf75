import { expect, test } from '@jest/globals';
import { changeSince, pullRequestAt, sizeText } from '../../src/agent/pull-request.ts';
import { requestOf } from '../../src/agent/request.ts';
import { wantedOf } from '../../src/agent/trigger.ts';
import { readEvent } from '../../src/github/event.ts';
import { readWorkflowRun } from '../../src/github/runner.ts';
import { readAgentInputs } from '../../src/inputs.ts';
import {
  changed,
  commentPayload,
  example,
  labeledPayload,
  type Payload,
  variables,
} from '../helpers/payloads.ts';
import { PULL_REQUEST } from '../helpers/wait-world.ts';
import { rowsOf } from './prompt/world.ts';

/** The request of a step with these inputs and variables, whose names have underscores. */
function requestBy(
  given: Record<string, string> = {},
  name = 'issues',
  payload: Payload = labeledPayload('docs'),
) {
  const all = Object.entries({ 'api-key': 'mint_test_0123456789', 'project-id': 'p1', ...given });
  const named = all.map(([key, value]) => [/_/.test(key) ? key : `INPUT_${key.toUpperCase()}`, value]);
  const env = variables(name, payload, Object.fromEntries(named));
  const [inputs, event, run] = [readAgentInputs(env), readEvent(env), readWorkflowRun(env)];
  return requestOf({ env, inputs, event, wanted: wantedOf(event, inputs), run } as Parameters<
    typeof requestOf
  >[0]);
}

test('another request has another id: other inputs that ask, key, run, job or step', () => {
  const asking = {
    ...{
      'base-url': 'http://127.0.0.1:4010',
      'project-id': 'x',
      prompt: 'x',
      include: 'none',
      'job-id': 'x',
    },
    ...{ 'release-tag': 'x', 'issue-number': '7', 'trigger-label': 'x', 'api-key': 'mint_test_another_key' },
    ...{ GITHUB_RUN_ID: '43', GITHUB_JOB: 'x', GITHUB_ACTION: '__run_2' },
  };
  const one = Object.entries(asking).map(([name, value]) => ({ [name]: value }));
  const changes = { include: 'changes' };
  const more = [
    {},
    changes,
    { ...changes, paths: 'x/**' },
    { 'job-id': 'x', prompt: 'y' },
    { 'job-id': 'y', prompt: 'x' },
  ];
  const ids = () => [...one, ...more].map((given) => requestBy(given).id);
  expect(new Set(ids()).size).toBe(17);
  expect(ids()).toEqual(ids());
  for (const id of ids()) expect(id).toMatch(/^[\w-]{22}$/);
});

test('the same request has the same id in each attempt, however it is waited for and told', () => {
  const others = {
    ...{
      wait: 'false',
      notify: 'true',
      'fail-on': 'failed',
      'timeout-minutes': '5',
      'github-token': 'ghs_2',
    },
    ...{ 'poll-interval-seconds': '5', 'trigger-phrase': '/write', GITHUB_RUN_ATTEMPT: '2', prompt: ' ' },
  };
  expect(requestBy(others)).toEqual(requestBy());
});

const line = changed('pull_request_review_comment', 'created', { comment: { body: '/docs this\noption' } });
const asked = commentPayload('/docs  the proxy');
const { issue, comment } = asked;
const { label: _, ...unlabeled } = labeledPayload('docs');
const pushed = { ...example('push'), ref: 'refs/heads/main' };
test.each<[event: string, Payload, what: string, where?: string, by?: string]>([
  ['issues', labeledPayload('docs'), 'label docs', issue.html_url, 'Codertocat'],
  ['issues', unlabeled, 'label'],
  ['issues', example('issues', 'opened'), 'issue opened'],
  ['pull_request', example('pull_request', 'opened'), 'pull request opened'],
  ['issue_comment', asked, 'the proxy', comment.html_url],
  ['issue_comment', { ...asked, comment: { ...comment, html_url: '' } }, 'the proxy', issue.html_url],
  ['issue_comment', commentPayload('/docs'), '/docs'],
  ['pull_request_review_comment', line, 'this option'],
  ['release', example('release', 'published'), 'release 0.0.1', ''],
  ['release', {}, 'release', '', ''],
  ['workflow_dispatch', {}, 'workflow_dispatch', '', ''],
  ['push', example('push'), 'tag simple-tag', ''],
  ['push', pushed, 'push to main', ''],
])('%s asks, %#', (name, payload, what, where, by) => {
  const request = requestBy({ include: 'changes' }, name, payload);
  expect(request).toMatchObject({ what, where: where ?? request.where, by: by ?? request.by });
});

const [HUB, PR] = ['https://git.example/hub', PULL_REQUEST.url];
/** Pages of a pull request; `-` for what is none of the server, which is github.com unless named. */
test.each(
  rowsOf(`acme/docs#7 | ${PR} ${PR}/ ${PR}/files ${PR}/commits/a1?w=1#diff ${PR}?expand=1 ${PR}#issuecomment-5
    Acme/Docs#7 | https://GitHub.COM:443/Acme/Docs/pull/7
    acme/docs#123456789012345 | https://github.com/acme/docs/pull/123456789012345
    acme/docs#7 | ${HUB}/acme/docs/pull/7 | ${HUB}/
    - | ${PR}x ${PR}012345678901234567 https://github.com/acme/docs/pull/0 https://github.com/acme/docs/pull/07
    - | https://github.com/acme/docs/pull/x7 https://github.com/acme/docs/pull/ https://github.com/acme/docs/issues/7
    - | https://github.com/acme/pull/7 https://github.com//docs/pull/7 https://github.com/x/acme/docs/pull/7
    - | http://github.com/acme/docs/pull/7 https://github.com:8443/acme/docs/pull/7 https://github.com.evil.example/acme/docs/pull/7 acme/docs#7
    - | ${HUB}s/acme/docs/pull/7 https://git.example/bub/acme/docs/pull/7 https://git.example/acme/docs/pull/7 | ${HUB}
    - | ${PR} | no-server`),
)('%s is at %s on %s', (expected, urls = '', server = 'https://github.com') => {
  for (const url of ['', undefined, ...urls.split(' ')]) {
    const found = pullRequestAt(url, server);
    expect(found ? `${found.repository}#${found.issue}` : '-').toBe(url ? expected : '-');
  }
});

const SIZE = '3 files changed, +40 −12';
test.each([
  ['not read before', undefined, {}, undefined, SIZE],
  ['another pull request', { url: `${PR}1` }, { head: 'b2', commits: 9 }, undefined, SIZE],
  ['the same', {}, {}, { kind: 'unchanged' }, `${SIZE} · no new commit since this request`],
  [
    'one commit more',
    {},
    { head: 'b2', commits: 4 },
    { kind: 'new-commits', count: 1 },
    `${SIZE} · 1 new commit since this request`,
  ],
  [
    'many more',
    {},
    { head: 'b2', commits: 45, files: 1 },
    { kind: 'new-commits', count: 42 },
    '1 file changed, +40 −12 · 42 new commits since this request',
  ],
  ['as many', {}, { head: 'b2' }, { kind: 'rewritten' }, `${SIZE} · its commits were rewritten`],
  ['fewer', {}, { head: 'b2', commits: 1 }, { kind: 'rewritten' }, `${SIZE} · its commits were rewritten`],
])(
  'what changed since a follow-up, and what the size says once it is merged: %s',
  (_, before, now, change, size) => {
    const state = { ...PULL_REQUEST, commits: 3, ...now };
    const found = changeSince(before && { ...PULL_REQUEST, commits: 3, ...before }, state);
    expect(found).toEqual(change);
    expect([sizeText({ ...state, state: 'merged' }, found), sizeText(state, found)]).toEqual([
      size,
      size.split(' · ')[0],
    ]);
  },
);
