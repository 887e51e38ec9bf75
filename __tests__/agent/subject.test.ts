import { expect, test } from '@jest/globals';
import { findSubject } from '../../src/agent/subject.ts';
import { signMarker } from '../../src/github/comments.ts';
import {
  answersOf,
  ending,
  merged,
  pairsOf,
  RENOVATE,
  REPOSITORY,
  rowsOf,
  subject,
  World,
} from './prompt/world.ts';

const AT = '2026-01-05T11:00:00Z';
const place = { repository: REPOSITORY, issue: 12, scope: 'p1', apiKey: 'mint_test_0123456789' };
const marker = signMarker({ comment: 1, kind: 'pull-request', job: 'j' }, place);
const bot = { user: RENOVATE };
const into = (ref: string, full_name: string) => ({ base: { ref, repo: { full_name } } });
const line = (id: number, body: string, others: object = {}) => ({ id, body, path: 'a.md', ...others });
const release = (tag_name: string, others: object = {}) => ({ tag_name, name: 'Winter', ...others });
const VALUES = {
  ...{ none: [], '12@c': merged(12, 'c'), bot12: merged(12, 'c', bot), bot11: merged(11, 'b', bot) },
  ...{ '11@b': merged(11, 'b'), '10@a': merged(10, 'a'), '11@x': merged(11, 'x'), by12: [merged(12, 'c')] },
  ...{ open: [merged(12, 'c', { merged_at: null })], other: [merged(12, 'c', into('next', REPOSITORY))] },
  ...{ fork: [merged(12, 'c', into('main', 'acme/fork'))], own: [{ id: 1, body: marker, created_at: AT }] },
  ...{
    issue: subject(12),
    pull: subject(12, { pull_request: {} }),
    v2: release('v2'),
    tag: { ref: 'refs/tags/v2' },
  },
  drafts: [release('v1', { draft: true }), release('v2', { draft: true })],
  lines: [line(8, 'Long'), line(7, 'And this'), line(6, '/docs x'), line(5, 'Hidden', { minimized: {} })],
};
const PUSH = { before: 'a', ref: 'refs/heads/main' };
const QUEUE = { sender: { login: 'github-merge-queue[bot]', type: 'Bot' } };
const NEW_TAG = { ref: 'refs/tags/v2', before: '0'.repeat(40), after: 'c', created: true };
const review = { id: 9, body: '/docs all of it', submitted_at: AT };
const EVENTS: Record<string, readonly [name: string, payload: object]> = {
  push: ['push', PUSH],
  'push by a queue': ['push', { ...PUSH, ...QUEUE }],
  'new branch': ['push', { ...PUSH, created: true }],
  tag: ['push', NEW_TAG],
  'bot push': ['push', { ...PUSH, after: 'c', sender: RENOVATE }],
  dispatch: ['workflow_dispatch', {}],
  schedule: ['schedule', {}],
  review: ['pull_request_review', { action: 'submitted', pull_request: merged(12, ''), review }],
};

/** What an event is about, or why it asks for nothing. Commits: `id first line`, oldest first, with slashes between. */
async function about(event: string, commits: string, given: string, answers: string, authors = ['maria']) {
  const [name, payload] = EVENTS[event] ?? ['', {}];
  const all = commits.split(' / ').map((commit, index) => {
    const author = { username: authors[index % authors.length] };
    return { id: commit[0], message: `${commit.slice(2)}\n\nMore.`, author };
  });
  const comments = 'issues/10/comments=none; issues/11/comments=none; issues/12/comments=none; ';
  const world = new World(answersOf(comments + answers, VALUES));
  const pushed = commits === '' ? payload : { ...payload, commits: all, after: all.at(-1)?.id };
  const run = world.run(name, pushed, pairsOf(given));
  const end = await ending(findSubject(run), ({ subject, release, comment, push }) => {
    if (release && !push && !subject) return `${release.kind} ${release.tag}`;
    if (comment) return (comment.others ?? []).map(({ body }) => body).join(', ');
    return subject ? `${subject.kind} ${subject.number}` : push ? 'its commits' : 'nothing';
  });
  return { end, seconds: Math.round(world.clock.now() / 1000), asked: world.asked };
}

const NO_MERGE = "skipped: The push didn't merge a pull request, and `include` doesn't name `changes`.";
const BY_BOT = "is a bot that isn't listed in `allowed-bots`.";
const OPENED =
  "skipped: Pull request #12 was opened by renovate[bot], a bot that isn't listed in `allowed-bots`.";
const NO_TOKEN = '`github-token` is empty (does the secret exist?). Nothing was sent.';
const LATER =
  "error: The tag v2 has no release, and `include` doesn't name `changes`. If the release comes later, run the action after it. To read a draft release, the token needs `contents: write`. Nothing was sent.";
const OF_COMMIT = 'failed: Reading the pull requests of the commit failed: GitHub answered';

/** Event, commits, inputs, answers of GitHub, the subject, seconds, and number of calls. */
const ROWS = `
push | c Add it (#12) | | pulls/12=12@c | pull request 12 | 0 | 2
push | c Merge pull request #12 from acme/x | | pulls/12=12@c | pull request 12 | 0 | 2
push | c Revert "Add (#11)" (#12) | | pulls/12=12@c | pull request 12 | 0 | 2
push | c Add it | | commits/c/pulls=by12 | pull request 12 | 0 | 2
push | c Add it (#3) | | commits/c/pulls=by12 | pull request 12 | 0 | 3
push | c Add it (#11) | | pulls/11=11@x; commits/c/pulls=by12 | pull request 12 | 0 | 3
push | c Add it | | commits/c/pulls=none>15>by12 | pull request 12 | 17 | 7
push | c Add it | | commits/c/pulls=404>15>by12 | pull request 12 | 17 | 7
push | c Add it | | commits/c/pulls=422>15>by12 | pull request 12 | 17 | 7
push | c Add it | | commits/c/pulls=409>50>by12 | pull request 12 | 52 | 14
push | c Add it | | commits/c/pulls=502>50>by12 | pull request 12 | 52 |
push | c Add it | | commits/c/pulls=429>15>by12 | pull request 12 | 20 | 3
push | c Add it | | commits/c/pulls=open>15>by12 | pull request 12 | 17 | 7
push | c Add it | | commits/c/pulls=other | ${NO_MERGE} | 57 | 14
push | c Add it | | commits/c/pulls=fork | ${NO_MERGE} | 57 | 14
push | c Add it | | commits/c/pulls=none | ${NO_MERGE} | 57 | 14
push | c Add it | | commits/c/pulls=404 | ${OF_COMMIT} 404 (No.). The token needs \`pull-requests: read\`. | 57 | 14
push | c Add it | | commits/c/pulls=502 | ${OF_COMMIT} 502 (No.). | 64 |
push | c Add it | prompt=x | commits/c/pulls=403 | ${OF_COMMIT} 403 (No.). The token needs \`pull-requests: read\`. | 0 | 1
push | c Add it (#12) | prompt=x | pulls/12=403 | failed: Reading pull request #12 failed: GitHub answered 403 (No.). The token needs \`pull-requests: read\`. | 0 | 1
push | c Add it | prompt=x; github-token= | | error: The action can't read the pull request that the push merged because ${NO_TOKEN} | 0 | 0
push | c Add it | prompt=x | commits/c/pulls=none | its commits | 57 | 14
push | c Add it | include=changes | commits/c/pulls=none | its commits | 57 | 14
push | c Add it | job-id=j | | its commits | 0 | 0
new branch | c Add it (#12) | prompt=x | | its commits | 0 | 0
push | c Add (#12) | | pulls/12=bot12 | ${OPENED} | 0 | 1
push | c Add (#12) | prompt=x; include=none; comment=false | pulls/12=bot12 | ${OPENED} | 0 | 1
push | c Add (#12) | allowed-bots=renovate | pulls/12=bot12 | pull request 12 | 5 | 3
push | c Add (#12) | prompt=x; allowed-bots=renovate[bot] | pulls/12=bot12; issues/12/comments=own | skipped: Pull request #12 was written by the docs agent, so its merge asks for nothing. | 0 | 2
push | c Add (#12) | | pulls/12=12@c; issues/12/comments=403 | failed: Reading the comments failed: GitHub answered 403 (No.). The token needs \`issues: write\` (on pull requests \`pull-requests: write\`), and the issue must not be locked. | 0 | 2
push by a queue | c Add (#12) | | pulls/12=12@c | pull request 12 | 0 | 2
push by a queue | a Add (#10) / b Add (#11) / c Add (#12) | | pulls/12=12@c; pulls/11=11@b; pulls/10=10@a | pull request 12 | 0 | 2
push by a queue | a Add (#10) / b Add (#11) / c Add (#12) | | pulls/12=bot12; pulls/11=11@b; pulls/10=10@a | pull request 11 | 0 | 3
push by a queue | a Add (#10) / b Add (#11) / c Add (#12) | | pulls/12=bot12; pulls/11=11@x; pulls/10=10@a | pull request 10 | 0 | 4
push by a queue | a Add (#10) / b Add (#11) / c Add (#12) | | pulls/12=12@c; pulls/11=11@b; issues/12/comments=own | pull request 11 | 0 | 4
push by a queue | b Add (#11) / c Add (#12) | | pulls/12=bot12; pulls/11=bot11 | ${OPENED} | 0 | 2
push by a queue | c Add it | prompt=x | commits/c/pulls=none | skipped: github-merge-queue[bot] ${BY_BOT} | 57 | 14
dispatch | | issue-number=#12 | issues/12=issue | issue 12 | 0 | 1
dispatch | | issue-number=12 | issues/12=pull | pull request 12 | 0 | 1
dispatch | | issue-number=12; include=changes | issues/12=issue | nothing | 0 | 1
dispatch | | issue-number=12; include=changes | issues/12=pull | pull request 12 | 0 | 1
dispatch | | issue-number=12; prompt=x | | nothing | 0 | 0
dispatch | | issue-number=12; job-id=j | | nothing | 0 | 0
dispatch | | issue-number=12 | issues/12=404 | error: Issue #12 isn't in acme/product. Check \`issue-number\`. Nothing was sent. | 0 | 1
dispatch | | issue-number=12 | issues/12=403 | failed: Reading issue #12 failed: GitHub answered 403 (No.). The token needs \`issues: read\`. | 0 | 1
dispatch | | issue-number=12; github-token= | | error: The action can't read issue #12 because ${NO_TOKEN} | 0 | 0
tag | | | releases/tags/v2=v2 | release v2 | 0 | 1
tag | | | releases/tags/v2=404>5>v2; releases=none | release v2 | 7 | 7
tag | | | releases=drafts | draft v2 | 0 | 2
tag | | | releases=none | ${LATER} | 27 | 16
tag | | include=changes | releases=none | tag v2 | 27 | 16
tag | | include=event; prompt=x | releases=none | tag v2 | 27 | 16
tag | | prompt=x | | its commits | 0 | 0
tag | | | releases/tags/v2=403 | failed: Reading the release v2 failed: GitHub answered 403 (No.). The token needs \`contents: read\`. | 0 | 1
tag | | github-token= | | error: The action can't read the release v2 because ${NO_TOKEN} | 0 | 0
schedule | | release-tag=v2 | releases/tags/v2=v2 | release v2 | 0 | 1
schedule | | release-tag=v2 | releases/tags/v2=404>5>v2; releases=none | release v2 | 7 | 7
schedule | | release-tag=v2; include=changes | releases=none; git/ref/tags/v2=tag | tag v2 | 27 | 17
schedule | | release-tag=v2 | releases=none | error: acme/product doesn't have a release or tag v2. Check \`release-tag\`. Nothing was sent. | 27 | 17
bot push | | release-tag=v2 | releases/tags/v2=v2 | release v2 | 0 | 1
bot push | | release-tag=v2; include=none; prompt=x | | its commits | 0 | 0
review | | | pulls/12/reviews/9/comments=lines | And this, Long | 0 | 1
review | | | pulls/12/reviews/9/comments=404>5>lines | And this, Long | 8 |
review | | include=none | pulls/12/reviews/9/comments=404 | failed: Reading the comments of the review failed: GitHub answered 404 (No.). The token needs \`pull-requests: read\`. | 28 |`;

test.each(rowsOf(ROWS))('%s: %s, with %s, where GitHub says %s: %s', async (...row) => {
  const [event = '', commits = '', given = '', answers = '', expected, seconds, calls] = row;
  const { end, ...took } = await about(event, commits, given, answers);
  expect([end, took.seconds]).toEqual([expected, Number(seconds)]);
  if (calls !== '') expect(took.asked).toHaveLength(Number(calls));
});

test.each([
  [['renovate[bot]', 'dependabot[bot]'], `skipped: dependabot[bot] ${BY_BOT}`],
  [['renovate[bot]', 'maria'], 'its commits'],
  [['renovate[bot]', ''], 'its commits'],
])('a push of commits by %j', async (authors, expected) => {
  const { end } = await about('push', 'b Add / c Add', 'prompt=x', 'commits/c/pulls=none', authors);
  expect(end).toBe(expected);
});

test('at most twenty numbers of a push are looked up', async () => {
  const commits = Array.from({ length: 40 }, (_, index) => `x Add (#${index + 100})`).join(' / ');
  const { asked } = await about('push', `${commits} / c Add (#12)`, '', 'pulls/12=bot12');
  expect(asked).toHaveLength(20);
});

test('other events stay as they are, and what has no time gets the start of the run', async () => {
  const world = new World();
  const issue = subject(12, { updated_at: AT });
  const comment = { id: 1, body: '/docs x', created_at: AT };
  const labeled = world.run('issues', { action: 'labeled', label: { name: 'docs' }, issue });
  const asking = world.run('issue_comment', { action: 'created', issue, comment });
  const schedule = world.run('schedule', {}, { prompt: 'x' });
  expect(await findSubject(labeled)).toEqual(labeled.event);
  expect(await findSubject(asking)).toEqual(asking.event);
  expect(await findSubject(schedule)).toEqual({ ...schedule.event, at: '2026-01-05T12:00:00.000Z' });
  expect(world.asked).toEqual([]);
});
